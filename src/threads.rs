//! Threads that help if they can be had.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Starts a helper, unless the system has no thread to spare: then the others do the work.
pub(crate) fn help<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let started = Builder::new().spawn_scoped(scope, work);
    started.inspect_err(|error| log::warn!("one thread less: {error}")).ok()
}
