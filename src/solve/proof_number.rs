//! Depth-first proof-number search (df-pn): the most-proving node is expanded next (Nagai, "Df-pn algorithm for searching
//! AND/OR trees and its applications", 2002; Kishimoto et al., "Game-tree search using proof numbers: the first twenty
//! years", ICGA Journal 35, 2012).
//!
//! The question is whether a player, the attacker, can force a goal. Proof and disproof numbers are those of the player to
//! move: the attacker reaches the goal, or the defender denies it. A cycle counts as a denial, because an attacker who can
//! force the goal can force it without one. A proof is therefore path-independent. A disproof that depends on a position of
//! the path (the graph history interaction problem, GHI) is not stored.

use std::sync::atomic::Ordering::Relaxed;

use crate::game::{Hints, Key, Memo, Moves, RulesExt, Verdict};
use crate::rng::mix;

use super::round::{Horizon, Question, Round};
use super::table::{INFINITE, Numbers, ProofEntry};

/// The number of children generated between two checks of the clock: some nodes have tens of thousands.
const CHECK_EVERY: usize = 1 << 11;

/// After this many nodes below a child, the results of other threads are read from the table.
const REFRESH_AFTER: u64 = 64;

/// The largest depth in games that can repeat.
const DEEPEST: usize = 400;
/// The most memory for the children of all positions on the path, in bytes.
const MOST_BYTES: usize = 1 << 26;
/// The number of earlier siblings that a child is compared with to find transpositions.
const COMPARED: usize = 64;

/// The value of a position, as far as it is known.
#[derive(Clone, Copy)]
struct Value {
    /// From the view of the player to move; for a child, from the view of the opponent of the player who moves to it.
    entry: ProofEntry,
    /// The index on the path, from 1, of the first position that the value depends on; 0 if the search went too deep;
    /// `usize::MAX` if the value is path-independent.
    depends_on: usize,
}

impl Value {
    /// A path-independent value.
    fn new(numbers: Numbers, moves: u32) -> Self {
        Self { entry: ProofEntry { numbers, moves }, depends_on: usize::MAX }
    }

    fn flipped(self) -> Self {
        Self { entry: ProofEntry { numbers: self.entry.numbers.flipped(), ..self.entry }, ..self }
    }
}

pub(super) struct ProofSearch<'a, R: Hints> {
    rules: &'a R,
    round: &'a Round<'a>,
    nodes: u64,
    /// Children since the last check of the clock.
    unchecked: usize,
    stopped: bool,
    /// Whether some position had too many moves to list.
    overflows: bool,
    path: Vec<Key>,
    children: Vec<Child<R>>,
    /// A move list that is reused between nodes.
    moves: Vec<R::Move>,
    /// The winning move of the position that was proven last.
    proven: Option<R::Move>,
    memo: Memo,
}

struct Child<R: Hints> {
    mv: R::Move,
    node: ProofNode<R>,
    /// Whether the player who moved to it moves again.
    again: bool,
    value: Value,
    /// Whether its numbers are an initial estimate, because the table had no entry.
    is_new: bool,
}

impl<R: Hints> Child<R> {
    #[inline]
    fn decides(&self) -> bool {
        self.value.entry.numbers.disproof == 0 && self.value.depends_on == usize::MAX
    }

    /// Reads the numbers from the table, or estimates them.
    #[inline]
    fn look_up(&mut self, rules: &R, round: &Round) {
        if self.value.entry.numbers == Numbers::UNKNOWN {
            let entry = round.table.probe(self.node.key).unwrap_or_else(|| {
                let numbers = match fails_without_limit(rules, round, &self.node.position) {
                    true => Numbers::denied(rules.turn(&self.node.position) == round.question.side),
                    false => {
                        self.is_new = true;
                        Numbers::initial(rules, &self.node.position)
                    }
                };
                ProofEntry { numbers, moves: INFINITE }
            });
            self.value.entry = ProofEntry { numbers: entry.numbers.seen_by(self.again), ..entry };
        }
    }
}

/// The disproof number of a position whose children have proof numbers with this sum and this maximum. The subtrees of
/// the children overlap, so the plain sum overestimates. The result lies between the sum and the maximum (after Ueda et
/// al., "Weak proof-number search", Computers and Games 2008).
#[inline(always)]
fn weak_sum(sum: u32, largest: u32) -> u32 {
    if largest < INFINITE { (largest + (sum - largest) / 2).min(INFINITE - 1) } else { INFINITE }
}

