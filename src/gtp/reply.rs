//! Replies and error messages.

use std::fmt;

use crate::play::{Error, ErrorKind};
use crate::sgf::SgfError;

/// The reply of a command: text of one or more lines, which may be empty.
pub(crate) type Reply = Result<String, Failure>;

/// Why a command failed. The message begins with GTP's wording if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

impl Failure {
    /// The arguments are wrong for the command.
    pub(super) fn usage(usage: &str) -> Self {
        Self(format!("syntax error: usage: {usage}"))
    }

    /// No such command.
    pub(super) fn unknown(command: &str) -> Self {
        Self(format!("unknown command: {command}; help lists the commands"))
    }

    /// The work was not completed.
    pub(super) fn interrupted() -> Self {
        Self("interrupted: on request, or because memory ran out".to_owned())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let wording = match error.kind() {
            ErrorKind::Syntax => "syntax error",
            ErrorKind::Size => "unacceptable size",
            ErrorKind::Move => "illegal move",
            ErrorKind::SetUp => "cannot set up",
            ErrorKind::Undo => "cannot undo",
            ErrorKind::Redo => "cannot redo",
            ErrorKind::Solve => "cannot solve",
            ErrorKind::Load => "cannot load file",
            ErrorKind::Match => "cannot play a match",
            ErrorKind::Interrupted => "interrupted",
        };
        Self(format!("{wording}: {error}"))
    }
}

impl From<SgfError> for Failure {
    fn from(error: SgfError) -> Self {
        Error::from(error).into()
    }
}

/// The text of a reply, including its id and the blank line at the end.
pub(super) fn render(id: &str, reply: &Reply) -> String {
    let (mark, text) = match reply {
        Ok(text) => ('=', text.clone()),
        Err(Failure(text)) => ('?', shortened(text)),
    };
    let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    format!("{mark}{id}{space}{text}\n\n")
}

/// Shortens a message, because it may quote a long line.
fn shortened(text: &str) -> String {
    const MOST: usize = 500;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
