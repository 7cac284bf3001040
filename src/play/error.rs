//! What can be wrong with what is asked of a game.

use thiserror::Error;

use crate::game::{Color, MoveError, OptionError, Outcome, PositionError};
use crate::registry::UnknownGame;
use crate::solve::JournalError;

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

/// Why a move is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The search was cancelled without a result.
    #[error("on request; nothing was played")]
    Discarded,
    /// The other player is to move.
    #[error("it is {0}'s turn")]
    OutOfTurn(Color),
    /// The game has reached the limit of moves.
    #[error("the game has reached the limit of {0} moves; take moves back, or start a new game")]
    TooLong(usize),
    /// The turn has reached the limit of clicks.
    #[error("a turn has at most {0} clicks here")]
    LongTurn(usize),
    /// A search is restricted by a move that is not legal.
    #[error("the search is restricted by {token}: {reason}")]
    Restricted {
        /// The move.
        token: String,
        /// What is wrong with it.
        reason: Box<MoveError>,
    },
    /// A search is restricted so that no move is left.
    #[error("the restrictions of the search leave no move")]
    NothingLeft,
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Fewer moves have been played than should be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{played} played so far")]
pub struct UndoError {
    /// How many can be taken back.
    pub played: usize,
}

/// Fewer moves have been taken back than should be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{undone} can be replayed")]
pub struct RedoError {
    /// How many can be replayed.
    pub undone: usize,
}

/// Why a position is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A move is unfinished: it has been begun by clicks.
    #[error("a move is unfinished: complete it, or take it back")]
    Begun,
    /// The proof cannot be saved or continued.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There are too many moves to tell the result of each.
    #[error("the position has more moves than fit in memory")]
    TooManyMoves,
    /// The moves were not listed before the search was stopped.
    #[error("stopped before all moves were listed")]
    Stopped,
    /// There is nothing to certify, because the result is unknown.
    #[error("unknown: it could not be proven within the limits")]
    Unproven,
    /// The result is proven, but the positions of the proof do not fit in memory.
    #[error("the certificate is too long: it needs more time, or more memory for tables")]
    TooLong,
    /// A certificate must hold for a position however many turns are left.
    #[error("games with max_moves have no certificates")]
    Limited,
}
