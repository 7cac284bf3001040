//! Long proofs: progress reports, and checkpoints of the table in a file from which a later run continues.
//!
//! The file is one line of text, `papamu proofs 1 NODES GAME OPTIONS`, then the entries of the table, each two
//! little-endian words. A pair of zeros ends them; the last pair is the number of entries and a hash of them.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::game::Color;
use crate::rng::mix;
use crate::system::files::{self, Locked, check_regular, open_regular};

use super::strategy::Goal;
use super::table::{Numbers, ProofTable};

const HEAD: &str = "papamu proofs 1";
const LONGEST_HEAD: u64 = 1 << 12;

#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProofProgress {
    /// Whose result is searched for: the question is whether this player can force the goal.
    pub side: Color,
    pub goal: Goal,
    /// The proof and disproof numbers of the question in the position to solve.
    pub numbers: Numbers,
    /// Positions searched, including those of earlier runs.
    pub nodes: u64,
    pub best: Option<String>,
}

fn failed(path: &Path, reason: impl fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {reason}", path.display()))
}

/// Where a long proof is saved, if anywhere, and who receives its progress reports.
pub struct Journal<'a> {
    pub save: Option<Save>,
    pub tell_every: Duration,
    pub see: &'a mut dyn FnMut(&ProofProgress),
}

#[derive(Clone, Debug)]
pub struct Save {
    /// The file. If it exists, its proof is continued.
    pub file: PathBuf,
    /// The game and its options, which identify the proof.
    pub subject: String,
    pub every: Duration,
}

pub(super) struct Keeper<'a> {
    save: &'a Save,
    saved: Instant,
    /// Keeps a second process from overwriting the file.
    _lock: Locked,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(save: &'a Save) -> io::Result<Self> {
        let path = &save.file;
        let lock = check_regular(path).and_then(|()| Locked::beside(path, "another solver"));
        Ok(Self { save, saved: Instant::now(), _lock: lock.map_err(|error| failed(path, error))? })
    }

    /// When the current round must end so that the proof can be saved.
    pub(super) fn next(&self) -> Option<Instant> {
        self.saved.checked_add(self.save.every)
    }

    /// Loads the saved table (at most `bytes`) and its node count. If there is nothing to load, returns `None` after
    /// checking that the file can be written.
    pub(super) fn begin(&self, bytes: usize) -> io::Result<Option<(ProofTable, u64)>> {
        let path = &self.save.file;
        if !path.try_exists().map_err(|error| failed(path, error))? {
            self.write(&ProofTable::new(0), 0)?;
            return Ok(None);
        }
        let table = ProofTable::new(bytes);
        let nodes = load(self.save, &table)?;
        Ok(Some((table, nodes)))
    }

    /// Saves the proof when a save is due or the proof `stops`. If saving fails, the proof continues and the earlier
    /// checkpoint stays.
    pub(crate) fn note(&mut self, table: &ProofTable, nodes: u64, stops: bool) {
        if stops || self.saved.elapsed() >= self.save.every {
            if let Err(error) = self.write(table, nodes) {
                log::error!("cannot save the proof: {error}");
            }
            self.saved = Instant::now();
        }
    }

    /// Replaces the file atomically: if the process is killed, the old or the new file is there.
    fn write(&self, table: &ProofTable, nodes: u64) -> io::Result<()> {
        let path = &self.save.file;
        let written = files::replace(path, |file| {
            let mut sum = [0; 2];
            writeln!(file, "{HEAD} {nodes} {}", self.save.subject)?;
            let mut write = |words: [u64; 2]| file.write_all(words.map(u64::to_le_bytes).as_flattened());
            for entry in table.entries() {
                sum = added(sum, entry);
                write(entry)?;
            }
            write([0, 0])?;
            write(sum)
        });
        written.map_err(|error| failed(path, error))
    }
}

/// Loads the entries of a checkpoint into a table, and returns its node count.
fn load(save: &Save, table: &ProofTable) -> io::Result<u64> {
    let (path, subject) = (&*save.file, &*save.subject);
    let no_proof = || failed(path, "not a saved proof");
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => no_proof(),
        _ => failed(path, error),
    };
    let mut file = BufReader::new(open_regular(path, OpenOptions::new().read(true)).map_err(failed)?);
    let mut head = String::new();
    file.by_ref().take(LONGEST_HEAD).read_line(&mut head).map_err(failed)?;
    let rest = head.trim_end().strip_prefix(HEAD).and_then(|rest| rest.trim_start().split_once(' '));
    let known = rest.and_then(|(nodes, subject)| Some((nodes.parse().ok()?, subject)));
    let Some((nodes, found)) = known else { return Err(no_proof()) };
    if found != subject {
        return Err(failed(io::Error::other(format!("belongs to another proof: {found}"))));
    }
    let mut sum = [0; 2];
    let mut next = || {
        let mut words = [[0; 8]; 2];
        file.read_exact(words.as_flattened_mut()).map(|()| words.map(u64::from_le_bytes))
    };
    loop {
        match next().map_err(failed)? {
            [0, 0] => break,
            entry => {
                sum = added(sum, entry);
                table.restore(entry);
            }
        }
    }
    let is_whole = next().map_err(failed)? == sum && next().is_err();
    if is_whole { Ok(nodes) } else { Err(no_proof()) }
}

/// The running checksum of a checkpoint, the number of its entries and a hash of them, with one entry more.
fn added([count, hash]: [u64; 2], [word, data]: [u64; 2]) -> [u64; 2] {
    [count + 1, mix(hash ^ mix(word) ^ data)]
}
