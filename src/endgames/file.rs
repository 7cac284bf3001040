//! The file of a table: a line of text, `papamu endgames 2 STONES GAME OPTIONS`, and a byte for each position, by number, in
//! blocks of 4,096 bytes (the last may be shorter). The line and each block are followed by a hash, eight bytes, the lowest
//! first.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::files::{atomic, open_regular};
use crate::game::Searchable;
use crate::rng::mix;

use super::{Entry, Known};

/// The most stones of any table.
pub const MOST_STONES: u32 = 8;

/// How files begin.
const HEAD: &str = "papamu endgames 2";
/// The longest first line.
const LONGEST_HEAD: u64 = 1 << 12;
/// Positions in a block.
const BLOCK: u64 = 1 << 12;
/// What the first line is hashed with in place of a block's number.
const HEAD_INDEX: u64 = u64::MAX;
/// Bytes of a block's hash.
const HASH: u64 = 8;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndgamesError {
    /// Reading or writing.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file, or folder.
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
    /// A table with at least as many stones is there already.
    #[error("{}: this table with {stones} stones is there already", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
        /// How many stones it has.
        stones: u32,
    },
    /// The game has none.
    #[error("there are no tables of endgames of {0}")]
    NoGame(&'static str),
    /// A table is about positions, whenever they come.
    #[error("games with max_moves have no tables of endgames")]
    Limited,
    /// Memory does not hold it.
    #[error("the table would take {0} bytes of memory, which are not there")]
    Memory(u64),
}

impl EndgamesError {
    fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}

/// A table, read from its file block by block: the system keeps what is wanted often.
#[derive(Debug)]
pub struct Endgames {
    path: PathBuf,
    file: Mutex<File>,
    /// Where the blocks begin.
    begin: u64,
    /// How many positions it has.
    length: u64,
    stones: u32,
    /// Whether something in it has been found to be wrong.
    damaged: AtomicBool,
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
        let folder = path.parent().unwrap_or(path);
        let check = || fs::create_dir_all(folder).and_then(|()| atomic::check(path));
        check().map_err(|error| EndgamesError::file(folder, &error))
    }

    /// Writes a table of positions with at most this many stones. The file is replaced atomically.
    ///
    /// # Errors
    /// [`EndgamesError::File`].
    pub fn write(path: &Path, subject: &str, stones: u32, bytes: &[u8]) -> Result<(), EndgamesError> {
        let write = |file: &mut dyn Write| {
            let head = format!("{HEAD} {stones} {subject}\n");
            file.write_all(head.as_bytes())?;
            file.write_all(&hash(HEAD_INDEX, head.as_bytes()).to_le_bytes())?;
            for (index, block) in bytes.chunks(BLOCK as usize).enumerate() {
                file.write_all(block)?;
                file.write_all(&hash(index as u64, block).to_le_bytes())?;
            }
            Ok(())
        };
        atomic::replace(path, write).map_err(|error| EndgamesError::file(path, &error))
    }

    /// Opens the table of a game with options, `subject`.
    ///
    /// # Errors
    /// [`EndgamesError`]: the file cannot be read, or is no such table.
    pub fn open<R: Searchable>(path: &Path, subject: &str, rules: &R) -> Result<Self, EndgamesError> {
        let failed = |error: io::Error| EndgamesError::file(path, &error);
        let other = || EndgamesError::NotATable { path: path.to_owned(), subject: subject.to_owned() };
        let file = open_regular(path, OpenOptions::new().read(true)).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        let mut file = BufReader::new(file);
        let mut head = Vec::new();
        file.by_ref().take(LONGEST_HEAD).read_until(b'\n', &mut head).map_err(failed)?;
        let mut kept = [0; HASH as usize];
        file.read_exact(&mut kept).map_err(|_| other())?;
        if hash(HEAD_INDEX, &head).to_le_bytes() != kept {
            return Err(other());
        }
        let begin = head.len() as u64 + HASH;
        let head = String::from_utf8(head).map_err(|_| other())?;
        let stones = head
            .strip_prefix(HEAD)
            .and_then(|rest| rest.strip_suffix(&format!(" {subject}\n")))
            .and_then(|stones| stones.trim_start().parse().ok())
            .filter(|&stones| stones <= MOST_STONES)
            .ok_or_else(other)?;
        let length = rules.table_size(stones);
        if about.len() != begin + length + HASH * length.div_ceil(BLOCK) {
            return Err(other());
        }
        let (path, file) = (path.to_owned(), Mutex::new(file.into_inner()));
        Ok(Self { path, file, begin, length, stones, damaged: AtomicBool::new(false) })
    }

    /// Positions with at most this many stones are in it.
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// What is known of a position; `None` where that is nothing, it has too many stones, or the file is found to be damaged.
    pub fn probe<R: Searchable>(&self, rules: &R, position: &R::Position) -> Option<Known> {
        if rules.stones(position).iter().sum::<u32>() > self.stones || self.damaged.load(Relaxed) {
            return None;
        }
        match self.byte(rules.table_index(position)?) {
            Ok(byte) => match Entry::of(byte) {
                Entry::Known(known) => Some(known),
                _ => None,
            },
            Err(error) => {
                self.damaged.store(true, Relaxed);
                log::error!("{}: {error}", self.path.display());
                None
            }
        }
    }

    /// The byte with that number, if its block is whole.
    fn byte(&self, number: u64) -> io::Result<u8> {
        let (index, place) = (number / BLOCK, (number % BLOCK) as usize);
        let size = (self.length - index * BLOCK).min(BLOCK) as usize;
        let mut block = [0; (BLOCK + HASH) as usize];
        let block = &mut block[..size + HASH as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.begin + index * (BLOCK + HASH)))?;
            file.read_exact(block)?;
        }
        let (block, kept) = block.split_at(size);
        if hash(index, block).to_le_bytes() != kept {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the table is damaged"));
        }
        Ok(block[place])
    }

    /// What is known of a position, and which of its `moves` keep that: those that win soonest, lose latest, or draw.
    pub fn best<R: Searchable>(
        &self,
        rules: &R,
        position: &R::Position,
        moves: &[R::Move],
    ) -> Option<(Known, Vec<R::Move>)> {
        let known = self.probe(rules, position)?;
        let side = rules.turn(position);
        let after = |&mv: &R::Move| {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let known = match rules.outcome(&after) {
                Some(outcome) => Known::of_end(outcome, side),
                None if rules.turn(&after) == side => self.probe(rules, &after)?,
                None => self.probe(rules, &after)?.turned(),
            };
            Some((known, mv))
        };
        let after: Vec<_> = moves.iter().filter_map(after).collect();
        let best = match known {
            Known::Win(moves) => Known::Win(moves - 1),
            Known::Loss(moves) => Known::Loss(moves - 1),
            Known::Draw => Known::Draw,
        };
        let best: Vec<_> = after.into_iter().filter(|&(known, _)| known == best).map(|(_, mv)| mv).collect();
        // The moves that keep it may not be among those to choose from.
        (!best.is_empty()).then_some((known, best))
    }
}

/// What tells a whole block from a damaged one, or from another one.
fn hash(index: u64, block: &[u8]) -> u64 {
    block.chunks(8).fold(mix(index), |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash ^ u64::from_le_bytes(word))
    })
}