struct Selected {
    best: usize,
    /// The smallest disproof number of the others.
    second: u32,
    numbers: Numbers,
}

impl Selected {
    /// The numbers at which the search of the child ends. `most` are those of the parent, and `numbers` the child's own. The
    /// threshold exceeds the second best by a quarter, so that the search does not alternate between the two (Pawlewicz and
    /// Lew, "Improving depth-first PN-search: 1+ε trick", 2006).
    #[inline(always)]
    fn threshold(&self, most: Numbers, numbers: Numbers) -> Numbers {
        Numbers {
            proof: (most.disproof - self.numbers.disproof).saturating_add(numbers.proof).min(INFINITE),
            disproof: most.proof.min(self.second.saturating_add(1 + self.second / 4)),
        }
    }
}

pub struct Found<M = Moves> {
    /// The proof and disproof numbers, for the player to move.
    pub numbers: Numbers,
    /// The move that reaches the goal, if it is proven.
    pub best: Option<M>,
    pub nodes: u64,
    /// Whether the search gave the question up: there were too many moves, or it went too deep.
    pub given_up: bool,
}

impl<'a, R: Hints> ProofSearch<'a, R> {
    pub(super) fn new(rules: &'a R, round: &'a Round<'a>) -> Self {
        Self {
            rules,
            round,
            nodes: 0,
            unchecked: 0,
            stopped: false,
            overflows: false,
            path: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            proven: None,
            memo: Memo::default(),
        }
    }

    /// Searches a position that is not over until the round ends.
    pub(super) fn solve(&mut self, position: &R::Position, turns_left: Option<u32>) -> Found<R::Move> {
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        let Value { entry, depends_on } = self.search(&self.root(position, turns_left), all);
        let is_known = entry.numbers.is_known();
        // Nothing precedes the root, so a value that still depends on the path was cut off at the depth limit.
        let given_up = if is_known { depends_on == 0 } else { self.overflows };
        if is_known {
            self.round.done.store(true, Relaxed);
        }
        let numbers = if given_up { Numbers::UNKNOWN } else { entry.numbers };
        Found { numbers, best: self.proven.filter(|_| numbers.proof == 0), nodes: self.nodes, given_up }
    }

    fn root(&self, position: &R::Position, turns_left: Option<u32>) -> ProofNode<R> {
        ProofNode { position: position.clone(), turns_left, key: key(self.rules, self.round, position, turns_left) }
    }

    /// The first of the moves that are nearest to a proof; with `proven`, of the fastest of those that are proven to reach
    /// the goal.
    pub(super) fn next_move(&self, position: &R::Position, turns_left: Option<u32>, proven: bool) -> Option<R::Move> {
        let node = self.root(position, turns_left);
        let mut moves = Vec::new();
        if !self.list(position, &mut moves) {
            return None;
        }
        let (mut best, mut least) = (None, u32::MAX);
        for mv in moves {
            let mut child = self.child(&node, mv);
            child.look_up(self.rules, self.round);
            let ProofEntry { numbers, moves } = child.value.entry;
            let cost = if proven { moves } else { numbers.disproof };
            if cost < least && (!proven || numbers == Numbers::LOST) {
                (best, least) = (Some(mv), cost);
            }
        }
        best
    }

