//! Simplified ABDADA: a thread defers the moves that another thread is searching; when it returns to them, the result
//! may be in the transposition table (Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19, 1996;
//! Kerrigan, "Simplified ABDADA").

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Many more slots than threads. If two positions share a slot, one of them is only deferred less often.
const SLOTS: usize = 1 << 12;

/// The hashes of the positions that threads are currently searching. Empty with a single thread.
#[derive(Debug)]
pub(super) struct CurrentlySearching(Vec<AtomicU64>);

impl CurrentlySearching {
    /// The smallest depth at which moves are deferred: below it, checking costs more than it saves.
    pub(super) const DEPTH: u32 = 3;

    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// The mark of a position, if moves are deferred at this depth.
    #[inline]
    pub(super) fn mark(&self, depth: u32, hash: impl FnOnce() -> u64) -> Option<u64> {
        (depth >= Self::DEPTH && !self.0.is_empty()).then(hash)
    }

    #[inline]
    pub(super) fn contains(&self, mark: Option<u64>) -> bool {
        mark.is_some_and(|mark| self.slot(mark).load(Relaxed) == mark)
    }

    #[inline]
    pub(super) fn start(&self, mark: Option<u64>) {
        mark.inspect(|&mark| self.slot(mark).store(mark, Relaxed));
    }

    #[inline]
    pub(super) fn finish(&self, mark: Option<u64>) {
        mark.inspect(|&mark| self.slot(mark).store(0, Relaxed));
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % self.0.len()]
    }
}

/// The order in which the moves of a list are searched: by index, then the deferred ones.
#[derive(Debug)]
pub(super) struct MoveQueue {
    next: usize,
    end: usize,
    deferred: Vec<usize>,
    taken: usize,
}

impl MoveQueue {
    pub(super) fn new(end: usize) -> Self {
        Self { next: 0, end, deferred: Vec::new(), taken: 0 }
    }

    /// The next index, and whether it comes for the first time.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, bool)> {
        if self.next < self.end {
            self.next += 1;
            return Some((self.next - 1, true));
        }
        let place = *self.deferred.get(self.taken)?;
        self.taken += 1;
        Some((place, false))
    }

    pub(crate) fn defer(&mut self, place: usize) {
        self.deferred.push(place);
    }

    /// Prunes the move just returned, which came for the first time, and all after it.
    #[inline]
    pub(super) fn cut(&mut self) {
        self.next -= 1;
        self.end = self.next;
    }

    /// The indices that have been returned and are not waiting as deferred.
    pub(super) fn searched(&self) -> impl Iterator<Item = usize> {
        let waiting = &self.deferred[self.taken..];
        (0..self.next).filter(|place| !waiting.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deferred_moves_come_again_at_the_end_and_pruned_ones_do_not() {
        let mut queue = MoveQueue::new(6);
        let (mut seen, mut done) = (Vec::new(), Vec::new());
        while let Some((place, fresh)) = queue.next() {
            seen.push(place);
            if fresh && place % 2 == 1 {
                queue.defer(place);
            }
            if place == 4 {
                queue.cut();
            }
            done.push(queue.searched().collect::<Vec<_>>());
        }
        assert_eq!(seen, [0, 1, 2, 3, 4, 1, 3]);
        assert_eq!([&done[3][..], &done[4], &done[5], &done[6]], [&[0, 2][..], &[0, 2], &[0, 1, 2], &[0, 1, 2, 3]]);
    }

    #[test]
    fn positions_are_marked_while_one_of_several_threads_searches_them() {
        let alone = CurrentlySearching::new(1);
        assert_eq!(alone.mark(CurrentlySearching::DEPTH, || 77), None);
        alone.start(None);
        assert!(!alone.contains(None));

        let busy = CurrentlySearching::new(2);
        assert_eq!(busy.mark(CurrentlySearching::DEPTH - 1, || 77), None);
        let mark = busy.mark(CurrentlySearching::DEPTH, || 77);
        busy.start(mark);
        assert_eq!([mark, Some(78)].map(|mark| busy.contains(mark)), [true, false]);
        busy.finish(mark);
        assert!(!busy.contains(mark));
    }
}
