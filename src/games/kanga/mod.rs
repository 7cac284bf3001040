//! Kanga, connection with custodian captures.
//!
//! A move places an own stone on an empty vertex. Then two captures are looked up on that same board and
//! removed together: enemy lines of an odd number of stones, three or more, that the new stone brackets
//! against an own stone or the edge, in any of eight directions; and enemy groups without a liberty. The
//! new stone's group must then have a liberty. **Who joins two opposite edges wins**; who cannot move loses.

mod eval;
mod notation;
mod rules;
mod view;

pub use rules::Kanga;
#[cfg(not(test))]
pub(super) use rules::shape;
