//! The machine and its system: cancellation, threads, memory, files, and text for a terminal.

pub(crate) mod buckets;
mod cancel;
pub(crate) mod files;
mod memory;
mod printable;
mod processor;
pub mod threads;

pub use cancel::Cancel;
pub use files::{can_save, save};
pub(crate) use memory::memory_mb;
pub(crate) use printable::beginning;
pub use printable::printable;
pub use processor::choose_build;
pub use threads::lock;
