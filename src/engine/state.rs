//! A snapshot of the game and its clocks, for front ends.

use serde::Serialize;

use crate::game::Color;
use crate::session::{ByPlayer, Snapshot};

use super::Engine;

/// The current state of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct State {
    /// The game.
    #[serde(flatten)]
    pub game: Snapshot,
    /// The komi: points added to White's score.
    pub komi: f64,
    /// The remaining time of the players; `null` if no clock is set.
    pub clocks: Option<ByPlayer<TimeLeft>>,
}

/// A player's remaining time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TimeLeft {
    /// The time in milliseconds.
    pub ms: u64,
    /// Moves to play in this time, or periods left; 0 in main time.
    pub stones: u32,
}

impl Engine {
    /// The current state of the game.
    ///
    /// ```
    /// use papamu::engine::Engine;
    /// use papamu::game::{Color, Style};
    /// use papamu::registry::GAMES;
    ///
    /// let mut engine = Engine::new(GAMES, "konane", "")?;
    /// engine.play(Color::Black, "D5", Style::Whole)?;
    /// let state = engine.state().game;
    /// assert_eq!((state.game.as_str(), state.to_move, state.undoable), ("konane", Color::White, 1));
    /// assert_eq!(state.legal_clicks.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self) -> State {
        let left = |color| {
            let (left, stones) = self.clock.left(color)?;
            Some(TimeLeft { ms: left.as_millis() as u64, stones })
        };
        let clocks = left(Color::Black).zip(left(Color::White)).map(|(black, white)| ByPlayer { black, white });
        State { game: self.game().snapshot(), komi: self.komi().to_f64(), clocks }
    }
}
