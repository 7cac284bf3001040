//! The file format of a table: the line `papamu endgames 2 STONES GAME OPTIONS`, then one byte per position, in the
//! order of their numbers, in blocks of 4,096 bytes (the last may be shorter). An eight-byte little-endian hash follows
//! the line and each block.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::game::Searchable;
use crate::rng::mix;
use crate::system::files::{atomic, open_regular};

use super::{EndgameEntry, EndgameValue};

/// The most stones of any table.
pub const MOST_STONES: u32 = 8;

/// The start of every file.
const HEAD: &str = "papamu endgames 2";
/// The longest first line, in bytes.
const LONGEST_HEAD: u64 = 1 << 12;
/// Positions in a block.
const BLOCK: u64 = 1 << 12;
/// The block number used in the hash of the first line.
const HEAD_INDEX: u64 = u64::MAX;
/// The size of a block's hash, in bytes.
const HASH: u64 = 8;

/// Why a table cannot be built, read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndgamesError {
    /// The file or folder cannot be read or written.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file, or folder.
        path: PathBuf,
        /// What went wrong.
        reason: String,
    },
    /// The file is not a table, is damaged, or belongs to another game or other options.
    #[error("{}: not an endgame table of {subject}", .path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
        /// What was expected.
        subject: String,
    },
    /// A table with at least this many stones exists already.
    #[error("{}: a table with {stones} stones exists already", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
        /// The number of stones of that table.
        stones: u32,
    },
    /// The work was stopped before there was a larger table than before.
    #[error("interrupted: there is no new table")]
    Interrupted,
    /// The game has no endgame tables.
    #[error("{0} has no endgame tables")]
    NoGame(&'static str),
    /// The game has a move limit, which tables do not support.
    #[error("games with max_moves have no endgame tables")]
    Limited,
    /// The table does not fit in memory.
    #[error("the table needs {0} bytes of memory, more than are available")]
    Memory(u64),
}

impl EndgamesError {
    fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}

/// A table that is read from its file block by block. The operating system caches the blocks that are used often.
#[derive(Debug)]
pub struct Endgames {
    path: PathBuf,
    file: Mutex<File>,
    /// The offset of the first block.
    begin: u64,
    /// The number of positions.
    length: u64,
    stones: u32,
    /// Whether damage was found.
    damaged: AtomicBool,
}

impl Endgames {
    /// The name of the file for `subject`, a game with its options.
    pub fn file_name(subject: &str) -> String {
        format!("{}.endgames", subject.replace(' ', "_"))
    }

    /// Creates the folder of a table, and checks that the file can be written before the work begins.
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

    /// Opens the table of `subject`, a game with its options.
    ///
    /// # Errors
    /// [`EndgamesError`]: the file cannot be read, or is not a table of `subject`.
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

    /// The most stones of its positions.
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// The result of a position; `None` if it is undecided, has too many stones, or the file is damaged.
    pub fn probe<R: Searchable>(&self, rules: &R, position: &R::Position) -> Option<EndgameValue> {
        if rules.stones(position).iter().sum::<u32>() > self.stones || self.damaged.load(Relaxed) {
            return None;
        }
        match self.byte(rules.table_index(position)?) {
            Ok(byte) => match EndgameEntry::of(byte) {
                EndgameEntry::Decided(known) => Some(known),
                _ => None,
            },
            Err(error) => {
                self.damaged.store(true, Relaxed);
                log::error!("{}: {error}", self.path.display());
                None
            }
        }
    }

    /// The byte with this number, if its block is not damaged.
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

    /// The result of a position, and the best of its `moves`: those that win fastest, lose slowest, or draw.
    pub fn best<R: Searchable>(
        &self,
        rules: &R,
        position: &R::Position,
        moves: &[R::Move],
    ) -> Option<(EndgameValue, Vec<R::Move>)> {
        let known = self.probe(rules, position)?;
        let side = rules.turn(position);
        let after = |&mv: &R::Move| {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let known = match rules.outcome(&after) {
                Some(outcome) => EndgameValue::of_end(outcome, side),
                None if rules.turn(&after) == side => self.probe(rules, &after)?,
                None => self.probe(rules, &after)?.turned(),
            };
            Some((known, mv))
        };
        let after: Vec<_> = moves.iter().filter_map(after).collect();
        let best = match known {
            EndgameValue::Win(moves) => EndgameValue::Win(moves - 1),
            EndgameValue::Loss(moves) => EndgameValue::Loss(moves - 1),
            EndgameValue::Draw => EndgameValue::Draw,
        };
        let best: Vec<_> = after.into_iter().filter(|&(known, _)| known == best).map(|(_, mv)| mv).collect();
        // The best moves may not be among `moves`.
        (!best.is_empty()).then_some((known, best))
    }
}

/// The hash that detects a damaged or misplaced block.
fn hash(index: u64, block: &[u8]) -> u64 {
    block.chunks(8).fold(mix(index), |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash ^ u64::from_le_bytes(word))
    })
}