    /// Searches until the proof or the disproof number reaches its threshold, and returns both.
    fn search(&mut self, node: &ProofNode<R>, most: Numbers) -> Value {
        let begun = self.nodes;
        self.nodes += 1;
        if self.unchecked >= CHECK_EVERY {
            self.unchecked = 0;
            self.stopped |= self.round.ends(self.nodes);
        }
        let question = self.round.question;
        let attacks = self.rules.turn(&node.position) == question.side;
        if R::CAN_REPEAT {
            if self.path.len() >= DEEPEST {
                self.end_virtual_loss(node, Numbers::unlikely(attacks));
                return Value { depends_on: 0, ..Value::new(Numbers::denied(attacks), INFINITE) };
            }
            self.path.push(node.key);
        }
        let first = self.children.len();
        if !self.expand(node) {
            // Without its children, the position has no value.
            (self.stopped, self.overflows) = (true, true);
            self.end_virtual_loss(node, Numbers::UNKNOWN);
            self.path.pop();
            return Value::new(Numbers::UNKNOWN, INFINITE);
        }
        let mut value = loop {
            let selected = self.select(first);
            let Selected { best, numbers, .. } = selected;
            if numbers.proof == 0 || numbers.disproof == 0 {
                break self.back_up(first, &selected, attacks);
            }
            if numbers.proof >= most.proof || numbers.disproof >= most.disproof || self.stopped {
                break Value::new(numbers, INFINITE);
            }
            if std::mem::take(&mut self.children[best].is_new) && self.settle(best, attacks) {
                continue;
            }
            let threshold = selected.threshold(most, self.children[best].value.entry.numbers);
            let node = self.children[best].node.clone();
            if self.round.shared {
                self.add_virtual_loss(best);
            }
            let nodes = self.nodes;
            let again = self.children[best].again;
            let value = self.search(&node, threshold.seen_by(again));
            self.children[best].value = if again { value.flipped() } else { value };
            if self.round.shared && self.nodes - nodes > REFRESH_AFTER {
                self.refresh(first);
            }
        };
        self.children.truncate(first);
        let mut entry = value.entry;
        if R::CAN_REPEAT {
            if value.depends_on >= self.path.len() {
                value.depends_on = usize::MAX;
            } else if entry.numbers.is_known() {
                entry.numbers = Numbers::unlikely(attacks);
            }
            self.path.pop();
        }
        // The numbers of an interrupted search are still valid.
        self.round.table.store(node.key, entry, self.nodes - begun);
        value
    }

    /// Selects the child from `first` on that is easiest to refute, and computes the numbers of the parent.
    #[inline]
    fn select(&self, first: usize) -> Selected {
        let (mut proof, mut second, mut best) = (INFINITE, INFINITE, first);
        let (mut sum, mut largest) = (0u32, 0);
        for (index, child) in self.children.iter().enumerate().skip(first) {
            let numbers = child.value.entry.numbers;
            sum = sum.saturating_add(numbers.proof);
            largest = largest.max(numbers.proof);
            if numbers.disproof < proof {
                (second, proof, best) = (proof, numbers.disproof, index);
            } else {
                second = second.min(numbers.disproof);
            }
        }
        // The player to move wins if one child is lost for the opponent, and loses if all are won.
        let disproof = if proof == INFINITE { 0 } else { weak_sum(sum, largest) };
        Selected { best, second, numbers: Numbers { proof, disproof } }
    }

    /// The value of a position that is won or lost by its children from `first` on.
    fn back_up(&mut self, first: usize, selected: &Selected, attacks: bool) -> Value {
        let children = &self.children[first..];
        if selected.numbers.proof == 0 {
            let Child { mut mv, mut value, .. } = self.children[selected.best];
            // Prefer a child that depends on as little of the path as possible.
            for child in children {
                if child.value.entry.numbers.disproof == 0 && child.value.depends_on >= value.depends_on {
                    (mv, value) = (child.mv, child.value);
                }
            }
            self.proven = Some(mv);
            let moves = if attacks { (value.entry.moves + 1).min(INFINITE - 1) } else { INFINITE };
            return Value { depends_on: value.depends_on, ..Value::new(Numbers::WON, moves) };
        }
        let (mut longest, mut depends_on) = (0, usize::MAX);
        for child in children {
            longest = longest.max(child.value.entry.moves);
            depends_on = depends_on.min(child.value.depends_on);
        }
        let moves = if attacks { INFINITE } else { (longest + 1).min(INFINITE - 1) };
        Value { depends_on, ..Value::new(Numbers::LOST, moves) }
    }

    /// Makes other threads prefer other children while this one is searched (virtual loss).
    fn add_virtual_loss(&self, index: usize) {
        let Child { ref node, again, value: Value { entry: ProofEntry { numbers, .. }, .. }, .. } =
            self.children[index];
        let disproof = (numbers.disproof + numbers.disproof / 2 + 4).min(INFINITE - 1);
        let numbers = Numbers { disproof, ..numbers }.seen_by(again);
        self.round.table.store(node.key, ProofEntry { numbers, moves: INFINITE }, 1);
    }

    /// Replaces the virtual loss of a position whose search has no value to store.
    fn end_virtual_loss(&self, node: &ProofNode<R>, numbers: Numbers) {
        if self.round.shared {
            self.round.table.store(node.key, ProofEntry { numbers, moves: INFINITE }, 1);
        }
    }

