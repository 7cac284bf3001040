//! Bounds for the mean of a few outcomes between 0 and 1 that hold for every number of samples, the smallest included.
//!
//! A bound is a quantile of the mean under random weights: each sample has a weight, and one more sample is assumed at the far
//! end, 0 for the lower bound and 1 for the upper one. The weights are uniform on all that add up to 1, a Dirichlet
//! distribution (N. Gaffke, "Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
//! variable", 2005). If all outcomes are 0 or 1, the bounds are those of C. Clopper and E. Pearson (1934).

/// The scores of a pair of games with 0 to 4 half points, in points a game.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The probability that the mean is below the lower bound, and that it is above the upper bound.
const TAIL: f64 = 0.025;
/// Steps of the bisection: eight digits.
const STEPS: usize = 30;
/// The most terms of the sum in [`probability_below`]. More than a hundred are needed for fewer than ten samples only.
const TERMS: u32 = 4096;

/// The bounds of the two-sided 95 % interval for the mean, from the number of samples with each score.
pub(super) fn bounds(samples: [f64; 5]) -> [f64; 2] {
    let (mut with_lowest, mut with_highest) = (samples, samples);
    with_lowest[0] += 1.0;
    with_highest[4] += 1.0;
    [quantile(with_lowest, TAIL), quantile(with_highest, 1.0 - TAIL)]
}

/// The mean under random weights that is exceeded with probability `1 - p`.
fn quantile(weights: [f64; 5], p: f64) -> f64 {
    let possible = || SCORES.into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0).map(|(score, _)| score);
    let (mut low, mut high) = (possible().fold(1.0, f64::min), possible().fold(0.0, f64::max));
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        if probability_below(weights, middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The probability that the mean of the scores, under weights with a Dirichlet distribution of these parameters, is below
/// `mean`.
///
/// The weights are gamma variables divided by their sum, so the mean is below `mean` where the sum of `score - mean` times
/// gamma variables is negative. The distribution of that sum follows from its characteristic function (R. Davies, "The
/// distribution of a linear combination of χ² random variables", 1980).
pub(crate) fn probability_below(weights: [f64; 5], mean: f64) -> f64 {
    let terms: Vec<_> = weights
        .into_iter()
        .zip(SCORES)
        .filter(|(weight, _)| *weight > 0.0)
        .map(|(weight, score)| (weight, score - mean))
        .collect();
    if terms.iter().all(|(_, deviation)| *deviation >= 0.0) {
        return 0.0;
    }
    if terms.iter().all(|(_, deviation)| *deviation <= 0.0) {
        return 1.0;
    }
    let deviation = terms.iter().map(|(weight, deviation)| weight * deviation * deviation).sum::<f64>().sqrt();
    // The sum below takes what is more than 25 deviations away from 0 for the other side.
    let centre: f64 = terms.iter().map(|(weight, by)| weight * by).sum();
    if centre.abs() > 10.0 * deviation {
        return if centre < 0.0 { 1.0 } else { 0.0 };
    }
    let mut sum = 0.0;
    for index in 0..TERMS {
        let place = f64::from(index) + 0.5;
        let at = place / (4.0 * deviation);
        let size = terms.iter().map(|(weight, by)| weight * (by * at).powi(2).ln_1p()).sum::<f64>() / -2.0;
        let angle: f64 = terms.iter().map(|(weight, by)| weight * (by * at).atan()).sum();
        sum += size.exp() * angle.sin() / place;
        if size < -25.0 {
            break;
        }
    }
    (0.5 - sum / std::f64::consts::PI).clamp(0.0, 1.0)
}
