//! How threads share out the moves of a position: what one is searching, another leaves for the end, when its result may be
//! in the table (Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19, 1996, in the simpler form of
//! Kerrigan, "Simplified ABDADA").

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Room for many more positions than threads are at: two that meet in a slot only share less.
const SLOTS: usize = 1 << 12;

/// The positions that threads are searching, by hash. Of a single thread nothing is kept.
#[derive(Debug)]
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    /// The smallest depth at which moves are shared out: below it, looking saves nothing more.
    pub const DEPTH: u32 = 3;

    pub fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// What a position is known by, where moves are shared out at this depth.
    #[inline]
    pub fn mark(&self, depth: u32, hash: impl FnOnce() -> u64) -> Option<u64> {
        (depth >= Self::DEPTH && !self.0.is_empty()).then(hash)
    }

    /// Whether some thread is searching the position.
    #[inline]
    pub fn contains(&self, mark: Option<u64>) -> bool {
        mark.is_some_and(|mark| self.slot(mark).load(Relaxed) == mark)
    }

    #[inline]
    pub fn enter(&self, mark: Option<u64>) {
        mark.inspect(|&mark| self.slot(mark).store(mark, Relaxed));
    }

    #[inline]
    pub fn leave(&self, mark: Option<u64>) {
        mark.inspect(|&mark| self.slot(mark).store(0, Relaxed));
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % self.0.len()]
    }
}

/// The places of a list in order, and at the end those that were put off.
#[derive(Debug)]
pub(super) struct Course {
    next: usize,
    end: usize,
    put_off: Vec<usize>,
    taken: usize,
}

impl Course {
    pub fn new(end: usize) -> Self {
        Self { next: 0, end, put_off: Vec::new(), taken: 0 }
    }

    /// The next place, and whether it comes for the first time.
    #[inline]
    pub fn next(&mut self) -> Option<(usize, bool)> {
        if self.next < self.end {
            self.next += 1;
            return Some((self.next - 1, true));
        }
        let place = *self.put_off.get(self.taken)?;
        self.taken += 1;
        Some((place, false))
    }

    pub fn put_off(&mut self, place: usize) {
        self.put_off.push(place);
    }

    /// Leaves out the place that has just come, and those after it.
    #[inline]
    pub fn cut(&mut self) {
        self.next -= 1;
        self.end = self.next;
    }

    /// The places that have come to stay.
    pub fn done(&self) -> impl Iterator<Item = usize> {
        let waiting = &self.put_off[self.taken..];
        (0..self.next).filter(|place| !waiting.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_off_comes_again_at_the_end_and_what_was_cut_does_not_come() {
        let mut course = Course::new(6);
        let (mut seen, mut done) = (Vec::new(), Vec::new());
        while let Some((place, fresh)) = course.next() {
            seen.push(place);
            if fresh && place % 2 == 1 {
                course.put_off(place);
            }
            if place == 4 {
                course.cut();
            }
            done.push(course.done().collect::<Vec<_>>());
        }
        assert_eq!(seen, [0, 1, 2, 3, 4, 1, 3]);
        assert_eq!([&done[3][..], &done[4], &done[5], &done[6]], [&[0, 2][..], &[0, 2], &[0, 1, 2], &[0, 1, 2, 3]]);
    }

    #[test]
    fn positions_are_busy_from_entering_to_leaving_where_several_threads_search() {
        let alone = Busy::new(1);
        assert_eq!(alone.mark(Busy::DEPTH, || 77), None);
        alone.enter(None);
        assert!(!alone.contains(None));

        let busy = Busy::new(2);
        assert_eq!(busy.mark(Busy::DEPTH - 1, || 77), None);
        let mark = busy.mark(Busy::DEPTH, || 77);
        busy.enter(mark);
        assert_eq!([mark, Some(78)].map(|mark| busy.contains(mark)), [true, false]);
        busy.leave(mark);
        assert!(!busy.contains(mark));
    }
}
