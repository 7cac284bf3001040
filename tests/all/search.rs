//! Searches against plain exhaustive ones: what a search calls proven must be true, with all its pruning.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use papamu::board::Vertex;
use papamu::game::{
    Color, EndReason, Error, Hints, OptionSpec, Outcome, Playable, Repetition, Rules, RulesExt, Stones, Values, Verdict,
};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};
use papamu::rng::{Rng, mix};
use papamu::search::{Control, Limits, Proven, Report, Resources, Task, TranspositionTable, search as search_task};
use papamu::system::Cancel;

/// A position won or lost within so many moves is known by looking at everything.
const DEPTH: u32 = 4;

/// Whether the player to move can force a win within `depth` moves (`Some(true)`), or cannot keep the other from it
/// (`Some(false)`): plain negamax, with nothing left out.
fn forced<G: Playable>(
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

fn search<G: Hints>(game: &G, position: &G::Position, threads: usize) -> Option<Report<G::Move>> {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    search_as(game, position, threads, limits)
}

fn search_within<G: Hints>(game: &G, position: &G::Position, limits: Limits) -> Option<Report<G::Move>> {
    search_as(game, position, 1, limits)
}

fn search_as<G: Hints>(game: &G, position: &G::Position, threads: usize, limits: Limits) -> Option<Report<G::Move>> {
    search_with(game, position, threads, limits, None)
}

fn search_with<G: Hints>(
    game: &G,
    position: &G::Position,
    threads: usize,
    limits: Limits,
    proofs: Option<&dyn Proven<G>>,
) -> Option<Report<G::Move>> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let engine = game.turn(position);
    let (turns_left, noise, by_points) = (None, 0, false);
    let (repetition, turn_start) = (&Repetition::off(), game.hash(position));
    let (complete, contempt) = (true, 20);
    let task = Task {
        rules: game,
        position,
        moves: &moves,
        complete,
        known_result: None,
        repetition,
        turn_start,
        turns_left,
        engine,
        contempt,
        noise,
        by_points,
        proofs,
    };
    let table = &mut TranspositionTable::default();
    let mut resources = Resources { threads, bytes: 1 << 22, seed: 1, table };
    search_task(&task, &mut resources, &Control::new(limits, &Cancel::default()), None)
}

/// Positions, by their hashes, and the results for the player to move.
#[derive(Debug)]
struct Claims(HashMap<u64, Verdict>);

impl<R: Rules> Proven<R> for Claims {
    fn verdict(&self, rules: &R, position: &R::Position) -> Option<Verdict> {
        self.0.get(&rules.hash(position)).copied()
    }
}

/// So early that a search of four plies proves nothing by itself.
#[test]
fn a_search_uses_earlier_proofs() {
    let game = Konane::<1>::new(&Values::parse(Konane::<1>::OPTIONS, "").unwrap()).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..10 {
        let mut position = game.start();
        for _ in 0..8 {
            let mv = game.random_move(&position, &mut rng).unwrap();
            game.play(&mut position, mv);
        }
        let moves = |position: &_| {
            let mut moves = Vec::new();
            game.legal_moves(position, &mut moves);
            moves
        };
        let found = |claims: &[(u64, Verdict)], threads| {
            let claims = Claims(claims.iter().copied().collect());
            let limits = Limits { depth: Some(4), ..Limits::default() };
            search_with(&game, &position, threads, limits, Some(&claims)).unwrap()
        };
        let after = |mv| game.after(&position, mv);
        let plain = found(&[], 1);
        assert!(plain.proven.is_none() && plain.lost.is_empty());

        let loses = found(&[(game.hash(&after(plain.best)), Verdict::Win)], 1);
        assert!(loses.best != plain.best && loses.proven.is_none());
        assert_eq!(loses.lost, [plain.best]);

        let all = moves(&position);
        let lost: Vec<_> = all.iter().map(|&mv| (game.hash(&after(mv)), Verdict::Win)).collect();
        let report = found(&lost, 2);
        assert_eq!((report.proven, report.value, report.lost.len()), (Some(Verdict::Loss), 0.0, all.len()));

        let winner = all[all.len() / 2];
        let report = found(&[(game.hash(&after(winner)), Verdict::Loss)], 2);
        assert_eq!((report.best, report.proven, report.value), (winner, Some(Verdict::Win), 1.0));
        // Whatever the opponent answers to it.
        let answered = |mv| (game.hash(&game.after(&after(winner), mv)), Verdict::Win);
        let report = found(&moves(&after(winner)).into_iter().map(answered).collect::<Vec<_>>(), 1);
        assert_eq!((report.best, report.proven, report.value), (winner, Some(Verdict::Win), 1.0));
    }
}

