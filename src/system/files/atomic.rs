//! Atomic writes: a reader sees the old file or the new one, never a part.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::check_regular;

/// Writes a new file beside `path`, and then renames it: a file that was there stays as it was if that fails. Permissions
/// are kept, and a symbolic link still points to the file.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    check_regular(path)?;
    let path = &target(path);
    let permissions = fs::metadata(path).ok().map(|found| found.permissions());
    let file = temporary(path)?;
    fill(file.as_file(), write)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path)?;
    Ok(())
}

/// Writes a file that nobody can read under its final name yet.
fn fill(mut file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffer = BufWriter::new(&mut file);
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    file.sync_all()
}

/// Whether [`replace`] could write: to be checked before long work whose result is to be saved.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    check_regular(path)?;
    temporary(&target(path))?.close()
}

/// A new file beside the path, removed when it is dropped. It is created exclusively, so it is neither an existing file nor a link.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut prefix = name.to_owned();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".part");
    if let Some(permissions) = for_everybody() {
        builder.permissions(permissions);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    builder.tempfile_in(folder).map_err(without_path)
}

/// The error without the name of the temporary file, which says nothing to a user.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason.to_owned()),
        None => error,
    }
}

/// The permissions of a file that is not temporary, before the process's mask.
fn for_everybody() -> Option<Permissions> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    None
}

/// Where a file really is: links are followed, also a link to a file that does not exist yet.
pub(crate) fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| match fs::read_link(path) {
        Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
        Err(_) => path.to_owned(),
    })
}
