//! What the command line offers besides the protocol.