/// Compares the searches in positions of random games; returns how many of them were decided.
fn compare<G: Playable>(options: &str, games: u64) -> u32 {
    let values = Values::parse(G::OPTIONS, options).unwrap();
    let game = G::new(&values).unwrap();
    let mut decided = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        let mut line = vec![position.clone()];
        // Most random games of Kangaroo would end by a resignation after a few moves.
        let lively = |position: &_, rng: &mut Rng| {
            (0..9).filter_map(|_| game.random_move(position, rng)).find(|&mv| !game.is_passive(position, mv))
        };
        while let Some(mv) = lively(&position, &mut rng).filter(|_| line.len() < 80) {
            game.play(&mut position, mv);
            line.push(position.clone());
        }
        // The last positions are the decided ones.
        for position in line.iter().rev().filter(|position| game.outcome(position).is_none()).take(4) {
            let text = game.write_position(position);
            let truth = forced(&game, position, DEPTH, &mut HashMap::new());
            for (what, report) in [
                ("alpha-beta", search(&game, position, 1)),
                ("alpha-beta, 2 threads", search(&game, position, 2)),
                ("plain alpha-beta", Plain::of(&game).search(position)),
                ("futility pruning and quiescence", Futility::of(&game).search(position)),
                ("late moves pruned and reduced", Late::of(&game).search(position)),
            ] {
                let report = report.unwrap();
                let mut after = position.clone();
                game.play(&mut after, report.best);
                let (mover, next): (Color, Color) = (game.turn(position), game.turn(&after));
                if report.proven.is_some() && truth.is_some() {
                    assert_eq!(Some(report.proven == Some(Verdict::Win)), truth, "{text}: {what}: {report:?}");
                }
                if truth == Some(true) {
                    let held = match forced(&game, &after, DEPTH + 1, &mut HashMap::new()) {
                        Some(wins) => wins == (mover == next),
                        None => true, // a longer way
                    };
                    assert!(held, "{text}: {what} throws a win away with {:?}", report.best);
                }
            }
            decided += u32::from(truth.is_some());
        }
    }
    decided
}

/// Stops searches after each number of nodes: a loss is claimed only once all moves have been seen to lose. Returns how many claims there
/// were.
fn stop_anywhere<G: Playable>(options: &str, games: u64) -> u32 {
    let game = G::new(&Values::parse(G::OPTIONS, options).unwrap()).unwrap();
    let mut claims = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        while let Some(mv) = game.random_move(&position, &mut rng).filter(|_| game.outcome(&position).is_none()) {
            let truth = forced(&game, &position, 20, &mut HashMap::new());
            for nodes in 1..150 {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let Some(report) = search_within(&game, &position, limits).filter(|report| report.proven.is_some())
                else {
                    continue;
                };
                let text = game.write_position(&position);
                assert_eq!(Some(report.proven == Some(Verdict::Win)), truth, "{text}, {nodes} nodes: {report:?}");
                claims += 1;
            }
            game.play(&mut position, mv);
        }
    }
    claims
}

#[test]
fn an_interrupted_search_claims_no_false_loss() {
    assert!(stop_anywhere::<Konane<1>>("width=4 height=5", 30) > 1_000);
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
    assert!(compare::<Kangaroo<1>>("size=6 obligatory=2", 10) > 5);
    assert!(compare::<Kangaroo<1>>("size=6 resignation=off", 10) > 15);
}

#[test]
fn send_it_is_searched_soundly() {
    assert!(compare::<SendIt<1>>("size=2", 40) > 40);
}

