//! The question that a proof answers: whether a player can force a goal.

use crate::game::{Color, Outcome};
use crate::rng::mix;

use super::strategy::Goal;

/// Asks whether `side`, the attacker, can force `goal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub side: Color,
    pub goal: Goal,
    pub horizon: Horizon,
}

/// How a proof treats the move limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Horizon {
    /// The game is adjudicated at the limit, as in the rules. This is used only if repetition is off, the limit makes a
    /// draw, or it comes before any repetition. In the first two cases, an attacker who reaches the goal with fewer turns
    /// left also reaches it with more, and never needs to repeat a position.
    Adjudicates,
    /// The attacker fails at the limit, which is that of the game, or a nearer one that is part of the question. A proof
    /// is path-independent, because an attacker who needs fewer turns has no need to repeat a position. A disproof proves only that the attacker needs more turns.
    Within,
}

impl Question {
    /// Whether this outcome reaches the goal.
    #[inline]
    pub(crate) fn is_reached(self, outcome: Outcome) -> bool {
        outcome.winner().map_or(self.goal == Goal::Draw, |winner| winner == self.side)
    }

    /// A salt for the keys that separates entries of different questions, horizons and numbers of turns left.
    #[inline]
    pub(super) fn salt(self, turns_left: Option<u32>) -> u64 {
        let question = 2 * self.side.index() as u64 + u64::from(self.goal == Goal::Win);
        mix(question + 4 * self.horizon as u64 + 8 * turns_left.map_or(0, |left| u64::from(left) + 1))
    }
}
