//! Trains the weights of an evaluation on self-play games, or on games against a guest.

mod games;
mod guest;
mod linear;
mod net;

pub use games::{Sample, Tuning, play};
pub use linear::fit as fit_linear;
pub use net::fit as fit_net;
