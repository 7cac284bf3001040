//! Games on bitboards.

use crate::board::Shape;

use super::Values;

/// A game whose board is one bitboard, with as many words as the board needs. The [registry](crate::registry) picks the
/// narrowest width that holds the board.
pub trait OnBitboards {
    /// The shape of the board that the options select.
    fn shape(values: &Values) -> Shape;
}
