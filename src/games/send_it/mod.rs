//! Send It, a territory game of lines of sight.
//!
//! A turn is up to four drops, one after the other, each on an empty cell in line of sight of one of the player's
//! stones. No two stones of a turn may belong to one group. After each drop, enemy groups without a liberty are
//! captured; a drop that leaves a group of the player without a liberty is illegal. A turn without a drop is a pass,
//! and **two passes in succession end the game**. A player scores one point for each stone and for each empty cell
//! where the opponent has no legal drop. In the opening Black drops one stone, then White three.

mod about;
mod eval;
mod lessons;
mod notation;
mod rules;
mod view;

pub use rules::SendIt;
