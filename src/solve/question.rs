//! The question asked of a position: whether a player can force a goal.

use crate::game::{Color, Outcome};
use crate::rng::mix;

use super::strategy::Goal;

/// Whether this player, the attacker, can force that goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub side: Color,
    pub goal: Goal,
}

impl Question {
    /// Whether this result reaches the goal.
    #[inline]
    pub fn is_reached(self, outcome: Outcome) -> bool {
        self.is_reached_by(outcome.winner())
    }

    /// Whether a win of this player, or of nobody, reaches the goal.
    #[inline]
    pub fn is_reached_by(self, winner: Option<Color>) -> bool {
        winner.map_or(self.goal == Goal::Draw, |winner| winner == self.side)
    }

    /// A salt of the keys, so that entries of different questions, and of different numbers of turns left, do not mix.
    #[inline]
    pub fn salt(self, turns_left: Option<u32>) -> u64 {
        let question = 2 * self.side.index() as u64 + u64::from(self.goal == Goal::Win);
        mix(question + 4 * turns_left.map_or(0, |left| u64::from(left) + 1))
    }
}
