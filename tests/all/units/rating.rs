use std::collections::BTreeMap;

use papamu::matches::Tally;
use papamu::matches::*;

fn standing(engines: usize, results: &[((usize, usize), [u32; 5])]) -> Standing {
    let names = ["a", "b", "c", "d"];
    let tally = |pairs: [u32; 5]| {
        let games = 2 * pairs.iter().sum::<u32>();
        Tally { by_color: [[games / 2, 0, 0], [games / 2, 0, 0]], pairs }
    };
    let tallies: BTreeMap<_, _> = results.iter().map(|&(pairing, pairs)| (pairing, tally(pairs))).collect();
    let mut standing = Standing::of(names.into_iter().take(engines), None);
    standing.tallies = tallies;
    standing
}

/// Between two engines the joint fit is the estimate of the pairing.
#[test]
fn two_engines_get_half_the_difference_each() {
    let standing = standing(2, &[((0, 1), [5, 10, 30, 35, 20])]);
    let estimate = standing.tallies[&(0, 1)].estimate().unwrap();
    let [Some(first), Some(second)] = ratings(&standing)[..] else { panic!("not rated") };
    assert!((first.elo - second.elo - estimate.elo.unwrap()).abs() < 1e-6);
    let (width, expected) =
        (2.0 * (first.elo_high - first.elo_low), estimate.elo_high.unwrap() - estimate.elo_low.unwrap());
    assert!((width / expected - 1.0).abs() < 0.1, "{width} {expected}");
}

#[test]
fn a_chain_of_results_rates_engines_that_never_met() {
    // 75 % twice in a row: 191 Elo each.
    let chain = standing(3, &[((0, 1), [0, 0, 40, 0, 40]), ((1, 2), [0, 0, 40, 0, 40])]);
    let elo: Vec<f64> = ratings(&chain).into_iter().map(|rating| rating.unwrap().elo).collect();
    assert!((elo[0] - 190.85).abs() < 0.01 && elo[1].abs() < 1e-6 && (elo[2] + 190.85).abs() < 0.01, "{elo:?}");
}

#[test]
fn engines_that_only_won_or_were_never_connected_have_no_rating() {
    let swept = standing(3, &[((0, 1), [0, 0, 0, 0, 9]), ((0, 2), [0, 0, 0, 0, 9]), ((1, 2), [1, 2, 3, 2, 1])]);
    let rated = ratings(&swept);
    assert_eq!(rated[0], None);
    assert!(rated[1].unwrap().elo.abs() < 1e-6 && rated[2].unwrap().elo.abs() < 1e-6);
    let apart = standing(4, &[((0, 1), [1, 2, 3, 2, 1]), ((2, 3), [1, 2, 3, 2, 1])]);
    assert_eq!(ratings(&apart), [None; 4]);
    assert_eq!(ratings(&standing(2, &[])), [None; 2]);
}
