//! Small positions, which a game may solve faster than the solver does.

use super::{Memo, Rules};

/// The result of an exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The most moves that the winner makes.
    pub moves: u32,
}

/// The result of an exhaustive search with a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// Whether the player to move wins; `None` if the search did not finish.
    pub wins: Option<bool>,
    /// Positions searched.
    pub nodes: u64,
}

/// A game's own exhaustive search of small positions. By default a game has none. It is only for games of
/// [`NORMAL_PLAY`](Rules::NORMAL_PLAY) in which each turn is one move.
pub trait SmallPositions: Rules {
    /// With at most this many stones on the board, the solver can often prove the result within the time of a move.
    const LATE: Option<u32> = None;

    /// Solves a small position by exhaustive search, if that is faster than proof-number search; `None` if the position
    /// is too large. `memo` keeps results between calls.
    fn settle(&self, _position: &Self::Position, _memo: &mut Memo) -> Option<Settled> {
        None
    }

    /// Searches a position exhaustively, visiting at most `most` positions; `None` if the game has no such search of this
    /// position. `memo` keeps results between calls. Certificates leave out what it decides.
    fn exhaust(&self, _position: &Self::Position, _most: u64, _memo: &mut Memo) -> Option<Exhausted> {
        None
    }
}
