//! Why the engine refuses what it is asked.

use thiserror::Error;

use crate::game::{OptionError, PositionError};
use crate::registry::UnknownGame;
use crate::session::PlayError;

/// Why a game is not opened.
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

/// Why a board is not resized.
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
    /// A number of columns or rows beyond any board.
    #[error("no board has so few or so many columns or rows; allowed: {0}")]
    Extent(String),
    /// The game has no board of that size.
    #[error(transparent)]
    Options(#[from] OptionError),
}

/// Why stones are not set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetUpError {
    /// The turn of a game that has begun is not given away.
    #[error("moves have been played since; take them back, or clear the board first")]
    Played,
    /// The position cannot arise.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// A move of several that is not played; none of them is then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {}, {token}: {reason}", .index + 1)]
pub struct SequenceError {
    /// Its place among the moves, from 0.
    pub index: usize,
    /// Its text.
    pub token: String,
    /// Why it is not played.
    pub reason: PlayError,
}

/// A position has more legal moves than can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the position has more moves than fit in memory")]
pub struct TooManyMoves;
