//! The server behind `papamu board`: the page, and the line protocol over WebSockets.
//!
//! The page in `web/` is a front end like any other. The server hands out its files, and for each WebSocket runs a session
//! of the line protocol ([`gtp::run`](crate::gtp::run)) in a thread of its own. It does not depend on any game.

mod assets;
mod connection;
mod guard;
mod http;

pub use http::Server;
