//! Small positions, which a game may solve faster than the solver does.

use super::{Memo, Rules, Verdict};

/// A game's own exhaustive search of small positions. By default a game has none. It is only for games of
/// [`NORMAL_PLAY`](Rules::NORMAL_PLAY) in which each turn is one move.
pub trait SmallPositions: Rules {
    /// With at most this many stones on the board, the solver can often prove the result within the time of a move.
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
