//! Access control for the files that commands may use.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::Path;

use crate::system::files::{Folder, atomic, open_regular};

/// The files that commands may use. An engine behind a network should not have access to all.
#[derive(Clone, Debug, Default)]
pub struct FileAccess(Access);

#[derive(Clone, Debug, Default)]
enum Access {
    #[default]
    All,
    None,
    Within(Folder),
}

impl FileAccess {
    /// All files that the process can access.
    pub const ALL: Self = Self(Access::All);
    /// No files.
    pub const NONE: Self = Self(Access::None);

    /// The files in a folder and below it. Names are relative to the folder.
    ///
    /// # Errors
    /// The folder does not exist.
    pub fn within(folder: &Path) -> io::Result<Self> {
        Ok(Self(Access::Within(Folder::open(folder)?)))
    }
}

/// The largest file that is read as a game, in bytes.
const MOST_BYTES: u64 = 16 << 20;

impl FileAccess {
    /// Reads a text file; invalid UTF-8 becomes replacement characters.
    pub(super) fn read(&self, name: &str) -> io::Result<String> {
        let path = Path::new(name);
        let file = match &self.0 {
            Access::All => open_regular(path, OpenOptions::new().read(true))?,
            Access::None => return Err(switched_off()),
            Access::Within(folder) => folder.read(path)?,
        };
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
        }
        Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// Writes a text file atomically: a failure leaves the old file.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = Path::new(name);
        let write = |file: &mut dyn io::Write| writeln!(file, "{text}");
        match &self.0 {
            Access::All => atomic::replace(path, write),
            Access::None => Err(switched_off()),
            Access::Within(folder) => folder.replace(path, write),
        }
    }
}

fn switched_off() -> io::Error {
    io::Error::other("files are switched off")
}
