//! A set of cells as a bitboard of `N` machine words.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Symmetry;

/// A set of up to `64 * N` cells, one bit per cell. The width is a compile-time constant: a board of at most 64 cells
/// fits in one register, and larger boards use only the words they need.
///
/// ```
/// use papamu::board::Bits;
///
/// let set: Bits<1> = [3, 17, 40].into_iter().collect();
/// assert!(set.contains(17) && set.count() == 3);
/// assert_eq!(set.minus(Bits::single(17)).iter().collect::<Vec<_>>(), [3, 40]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Bits<N> {
    pub const EMPTY: Self = Self([0; N]);

    #[inline(always)]
    pub fn single(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline(always)]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline(always)]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        self.iter().map(|cell| symmetry.cells[cell]).collect()
    }

    /// The lowest cell, if any.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Removes the lowest cell and returns it.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * i + bit);
            }
        }
        None
    }

    /// The cells, lowest first.
    #[inline(always)]
    pub fn iter(self) -> Cells<N> {
        Cells(self)
    }

    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Moves every cell up by `by` (below 64). Cells moved past the end are dropped.
    #[inline(always)]
    pub fn up(self, by: u32) -> Self {
        let mut moved = self;
        for i in 0..N {
            // Shifting by one and then by the rest keeps `by == 0` in range without a branch.
            let carry = if i == 0 { 0 } else { self.0[i - 1] >> 1 >> (63 - by) };
            moved.0[i] = self.0[i] << by | carry;
        }
        moved
    }

    /// Moves every cell down by `by` (below 64). Cells moved below 0 are dropped.
    #[inline(always)]
    pub fn down(self, by: u32) -> Self {
        let mut moved = self;
        for i in 0..N {
            let carry = if i + 1 == N { 0 } else { self.0[i + 1] << 1 << (63 - by) };
            moved.0[i] = self.0[i] >> by | carry;
        }
        moved
    }
}

/// The cells of a set, lowest first.
pub struct Cells<const N: usize>(Bits<N>);

impl<const N: usize> Iterator for Cells<N> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.0.pop()
    }
}

impl<const N: usize> IntoIterator for Bits<N> {
    type Item = usize;
    type IntoIter = Cells<N>;

    #[inline(always)]
    fn into_iter(self) -> Cells<N> {
        Cells(self)
    }
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<const N: usize> Hash for Bits<N> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for &word in &self.0 {
            state.write_u64(word);
        }
    }
}

impl<const N: usize> fmt::Debug for Bits<N> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! bitwise {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $symbol:tt $assign_symbol:tt;)*) => {$(
        impl<const N: usize> $operator for Bits<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] $assign_symbol other.0[i];
                }
                self
            }
        }
        impl<const N: usize> $assign for Bits<N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $symbol other;
            }
        }
    )*};
}

bitwise! {
    BitAnd bitand BitAndAssign bitand_assign & &=;
    BitOr bitor BitOrAssign bitor_assign | |=;
    BitXor bitxor BitXorAssign bitxor_assign ^ ^=;
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
