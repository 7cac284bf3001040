//! Faults of engines.

use thiserror::Error;

use super::process::LONGEST_REPLY;

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It has exited, or closed its output.
    #[error("crashed")]
    Crashed,
    /// It did not answer in time.
    #[error("silent for {0} ms")]
    Silent(u128),
    /// It did not read its input in time.
    #[error("did not read its input for {0} ms")]
    NotReading(u128),
    /// It printed something that is not a reply of the protocol.
    #[error("malformed reply: {0}")]
    Malformed(String),
    /// It printed something else before its first reply.
    #[error("malformed reply, a banner before the first reply: {0}")]
    Banner(String),
    /// It printed a reply before it was asked for one.
    #[error("unexpected reply: {0}")]
    Unexpected(String),
    /// It answered with a failure.
    #[error("refused '{0}': {1}")]
    Refused(String, String),
    /// It took more time than it had.
    #[error("late by {0} ms")]
    Late(u128),
    /// Its move is not legal.
    #[error("illegal move {0}: {1}")]
    Illegal(String, String),
    /// The match was stopped. This is no fault of the engine, and the game does not count.
    #[error("stopped")]
    Stopped,
}

impl Fault {
    /// The beginnings of the texts of faults, including those of older records.
    pub const KINDS: [&str; 9] = [
        "cannot be started",
        "crashed",
        "silent",
        "did not read",
        "malformed reply",
        "unexpected reply",
        "refused",
        "late",
        "illegal move",
    ];

    /// A reply that is too long to be one.
    pub(super) fn endless() -> Self {
        Self::Malformed(format!(
            "it does not end; a reply has at most {LONGEST_REPLY} bytes and ends with a blank line"
        ))
    }

    /// The kind of a fault, given its text; the whole text if it has none.
    pub fn kind(text: &str) -> &str {
        Self::KINDS.into_iter().find(|kind| text.starts_with(kind)).unwrap_or(text)
    }
}
