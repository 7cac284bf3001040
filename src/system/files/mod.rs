//! Files that are shared with people and other processes: only regular files are opened, one process at a time writes a
//! file, and writes are atomic.

pub(crate) mod atomic;
mod lock;
mod regular;

pub(crate) use lock::{Lock, Locked};
pub(crate) use regular::{check_regular, open_regular};
