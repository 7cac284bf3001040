//! Chooses a move in slices, without threads, for a front end with its own event loop.

use std::time::{Duration, Instant};

use crate::search::Limits;
use crate::session::{Choice, MAX_LEVEL, PlayError};

use super::{Engine, Search};

/// The longest slice of a search without limits.
const LONGEST_SLICE: Duration = Duration::from_secs(1);

/// The time by which the tables of a search without a limit are sized.
pub(crate) const UNLIMITED: Duration = Duration::from_secs(60);

/// A choice in progress, begun by [`Engine::begin_choice`].
#[derive(Clone, Debug)]
pub struct Slices {
    limits: Limits,
    begun: Instant,
    nodes: u64,
}

/// The progress of a choice.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// The best move so far; the search goes on with the next slice.
    Searching(Choice),
    /// The chosen move.
    Chosen(Choice),
}

impl Engine {
    /// Begins to choose a move as [`choose`](Self::choose) does. This does not search yet.
    pub fn begin_choice(&self, search: &Search) -> Slices {
        let player = search.player.unwrap_or_else(|| self.turn());
        let limits = search.limits.unwrap_or_else(|| self.turn_limits(player));
        Slices { limits, begun: Instant::now(), nodes: 0 }
    }

    /// Searches for about `slice`, reusing the tables of earlier slices. Chooses the move once the limits are reached,
    /// the result is proven, or the request is cancelled. A reduced level or a node limit takes a single slice of any
    /// length, so that the choice is reproducible. The observer receives reports of each slice.
    ///
    /// ```
    /// use std::time::Duration;
    /// use papamu::engine::{Engine, Progress, Search};
    /// use papamu::registry::GAMES;
    ///
    /// let mut engine = Engine::new(GAMES, "konane", "")?;
    /// engine.set("move_time_ms", "60")?;
    /// let mut slices = engine.begin_choice(&Search::new());
    /// let choice = loop {
    ///     match engine.continue_choice(&mut slices, Duration::from_millis(10), Search::new())? {
    ///         Progress::Searching(so_far) => println!("{}", so_far.token()), // handle other events here
    ///         Progress::Chosen(choice) => break choice,
    ///     }
    /// };
    /// engine.play_choice(&choice)?;
    /// assert_eq!(engine.game().played(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    pub fn continue_choice(
        &mut self,
        slices: &mut Slices,
        slice: Duration,
        search: Search,
    ) -> Result<Progress, PlayError> {
        let Slices { limits, begun, .. } = *slices;
        let cancel = search.cancel.clone();
        let left = |limit: Option<Duration>| limit.map(|limit| limit.saturating_sub(begun.elapsed()));
        // A search without limits must return now and then, because the input may have ended.
        let slice = if limits.is_none() { slice.min(LONGEST_SLICE) } else { slice };
        let is_last = left(limits.time).is_some_and(|left| left <= slice);
        let is_whole = is_last || self.settings.level < MAX_LEVEL || limits.nodes.is_some();
        let time =
            if is_whole { left(limits.time) } else { Some(left(limits.time).map_or(slice, |left| left.min(slice))) };
        let nodes = limits.nodes.filter(|_| is_whole);
        let whole = Some(limits.time.unwrap_or(UNLIMITED));
        let part = Limits { time, soft: left(limits.soft), nodes, depth: limits.depth, whole };
        let slice_begun = Instant::now();
        let mut choice = self.choose(search.within(part))?;
        slices.nodes += choice.nodes;
        // A search that is complete returns at once when it is continued.
        let is_exhausted = slice_begun.elapsed() < slice / 8;
        let is_decided = is_whole || is_exhausted || choice.nodes == 0 || matches!(choice.winrate, Some(0.0 | 1.0));
        let is_cancelled = cancel.is_cancelled() || limits.is_none() && cancel.is_abandoned();
        let is_spent = [limits.time, limits.soft].into_iter().flatten().any(|limit| begun.elapsed() >= limit);
        (choice.nodes, choice.time) = (slices.nodes, begun.elapsed());
        if !is_decided && !is_spent && !is_cancelled {
            return Ok(Progress::Searching(choice));
        }
        self.nodes = choice.nodes;
        Ok(Progress::Chosen(choice))
    }
}
