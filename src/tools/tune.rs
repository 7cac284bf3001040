//! Learns the weights of an evaluation from games that the engine plays against itself: logistic regression of the winner
//! on the features of the positions ("Texel's tuning method", Österlund, 2014).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::game::{Color, Style};
use crate::rng::{Rng, mix};
use crate::search::{Interrupt, Limits};
use crate::session::{Session, Settings, Thinking};

use super::matches::random_turn;

/// Points that make one unit of the logistic function, so that 300 are three wins in four.
const LOGIT: f64 = 273.0;
/// Weights are counted in these parts of a point.
const PARTS: i32 = 16 * 64;
/// Games are cut after so many turns.
const LONGEST: u32 = 600;
/// Of so many turns one is drawn at random, so that the positions differ.
const RANDOM_TURN: u32 = 12;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Games to play.
    pub games: u64,
    /// Nodes a turn.
    pub nodes: u64,
    /// Random turns at the beginning of each game, at most.
    pub random: u32,
    /// Games at a time.
    pub threads: u64,
    /// Seed of whatever is random.
    pub seed: u64,
}

/// A position: its features for the player to move, and how the game ended for him, from 0 to 1.
struct Sample {
    features: Vec<f32>,
    result: f32,
}

/// Plays the games that `open` begins, and fits the weights: one for each feature, in 1/1024 of a point; none where a game
/// cannot be opened, or weighs nothing.
pub fn tune(tuning: &Tuning, open: impl Fn() -> Option<Box<dyn Session>> + Sync) -> Vec<i32> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut samples = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= tuning.games {
                return samples;
            }
            let Some(session) = open() else { return samples };
            samples.push((number, play(tuning, mix(tuning.seed ^ number), session)));
        }
    };
    let mut games: Vec<(u64, Vec<Sample>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..tuning.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    games.sort_by_key(|&(number, _)| number);
    let samples: Vec<Sample> = games.into_iter().flat_map(|(_, samples)| samples).collect();
    log::info!("{} positions", samples.len());
    fit(&samples)
}

fn play(tuning: &Tuning, seed: u64, mut session: Box<dyn Session>) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let settings = Settings { seed, ..Settings::default() };
    let (mut positions, mut turns) = (Vec::new(), 0);
    let opening = rng.below(tuning.random + 1);
    while session.outcome().is_none() && turns < LONGEST {
        let side = session.turn();
        let random = session.clicks().is_empty() && (turns < opening || rng.below(RANDOM_TURN) == 0);
        if turns >= opening && session.clicks().is_empty() {
            positions.push((side, session.features()));
        }
        turns += 1;
        if random && random_turn(&mut *session, &mut rng, |token| token == "PASS").is_some() {
            continue;
        }
        let limits = Limits { nodes: Some(tuning.nodes), ..Limits::default() };
        let interrupt = &Interrupt::default();
        let thinking = Thinking { style: Style::Steps, settings: &settings, limits, interrupt, line: 1 };
        if session.genmove(side, true, thinking, None).is_err() {
            break;
        }
    }
    let winner = session.score().and_then(|outcome| outcome.winner());
    let result = |side: Color| winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
    let sample = |(side, features): (Color, Vec<i32>)| Sample {
        features: features.into_iter().map(|value| value as f32).collect(),
        result: result(side),
    };
    positions.into_iter().map(sample).collect()
}

/// Minimises the cross-entropy by gradient descent, each feature in units of its spread (Adam; Kingma and Ba, 2015).
fn fit(samples: &[Sample]) -> Vec<i32> {
    let Some(count) = samples.first().map(|sample| sample.features.len()) else { return Vec::new() };
    let total = samples.len() as f64;
    let mut spread = vec![0.0f64; count];
    for sample in samples {
        for (spread, &value) in spread.iter_mut().zip(&sample.features) {
            *spread += f64::from(value * value) / total;
        }
    }
    let spread: Vec<f64> = spread.into_iter().map(|square| square.sqrt().max(1e-6)).collect();
    let (mut weights, mut mean, mut square) = (vec![0.0f64; count], vec![0.0f64; count], vec![0.0f64; count]);
    for step in 1..=600 {
        let mut gradient = vec![0.0f64; count];
        let mut loss = 0.0;
        for sample in samples {
            let sum: f64 =
                sample.features.iter().zip(&weights).zip(&spread).map(|((&f, w), s)| f64::from(f) / s * w).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let result = f64::from(sample.result);
            loss -= result * chance.max(1e-9).ln() + (1.0 - result) * (1.0 - chance).max(1e-9).ln();
            for ((gradient, &f), s) in gradient.iter_mut().zip(&sample.features).zip(&spread) {
                *gradient += (chance - result) * f64::from(f) / s / total;
            }
        }
        for index in 0..count {
            let gradient = gradient[index] + 1e-4 * weights[index];
            mean[index] = 0.9 * mean[index] + 0.1 * gradient;
            square[index] = 0.999 * square[index] + 0.001 * gradient * gradient;
            let (m, s) = (mean[index] / (1.0 - 0.9f64.powi(step)), square[index] / (1.0 - 0.999f64.powi(step)));
            weights[index] -= 0.03 * m / (s.sqrt() + 1e-8);
        }
        if step % 100 == 0 {
            log::info!("step {step}: loss {:.5}", loss / total);
        }
    }
    let scale = LOGIT * f64::from(PARTS);
    weights.iter().zip(&spread).map(|(weight, spread)| (weight / spread * scale).round() as i32).collect()
}
