//! Estimates of a difference in strength from the results of a match.
//!
//! Games come in pairs with the same opening and colours swapped. The random sample is therefore the score of a pair (0, ½, 1, 1½
//! or 2 points), and its variance is estimated from the five frequencies ("pentanomial"). The
//! sequential test is the generalised one with a normal approximation of the likelihood ratio (M. Van den Bergh,
//! "Comments on Normalized Elo" and "The Generalized SPRT for trinomial and pentanomial models", 2020, the notes
//! behind Fishtest's).

use serde::Serialize;

/// The results of an engine against another, by colour and by pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins, draws and losses as Black, then as White.
    pub by_color: [[u32; 3]; 2],
    /// The number of pairs with 0 to 4 half points.
    pub pairs: [u32; 5],
    /// The number of games with 0 to 2 half points whose twin has not been played.
    pub single: [u32; 3],
}

/// The estimate of a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Points a game, 0 to 1.
    pub score: f64,
    /// Difference in Elo; `None` if all points went to one side.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval; `None` if there is no lower bound.
    pub elo_low: Option<f64>,
    /// The upper end; `None` if there is no upper bound.
    pub elo_high: Option<f64>,
    /// Likelihood of superiority: the probability that the difference is positive.
    pub los: f64,
}

/// A sequential probability ratio test (SPRT).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Difference in Elo under the null hypothesis.
    pub elo0: f64,
    /// Difference in Elo under the alternative.
    pub elo1: f64,
    /// Probability of accepting the alternative where the null hypothesis holds.
    pub alpha: f64,
    /// Probability of accepting the null hypothesis where the alternative holds.
    pub beta: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Log-likelihood ratio.
    pub llr: f64,
    /// At or below this the null hypothesis is accepted.
    pub lower: f64,
    /// At or above this the alternative is accepted.
    pub upper: f64,
    /// Which was accepted, if one was: `H0` or `H1`.
    pub accepted: Option<&'static str>,
}

impl Tally {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.by_color.as_flattened().iter().sum()
    }

    /// Wins, draws and losses.
    pub fn wdl(&self) -> [u32; 3] {
        std::array::from_fn(|result| self.by_color[0][result] + self.by_color[1][result])
    }

    /// Number, mean and variance of the samples, in points a game; `None` before the first game.
    fn moments(&self) -> Option<(f64, f64, f64)> {
        let pairs = self.pairs.iter().enumerate().map(|(half, &count)| (half as f64 / 4.0, f64::from(count)));
        // A game alone counts as half a pair.
        let single = self.single.iter().enumerate().map(|(half, &count)| (half as f64 / 2.0, f64::from(count) / 2.0));
        let drawn: Vec<_> = pairs.chain(single).collect();
        let number: f64 = drawn.iter().map(|(_, count)| count).sum();
        if number == 0.0 {
            return None;
        }
        let mean = drawn.iter().map(|(score, count)| score * count).sum::<f64>() / number;
        let variance = drawn.iter().map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / number;
        Some((number, mean, variance))
    }

    /// The estimate; `None` before the first game. If all results are the same, their variance is unknown, and the interval
    /// assumes one more result of the other kind.
    pub fn estimate(&self) -> Option<Estimate> {
        let (number, mean, variance) = self.moments()?;
        let variance = if variance > 0.0 { variance } else { 0.25 / (number + 1.0) };
        let error = (variance / number).sqrt();
        Some(Estimate {
            score: mean,
            elo: elo(mean),
            elo_low: elo(mean - 1.96 * error),
            elo_high: elo(mean + 1.96 * error),
            los: normal((mean - 0.5) / error),
        })
    }
}

impl Sprt {
    /// The state of the test after these results.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = tally.moments().map_or(0.0, |(number, mean, variance)| {
            // A prior of half a result of each kind, so that the first results cannot decide.
            let variance = (variance * number + 0.25) / (number + 1.0);
            let [s0, s1] = [self.elo0, self.elo1].map(expected);
            number * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
        });
        let accepted = match llr {
            _ if llr >= upper => Some("H1"),
            _ if llr <= lower => Some("H0"),
            _ => None,
        };
        Verdict { llr, lower, upper, accepted }
    }
}

