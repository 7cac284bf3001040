//! A choice that is searched slice by slice, without threads: for a front end with an event loop of its own.

use std::time::{Duration, Instant};

use crate::cancel::Cancel;
use crate::game::{Color, Style};
use crate::search::Limits;
use crate::session::{Choice, MAX_LEVEL, PlayError};

use super::Engine;
use super::search::OVERHEAD;

/// A choice under way. Begun by [`Engine::begin_choice`].
#[derive(Clone, Debug)]
pub struct Slices {
    color: Color,
    limits: Limits,
    begun: Instant,
    nodes: u64,
}

/// How far a choice has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// The best move so far; the search goes on with the next slice.
    Searching(Choice),
    /// The move that was chosen and played.
    Played(Choice),
}

impl Engine {
    /// Begins to choose a move for a player, within the limits of [`turn_limits`](Self::turn_limits). Nothing is
    /// searched yet.
    pub fn begin_choice(&self, color: Color) -> Slices {
        Slices { color, limits: self.turn_limits(color), begun: Instant::now(), nodes: 0 }
    }

    /// Searches for about `slice`, entering the search again with the tables of the slices before, and plays the move
    /// once the limits are reached, the game is decided, or `cancel` is cancelled. Without limits it goes on until then.
    /// A turn is played whole. A level below full strength takes one slice, however short.
    ///
    /// ```
    /// use std::time::Duration;
    /// use papamu::cancel::Cancel;
    /// use papamu::engine::{Engine, Progress};
    /// use papamu::game::Color;
    /// use papamu::games::GAMES;
    ///
    /// let mut engine = Engine::new(GAMES, "konane", "")?;
    /// engine.set("move_time_ms", "60")?;
    /// let mut slices = engine.begin_choice(Color::Black);
    /// let choice = loop {
    ///     match engine.continue_choice(&mut slices, Duration::from_millis(10), &Cancel::default())? {
    ///         Progress::Searching(so_far) => println!("{}", so_far.token), // and look after other events
    ///         Progress::Played(choice) => break choice,
    ///     }
    /// };
    /// assert_eq!(engine.game().played(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    pub fn continue_choice(
        &mut self,
        slices: &mut Slices,
        slice: Duration,
        cancel: &Cancel,
    ) -> Result<Progress, PlayError> {
        let Slices { color, limits, begun, .. } = *slices;
        let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        // The few nodes of a level are one slice: a search by nodes does not continue an earlier one.
        let is_level = self.settings.level < MAX_LEVEL;
        let time = if is_level { left } else { Some(left.map_or(slice, |left| left.min(slice))) };
        let soft = limits.soft.map(|soft| soft.saturating_sub(begun.elapsed()));
        let part = Limits { time, soft, nodes: None, depth: limits.depth };
        let params = self.params(Style::Whole, part, cancel);
        let mut choice = self.session.choose(color, false, &params, None)?;
        slices.nodes += choice.nodes;
        let is_decided = is_level || choice.nodes == 0 || matches!(choice.winrate, Some(0.0 | 1.0));
        let is_over = |time: Option<Duration>| time.is_some_and(|time| begun.elapsed() >= time);
        let is_spent =
            is_over(limits.time) || is_over(limits.soft) || limits.nodes.is_some_and(|most| slices.nodes >= most);
        choice.nodes = slices.nodes;
        if !is_decided && !is_spent && !cancel.is_cancelled() {
            return Ok(Progress::Searching(choice));
        }
        // After the end a choice is only an answer.
        if self.session.outcome().is_none() {
            self.session.play(color, &choice.token, Style::Whole)?;
            self.has_moved = true;
        }
        self.nodes = choice.nodes;
        self.clock.spend(color, begun.elapsed() + OVERHEAD);
        Ok(Progress::Played(choice))
    }
}
