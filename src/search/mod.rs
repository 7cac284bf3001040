//! The search for the best move within limits. It uses only the traits of a game, and names no game.

mod alphabeta;
mod control;
mod report;
mod table;

pub use alphabeta::search;
pub use control::{Control, Limits};
pub use report::{Line, Report, Watch};
pub use table::{Bound, TranspositionTable};

use std::fmt::Debug;

use crate::game::{Color, Hints, Repetition, Rules, Verdict};

/// The default contempt (measured in docs/lab/strength.md). A higher contempt makes a search prefer
/// [progress](crate::game::Hints::progress).
pub(crate) const DEFAULT_CONTEMPT: i32 = 20;

/// The lowest expected score that is not a proven loss; the highest that is not a proven win is 1 minus this.
pub(crate) const LEAST_WINRATE: f64 = 1e-4;

#[derive(Clone, Copy, Debug)]
pub struct Task<'a, R: Hints> {
    pub rules: &'a R,
    /// The root position; the game must not be over.
    pub position: &'a R::Position,
    /// The moves to choose from: legal, at least one.
    pub moves: &'a [R::Move],
    /// Whether the position is lost if all of these moves lose.
    pub complete: bool,
    /// The result, if it is already proven, and the move that keeps it, if not all do. The search then only ranks the
    /// moves, and its reports contain the result.
    pub known_result: Option<(Verdict, Option<R::Move>)>,
    /// The positions whose next occurrence ends the game. A position that repeats one of them, or one on the search
    /// path, is scored as a repetition at once. A position that repeats any other position of the game is searched
    /// normally, because the opponent may deviate.
    pub repetition: &'a Repetition,
    /// The key of the position in which the current turn began; the search path starts there.
    pub turn_start: u64,
    /// The number of turns until the move limit ends the game, if there is a limit.
    pub turns_left: Option<u32>,
    pub engine: Color,
    /// By how many points a draw is worse than an even position for the engine's side.
    pub contempt: i32,
    /// Amplitude of the random error added to the evaluation at reduced levels, in points; 0 at full strength.
    pub noise: i32,
    pub by_points: bool,
    /// Proven results of later positions, if any. They must be path-independent.
    pub proofs: Option<&'a dyn Proven<R>>,
}

/// Results that were proven before the search.
pub trait Proven<R: Rules>: Debug + Sync {
    /// The result for the player to move, if it is proven. A draw is of no use to the search.
    fn verdict(&self, rules: &R, position: &R::Position) -> Option<Verdict>;
}

impl<R: Hints> Task<'_, R> {
    /// Appends the moves to search in a position that is `turns` turns after the root, as [`moves_to_search`]. The
    /// moves and their order depend only on the position, the [`final_keys`](Repetition::final_keys) and the number of
    /// turns left.
    fn list_moves(&self, position: &R::Position, turns: u32, moves: &mut Vec<R::Move>) -> bool {
        let turns_left = self.turns_left.map(|left| left.saturating_sub(turns));
        moves_to_search(self.rules, position, self.repetition, turns_left, moves)
    }
}

/// Appends the moves to search, as [`search_moves`](crate::game::Hints::search_moves) does: returns `false` if an
/// omitted move may be better than all of these. Moves that lose at once are kept if repetition or the move limit may
/// end the game before they are refuted.
pub fn moves_to_search<R: Hints>(
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

#[derive(Debug)]
pub struct Resources<'a> {
    pub threads: usize,
    pub bytes: usize,
    pub seed: u64,
    /// The transposition table, kept between searches of a game.
    pub table: &'a mut TranspositionTable,
}
