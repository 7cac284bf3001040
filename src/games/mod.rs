//! The games.
//!
//! docs/write-a-game.md says how to add one. In each folder, `rules.rs` implements [`Rules`](crate::game::Rules), and the
//! other files the traits in [`game`](crate::game) that have defaults. In all four games Black moves first, and in Kangaroo
//! Black's stones begin at the top.

mod kanga;
mod kangaroo;
mod konane;
mod send_it;

pub use kanga::Kanga;
pub use kangaroo::Kangaroo;
pub use konane::Konane;
pub use send_it::SendIt;
