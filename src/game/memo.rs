//! A table of the winners of positions, small enough to stay in the processor's cache.

use super::Key;

/// The number of slots for each player to move, a power of two. The slots of both players fit in the level 2 cache.
const SLOTS: usize = 1 << 13;
/// An odd number whose multiples are spread evenly (Fibonacci hashing; Knuth, "The Art of Computer Programming", volume
/// 3, section 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Stores the winners of positions whose [`Key`] is exact. A new result replaces the older one in its slot.
#[derive(Debug, Default)]
pub struct Memo {
    /// Empty until the first result. A slot holds the word times [`SPREAD`], a product that differs for every word,
    /// shifted left by one to make room for the result. The index of the slot gives the bit that is shifted out. A slot
    /// of zero is unused. A result is zero only on a board with no stone or with one, where the player to move has
    /// lost; it is not found again.
    slots: Vec<u64>,
}

impl Memo {
    #[inline(always)]
    fn place(product: u64, side: bool) -> usize {
        (product >> (u64::BITS - SLOTS.ilog2())) as usize + SLOTS * usize::from(side)
    }

    /// Whether the player to move wins, if the table knows.
    #[inline(always)]
    pub fn wins(&self, Key { word, side }: Key) -> Option<bool> {
        let product = word.wrapping_mul(SPREAD);
        let slot = *self.slots.get(Self::place(product, side))?;
        (slot >> 1 == product << 1 >> 1 && slot != 0).then_some(slot & 1 == 1)
    }

    /// Stores whether the player to move wins; replaces the result of another position.
    #[inline(always)]
    pub fn keep(&mut self, Key { word, side }: Key, wins: bool) {
        if self.slots.is_empty() {
            self.slots.resize(2 * SLOTS, 0);
        }
        let product = word.wrapping_mul(SPREAD);
        self.slots[Self::place(product, side)] = product << 1 | u64::from(wins);
    }
}
