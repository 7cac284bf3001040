//! Files that are shared with people and other processes: only regular files are opened, because a pipe may never end and a
//! device is no place for data; one process at a time writes a file; and a reader sees the old file or the new one, never a
//! part.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

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

/// Writes a new file beside `path`, and then renames it: a file that was there stays as it was if that fails. Permissions
/// are kept, and a symbolic link still points to the file.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    check_regular(path)?;
    let path = &target(path);
    let permissions = fs::metadata(path).ok().map(|found| found.permissions());
    let file = temporary(path)?;
    let mut buffer = BufWriter::new(file.as_file());
    write(&mut buffer)?;
    buffer.into_inner()?.sync_all()?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path)?;
    Ok(())
}

/// Writes a file as a whole: a reader sees the old one or the new one, never a part.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    replace(path, |file| file.write_all(text.as_bytes()))
}

/// Whether [`save`] could write: to be checked before long work whose result is to be saved.
pub fn can_save(path: &Path) -> io::Result<()> {
    check_regular(path)?;
    temporary(&target(path))?.close()
}

/// A new file beside the path, removed when it is dropped. It is created exclusively, so it is neither an existing file nor a link.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
    prefix.push(".");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Opened here, with the permissions of a file that is not temporary, and with errors that do not name the temporary file.
    let open = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    Builder::new().prefix(&prefix).suffix(".part").make_in(folder, open)
}

/// Where a file really is: links are followed, also a link to a file that does not exist yet.
fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| match fs::read_link(path) {
        Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
        Err(_) => path.to_owned(),
    })
}

/// A file that this process alone has open, by a lock of the operating system: a process that ends, however it ends,
/// releases it.
#[derive(Debug)]
pub(crate) struct Locked(pub File);

impl Locked {
    /// Locks an open file. `user` says who else may hold it: `another match`.
    pub(crate) fn new(file: File, user: &str) -> io::Result<Self> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(io::Error::other(format!("in use by {user}"))),
            Err(TryLockError::Error(error)) => log::warn!("this file system has no locks: {error}"),
        }
        Ok(Self(file))
    }

    /// Locks a path whose file is replaced as a whole, so that the file itself cannot be locked. The lock is held on a file
    /// beside it, `NAME.lock`, which stays: removing it would let two processes lock different files of the same name.
    pub(crate) fn beside(path: &Path, user: &str) -> io::Result<Self> {
        // Two names of the same file share a lock.
        let real = target(path);
        let mut name = real.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
        name.push(".lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        Self::new(open_regular(&real.with_file_name(name), &options)?, user)
    }
}

/// Closing the file is not enough: a program that another thread is just starting has a copy of it for a moment.
impl Drop for Locked {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_an_open_file_does_not_keep_its_lock() {
        let path = std::env::temp_dir().join(format!("papamu-lock-{}", std::process::id()));
        let open = || Locked::new(OpenOptions::new().write(true).create(true).truncate(false).open(&path)?, "a test");
        let first = open().unwrap();
        let copy = first.0.try_clone().unwrap();
        assert_eq!(open().unwrap_err().to_string(), "in use by a test");
        drop(first);
        assert!(open().is_ok());
        drop(copy);
        std::fs::remove_file(path).unwrap();
    }
}
