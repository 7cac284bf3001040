//! The positions that wait for a worker.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::system::{Cancel, lock};

use super::job::Job;

pub(super) struct Queue {
    /// The most bytes of waiting positions; a query is added as a whole.
    most: usize,
    state: Mutex<State>,
    /// Notified when a job is put or taken, or the queue is closed.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The bytes of the waiting jobs.
    bytes: usize,
    /// The id of the query and the token of each running job.
    running: Vec<(String, Cancel)>,
    is_closed: bool,
    /// Whether all jobs are terminated, also those that still come.
    is_stopped: bool,
}

impl Queue {
    pub(super) fn new(most: usize) -> Self {
        Self { most, state: Mutex::default(), changed: Condvar::new() }
    }

    fn wait_while(&self, condition: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        self.changed.wait_while(lock(&self.state), |state| condition(state)).unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the jobs of a query; waits while the queue is full.
    pub(super) fn put(&self, jobs: Vec<Job>) {
        let mut state = self.wait_while(|state| state.bytes > self.most && !state.is_closed);
        if state.is_stopped {
            jobs.iter().for_each(|job| job.cancel.cancel());
        }
        state.bytes += jobs.iter().map(|job| job.bytes).sum::<usize>();
        state.waiting.extend(jobs);
        self.changed.notify_all();
    }

    /// The next job; waits for one. `None` if none will come.
    pub(super) fn take(&self) -> Option<Job> {
        let mut state = self.wait_while(|state| state.waiting.is_empty() && !state.is_closed);
        let job = state.waiting.pop_front()?;
        state.bytes -= job.bytes;
        state.running.push((job.query.id.clone(), job.cancel.clone()));
        self.changed.notify_all();
        Some(job)
    }

    pub(super) fn done(&self, job: &Job) {
        lock(&self.state).running.retain(|(_, cancel)| !cancel.is_same(&job.cancel));
    }

    /// Terminates the jobs of a query, or all, and returns their number. A worker still answers each of them, at once.
    pub(super) fn terminate(&self, id: Option<&str>) -> usize {
        let state = lock(&self.state);
        let waiting = state.waiting.iter().map(|job| (&job.query.id, &job.cancel));
        let running = state.running.iter().map(|(id, cancel)| (id, cancel));
        let of_query = |job: &(&String, &Cancel)| id.is_none_or(|id| job.0 == id) && !job.1.is_cancelled();
        waiting.chain(running).filter(of_query).map(|(_, cancel)| cancel.cancel()).count()
    }

    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    /// Terminates all jobs, also those that still come.
    pub(super) fn stop(&self) {
        lock(&self.state).is_stopped = true;
        self.terminate(None);
    }
}

#[cfg(test)]
mod tests {
    use crate::batch::query::Request;
    use crate::games::Konane;
    use crate::registry::Entry;

    use super::*;

    fn jobs(id: &str) -> Vec<Job> {
        let text = format!(r#"{{"id": "{id}", "game": "konane", "turns": [0, 0]}}"#);
        let Ok(Request::Query(query)) = Request::read(&text) else { panic!("{text}") };
        Job::all(*query, text.len(), &[Entry::of::<Konane<1>>()]).unwrap()
    }

    /// Positions for which there is no room are terminated, too.
    #[test]
    fn a_full_queue_can_be_stopped() {
        let queue = Queue::new(1);
        queue.put(jobs("first"));
        std::thread::scope(|scope| {
            scope.spawn(|| queue.put(jobs("second")));
            queue.stop();
            for id in ["first", "first", "second", "second"] {
                let job = queue.take().unwrap();
                assert!(job.query.id == id && job.cancel.is_cancelled());
            }
        });
        assert_eq!(lock(&queue.state).bytes, 0);
    }
}
