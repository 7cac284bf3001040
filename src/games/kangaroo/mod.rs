//! Kangaroo, a game of capture by jumps in several directions.
//!
//! A move is one or more jumps by one stone, each in any of eight directions over one adjacent stone, own or enemy, to the empty
//! vertex just beyond. Enemy stones are captured at once; own stones stay. A player may resign instead: one of the player's
//! stones is given to the opponent, and the stones are counted. When the player to move has no jump, the opponent makes up to
//! five obligatory moves. **The player with the higher count wins**; a stone on the rank furthest from its start counts double.

mod about;
mod eval;
mod jumps;
mod lessons;
mod notation;
mod paths;
mod rules;
mod view;

pub use rules::Kangaroo;
