//! The tools of `papamu-lab`, for people who change the engine: suites of positions, puzzles, regret, and training. They use
//! the library as any other program does.
#![forbid(unsafe_code)]

pub mod commands;
mod game;
pub mod make;
mod puzzles;
pub mod regret;
pub mod suite;
mod tune;
