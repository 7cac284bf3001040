//! Kangaroo, a game of capture by jumps in several directions. `about.rs` states the rules in words.

mod about;
mod eval;
mod jumps;
mod notation;
mod paths;
mod rules;

pub use rules::Kangaroo;
