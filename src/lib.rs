//! papamu: an engine for the board games Kōnane, Kanga, Send It and Kangaroo.
//!
//! The program speaks a line protocol and is built on this library. Start with [`play::Game`]: a game being played,
//! with settings, clocks and the engine's moves.
//!
//! ```
//! use papamu::game::{Color, Style};
//! use papamu::play::{Game, Search};
//! # fn main() -> Result<(), papamu::play::Error> {
//!
//! // Open a game, and play a move.
//! let mut game = Game::open("konane", "width=6 height=6")?;
//! game.play(Color::Black, "D3", Style::Whole)?;
//!
//! // Let the engine answer.
//! let choice = game.choose(Search::new().nodes(1_000))?;
//! game.play_choice(&choice)?;
//! assert!(["C3", "D2", "D4", "E3"].contains(&choice.token()));
//!
//! println!("{}", game.draw());
//! # Ok(())
//! # }
//! ```
//!
//! Without optimisation the engine is slow. For your debug builds, add this to your `Cargo.toml`:
//!
//! ```toml
//! [profile.dev.package.papamu]
//! opt-level = 3
//! ```
//!
//! # The modules
//!
//! From what everything else is built on, to what is built on everything else: `system`, `rng`; [`board`]; [`evaluation`];
//! [`game`]; `search`; [`solve`]; [`games`]; `kernel`; [`certificate`]; [`registry`]; [`puzzle`]; [`sgf`], [`input`];
//! [`play`]; [`review`]; [`gtp`], `ugi`; `matches`; `batch`; `bench`; `server` (with the feature `board`). The feature
//! `cli` is the program; without both features, the library has 26 dependencies.
//!
//! What these pages show is stable: until version 1.0, only a new second number of the version may break programs that use
//! it. The rest is for two programs: `papamu` (`src/main.rs`, `src/cli`), and `papamu-lab` for people who change the engine
//! (`lab`: suites, puzzles, regret, training).
//!
//! # Words and units
//!
//! | word | meaning |
//! |---|---|
//! | move | the smallest step of the rules, and a ply of the searches: a jump, a stone placed, one drop of Send It |
//! | turn | all moves that a player makes before the opponent moves |
//! | token | the text of a move, a turn or a click, as a protocol reads and writes it |
//! | click | a vertex that a user clicks; a move takes one or more |
//! | point | the unit of evaluations: 300 points are an expected score of 75 % ([`evaluation::LOGIT`] points per logit). A win in `n` plies scores 30,000 − `n`, an evaluation at most ±20,000 |
//! | node | a position visited by a search or a proof |
//! | part | an eighth of a game, by its progress; networks have an output for each |
//!
//! # How a move is chosen
//!
//! [`play::Game::choose`] makes one decision for each move of the turn. It uses a proof if the position is late,
//! within four fifths of the time; otherwise [`search`]. An unfinished proof may still overrule the search.
//!
//! Only a game's own folder and the registry depend on a game. (Help texts name some games.)
#![deny(unsafe_code)] // the only exception, with its measurement: src/system/buckets.rs
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))] // a web page has no file system

#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod batch;
#[doc(hidden)]
pub mod bench;
pub mod board;
pub mod certificate;
pub mod evaluation;
pub mod game;
pub mod games;
pub mod gtp;
pub mod input;
mod kernel;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod matches;
pub mod play;
pub mod puzzle;
pub mod registry;
pub mod review;
#[doc(hidden)]
pub mod rng;
#[doc(hidden)]
pub mod search;
#[cfg(feature = "board")]
#[doc(hidden)]
pub mod server;
pub mod sgf;
pub mod solve;
#[doc(hidden)]
pub mod system;
#[doc(hidden)]
pub mod ugi;

/// Runs the Rust example of this page with the other doctests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct EmbeddingPage;
