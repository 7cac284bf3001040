//! Records of games: a line of JSON each, written as the game ends, so that a match that is broken off loses no more than
//! the games in progress.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::Style;
use crate::games::{self, Entry, UnknownGame};
use crate::session::{PlayError, Session};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The name of the game in commands.
    pub game: String,
    /// Its options, as for `set_game`.
    pub options: String,
    /// The position string that it began with, if it was not the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How many of the moves were given as the opening.
    #[serde(default)]
    pub opening: usize,
    /// The moves, whole turns, the opening included.
    pub moves: Vec<String>,
    /// The engine that had Black.
    pub black: String,
    /// The engine that had White.
    pub white: String,
    /// `B+…`, `W+…` or `0`.
    pub result: String,
    /// Why it ended so, if not by the rules alone: what an engine did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Which game of the match it was, from 0.
    #[serde(default)]
    pub number: usize,
    /// The time that the engines had: `100 ms a move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// How often Black and White were asked for a move; nothing in older records.
    #[serde(default)]
    pub asked: [u64; 2],
    /// Milliseconds that the engines have thought, Black and White.
    #[serde(default)]
    pub millis: [u64; 2],
    /// Nodes that they searched, where they report them.
    #[serde(default)]
    pub nodes: [u64; 2],
}

/// Why a record does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// It is no record.
    #[error("no record: {0}")]
    Form(String),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game cannot be started so.
    #[error("{0}")]
    Start(String),
    /// A move that cannot be played.
    #[error("move {0}, {1}: {2}")]
    Move(usize, String, PlayError),
    /// The result is not that of the moves.
    #[error("the result is {found}, not {written}")]
    Result {
        /// As the record has it.
        written: String,
        /// As the moves have it.
        found: String,
    },
}

impl GameRecord {
    /// Reads a line.
    ///
    /// # Errors
    /// [`ReplayError::Form`].
    pub fn read(line: &str) -> Result<Self, ReplayError> {
        serde_json::from_str(line).map_err(|error| ReplayError::Form(error.to_string()))
    }

    /// Plays the game again. A game that ended by the fault of an engine may go on as far as the rules are concerned.
    ///
    /// # Errors
    /// [`ReplayError`]: at which move, and why, it is not a game.
    pub fn replay(&self, games: &[Entry]) -> Result<Box<dyn Session>, ReplayError> {
        let mut session = games::find(games, &self.game)?
            .open(&self.options)
            .map_err(|error| ReplayError::Start(error.to_string()))?;
        if let Some(start) = &self.start {
            session.set_position(start).map_err(|error| ReplayError::Start(error.to_string()))?;
        }
        for (index, token) in self.moves.iter().enumerate() {
            let played = session.play(session.turn(), token, Style::Whole);
            played.map_err(|error| ReplayError::Move(index + 1, token.clone(), error))?;
        }
        let found = session.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string());
        if found != self.result && self.reason.is_none() {
            return Err(ReplayError::Result { written: self.result.clone(), found });
        }
        Ok(session)
    }
}

/// Reads the records of a match that was played, or broken off: a last line that was cut off is none, nor is a blank one.
///
/// # Errors
/// Those of the file, and a line that is no record.
pub fn read_records(path: &Path) -> io::Result<Vec<GameRecord>> {
    Ok(read_lines(&fs::read(path)?)?.0)
}

/// The records in the lines of a file, and how many of its bytes they take: all but a last line that was cut off.
fn read_lines(bytes: &[u8]) -> io::Result<(Vec<GameRecord>, usize)> {
    let (mut records, mut whole) = (Vec::new(), 0);
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let text = String::from_utf8_lossy(line);
        if !text.trim().is_empty() {
            match GameRecord::read(&text) {
                Ok(record) => records.push(record),
                Err(_) if !line.ends_with(b"\n") => break,
                Err(error) => return Err(io::Error::other(format!("line {}: {error}", index + 1))),
            }
        }
        whole += line.len();
    }
    Ok((records, whole))
}

/// A file of records that grows.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
}

impl RecordFile {
    /// Opens a file for records, a new one, or with `resume` one that may hold some: these are returned. A last line that
    /// was cut off is taken away.
    ///
    /// # Errors
    /// Those of the file, and a file that exists where none is to be resumed.
    pub fn open(path: &Path, resume: bool) -> io::Result<(Self, Vec<GameRecord>)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if resume {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let mut file = options.open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (records, whole) = read_lines(&bytes)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        if bytes[..whole].last().is_some_and(|&last| last != b'\n') {
            file.write_all(b"\n")?;
        }
        Ok((Self { file }, records))
    }

    /// Writes a record, in one piece.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        let line = serde_json::to_string(record).map_err(io::Error::other)? + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.flush()
    }
}
