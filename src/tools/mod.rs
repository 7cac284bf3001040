//! What the command line offers besides the protocol.

mod bench;
pub mod matches;
pub mod suite;
pub mod tune;

pub use bench::bench;
