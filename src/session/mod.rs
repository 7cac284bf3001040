//! A game being played: options, history, undo, repetition, move limit, clicks, and the engine's choice.
//!
//! [`Session`] is the face without types that the protocols see; [`Match`] is the one implementation, for any
//! [`Game`](crate::game::Game).

mod clock;
mod play;
mod settings;

pub use clock::{Clock, TimeControl};
pub use play::Match;
pub use settings::{SETTINGS, SettingError, Settings};

use std::time::Duration;

use thiserror::Error;

use crate::game::{Color, MoveError, Outcome, Points, PositionError, Stop, Style, Values};
use crate::search::{Interrupt, Limits};

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The other player is to move.
    #[error("it is {0}'s turn")]
    OutOfTurn(Color),
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Fewer moves have been played than were to be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{played} played so far")]
pub struct UndoError {
    /// How many can be taken back.
    pub played: usize,
}

/// How to choose a move.
#[derive(Clone, Copy, Debug)]
pub struct Thinking<'a> {
    /// How moves are written.
    pub style: Style,
    /// The engine's settings.
    pub settings: &'a Settings,
    /// Time for the turn, where a clock gives it.
    pub time: Option<Duration>,
    /// Who may interrupt.
    pub interrupt: &'a Interrupt,
    /// The line of input that asks for the move.
    pub line: u64,
}

/// A game being played. Failed calls change nothing.
pub trait Session: Send {
    /// The game's name in commands.
    fn name(&self) -> &'static str;
    /// The options in force.
    fn values(&self) -> &Values;
    /// The options of the game on a board of this many columns and rows, if there is one.
    fn resized(&self, columns: u32, rows: u32) -> Option<String>;
    /// Sets the komi; games without points ignore it.
    fn set_komi(&mut self, komi: Points);
    /// Starts again from the game's start position.
    fn clear(&mut self);
    /// Starts again from a position.
    ///
    /// # Errors
    /// [`PositionError`] where the text does not fit the board or cannot stand.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;
    /// The position string. Clicks of a move not yet complete do not show.
    fn position(&self) -> String;
    /// The board for people, with the side to move and the captures.
    fn draw(&self) -> String;
    /// The player to move; of a finished game, whose turn would have come.
    fn turn(&self) -> Color;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The result, or in games with points the score as it stands.
    fn score(&self) -> Option<Outcome>;
    /// The number of accepted `play` and `genmove` that can be taken back.
    fn played(&self) -> usize;
    /// All tokens that may be played now, sorted by bytes. `None` once `stop` says so, or where there are more than
    /// memory holds.
    fn tokens_until(&self, style: Style, stop: Stop) -> Option<Vec<String>>;
    /// The same, to the end; empty where there are too many.
    fn tokens(&self, style: Style) -> Vec<String> {
        self.tokens_until(style, &|| false).unwrap_or_default()
    }
    /// Plays a token.
    ///
    /// # Errors
    /// [`PlayError`]: out of turn, after the end, or not a legal move.
    fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError>;
    /// Chooses a move for a player and, if `commit`, plays it. Answers `PASS` or `resign` after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn genmove(&mut self, color: Color, commit: bool, thinking: Thinking) -> Result<String, PlayError>;
    /// Takes back the last `count` accepted tokens.
    ///
    /// # Errors
    /// [`UndoError`] where there are not so many.
    fn undo(&mut self, count: usize) -> Result<(), UndoError>;
    /// Counts move sequences; `None` if `stop` says so, or a position has more moves than memory holds.
    fn perft(&self, depth: u32, stop: Stop) -> Option<u64>;
    /// Plays `count` games of moves each as likely as the others from here, cut at `most` moves, and returns
    /// the number of moves.
    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64;
    /// Searches the position afresh within limits and returns the number of positions looked at.
    fn search(&mut self, limits: Limits, settings: &Settings) -> u64;
    /// Counts the sequences that begin with each move, sorted by text. `depth` 0 counts as 1.
    fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>>;
}
