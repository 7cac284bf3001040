//! Faults of engines.

use thiserror::Error;

use super::process::LONGEST_REPLY;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("crashed")]
    Crashed,
    #[error("silent for {0} ms")]
    Silent(u128),
    #[error("did not read its input for {0} ms")]
    NotReading(u128),
    #[error("malformed reply: {0}")]
    Malformed(String),
    #[error("malformed reply, a banner before the first reply: {0}")]
    Banner(String),
    #[error("unexpected reply: {0}")]
    Unexpected(String),
    #[error("refused '{0}': {1}")]
    Refused(String, String),
    #[error("late by {0} ms")]
    Late(u128),
    #[error("late, no reply within {0} ms")]
    NoMove(u128),
    #[error("illegal move {0}: {1}")]
    Illegal(String, String),
    /// The match was stopped. This is no fault of the engine, and the game does not count.
    #[error("stopped")]
    Stopped,
}

impl Fault {
    /// The beginnings of the texts of faults.
    pub const KINDS: [&str; 8] =
        ["crashed", "silent", "did not read", "malformed reply", "unexpected reply", "refused", "late", "illegal move"];

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
