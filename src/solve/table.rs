//! The table of proof and disproof numbers, shared between threads without locks.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::{Hints, Key};
use crate::rng::mix;
use crate::system::buckets::{self, Bucket, Slot};

/// Proof and disproof number for the player to move: the estimated number of leaf nodes still to be solved
/// to prove that the player wins (proof) or does not win (disproof).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 0 if proven, the largest number (2²⁸ − 1) if disproven.
    pub proof: u32,
    /// 0 if disproven.
    pub disproof: u32,
}

impl Numbers {
    pub(super) const WON: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const LOST: Self = Self { proof: INFINITE, disproof: 0 };
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };

    #[inline]
    pub(super) fn initial<R: Hints>(rules: &R, position: &R::Position) -> Self {
        let [proof, disproof] = rules.initial_pn(position);
        Self { proof, disproof }
    }

    pub(super) fn is_known(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The numbers of a position in which the attacker cannot reach the goal.
    pub(super) fn denied(to_mover: bool) -> Self {
        if to_mover { Self::LOST } else { Self::WON }
    }

    /// The numbers of a position in which the attacker is unlikely to reach the goal.
    pub(super) fn unlikely(to_mover: bool) -> Self {
        let numbers = Self { proof: UNLIKELY, disproof: 1 };
        if to_mover { numbers } else { numbers.flipped() }
    }

    pub(super) fn flipped(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }

    /// The numbers as the parent expects them, from the view of its opponent: swapped if the same player moves again.
    #[inline]
    pub(super) fn seen_by(self, again: bool) -> Self {
        if again { self.flipped() } else { self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    pub numbers: Numbers,
    /// An upper bound on the moves in which the attacker reaches the goal; [`INFINITE`] if that is not proven.
    pub moves: u32,
}

const BITS: u32 = 28;
/// The mask of an entry's size of work.
const SIZE: u64 = 63 << (2 * BITS);
/// The largest number: disproven.
pub(super) const INFINITE: u32 = (1 << BITS) - 1;
/// The proof number of a path-dependent disproof: the position is searched last.
const UNLIKELY: u32 = 1 << 16;

#[inline(always)]
fn numbers_of(data: u64) -> (u32, u32) {
    (data as u32 & INFINITE, (data >> BITS) as u32 & INFINITE)
}

/// The size of an entry's work: one plus the binary logarithm of the number of positions searched for it.
#[inline(always)]
fn size_of_entry(data: u64) -> u64 {
    data >> (2 * BITS) & 63
}

/// The number of moves to the goal, if the position is solved.
#[inline(always)]
fn moves_known(data: u64) -> Option<u32> {
    match numbers_of(data) {
        (0, moves) | (moves, 0) if data != 0 => Some(moves),
        _ => None,
    }
}

/// A slot holds the key's word XORed with a hash of the entry, and the entry, so a slot torn by two writers matches no
/// key in use (after Hyatt and Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal
/// 25, 2002). Hyatt and Mann XOR the entry itself. That is not enough here, because words encode positions directly and
/// those of related positions differ in few bits.
#[derive(Debug)]
pub(crate) struct ProofTable {
    buckets: Vec<Bucket>,
}

impl ProofTable {
    /// A table with the largest power of two of buckets that fits in `bytes` and in memory; at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let mut buckets = Vec::new();
        let mut count = buckets::that_fit(bytes);
        while !buckets::grow(&mut buckets, count) && count > 1 {
            count /= 2;
        }
        Self { buckets }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    pub(crate) fn capacity(&self) -> usize {
        self.buckets.len() * Bucket::SLOTS
    }

    /// Grows the table to this many bytes, if memory allows, and keeps its entries.
    pub(crate) fn grow(&mut self, bytes: usize) {
        let (old, new) = (self.buckets.len(), buckets::that_fit(bytes));
        if new <= old || !buckets::grow(&mut self.buckets, new) {
            return;
        }
        // The new index of a position differs only in higher bits: it is the old index, or beyond the old table.
        for place in 0..old {
            let Bucket(slots) = std::mem::take(&mut self.buckets[place]);
            for [check, data] in slots.map(|slot| slot.map(AtomicU64::into_inner)) {
                if data != 0 {
                    self.put(Key { word: check ^ mix(data), side: data >> 63 == 1 }, data);
                }
            }
        }
    }

    /// The entries, as pairs of the key's word and the data. No thread may write meanwhile. Torn slots are left out: the
    /// key that they seem to hold belongs to another bucket.
    pub(super) fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        let entry = move |(place, [check, data]): (usize, &Slot)| {
            let data = data.load(Relaxed);
            let word = check.load(Relaxed) ^ mix(data);
            let key = Key { word, side: data >> 63 == 1 };
            (data != 0 && self.place(key) == place).then_some([word, data])
        };
        let buckets = self.buckets.iter().enumerate();
        buckets.flat_map(|(place, Bucket(slots))| slots.iter().map(move |slot| (place, slot))).filter_map(entry)
    }

    /// Inserts an entry from [`entries`](Self::entries) of another table.
    pub(crate) fn restore(&self, [word, data]: [u64; 2]) {
        self.put(Key { word, side: data >> 63 == 1 }, data);
    }

    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        (mix(key.word ^ u64::from(key.side)) >> 2) as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[Slot; Bucket::SLOTS] {
        &self.buckets[self.place(key)].0
    }

    /// Reads the buckets of these keys, so that the waits for their memory overlap. All keys must be known before: reads
    /// between other work make a proof take a quarter to a third longer, and the processor's prefetch instruction
    /// does not help (docs/lab/solving.md).
    #[inline]
    pub(crate) fn fetch(&self, keys: impl Iterator<Item = Key>) {
        black_box(keys.fold(0, |all, key| all ^ self.bucket(key)[0][1].load(Relaxed)));
    }

    #[inline(always)]
    fn find(&self, key: Key) -> Option<u64> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ mix(data) == key.word && data != 0 && (data >> 63 == 1) == key.side).then_some(data)
        })
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<ProofEntry> {
        let data = self.find(key)?;
        Some(match numbers_of(data) {
            (0, moves) => ProofEntry { numbers: Numbers::WON, moves },
            (moves, 0) => ProofEntry { numbers: Numbers::LOST, moves },
            (proof, disproof) => ProofEntry { numbers: Numbers { proof, disproof }, moves: INFINITE },
        })
    }

    /// Stores the entry of a position that took `work` nodes. It replaces the entry of the bucket that took the least
    /// work.
    #[inline]
    pub(crate) fn store(
        &self,
        key: Key,
        ProofEntry { numbers: Numbers { proof, disproof }, moves }: ProofEntry,
        work: u64,
    ) {
        // If one number is 0, the other carries no information, so the moves are stored in its place.
        let (proof, disproof) = match (proof, disproof) {
            (0, _) => (0, moves.max(1)),
            (_, 0) => (moves.max(1), 0),
            numbers => numbers,
        };
        let size = u64::from(1 + work.max(1).ilog2()).min(63);
        let data = u64::from(proof) | u64::from(disproof) << BITS | size << (2 * BITS) | u64::from(key.side) << 63;
        self.put(key, data);
    }

    #[inline]
    fn put(&self, key: Key, mut data: u64) {
        let bucket = self.bucket(key);
        let mut goes = &bucket[0];
        let mut least = u64::MAX;
        for slot in bucket {
            let old = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ mix(old) == key.word && (old >> 63 == 1) == key.side {
                // A solved entry stays unless the new one needs fewer moves, because other proofs rely on its number of
                // moves.
                if let Some(moves) = moves_known(old)
                    && moves_known(data).is_none_or(|new| new >= moves)
                {
                    data = data & SIZE | old & !SIZE;
                }
                // The visit that completed the proof may be short, after longer ones. Keep the larger size.
                if moves_known(data).is_some() && size_of_entry(old) > size_of_entry(data) {
                    data = data & !SIZE | old & SIZE;
                }
                goes = slot;
                break;
            }
            let old = size_of_entry(old);
            if old < least {
                (goes, least) = (slot, old);
            }
        }
        goes[0].store(key.word ^ mix(data), Relaxed);
        goes[1].store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys differ in single bits, as those of related positions do, and share a few slots.
    #[test]
    fn no_thread_finds_half_an_entry() {
        let table = &ProofTable::new(128);
        let key = |number: u64| Key { word: 1 << (number % 16), side: number % 2 == 1 };
        let numbers = |key: Key| {
            let hash = mix(key.word ^ u64::from(key.side));
            let numbers = Numbers { proof: hash as u32 & INFINITE, disproof: (hash >> 32) as u32 & INFINITE };
            ProofEntry { numbers, moves: INFINITE }
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let mut found = 0;
                    for number in 0..200_000u64 {
                        let (stored, sought) = (key(number * 7 + thread), key(number * 5));
                        table.store(stored, numbers(stored), number);
                        if let Some(known) = table.probe(sought) {
                            assert_eq!(known, numbers(sought));
                            found += 1;
                        }
                    }
                    assert!(found > 1_000, "{found}");
                });
            }
        });
    }

    /// A checkpoint holds all entries of the table, and so does the table after it has grown.
    #[test]
    fn entries_are_those_that_were_stored() {
        let stored = |table: &ProofTable| table.entries().count();
        let mut table = ProofTable::new(1 << 16);
        for word in 0..1_000 {
            table.store(Key { word, side: false }, ProofEntry { numbers: Numbers::LOST, moves: 3 }, 1);
        }
        let known =
            |table: &ProofTable| (0..1_000).filter(|&word| table.probe(Key { word, side: false }).is_some()).count();
        let count = known(&table);
        assert!(count > 990, "{count}");
        assert_eq!(stored(&table), count);
        let copy = ProofTable::new(1 << 16);
        table.entries().for_each(|entry| copy.restore(entry));
        table.grow(1 << 18);
        assert_eq!([known(&copy), known(&table), stored(&table)], [count; 3]);
    }

    /// A short visit that completes a proof does not lower its recorded work, so the proof is not replaced early.
    #[test]
    fn a_proof_took_as_much_as_the_longest_visit() {
        let table = ProofTable::new(128);
        let key = Key { word: 7, side: false };
        let known = || table.find(key).map_or(0, |data| 1u64 << size_of_entry(data).saturating_sub(1));
        assert_eq!(known(), 0, "nothing is known of it");
        let open = ProofEntry { numbers: Numbers::UNKNOWN, moves: INFINITE };
        let won = ProofEntry { numbers: Numbers::WON, moves: 9 };
        for (entry, work, noted) in
            [(open, 1, 1), (open, 1 << 20, 1 << 20), (open, 100, 64), (won, 3, 64), (won, 1_000, 512), (open, 5, 512)]
        {
            table.store(key, entry, work);
            assert_eq!(known(), noted);
        }
        assert_eq!(table.probe(key), Some(won));
    }

    /// Other proofs rely on solved entries and on their numbers of moves.
    #[test]
    fn keeps_a_known_result_unless_a_shorter_one_is_found() {
        let table = ProofTable::new(128);
        let key = Key { word: 7, side: false };
        let (open, won) = (Numbers { proof: 5, disproof: 6 }, |moves| ProofEntry { numbers: Numbers::WON, moves });
        for (entry, kept) in [
            (ProofEntry { numbers: open, moves: INFINITE }, ProofEntry { numbers: open, moves: INFINITE }),
            (won(9), won(9)),
            (ProofEntry { numbers: open, moves: INFINITE }, won(9)),
            (won(11), won(9)),
            (won(3), won(3)),
        ] {
            table.store(key, entry, 1);
            assert_eq!(table.probe(key), Some(kept));
        }
    }
}
