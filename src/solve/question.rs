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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_questions_share_a_salt() {
        let turns = || [None].into_iter().chain((0..40).map(Some));
        let sides = Color::BOTH.into_iter();
        let questions = sides.flat_map(|side| [Goal::Win, Goal::Draw].map(|goal| Question { side, goal }));
        let salts: Vec<u64> = questions.flat_map(|question| turns().map(move |left| question.salt(left))).collect();
        assert_eq!(salts.iter().collect::<HashSet<_>>().len(), 2 * 2 * 41);
    }
}
