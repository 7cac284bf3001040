//! The tools of `papamu-lab`: suites of positions, puzzles, regret, calibration, and training. They use the library as any other program does.

pub mod calibrate;
pub mod puzzles;
pub mod regret;
pub mod suite;
pub mod tune;
