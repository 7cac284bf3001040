//! What endgame tables need from a game.

use super::Rules;

/// A numbering of the positions with few stones, for [`endgames`](crate::endgames). By default a game has none.
pub trait EndgameTables: Rules {
    /// The number of indices for positions with at most this many stones; 0 in a game without tables.
    fn table_size(&self, _stones: u32) -> u64 {
        0
    }

    /// The index of a position. Positions with fewer stones have lower indices. Positions of the same value may share
    /// one.
    fn table_index(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// A position with this index, if one can arise.
    fn position_at(&self, _index: u64) -> Option<Self::Position> {
        None
    }
}
