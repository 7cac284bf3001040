//! Searches against plain exhaustive ones: what a search calls proven must be true, with all its pruning.

use std::collections::HashMap;

use papamu::game::{Algorithm, Color, Game, Hints, OptionError, OptionSpec, Outcome, Rules, Values};
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

fn search<G: Hints>(game: &G, position: &G::Position, algorithm: Algorithm, threads: usize) -> Option<Report<G::Move>> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let engine = game.turn(position);
    let (past, recent, turns_left, noise) = (&[][..], &[][..], None, 0);
    let task = Task { rules: game, position, moves: &moves, past, recent, turns_left, engine, noise, endgames: None };
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

/// A game whose positions have one of sixteen keys: nearly everything that a search finds in its table is about another one.
#[derive(Clone, Debug)]
struct Colliding<G>(G);

impl<G: Game> Rules for Colliding<G> {
    const NAME: &'static str = G::NAME;
    const TITLE: &'static str = G::TITLE;
    const OPTIONS: &'static [OptionSpec] = G::OPTIONS;
    const COUNTS_POINTS: bool = G::COUNTS_POINTS;
    type Position = G::Position;
    type Move = G::Move;

    fn new(values: &Values) -> Result<Self, OptionError> {
        G::new(values).map(Self)
    }

    fn resize(values: &Values, columns: u32, rows: u32) -> Option<Vec<(&'static str, String)>> {
        G::resize(values, columns, rows)
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn turn(&self, position: &G::Position) -> Color {
        self.0.turn(position)
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn adjudicate(&self, position: &G::Position) -> Outcome {
        self.0.adjudicate(position)
    }

    fn turn_begins(&self, position: &G::Position) -> bool {
        self.0.turn_begins(position)
    }

    fn legal_moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.legal_moves(position, moves);
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.0.play(position, mv);
    }

    fn hash(&self, position: &G::Position) -> u64 {
        self.0.hash(position) & 15
    }

    fn stones(&self, position: &G::Position) -> [u32; 2] {
        self.0.stones(position)
    }
}

impl<G: Game> Hints for Colliding<G> {
    const ALGORITHM: Algorithm = G::ALGORITHM;
    const FORCING: bool = G::FORCING;
    const AHEAD: Option<i32> = G::AHEAD;

    fn evaluate(&self, position: &G::Position) -> i32 {
        self.0.evaluate(position)
    }

    fn kinds(&self) -> usize {
        self.0.kinds()
    }

    fn kind(&self, mv: G::Move) -> usize {
        self.0.kind(mv)
    }

    fn is_forcing(&self, position: &G::Position, mv: G::Move) -> bool {
        self.0.is_forcing(position, mv)
    }

    fn forcing_moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.forcing_moves(position, moves);
    }
}

/// Wrong entries may make a search play badly, but never an illegal move, and never without end.
fn play_with_collisions<G: Game>(options: &str) {
    let game = Colliding(G::new(&Values::parse(G::OPTIONS, options).unwrap()).unwrap());
    let mut position = game.start();
    for ply in 0..60 {
        if game.outcome(&position).is_some() {
            return;
        }
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let algorithm = if ply % 4 == 3 { Algorithm::MonteCarlo } else { Algorithm::AlphaBeta };
        let best = search(&game, &position, algorithm, 1 + ply % 2).unwrap().best;
        assert!(moves.contains(&best), "{best:?}");
        game.play(&mut position, best);
    }
}

#[test]
fn collisions_in_the_table_never_lead_to_an_illegal_move() {
    play_with_collisions::<Konane<1>>("width=6 height=6");
    play_with_collisions::<Kanga<1>>("width=5 height=5");
    play_with_collisions::<Kangaroo<1>>("size=6");
    play_with_collisions::<SendIt<1>>("size=3");
}
