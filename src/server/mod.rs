//! The server behind `papamu board`: the page, and the line protocol over WebSockets.
//!
//! The page in `web/` is a front end like any other. The server hands out its files, and for each WebSocket runs a session
//! of the line protocol ([`gtp::run`](crate::gtp::run)) in a thread of its own. It knows no game.
//!
//! | module | holds |
//! |---|---|
//! | [`Server`] | the address, the routes, and the end |
//! | `guard` | who is let in: the token, `Host` and `Origin` |
//! | `session` | a WebSocket, the engine behind it, and its limits |
//! | `assets` | the files of the page, embedded in the program |

mod assets;
mod guard;
mod server;
mod session;

pub use guard::Token;
pub use server::{Server, ServerError};
pub use session::Limits;
