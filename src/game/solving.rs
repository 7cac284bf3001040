//! What proving results asks of a game.

use super::{Evaluation, Memo, Rules};

/// What identifies a position in the solver's table: a word, and one bit more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The position without its player to move, or a hash.
    pub word: u64,
    /// The player to move.
    pub side: bool,
}

/// What an exhaustive search of a position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The most moves that the winner needs.
    pub moves: u32,
}

/// What an exhaustive search of limited length says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// Whether the player to move wins; `None` where the search did not come to its end.
    pub wins: Option<bool>,
    /// Positions searched.
    pub nodes: u64,
}

/// What the solver asks of a game. Everything has a default that is right, but slow.
pub trait Solving: Rules + Evaluation {
    /// With at most this many stones on the board, the solver may well prove the position within a move's time. Only for
    /// games of [`NORMAL_PLAY`](Rules::NORMAL_PLAY) in which each turn is one move.
    const LATE: Option<u32> = None;

    /// Whether the moves of both players follow from the stones alone, so that the position has a value in combinatorial
    /// game theory: false in an opening with moves of its own.
    fn has_value(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The key of a position in the solver's table: the same for all [images](Rules::image) of a position, which have the
    /// same value.
    fn key(&self, position: &Self::Position) -> Key {
        let image = |map: &Vec<usize>| self.hash(&self.image(position, map));
        let word = self.symmetries().iter().map(image).min().unwrap_or_else(|| self.hash(position));
        Key { word, side: false }
    }

    /// Settles a small position by an exhaustive search, where that is faster than proof numbers; `None` where the position is
    /// too large. `memo` keeps results from one position to the next. Only for games of
    /// [`NORMAL_PLAY`](Rules::NORMAL_PLAY).
    fn settle(&self, _position: &Self::Position, _memo: &mut Memo) -> Option<Settled> {
        None
    }

    /// Searches a position exhaustively, `most` positions at most, where the game has a faster way to do so than its rules
    /// alone ([`Winners`](crate::solve::exhaustive::Winners)); `None` where it has none for this position. `memo` keeps results from one
    /// position to the next. Only for games of [`NORMAL_PLAY`](Rules::NORMAL_PLAY).
    fn exhaust(&self, _position: &Self::Position, _most: u64, _memo: &mut Memo) -> Option<Exhausted> {
        None
    }

    /// The initial proof and disproof number of a position: about how many positions it takes to prove that the player to
    /// move wins, and that this player does not. Each is at least 1. By default they follow from the evaluation.
    fn initial_pn(&self, position: &Self::Position) -> [u32; 2] {
        // 200 points halve the one and double the other (measured: docs/lab/solving.md).
        let ahead = f64::from(self.evaluate(position)) / 200.0;
        [-ahead, ahead].map(|behind| (64.0 * behind.exp2()).clamp(1.0, 65_536.0) as u32)
    }
}
