//! Evaluations with learned weights: a weighted sum of a few features for boards of every size, and for some sizes a small
//! network that corrects it. [`tools::tune`](crate::tools::tune) learns both.

mod linear;
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

impl Features {
    /// Features with their weights, of which the latter are the more in force the later the `phase` (of 64), and the inputs
    /// of a network in a part of the game.
    pub fn new<const K: usize>(
        features: &[i32; K],
        weights: &[[i32; K]; 2],
        phase: i32,
        inputs: Vec<u16>,
        part: usize,
    ) -> Self {
        Self { linear: linear::spread(features, phase), points: weigh(features, weights, phase), inputs, part }
    }
}

/// The part of the game for a network: [`PARTS`] equal parts of the phases from 0 to `end`; later phases belong to the last.
#[inline(always)]
pub fn part(phase: i32, end: i32) -> usize {
    ((phase * PARTS as i32 / end) as usize).min(PARTS - 1)
}

/// Points as a network corrects them where there is one; `inputs` switches on what is on.
#[inline(always)]
pub fn corrected<const U: usize>(
    points: i32,
    net: Option<&Net<U>>,
    part: usize,
    inputs: impl FnOnce(&mut Sum<U>),
) -> i32 {
    let Some(net) = net else { return points };
    let mut sum = net.sum();
    inputs(&mut sum);
    (points + sum.points(part)).clamp(-LARGEST, LARGEST)
}

/// Points that make one unit of the logistic function, so that 300 are three wins in four.
pub const LOGIT: f64 = 273.0;
/// The largest score, up or down.
pub const LARGEST: i32 = 20_000;
