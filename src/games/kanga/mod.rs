//! Kanga, a connection game with custodian captures.
//!
//! A move places a stone on an empty vertex. Two kinds of captures are found on that board and removed together: enemy
//! lines of an odd number of stones (three or more) that the new stone brackets against a stone of its colour or the
//! edge, in any of eight directions; and enemy groups without a liberty. The group of the new stone must then have a
//! liberty. **A player who joins two opposite edges wins**; a player who cannot move loses.

mod about;
mod eval;
mod lessons;
mod notation;
mod rules;
mod view;

pub use rules::Kanga;
