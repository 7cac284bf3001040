//! Atomic writes: a reader sees the old file or the new one, never a part.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a new file beside `path`, and then renames it: a file that was there stays as it was if that fails. Permissions
/// are kept, and a symbolic link still points to the file. A pipe or device is written to directly.
///
/// # Errors
/// Those of writing; nothing is left over.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let place = Place::find(path)?;
    let Place::Plain { path, part, permissions } = &place else {
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(path)?);
        write(&mut file)?;
        return file.flush();
    };
    let all = || {
        let mut file = BufWriter::new(File::create(part)?);
        write(&mut file)?;
        let file = file.into_inner().map_err(IntoInnerError::into_error)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions.clone())?;
        }
        file.sync_all()?;
        fs::rename(part, path)
    };
    all().inspect_err(|_| {
        let _ = fs::remove_file(part);
    })
}

/// Whether [`replace`] could write: to be checked before long work whose result is to be saved.
///
/// # Errors
/// Those of writing.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    match Place::find(path)? {
        Place::Plain { part, .. } => File::create(&part).and_then(|_| fs::remove_file(&part)),
        // The reader of a pipe would see its end.
        Place::Special => Ok(()),
    }
}

/// Where to write.
enum Place {
    /// A regular file, or none yet.
    Plain {
        /// Where it is, links resolved.
        path: PathBuf,
        /// Where it is written before it is complete.
        part: PathBuf,
        /// The permissions of the file that is there.
        permissions: Option<Permissions>,
    },
    /// A pipe or a device.
    Special,
}

impl Place {
    fn find(path: &Path) -> io::Result<Self> {
        let found = fs::metadata(path).ok();
        if found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(Self::Special);
        }
        let path = path.canonicalize().unwrap_or_else(|_| target(path));
        let mut name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
        name.push(format!(".{}.part", process::id()));
        Ok(Self::Plain { part: path.with_file_name(name), path, permissions: found.map(|found| found.permissions()) })
    }
}

/// Where a link to a file that does not exist yet points; any other path itself.
fn target(path: &Path) -> PathBuf {
    match fs::read_link(path) {
        Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
        Err(_) => path.to_owned(),
    }
}
