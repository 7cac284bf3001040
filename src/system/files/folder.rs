//! A folder beneath which files are opened. Names and symbolic links that lead out of it are refused.
//!
//! Looking at a path and then opening it would leave time to replace a folder in it by a link to elsewhere. So each file is
//! opened from the folder's handle, and the system itself refuses what leads out of it (Linux: `openat2` with
//! `RESOLVE_BENEATH`). Where it cannot, on other Unix systems and kernels before 5.6, links are not followed at all. Other
//! systems compare the path with the folder's before they open it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A folder whose files may be used.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    /// Its path without links, and as it was given.
    paths: [PathBuf; 2],
    #[cfg(unix)]
    handle: std::sync::Arc<rustix::fd::OwnedFd>,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn open(path: &Path) -> io::Result<Self> {
        let real = path.canonicalize()?;
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        #[cfg(unix)]
        let handle = rustix::fs::open(&real, unix::FOLDER, rustix::fs::Mode::empty())?.into();
        Ok(Self {
            paths: [real, path.to_owned()],
            #[cfg(unix)]
            handle,
        })
    }

    /// A name relative to the folder: absolute names of files in it are allowed too.
    fn relative<'a>(&self, name: &'a Path) -> io::Result<&'a Path> {
        let inside = self.paths.iter().find_map(|path| name.strip_prefix(path).ok());
        let relative = if name.is_absolute() { inside.ok_or_else(|| self.outside())? } else { name };
        Ok(if relative.as_os_str().is_empty() { Path::new(".") } else { relative })
    }

    fn outside(&self) -> io::Error {
        io::Error::other(format!("it is not in {}", self.paths[0].display()))
    }
}

#[cfg(unix)]
mod unix {
    use std::collections::hash_map::RandomState;
    use std::ffi::OsStr;
    use std::hash::{BuildHasher, Hasher};
    use std::os::unix::ffi::OsStringExt;
    use std::path::Component;

    use rustix::fd::{AsFd, OwnedFd};
    use rustix::fs::{
        AtFlags, FileType, Mode, OFlags, RawMode, fchmod, openat, readlinkat, renameat, statat, unlinkat,
    };
    use rustix::io::Errno;

    use super::super::atomic;
    use super::super::regular::not_regular;
    use super::*;

    /// How folders are opened.
    pub(super) const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

    /// The most links to follow to the file that is written; more are a cycle.
    const MOST_LINKS: usize = 8;

    impl Folder {
        /// Opens a regular file for reading.
        ///
        /// # Errors
        /// Those of opening; the file is not in the folder, or not a regular file.
        pub fn read(&self, name: &Path) -> io::Result<File> {
            // Without blocking: opening a pipe would wait for its other end.
            let file = File::from(self.beneath(self.relative(name)?, OFlags::NONBLOCK | OFlags::NOCTTY)?);
            if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
        }

        /// Writes a file as [`atomic::replace`] does: through links, and the old file stays if that fails.
        ///
        /// # Errors
        /// Those of writing; the file is not in the folder, or not a regular file.
        pub fn replace(&self, name: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
            let mut path = self.relative(name)?.to_owned();
            for _ in 0..MOST_LINKS {
                let folder = self.beneath(path.parent().unwrap_or(Path::new("")), FOLDER)?;
                let Some(file) = path.file_name() else { return Err(not_regular()) };
                match readlinkat(&folder, file, Vec::new()) {
                    Ok(target) => {
                        let target = std::ffi::OsString::from_vec(target.into_bytes());
                        path = path.with_file_name(target);
                    }
                    Err(Errno::INVAL | Errno::NOENT) => return replace_in(&folder, file, write),
                    Err(error) => return Err(error.into()),
                }
            }
            Err(Errno::LOOP.into())
        }

        fn beneath(&self, path: &Path, flags: OFlags) -> io::Result<OwnedFd> {
            let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
            let opened = open_beneath(self.handle.as_fd(), path, flags | OFlags::CLOEXEC);
            opened.map_err(|error| if error == Errno::XDEV { self.outside() } else { error.into() })
        }
    }

