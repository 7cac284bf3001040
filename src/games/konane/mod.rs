//! Kōnane, the Hawaiian game of jumps.
//!
//! The board is filled with stones of alternating colour. Black removes one of its stones from a corner or the middle; White
//! removes one of its stones beside the hole. From then on a move is a jump: a stone leaps orthogonally over an adjacent enemy
//! stone to the empty vertex just beyond and captures it, and may continue in the same direction in the same way. **A player
//! who cannot move loses**; there are no draws.

mod about;
mod eval;
mod exhaustive;
mod lessons;
mod notation;
mod rules;
mod view;

pub use rules::Konane;
