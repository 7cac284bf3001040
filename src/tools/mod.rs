//! What the command line offers besides the protocol.

mod bench;
pub mod matches;

pub use bench::bench;
