//! Opening regular files only: a pipe may never end, and a device is no place for data.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file with the options.
pub(crate) fn open_regular(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // Before: opening a pipe waits for its other end. After: another process may have replaced the file meanwhile.
    check_regular(path)?;
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// Refuses a path that exists and is not a regular file. Accepts a path that does not exist.
pub(crate) fn check_regular(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_file() => Err(not_regular()),
        _ => Ok(()),
    }
}

fn not_regular() -> io::Error {
    io::Error::other("not a regular file")
}
