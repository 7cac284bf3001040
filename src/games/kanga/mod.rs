//! Kanga, a connection game with custodian captures. `about.rs` states the rules in words.

mod about;
mod eval;
mod notation;
mod rules;

pub use rules::Kanga;