    fn open_beneath(folder: rustix::fd::BorrowedFd, path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{ResolveFlags, openat2};
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
            match openat2(folder, path, flags, Mode::empty(), resolve) {
                Err(Errno::NOSYS | Errno::PERM) => {} // an older kernel, or a container that does not know the call
                opened => return opened,
            }
        }
        walk(folder, path, flags)
    }

    /// Opens a path a folder at a time, without following links.
    fn walk(folder: rustix::fd::BorrowedFd, path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        let mut at = openat(folder, ".", FOLDER, Mode::empty())?;
        let mut names = path.components().filter(|part| *part != Component::CurDir).peekable();
        while let Some(part) = names.next() {
            let Component::Normal(name) = part else { return Err(Errno::XDEV) };
            let flags = if names.peek().is_some() { FOLDER } else { flags };
            at = openat(&at, name, flags | OFlags::NOFOLLOW, Mode::empty())?;
        }
        Ok(at)
    }

    /// Writes a new file into the folder, and then gives it the name.
    fn replace_in(
        folder: &OwnedFd,
        name: &OsStr,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mode = match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) if FileType::from_raw_mode(found.st_mode as RawMode) != FileType::RegularFile => {
                return Err(not_regular());
            }
            Ok(found) => Some(Mode::from_raw_mode(found.st_mode as RawMode)),
            Err(_) => None,
        };
        // A name that another process cannot guess.
        let mut part = name.to_owned();
        part.push(format!(".{:016x}.part", RandomState::new().build_hasher().finish()));
        let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = File::from(openat(folder, &part, new, Mode::from_raw_mode(0o666))?);
        let written = atomic::fill(&file, write)
            .and_then(|()| Ok(mode.map_or(Ok(()), |mode| fchmod(&file, mode))?))
            .and_then(|()| Ok(renameat(folder, &part, folder, name)?));
        if written.is_err() {
            // What is left over is not worth another error.
            let _ = unlinkat(folder, &part, AtFlags::empty());
        }
        written
    }

    #[cfg(test)]
    mod tests {
        use std::fs;
        use std::os::unix::fs::symlink;

        use super::*;

        /// What older kernels use.
        #[test]
        fn a_walk_opens_what_is_beneath_and_follows_no_link() {
            let folder = tempfile::tempdir().unwrap();
            let path = |name: &str| folder.path().join(name);
            fs::create_dir_all(path("inside/deeper")).unwrap();
            fs::write(path("inside/deeper/file"), "within").unwrap();
            fs::write(path("outside"), "precious").unwrap();
            symlink("deeper", path("inside/folder")).unwrap();
            symlink("../outside", path("inside/link")).unwrap();
            let inside = File::open(path("inside")).unwrap();
            let open = |name: &str| walk(inside.as_fd(), Path::new(name), OFlags::CLOEXEC).map(File::from);
            assert_eq!(io::read_to_string(open("deeper/./file").unwrap()).unwrap(), "within");
            assert!(open(".").unwrap().metadata().unwrap().is_dir());
            for name in ["folder/file", "link", "../outside", "deeper/../../outside", "/etc/passwd", "nothing"] {
                assert!(open(name).is_err(), "{name}");
            }
        }
    }
}

#[cfg(not(unix))]
impl Folder {
    /// Opens a regular file for reading.
    ///
    /// # Errors
    /// Those of opening; the file is not in the folder, or not a regular file.
    pub fn read(&self, name: &Path) -> io::Result<File> {
        super::open_regular(&self.find(name)?, std::fs::OpenOptions::new().read(true))
    }

    /// Writes a file as [`atomic::replace`](super::atomic::replace) does.
    ///
    /// # Errors
    /// Those of writing; the file is not in the folder, or not a regular file.
    pub fn replace(&self, name: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        super::atomic::replace(&self.find(name)?, write)
    }

    /// Where the file really is, links followed.
    fn find(&self, name: &Path) -> io::Result<PathBuf> {
        let path = self.paths[0].join(self.relative(name)?);
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        // Of a file that is not there yet, the folder is.
        let real = match path.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
                path.parent().unwrap_or(&path).canonicalize().map_err(|_| self.outside())?.join(name)
            }
            found => found.map_err(|_| self.outside())?,
        };
        if real.starts_with(&self.paths[0]) { Ok(real) } else { Err(self.outside()) }
    }
}
