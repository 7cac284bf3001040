//! A weighted sum of features.

use super::LARGEST;

/// Tapered evaluation: the weighted sum of the features. Row 0 holds opening weights; row 1 is their change by the end
/// of the game. `phase` runs from 0 (start) to 64 (end). Weights are in 1/16 of a point.
#[inline(always)]
pub(crate) fn weigh<const K: usize>(features: &[i32; K], weights: &[[i32; K]; 2], phase: i32) -> i32 {
    let dot = |weights: &[i32; K]| features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<i32>();
    ((64 * dot(&weights[0]) + phase * dot(&weights[1])) / (64 * 16)).clamp(-LARGEST, LARGEST)
}

/// The features in the form that tuning needs for [`weigh`]: all of them times 64, then all of them times the phase.
pub(crate) fn spread<const K: usize>(features: &[i32; K], phase: i32) -> Vec<i32> {
    let scaled = |factor: i32| features.iter().map(move |feature| feature * factor);
    scaled(64).chain(scaled(phase)).collect()
}
