//! Kōnane, the Hawaiian game of jumps.
//!
//! The board is filled with stones of alternating colour. Black removes one own stone, a corner or in the
//! middle; White removes an own stone beside the hole. From then on a move is a jump: an own stone leaps
//! orthogonally over an adjacent enemy stone to the empty vertex just beyond and removes it, and may go on
//! in the same direction in the same way. **Who cannot move loses**; there are no draws.

mod eval;
mod notation;
mod rules;
mod view;

pub use rules::Konane;
#[cfg(not(test))]
pub(super) use rules::shape;
