//! Replies and error messages.

use thiserror::Error;

use crate::game::{MoveError, PositionError};
use crate::play::{LessonError, LoadError, OpenError, PuzzleError, SequenceError, SetUpError, SettingError, SizeError};
use crate::play::{PlayError, RedoError, SolveError, UndoError};
use crate::sgf::SgfError;

/// The reply of a command: text of one or more lines, which may be empty.
pub type Reply = Result<String, Failure>;

/// Why a command failed. The messages begin with GTP's wording if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Failure {
    /// No such command.
    #[error("unknown command: {0}; help lists the commands")]
    UnknownCommand(String),
    /// An id and nothing else.
    #[error("unknown command: the line has only an id")]
    NoCommand,
    /// The arguments are wrong for the command.
    #[error("syntax error: usage: {0}")]
    Usage(String),
    /// The line is longer than allowed.
    #[error("syntax error: the line has more than {0} bytes")]
    TooLong(usize),
    /// A game or options that do not exist.
    #[error("syntax error: {0}")]
    Open(#[from] OpenError),
    /// A position that cannot be set up.
    #[error("syntax error: {0}")]
    Position(#[from] PositionError),
    /// A setting that does not exist, or a value out of range.
    #[error("syntax error: {0}")]
    Setting(#[from] SettingError),
    /// A number of points out of range.
    #[error("syntax error: komi is a number between -1000000 and 1000000")]
    Komi,
    /// A board that the game does not have.
    #[error("unacceptable size: {0}")]
    Size(#[from] SizeError),
    /// A move that cannot be played.
    #[error("{wording}: {0}", wording = wording(.0))]
    Play(#[from] PlayError),
    /// A lesson that the game does not have, or more than a turn.
    #[error("syntax error: {0}")]
    Lesson(LessonError),
    /// A puzzle that does not exist.
    #[error("syntax error: {0}")]
    Puzzle(PuzzleError),
    /// Nothing to solve.
    #[error("cannot solve: {0}")]
    Solve(#[from] SolveError),
    /// Nothing to play again.
    #[error("cannot redo: {0}")]
    Redo(#[from] RedoError),
    /// Nothing to take back.
    #[error("cannot undo: {0}")]
    Undo(#[from] UndoError),
    /// A turn that was not played, or that was a forfeit.
    #[error("cannot review: the game has no turn {0}, or it was a forfeit")]
    Turn(u32),
    /// A picture that the game does not have.
    #[error("syntax error: no picture '{0}'; pictures: {1}")]
    View(String, String),
    /// A file that cannot be read or written.
    #[error("cannot use file '{0}': {1}")]
    File(String, String),
    /// A game in a file that cannot be loaded.
    #[error("{wording}: {0}", wording = load_wording(.0))]
    Load(LoadError),
    /// Stones that cannot be set up, or a player who cannot be given the turn.
    #[error("cannot set up: {0}")]
    SetUp(#[from] SetUpError),
    /// The work was not completed.
    #[error("interrupted: on request, or because memory ran out")]
    Interrupted,
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        if error == LoadError::Interrupted { Self::Interrupted } else { Self::Load(error) }
    }
}

impl From<LessonError> for Failure {
    fn from(error: LessonError) -> Self {
        match error {
            LessonError::Play(error) => Self::Play(error),
            _ => Self::Lesson(error),
        }
    }
}

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Self {
        match error {
            PuzzleError::Play(error) => Self::Play(error),
            _ => Self::Puzzle(error),
        }
    }
}

impl From<SgfError> for Failure {
    fn from(error: SgfError) -> Self {
        Self::Load(error.into())
    }
}

impl From<SequenceError> for Failure {
    /// Keeps only the reason, because the line that was sent names the move.
    fn from(error: SequenceError) -> Self {
        Self::Play(error.reason)
    }
}

/// GTP's wording for the error.
fn wording(error: &PlayError) -> &'static str {
    match error {
        PlayError::Move(MoveError::Syntax(..)) => "syntax error",
        PlayError::Discarded => "interrupted",
        _ => "illegal move",
    }
}

/// The wording of the command that would do the same as the file.
fn load_wording(error: &LoadError) -> &'static str {
    match error {
        LoadError::Game { reason, .. } => load_wording(reason),
        LoadError::Sgf(_) | LoadError::Move { .. } | LoadError::Interrupted => "cannot load file",
        LoadError::Open(_) | LoadError::Position(_) => "syntax error",
        LoadError::Size(_) => "unacceptable size",
        LoadError::SetUp(_) => "cannot set up",
    }
}

/// The text of a reply, including its id and the blank line at the end.
pub(super) fn render(id: &str, reply: &Reply) -> String {
    let (mark, text) = match reply {
        Ok(text) => ('=', text.clone()),
        Err(failure) => ('?', shortened(&failure.to_string())),
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
