//! Self-play games to learn from.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use papamu::evaluation::Features;
use papamu::game::Color;
use papamu::play::{Game, Search, SearchParams};
use papamu::rng::{Rng, mix};
use papamu::search::Limits;
use papamu::system::threads::help;

use crate::game::{Subject, discount};

use super::guest;

/// Games are cut off after this many turns.
const LONGEST: u32 = 600;
/// One turn in this many is random, so that the positions differ.
const RANDOM_TURN: u32 = 12;

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Games to play.
    pub games: u64,
    /// Nodes a turn.
    pub nodes: u64,
    /// Random turns at the beginning of each game, at most.
    pub random: u32,
    /// The percentage of games against a guest: an opponent that evaluates by points alone.
    pub guests: u32,
    /// Games played at a time.
    pub threads: u64,
    /// The seed of all randomness.
    pub seed: u64,
}

/// A position, and the score that its player to move can expect.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The features of the position.
    pub features: Features,
    /// The inputs of the network in each of its images, itself first.
    pub images: Vec<Vec<u16>>,
    /// The expected score, from 0 to 1: the mean of the result and the win rate of the search, or the result alone if the guest
    /// was to move.
    pub target: f32,
}

/// A position of a game that is being played.
pub(super) struct Seen {
    pub(super) side: Color,
    pub(super) turn: u32,
    pub(super) features: (Features, Vec<Vec<u16>>),
    pub(super) expected: Option<f64>,
}

/// Plays games that `open` starts, and returns their samples in the order of the games.
pub fn play(tuning: &Tuning, subject: &dyn Subject, open: impl Fn() -> Option<Game> + Sync) -> Vec<Sample> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut games = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= tuning.games {
                return games;
            }
            let seed = mix(tuning.seed ^ mix(number));
            let mut rng = Rng::new(seed);
            let limits = Limits { nodes: Some(tuning.nodes), ..Limits::default() };
            let params = SearchParams { seed, hash_mb: 1, ..SearchParams::within(limits) };
            let samples = if rng.below(100) < tuning.guests {
                open().zip(open()).map(|(host, guest)| guest::play(subject, params, &mut rng, host, guest))
            } else {
                open().map(|session| play_itself(subject, params, tuning.random, &mut rng, session))
            };
            let Some(samples) = samples else { return games };
            games.push((number, samples));
        }
    };
    let mut games: Vec<(u64, Vec<Sample>)> = thread::scope(|scope| {
        let workers: Vec<_> = (1..tuning.threads).filter_map(|_| help(scope, work)).collect();
        let own = work();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).chain(own).collect()
    });
    games.sort_by_key(|&(number, _)| number);
    let samples: Vec<Sample> = games.into_iter().flat_map(|(_, samples)| samples).collect();
    log::info!("{} positions", samples.len());
    samples
}

/// A self-play game.
fn play_itself(
    subject: &dyn Subject,
    params: SearchParams,
    random: u32,
    rng: &mut Rng,
    mut session: Game,
) -> Vec<Sample> {
    let (mut seen, mut turn) = (Vec::new(), 0);
    let opening = rng.below(random + 1);
    while session.outcome().is_none() && turn < LONGEST {
        turn += 1;
        let random = turn <= opening || rng.below(RANDOM_TURN) == 0;
        if random && session.play_random_turn(rng).is_some() {
            continue;
        }
        let Some((_, position)) = take_turn(subject, &mut session, &params, turn) else { break };
        seen.extend(position.filter(|position| position.expected.is_some()));
    }
    samples(&session, seen, turn)
}

/// Plays a turn of the engine. Returns the turn, and the position before it if the search would evaluate it; `None` if there is no
/// turn.
pub(super) fn take_turn(
    subject: &dyn Subject,
    session: &mut Game,
    params: &SearchParams,
    turn: u32,
) -> Option<(String, Option<Seen>)> {
    let (side, features, taken) = (session.turn(), subject.features(&session.position()), session.captures());
    let choice = session.choose(Search::with(params.clone()).player(side)).ok()?;
    session.play_choice(&choice).ok()?;
    // If the search plays captures out (quiescence), it never evaluates a position before a good capture.
    let quiet = !subject.has_tactics() || taken == session.captures();
    let seen = quiet.then_some(Seen { side, turn, features, expected: choice.winrate });
    Some((choice.token().to_owned(), seen))
}

/// The positions of a game that ended after `turns` turns.
pub(super) fn samples(session: &Game, seen: Vec<Seen>, turns: u32) -> Vec<Sample> {
    let (winner, discount) = (session.score().and_then(|outcome| outcome.winner()), discount(session));
    let sample = |Seen { side, turn, features: (features, images), expected }| {
        let result = winner.map_or(0.0, |winner| if winner == side { 0.5 } else { -0.5 });
        let result = 0.5 + result * discount.powi((turns - turn) as i32);
        Sample { features, images, target: expected.map_or(result, |expected| (result + expected) / 2.0) as f32 }
    };
    seen.into_iter().map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::subject;
    use papamu::registry::{GAMES, find};

    fn targets(guests: u32, threads: u64) -> Vec<f32> {
        let tuning = Tuning { games: 6, nodes: 60, random: 4, guests, threads, seed: 1 };
        let open = || find(GAMES, "kangaroo").ok()?.open("").ok();
        let samples = play(&tuning, &*subject(&open().unwrap()).unwrap(), open);
        samples.into_iter().map(|sample| sample.target).collect()
    }

    #[test]
    fn the_same_games_are_played_by_any_number_of_threads() {
        for guests in [0, 50, 100] {
            let targets = targets(guests, 1);
            assert!(targets.len() > 50, "{guests}: {}", targets.len());
            assert!(targets.iter().all(|target| (0.0..=1.0).contains(target)), "{guests}");
            assert_eq!(targets, self::targets(guests, 2), "{guests}");
        }
        assert_ne!(targets(0, 1), targets(100, 1));
    }

    #[test]
    fn a_result_counts_less_the_farther_it_is() {
        let mut session = find(GAMES, "kangaroo").unwrap().open("").unwrap();
        session.set_position("1o6/8/8/8/8/8/8/1o6 b -").unwrap();
        let seen = |turn| Seen { side: Color::White, turn, features: <_>::default(), expected: None };
        let targets: Vec<_> =
            samples(&session, vec![seen(1), seen(9), seen(10)], 10).iter().map(|s| s.target).collect();
        let discount = discount(&session) as f32;
        assert!(discount < 1.0);
        for (target, left) in targets.iter().zip([9, 1, 0]) {
            assert!((target - (0.5 + 0.5 * discount.powi(left))).abs() < 1e-6, "{left}: {target}");
        }
    }

    #[test]
    fn who_judges_by_points_sees_nothing_else() {
        let mut session = find(GAMES, "kangaroo").unwrap().open("").unwrap();
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let params = SearchParams { by_points: true, ..SearchParams::within(limits) };
        let mut winrate = |position| {
            session.set_position(position).unwrap();
            session.analyze(Search::with(params.clone()).player(Color::Black)).unwrap().winrate().unwrap()
        };
        assert!((winrate("xxxxxxxx/xxxxxxxx/8/8/8/8/oooooooo/oooooooo b -") - 0.5).abs() < 1e-6);
        assert!(winrate("xxxxxxxx/xxxxxxxx/8/8/8/8/oooooooo/ooooooo1 b -") > 0.6);
    }
}
