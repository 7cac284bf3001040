//! What the command line offers besides the protocol.

mod bench;

pub use bench::bench;
