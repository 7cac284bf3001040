//! The two players.

use std::fmt;
use std::ops::Not;

use serde::Serialize;

/// A player, and the colour of the stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Moves first; `b` and `x`.
    #[default]
    Black,
    /// `w` and `o`.
    White,
}

impl Color {
    /// Both players, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White: the index into arrays of two.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in protocol text: `b` or `w`.
    pub const fn letter(self) -> char {
        ['b', 'w'][self.index()]
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(["Black", "White"][self.index()])
    }
}

/// A value for each of two, most often the players. It does what `map` of an array does, with a tenth of the code to compile.
#[inline(always)]
pub(crate) fn both<T, U>([first, second]: [T; 2], mut of: impl FnMut(T) -> U) -> [U; 2] {
    [of(first), of(second)]
}
