//! Learns the weights of an evaluation from games that the engine plays against itself, or against a guest.

mod games;
mod guest;
mod linear;
mod net;

pub use games::{Sample, Tuning, play};
pub use linear::fit as fit_linear;
pub use net::fit as fit_net;
