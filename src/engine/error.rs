//! The errors of the engine.

use thiserror::Error;

use crate::game::{OptionError, PositionError};
use crate::registry::UnknownGame;
use crate::session::PlayError;

/// Why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No game has that name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game does not have these options.
    #[error(transparent)]
    Options(#[from] OptionError),
}

/// Why a board cannot be resized.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The game has no board of that shape.
    #[error("{game} has no such board; allowed: {allowed}")]
    NoBoard {
        /// The game.
        game: &'static str,
        /// The boards that it has.
        allowed: &'static str,
    },
    /// A number of columns or rows outside the range of any board.
    #[error("the number of columns or rows is out of range; allowed: {0}")]
    Extent(String),
    /// The game has no board of that size.
    #[error(transparent)]
    Options(#[from] OptionError),
}

/// Why stones cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetUpError {
    /// The player to move cannot be changed after moves have been played.
    #[error("moves have been played since; take them back, or clear the board first")]
    Played,
    /// The position cannot arise.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// A rejected move of a sequence, of which no move is played then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {}, {token}: {reason}", .index + 1)]
pub struct SequenceError {
    /// Its index in the sequence, from 0.
    pub index: usize,
    /// Its text.
    pub token: String,
    /// Why it is rejected.
    pub reason: PlayError,
}

/// A position has more legal moves than can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the position has more moves than fit in memory")]
pub struct TooManyMoves;
