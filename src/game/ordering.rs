//! What the searches for a move ask: the order of moves, what may be pruned, levels.

use super::Rules;

/// A strength below full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Nodes a turn.
    pub nodes: u64,
    /// The largest error added to the evaluation, to either side, in points.
    pub noise: i32,
}

impl Level {
    /// A level.
    pub const fn new(nodes: u64, noise: i32) -> Self {
        Self { nodes, noise }
    }
}

/// Levels that suit most games.
const LEVELS: [Level; 9] = [
    Level::new(30, 1500),
    Level::new(60, 800),
    Level::new(120, 500),
    Level::new(240, 300),
    Level::new(500, 150),
    Level::new(1_200, 90),
    Level::new(5_000, 30),
    Level::new(25_000, 0),
    Level::new(100_000, 0),
];

/// Moves late in the order, which an alpha-beta search may leave out or search less deep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LateMoves {
    /// Late move reductions (chessprogramming.org, Late Move Reductions): from this place in the order on, of which
    /// the first is 0...
    pub reduced_from: usize,
    /// ...moves are first searched 0.3 + ln(depth) · ln(place) / this number of plies less deep.
    pub reduction_divisor: f64,
    /// Late move pruning (chessprogramming.org, Futility Pruning, Move Count Based Pruning): with little depth left, moves
    /// from this place on, plus the square of the depth, are not searched.
    pub pruned_from: Option<usize>,
}

impl LateMoves {
    /// What suits most games.
    pub const DEFAULT: Self = Self { reduced_from: 3, reduction_divisor: 1.2, pruned_from: None };
}

/// What the searches for a move ask of a game. Everything has a default that is right, but slow or ignorant.
pub trait Ordering: Rules {
    /// The levels below full strength, weakest first. Each should score about 20 % against the next.
    const LEVELS: [Level; 9] = LEVELS;

    /// Which late moves are pruned or reduced.
    const LATE_MOVES: LateMoves = LateMoves::DEFAULT;

    /// Reverse futility pruning (chessprogramming.org, Reverse Futility Pruning): a player who is ahead by this many points
    /// for each ply left is taken to stay ahead, where no move changes the evaluation by more than that. `None`:
    /// no pruning here.
    #[inline]
    fn futility_margin(&self, _position: &Self::Position) -> Option<i32> {
        Some(30)
    }

    /// Appends the moves that a search considers, always in the same order: all legal ones except some that are plainly
    /// bad, or, where there are more than can be searched, some. `false` if one that is left out may be better than all of
    /// these: then nothing proves that the player to move loses. Repetition of earlier positions is not considered.
    fn search_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(position, moves);
        true
    }

    /// How promising a move is before it is searched: higher is sooner.
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

    /// The place of a move in that table, less than [`history_size`](Self::history_size): moves that share one are
    /// expected to be good in the same positions.
    fn history_index(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Whether the player to move wins with the next move. It may be `false` where that is costly to know.
    fn wins_at_once(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the game has tactical moves: captures, above all, which change the value of a position so much that it must
    /// not be evaluated before they are played out (quiescence search).
    const HAS_TACTICS: bool = false;

    /// Whether a move is tactical.
    fn is_tactical(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the tactical moves.
    fn tactical_moves(&self, _position: &Self::Position, _moves: &mut Vec<Self::Move>) {}

    /// About how many decisions are left in the turn, this one included.
    fn decisions_left(&self, _position: &Self::Position) -> u32 {
        1
    }

    /// The share that this decision takes of the time that the turn has left, as numerator and denominator: by default as much as
    /// each of the later ones. A limit of nodes is always shared evenly.
    fn share_of_time(&self, position: &Self::Position) -> [u32; 2] {
        [1, self.decisions_left(position)]
    }
}
