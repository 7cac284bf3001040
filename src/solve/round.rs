//! A round of proof-number search: the question, and what all its threads share.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::game::Repetition;
use crate::search::Control;

use super::question::Question;
use super::table::ProofTable;

/// A round of search that several threads share. Its results are in the table, from which the next round continues.
pub struct Round<'a> {
    pub(super) question: Question,
    /// Whether proof-number search alone suffices, and positions need no salt.
    pub(super) is_plain: bool,
    /// The positions of the game so far, as repetition counts them.
    pub(super) repetition: &'a Repetition,
    /// Whether a move limit ends the game, or the question.
    pub(super) is_limited: bool,
    /// A number that separates the keys from those of games in which other positions end the game when they occur again.
    pub(super) history: u64,
    pub(super) table: &'a ProofTable,
    pub(super) control: &'a Control,
    /// Nodes searched in earlier rounds.
    pub(super) nodes: u64,
    /// Whether several threads search the round.
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
