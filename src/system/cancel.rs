//! Cancellation tokens: they end long work early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A cancellation token of one request. Clones share its state. A cancelled token stays cancelled: work that is given one
/// ends at once, with the best answer it has.
/// A driver makes one token a request, hands it to the engine, and keeps a clone to cancel it from another thread.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    /// Read in the hot path of the searches.
    cancelled: AtomicBool,
    discarded: AtomicBool,
    abandoned: AtomicBool,
    /// Held while a flag is set, so that a waiting thread cannot miss the notification.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Cancel {
    pub fn cancel(&self) {
        self.set(&self.0.cancelled);
    }

    fn set(&self, flag: &AtomicBool) {
        let guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        drop(guard);
        self.0.changed.notify_all();
    }

    /// Whether the work is to end.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        // A web worker has no other thread that could cancel: its host looks at messages when the clock is read.
        #[cfg(target_family = "wasm")]
        let _ = std::time::Instant::now();
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Ends the work and says that its result is not wanted: nothing may change by it.
    pub fn discard(&self) {
        self.0.discarded.store(true, Ordering::Relaxed);
        self.cancel();
    }

    /// Whether the result is not wanted.
    pub(crate) fn is_discarded(&self) -> bool {
        self.0.discarded.load(Ordering::Relaxed)
    }

    /// Reports that nobody can cancel the work any more, because the input has ended. Work without a limit must then end
    /// by itself; work with limits runs up to these.
    pub fn abandon(&self) {
        self.set(&self.0.abandoned);
    }

    /// Whether nobody is left to cancel the work.
    #[inline]
    pub(crate) fn is_abandoned(&self) -> bool {
        self.0.abandoned.load(Ordering::Relaxed)
    }

    /// Blocks until the work is cancelled or abandoned.
    pub fn wait(&self) {
        let guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.changed.wait_while(guard, |_| !self.is_cancelled() && !self.is_abandoned()));
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether another clone of the token exists. If none does, the work is over.
    pub(crate) fn is_in_use(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}
