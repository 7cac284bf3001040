//! Keys and initial proof numbers for the solver.

use std::cmp::Ordering::{Equal, Greater, Less};

use crate::board::Symmetry;

use super::{Rules, RulesExt};

/// What identifies a position in the solver's table: a word and one more bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The position without the player to move, or a hash.
    pub word: u64,
    /// The player to move.
    pub side: bool,
}

/// The initial proof number and disproof number of a position whose player to move leads by this many points. A lead of
/// 200 points halves the one and doubles the other (measured in docs/lab/solving.md).
#[must_use]
pub(crate) fn pn_of_lead(points: i32) -> [u32; 2] {
    let ahead = f64::from(points) / 200.0;
    [-ahead, ahead].map(|behind| (64.0 * behind.exp2()).clamp(1.0, 65_536.0) as u32)
}

/// A key for a game with many symmetries: the least hash of the images in which a part of the position comes first. `part` is
/// the image of that part, which takes less time than the image and the hash of the whole position.
#[inline]
pub(crate) fn least_key<R: Rules, T: Ord>(rules: &R, position: &R::Position, part: impl Fn(&Symmetry) -> T) -> Key {
    let mut least: Option<(T, u64)> = None;
    for map in rules.symmetries() {
        let image = part(map);
        let order = least.as_ref().map_or(Less, |(least, _)| image.cmp(least));
        if order == Greater {
            continue;
        }
        let hash = rules.hash(&rules.image(position, map));
        let other = least.filter(|_| order == Equal).map_or(u64::MAX, |(_, other)| other);
        least = Some((image, hash.min(other)));
    }
    Key { word: least.map_or_else(|| rules.hash(position), |(_, word)| word), side: false }
}