/// A game that is searched in some manner: with futility pruning and quiescence or without, with late moves pruned and reduced
/// or not, and with keys of its own in the table. Each manner compiles the search once more for every game.
#[derive(Clone, Debug)]
struct Varied<G, const FUTILITY: bool, const LATE: bool> {
    game: G,
    key: fn(u64) -> u64,
}

/// Nothing is left out.
type Plain<G> = Varied<G, false, false>;
type Futility<G> = Varied<G, true, false>;
type Late<G> = Varied<G, false, true>;

/// No position is ever found again, so that the search is as good as without a table.
fn forgetful(_: u64) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    mix(NEXT.fetch_add(1, Relaxed))
}

/// Positions have one of sixteen keys: nearly everything that a search finds in its table is about another one.
fn colliding(hash: u64) -> u64 {
    hash & 15
}

impl<G: Playable, const FUTILITY: bool, const LATE: bool> Varied<G, FUTILITY, LATE> {
    fn of(game: &G) -> Self {
        Self::keyed(game, |hash| hash)
    }

    fn keyed(game: &G, key: fn(u64) -> u64) -> Self {
        Self { game: game.clone(), key }
    }

    fn search(&self, position: &G::Position) -> Option<Report<G::Move>> {
        search(self, &Keyed { position: position.clone(), key: self.key }, 1)
    }
}

impl<G: Playable, const FUTILITY: bool, const LATE: bool> Rules for Varied<G, FUTILITY, LATE> {
    const NAME: &'static str = G::NAME;
    const OPTIONS: &'static [OptionSpec] = G::OPTIONS;
    type Board = G::Board;
    type Position = Keyed<G::Position>;
    type Move = G::Move;

    fn new(values: &Values) -> Result<Self, Error> {
        G::new(values).map(|game| Self::of(&game))
    }

    fn board(&self) -> &G::Board {
        self.game.board()
    }

    fn start(&self) -> Self::Position {
        Keyed { position: self.game.start(), key: self.key }
    }

    fn turn(&self, at: &Self::Position) -> Color {
        self.game.turn(&at.position)
    }

    fn turn_begins(&self, at: &Self::Position) -> bool {
        self.game.turn_begins(&at.position)
    }

    fn end(&self, at: &Self::Position) -> Option<(Outcome, EndReason)> {
        self.game.end(&at.position)
    }

    fn score(&self, at: &Self::Position) -> Option<Outcome> {
        self.game.score(&at.position)
    }

    fn legal_moves(&self, at: &Self::Position, moves: &mut Vec<G::Move>) {
        self.game.legal_moves(&at.position, moves);
    }

    fn play(&self, at: &mut Self::Position, mv: G::Move) {
        self.game.play(&mut at.position, mv);
    }

    fn clicks(&self, at: &Self::Position, mv: G::Move) -> Vec<Vertex> {
        self.game.clicks(&at.position, mv)
    }

    fn stones(&self, at: &Self::Position) -> Stones<G> {
        self.game.stones(&at.position)
    }

    fn with_stones(&self, stones: Stones<G>, turn: Color) -> Result<Self::Position, Error> {
        Ok(Keyed { position: self.game.with_stones(stones, turn)?, key: self.key })
    }
}

/// A position whose hash is changed.
#[derive(Clone, Debug)]
struct Keyed<P> {
    position: P,
    key: fn(u64) -> u64,
}

impl<P: Hash> Hash for Keyed<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut hasher = DefaultHasher::new(); // the same in every run
        self.position.hash(&mut hasher);
        state.write_u64((self.key)(hasher.finish()));
    }
}

impl<P: PartialEq> PartialEq for Keyed<P> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<P: Eq> Eq for Keyed<P> {}

/// What a game leaves out where it does so, and otherwise what others do: each manner is tried in each game.
impl<G: Playable, const FUTILITY: bool, const LATE: bool> Hints for Varied<G, FUTILITY, LATE> {
    const HAS_TACTICS: bool = FUTILITY;
    const REDUCED_FROM: usize = if LATE { 1 } else { usize::MAX };
    const REDUCTION_DIVISOR: f64 = if LATE { 0.7 } else { 1.0 };

