//! Games in files.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::board::Shape;
use crate::game::Style;
use crate::session::Session;
use crate::sgf::{self, SgfGame};
use crate::whole;

use super::engine::Engine;
use super::reply::{Failure, Reply};

/// Which files the commands may use: an engine behind a network should not have all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileAccess {
    /// All that the process may.
    #[default]
    All,
    /// None.
    None,
    /// Those in a folder and below it. Names are taken from there.
    Within(PathBuf),
}

impl FileAccess {
    /// Files in a folder.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn within(folder: &Path) -> io::Result<Self> {
        let folder = folder.canonicalize()?;
        if folder.is_dir() { Ok(Self::Within(folder)) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    /// Where the file really is, links followed, if it may be used.
    fn find(&self, file: &str) -> io::Result<PathBuf> {
        let folder = match self {
            Self::All => return Ok(PathBuf::from(file)),
            Self::None => return Err(io::Error::other("files are switched off")),
            Self::Within(folder) => folder,
        };
        let path = folder.join(file);
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let outside = || io::Error::other(format!("it is not in {}", folder.display()));
        // Of a file that is not there yet, the folder is.
        let real = match path.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
                path.parent().unwrap_or(folder).canonicalize().map_err(|_| outside())?.join(name)
            }
            found => found.map_err(|_| outside())?,
        };
        if real.starts_with(folder) { Ok(real) } else { Err(outside()) }
    }
}

/// A file of more bytes than this is no game.
const MOST_BYTES: u64 = 16 << 20;

impl Engine {
    /// Loads a game: the first `number - 1` of its moves, or all of them.
    pub(super) fn load(&mut self, file: &str, number: Option<u32>) -> Reply {
        let failed = |error: io::Error| Failure::File(file.to_owned(), error.to_string());
        let path = self.files.find(file).map_err(failed)?;
        plain_or_none(&path).map_err(failed)?;
        let mut bytes = Vec::new();
        let read = fs::File::open(&path).and_then(|open| open.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        if read.map_err(failed)? as u64 > MOST_BYTES {
            return Err(Failure::File(file.to_owned(), format!("it has more than {MOST_BYTES} bytes")));
        }
        let game = sgf::read(&String::from_utf8_lossy(&bytes))?;
        let session = self.session_of(&game, number)?;
        if let Some(komi) = game.komi {
            self.set_komi(komi);
        }
        self.start(session)
    }

    /// A session in which the moves of a game have been played.
    fn session_of(&self, game: &SgfGame, number: Option<u32>) -> Result<Box<dyn Session>, Failure> {
        let mut session = match &game.game {
            Some((name, options)) => self.open(name, options)?,
            None => self.resized_for(game)?,
        };
        // What GoGui writes of a board that is no square counts rows from its number of columns.
        let (columns, rows) = session.shape().extent();
        let rows = if game.rows.is_none() { columns } else { rows };
        let at = |point| sgf::vertex(point, rows).ok_or(Failure::Sgf(sgf::SgfError::Point));
        match &game.start {
            Some(position) => session.set_position(position)?,
            None if game.stones.is_empty() => {}
            None => {
                let stones = game.stones.iter().map(|&(color, point)| Ok((color, at(point)?)));
                let stones = stones.collect::<Result<Vec<_>, Failure>>()?;
                session.set_up(&stones, game.turn)?;
            }
        }
        let most = number.map_or(usize::MAX, |number| number.saturating_sub(1) as usize);
        for (index, mv) in game.moves.iter().take(most).enumerate() {
            let token = match (&mv.token, mv.point) {
                (Some(token), _) => token.clone(),
                (None, Some(point)) => at(point)?.to_string(),
                (None, None) => "PASS".to_owned(),
            };
            let style = if mv.token.is_some() { Style::Whole } else { Style::Steps };
            let played = session.play(mv.color, &token, style);
            played.map_err(|error| Failure::Record(index + 1, mv.color, token, error))?;
        }
        // A game that was given up has no move that says so.
        if let (Some(loser), None, None) = (game.forfeited, number, session.outcome()) {
            session.play(loser, "resign", Style::Whole)?;
        }
        Ok(session)
    }

    /// The present game on a board of the size that the file names.
    fn resized_for(&self, game: &SgfGame) -> Result<Box<dyn Session>, Failure> {
        let (columns, rows) = self.playing().shape().extent();
        let (columns, rows) = (u32::from(columns), u32::from(rows));
        // A file that gives one number means the columns, and says nothing of rows.
        let fits = game.columns == columns && game.rows.is_none_or(|high| high == rows);
        if fits {
            return self.open(self.playing().name(), &self.playing().values().to_string());
        }
        self.resized(game.columns, game.rows.unwrap_or(game.columns))
    }

    /// The game as SGF.
    pub(super) fn sgf(&self) -> String {
        let session = self.playing();
        let (columns, rows) = session.shape().extent();
        let size = match session.shape() {
            Shape::Square { .. } if columns != rows => format!("{columns}:{rows}"),
            _ => columns.to_string(),
        };
        let rules = format!("{} {}", session.name(), session.values());
        let result = session.outcome().map(|outcome| outcome.to_string());
        sgf::write(&session.record(), &size, rows, &rules, self.komi(), result.as_deref())
    }

    /// Writes the game, beside the file first: one that is there stays whole if that fails.
    pub(super) fn save(&self, file: &str) -> Reply {
        let failed = |error: io::Error| Failure::File(file.to_owned(), error.to_string());
        let write = || {
            let path = self.files.find(file)?;
            plain_or_none(&path)?;
            whole::replace(&path, |file| writeln!(file, "{}", self.sgf()))
        };
        write().map_err(failed)?;
        Ok(String::new())
    }
}

/// An error for what is there but no plain file: pipes and devices might never end.
fn plain_or_none(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is no plain file")),
        _ => Ok(()),
    }
}