    /// Reads the numbers of the children from `first` on again, which other threads may have searched.
    fn refresh(&mut self, first: usize) {
        self.round.table.fetch(self.children[first..].iter().map(|child| child.node.key));
        for child in &mut self.children[first..] {
            // Path-dependent values are not in the table.
            if !child.value.entry.numbers.is_known()
                && let Some(entry) = self.round.table.probe(child.node.key)
            {
                child.value.entry = ProofEntry { numbers: entry.numbers.seen_by(child.again), ..entry };
            }
        }
    }

    /// Settles a small child by exhaustive search, if possible. `attacks` tells whether the attacker moves to it.
    fn settle(&mut self, index: usize, attacks: bool) -> bool {
        let Child { ref node, again, .. } = self.children[index];
        let is_within = R::NORMAL_PLAY && self.round.question.horizon == Horizon::Within;
        if !self.round.is_plain && !is_within {
            return false;
        }
        let Some((verdict, most)) = self.rules.settle(&node.position, &mut self.memo) else { return false };
        let wins = verdict == Verdict::Win;
        // The attacker is to move in the child where the attacker moves again, or the other player moves to it.
        let attacker_wins = wins == (attacks == again);
        // Each move of the winner is answered by at most one.
        if is_within && attacker_wins && node.turns_left.is_none_or(|left| 2 * most > left) {
            return false;
        }
        let numbers = if wins { Numbers::WON } else { Numbers::LOST };
        let moves = if attacker_wins { most } else { INFINITE };
        let entry = ProofEntry { numbers, moves };
        self.round.table.store(node.key, entry, 1);
        let value = Value::new(numbers, moves);
        self.children[index].value = if again { value.flipped() } else { value };
        true
    }

    /// Appends the children of a node, each once, up to the first one that is lost for the opponent. Returns `false`,
    /// and appends none, if there are too many.
    fn expand(&mut self, node: &ProofNode<R>) -> bool {
        let first = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        if !self.list(&node.position, &mut moves) {
            return false;
        }
        self.unchecked += moves.len();
        for &mv in &moves {
            let child = self.child(node, mv);
            if self.children[first..].iter().take(COMPARED).any(|other| other.node.key == child.node.key) {
                continue;
            }
            let decides = child.decides();
            self.children.push(child);
            if decides {
                self.moves = moves;
                return true;
            }
        }
        self.moves = moves;
        self.round.table.fetch(self.children[first..].iter().map(|child| child.node.key));
        for index in first..self.children.len() {
            let child = &mut self.children[index];
            child.look_up(self.rules, self.round);
            if child.decides() {
                self.children.truncate(index + 1);
                break;
            }
        }
        true
    }

    /// Lists the moves to search. Returns `false` if there are too many, or if listing takes too long.
    fn list(&self, position: &R::Position, moves: &mut Vec<R::Move>) -> bool {
        let rules = self.rules;
        moves.clear();
        // A move that the search would skip may end the game by repetition or at the move limit.
        let all = self.round.has_final_positions() || self.round.is_limited;
        if all || !rules.search_moves(position, moves) {
            moves.clear();
            let stop = || self.round.control.should_stop(0);
            if rules.legal_moves_until(position, moves, &stop).is_none() {
                return false;
            }
        }
        (self.children.len() + moves.len()) * size_of::<Child<R>>() <= MOST_BYTES
    }

    #[inline]
    fn child(&self, parent: &ProofNode<R>, mv: R::Move) -> Child<R> {
        let rules = self.rules;
        let turn = rules.turn(&parent.position);
        let mut position = parent.position.clone();
        rules.play(&mut position, mv);
        let turns_left = parent.turns_left.map(|left| left - u32::from(rules.turn_begins(&position)).min(left));
        let key = key(rules, self.round, &position, turns_left);
        let again = rules.turn(&position) == turn;
        let node = ProofNode { position, turns_left, key };
        let value = self.static_value(&node, self.round.question.side == turn);
        Child { mv, node, again, value, is_new: false }
    }

    /// The value of a child that needs no search: it ends the game, or repeats a position on the path. `attacks` tells
    /// whether the attacker moved to it.
    #[inline]
    fn static_value(&self, node: &ProofNode<R>, attacks: bool) -> Value {
        // From the view of the opponent of the player who has just moved: LOST if that player has reached the goal.
        let seen = |reached: bool| if reached == attacks { Numbers::LOST } else { Numbers::WON };
        if let Some(reached) = end(self.rules, self.round, node) {
            return Value::new(seen(reached), if reached { 0 } else { INFINITE });
        }
        if R::CAN_REPEAT
            && let Some(place) = self.path.iter().position(|&key| key == node.key)
        {
            return Value { depends_on: place + 1, ..Value::new(seen(false), INFINITE) };
        }
        Value::new(Numbers::UNKNOWN, INFINITE)
    }
}

