//! Searches: the move to play, within limits. They know what a game tells of itself, and name no game.

mod alphabeta;
mod control;
mod report;
mod table;

pub use control::{Control, Limits};
pub use report::{Line, Report, Verdict, Watch};
pub use table::TranspositionTable;

use std::fmt::Debug;

use crate::endgames::Endgames;
use crate::game::{Color, Repetition, Rules, Searchable};

/// The contempt of an engine that nobody set (measured: docs/lab/strength.md). More of it makes a search prefer
/// [progress](crate::game::Evaluation::progress).
pub const DEFAULT_CONTEMPT: i32 = 20;

/// The lowest expected score that is not a proven loss; the highest that is not a proven win is 1 less this.
pub(crate) const LEAST_WINRATE: f64 = 1e-4;

/// What is to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, R: Searchable> {
    /// The rules.
    pub rules: &'a R,
    /// The position to move in; it must not be over.
    pub position: &'a R::Position,
    /// The moves to choose from: legal, at least one.
    pub moves: &'a [R::Move],
    /// Whether the position is lost if they all lose.
    pub complete: bool,
    /// The result, if it is proven already: the search then ranks the moves, and its reports say so.
    pub verdict: Option<Verdict<R::Move>>,
    /// The positions whose next occurrence ends the game. A position that repeats one of them, or one on the search path, scores
    /// as a repetition at once. One that repeats another of the game so far is searched on, because the opponent may deviate.
    pub repetition: &'a Repetition,
    /// The key of the position in which the turn under way began: the beginning of the search path.
    pub turn_start: u64,
    /// Turns until the move limit ends the game, if there is one.
    pub turns_left: Option<u32>,
    /// The player that the engine plays, for contempt.
    pub engine: Color,
    /// By how many points a draw is worse than an even position, for the player that the engine plays.
    pub contempt: i32,
    /// Amplitude of the random error added to the evaluation at reduced levels, in points; 0 at full strength.
    pub noise: i32,
    /// Whether to evaluate by the points alone, where the game counts them.
    pub by_points: bool,
    /// An endgame table, if there is one. It does not know a move limit, so there must be none.
    pub endgames: Option<&'a Endgames>,
    /// What is proven of positions that may follow, if anything. It must hold whatever happened before.
    pub proofs: Option<&'a dyn Proven<R>>,
}

/// Results that were proven before the search.
pub trait Proven<R: Rules>: Debug + Sync {
    /// Whether the player to move wins, if that is proven.
    fn wins(&self, rules: &R, position: &R::Position) -> Option<bool>;
}

impl<R: Searchable> Task<'_, R> {
    /// The keys of the positions that score as a repetition when they come again: those whose next occurrence ends the game, and the
    /// one in which the turn began. Empty where repetition is off.
    fn past(&self) -> Vec<u64> {
        let mut past = self.repetition.final_keys().to_vec();
        past.extend(self.repetition.is_on().then_some(self.turn_start));
        past
    }

    /// Appends the moves to search in a position that is `turns` turns after the root, as
    /// [`moves_to_search`]. The same moves, in the same order, for each [`final_keys`](Repetition::final_keys) and number of
    /// turns left.
    fn list_moves(&self, position: &R::Position, turns: u32, moves: &mut Vec<R::Move>) -> bool {
        let turns_left = self.turns_left.map(|left| left.saturating_sub(turns));
        moves_to_search(self.rules, position, self.repetition, turns_left, moves)
    }
}

/// Appends the moves to search, as [`search_moves`](crate::game::Ordering::search_moves) does: `false` if one that is left out may
/// be better than all of these. Where the game may end by repetition or the move limit before a move that loses at once is
/// refuted, such moves are not left out.
pub fn moves_to_search<R: Searchable>(
    rules: &R,
    position: &R::Position,
    repetition: &Repetition,
    turns_left: Option<u32>,
    moves: &mut Vec<R::Move>,
) -> bool {
    let complete = rules.search_moves(position, moves);
    if complete && (turns_left.is_some_and(|left| left <= 1) || !repetition.final_keys().is_empty()) {
        moves.clear();
        rules.legal_moves(position, moves);
    }
    complete
}

/// What a search needs besides its task.
#[derive(Debug)]
pub struct Resources<'a> {
    /// Threads to use, at least 1.
    pub threads: usize,
    /// Bytes for the transposition table.
    pub bytes: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// The transposition table, kept between searches of a game.
    pub table: &'a mut TranspositionTable,
}

/// Searches for the best move. Returns as soon as `control` says stop, with the best move known by then; at once if there
/// is no choice and nobody watches.
pub fn search<R: Searchable>(
    task: &Task<R>,
    resources: &mut Resources,
    control: &Control,
    watch: Option<Watch<R::Move>>,
) -> Option<Report<R::Move>> {
    match *task.moves {
        [] => None,
        [best] if watch.is_none() => Some(Report::of(best)),
        _ => Some(alphabeta::search(task, resources, control, watch)),
    }
}
