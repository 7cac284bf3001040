//! Helper threads, if the system can start them, and what threads share.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope, ScopedJoinHandle, available_parallelism};

/// The most threads per core: with more, a search would not end on time.
const MOST_PER_CORE: usize = 4;

/// Locks a mutex, even if a thread has panicked that held it.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of threads that a search starts on this machine if the user asks for `wanted`.
pub(crate) fn usable(wanted: usize) -> usize {
    wanted.min(available_parallelism().map_or(1, usize::from) * MOST_PER_CORE)
}

/// Starts a helper. If the system cannot start another thread, the others do the work.
pub fn help<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    Builder::new().spawn_scoped(scope, work).inspect_err(|error| log::warn!("one thread less: {error}")).ok()
}

/// Does the main work while helpers, numbered from 1, do theirs, and tells them to `stop` when it is done. Compiled once for
/// all games.
pub(crate) fn with_helpers(helpers: usize, help_out: &(dyn Fn(usize) + Sync), main: &mut dyn FnMut(), stop: &dyn Fn()) {
    if helpers == 0 {
        return main();
    }
    thread::scope(|scope| {
        for number in 1..=helpers {
            help(scope, move || help_out(number));
        }
        // The scope waits for the helpers, so a panic must stop them, too.
        let ended = catch_unwind(AssertUnwindSafe(main));
        stop();
        ended.unwrap_or_else(|panic| resume_unwind(panic));
    });
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// Helpers that nobody stops would work for ever.
    #[test]
    fn a_panic_of_the_main_worker_stops_its_helpers() {
        let (stop, stopped) = channel();
        let stopped = Mutex::new(stopped);
        let wait = |_| stopped.lock().unwrap().recv().unwrap();
        let work = || with_helpers(1, &wait, &mut || panic!("the main worker"), &|| stop.send(()).unwrap());
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }

    #[test]
    fn a_search_starts_four_threads_a_core_at_most() {
        let cores = available_parallelism().map_or(1, usize::from);
        assert_eq!((usable(1), usable(2)), (1, 2));
        assert_eq!((usable(4 * cores), usable(4 * cores + 1), usable(usize::MAX)), (4 * cores, 4 * cores, 4 * cores));
    }
}
