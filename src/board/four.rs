//! Four sets of cells at a time, in the vector registers of the machine (SIMD).

use std::ops::{BitAnd, BitOr, BitOrAssign};

use wide::u64x4;

use super::Bits;

/// Four sets, a lane each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Four<const N: usize>([u64x4; N]);

impl<const N: usize> Four<N> {
    pub(crate) const EMPTY: Self = Self([u64x4::ZERO; N]);

    /// The sets with these words. (With `from_fn` or `map` of arrays, the engine in a web page calls a closure for each word.)
    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64x4) -> Self {
        let mut sets = Self::EMPTY;
        for (i, slot) in sets.0.iter_mut().enumerate() {
            *slot = word(i);
        }
        sets
    }

    #[inline(always)]
    pub(crate) fn new([a, b, c, d]: [Bits<N>; 4]) -> Self {
        Self::of(|i| u64x4::new([a.0[i], b.0[i], c.0[i], d.0[i]]))
    }

    #[inline(always)]
    pub(crate) fn splat(set: Bits<N>) -> Self {
        Self::of(|i| u64x4::splat(set.0[i]))
    }

    #[inline(always)]
    pub(crate) fn sets(self) -> [Bits<N>; 4] {
        let mut sets = [Bits::EMPTY; 4];
        for (i, word) in self.0.into_iter().enumerate() {
            for (set, word) in sets.iter_mut().zip(word.to_array()) {
                set.0[i] = word;
            }
        }
        sets
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self::of(|i| self.0[i] & !other.0[i])
    }

    /// All ones in the lanes whose set is empty.
    #[inline(always)]
    pub(crate) fn empty(self) -> u64x4 {
        self.0.iter().fold(u64x4::ZERO, |all, &word| all | word).simd_eq(u64x4::ZERO)
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.empty().all()
    }

    /// [`Bits::up`], by a distance for each lane.
    #[inline(always)]
    pub(crate) fn up(self, by: u64x4) -> Self {
        let carried = u64x4::splat(64) - by;
        Self::of(|i| self.0[i] << by | if i == 0 { u64x4::ZERO } else { self.0[i - 1] >> carried })
    }

    /// [`Bits::down`], by a distance for each lane.
    #[inline(always)]
    pub(crate) fn down(self, by: u64x4) -> Self {
        let carried = u64x4::splat(64) - by;
        Self::of(|i| self.0[i] >> by | if i + 1 == N { u64x4::ZERO } else { self.0[i + 1] << carried })
    }

    /// The cells in any of the sets.
    #[inline(always)]
    pub(crate) fn any(self) -> Bits<N> {
        let [a, b, c, d] = self.sets();
        a | b | c | d
    }
}

impl<const N: usize> BitAnd for Four<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self::of(|i| self.0[i] & other.0[i])
    }
}

impl<const N: usize> BitOr for Four<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self::of(|i| self.0[i] | other.0[i])
    }
}

impl<const N: usize> BitOrAssign for Four<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
