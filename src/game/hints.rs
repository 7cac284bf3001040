//! Hints for the search for a move and for the solver.

use crate::evaluation::Features;

use super::{Key, Memo, Rules, RulesExt, Stop, Verdict, least_key, pn_of_lead};

/// The strengths below full strength, weakest first.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// Nodes per turn.
    pub nodes: [u64; 9],
    /// The largest random error added to or subtracted from the evaluation, in points.
    pub noise: [i32; 9],
    /// The percentage of the moves to choose from that are overlooked, whatever they are worth. The smallest search already finds
    /// what decides the game within two plies, which beginners do not.
    pub overlooked: [u32; 9],
}

/// The most moves of a turn that share its budget by default.
const MOST_DECISIONS: u32 = 16;

/// Hints for searching and solving. Every default is correct, but slow or uninformed: by default, every position is
/// even.
pub trait Hints: Rules {
    // # Evaluation

    /// Static evaluation for the player to move, in points: 300 means an expected score of 75 %, about 1,000 a decided
    /// game. Always between -20,000 and 20,000.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// The inputs of the evaluation, if it is trained.
    fn features(&self, _position: &Self::Position) -> Features {
        Features::default()
    }

    /// By how many of the game's points, with komi, the player to move is expected to lead at the end of the game, if
    /// that player's expected score is `winrate`, from 0 to 1; `None` in games without points.
    fn expected_lead(&self, _position: &Self::Position, _winrate: f64) -> Option<f64> {
        None
    }

    /// How many steps the player to move is ahead of the opponent towards the end of the game, in games that may never
    /// end if both players wait; 0 in other games. A search with high contempt prefers to be ahead.
    fn progress(&self, _position: &Self::Position) -> i32 {
        0
    }

    // # The search for a move

    /// The levels. Each should score about 20 % against the next.
    const LEVELS: Levels = Levels {
        nodes: [30, 60, 120, 240, 500, 1_200, 5_000, 25_000, 100_000],
        noise: [2_000, 800, 500, 300, 150, 90, 30, 0, 0],
        overlooked: [73, 60, 40, 0, 0, 0, 0, 0, 0],
    };

    /// Late move reductions (chessprogramming.org, Late Move Reductions): the index in the move ordering, from 0, of
    /// the first move that is reduced.
    const REDUCED_FROM: usize = 3;
    /// Such a move is first searched to a depth reduced by 0.3 + ln(depth) · ln(index) / this number of plies.
    const REDUCTION_DIVISOR: f64 = 1.2;

    /// Late move pruning (chessprogramming.org, Futility Pruning, Move Count Based Pruning): at low depth, moves are
    /// skipped from this index plus the square of the depth on. `None` disables the pruning in this position.
    #[inline]
    fn pruned_from(&self, _position: &Self::Position) -> Option<usize> {
        None
    }

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

    /// The move-ordering score of a move: moves with higher scores are searched first. The score of the history
    /// heuristic is added to it, from -8,192 to 8,192.
    fn ordering_score(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// The index of a move in the table of the history heuristic, which grows to the largest index. Moves that share an
    /// index are expected to be good in the same positions.
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

    /// Whether the search looks for leaves in its transposition table: in games in which many orders of moves lead to a
    /// position (measured in docs/lab/strength.md).
    const PROBES_LEAVES: bool = false;

    fn is_tactical(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the tactical moves among those that a search considers.
    fn tactical_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.search_moves(position, moves);
        moves.retain(|&mv| self.is_tactical(position, mv));
    }

    /// The approximate number of decisions left in the turn, including this one, which share a node limit evenly; and this
    /// decision's share of the time left for the turn, as numerator and denominator.
    ///
    /// By default, as many as the first moves of the turn take.
    fn decisions_left(&self, position: &Self::Position) -> (u32, [u32; 2]) {
        let (mut position, side, mut decisions) = (position.clone(), self.turn(position), 0);
        let mut moves = Vec::new();
        while decisions < MOST_DECISIONS {
            moves.clear();
            self.search_moves(&position, &mut moves);
            let Some(&mv) = moves.first() else { break };
            self.play(&mut position, mv);
            decisions += 1;
            if self.is_turn_over(&position, side) {
                break;
            }
        }
        (decisions.max(1), [1, decisions.max(1)])
    }

    // # Counting and listing

    /// The number of legal moves, for a game that can count them faster than it lists them. `None` as for
    /// [`legal_moves_until`](Self::legal_moves_until).
    fn count_moves(&self, position: &Self::Position, stop: Stop) -> Option<u64> {
        let mut moves = Vec::new();
        self.legal_moves_until(position, &mut moves, stop)?;
        Some(moves.len() as u64)
    }

    /// As [`legal_moves`](Rules::legal_moves), for positions with so many moves that listing them takes long or needs
    /// too much memory. Returns `None`, with `moves` in any state, if `stop` returns true or there are too many moves.
    fn legal_moves_until(&self, position: &Self::Position, moves: &mut Vec<Self::Move>, _stop: Stop) -> Option<()> {
        self.legal_moves(position, moves);
        Some(())
    }

    // # The solver

    /// Whether a position can occur twice in a game. If not, the search and the solver need not look for repetition.
    const CAN_REPEAT: bool = true;

    /// Whether the players alternate, a player who cannot move loses, and nothing else ends or decides the game (normal
    /// play, in the terms of combinatorial game theory). The solver then counts moves, and there are no draws.
    const NORMAL_PLAY: bool = false;

    /// The key of a position in the solver's table: the same for all [images](Rules::image) of a position that have the
    /// same player to move.
    fn key(&self, position: &Self::Position) -> Key {
        least_key(self, position, |_| ())
    }

    /// The initial proof number and disproof number of a position: estimates of how many positions it takes to prove
    /// that the player to move wins, and to prove the opposite. Each is at least 1. By default, they are computed from
    /// the evaluation by `pn_of_lead`.
    fn initial_pn(&self, position: &Self::Position) -> [u32; 2] {
        pn_of_lead(self.evaluate(position))
    }

    /// With at most this many stones on the board, the solver can often prove the result within the time of a move. This and
    /// the searches below are only for games of [`NORMAL_PLAY`](Self::NORMAL_PLAY).
    const LATE: Option<u32> = None;

    /// Solves a small position by exhaustive search, if that is faster than proof-number search: the result for the
    /// player to move, and the most moves that the winner makes. `None` if the position is too large. `memo` keeps results
    /// between calls.
    fn settle(&self, _position: &Self::Position, _memo: &mut Memo) -> Option<(Verdict, u32)> {
        None
    }

    /// Searches a position exhaustively, visiting at most `most` positions: the result for the player to move, if the search
    /// finished, and the number of positions visited. `None` if the game has no such search of this position. `memo` keeps
    /// results between calls. Certificates leave out what it decides.
    fn exhaust(&self, _position: &Self::Position, _most: u64, _memo: &mut Memo) -> Option<(Option<Verdict>, u64)> {
        None
    }
}
