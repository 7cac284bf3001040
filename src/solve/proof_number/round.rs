//! A round of the search: the question, the keys of its positions, and the positions that end the game.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::game::{Key, Searchable};
use crate::rng::mix;
use crate::search::Control;
use crate::solve::Problem;
use crate::solve::question::{Horizon, Question};
use crate::solve::table::{Numbers, ProofTable};

/// A round of search that several threads share. Its results are in the table, from which the next round continues.
pub(in crate::solve) struct Round<'a, R: Searchable> {
    pub problem: &'a Problem<'a, R>,
    pub question: Question,
    /// A number that separates the keys from those of games in which other positions end the game when they occur again.
    pub history: u64,
    pub table: &'a ProofTable,
    pub control: &'a Control,
    /// Nodes searched in earlier rounds.
    pub nodes: u64,
    /// Whether several threads search the round.
    pub shared: bool,
    /// The most nodes of one thread.
    pub limit: u64,
    /// When the round ends, if it has a time limit.
    pub until: Option<Instant>,
    /// Set once a thread has the answer.
    pub done: AtomicBool,
}

impl<R: Searchable> Round<'_, R> {
    /// Whether the round is over for a thread with this many nodes.
    pub(super) fn ends(&self, nodes: u64) -> bool {
        nodes >= self.limit
            || self.done.load(Relaxed)
            || self.until.is_some_and(|until| Instant::now() >= until)
            || self.control.should_stop(self.nodes + nodes)
    }

    /// The root node.
    pub(super) fn root(&self, position: &R::Position, turns_left: Option<u32>) -> ProofNode<R> {
        ProofNode { position: position.clone(), turns_left, key: self.key(position, turns_left) }
    }

    /// The key of a position in the table.
    #[inline]
    pub(super) fn key(&self, position: &R::Position, turns_left: Option<u32>) -> Key {
        if self.problem.is_plain() {
            return self.problem.rules.key(position);
        }
        self.salted_key(self.question, position, turns_left)
    }

    /// The key of a position in a question that is not the only one about it.
    #[inline]
    fn salted_key(&self, question: Question, position: &R::Position, turns_left: Option<u32>) -> Key {
        // Mirror images are different positions if only one of them has occurred before.
        let hash = |position| Key { word: self.problem.rules.hash(position), side: false };
        let key = if self.has_final_positions() { hash(position) } else { self.problem.rules.key(position) };
        let salt = question.salt(turns_left) ^ self.history;
        Key { word: mix(key.word ^ salt), side: key.side }
    }

    /// Whether it is known that the attacker cannot even reach the goal without the limit of the question.
    #[inline]
    pub(super) fn fails_without_limit(&self, position: &R::Position) -> bool {
        if self.question.horizon != Horizon::Within {
            return false;
        }
        let Problem { rules, .. } = self.problem;
        let key = match R::NORMAL_PLAY {
            true => rules.key(position),
            false => self.salted_key(self.question.without_limit(), position, None),
        };
        let denied = Numbers::denied(rules.turn(position) == self.question.side);
        self.table.probe(key).is_some_and(|entry| entry.numbers == denied)
    }

    /// Whether another occurrence of some earlier position ends the game.
    #[inline]
    pub(super) fn has_final_positions(&self) -> bool {
        !self.problem.repetition.final_keys().is_empty()
    }

    /// If the game ends here, whether the attacker has reached the goal.
    #[inline]
    pub(super) fn end(&self, ProofNode { position, turns_left, .. }: &ProofNode<R>) -> Option<bool> {
        let Problem { rules, repetition, .. } = self.problem;
        if let Some(outcome) = rules.outcome(position) {
            return Some(self.question.is_reached(outcome));
        }
        if turns_left.is_none() && !self.has_final_positions() || !rules.turn_begins(position) {
            return None;
        }
        let is_late = *turns_left == Some(0);
        let stops = is_late && self.question.horizon == Horizon::Adjudicates
            || self.has_final_positions() && repetition.ends_with(rules.hash(position));
        let result = || self.question.is_reached(rules.adjudicate(position));
        if stops { Some(result()) } else { is_late.then_some(false) }
    }
}

/// A position, with the number of turns left.
pub(super) struct ProofNode<R: Searchable> {
    pub position: R::Position,
    pub turns_left: Option<u32>,
    pub key: Key,
}

impl<R: Searchable> Clone for ProofNode<R> {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), ..*self }
    }
}
