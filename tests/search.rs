//! Searches against plain exhaustive ones: what a search calls proven must be true, with all its pruning.

use std::collections::HashMap;

use papamu::game::{Algorithm, Color, Game, Values};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};
use papamu::rng::Rng;
use papamu::search::{Control, Interrupt, Limits, Report, Resources, Table, Task, choose};

/// A position won or lost within so many moves is known by looking at everything.
const DEPTH: u32 = 4;

/// Whether the player to move can force a win within `depth` moves (`Some(true)`), or cannot keep the other from it
/// (`Some(false)`): plain negamax, with nothing left out.
fn forced<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    known: &mut HashMap<(u64, u32), Option<bool>>,
) -> Option<bool> {
    let side = game.turn(position);
    if let Some(outcome) = game.outcome(position) {
        return outcome.winner().map(|winner| winner == side);
    }
    if depth == 0 {
        return None;
    }
    let key = (game.hash(position), depth);
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut result = Some(false);
    for mv in moves {
        let mut after = position.clone();
        game.play(&mut after, mv);
        let same = game.turn(&after) == side;
        match forced(game, &after, depth - 1, known) {
            Some(wins) if wins == same => {
                result = Some(true);
                break;
            }
            Some(_) => {}
            None => result = None,
        }
    }
    known.insert(key, result);
    result
}

fn search<G: Game>(game: &G, position: &G::Position, algorithm: Algorithm, threads: usize) -> Option<Report<G::Move>> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let engine = game.turn(position);
    let (past, recent, turns_left, noise) = (&[][..], &[][..], None, 0);
    let task = Task { rules: game, position, moves: &moves, past, recent, turns_left, engine, noise };
    let (mut table, mut tree) = (Table::default(), None);
    let mut resources = Resources { algorithm, threads, bytes: 1 << 22, seed: 1, table: &mut table, tree: &mut tree };
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    choose(&task, &mut resources, &Control::new(limits, &Interrupt::default(), 1), None)
}

/// Compares the searches in positions of random games; returns how many of them were decided.
fn compare<G: Game>(options: &str, games: u64) -> u32 {
    let values = Values::parse(G::OPTIONS, options).unwrap();
    let game = G::new(&values).unwrap();
    let mut decided = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        let mut line = vec![position.clone()];
        while let Some(mv) = game.random_move(&position, &mut rng).filter(|_| line.len() < 80) {
            game.play(&mut position, mv);
            line.push(position.clone());
        }
        // The last positions are the decided ones.
        for position in line.iter().rev().filter(|position| game.outcome(position).is_none()).take(4) {
            let text = game.write_position(position);
            let truth = forced(&game, position, DEPTH, &mut HashMap::new());
            for (algorithm, threads) in [
                (Algorithm::AlphaBeta, 1),
                (Algorithm::AlphaBeta, 2),
                (Algorithm::MonteCarlo, 1),
                (Algorithm::MonteCarlo, 2),
            ] {
                let report = search(&game, position, algorithm, threads).unwrap();
                let mut after = position.clone();
                game.play(&mut after, report.best);
                let (mover, next): (Color, Color) = (game.turn(position), game.turn(&after));
                if report.proven && report.value != 0.5 && truth.is_some() {
                    assert_eq!(Some(report.value > 0.5), truth, "{text}: {algorithm:?}, {threads} threads: {report:?}");
                }
                if truth == Some(true) && algorithm == Algorithm::AlphaBeta {
                    let held = match forced(&game, &after, DEPTH + 1, &mut HashMap::new()) {
                        Some(wins) => wins == (mover == next),
                        None => true, // a longer way
                    };
                    assert!(held, "{text}: {algorithm:?}, {threads} threads throws a win away with {:?}", report.best);
                }
            }
            decided += u32::from(truth.is_some());
        }
    }
    decided
}

#[test]
fn konane_is_searched_soundly() {
    assert!(compare::<Konane<1>>("width=5 height=5", 60) > 100);
    assert!(compare::<Konane<1>>("", 30) > 50);
}

#[test]
fn kanga_is_searched_soundly() {
    assert!(compare::<Kanga<1>>("width=4 height=4", 15) > 20);
    assert!(compare::<Kanga<1>>("width=4 height=5 suicide=allowed", 15) > 20);
}

#[test]
fn kangaroo_is_searched_soundly() {
    assert!(compare::<Kangaroo<1>>("size=6 obligatory=2", 10) > 1);
    assert!(compare::<Kangaroo<1>>("size=6 resignation=off", 10) > 15);
}

#[test]
fn send_it_is_searched_soundly() {
    assert!(compare::<SendIt<1>>("size=2", 40) > 40);
}
