//! The questions that together tell the result of a position, and what their answers mean.

use crate::game::{Color, Moves, Verdict};

use super::Problem;
use super::proof_number::Found;
use super::round::{Horizon, Question};
use super::strategy::Goal;
use super::table::Numbers;

/// By how much the hardness of a question is multiplied whose answer is only one half of a draw.
const HALF: u32 = 4;

/// The open questions about a position: whether either player can force a win, or at least a draw.
#[derive(Debug)]
pub(super) struct Inquiry {
    side: Color,
    counts_points: bool,
    has_draws: bool,
    open: Vec<Open>,
    /// The number of players who do not lose.
    safe: u32,
    /// A move that does not lose.
    keeps: Option<Moves>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    question: Question,
    nodes: u64,
    /// An estimate of how many nodes the answer still takes, in proportion to the other questions.
    hardness: u64,
}

impl Inquiry {
    /// All questions about a position. In a game without draws, there is only one.
    pub(super) fn new(problem: &Problem, horizon: Horizon) -> Self {
        let (side, has_draws) = (problem.mover(), !problem.is_plain());
        let counts_points = has_draws && problem.rules.counts_points();
        // If a cycle is a draw, a player who cannot be forced to lose has a draw.
        let goals = if counts_points { &[Goal::Win, Goal::Draw][..] } else { &[Goal::Win] };
        let players = if has_draws { 2 } else { 1 };
        let open = |side, goal| Open { question: Question { side, goal, horizon }, nodes: 0, hardness: 1 };
        let each = |&goal| [side, !side].map(|side| open(side, goal)).into_iter().take(players);
        let open = goals.iter().flat_map(each).collect();
        Self { side, counts_points, has_draws, open, safe: 0, keeps: None }
    }

    /// The question to work on next; `None` if all have been answered or given up.
    ///
    /// Some answers take much longer than others: in a position that one player wins, it is hard to find out that the other
    /// one does not. So the share of a question falls with the square of its hardness.
    pub(super) fn next(&self) -> Option<Question> {
        let spent = |open: &&Open| u128::from(open.nodes) * u128::from(open.hardness).pow(2);
        self.open.iter().min_by_key(spent).map(|open| open.question)
    }

    /// Takes note of what was found about a question in this many nodes, and returns the result with a move that keeps it,
    /// once it is known.
    pub(crate) fn note(&mut self, question: Question, found: &Found, nodes: u64) -> Option<(Verdict, Option<Moves>)> {
        let is_known = found.numbers.is_known();
        if found.given_up || is_known {
            self.open.retain(|open| open.question != question);
        }
        if found.given_up {
            return None;
        }
        if !is_known {
            if let Some(open) = self.open.iter_mut().find(|open| open.question == question) {
                let Numbers { proof, disproof } = found.numbers.seen_by(question.side != self.side);
                let hardness = match (self.counts_points, question.goal) {
                    // A disproof is only one half of a draw.
                    (false, _) => proof.min(disproof.saturating_mul(HALF)),
                    // Where points are counted, only a proof tells something about the result: that of a draw, one half.
                    (true, Goal::Win) => proof,
                    (true, Goal::Draw) => proof.saturating_mul(HALF),
                };
                (open.nodes, open.hardness) = (open.nodes + nodes.max(1), u64::from(hardness));
            }
            return None;
        }
        let own = question.side == self.side;
        let has = (found.numbers.proof == 0) == own;
        match (question.goal, has) {
            (Goal::Win, true) if own => return Some((Verdict::Win, found.best.clone())),
            (Goal::Win, true) => return Some((Verdict::Loss, None)),
            (Goal::Win, false) if !self.has_draws => return Some((Verdict::Loss, None)),
            (Goal::Win, false) if self.counts_points => return None,
            (Goal::Draw, false) => return None,
            // This proves that one of the two players does not lose.
            (Goal::Win, false) | (Goal::Draw, true) => self.safe += 1,
        }
        self.keeps = self.keeps.take().or(found.best.clone());
        (self.safe == 2).then(|| (Verdict::Draw, self.keeps.clone()))
    }
}
