//! papamu: an engine for the board games Kōnane, Kanga, Send It and Kangaroo.
//!
//! The modules depend on each other in the order of the groups in which they stand here: boards, evaluations and what a game is, tables of
//! endgames, searches, solving and checking what is solved, a game being played, the four games with their registry, input and files, the
//! protocols, and tools.
//! No code outside a game's own folder and the registry depends on a game (help texts name some); [`games`] tells how to add one.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod atomic_file;
pub mod cancel;
pub mod rng;
mod threads;

pub mod board;

pub mod evaluation;
pub mod exhaustive;
pub mod game;
pub mod perft;

pub mod endgames;

pub mod search;

pub mod solve;
pub mod verify;

pub mod session;

pub mod games;

pub mod engine;
pub mod input;
pub mod sgf;

pub mod gtp;
pub mod tools;
pub mod ugi;