/// The expected score for a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo for an expected score; `None` unless it lies between 0 and 1.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The standard normal distribution function.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u32; 5]) -> Tally {
        let games = 2 * pairs.iter().sum::<u32>();
        Tally { by_color: [[games / 2, 0, 0], [games / 2, 0, 0]], pairs, single: [0; 3] }
    }

    #[test]
    fn scores_and_elo_go_together() {
        assert!((expected(0.0) - 0.5).abs() < 1e-12);
        assert!((elo(expected(123.0)).unwrap() - 123.0).abs() < 1e-9);
        assert!((elo(0.75).unwrap() - 190.85).abs() < 0.01);
        assert_eq!([elo(0.0), elo(1.0), elo(-0.1), elo(1.1)], [None; 4]);
        for (x, p) in [(0.0, 0.5), (1.96, 0.975_002), (-1.0, 0.158_655), (3.0, 0.998_650)] {
            assert!((normal(x) - p).abs() < 1e-5, "{x}");
        }
    }

    #[test]
    fn estimates_are_centred_and_grow_narrower() {
        let even = tally([10, 20, 40, 20, 10]).estimate().unwrap();
        assert!(even.elo.unwrap().abs() < 1e-9 && (even.los - 0.5).abs() < 1e-6);
        // Standard error by hand: variance 0.075 a pair, 100 pairs, 0.0274 points, 19 Elo.
        assert!((even.elo_high.unwrap() - 37.4).abs() < 1.0, "{even:?}");
        let more = tally([40, 80, 160, 80, 40]).estimate().unwrap();
        assert!((more.elo_high.unwrap() * 2.0 - even.elo_high.unwrap()).abs() < 1.0);
        assert_eq!(Tally::default().estimate(), None);
        let all = tally([0, 0, 0, 0, 20]).estimate().unwrap();
        // There is no upper bound, and no estimate either; but a lower bound.
        assert!(all.elo.is_none() && all.elo_high.is_none() && all.los > 0.99, "{all:?}");
        assert!((all.elo_low.unwrap() - 519.2).abs() < 1.0, "{all:?}");
    }

    #[test]
    fn pairs_that_level_out_are_surer_than_games() {
        // The same 50 %, but each opening is won by the same colour twice.
        let paired = tally([0, 0, 100, 0, 0]).estimate().unwrap();
        let wild = tally([50, 0, 0, 0, 50]).estimate().unwrap();
        assert!(paired.elo_high.unwrap() < wild.elo_high.unwrap() / 3.0);
    }

    #[test]
    fn the_sequential_test_decides_by_its_bounds() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.verdict(&Tally::default()).accepted, None);
        assert_eq!(sprt.verdict(&tally([1, 2, 3, 2, 1])).accepted, None);
        assert_eq!(sprt.verdict(&tally([100, 200, 400, 400, 300])).accepted, Some("H1"));
        assert_eq!(sprt.verdict(&tally([300, 400, 400, 200, 100])).accepted, Some("H0"));
        let verdict = sprt.verdict(&Tally::default());
        assert!((verdict.upper - 2.944).abs() < 0.001 && (verdict.lower + 2.944).abs() < 0.001);
    }

    /// Simulated matches with a known difference: the test errs about as often as it says.
    #[test]
    fn the_sequential_test_errs_as_rarely_as_it_says() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let mut rng = crate::rng::Rng::new(7);
        for (elo, wrong) in [(0.0, "H1"), (50.0, "H0")] {
            let mut errors = 0;
            for _ in 0..400 {
                let mut results = Tally::default();
                loop {
                    let half: usize = (0..2)
                        .map(|_| if f64::from(rng.below(1 << 20)) < expected(elo) * f64::from(1 << 20) { 2 } else { 0 })
                        .sum();
                    results.pairs[half] += 1;
                    match sprt.verdict(&results).accepted {
                        Some(accepted) => {
                            errors += u32::from(accepted == wrong);
                            break;
                        }
                        None => continue,
                    }
                }
            }
            assert!(errors <= 36, "{errors} of 400 wrong at {elo}");
        }
    }
}
