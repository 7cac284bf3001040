//! Ratings of several engines from all of their games.
//!
//! The model is that of Bradley and Terry with the logistic curve of Elo, draws counted as half a win (Hunter, "MM algorithms
//! for generalized Bradley–Terry models", 2004). The likelihood is maximised by Newton's method. The covariance is the
//! "sandwich" estimate over whole pairs of games, so that an opening that favours one colour does not widen the intervals. One
//! more pair a meeting is assumed, a point off its expectation. The intervals are normal approximations: they need tens of pairs.

use serde::Serialize;

use super::Standing;

/// Elo of one unit of the logistic curve's natural logarithm.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton steps; a handful is enough where the maximum exists.
const STEPS: usize = 100;

/// The rating of an engine. The average of all rated engines is 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
}

/// Results between two engines, from the side of the first.
struct Meeting {
    engines: [usize; 2],
    games: f64,
    points: f64,
    /// The samples: points of a pair of games, and how often they occurred.
    drawn: Vec<(f64, f64)>,
}

/// The ratings of the engines. An engine that has won or lost all of its games has none. All ratings are `None` if the results do
/// not connect the remaining engines in both directions.
pub fn ratings(standing: &Standing) -> Vec<Option<Rating>> {
    let engines = standing.engines.len();
    let mut ratings = vec![None; engines];
    let meetings = meetings(standing);
    let rated = comparable(engines, &meetings);
    // The engines that are rated, numbered from 0.
    let place = |engine| rated.iter().position(|&other| other == engine);
    let meetings: Vec<_> = meetings
        .into_iter()
        .filter_map(|meeting| {
            let [a, b] = meeting.engines.map(place);
            Some(Meeting { engines: [a?, b?], ..meeting })
        })
        .collect();
    if let Some((strengths, variances)) = fit(rated.len(), &meetings) {
        for (index, &engine) in rated.iter().enumerate() {
            let (elo, error) = (SCALE * strengths[index], 1.96 * SCALE * variances[index].sqrt());
            ratings[engine] = Some(Rating { elo, elo_low: elo - error, elo_high: elo + error });
        }
    }
    ratings
}

fn meetings(standing: &Standing) -> Vec<Meeting> {
    let meeting = |(&(a, b), tally): (&(usize, usize), &super::Tally)| {
        let pairs = tally.pairs.iter().enumerate().map(|(half, &count)| (half as f64 / 2.0, f64::from(count)));
        let drawn: Vec<_> = pairs.collect();
        let points = drawn.iter().map(|(points, count)| points * count).sum();
        let games = drawn.iter().map(|(_, count)| 2.0 * count).sum();
        Meeting { engines: [a, b], games, points, drawn }
    };
    // Games of an engine against itself do not count.
    standing.tallies.iter().filter(|((a, b), _)| a != b).map(meeting).collect()
}

/// The engines that have neither won nor lost all of their games against each other. Where the results do not connect them in
/// both directions, the likelihood has no maximum, and [`fit`] fails.
fn comparable(engines: usize, meetings: &[Meeting]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..engines).collect();
    loop {
        let has_won_and_lost = |engine: &usize| {
            let of = meetings.iter().filter(|meeting| meeting.engines.contains(engine));
            let among = of.filter(|meeting| meeting.engines.iter().all(|engine| left.contains(engine)));
            let (points, games) = among.fold((0.0, 0.0), |(points, games), meeting| {
                let own = if meeting.engines[0] == *engine { meeting.points } else { meeting.games - meeting.points };
                (points + own, games + meeting.games)
            });
            points > 0.0 && points < games
        };
        let kept: Vec<usize> = left.iter().copied().filter(has_won_and_lost).collect();
        if kept.len() == left.len() {
            return kept;
        }
        left = kept;
    }
}

/// The ratings in natural units, with the sum 0, and their variances; `None` if the fit does not converge.
fn fit(engines: usize, meetings: &[Meeting]) -> Option<(Vec<f64>, Vec<f64>)> {
    let mut strengths = vec![0.0; engines];
    for _ in 0..STEPS {
        let inverse = inverse(information(&strengths, meetings))?;
        let mut gradient = vec![0.0; engines];
        for meeting in meetings {
            let [a, b] = meeting.engines;
            let surprise = meeting.points - meeting.games * expected(&strengths, meeting);
            gradient[a] += surprise;
            gradient[b] -= surprise;
        }
        let dot = |row: &Vec<f64>| row.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>();
        let step: Vec<f64> = inverse.iter().map(dot).collect();
        let largest = step.iter().fold(0.0, |largest: f64, step| largest.max(step.abs()));
        // A long step may overshoot.
        let damping = (1.0 / largest).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += damping * step);
        if largest < 1e-9 {
            return Some((strengths.clone(), variances(&strengths, meetings, &inverse)));
        }
    }
    None
}

/// The variances of the ratings: the sandwich estimate.
fn variances(strengths: &[f64], meetings: &[Meeting], inverse: &[Vec<f64>]) -> Vec<f64> {
    let variance = |row: &Vec<f64>| {
        let of = |meeting: &Meeting| {
            let [a, b] = meeting.engines;
            let expected = expected(strengths, meeting);
            let seen: f64 = meeting.drawn.iter().map(|(points, n)| n * (points - 2.0 * expected).powi(2)).sum();
            // Few pairs may be alike by chance: one more is assumed that is a point off.
            (seen + 1.0) * (row[a] - row[b]).powi(2)
        };
        meetings.iter().map(of).sum::<f64>()
    };
    inverse.iter().map(variance).collect()
}

/// The points that the first engine is expected to score in a game.
fn expected(strengths: &[f64], meeting: &Meeting) -> f64 {
    let [a, b] = meeting.engines;
    1.0 / (1.0 + (strengths[b] - strengths[a]).exp())
}

/// The Fisher information, with 1/n added to each entry to fix the sum of the ratings, which the results do not determine.
fn information(strengths: &[f64], meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let engines = strengths.len();
    let mut matrix = vec![vec![1.0 / engines as f64; engines]; engines];
    for meeting in meetings {
        let [a, b] = meeting.engines;
        let expected = expected(strengths, meeting);
        let weight = meeting.games * expected * (1.0 - expected);
        matrix[a][a] += weight;
        matrix[b][b] += weight;
        matrix[a][b] -= weight;
        matrix[b][a] -= weight;
    }
    matrix
}

/// The inverse of a positive definite matrix (Gauss–Jordan elimination); `None` where it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        if !scale.is_finite() || scale.abs() < 1e-9 {
            return None;
        }
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        let above = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&above).for_each(|(value, above)| *value -= factor * above);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}
