//! Kōnane, the Hawaiian game of jumps. `about.rs` states the rules in words.

mod about;
mod eval;
mod exhaustive;
mod notation;
mod rules;

pub use rules::Konane;
