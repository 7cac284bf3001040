//! The evaluation with learned weights: a game extracts features, and [`Weighed`] computes the score.

use crate::evaluation::{Features, LARGEST, Net, PARTS, UNITS};

use super::Rules;

/// A game whose evaluation is a weighted sum of `K` features, plus the output of a network of `U` hidden units on
/// boards that have one. The game extracts the features; its [`Hints`](crate::game::Hints) then calls
/// [`weighed_points`](Self::weighed_points) and [`weighed_features`](Self::weighed_features).
pub(crate) trait Weighed<const K: usize, const U: usize = UNITS>: Rules {
    /// The weights of the features at the beginning of the game, and the amounts added to them by its end (see
    /// [`weigh`]).
    const WEIGHTS: &'static [[i32; K]; 2];
    /// The phase at which the last of the network's [`PARTS`] parts of the game ends; later phases belong to it too.
    const LAST_PART_FROM: i32 = 64;

    /// The network for this board, if there is one.
    fn net(&self) -> Option<&Net<U>>;

    /// How much of the game is over, in 64ths.
    fn phase(&self, position: &Self::Position) -> i32;

    /// The features, for the player to move. Calls `input` with each active input of the network.
    fn look(&self, position: &Self::Position, input: impl FnMut(usize)) -> [i32; K];

    /// The evaluation in points.
    #[inline(always)]
    fn weighed_points(&self, position: &Self::Position) -> i32 {
        let phase = self.phase(position);
        let Some(net) = self.net() else { return self.linear_points(position) };
        let mut sum = net.sum();
        let features = self.look(position, |input| sum.add(input));
        (weigh(&features, Self::WEIGHTS, phase) + sum.points(self.part(phase))).clamp(-LARGEST, LARGEST)
    }

    /// The weighted sum of the features alone, in points.
    #[inline(always)]
    fn linear_points(&self, position: &Self::Position) -> i32 {
        weigh(&self.look(position, |_| ()), Self::WEIGHTS, self.phase(position))
    }

    /// The inputs of the evaluation, for training.
    fn weighed_features(&self, position: &Self::Position) -> Features {
        let phase = self.phase(position);
        let mut inputs = Vec::new();
        let features = self.look(position, |input| inputs.push(input as u16));
        Features {
            linear: [64, phase].iter().flat_map(|factor| features.map(|feature| feature * factor)).collect(),
            points: weigh(&features, Self::WEIGHTS, phase),
            inputs,
            part: self.part(phase),
        }
    }

    /// The index of the network's part of the game. [`PARTS`] equal parts cover the phases up to
    /// [`LAST_PART_FROM`](Self::LAST_PART_FROM); later phases belong to the last part.
    #[inline(always)]
    fn part(&self, phase: i32) -> usize {
        ((phase * PARTS as i32 / Self::LAST_PART_FROM) as usize).min(PARTS - 1)
    }
}

/// Tapered evaluation: the weighted sum of the features. Row 0 holds opening weights; row 1 is their change by the end
/// of the game. `phase` runs from 0 (start) to 64 (end). Weights are in 1/16 of a point.
#[inline(always)]
fn weigh<const K: usize>(features: &[i32; K], weights: &[[i32; K]; 2], phase: i32) -> i32 {
    let dot = |weights: &[i32; K]| features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<i32>();
    ((64 * dot(&weights[0]) + phase * dot(&weights[1])) / (64 * 16)).clamp(-LARGEST, LARGEST)
}
