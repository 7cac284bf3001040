//! Locks of the operating system: a process that ends, however it ends, releases them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// A file that this process alone has open.
#[derive(Debug)]
pub(crate) struct Locked(File);

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
}

/// Closing the file is not enough: a program that another thread is just starting has a copy of it for a moment.
impl Drop for Locked {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Deref for Locked {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

/// A lock on a path whose file is replaced as a whole, so that the file itself cannot be locked. It is held on a file
/// beside it, `NAME.lock`, which stays: removing it would let two processes lock different files of the same name.
#[derive(Debug)]
pub(crate) struct Lock {
    _held: Locked,
}

impl Lock {
    /// Locks the path.
    pub(crate) fn acquire(path: &Path, user: &str) -> io::Result<Self> {
        // Two names of the same file share a lock.
        let real = super::atomic::target(path);
        let mut name = real.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
        name.push(".lock");
        let beside: PathBuf = real.with_file_name(name);
        let mut options = OpenOptions::new();
        let held = super::open_regular(&beside, options.write(true).create(true).truncate(false))?;
        Ok(Self { _held: Locked::new(held, user)? })
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
        let copy = first.try_clone().unwrap();
        assert_eq!(open().unwrap_err().to_string(), "in use by a test");
        drop(first);
        assert!(open().is_ok());
        drop(copy);
        std::fs::remove_file(path).unwrap();
    }
}
