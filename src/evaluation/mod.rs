//! Evaluations with learned weights: a weighted sum of a few features for boards of every size, and for some sizes a small
//! network that corrects it. [`lab::tune`](crate::lab::tune) learns both.

pub(crate) mod linear;
mod net;

pub use linear::weigh;
pub use net::{Learned, Net, PARTS, Stored, Sum, UNITS};

/// What an evaluation sees in a position, for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The features of [`weigh`]: each times 64, and then each times the phase, so that there is one for each weight.
    pub linear: Vec<i32>,
    /// What [`weigh`] makes of them.
    pub points: i32,
    /// The inputs of a [`Net`] that are on.
    pub inputs: Vec<u16>,
    /// The part of the game, less than [`PARTS`].
    pub part: usize,
}

/// Scale of the logistic function, in points per logit: 300 points give an expected score of 75 %.
pub const LOGIT: f64 = 273.0;
/// The largest score, up or down.
pub const LARGEST: i32 = 20_000;
