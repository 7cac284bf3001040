//! papamu: an engine for the board games Kōnane, Kanga, Send It and Kangaroo.
//!
//! The modules depend on each other in the order in which they stand here: boards, evaluations, what a game is, tables of endgames, searches,
//! solving and checking what is solved, a game being played, the four games with their registry, the protocol, and tools.
//! No code outside a game's own folder and the registry depends on a game (help texts name some); [`games`] tells how to add one.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod board;
pub mod rng;
mod whole;

pub mod evaluation;
pub mod game;
pub mod perft;
pub mod proof;

pub mod endgames;
pub mod search;
pub mod session;
pub mod solve;
pub mod verify;

pub mod games;

pub mod input;

pub mod gtp;
pub mod sgf;
pub mod tools;
pub mod ugi;
