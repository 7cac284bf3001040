//! Why a line is rejected, sent after `info string error: `.

use thiserror::Error;

use crate::engine::{OpenError, SettingError};
use crate::game::PositionError;
use crate::session::PlayError;

/// Why a line is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UgiError {
    /// No such command.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// Arguments of a command that takes none.
    #[error("'{0}' takes no arguments")]
    Arguments(String),
    /// The arguments are wrong for the command.
    #[error("usage: {0}")]
    Usage(&'static str),
    /// The line is longer than allowed.
    #[error("the line has more than {0} bytes")]
    TooLong(usize),
    /// Unknown words in `go`.
    #[error("unknown words in go are ignored: {0}")]
    Go(String),
    /// A game or options that do not exist.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A setting that does not exist, or a value out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A position that cannot be set up.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move that cannot be played.
    #[error("move {0}: {1}")]
    Move(String, PlayError),
    /// A move that cannot be searched.
    #[error("searchmoves {0}: {1}; the move is ignored")]
    SearchMove(String, PlayError),
    /// The search has failed, and its game is lost.
    #[error("there is no game")]
    NoGame,
}
