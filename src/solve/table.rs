//! The table of proof and disproof numbers, shared between threads without locks.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::{Key, Solving};
use crate::rng::mix;

/// Proof and disproof number for the player to move: the estimated number of leaf nodes still to be solved
/// to prove that the player wins (proof) or does not win (disproof).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 0 is proven, the largest number (2²⁸ − 1) disproven.
    pub proof: u32,
    /// 0 is disproven.
    pub disproof: u32,
}

impl Numbers {
    pub(super) const WON: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const LOST: Self = Self { proof: INFINITE, disproof: 0 };
    /// Not searched yet.
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };

    /// Of a position that has not been searched.
    #[inline]
    pub(super) fn initial<R: Solving>(rules: &R, position: &R::Position) -> Self {
        let [proof, disproof] = rules.initial_pn(position);
        Self { proof, disproof }
    }

    /// Whether it is proven who wins.
    pub(super) fn is_known(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// A position in which the attacker cannot reach the goal.
    pub(super) fn denied(to_mover: bool) -> Self {
        if to_mover { Self::LOST } else { Self::WON }
    }

    /// A position in which the attacker will hardly reach the goal.
    pub(super) fn unlikely(to_mover: bool) -> Self {
        let numbers = Self { proof: UNLIKELY, disproof: 1 };
        if to_mover { numbers } else { numbers.turned() }
    }

    /// For the other player.
    pub(super) fn turned(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }

    /// The numbers as the parent expects them, for its opponent: swapped if the same player moves again.
    #[inline]
    pub(super) fn seen_by(self, again: bool) -> Self {
        if again { self.turned() } else { self }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The numbers.
    pub numbers: Numbers,
    /// An upper bound of the moves in which the attacker reaches the goal; [`INFINITE`] where that is not proven.
    pub moves: u32,
}

/// A slot holds an entry, and its key's word xor a hash of the entry: a slot torn by two writers matches no key that may come up
/// (after Hyatt and Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25, 2002; the
/// entry itself would not do, since words are positions here, and those of neighbours differ in few bits).
type Slot = [AtomicU64; 2];

/// Slots of a bucket: a cache line.
const BUCKET: usize = 4;
/// Bits of each number.
const BITS: u32 = 28;
/// The bits of the work of an entry.
const SIZE: u64 = 63 << (2 * BITS);
/// The largest number: disproven.
pub(super) const INFINITE: u32 = (1 << BITS) - 1;
/// The number of a path-dependent disproof: the position is searched last.
const UNLIKELY: u32 = 1 << 16;

/// The largest power of two of slots that fit in this many bytes; at least one bucket.
fn slots_in(bytes: usize) -> usize {
    1 << (bytes / size_of::<Slot>()).max(BUCKET).ilog2()
}

/// The two numbers of an entry.
#[inline(always)]
fn numbers_of(data: u64) -> (u32, u32) {
    (data as u32 & INFINITE, (data >> BITS) as u32 & INFINITE)
}

/// The size of an entry, as [`size_of_work`] has it.
#[inline(always)]
fn size_of_entry(data: u64) -> u64 {
    data >> (2 * BITS) & 63
}

/// One more than the binary logarithm of the positions searched for an entry.
#[inline(always)]
fn size_of_work(nodes: u64) -> u64 {
    u64::from(nodes.max(1).ilog2()) + 1
}

/// The moves to the goal, where it is known whether it is reached.
#[inline(always)]
fn moves_known(data: u64) -> Option<u32> {
    match numbers_of(data) {
        (0, moves) | (moves, 0) if data != 0 => Some(moves),
        _ => None,
    }
}

/// A table of positions.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// A table of the largest power of two of slots that `bytes` hold, or that memory allows; at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let mut slots = Vec::new();
        let mut count = slots_in(bytes);
        while slots.try_reserve_exact(count).is_err() && count > BUCKET {
            count /= 2;
        }
        slots.resize_with(count, Slot::default);
        Self { slots }
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slots[..])
    }

    /// How many positions it holds.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Grows the table to this many bytes, if memory allows, and keeps its entries.
    pub fn grow(&mut self, bytes: usize) {
        let (old, new) = (self.slots.len(), slots_in(bytes));
        if new <= old || self.slots.try_reserve_exact(new - old).is_err() {
            return;
        }
        self.slots.resize_with(new, Slot::default);
        // The place of a position differs in higher bits only: either it stays, or its place is none of the old ones.
        for place in 0..old {
            let [check, data] = self.slots[place].each_mut().map(|word| std::mem::take(word.get_mut()));
            if data != 0 {
                self.put(Key { word: check ^ mix(data), side: data >> 63 == 1 }, data);
            }
        }
    }

    /// The entries whose search took at least about `work` nodes, as pairs of a key's word and the rest. No thread may write
    /// meanwhile. Torn slots are not in the bucket of what they seem to hold, and are left out.
    pub fn entries(&self, work: u64) -> impl Iterator<Item = [u64; 2]> {
        let least = size_of_work(work);
        let entry = move |(place, [check, data]): (usize, &Slot)| {
            let data = data.load(Relaxed);
            let word = check.load(Relaxed) ^ mix(data);
            let key = Key { word, side: data >> 63 == 1 };
            let is_kept = data != 0 && size_of_entry(data) >= least;
            (is_kept && self.first(key) == place & !(BUCKET - 1)).then_some([word, data])
        };
        self.slots.iter().enumerate().filter_map(entry)
    }

    /// Puts in what [`entries`](Self::entries) of a table gave. Of two entries of a position whose winner is open, that which
    /// took more nodes stays.
    pub fn restore(&self, [word, data]: [u64; 2]) {
        let key = Key { word, side: data >> 63 == 1 };
        let knows_more = |old| size_of_entry(old) > size_of_entry(data) && moves_known(data).is_none();
        if !self.find(key).is_some_and(knows_more) {
            self.put(key, data);
        }
    }

    /// About how many nodes the search of a position took, rounded down to a power of two; 0 where nothing is known.
    pub fn work(&self, key: Key) -> u64 {
        self.find(key).map_or(0, |data| 1 << size_of_entry(data).saturating_sub(1))
    }

    /// Notes that the search of a position took this many nodes, if it is in the table and took fewer so far.
    pub fn note_work(&self, key: Key, nodes: u64) {
        if let Some(data) = self.find(key) {
            self.put(key, data & !SIZE | size_of_work(nodes) << (2 * BITS));
        }
    }

    /// Where the bucket of a position begins.
    #[inline(always)]
    fn first(&self, key: Key) -> usize {
        mix(key.word ^ u64::from(key.side)) as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[Slot] {
        let first = self.first(key);
        &self.slots[first..first + BUCKET]
    }

    /// Prefetches the buckets of these keys, so that their memory latencies overlap.
    #[inline]
    pub fn fetch(&self, keys: impl Iterator<Item = Key>) {
        black_box(keys.fold(0, |all, key| all ^ self.slots[self.first(key)][1].load(Relaxed)));
    }

    /// The entry of a position as it is stored.
    #[inline(always)]
    fn find(&self, key: Key) -> Option<u64> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ mix(data) == key.word && data != 0 && (data >> 63 == 1) == key.side).then_some(data)
        })
    }

    /// The numbers of a position, if they are known.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let data = self.find(key)?;
        Some(match numbers_of(data) {
            (0, moves) => Entry { numbers: Numbers::WON, moves },
            (moves, 0) => Entry { numbers: Numbers::LOST, moves },
            (proof, disproof) => Entry { numbers: Numbers { proof, disproof }, moves: INFINITE },
        })
    }

    /// Stores what is known of a position that took `work` nodes; the entry of the bucket that took least goes.
    #[inline]
    pub fn store(&self, key: Key, Entry { numbers: Numbers { proof, disproof }, moves }: Entry, work: u64) {
        // Where one number is 0 the other says nothing, and the moves stand in its place.
        let (proof, disproof) = match (proof, disproof) {
            (0, _) => (0, moves.max(1)),
            (_, 0) => (moves.max(1), 0),
            numbers => numbers,
        };
        let size = size_of_work(work).min(63);
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
                // What is known stays, unless it is had sooner: other proofs rely on that.
                if let Some(moves) = moves_known(old)
                    && moves_known(data).is_none_or(|new| new >= moves)
                {
                    data = data & SIZE | old & !SIZE;
                }
                // The visit that found the winner may have been a short one, after long ones.
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

    /// Keys that differ in a bit, as those of neighbours do, in the same few slots.
    #[test]
    fn no_thread_finds_half_an_entry() {
        let table = &Table::new(128);
        let key = |number: u64| Key { word: 1 << (number % 16), side: number % 2 == 1 };
        let numbers = |key: Key| {
            let hash = mix(key.word ^ u64::from(key.side));
            let numbers = Numbers { proof: hash as u32 & INFINITE, disproof: (hash >> 32) as u32 & INFINITE };
            Entry { numbers, moves: INFINITE }
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

    /// A checkpoint holds what the table holds, and a larger table too.
    #[test]
    fn entries_are_those_that_were_stored() {
        let stored = |table: &Table| table.entries(1).count();
        let mut table = Table::new(1 << 16);
        for word in 0..1_000 {
            table.store(Key { word, side: false }, Entry { numbers: Numbers::LOST, moves: 3 }, 1);
        }
        let known = |table: &Table| (0..1_000).filter(|&word| table.probe(Key { word, side: false }).is_some()).count();
        let count = known(&table);
        assert!(count > 990, "{count}");
        assert_eq!(stored(&table), count);
        let copy = Table::new(1 << 16);
        table.entries(1).for_each(|entry| copy.restore(entry));
        table.grow(1 << 18);
        assert_eq!([known(&copy), known(&table), stored(&table)], [count; 3]);
    }

    /// What a search of more nodes says goes before what one of fewer says, unless the latter knows the winner.
    #[test]
    fn merged_tables_have_the_better_of_two_entries() {
        let key = Key { word: 7, side: true };
        let entry = |proof| Entry { numbers: Numbers { proof, disproof: 9 }, moves: INFINITE };
        let won = Entry { numbers: Numbers::WON, moves: 4 };
        let table_of = |entry, work| {
            let table = Table::new(128);
            table.store(key, entry, work);
            table
        };
        for (old, new, kept, work) in [
            ((entry(1), 100), (entry(2), 1_000), entry(2), 512),
            ((entry(1), 1_000), (entry(2), 100), entry(1), 512),
            ((entry(1), 1_000), (won, 1), won, 512),
            ((won, 1), (entry(2), 1_000), won, 512),
        ] {
            let table = table_of(old.0, old.1);
            table_of(new.0, new.1).entries(1).for_each(|entry| table.restore(entry));
            assert_eq!((table.probe(key), table.work(key)), (Some(kept), work));
        }
    }

    /// A proof is not forgotten, nor left out of a checkpoint, because the visit that completed it was short.
    #[test]
    fn a_proof_took_as_much_as_the_longest_visit() {
        let table = Table::new(128);
        let key = Key { word: 7, side: false };
        table.note_work(key, 50);
        assert_eq!(table.work(key), 0, "nothing is known of it");
        let open = Entry { numbers: Numbers::UNKNOWN, moves: INFINITE };
        let won = Entry { numbers: Numbers::WON, moves: 9 };
        for (entry, work, noted) in
            [(open, 1, 1), (open, 1 << 20, 1 << 20), (open, 100, 64), (won, 3, 64), (won, 1_000, 512), (open, 5, 512)]
        {
            table.store(key, entry, work);
            assert_eq!(table.work(key), noted);
        }
        table.note_work(key, 1 << 30);
        assert_eq!((table.work(key), table.probe(key)), (1 << 30, Some(won)));
        assert_eq!([1, 1 << 30, 1 << 31].map(|least| table.entries(least).count()), [1, 1, 0]);
    }

    /// Other proofs rely on what is known, and on how soon it is had.
    #[test]
    fn what_is_known_stays_unless_it_is_had_sooner() {
        let table = Table::new(128);
        let key = Key { word: 7, side: false };
        let (open, won) = (Numbers { proof: 5, disproof: 6 }, |moves| Entry { numbers: Numbers::WON, moves });
        for (entry, kept) in [
            (Entry { numbers: open, moves: INFINITE }, Entry { numbers: open, moves: INFINITE }),
            (won(9), won(9)),
            (Entry { numbers: open, moves: INFINITE }, won(9)),
            (won(11), won(9)),
            (won(3), won(3)),
        ] {
            table.store(key, entry, 1);
            assert_eq!(table.probe(key), Some(kept));
        }
    }
}
