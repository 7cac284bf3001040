//! Evaluations with learned weights: a weighted sum of a few features for boards of any size, plus, for some sizes, a
//! small network that corrects it. `papamu-lab tune` learns both.

mod net;

pub(crate) use net::Stored;
pub use net::{Net, PARTS, Sum, UNITS};

/// The inputs of the evaluation of a position, for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The weighted features: all of them times 64, then all of them times the phase, so that each weight has one.
    pub linear: Vec<i32>,
    /// Their weighted sum in points.
    pub points: i32,
    /// The active inputs of a [`Net`].
    pub inputs: Vec<u16>,
    /// The part of the game, below [`PARTS`].
    pub part: usize,
}

/// Scale of the logistic function, in points per logit: 300 points give an expected score of 75 %.
pub const LOGIT: f64 = 273.0;
pub(crate) const LARGEST: i32 = 20_000;
