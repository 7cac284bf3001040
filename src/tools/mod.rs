//! What the command line offers besides the protocol.

mod bench;
pub mod matches;
pub mod suite;
mod tune;

pub use bench::bench;
pub use tune::{Tuning, tune};
