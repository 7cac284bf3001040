//! Depth-first proof-number search, for games that cannot go round in circles and know no draw: the position is looked at
//! next that is least far from deciding the whole (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
//! 2002; Kishimoto et al., "Game-tree search using proof numbers: the first twenty years", ICGA Journal 35, 2012).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::game::{Hints, Key};
use crate::search::Control;

use super::table::{INFINITE, Numbers, Table};

/// Nodes between two looks at the clock.
const LOOK: u64 = 1 << 8;

/// After so many nodes below a child, what other threads have found out meanwhile is looked up.
const MANY: u64 = 64;

/// A stretch of work that several threads share; after it what is known is in the table, and another can go on.
pub(super) struct Round<'a, R: Hints> {
    pub rules: &'a R,
    pub table: &'a Table,
    pub control: &'a Control,
    /// Nodes of earlier rounds.
    pub nodes: u64,
    /// Whether several threads search.
    pub shared: bool,
    /// Nodes of one thread after which it ends.
    pub limit: u64,
    /// When it ends, if it does by time.
    pub until: Option<Instant>,
    /// Set once a thread has the answer.
    pub done: AtomicBool,
}

impl<R: Hints> Round<'_, R> {
    fn ends(&self, nodes: u64) -> bool {
        nodes >= self.limit
            || self.done.load(Relaxed)
            || self.until.is_some_and(|until| Instant::now() >= until)
            || self.control.should_stop(self.nodes + nodes)
    }
}

/// One thread's search.
pub(super) struct Search<'a, R: Hints> {
    round: &'a Round<'a, R>,
    pub nodes: u64,
    stopped: bool,
    /// The children of all positions on the path.
    children: Vec<Child<R>>,
    /// A list to be used again.
    moves: Vec<R::Move>,
    /// The move that proved the last position that was proven.
    proven: Option<R::Move>,
}

struct Child<R: Hints> {
    mv: R::Move,
    position: R::Position,
    key: Key,
    numbers: Numbers,
}

impl<'a, R: Hints> Search<'a, R> {
    /// A thread of a round.
    pub fn new(round: &'a Round<'a, R>) -> Self {
        Self { round, nodes: 0, stopped: false, children: Vec::new(), moves: Vec::new(), proven: None }
    }

    /// What is missing to solve a position that is not over, once the round has ended; and the move that wins, if one does.
    pub fn solve(&mut self, position: &R::Position) -> (Numbers, Option<R::Move>) {
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.search(position, self.round.rules.key(position), all);
        if numbers.is_known() {
            self.round.done.store(true, Relaxed);
        }
        (numbers, self.proven.filter(|_| numbers.proof == 0))
    }

    /// Searches until a number reaches its threshold, and returns both.
    fn search(&mut self, position: &R::Position, key: Key, most: Numbers) -> Numbers {
        let begun = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.stopped |= self.round.ends(self.nodes);
        }
        let first = self.children.len();
        self.expand(position);
        let numbers = loop {
            // The player to move wins if one child is lost for the other, and loses if all are won.
            let (mut proof, mut second, mut best) = (INFINITE, INFINITE, first);
            let (mut all, mut largest) = (0u32, 0);
            for (index, Child { numbers, .. }) in self.children.iter().enumerate().skip(first) {
                all = all.saturating_add(numbers.proof);
                largest = largest.max(numbers.proof);
                if numbers.disproof < proof {
                    (second, proof, best) = (proof, numbers.disproof, index);
                } else {
                    second = second.min(numbers.disproof);
                }
            }
            // The children have much in common: what proves the hardest proves half of the others. (Between the sum and the
            // largest alone: Ueda et al., "Weak proof-number search", Computers and Games 2008.)
            let disproof =
                if largest < INFINITE { (largest + (all - largest) / 2).min(INFINITE - 1) } else { INFINITE };
            if proof == 0 {
                self.proven = Some(self.children[best].mv);
                break Numbers::WON;
            }
            if proof >= most.proof || disproof >= most.disproof || self.stopped {
                break Numbers { proof, disproof };
            }
            let Child { ref position, key, numbers, .. } = self.children[best];
            // The child may go a quarter beyond the second best, lest the two take turns (Pawlewicz and Lew, "Improving
            // depth-first PN-search: 1+ε trick", 2006).
            let threshold = Numbers {
                proof: (most.disproof - disproof).saturating_add(numbers.proof).min(INFINITE),
                disproof: most.proof.min(second.saturating_add(1 + second / 4)),
            };
            let position = position.clone();
            if self.round.shared {
                // Other threads shall rather look elsewhere.
                let disproof = (numbers.disproof + numbers.disproof / 2 + 4).min(INFINITE - 1);
                self.round.table.store(key, Numbers { disproof, ..numbers }, 1);
            }
            let nodes = self.nodes;
            self.children[best].numbers = self.search(&position, key, threshold);
            if self.round.shared && self.nodes - nodes > MANY {
                self.round.table.fetch(self.children[first..].iter().map(|child| child.key));
                for child in &mut self.children[first..] {
                    child.numbers = self.round.table.probe(child.key).unwrap_or(child.numbers);
                }
            }
        };
        self.children.truncate(first);
        // What a broken search knows is true all the same.
        self.round.table.store(key, numbers, self.nodes - begun);
        numbers
    }

    /// Puts the positions after each move on the list of children, each once; only the last where it is lost for the other.
    fn expand(&mut self, position: &R::Position) {
        let Round { rules, table, .. } = *self.round;
        let first = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        rules.legal_moves(position, &mut moves);
        for &mv in &moves {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let key = rules.key(&after);
            if self.children[first..].iter().any(|child| child.key == key) {
                continue;
            }
            let outcome = rules.outcome(&after);
            let numbers = match outcome.map(|outcome| outcome.winner() == Some(rules.turn(&after))) {
                Some(true) => Numbers::WON,
                Some(false) => Numbers::LOST,
                None => Numbers::UNKNOWN,
            };
            self.children.push(Child { mv, position: after, key, numbers });
            if numbers == Numbers::LOST {
                break;
            }
        }
        self.moves = moves;
        if self.children.last().is_some_and(|child| child.numbers == Numbers::LOST) {
            return;
        }
        table.fetch(self.children[first..].iter().map(|child| child.key));
        for index in first..self.children.len() {
            let child = &mut self.children[index];
            if child.numbers == Numbers::UNKNOWN {
                child.numbers = table.probe(child.key).unwrap_or_else(|| {
                    let [proof, disproof] = rules.effort(&child.position);
                    Numbers { proof, disproof }
                });
            }
            if child.numbers.disproof == 0 {
                self.children.truncate(index + 1);
                break;
            }
        }
    }
}
