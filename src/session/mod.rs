//! A game being played: options, history, undo, repetition, move limit, clicks, and the engine's choice.
//!
//! [`Session`] is the face without types that the protocols see; [`Match`] is the one implementation, for any
//! [`Game`](crate::game::Game).

mod analysis;
mod clock;
mod endgames;
mod face;
mod late;
mod play;
mod prove;
mod record;
mod settings;
mod think;

pub use analysis::{Analysis, Observer, Variation};
pub use clock::{Budget, Clock, TimeControl};
pub use face::{Count, Learn, Play, Prove, Session, Show, Think};
pub use play::Match;
pub use record::{Click, Record};
pub use settings::{MAX_LEVEL, SETTINGS, Setting, SettingError, Settings};

use thiserror::Error;

use crate::game::{Color, MoveError, Outcome, Style};
use crate::search::{Interrupt, Limits};
use crate::solve::JournalError;

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

/// Why a position is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A move has been begun by clicks.
    #[error("a move has been begun: complete it, or take it back")]
    Begun,
    /// The proof cannot be kept, or gone on with.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is nothing to certify: the result is not known.
    #[error("unknown: it could not be proven within the limits")]
    Unproven,
    /// It is proven, but the positions of the proof do not fit in memory.
    #[error("the certificate is too long: it needs more time, or more memory (--hash)")]
    TooLong,
    /// A certificate is about positions, whenever they come.
    #[error("games with max_moves have no certificates")]
    Limited,
}

/// How to choose a move.
#[derive(Clone, Copy, Debug)]
pub struct Thinking<'a> {
    /// How moves are written.
    pub style: Style,
    /// The engine's settings.
    pub settings: &'a Settings,
    /// Limits of the turn.
    pub limits: Limits,
    /// Who may interrupt.
    pub interrupt: &'a Interrupt,
    /// The line of input that asks for the move.
    pub line: u64,
}
