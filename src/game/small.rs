//! Small positions, which a game may solve faster than the solver does.

use super::{Memo, Rules};

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

/// A game's own exhaustive search of small positions. By default a game has none. Only for games of
/// [`NORMAL_PLAY`](Rules::NORMAL_PLAY) in which each turn is one move.
pub trait SmallPositions: Rules {
    /// With at most this many stones on the board, the solver may well prove the position within a move's time.
    const LATE: Option<u32> = None;

    /// Settles a small position by an exhaustive search, where that is faster than proof numbers; `None` where the position is
    /// too large. `memo` keeps results from one position to the next.
    fn settle(&self, _position: &Self::Position, _memo: &mut Memo) -> Option<Settled> {
        None
    }

    /// Searches a position exhaustively, `most` positions at most, where the game has a faster way to do so than its rules
    /// alone ([`Winners`](crate::solve::exhaustive::Winners)); `None` where it has none for this position. `memo` keeps results from one
    /// position to the next.
    fn exhaust(&self, _position: &Self::Position, _most: u64, _memo: &mut Memo) -> Option<Exhausted> {
        None
    }
}
