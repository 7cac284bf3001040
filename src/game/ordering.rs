//! What the search for a move needs from a game: move ordering, pruning, levels.

use super::Rules;

/// A strength below full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Nodes per turn.
    pub nodes: u64,
    /// The largest random error added to or subtracted from the evaluation, in points.
    pub noise: i32,
    /// The percentage of the moves to choose from that are overlooked, whatever they are worth. The smallest search already finds
    /// what decides the game within two plies, which beginners do not.
    pub overlooked: u32,
}

impl Level {
    /// A level that overlooks no move.
    pub(crate) const fn new(nodes: u64, noise: i32) -> Self {
        Self { nodes, noise, overlooked: 0 }
    }

    /// The same, but it overlooks this percentage of the moves.
    pub(crate) const fn overlooking(self, overlooked: u32) -> Self {
        Self { overlooked, ..self }
    }
}

/// Levels that suit most games.
const LEVELS: [Level; 9] = [
    Level::new(30, 2_000).overlooking(73),
    Level::new(60, 800).overlooking(60),
    Level::new(120, 500).overlooking(40),
    Level::new(240, 300),
    Level::new(500, 150),
    Level::new(1_200, 90),
    Level::new(5_000, 30),
    Level::new(25_000, 0),
    Level::new(100_000, 0),
];

/// Late moves in the move ordering, which an alpha-beta search may prune or reduce.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LateMoves {
    /// Late move reductions (chessprogramming.org, Late Move Reductions): the index in the move ordering, from 0, of
    /// the first move that is reduced.
    pub reduced_from: usize,
    /// Such a move is first searched to a depth reduced by 0.3 + ln(depth) · ln(index) / this number of plies.
    pub reduction_divisor: f64,
    /// Late move pruning (chessprogramming.org, Futility Pruning, Move Count Based Pruning): at low depth, moves are
    /// skipped from this index plus the square of the depth on.
    pub pruned_from: Option<usize>,
}

impl LateMoves {
    /// What suits most games.
    pub(crate) const DEFAULT: Self = Self { reduced_from: 3, reduction_divisor: 1.2, pruned_from: None };
}

/// What the search for a move needs from a game. Every default is correct, but slow or uninformed.
pub trait Ordering: Rules {
    /// The levels below full strength, weakest first. Each should score about 20 % against the next.
    const LEVELS: [Level; 9] = LEVELS;

    /// Which late moves are pruned or reduced.
    const LATE_MOVES: LateMoves = LateMoves::DEFAULT;

    /// Reverse futility pruning (chessprogramming.org, Reverse Futility Pruning): a player who is ahead by this many
    /// points for each ply left is assumed to stay ahead. Choose a margin that a single move hardly ever exceeds.
    /// `None` disables the pruning in this position.
    #[inline]
    fn futility_margin(&self, _position: &Self::Position) -> Option<i32> {
        Some(30)
    }

    /// ProbCut (chessprogramming.org, ProbCut): if a search to half the depth exceeds beta by this many points, the search to
    /// the full depth is assumed to exceed beta too. `None` without such cuts.
    const PROBCUT_MARGIN: Option<i32> = None;

    /// Appends the moves that a search considers, always in the same order: all legal moves except some clearly bad
    /// ones, or a selection if there are too many to search. Returns `false` if an omitted move may be better than all
    /// of these: then a search cannot prove that the player to move loses. Repetition of earlier positions is ignored.
    fn search_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(position, moves);
        true
    }

    /// The move-ordering score of a move: moves with higher scores are searched first.
    fn ordering_score(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// Weight of one point of [`ordering_score`](Self::ordering_score), in units of the history heuristic,
    /// whose scores range from -8,192 to 8,192.
    const ORDERING_UNIT: i32 = 1;

    /// The size of the table of the history heuristic, at least 1.
    fn history_size(&self) -> usize {
        1
    }

    /// The index of a move in that table, less than [`history_size`](Self::history_size). Moves that share an index are
    /// expected to be good in the same positions.
    fn history_index(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Whether the player to move wins with the next move. It may return `false` if finding out is expensive.
    fn wins_at_once(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the game has tactical moves, above all captures, which change the value of a position so much that it
    /// must not be evaluated before they are played out (quiescence search).
    const HAS_TACTICS: bool = false;

    /// Whether a move is tactical.
    fn is_tactical(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the tactical moves.
    fn tactical_moves(&self, _position: &Self::Position, _moves: &mut Vec<Self::Move>) {}

    /// The approximate number of decisions left in the turn, including this one.
    fn decisions_left(&self, _position: &Self::Position) -> u32 {
        1
    }

    /// This decision's share of the time left for the turn, as numerator and denominator. By default, all decisions get
    /// the same share. A node limit is always shared evenly.
    fn share_of_time(&self, position: &Self::Position) -> [u32; 2] {
        [1, self.decisions_left(position)]
    }
}
