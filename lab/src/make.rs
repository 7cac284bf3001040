//! Finds puzzles: plays games between weak levels, and looks for positions with one winning move, from the end of each game
//! backwards, or among its positions without most of their stones. All limits are nodes, so that a seed gives the same puzzle
//! on every machine.

use papamu::game::{Color, Content, Style, Verdict};
use papamu::play::{Game, MAX_LEVEL, Search, SearchParams};
use papamu::puzzle::{PROOF_NODES, Puzzle};
use papamu::registry::Entry;
use papamu::rng::{Rng, mix};
use papamu::search::Limits;
use papamu::system::Cancel;

/// The shorter proofs that come first search at most these parts of the positions, because most positions have several winning
/// moves, which are soon found.
const TRIALS: [u64; 2] = [36, 6];
/// The fewest first moves to choose from that do not end the game.
const LEAST_CHOICE: usize = 3;
/// The longest game, in turns.
const LONGEST: usize = 150;
/// The number of positions of a game from which stones are removed.
const THINNED: usize = 20;
/// The seeds with which a level must find the first move.
const TRIES: std::ops::RangeInclusive<u64> = 1..=3;

/// A puzzle without a grade, and the weakest level that finds its first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub puzzle: Puzzle,
    pub level: u64,
}

/// The first puzzle that `is_wanted` accepts, from the end of one game on the board of these options; the game depends only on
/// the seed. `None` if there is none, the options do not exist, or the search was cancelled.
pub fn make(
    entry: &Entry,
    options: &str,
    seed: u64,
    cancel: &Cancel,
    is_wanted: &mut dyn FnMut(&Found) -> bool,
) -> Option<Found> {
    let mut session = entry.open(options).ok()?;
    let mut rng = Rng::new(seed);
    let mut positions = play(&mut session, &mut rng, cancel);
    if rng.below(3) > 0 {
        positions = thin_out(&mut session, &positions, &mut rng);
    }
    // Short proofs find easy puzzles soon, long ones find hard puzzles.
    let nodes = PROOF_NODES >> rng.below(5);
    for position in positions.into_iter().rev() {
        session.set_position(&position).ok()?;
        let trial = session.solve(Search::with(params(nodes / TRIALS[1], cancel))).ok()?;
        if cancel.is_cancelled() {
            return None;
        }
        match trial.verdict {
            Some(Verdict::Win) => {}
            None if rng.below(2) == 0 => return None, // earlier positions are harder to prove
            _ => continue,
        }
        let Some((solution, depth)) = only_win(&session, nodes, cancel) else { continue };
        let level = weakest_level(&session, &solution, cancel);
        let found =
            Found { puzzle: Puzzle { grade: 0, depth, solution, options: options.to_owned(), position }, level };
        if !cancel.is_cancelled() && is_wanted(&found) {
            return Some(found);
        }
    }
    None
}

/// The puzzle in this one's position, proven again: equal to this one if it is what it says. `None` if there is none.
pub fn again(puzzle: &Puzzle, entry: &Entry) -> Option<Found> {
    let (mut session, cancel) = (entry.open(&puzzle.options).ok()?, &Cancel::default());
    session.set_position(&puzzle.position).ok()?;
    let (solution, depth) = only_win(&session, PROOF_NODES, cancel)?;
    let level = weakest_level(&session, &solution, cancel);
    Some(Found { puzzle: Puzzle { depth, solution, ..puzzle.clone() }, level })
}

/// Plays a game of two weak levels and random turns, and returns its positions at the beginning of turns.
fn play(session: &mut Game, rng: &mut Rng, cancel: &Cancel) -> Vec<String> {
    // How many of four turns are random. Games of Kangaroo between players who know what they do end while there are many
    // stones.
    let random = 1 + rng.below(4);
    let levels = [1, 2].map(|_| 2 + u64::from(rng.below(5)));
    let mut positions = Vec::new();
    while session.outcome().is_none() && positions.len() < LONGEST && !cancel.is_cancelled() {
        positions.push(session.position());
        if rng.below(4) < random && session.play_random_turn(rng).is_some() {
            continue;
        }
        let side = session.turn();
        let level = levels[usize::from(side == Color::White)];
        let chosen = session.choose(Search::with(at_level(level, rng.bits(), cancel)));
        if chosen.and_then(|choice| session.play_choice(&choice)).is_err() {
            break;
        }
    }
    positions
}