    fn pruned_from(&self, at: &Self::Position) -> Option<usize> {
        if LATE { self.game.pruned_from(&at.position).or(Some(3)) } else { None }
    }

    fn futility_margin(&self, at: &Self::Position) -> Option<i32> {
        if FUTILITY { self.game.futility_margin(&at.position).or(Some(30)) } else { None }
    }

    fn history_index(&self, mv: G::Move) -> usize {
        self.game.history_index(mv)
    }

    fn is_tactical(&self, at: &Self::Position, mv: G::Move) -> bool {
        self.game.is_tactical(&at.position, mv)
    }

    fn evaluate(&self, at: &Self::Position) -> i32 {
        self.game.evaluate(&at.position)
    }
}

/// Wrong entries may make a search play badly, but never an illegal move, and never without end.
fn play_with_collisions<G: Playable>(options: &str) {
    let game = G::new(&Values::parse(G::OPTIONS, options).unwrap()).unwrap();
    play_legally(&Futility::keyed(&game, colliding));
    play_legally(&Late::keyed(&game, colliding));
}

fn play_legally<G: Hints>(game: &G) {
    let mut position = game.start();
    for ply in 0..60 {
        if game.outcome(&position).is_some() {
            return;
        }
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let best = search(game, &position, 1 + ply % 2).unwrap().best;
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

/// The score of a position by looking at everything up to a depth: one ply more where there is no choice, and a draw
/// a little less than nothing for the player of the engine.
fn negamax<G: Hints>(game: &G, position: &G::Position, depth: u32, ply: i32, engine: Color) -> i32 {
    let side = game.turn(position);
    if let Some(outcome) = game.outcome(position) {
        return match outcome.winner() {
            Some(winner) if winner == side => 30_000 - ply,
            Some(_) => ply - 30_000,
            None if side == engine => -20,
            None => 20,
        };
    }
    if depth == 0 {
        return game.evaluate(position);
    }
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let depth = if moves.len() == 1 && ply > 0 { depth } else { depth - 1 };
    let value = |mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        let value = negamax(game, &after, depth, ply + 1, engine);
        if game.turn(&after) == side { value } else { -value }
    };
    moves.into_iter().map(value).max().unwrap()
}

/// Without pruning and without a table, alpha-beta with all its windows finds the score of plain negamax.
fn compare_scores<G: Playable>(options: &str, depth: u32, count: u32) {
    let game = G::new(&Values::parse(G::OPTIONS, options).unwrap()).unwrap();
    let game = Plain::keyed(&game, forgetful);
    let (mut rng, mut compared, mut scores) = (Rng::new(3), 0, HashSet::new());
    let count = if crate::common::long_tests() { count } else { count / 2 };
    while compared < count {
        let mut position = game.start();
        for _ in 0..rng.below(30) {
            match game.random_move(&position, &mut rng) {
                Some(mv) => game.play(&mut position, mv),
                None => break,
            }
        }
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        if moves.len() < 2 {
            continue;
        }
        let report = search_within(&game, &position, Limits { depth: Some(depth), ..Limits::default() }).unwrap();
        let score = negamax(&game, &position, depth, 0, game.turn(&position));
        let expected = match score {
            29_001.. => 1.0,
            ..=-29_001 => 0.0,
            _ => 1.0 / (1.0 + 3f64.powf(-f64::from(score) / 300.0)),
        };
        assert_eq!(report.value, expected, "{position:?}: not {score}");
        compared += 1;
        scores.insert(score);
    }
    assert!(scores.len() > count as usize / 4, "{} scores", scores.len());
}

#[test]
fn without_pruning_the_score_is_that_of_negamax() {
    compare_scores::<Konane<1>>("width=5 height=5", 6, 100);
    compare_scores::<Konane<1>>("", 5, 40);
    compare_scores::<Kanga<1>>("width=4 height=4", 4, 40);
    compare_scores::<Kanga<1>>("", 3, 40);
    compare_scores::<Kangaroo<1>>("size=6", 3, 40);
    compare_scores::<SendIt<1>>("size=3", 3, 40);
}
