//! The engine against a player of random moves. The full matches take about half an hour:
//! `cargo test --release --test all strength:: -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use papamu::game::{Color, Style};
use papamu::play::{Game, Search};
use papamu::rng::Rng;

/// Games of the matches: those of the default sizes, and one without the resignations that end most random
/// games of Kangaroo soon.
const MATCHES: [(&str, &str); 5] =
    [("konane", ""), ("kanga", ""), ("send_it", ""), ("kangaroo", ""), ("kangaroo", "resignation=off max_moves=400")];

/// The result of a match.
#[derive(Debug, Default)]
struct Tally {
    won: u32,
    slowest: Duration,
    turns: u32,
}

/// Plays games against random moves, with a setting of the engine.
fn play(game: &str, options: &str, games: u32, (name, value): (&str, &str)) -> Tally {
    let mut tally = Tally::default();
    for number in 0..games {
        let mut player = Game::open(game, options).unwrap();
        player.set(name, value).unwrap();
        player.set("seed", &number.to_string()).unwrap();
        let mut rng = Rng::new(u64::from(number));
        let engine = Color::BOTH[number as usize % 2];
        while player.outcome().is_none() {
            let color = player.turn();
            if color == engine {
                let begun = Instant::now();
                let choice = player.choose(Search::new().player(color)).unwrap();
                player.play_choice(&choice).unwrap();
                tally.slowest = tally.slowest.max(begun.elapsed());
                tally.turns += 1;
            } else {
                let tokens = player.legal_moves(Style::Steps);
                let token = &tokens[rng.below(tokens.len() as u32) as usize];
                player.play(color, token, Style::Steps).unwrap();
            }
        }
        match player.outcome().and_then(|outcome| outcome.winner()) == Some(engine) {
            true => tally.won += 1,
            false => println!("{game} {options}: game {number}, {:?} to {:?}", engine, player.outcome()),
        }
    }
    println!("{game} {options}: {games} games, {tally:?}");
    tally
}

#[test]
fn random_moves_lose() {
    for (game, options) in MATCHES {
        assert_eq!(play(game, options, 6, ("nodes", "400")).won, 6, "{game} {options}");
    }
}

#[test]
#[ignore = "takes half an hour"]
fn random_moves_lose_a_hundred_games_at_100_ms() {
    for (game, options) in MATCHES {
        let tally = play(game, options, 100, ("move_time_ms", "100"));
        assert_eq!(tally.won, 100, "{game} {options}");
    }
}

#[test]
#[ignore = "depends on the machine"]
fn replies_come_within_10_ms() {
    for (game, options) in MATCHES {
        let tally = play(game, options, 10, ("move_time_ms", "10"));
        assert!(tally.slowest <= Duration::from_millis(10), "{game} {options}: {tally:?}");
    }
}
