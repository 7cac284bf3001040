//! The statistics of matches: Elo, its interval, and the sequential test.

use papamu::matches::{Hypothesis, Sprt, Tally};
use papamu::rng::Rng;

/// The expected score for a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn tally(pairs: [u32; 5]) -> Tally {
    let games = 2 * pairs.iter().sum::<u32>();
    Tally { by_color: [[games / 2, 0, 0], [games / 2, 0, 0]], pairs }
}

/// The bounds of the score that the interval of the Elo stands for.
fn bounds(pairs: [u32; 5]) -> [f64; 2] {
    let estimate = tally(pairs).estimate().unwrap();
    [estimate.elo_low.map_or(0.0, expected), estimate.elo_high.map_or(1.0, expected)]
}

#[test]
fn estimates_are_centred_and_grow_narrower() {
    let even = tally([10, 20, 40, 20, 10]).estimate().unwrap();
    assert!(even.elo.unwrap().abs() < 1e-9 && (even.los - 0.5).abs() < 1e-6);
    // Standard error by hand: variance 0.075 a pair, 100 pairs, 0.0274 points, 19 Elo.
    assert!((37.4..42.0).contains(&even.elo_high.unwrap()), "{even:?}");
    let more = tally([1000, 2000, 4000, 2000, 1000]).estimate().unwrap();
    assert!((more.elo_high.unwrap() * 10.0 - 37.4).abs() < 1.0, "{more:?}");
    assert_eq!(Tally::default().estimate(), None);
}

/// A sweep has no upper bound and no estimate, but a lower bound: the score that two of two pairs allow is the root of 0.025.
#[test]
fn intervals_hold_at_the_edges() {
    let swept = tally([0, 0, 0, 0, 2]).estimate().unwrap();
    assert_eq!((swept.score, swept.elo, swept.elo_high), (1.0, None, None));
    assert!((swept.elo_low.unwrap() + 290.5).abs() < 0.1, "{swept:?}");
    // A beta distribution with parameters 2.5 and 0.5.
    assert!((swept.los - 0.9244).abs() < 1e-4, "{swept:?}");
    let lost = tally([2, 0, 0, 0, 0]).estimate().unwrap();
    assert!((lost.elo_high.unwrap() - 290.5).abs() < 0.1 && lost.elo_low.is_none(), "{lost:?}");
    let drawn = tally([0, 0, 5, 0, 0]).estimate().unwrap();
    assert!((drawn.elo_high.unwrap() - 201.1).abs() < 0.1 && (drawn.los - 0.5).abs() < 1e-9, "{drawn:?}");
}

#[test]
fn a_game_without_its_twin_counts_in_wins_draws_and_losses_only() {
    let whole = tally([1, 2, 3, 2, 4]);
    let more = Tally { by_color: [[25, 0, 0], [24, 0, 0]], ..whole };
    assert_eq!(more.estimate(), whole.estimate());
    let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
    assert_eq!(sprt.verdict(&more), sprt.verdict(&whole));
    assert_eq!(Tally { by_color: [[1, 0, 0], [0; 3]], pairs: [0; 5] }.estimate(), None);
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
    assert_eq!(sprt.verdict(&tally([100, 200, 400, 400, 300])).accepted, Some(Hypothesis::H1));
    assert_eq!(sprt.verdict(&tally([300, 400, 400, 200, 100])).accepted, Some(Hypothesis::H0));
    let verdict = sprt.verdict(&Tally::default());
    assert!((verdict.upper - 2.944).abs() < 0.001 && (verdict.lower + 2.944).abs() < 0.001);
}

/// The normal approximation accepted H1 after these five pairs, with 3.08.
#[test]
fn few_pairs_do_not_decide_a_test_with_wide_bounds() {
    let test = |elo1, pairs| Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 }.verdict(&tally(pairs)).llr;
    assert!((test(100.0, [0, 0, 1, 0, 4]) - 1.2348).abs() < 1e-4);
    // Ten pairs won twice: the likeliest distribution with the mean of an even match also loses every other pair twice.
    let won = 10.0 * (2.0 * expected(200.0)).ln();
    assert!((test(200.0, [0, 0, 0, 0, 10]) - won).abs() < 0.01);
    assert!((test(200.0, [1000, 0, 0, 0, 0]) + 732.9).abs() < 0.1);
    assert!((test(20.0, [0, 0, 1_000_000, 0, 0]) + 59_220.5).abs() < 0.1);
}

/// Draws the result of a pair: its half points.
type Pair<'a> = &'a dyn Fn(&mut Rng) -> usize;

