//! Searches: the move to play, within limits. They know rules and hints, and name no game.

mod alphabeta;
mod control;
mod mcts;
mod report;
mod table;

pub use control::{Control, Limits};
pub use mcts::{LOOK_BACK, Tree};
pub use report::{Line, Report, Watch};
pub use table::Table;

use crate::endgames::Endgames;
use crate::game::{Algorithm, Color, Searchable};

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
    /// Keys of the positions that end the game when they come again, and of the last that has stood; empty where repetition is
    /// off. A position that comes back within the search is taken for a repetition at once: a cycle that pays once pays again. One
    /// that came back in the game is not: the other player may do better this time.
    pub past: &'a [u64],
    /// The last positions of the game and the moves made in them, in order: what a kept tree is found by.
    pub recent: &'a [(R::Position, R::Move)],
    /// Turns until the game is stopped, if it is.
    pub turns_left: Option<u32>,
    /// The player whom the engine plays: to him a draw is a little less than it is worth.
    pub engine: Color,
    /// How far the evaluation may be off at most, on purpose.
    pub noise: i32,
    /// Whether to judge by the points alone, where the game counts them.
    pub by_points: bool,
    /// A table of endgames, if there is one. It knows nothing of a limit of turns, so there must be none.
    pub endgames: Option<&'a Endgames>,
}

impl<R: Searchable> Task<'_, R> {
    /// Whether positions that stood before end the game.
    fn repetition(&self) -> bool {
        !self.past.is_empty()
    }
}

/// What a search needs besides its task.
#[derive(Debug)]
pub struct Resources<'a, R: Searchable> {
    /// The search to use.
    pub algorithm: Algorithm,
    /// Threads to use, at least 1.
    pub threads: usize,
    /// Bytes for tables and trees.
    pub bytes: usize,
    /// Seed of whatever is random.
    pub seed: u64,
    /// The transposition table, kept between searches of a game.
    pub table: &'a mut Table,
    /// The tree of the last Monte Carlo search, to go on with.
    pub tree: &'a mut Option<Tree<R>>,
}

/// Chooses a move, with the search that suits the game. Returns as soon as `control` says stop, with the best
/// move known by then; at once if there is no choice and nobody watches.
pub fn choose<R: Searchable>(
    task: &Task<R>,
    resources: &mut Resources<R>,
    control: &Control,
    watch: Option<Watch<R::Move>>,
) -> Option<Report<R::Move>> {
    match *task.moves {
        [] => None,
        [best] if watch.is_none() => Some(Report::of(best)),
        _ => Some(match resources.algorithm {
            Algorithm::AlphaBeta => alphabeta::search(task, resources, control, watch),
            Algorithm::MonteCarlo => mcts::search(task, resources, control, watch),
        }),
    }
}
