//! The solver against plain exhaustive search, on random small or late positions.

use std::collections::HashMap;
use std::time::Duration;

use papamu::game::{Color, Game, Notation, Rules, Style, Values};
use papamu::games::{GAMES, Kanga, Kangaroo, Konane, SendIt};
use papamu::rng::Rng;
use papamu::search::{Control, Interrupt, Limits};
use papamu::session::{Session, Settings, Thinking};
use papamu::solve::{Answer, Problem};

/// Positions that are compared in each game.
const POSITIONS: usize = 2_000;
/// Positions that may arise from one that is compared.
const MOST: usize = 2_000;

/// Who can force a win in each of the positions that may arise from one; `None` where there are too many.
///
/// Wins are those of games that end; whoever cannot be forced to lose can go on for ever or until the game is stopped.
fn truth<G: Game>(game: &G, position: &G::Position) -> Option<HashMap<G::Position, Option<Color>>> {
    let mut winners = HashMap::from([(position.clone(), None)]);
    let mut children = HashMap::new();
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let play = |mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            after
        };
        let after: Vec<G::Position> = moves.into_iter().map(play).collect();
        for position in &after {
            if !winners.contains_key(position) {
                winners.insert(position.clone(), None);
                open.push(position.clone());
            }
        }
        children.insert(position, after);
        if winners.len() > MOST {
            return None;
        }
    }
    loop {
        let mut changed = false;
        for (position, after) in &children {
            let side = game.turn(position);
            let winner = match game.outcome(position) {
                Some(outcome) => outcome.winner(),
                None if after.iter().any(|after| winners[after] == Some(side)) => Some(side),
                None if after.iter().all(|after| winners[after] == Some(!side)) => Some(!side),
                None => None,
            };
            changed |= winner != winners[position];
            winners.insert(position.clone(), winner);
        }
        if !changed {
            return Some(winners);
        }
    }
}

fn compare<G: Game>(options: &str) {
    let values = Values::parse(G::OPTIONS, options).unwrap();
    let game = G::new(&values).unwrap();
    let mut compared = 0;
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        let mut line = vec![position.clone()];
        while let Some(mv) = game.random_move(&position, &mut rng) {
            game.play(&mut position, mv);
            line.push(position.clone());
            if line.len() > 300 {
                break;
            }
        }
        line.retain(|position| game.outcome(position).is_none());
        for position in line.iter().rev() {
            let Some(truth) = truth(&game, position) else { break };
            if compared >= POSITIONS {
                return;
            }
            compared += 1;
            check(&game, position, &truth, 1 + compared % 2);
        }
    }
}

fn check<G: Game>(game: &G, position: &G::Position, truth: &HashMap<G::Position, Option<Color>>, threads: usize) {
    let text = game.write_position(position);
    let control = Control::new(Limits { nodes: Some(300_000), ..Limits::default() }, &Interrupt::default(), 1);
    let problem = Problem { rules: game, position, worn: Vec::new(), turns_left: None, bytes: 4 << 20, threads };
    let (side, winner) = (game.turn(position), truth[position]);
    let after = |mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        truth[&after]
    };
    match problem.solve(&control).answer {
        Answer::Win(mv) => assert_eq!((winner, after(mv)), (Some(side), Some(side)), "{text}"),
        Answer::Loss => assert_eq!(winner, Some(!side), "{text}"),
        Answer::Draw(mv) => assert_eq!((winner, after(mv)), (None, None), "{text}"),
        // Where points are counted, play that goes round in circles is not solved.
        Answer::Unknown => assert!(G::COUNTS_POINTS && winner.is_none(), "{text}: {winner:?}"),
    }
}

#[test]
fn konane_is_solved_rightly() {
    compare::<Konane<1>>("width=5 height=5");
    compare::<Konane<1>>("width=6 height=4");
}

#[test]
fn kanga_is_solved_rightly() {
    compare::<Kanga<1>>("width=3 height=3");
}

#[test]
fn send_it_is_solved_rightly() {
    compare::<SendIt<1>>("size=2");
}

/// Random games of Kangaroo rarely come to positions from which few arise: these have few stones from the beginning.
#[test]
fn kangaroo_is_solved_rightly() {
    let game = Kangaroo::<1>::new(&Values::parse(Kangaroo::<1>::OPTIONS, "size=6").unwrap()).unwrap();
    let (mut rng, mut compared) = (Rng::new(1), 0);
    while compared < POSITIONS {
        // A stone or none in each row, at a random place.
        let row = |_| {
            let place = rng.below(6) as usize;
            let empty = |count: usize| if count > 0 { count.to_string() } else { String::new() };
            let stone = ["x", "o", "1"][rng.below(3) as usize];
            if stone == "1" { "6".to_owned() } else { empty(place) + stone + &empty(5 - place) }
        };
        let rows: Vec<String> = (0..6).map(row).collect();
        let text = format!("{} {} -", rows.join("/"), ["b", "w"][compared % 2]);
        let position = game.read_position(&text).unwrap();
        if game.outcome(&position).is_some() {
            continue;
        }
        if let Some(truth) = truth(&game, &position) {
            compared += 1;
            check(&game, &position, &truth, 1);
        }
    }
}

fn open(game: &str, options: &str) -> Box<dyn Session> {
    GAMES.iter().find(|entry| entry.name == game).unwrap().open(options).unwrap()
}

/// Solves the position that a session stands in.
fn solve(session: &dyn Session, limits: Limits) -> String {
    let settings = Settings { threads: 2, ..Settings::default() };
    let interrupt = &Interrupt::default();
    let thinking = Thinking { style: Style::Whole, settings: &settings, limits, interrupt, line: 1 };
    session.solve(thinking).unwrap().to_string()
}

#[test]
fn what_the_literature_knows_of_konane() {
    // White wins on 4 x 4 and 6 x 6, Black on 5 x 5 (Norvig's notebook on Kōnane).
    for (options, loses) in [("width=4 height=4", true), ("width=5 height=5", false), ("width=6 height=6", true)] {
        assert_eq!(solve(&*open("konane", options), Limits::default()) == "loss", loses, "{options}");
    }
}

#[test]
fn what_cannot_be_proven_in_time_is_unknown() {
    let session = open("kanga", "");
    assert_eq!(solve(&*session, Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }), "unknown");
    assert_eq!(solve(&*session, Limits { nodes: Some(500), ..Limits::default() }), "unknown");
}
