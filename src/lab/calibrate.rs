//! Calibration: how well the win rates and scores of the analysis predict the results of games that the engine plays
//! against itself.

use std::time::Duration;

use papamu::game::Color;
use papamu::rng::{Rng, mix};
use papamu::search::Limits;
use papamu::session::{SearchParams, Session};

/// Which games are played, and how their positions are analysed.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The number of games.
    pub games: u64,
    /// Random turns at the beginning of a game.
    pub opening: u32,
    /// One of this many positions is analysed.
    pub every: u32,
    /// The seed of the openings, and of which positions are analysed.
    pub seed: u64,
    /// How both players choose their moves.
    pub players: SearchParams,
    /// The lengths of the analyses.
    pub times: Vec<Duration>,
}

/// An analysed position, from the point of view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// How many turns of the game had been played, from 0 (the beginning) to 1 (the end).
    pub stage: f64,
    /// The lead in points, with komi; `None` in games without points.
    pub lead: Option<f64>,
    /// For each length of the analysis, the win rate and the expected lead at the end.
    pub predictions: Vec<(f64, Option<f64>)>,
    /// The result: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
    /// The lead at the end.
    pub final_lead: Option<f64>,
}

impl Calibration {
    /// Plays the games. Calls `progress` before each of them with its number, from 0.
    pub fn run(&self, game: &dyn Session, mut progress: impl FnMut(u64)) -> Vec<Sample> {
        let mut samples = Vec::new();
        for number in 0..self.games {
            progress(number);
            let mut rng = Rng::new(mix(self.seed ^ mix(number)));
            samples.extend(self.game(game.new_game(), &mut rng));
        }
        samples
    }

    fn game(&self, mut session: Box<dyn Session>, rng: &mut Rng) -> Vec<Sample> {
        let mut analysed = Vec::new();
        let mut turns = 0;
        while session.outcome().is_none() {
            let side = session.turn();
            if turns < self.opening {
                if session.play_random_turn(rng).is_none() {
                    break;
                }
            } else {
                if rng.below(self.every) == 0 {
                    let lead = session.score().map(|score| score.lead_of(side));
                    analysed.push((turns, side, lead, self.predictions(&*session)));
                }
                let seed = rng.bits();
                let Ok(choice) = session.choose(side, &SearchParams { seed, ..self.players.clone() }, None) else {
                    break;
                };
                if session.play_choice(&choice).is_err() {
                    break;
                }
            }
            turns += 1;
        }
        let Some(outcome) = session.outcome() else { return Vec::new() };
        let sample = |(turn, side, now, predictions): (u32, Color, Option<f64>, Vec<_>)| Sample {
            stage: f64::from(turn) / f64::from(turns),
            lead: now.filter(|_| session.counts_points()),
            predictions,
            result: outcome.winner().map_or(0.5, |winner| f64::from(u8::from(winner == side))),
            final_lead: session.counts_points().then(|| outcome.lead_of(side)),
        };
        analysed.into_iter().map(sample).collect()
    }

    /// The predictions of analyses with empty tables.
    fn predictions(&self, session: &dyn Session) -> Vec<(f64, Option<f64>)> {
        let predict = |&time: &Duration| {
            let limits = Limits { time: Some(time), ..Limits::default() };
            let params = SearchParams { limits, ..self.players.clone() };
            let analysis = session.fork().analyze(session.turn(), &params, None).unwrap_or_default();
            let score = analysis.variations.first().and_then(|best| best.score);
            (analysis.winrate().unwrap_or(0.5), score)
        };
        self.times.iter().map(predict).collect()
    }
}

/// The Brier score of the win rates of one length of analysis: the mean of the squared errors (Brier, "Verification of
/// forecasts expressed in terms of probability", 1950). 0 is perfect; 0.25 is what 50 % for every position scores.
pub fn brier(samples: &[&Sample], index: usize) -> f64 {
    mean(samples.iter().map(|sample| (sample.predictions[index].0 - sample.result).powi(2)))
}

/// The mean absolute error of the expected leads of one length of analysis; `None` in games without points.
pub fn score_error(samples: &[&Sample], index: usize) -> Option<f64> {
    let errors = samples.iter().map(|sample| Some((sample.predictions[index].1? - sample.final_lead?).abs()));
    errors.collect::<Option<Vec<_>>>().filter(|errors| !errors.is_empty()).map(|errors| mean(errors.into_iter()))
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0u32), |(sum, count), number| (sum + number, count + 1));
    sum / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_means() {
        let sample = |winrate, result, score, lead| Sample {
            stage: 0.0,
            lead: None,
            predictions: vec![(winrate, Some(score))],
            result,
            final_lead: Some(lead),
        };
        let samples = [sample(0.8, 1.0, 3.0, 5.0), sample(0.5, 0.0, 1.0, -3.0)];
        let samples: Vec<_> = samples.iter().collect();
        assert!((brier(&samples, 0) - (0.04 + 0.25) / 2.0).abs() < 1e-12);
        assert_eq!(score_error(&samples, 0), Some(3.0));
        assert_eq!(score_error(&[], 0), None);
    }
}
