//! Depth-first proof-number search, for games that cannot go round in circles and know no draw: the position is looked at
//! next that is least far from deciding the whole (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
//! 2002; Kishimoto et al., "Game-tree search using proof numbers: the first twenty years", ICGA Journal 35, 2012).

use crate::game::{Hints, Key};
use crate::search::Control;

use super::Answer;
use super::table::{INFINITE, Numbers, Table};

/// Nodes between two looks at the clock.
const LOOK: u64 = 1 << 8;

/// After so many nodes below a child, what other threads have found out meanwhile is looked up.
const MANY: u64 = 64;

/// One thread's search.
pub(super) struct Search<'a, R: Hints> {
    rules: &'a R,
    table: &'a Table,
    control: &'a Control,
    /// Whether other threads search too.
    shared: bool,
    /// Nodes after which this search ends.
    limit: u64,
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
    /// A search of at most `limit` nodes, in which other threads take part through the table if it is `shared`.
    pub fn new(rules: &'a R, table: &'a Table, control: &'a Control, shared: bool, limit: u64) -> Self {
        let (children, moves) = (Vec::new(), Vec::new());
        Self { rules, table, control, shared, limit, nodes: 0, stopped: false, children, moves, proven: None }
    }

    /// Solves a position that is not over.
    pub fn solve(&mut self, position: &R::Position) -> Answer<R::Move> {
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        let Numbers { proof, disproof } = self.search(position, self.rules.key(position), all);
        match self.proven {
            Some(mv) if proof == 0 => Answer::Win(mv),
            _ if disproof == 0 => Answer::Loss,
            _ => Answer::Unknown,
        }
    }

    /// Searches until a number reaches its threshold, and returns both.
    fn search(&mut self, position: &R::Position, key: Key, most: Numbers) -> Numbers {
        let begun = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.stopped |= self.nodes >= self.limit || self.control.should_stop(self.nodes);
        }
        let first = self.children.len();
        self.expand(position);
        let numbers = loop {
            // The player to move wins if one child is lost for the other, and loses if all are won.
            let (mut proof, mut disproof, mut second, mut best) = (INFINITE, 0u32, INFINITE, first);
            for (index, Child { numbers, .. }) in self.children.iter().enumerate().skip(first) {
                disproof = disproof.saturating_add(numbers.proof).min(INFINITE);
                if numbers.disproof < proof {
                    (second, proof, best) = (proof, numbers.disproof, index);
                } else {
                    second = second.min(numbers.disproof);
                }
            }
            if proof == 0 {
                self.proven = Some(self.children[best].mv);
                break Numbers { proof, disproof: INFINITE };
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
            if self.shared {
                // Other threads shall rather look elsewhere.
                let disproof = (numbers.disproof + numbers.disproof / 2 + 4).min(INFINITE - 1);
                self.table.store(key, Numbers { disproof, ..numbers }, 1);
            }
            let nodes = self.nodes;
            self.children[best].numbers = self.search(&position, key, threshold);
            if self.shared && self.nodes - nodes > MANY {
                for child in &mut self.children[first..] {
                    child.numbers = self.table.probe(child.key).unwrap_or(child.numbers);
                }
            }
        };
        self.children.truncate(first);
        // What a broken search knows is true all the same.
        self.table.store(key, numbers, self.nodes - begun);
        numbers
    }

    /// Puts the positions after each move on the list of children, each once; only the last where it is lost for the other.
    fn expand(&mut self, position: &R::Position) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.legal_moves(position, &mut moves);
        let first = self.children.len();
        for &mv in &moves {
            let mut after = position.clone();
            self.rules.play(&mut after, mv);
            let key = self.rules.key(&after);
            if self.children[first..].iter().any(|child| child.key == key) {
                continue;
            }
            let numbers = match self.rules.outcome(&after) {
                Some(outcome) if outcome.winner() == Some(self.rules.turn(&after)) => {
                    Numbers { proof: 0, disproof: INFINITE }
                }
                Some(_) => Numbers { proof: INFINITE, disproof: 0 },
                None => self.table.probe(key).unwrap_or_else(|| {
                    let [proof, disproof] = self.rules.effort(&after);
                    Numbers { proof, disproof }
                }),
            };
            self.children.push(Child { mv, position: after, key, numbers });
            if numbers.disproof == 0 {
                break;
            }
        }
        self.moves = moves;
    }
}
