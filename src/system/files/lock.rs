//! Locks of the operating system: a process that ends, however it ends, releases them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Locks an open file until it is closed. `user` says who may hold it: `another match`.
pub(crate) fn lock(file: &File, user: &str) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::Error::other(format!("in use by {user}"))),
        Err(TryLockError::Error(error)) => {
            log::warn!("this file system has no locks: {error}");
            Ok(())
        }
    }
}

/// A lock on a path whose file is replaced as a whole, so that the file itself cannot be locked. It is held on a file
/// beside it, `NAME.lock`, which stays: removing it would let two processes lock different files of the same name.
#[derive(Debug)]
pub(crate) struct Lock {
    _held: File,
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
        lock(&held, user)?;
        Ok(Self { _held: held })
    }
}
