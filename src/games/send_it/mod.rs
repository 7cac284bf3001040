//! Send It, a territory game of lines of sight. `about.rs` states the rules in words.

mod about;
mod eval;
mod notation;
mod ownership;
mod rules;

pub use rules::SendIt;
