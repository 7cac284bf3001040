//! Kangaroo, captures by jumps that may turn.
//!
//! A move is one or more jumps by one stone, each in any of eight directions over one adjacent stone, own
//! or enemy, to the empty vertex just beyond. Enemy stones jumped are removed at once, own ones stay. A
//! player may instead resign: a stone is given to the opponent and the stones are counted. When the player
//! to move has no jump, the other makes up to five obligatory moves. **Who counts more stones wins**; those
//! on the rank furthest from their start count double.

mod eval;
mod jumps;
mod notation;
mod numbering;
mod paths;
mod rules;
mod view;

pub use rules::Kangaroo;
pub(super) use rules::shape;