/// Positions of the game from which most stones have been removed. Some games are decided while there are many stones, so that
/// nothing is left to find at their end.
fn thin_out(session: &mut Game, positions: &[String], rng: &mut Rng) -> Vec<String> {
    let mut thinned = Vec::new();
    for _ in 0..THINNED {
        let Some(position) = positions.get(rng.below(positions.len() as u32) as usize) else { break };
        if session.set_position(position).is_err() {
            continue;
        }
        let mut stones: Vec<_> = session
            .rows()
            .into_iter()
            .flatten()
            .map(|(cell, content)| (content, cell))
            .filter(|stone| stone.0 != Content::Empty)
            .collect();
        let kept = 4 + rng.below(6) as usize;
        while stones.len() > kept {
            stones.swap_remove(rng.below(stones.len() as u32) as usize);
        }
        if session.set_up(&stones, session.turn()).is_ok() && session.outcome().is_none() {
            thinned.push(session.position());
        }
    }
    thinned
}

/// The only winning first move, with the number of turns of the win, if the position is worth a puzzle.
fn only_win(session: &Game, most: u64, cancel: &Cancel) -> Option<(String, u32)> {
    let mut moves = Vec::new();
    for part in TRIALS.into_iter().chain([1]) {
        let nodes = most / part;
        let solved = session.solve_moves(Search::with(params(nodes, cancel)), None).ok()?;
        moves = solved.moves;
        if moves.get(1).is_some_and(|second| second.result == Some(Verdict::Win)) {
            return None;
        }
        let unknown = moves.iter().filter(|solved| solved.result.is_none()).count();
        if solved.nodes < nodes || unknown * 4 > moves.len() {
            break; // nothing more can be found out, or not soon
        }
    }
    let is_clear = moves.iter().all(|solved| solved.result.is_some());
    let [only, second, ..] = &moves[..] else { return None };
    let depth = only.distance?;
    let is_only = only.result == Some(Verdict::Win) && second.result != Some(Verdict::Win);
    let choice = moves.iter().filter(|solved| goes_on(session, &solved.mv)).count();
    let is_puzzle = is_clear && is_only && choice >= LEAST_CHOICE && only.mv != "PASS";
    // The only capture is the first move that everybody tries.
    let others = || moves[1..].iter().any(|other| captures(session, &other.mv));
    // A win may come sooner than the distance says if a repetition ends the game with the score, or if a proof in the line ends early.
    let lasts = || session.best_line(depth as usize + 1, cancel).1.len() == depth as usize;
    (is_puzzle && (!captures(session, &only.mv) || others()) && lasts()).then(|| (only.mv.clone(), depth))
}

/// Whether the game goes on after a move: giving a stone away in Kangaroo ends it, and tempts nobody.
fn goes_on(session: &Game, mv: &str) -> bool {
    let mut after = session.fork();
    after.play(session.turn(), mv, Style::Whole).is_ok() && after.outcome().is_none()
}

/// Whether a move captures a stone.
fn captures(session: &Game, mv: &str) -> bool {
    let (side, mut after) = (session.turn(), session.fork());
    let captured = |session: &Game| session.captures()[side.index()];
    after.play(side, mv, Style::Whole).is_ok() && captured(&after) > captured(session)
}

/// The weakest level that finds the first move of a puzzle.
fn weakest_level(session: &Game, solution: &str, cancel: &Cancel) -> u64 {
    let finds = |level| {
        TRIES.into_iter().all(|seed| {
            let seed = mix(seed);
            let choice = session.fork().choose(Search::with(at_level(level, seed, cancel)));
            choice.is_ok_and(|choice| begins_with(choice.token(), solution))
        })
    };
    (1..MAX_LEVEL).find(|&level| finds(level)).unwrap_or(MAX_LEVEL)
}

/// Whether a turn begins with a move.
fn begins_with(turn: &str, first: &str) -> bool {
    turn.strip_prefix(first).is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
}

/// The limits of a proof.
fn params(nodes: u64, cancel: &Cancel) -> SearchParams {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    SearchParams { cancel: cancel.clone(), hash_mb: 32, ..SearchParams::within(limits) }
}

/// The parameters of a search at a level.
fn at_level(level: u64, seed: u64, cancel: &Cancel) -> SearchParams {
    SearchParams { level, seed, cancel: cancel.clone(), hash_mb: 8, ..SearchParams::default() }
}
