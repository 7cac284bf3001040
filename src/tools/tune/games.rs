//! The games to learn from.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::evaluation::Looks;
use crate::game::{Color, Style};
use crate::rng::{Rng, mix};
use crate::search::{Interrupt, Limits};
use crate::session::{Session, Settings, Thinking};
use crate::tools::matches::random_turn;

/// Games are cut after so many turns.
const LONGEST: u32 = 600;
/// Of so many turns one is drawn at random, so that the positions differ.
const RANDOM_TURN: u32 = 12;

/// How to play.
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

/// A position, and what its player to move might expect.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What the evaluation sees of the position.
    pub looks: Looks,
    /// From 0 to 1: half of it how the game ended, half what the search thought.
    pub target: f32,
}

/// Plays the games that `open` begins; none where it cannot. The samples come in the order of the games.
pub fn play(tuning: &Tuning, open: impl Fn() -> Option<Box<dyn Session>> + Sync) -> Vec<Sample> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut games = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= tuning.games {
                return games;
            }
            let Some(session) = open() else { return games };
            games.push((number, play_one(tuning, mix(tuning.seed ^ mix(number)), session)));
        }
    };
    let mut games: Vec<(u64, Vec<Sample>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..tuning.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    games.sort_by_key(|&(number, _)| number);
    let samples: Vec<Sample> = games.into_iter().flat_map(|(_, samples)| samples).collect();
    log::info!("{} positions", samples.len());
    samples
}

fn play_one(tuning: &Tuning, seed: u64, mut session: Box<dyn Session>) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let settings = Settings { seed, hash_mb: 1, ..Settings::default() };
    let (mut positions, mut turns) = (Vec::new(), 0);
    let opening = rng.below(tuning.random + 1);
    while session.outcome().is_none() && turns < LONGEST {
        let side = session.turn();
        let begins = session.clicks().is_empty();
        let random = begins && (turns < opening || rng.below(RANDOM_TURN) == 0);
        turns += 1;
        if random && random_turn(&mut *session, &mut rng, |token| token == "PASS").is_some() {
            continue;
        }
        let looks = begins.then(|| session.looks());
        let limits = Limits { nodes: Some(tuning.nodes), ..Limits::default() };
        let interrupt = &Interrupt::default();
        let thinking = Thinking { style: Style::Steps, settings: &settings, limits, interrupt, line: 1 };
        let taken = session.captures();
        if session.genmove(side, true, thinking, None).is_err() {
            break;
        }
        // Where the search plays captures out before it evaluates, a position before a good one is never evaluated.
        let looks = looks.filter(|_| !session.plays_captures_out() || taken == session.captures());
        positions.extend(looks.zip(session.expected()).map(|(looks, expected)| (side, looks, expected)));
    }
    let winner = session.score().and_then(|outcome| outcome.winner());
    let result = |side: Color| winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
    let sample = |(side, looks, expected)| Sample { looks, target: ((result(side) + expected) / 2.0) as f32 };
    positions.into_iter().map(sample).collect()
}
