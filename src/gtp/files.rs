//! The files that commands may use.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::files::{atomic, open_regular};

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

/// A file of more bytes than this is not a game.
const MOST_BYTES: u64 = 16 << 20;

impl FileAccess {
    /// Reads a text file; invalid UTF-8 becomes replacement characters.
    pub(super) fn read(&self, file: &str) -> io::Result<String> {
        let path = self.find(file)?;
        let mut bytes = Vec::new();
        open_regular(&path, OpenOptions::new().read(true))?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Writes a text file; one that is there stays whole if that fails.
    pub(super) fn write(&self, file: &str, text: &str) -> io::Result<()> {
        let path = self.find(file)?;
        atomic::replace(&path, |file| writeln!(file, "{text}"))
    }
}
