//! Matches, suites of positions, training and benchmarks: what the command line offers besides the protocol.

mod bench;
#[cfg(not(target_family = "wasm"))]
pub mod regret;
#[cfg(not(target_family = "wasm"))]
pub mod suite;
pub mod tune;

pub use bench::bench;
