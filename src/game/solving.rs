//! What the solver needs from a game.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::{Evaluation, Memo, Rules, Verdict};

/// What identifies a position in the solver's table: a word and one more bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The position without the player to move, or a hash.
    pub word: u64,
    /// The player to move.
    pub side: bool,
}

/// What the solver needs from a game. Every default is correct, but slow.
pub trait Solving: Rules + Evaluation {
    /// The key of a position in the solver's table: the same for all [images](Rules::image) of a position, which have
    /// the same value.
    fn key(&self, position: &Self::Position) -> Key {
        let image = |map: &Vec<usize>| self.hash(&self.image(position, map));
        let word = self.symmetries().iter().map(image).min().unwrap_or_else(|| self.hash(position));
        Key { word, side: false }
    }

    /// The initial proof number and disproof number of a position: estimates of how many positions it takes to prove
    /// that the player to move wins, and to prove the opposite. Each is at least 1. By default, they are computed from
    /// the evaluation by `pn_of_lead`.
    fn initial_pn(&self, position: &Self::Position) -> [u32; 2] {
        pn_of_lead(self.evaluate(position))
    }

    /// With at most this many stones on the board, the solver can often prove the result within the time of a move. This and
    /// the searches below are only for games of [`NORMAL_PLAY`](Rules::NORMAL_PLAY) in which each turn is one move.
    const LATE: Option<u32> = None;

    /// Solves a small position by exhaustive search, if that is faster than proof-number search: the result for the
    /// player to move, and the most moves that the winner makes. `None` if the position is too large. `memo` keeps results
    /// between calls.
    fn settle(&self, _position: &Self::Position, _memo: &mut Memo) -> Option<(Verdict, u32)> {
        None
    }

    /// Searches a position exhaustively, visiting at most `most` positions: the result for the player to move, if the search
    /// finished, and the number of positions visited. `None` if the game has no such search of this position. `memo` keeps
    /// results between calls. Certificates leave out what it decides.
    fn exhaust(&self, _position: &Self::Position, _most: u64, _memo: &mut Memo) -> Option<(Option<Verdict>, u64)> {
        None
    }
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
pub(crate) fn least_key<R: Rules, T: Ord>(rules: &R, position: &R::Position, part: impl Fn(&[usize]) -> T) -> Key {
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
