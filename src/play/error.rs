//! Why something that was asked of a game is not done.

use std::fmt;

use crate::game::{MoveError, OptionError, PositionError};
use crate::registry::UnknownGame;
use crate::sgf::SgfError;

/// Why something that was asked of a game is not done. It prints as the reason, which says what is allowed.
///
/// ```
/// use papamu::play::{ErrorKind, Game};
/// use papamu::registry::GAMES;
///
/// let error = Game::new(GAMES, "konane", "width=99").err().unwrap();
/// assert_eq!(error.kind(), ErrorKind::Syntax);
/// assert_eq!(error.to_string(), "'99' is not a value of width; allowed: 4 to 16");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    reason: String,
}

/// What could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A game, an option, a setting, a position or a move that does not exist.
    Syntax,
    /// A board of that size.
    Size,
    /// A move that the rules or the limits forbid, or a search with such a move.
    Move,
    /// Stones, or a player to move.
    SetUp,
    /// Taking back more than was played.
    Undo,
    /// Replaying more than was taken back.
    Redo,
    /// A proof, or saving it.
    Solve,
    /// A game record.
    Load,
    /// A match, or its records.
    Match,
    /// Something that was cancelled.
    Interrupted,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, reason: impl ToString) -> Self {
        Self { kind, reason: reason.to_string() }
    }

    /// What could not be done.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Error {}

impl From<UnknownGame> for Error {
    fn from(error: UnknownGame) -> Self {
        Self::new(ErrorKind::Syntax, error)
    }
}

impl From<OptionError> for Error {
    fn from(error: OptionError) -> Self {
        Self::new(ErrorKind::Syntax, error)
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Self {
        Self::new(ErrorKind::Syntax, error)
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Self {
        Self::new(if matches!(error, MoveError::Syntax(..)) { ErrorKind::Syntax } else { ErrorKind::Move }, error)
    }
}

impl From<SgfError> for Error {
    fn from(error: SgfError) -> Self {
        Self::new(ErrorKind::Load, error)
    }
}
