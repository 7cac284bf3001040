//! The two players.

use std::fmt;
use std::ops::Not;

use serde::Serialize;

/// A player, and the colour of the stones.
///
/// ```
/// use papamu::game::Color;
///
/// assert_eq!((!Color::Black).letter(), 'w');
/// assert_eq!(Color::from_letter("b"), Some(Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Moves first; `b` and `x`.
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
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }

    /// Parses `b` or `w`, as in position strings.
    pub fn from_letter(text: &str) -> Option<Self> {
        match text {
            "b" => Some(Self::Black),
            "w" => Some(Self::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The opponent.
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
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// A value for each of two, most often the players. It does what `map` of an array does, with a tenth of the code to compile.
#[inline(always)]
pub(crate) fn both<T, U>([first, second]: [T; 2], mut of: impl FnMut(T) -> U) -> [U; 2] {
    [of(first), of(second)]
}
