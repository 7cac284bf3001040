//! The engine against a player of random moves. The full matches take about half an hour:
//! `cargo test --release --test strength -- --ignored --nocapture`.

mod common;

use std::time::{Duration, Instant};

use papamu::game::{Color, Style};
use papamu::rng::Rng;
use papamu::search::Interrupt;
use papamu::session::{Settings, Thinking};

/// Games of the matches: those of the default sizes, and one without the resignations that end most random
/// games of Kangaroo soon.
const MATCHES: [(&str, &str); 5] =
    [("konane", ""), ("kanga", ""), ("send_it", ""), ("kangaroo", ""), ("kangaroo", "resignation=off max_moves=400")];

/// What a match came to.
#[derive(Debug, Default)]
struct Tally {
    won: u32,
    slowest: Duration,
    turns: u32,
}

fn play(game: &str, options: &str, games: u32, settings: &Settings) -> Tally {
    let mut tally = Tally::default();
    for number in 0..games {
        let mut session = common::open(game, options);
        let mut rng = Rng::new(u64::from(number));
        let engine = Color::BOTH[number as usize % 2];
        let settings = Settings { seed: u64::from(number), ..settings.clone() };
        while session.outcome().is_none() {
            let color = session.turn();
            if color == engine {
                let begun = Instant::now();
                let interrupt = &Interrupt::default();
                let thinking = Thinking {
                    style: Style::Whole,
                    settings: &settings,
                    limits: settings.limits(None),
                    interrupt,
                    line: 1,
                };
                session.genmove(color, true, thinking, None).unwrap();
                tally.slowest = tally.slowest.max(begun.elapsed());
                tally.turns += 1;
            } else {
                let tokens = session.tokens(Style::Steps);
                let token = &tokens[rng.below(tokens.len() as u32) as usize];
                session.play(color, token, Style::Steps).unwrap();
            }
        }
        match session.outcome().and_then(|outcome| outcome.winner()) == Some(engine) {
            true => tally.won += 1,
            false => println!("{game} {options}: game {number}, {:?} to {:?}", engine, session.outcome()),
        }
    }
    println!("{game} {options}: {games} games, {tally:?}");
    tally
}

#[test]
fn random_moves_lose() {
    for (game, options) in MATCHES {
        let settings = Settings { nodes: 400, ..Settings::default() };
        assert_eq!(play(game, options, 6, &settings).won, 6, "{game} {options}");
    }
}

#[test]
#[ignore = "takes half an hour"]
fn random_moves_lose_a_hundred_games_at_100_ms() {
    for (game, options) in MATCHES {
        let tally = play(game, options, 100, &Settings { move_time_ms: 100, ..Settings::default() });
        assert_eq!(tally.won, 100, "{game} {options}");
    }
}

#[test]
#[ignore = "depends on the machine"]
fn replies_come_within_10_ms() {
    for (game, options) in MATCHES {
        let tally = play(game, options, 10, &Settings { move_time_ms: 10, ..Settings::default() });
        assert!(tally.slowest <= Duration::from_millis(10), "{game} {options}: {tally:?}");
    }
}