#[derive(Clone)]
struct ProofNode<R: Hints> {
    position: R::Position,
    turns_left: Option<u32>,
    key: Key,
}

#[inline]
fn key<R: Hints>(rules: &R, round: &Round, position: &R::Position, turns_left: Option<u32>) -> Key {
    if round.is_plain { rules.key(position) } else { salted_key(rules, round, round.question, position, turns_left) }
}

/// The key of a position in a question that is not the only one about it.
#[inline]
fn salted_key<R: Hints>(
    rules: &R,
    round: &Round,
    question: Question,
    position: &R::Position,
    turns_left: Option<u32>,
) -> Key {
    // Mirror images are different positions if only one of them has occurred before.
    let hash = |position| Key { word: rules.hash(position), side: false };
    let key = if round.has_final_positions() { hash(position) } else { rules.key(position) };
    let salt = question.salt(turns_left) ^ round.history;
    Key { word: mix(key.word ^ salt), side: key.side }
}

/// Whether it is known that the attacker cannot even reach the goal without the limit of the question.
#[inline]
fn fails_without_limit<R: Hints>(rules: &R, round: &Round, position: &R::Position) -> bool {
    if round.question.horizon != Horizon::Within {
        return false;
    }
    let unlimited = Question { horizon: Horizon::Adjudicates, ..round.question };
    let key = match R::NORMAL_PLAY {
        true => rules.key(position),
        false => salted_key(rules, round, unlimited, position, None),
    };
    let denied = Numbers::denied(rules.turn(position) == round.question.side);
    round.table.probe(key).is_some_and(|entry| entry.numbers == denied)
}

/// If the game ends here, whether the attacker has reached the goal.
#[inline]
fn end<R: Hints>(rules: &R, round: &Round, node: &ProofNode<R>) -> Option<bool> {
    let ProofNode { position, turns_left, .. } = node;
    if let Some(outcome) = rules.outcome(position) {
        return Some(round.question.is_reached(outcome));
    }
    if turns_left.is_none() && !round.has_final_positions() || !rules.turn_begins(position) {
        return None;
    }
    let is_late = *turns_left == Some(0);
    let stops = is_late && round.question.horizon == Horizon::Adjudicates
        || round.has_final_positions() && round.repetition.ends_with(rules.hash(position));
    let result = || round.question.is_reached(rules.adjudicate(position));
    if stops { Some(result()) } else { is_late.then_some(false) }
}

#[cfg(test)]
mod tests {
    use crate::game::{Color, Position, Repetition, Rules, Values};
    use crate::games::Kanga;
    use crate::search::{Control, Limits};
    use crate::system::Cancel;

    use super::super::Problem;
    use super::super::proofs::{Memory, Proofs};
    use super::super::strategy::Goal;
    use super::*;

    /// Other threads avoid a position with a virtual loss only while it is searched.
    #[test]
    fn a_virtual_loss_ends_where_the_search_goes_too_deep() {
        let rules = Kanga::<1>::new(&Values::parse(Kanga::<1>::OPTIONS, "width=3 height=3").unwrap()).unwrap();
        let (position, repetition) = (Position::new(rules.start()), Repetition::off());
        let problem = Problem { rules: &rules, position, repetition, turns_left: None, bytes: 1 << 16, threads: 2 };
        let (control, mut memory) = (Control::new(Limits::default(), &Cancel::default()), Memory::default());
        let proofs = Proofs::new(&problem, &control, &mut memory);
        let question = Question { side: Color::Black, goal: Goal::Win, horizon: Horizon::Adjudicates };
        let round = proofs.new_round(question, 2, u64::MAX, None);
        let mut search = ProofSearch::new(&rules, &round);
        let root = search.root(&rules.start(), None);
        assert!(search.expand(&root));
        let node = search.children[0].node.clone();
        search.add_virtual_loss(0);
        search.path = vec![root.key; DEEPEST];
        search.search(&node, Numbers { proof: INFINITE, disproof: INFINITE });
        assert_eq!(round.table.probe(node.key).map(|entry| entry.numbers), Some(Numbers::unlikely(false)));
    }
}
