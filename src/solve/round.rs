//! A round of proof-number search: the question that it answers, and what all its threads share.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::game::{Color, Outcome, Repetition};
use crate::rng::mix;
use crate::search::Control;

use super::strategy::Goal;
use super::table::ProofTable;

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

/// A round of search that several threads share. Its results are in the table, from which the next round continues.
pub struct Round<'a> {
    pub(super) question: Question,
    /// Whether proof-number search alone suffices, and positions need no salt.
    pub(super) is_plain: bool,
    pub(super) repetition: &'a Repetition,
    /// Whether a move limit ends the game, or the question.
    pub(super) is_limited: bool,
    /// A number that separates the keys from those of games in which other positions end the game when they occur again.
    pub(super) history: u64,
    pub(super) table: &'a ProofTable,
    pub(super) control: &'a Control,
    /// Nodes searched in earlier rounds.
    pub(super) nodes: u64,
    pub(super) shared: bool,
    /// The most nodes of one thread.
    pub(super) limit: u64,
    /// When the round ends, if it has a time limit.
    pub(super) until: Option<Instant>,
    /// Set once a thread has the answer.
    pub(super) done: AtomicBool,
}

impl Round<'_> {
    /// Whether the round is over for a thread with this many nodes.
    pub(super) fn ends(&self, nodes: u64) -> bool {
        nodes >= self.limit
            || self.done.load(Relaxed)
            || self.until.is_some_and(|until| Instant::now() >= until)
            || self.control.should_stop(self.nodes + nodes)
    }

    /// Whether another occurrence of some earlier position ends the game.
    #[inline]
    pub(super) fn has_final_positions(&self) -> bool {
        !self.repetition.final_keys().is_empty()
    }
}
