//! Records of games: a line of JSON each, written as the game ends, so that a match that is broken off loses no more than
//! the games in progress.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::Style;
use crate::games::Entry;
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
    /// Milliseconds that the engines have thought, Black and White.
    #[serde(default)]
    pub millis: [u64; 2],
    /// Nodes that they have looked at, where they tell.
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
    #[error("unknown game '{0}'")]
    Game(String),
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
        let entry = games.iter().find(|entry| entry.name == self.game);
        let entry = entry.ok_or_else(|| ReplayError::Game(self.game.clone()))?;
        let mut session = entry.open(&self.options).map_err(|error| ReplayError::Start(error.to_string()))?;
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
pub fn read_records(path: &Path) -> std::io::Result<Vec<GameRecord>> {
    let text = std::fs::read_to_string(path)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line)| {
        GameRecord::read(line).map_err(|error| std::io::Error::other(format!("line {}: {error}", index + 1)))
    };
    lines.map(read).collect()
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
    pub fn open(path: &Path, resume: bool) -> std::io::Result<(Self, Vec<GameRecord>)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if resume {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let mut file = options.open(path)?;
        let (mut records, mut whole) = (Vec::new(), 0);
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            let text = String::from_utf8_lossy(&line);
            if !text.ends_with('\n') {
                break;
            }
            let wrong = |error| std::io::Error::other(format!("line {}: {error}", records.len() + 1));
            let record = GameRecord::read(&text).map_err(wrong)?;
            records.push(record);
            whole += line.len() as u64;
            line.clear();
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file }, records))
    }

    /// Writes a record, in one piece.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&mut self, record: &GameRecord) -> std::io::Result<()> {
        let line = serde_json::to_string(record).map_err(std::io::Error::other)? + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.flush()
    }
}
