//! What is asked of a position: whether a player can force something.

use crate::game::{Color, Outcome};
use crate::rng::mix;

use super::strategy::Goal;

/// Whether this player can force that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub side: Color,
    pub goal: Goal,
}

impl Question {
    /// Whether he has it, where the game has ended so.
    #[inline]
    pub fn is_reached(self, outcome: Outcome) -> bool {
        self.is_reached_by(outcome.winner())
    }

    /// Whether he has it, where this player wins, or nobody.
    #[inline]
    pub fn is_reached_by(self, winner: Option<Color>) -> bool {
        winner.map_or(self.goal == Goal::Draw, |winner| winner == self.side)
    }

    /// Tells the entries of different questions apart in one table, and those with more turns left from those with fewer.
    #[inline]
    pub fn salt(self, turns_left: Option<u32>) -> u64 {
        let question = 2 * self.side.index() as u64 + u64::from(self.goal == Goal::Win);
        mix(question + 4 * turns_left.map_or(0, |left| u64::from(left) + 1))
    }
}
