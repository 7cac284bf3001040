//! Why a request to a game fails.

use std::fmt::Display;

/// Why a request to a game fails. It prints as the reason, which says what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Error {
    kind: ErrorKind,
    reason: String,
}

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
    Load,
    Match,
    Interrupted,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, reason: impl ToString) -> Self {
        Self { kind, reason: reason.to_string() }
    }

    /// Options, a position or a move that does not exist.
    pub fn syntax(reason: impl ToString) -> Self {
        Self::new(ErrorKind::Syntax, reason)
    }

    pub fn rule(reason: impl ToString) -> Self {
        Self::new(ErrorKind::Move, reason)
    }

    /// A value that an option or a setting does not allow.
    pub(crate) fn value(key: &str, value: &str, allowed: impl Display) -> Self {
        Self::syntax(format_args!("'{value}' is not a value of {key}; allowed: {allowed}"))
    }

    /// A position string that does not consist of these fields.
    pub fn fields(expected: &str) -> Self {
        Self::syntax(format_args!("a position string consists of {expected}"))
    }

    /// A field of a position string that is not what it must be.
    pub fn field(field: &str, expected: &str) -> Self {
        Self::syntax(format_args!("'{field}' is wrong: {expected}"))
    }

    /// Not the text of any move of a game whose moves look like `forms`.
    pub(crate) fn no_move(token: &str, forms: &str) -> Self {
        Self::syntax(format_args!("'{token}' is not a move; moves look like {forms}"))
    }

    pub(crate) fn off_board() -> Self {
        Self::rule("the board has no such cell")
    }

    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}
