//! The file of a table: a line of text, `papamu endgames 1 STONES GAME OPTIONS`, and a byte for each position, by number.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::game::Hints;

use super::{Entry, Known};

/// How files begin.
const HEAD: &str = "papamu endgames 1";
/// The longest first line.
const LONGEST_HEAD: u64 = 1 << 12;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndgamesError {
    /// Reading or writing.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        reason: String,
    },
    /// The file is none of this kind, not whole, or about another game or other options.
    #[error("{}: not a table of endgames of {subject}", .path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
        /// What was expected.
        subject: String,
    },
    /// The game has none.
    #[error("there are no tables of endgames of {0}")]
    NoGame(&'static str),
    /// Memory does not hold it.
    #[error("not enough memory for a table of {0} bytes")]
    Memory(u64),
}

impl EndgamesError {
    fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}

/// A table, read byte by byte from its file: the system keeps what is wanted often.
#[derive(Debug)]
pub struct Endgames {
    file: Mutex<File>,
    /// Where the bytes begin.
    begin: u64,
    /// Positions with at most so many stones are in it.
    stones: u32,
}

impl Endgames {
    /// The name of the file for a game with options, `subject`.
    pub fn file_name(subject: &str) -> String {
        format!("{}.endgames", subject.replace(' ', "_"))
    }

    /// Makes the folder of a table that is to be written, and sees whether that can be done: nobody wants to know only after the
    /// work.
    ///
    /// # Errors
    /// [`EndgamesError::File`].
    pub fn check_place(path: &Path) -> Result<(), EndgamesError> {
        let new = new_file(path);
        let check = || {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            File::create(&new).map(drop)
        };
        check().map_err(|error| EndgamesError::file(&new, &error))
    }

    /// Writes a table of positions with at most so many stones. A file that is there is replaced once the new one is whole.
    ///
    /// # Errors
    /// [`EndgamesError::File`].
    pub fn write(path: &Path, subject: &str, stones: u32, bytes: &[u8]) -> Result<(), EndgamesError> {
        let write = || {
            let new = new_file(path);
            let mut file = BufWriter::new(File::create(&new)?);
            writeln!(file, "{HEAD} {stones} {subject}")?;
            file.write_all(bytes)?;
            file.into_inner()?.sync_all()?;
            std::fs::rename(new, path)
        };
        write().map_err(|error| EndgamesError::file(path, &error))
    }

    /// Opens the table of a game with options, `subject`.
    ///
    /// # Errors
    /// [`EndgamesError`]: the file cannot be read, or is no such table.
    pub fn open<R: Hints>(path: &Path, subject: &str, rules: &R) -> Result<Self, EndgamesError> {
        let failed = |error: io::Error| EndgamesError::file(path, &error);
        let other = || EndgamesError::NotATable { path: path.to_owned(), subject: subject.to_owned() };
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut head = Vec::new();
        let mut file = BufReader::new(file);
        file.by_ref().take(LONGEST_HEAD).read_until(b'\n', &mut head).map_err(failed)?;
        let begin = head.len() as u64;
        let head = String::from_utf8(head).map_err(|_| other())?;
        let stones = head
            .strip_prefix(HEAD)
            .and_then(|rest| rest.strip_suffix(&format!(" {subject}\n")))
            .and_then(|stones| stones.trim_start().parse().ok())
            .ok_or_else(other)?;
        // No table has more stones than fit into a number.
        if stones > MOST_STONES || length != begin + rules.numbers(stones) {
            return Err(other());
        }
        Ok(Self { file: Mutex::new(file.into_inner()), begin, stones })
    }

    /// What is known of a position; `None` where that is nothing, it has too many stones, or the file cannot be read any more.
    pub fn probe<R: Hints>(&self, rules: &R, position: &R::Position) -> Option<Known> {
        if rules.stones(position).iter().sum::<u32>() > self.stones {
            return None;
        }
        let place = self.begin + rules.number(position)?;
        let mut byte = [0];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(place)).and_then(|_| file.read_exact(&mut byte)).ok()?;
        match Entry::of(byte[0]) {
            Entry::Known(known) => Some(known),
            _ => None,
        }
    }
}

/// Where a table is written before it is whole.
fn new_file(path: &Path) -> PathBuf {
    path.with_extension("new")
}

/// The most stones of any table.
pub const MOST_STONES: u32 = 8;
