//! The table of proof and disproof numbers, shared between threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::Key;
use crate::rng::mix;

/// How much is missing to a proof that the player to move wins, and to one that he does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// To prove it: 0 is proven, [`INFINITE`] is disproven.
    pub proof: u32,
    /// To disprove it.
    pub disproof: u32,
}

impl Numbers {
    pub(super) const WON: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const LOST: Self = Self { proof: INFINITE, disproof: 0 };

    /// Whether it is proven who wins.
    pub(super) fn is_known(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A slot holds an entry, and its key's word xor the entry: a slot torn by two writers matches no key (Hyatt and Mann, "A
/// lock-less transposition table implementation for parallel search", ICGA Journal 25, 2002).
type Slot = [AtomicU64; 2];

/// Slots in which a position may stand: a line of the processor's cache.
const BUCKET: usize = 4;
/// Bits of each number.
const BITS: u32 = 28;
/// The largest number: never to be proven.
pub(super) const INFINITE: u32 = (1 << BITS) - 1;

/// A table of positions.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// A table of the largest power of two of slots that `bytes` hold, or that memory allows; at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let mut slots = Vec::new();
        let mut count = 1 << (bytes / size_of::<Slot>()).max(BUCKET).ilog2();
        while slots.try_reserve_exact(count).is_err() && count > BUCKET {
            count /= 2;
        }
        slots.resize_with(count, Slot::default);
        Self { slots }
    }

    /// How many positions it holds.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// A table of so many bytes with everything that is in this one, as far as there is room.
    pub fn grown(self, bytes: usize) -> Self {
        let table = Self::new(bytes);
        self.entries().for_each(|entry| table.restore(entry));
        table
    }

    /// All that is in the table, as pairs of a key's word and the rest. No thread may write meanwhile.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        let entry = |[check, data]: &Slot| {
            let data = data.load(Relaxed);
            [check.load(Relaxed) ^ data, data]
        };
        self.slots.iter().map(entry).filter(|&[_, data]| data != 0)
    }

    /// Puts in what [`entries`](Self::entries) of a table gave.
    pub fn restore(&self, [word, data]: [u64; 2]) {
        self.put(Key { word, side: data >> 63 == 1 }, data);
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[Slot] {
        let first = mix(key.word ^ u64::from(key.side)) as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        &self.slots[first..first + BUCKET]
    }

    /// The numbers of a position, if they are known.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Numbers> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key.word && data != 0 && (data >> 63 == 1) == key.side)
                .then_some(Numbers { proof: data as u32 & INFINITE, disproof: (data >> BITS) as u32 & INFINITE })
        })
    }

    /// Stores the numbers of a position that took `work` nodes; the entry of the bucket that took least goes.
    #[inline]
    pub fn store(&self, key: Key, numbers: Numbers, work: u64) {
        let size = u64::from(work.max(1).ilog2().min(63)) + 1;
        let data = u64::from(numbers.proof)
            | u64::from(numbers.disproof) << BITS
            | size.min(63) << (2 * BITS)
            | u64::from(key.side) << 63;
        self.put(key, data);
    }

    #[inline]
    fn put(&self, key: Key, data: u64) {
        let bucket = self.bucket(key);
        let mut goes = &bucket[0];
        let mut least = u64::MAX;
        for slot in bucket {
            let old = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ old == key.word && (old >> 63 == 1) == key.side {
                goes = slot;
                break;
            }
            let old = old >> (2 * BITS) & 63;
            if old < least {
                (goes, least) = (slot, old);
            }
        }
        goes[0].store(key.word ^ data, Relaxed);
        goes[1].store(data, Relaxed);
    }
}
