//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a new file beside `path`, and then puts it there: a file that was there stays whole if that fails.
///
/// # Errors
/// Those of writing; nothing is left over.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let part = part(path)?;
    let all = || {
        let mut file = BufWriter::new(File::create(&part)?);
        write(&mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&part, path)
    };
    all().inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// Whether [`replace`] could write: to be asked before long work whose result is to be kept.
///
/// # Errors
/// Those of writing.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    let part = part(path)?;
    File::create(&part)?;
    fs::remove_file(&part)
}

/// Where a file is written before it is whole.
fn part(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
    name.push(format!(".{}.part", process::id()));
    Ok(path.with_file_name(name))
}