/// Simulated matches with a known difference: the test errs as often as it says, up to a tenth more and three standard errors.
#[test]
fn the_sequential_test_errs_as_rarely_as_it_says() {
    for (elo1, matches) in [(20.0, 500), (60.0, 5_000), (100.0, 10_000), (200.0, 20_000)] {
        let sprt = Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 };
        let win = expected(elo1) * f64::from(1 << 20);
        let even = |rng: &mut Rng| [0, 2, 2, 4][rng.below(4) as usize];
        let better = |rng: &mut Rng| (0..2).filter(|_| f64::from(rng.below(1 << 20)) < win).count() * 2;
        let pairs: [(Pair, _); 2] = [(&even, Hypothesis::H1), (&better, Hypothesis::H0)];
        for (pair, wrong) in pairs {
            let mut rng = Rng::new(7);
            let mut decide = || {
                let mut results = Tally::default();
                loop {
                    results.pairs[pair(&mut rng)] += 1;
                    if let Some(accepted) = sprt.verdict(&results).accepted {
                        return accepted;
                    }
                }
            };
            let errors = (0..matches).filter(|_| decide() == wrong).count();
            let expected = 0.05 * f64::from(matches);
            let most = 1.1 * expected + 3.0 * (0.95 * expected).sqrt();
            assert!((errors as f64) < most, "elo1={elo1}: {errors} of {matches} matches accept {wrong:?}");
        }
    }
}

/// The probability that the mean is below the lower bound, and that it is above the upper bound.
const TAIL: f64 = 0.025;

/// Where all pairs are the same, the bounds follow from one power.
#[test]
fn bounds_at_the_edges_are_exact() {
    for pairs in [1, 2, 5, 10, 1_000_000] {
        let root = TAIL.powf(1.0 / f64::from(pairs));
        for (score, [low, high]) in [(0, [0.0, 1.0 - root]), (2, [root / 2.0, 1.0 - root / 2.0]), (4, [root, 1.0])] {
            let mut alike = [0; 5];
            alike[score] = pairs;
            let [found_low, found_high] = bounds(alike);
            assert!((found_low - low).abs() < 1e-5 && (found_high - high).abs() < 1e-5, "{pairs} {score}");
        }
    }
}

/// Values of Clopper and Pearson for 1 of 10, 50 of 100 and 3 of 10,000.
#[test]
fn bounds_of_wins_and_losses_are_those_of_the_binomial_distribution() {
    for (won, of, low, high) in
        [(1, 10, 0.002_529, 0.445_016), (50, 100, 0.398_321, 0.601_679), (3, 10_000, 0.000_061_9, 0.000_876_5)]
    {
        let [found_low, found_high] = bounds([of - won, 0, 0, 0, won]);
        assert!((found_low - low).abs() < 1e-5 && (found_high - high).abs() < 1e-5, "{found_low} {found_high}");
    }
}

/// Every result of up to three pairs, weighted with its probability: the lower bound is above the mean as rarely as it says.
#[test]
fn bounds_hold_for_few_pairs_whatever_the_outcomes() {
    let distributions = [
        [0.6, 0.0, 0.0, 0.0, 0.4], // each opening won twice by the same engine
        [0.4, 0.0, 0.6, 0.0, 0.0],
        [0.1, 0.0, 0.9, 0.0, 0.0],
        [0.05, 0.0, 0.0, 0.0, 0.95],
        [0.1, 0.1, 0.1, 0.1, 0.6],
        [0.01, 0.0, 0.04, 0.0, 0.95],
        [0.2, 0.2, 0.2, 0.2, 0.2],
        [0.45, 0.0, 0.0, 0.05, 0.5],
    ];
    for pairs in 1..=3 {
        let results: Vec<_> = all_results(pairs).map(|counts| (counts, bounds(counts)[0])).collect();
        for distribution in distributions {
            let mean: f64 = distribution.iter().zip(0u32..).map(|(p, half)| p * f64::from(half) / 4.0).sum();
            let wrong: f64 = results
                .iter()
                .filter(|(_, low)| *low > mean + 1e-6)
                .map(|(counts, _)| probability(*counts, distribution))
                .sum();
            assert!(wrong <= TAIL, "{pairs} pairs of {distribution:?}: {wrong}");
        }
    }
}

fn all_results(pairs: u32) -> impl Iterator<Item = [u32; 5]> {
    let each = move |index: u32| std::array::from_fn(|score| index / (pairs + 1).pow(score as u32) % (pairs + 1));
    (0..(pairs + 1).pow(5)).map(each).filter(move |counts| counts.iter().sum::<u32>() == pairs)
}

fn probability(counts: [u32; 5], of: [f64; 5]) -> f64 {
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    let each = counts.iter().zip(of).map(|(&count, p)| p.powi(count as i32) / factorial(count));
    factorial(counts.iter().sum()) * each.product::<f64>()
}
