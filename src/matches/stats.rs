//! Estimates of a difference in strength from the results of a match.
//!
//! Games come in pairs with the same opening and colours swapped. The random sample is therefore the score of a pair (0, ½, 1, 1½
//! or 2 points), and everything here follows from the five frequencies ("pentanomial"). A game whose twin has not been played
//! counts in wins, draws and losses only. [`interval`](super::interval) names the source of the interval. The
//! sequential test is the generalised SPRT, with the exact likelihood ratio (M. Van den Bergh, "A practical introduction to
//! the GSPRT", the notes behind Fishtest's).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::interval::{SCORES, bounds, probability_below};

/// The count of a score that no pair has, as in Fishtest: a likely distribution may need it for its mean.
const UNSEEN: f64 = 1e-3;
/// The most steps to the root in [`log_likelihood`]. Bounds of ±2000 Elo need 60.
const STEPS: usize = 100;

/// The results of an engine against another, by colour and by pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins, draws and losses as Black, then as White.
    pub by_color: [[u32; 3]; 2],
    /// The number of pairs with 0 to 4 half points.
    pub pairs: [u32; 5],
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub score: f64,
    /// Difference in Elo; `None` if all points went to one side.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval; `None` if there is no lower bound.
    pub elo_low: Option<f64>,
    /// The upper end; `None` if there is no upper bound.
    pub elo_high: Option<f64>,
    pub los: f64,
}

/// A sequential probability ratio test (SPRT).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    #[serde(flatten)]
    pub test: Sprt,
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    pub accepted: Option<Hypothesis>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hypothesis {
    H0,
    H1,
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta } = self;
        write!(f, "--sprt elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}")
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { test: Sprt { elo0, elo1, .. }, llr, lower, upper, accepted } = self;
        write!(f, "SPRT elo0={elo0} elo1={elo1}: LLR {llr:.2}, bounds {lower:.2} and {upper:.2}")?;
        accepted.map_or(Ok(()), |accepted| write!(f, ", {accepted:?} accepted"))
    }
}

/// The end of a sequential test, as the record of the game that decided it keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "a JSON object")]
pub struct Decision {
    #[serde(flatten)]
    pub test: Sprt,
    pub llr: f64,
    pub accepted: Hypothesis,
}

impl Tally {
    pub(crate) fn games(&self) -> u32 {
        self.by_color.as_flattened().iter().sum()
    }

    pub fn wdl(&self) -> [u32; 3] {
        std::array::from_fn(|result| self.by_color[0][result] + self.by_color[1][result])
    }

    /// The mean score of whole pairs, in points a game; `None` before the first.
    fn mean(&self) -> Option<f64> {
        let number = self.pairs.iter().sum::<u32>();
        let points: f64 = SCORES.iter().zip(self.pairs).map(|(score, count)| score * f64::from(count)).sum();
        (number > 0).then(|| points / f64::from(number))
    }

    /// The difference in Elo by the score of whole pairs; `None` if all points went to one side.
    pub fn elo(&self) -> Option<f64> {
        elo(self.mean()?)
    }

    /// The estimate from whole pairs; `None` before the first. The likelihood of superiority assumes half a pair that was won
    /// twice and half a pair that was lost twice, which is Jeffreys's prior if all pairs are won or lost twice.
    pub fn estimate(&self) -> Option<Estimate> {
        let score = self.mean()?;
        let samples = self.pairs.map(f64::from);
        let mut weights = samples;
        weights[0] += 0.5;
        weights[4] += 0.5;
        let [elo_low, elo_high] = bounds(samples).map(elo);
        Some(Estimate { score, elo: elo(score), elo_low, elo_high, los: 1.0 - probability_below(weights, 0.5) })
    }
}

impl Sprt {
    /// The state of the test after these results. Only whole pairs count.
    pub fn verdict(&self, tally: &Tally) -> SprtState {
        let counts = tally.pairs.map(|count| f64::from(count).max(UNSEEN));
        let [first, second] = [self.elo0, self.elo1].map(|elo| log_likelihood(counts, expected(elo)));
        let llr = if tally.pairs == [0; 5] { 0.0 } else { second - first };
        let [lower, upper] = self.bounds();
        let accepted = if llr >= upper { Some(Hypothesis::H1) } else { (llr <= lower).then_some(Hypothesis::H0) };
        SprtState { test: *self, llr, lower, upper, accepted }
    }

    fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The end of the test after these results, if they decide it.
    pub(crate) fn decision(&self, tally: &Tally) -> Option<Decision> {
        let SprtState { llr, accepted, .. } = self.verdict(tally);
        Some(Decision { test: *self, llr, accepted: accepted? })
    }

    /// Whether this is the test of the other, except for rounding.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let values = |test: &Self| [test.elo0, test.elo1, test.alpha, test.beta];
        values(self).into_iter().zip(values(other)).all(|(one, other)| (one - other).abs() < 1e-9)
    }
}

impl Decision {
    pub(crate) fn verdict(&self) -> SprtState {
        let [lower, upper] = self.test.bounds();
        SprtState { test: self.test, llr: self.llr, lower, upper, accepted: Some(self.accepted) }
    }
}

/// The logarithm of the likelihood of a mean score: that of the distribution with this mean, p = n / (N (1 + θ (a - mean))), that
/// makes the results most likely. Leaves out n and N, which cancel out between two means.
///
/// The Lagrange multiplier θ is the root of Σ n (a - mean) / (1 + θ (a - mean)), which decreases between its poles. It is found
/// by Newton's method, and by bisection where a step leaves the bracket.
fn log_likelihood(counts: [f64; 5], mean: f64) -> f64 {
    let (mut low, mut high, mut root) = (1.0 / (mean - 1.0), 1.0 / mean, 0.0_f64);
    for _ in 0..STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (count, score) in counts.into_iter().zip(SCORES) {
            let term = (score - mean) / (1.0 + root * (score - mean));
            value += count * term;
            slope += count * term * term;
        }
        let next: f64 = root + value / slope;
        if (next - root).abs() <= 1e-12 * root.abs().max(1.0) {
            break;
        }
        let bound = if value > 0.0 { &mut low } else { &mut high };
        *bound = root;
        root = if low < next && next < high { next } else { (low + high) / 2.0 };
    }
    -counts.into_iter().zip(SCORES).map(|(count, score)| count * (root * (score - mean)).ln_1p()).sum::<f64>()
}

/// The expected score for a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo for an expected score; `None` unless it lies between 0 and 1.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}
