//! The transposition table, shared between threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::system::buckets::{self, Bucket};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The depth of the search below the position, in plies.
    pub depth: u8,
    pub bound: Bound,
    pub score: i16,
    /// The index of the best move in the list of moves to search.
    pub best: u16,
}

impl TableEntry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.best)
            | u64::from(self.score as u16) << 16
            | u64::from(self.depth) << 32
            | (self.bound as u64) << 40
            | u64::from(generation) << 48
            | 1 << 63 // distinguishes an entry from an empty slot
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 40 & 0xff {
            _ if word == 0 => return None,
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Self { best: word as u16, score: (word >> 16) as i16, depth: (word >> 32) as u8, bound })
    }
}

/// The size of the evaluation cache: 256 KiB, so that it stays in the second-level cache of a core (measured in
/// docs/lab/strength.md).
const EVALUATIONS: usize = 1 << 15;

/// A table of positions by key. It has no entries until `prepare` gives it a size.
///
/// A slot holds an entry's key XORed with the entry, and the entry: a slot torn by two writers does not match any key
/// (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25, 2002).
#[derive(Debug, Default)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
    /// An evaluation cache (chessprogramming.org, Evaluation Hash Table). A word holds the upper 48 bits of a key, and the
    /// evaluation of its position.
    evaluations: Vec<AtomicU64>,
}

impl TranspositionTable {
    /// Starts a new generation, which replaces older entries first. If the table is smaller than about `bytes`,
    /// allocates a larger, empty one; if the allocation fails, the table has no entries.
    pub(crate) fn prepare(&mut self, bytes: usize) {
        self.generation = self.generation.wrapping_add(1) & 0x7f;
        self.evaluations.resize_with(EVALUATIONS, AtomicU64::default);
        let count = buckets::that_fit(bytes);
        if count > self.buckets.len() {
            self.buckets = Vec::new(); // free the old table first: both may not fit
            if !buckets::grow(&mut self.buckets, count) {
                log::warn!("not enough memory for a transposition table of {bytes} bytes");
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        self.buckets.get(key as usize & self.buckets.len().wrapping_sub(1))
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key)?.0.iter().find_map(|[lock, data]| {
            let word = data.load(Relaxed);
            if lock.load(Relaxed) ^ word == key { TableEntry::unpack(word) } else { None }
        })
    }

    /// The evaluation of the position with this key, which `compute` returns if it is not in the cache.
    #[inline(always)]
    pub(crate) fn evaluation(&self, key: u64, compute: impl FnOnce() -> i32) -> i32 {
        let Some(slot) = self.evaluations.get(key as usize % EVALUATIONS) else { return compute() };
        let known = slot.load(Relaxed);
        if (known ^ key) >> 16 == 0 {
            return i32::from(known as i16);
        }
        let score = compute();
        slot.store(key >> 16 << 16 | u64::from(score as u16), Relaxed);
        score
    }

    /// Stores an entry. It replaces the entry of the same position, or else the least valuable one in the bucket: an
    /// entry of an earlier search, or the shallowest.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: TableEntry) {
        let worth = |slot: &&buckets::Slot| {
            let word = slot[1].load(Relaxed);
            let same = slot[0].load(Relaxed) ^ word == key;
            let current = (word >> 48 & 0x7f) as u8 == self.generation;
            if same || word == 0 { 0 } else { 1 + (word >> 32 & 0xff) + 256 * u64::from(current) }
        };
        if let Some(slot) = self.bucket(key).and_then(|Bucket(slots)| slots.iter().min_by_key(worth)) {
            let word = entry.pack(self.generation);
            slot[0].store(key ^ word, Relaxed);
            slot[1].store(word, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::mix;

    #[test]
    fn entries_come_back_whole() {
        let mut table = TranspositionTable::default();
        assert_eq!(table.probe(7), None);
        table.store(7, TableEntry { depth: 1, bound: Bound::Exact, score: 0, best: 0 });
        assert_eq!(table.probe(7), None, "a table without a size keeps nothing");
        table.prepare(1 << 12);
        assert_eq!(table.probe(0), None, "an empty slot holds no position");
        for (key, bound) in [(0, Bound::Exact), (1 << 40, Bound::Lower), (u64::MAX, Bound::Upper)] {
            let entry = TableEntry { depth: 200, bound, score: -29_999, best: u16::MAX };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_within_a_search() {
        let mut table = TranspositionTable::default();
        table.prepare(64); // one bucket
        let entry = |depth| TableEntry { depth, bound: Bound::Exact, score: 1, best: 2 };
        for (key, depth) in (1..).zip([30, 20, 10, 40]) {
            table.store(key, entry(depth));
        }
        table.store(5, entry(1));
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.probe(key).is_some()), [true, true, false, true, true]);
        table.prepare(64);
        table.store(6, entry(0));
        assert_eq!(table.probe(6), Some(entry(0)), "entries of earlier searches make room");
    }

    #[test]
    fn an_evaluation_belongs_to_its_key() {
        let mut table = TranspositionTable::default();
        assert_eq!(table.evaluation(9 << 16, || 1), 1, "a table without a size keeps nothing");
        table.prepare(64);
        // They have one slot.
        for (key, score) in [(1 << 16, -30_000), (1 << 63, 30_000), (1 << 63 | 1 << 16, -1)] {
            assert_eq!([score, 7].map(|computed| table.evaluation(key, || computed)), [score, score]);
        }
        assert_eq!(table.evaluation(1 << 16, || 2), 2, "another one has taken the slot");
    }

    /// Threads keep writing into the same few slots; every entry found must belong to the key it was looked up by.
    #[test]
    fn no_thread_finds_half_an_entry() {
        let mut table = TranspositionTable::default();
        table.prepare(128); // two buckets
        let table = &table;
        let entry = |key: u64| TableEntry {
            depth: (key >> 8) as u8,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][(key >> 20) as usize % 3],
            score: (key >> 24) as i16,
            best: (key >> 40) as u16,
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let mut found = 0;
                    for number in 0..200_000u64 {
                        let [stored, sought] = [number * 7 + thread, number * 5].map(|n| mix(n % 32));
                        table.store(stored, entry(stored));
                        if let Some(known) = table.probe(sought) {
                            assert_eq!(known, entry(sought));
                            found += 1;
                        }
                    }
                    assert!(found > 1_000, "{found}");
                });
            }
        });
    }
}
