//! Why a command fails: what it prints, and the exit status.

use std::fmt;
use std::io;
use std::path::Path;

use papamu::play::{self, ErrorKind};

/// Why a command failed.
#[derive(Debug)]
pub enum Error {
    /// The arguments are wrong, so the command has not begun.
    Arguments(String),
    /// Anything else.
    Failed(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl Error {
    pub fn arguments(reason: impl ToString) -> Self {
        Self::Arguments(reason.to_string())
    }

    pub fn failed(reason: impl ToString) -> Self {
        Self::Failed(reason.to_string())
    }

    /// About a file, or what is in it.
    pub fn file(path: &Path, reason: impl ToString) -> Self {
        Self::Failed(format!("{}: {}", path.display(), reason.to_string()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Arguments(reason) | Self::Failed(reason) => f.write_str(reason),
            Self::Output(error) => write!(f, "writing the output: {error}"),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<play::Error> for Error {
    fn from(error: play::Error) -> Self {
        match error.kind() {
            ErrorKind::Syntax => Self::arguments(error),
            _ => Self::failed(error),
        }
    }
}
