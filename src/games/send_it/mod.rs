//! Send It, territory by lines of sight.
//!
//! A turn is up to four drops, one after the other, each on an empty cell that an own stone sees along a
//! line of empty cells; no two stones of a turn may come to stand in one group. After each drop enemy groups
//! without a liberty are removed; an own group without one makes the drop illegal. A turn without a drop is
//! a pass, and **two passes in succession end the game**: a player scores the own stones and the empty cells
//! where the opponent has no legal drop. In the opening Black drops one stone, then White three.

mod eval;
mod notation;
mod rules;
mod view;

pub use rules::SendIt;
#[cfg(not(test))]
pub(super) use rules::shape;
