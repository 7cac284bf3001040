//! Monte Carlo tree search: UCT with solved nodes.
//!
//! UCB1 as the tree policy (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006); nodes whose
//! winner is proven are solved and back their result up (Winands, Björnsson and Saito, "Monte-Carlo tree search
//! solver", CG 2008). Several threads grow a tree each and add up their visits.

use std::thread;

use crate::game::{Color, Hints, Outcome};
use crate::rng::{Rng, mix};

use super::report::{LONGEST_LINE, Line, Report, Watch};
use super::{Control, Resources, Task};

/// How much a win is worth more than the points it is won by.
const WIN_SHARE: f32 = 0.9;
/// A lead of this many points counts in full.
const FULL_LEAD: f32 = 50.0;
const EXPLORATION: f32 = 0.6;
/// The value of a move never tried: a little better than even, so that good moves are tried again early.
const UNTRIED: f32 = 0.6;
/// After so many playouts the depth is looked at, where it is limited.
const DEPTH_INTERVAL: u64 = 256;
/// So many playouts a ply are enough where the depth is limited: the best line may end before it, or have no room.
const DEPTH_PLAYOUTS: u64 = 5_000;
/// Moves after which a playout is stopped and counted as it stands.
const PLAYOUT_LIMIT: u32 = 2_000;

struct Node<M> {
    mv: M,
    /// Who makes the move that leads here.
    mover: Color,
    /// Who wins from here, once proven.
    winner: Option<Color>,
    /// Place of the first child; 0 before expansion.
    children: u32,
    count: u32,
    visits: u32,
    /// Sum of the results for `mover`, each from 0 to 1.
    value: f32,
}

/// Searches until the limits are reached or the result is proven.
pub(super) fn search<R: Hints>(
    task: &Task<R>,
    resources: &mut Resources,
    control: &Control,
    mut watch: Option<Watch<R::Move>>,
) -> Report<R::Move> {
    let threads = resources.threads.max(1);
    let nodes = (resources.bytes / threads / size_of::<Node<R::Move>>()).min(u32::MAX as usize);
    let tree = |number: u64, watch: Option<&mut Watch<R::Move>>| {
        let mut tree = Tree::new(task, nodes, mix(resources.seed ^ number));
        tree.grow(control, watch);
        tree
    };
    if threads == 1 {
        return tree(0, watch.as_mut()).report(&[], watch.as_ref());
    }
    thread::scope(|scope| {
        let tree = &tree;
        let others: Vec<_> = (1..threads as u64).map(|number| scope.spawn(move || tree(number, None))).collect();
        let main = tree(0, watch.as_mut());
        control.stop();
        let others: Vec<_> = others.into_iter().filter_map(|other| other.join().ok()).collect();
        main.report(&others, watch.as_ref())
    })
}

struct Tree<'a, R: Hints> {
    task: &'a Task<'a, R>,
    nodes: Vec<Node<R::Move>>,
    limit: usize,
    rng: Rng,
    playouts: u64,
    positions: u64,
    /// Nodes on the way down, and keys of their positions.
    path: Vec<usize>,
    keys: Vec<u64>,
    moves: Vec<R::Move>,
}

impl<'a, R: Hints> Tree<'a, R> {
    fn new(task: &'a Task<'a, R>, limit: usize, seed: u64) -> Self {
        let mover = !task.rules.turn(task.position);
        let root = Node { mv: task.moves[0], mover, winner: None, children: 0, count: 0, visits: 0, value: 0.0 };
        let (path, keys, moves) = (Vec::new(), Vec::new(), task.moves.to_vec());
        // All at once: growing would move the whole tree, and take twice the memory for it. Pages that are never
        // touched cost nothing.
        let (mut nodes, mut limit) = (Vec::new(), limit);
        while nodes.try_reserve_exact(limit).is_err() {
            limit /= 2;
        }
        nodes.push(root);
        let mut tree = Self { task, nodes, limit, rng: Rng::new(seed), playouts: 0, positions: 0, path, keys, moves };
        tree.add_children(0, task.position);
        tree
    }

    fn grow(&mut self, control: &Control, mut watch: Option<&mut Watch<R::Move>>) {
        while self.nodes[0].winner.is_none() {
            self.simulate();
            self.playouts += 1;
            if control.should_stop(self.playouts) {
                break;
            }
            if let Some(watch) = watch.as_deref_mut()
                && watch.is_due()
            {
                watch.show(&self.report(&[], Some(watch)));
            }
            if let Some(depth) = control.depth
                && self.playouts.is_multiple_of(DEPTH_INTERVAL)
                && (self.variation(0).len() >= depth as usize || self.playouts >= DEPTH_PLAYOUTS * u64::from(depth))
            {
                control.stop();
                break;
            }
        }
    }

    /// One simulation: down the tree, a playout, and the result up again.
    fn simulate(&mut self) {
        let rules = self.task.rules;
        let mut position = self.task.position.clone();
        let (mut at, mut turns) = (0, 0);
        self.path.clear();
        self.keys.clear();
        self.path.push(0);
        let result = loop {
            if let Some(winner) = self.nodes[at].winner {
                break if winner == Color::Black { 1.0 } else { 0.0 };
            }
            if self.nodes[at].children == 0 {
                if self.nodes[at].visits == 0 || !self.expand(at, &position) {
                    break self.playout(position);
                }
                continue; // the expansion may have proven the node
            }
            at = self.select(at);
            self.path.push(at);
            self.positions += 1;
            rules.play(&mut position, self.nodes[at].mv);
            if rules.turn_begins(&position) {
                turns += 1;
                if self.comes_to_an_end(&position, turns) {
                    break value(rules.adjudicate(&position));
                }
            }
            if self.nodes[at].visits == 0
                && let Some(outcome) = rules.outcome(&position)
            {
                self.nodes[at].winner = outcome.winner();
                break value(outcome);
            }
        };
        for index in (0..self.path.len()).rev() {
            let at = self.path[index];
            self.solve(at);
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.value += if node.mover == Color::Black { result } else { 1.0 - result };
        }
    }

    /// Whether repetition or the move limit stops the game in this position. It depends on the way that led
    /// here, so it proves nothing about the node.
    fn comes_to_an_end(&mut self, position: &R::Position, turns: u32) -> bool {
        if self.task.turns_left.is_some_and(|left| turns >= left) {
            return self.task.rules.outcome(position).is_none();
        }
        if !self.task.repetition() {
            return false;
        }
        let key = self.task.rules.hash(position);
        let stood = self.keys.contains(&key) || self.task.past.iter().rev().any(|&past| past == key);
        self.keys.push(key);
        stood && self.task.rules.outcome(position).is_none()
    }

    /// Gives a node its children; `false` if the tree is full or the game is over there.
    fn expand(&mut self, at: usize, position: &R::Position) -> bool {
        self.moves.clear();
        self.task.rules.search_moves(position, &mut self.moves);
        if self.moves.is_empty() || self.nodes.len() + self.moves.len() > self.limit {
            return false;
        }
        self.add_children(at, position);
        true
    }

    fn add_children(&mut self, at: usize, position: &R::Position) {
        let first = self.nodes.len();
        let mover = self.task.rules.turn(position);
        // In random order, since ties go to the first.
        for index in (1..self.moves.len()).rev() {
            self.moves.swap(index, self.rng.below(index as u32 + 1) as usize);
        }
        let child = |&mv: &R::Move| Node { mv, mover, winner: None, children: 0, count: 0, visits: 0, value: 0.0 };
        self.nodes.extend(self.moves.iter().map(child));
        self.nodes[at].children = first as u32;
        self.nodes[at].count = self.moves.len() as u32;
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let Node { children, count, .. } = self.nodes[at];
        children as usize..(children + count) as usize
    }

    /// The child to go on with: by UCB1, lost moves last.
    fn select(&self, at: usize) -> usize {
        let range = self.children(at);
        let log = log2(self.nodes[at].visits + 1);
        let (mut best, mut best_score) = (range.start, f32::MIN);
        for index in range {
            let node = &self.nodes[index];
            let visits = node.visits as f32;
            let score = match node.winner {
                Some(winner) if winner == node.mover => return index,
                Some(_) => -1.0,
                None if node.visits == 0 => UNTRIED + EXPLORATION * log.sqrt(),
                None => node.value / visits + EXPLORATION * (log / visits).sqrt(),
            };
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// Proves a node from its children: a move to a win wins, and nothing else than losing moves loses.
    fn solve(&mut self, at: usize) {
        if self.nodes[at].count == 0 || self.nodes[at].winner.is_some() {
            return;
        }
        let range = self.children(at);
        let mover = self.nodes[range.start].mover;
        let mut lost = true;
        for child in &self.nodes[range] {
            match child.winner {
                Some(winner) if winner == mover => {
                    self.nodes[at].winner = Some(mover);
                    return;
                }
                Some(_) => {}
                None => lost = false,
            }
        }
        if lost {
            self.nodes[at].winner = Some(!mover);
        }
    }

    /// The result for Black of a game played to its end by the playout policy.
    fn playout(&mut self, mut position: R::Position) -> f32 {
        let rules = self.task.rules;
        for _ in 0..PLAYOUT_LIMIT {
            let Some(mv) = rules.playout_move(&position, &mut self.rng) else { break };
            rules.play(&mut position, mv);
            self.positions += 1;
        }
        value(rules.outcome(&position).unwrap_or_else(|| rules.adjudicate(&position)))
    }

    /// The move to play: a proven win, or the most visited of those not proven to lose.
    fn report(&self, others: &[Self], watch: Option<&Watch<R::Move>>) -> Report<R::Move> {
        let trees = || others.iter().chain([self]);
        let rank = |mv: R::Move| {
            let (mut proof, mut visits, mut value) = (0, 0, 0.0);
            for tree in trees() {
                for node in tree.nodes[tree.children(0)].iter().filter(|node| node.mv == mv) {
                    visits += node.visits;
                    value += f64::from(node.value);
                    if let Some(winner) = node.winner {
                        proof = if winner == node.mover { 1 } else { -1 };
                    }
                }
            }
            (proof, visits, value)
        };
        let mut ranked: Vec<_> = self.task.moves.iter().map(|&mv| (mv, rank(mv))).collect();
        // The last of equal ones comes first, as it always has: the order of the list says nothing anyway.
        ranked.reverse();
        ranked.sort_by_key(|&(_, (proof, visits, _))| std::cmp::Reverse((proof, visits)));
        let playouts = trees().map(|tree| tree.playouts).sum();
        log::debug!("{playouts} playouts, {} nodes, winner {:?}", self.nodes.len(), self.nodes[0].winner);
        let line = |&(mv, (proof, visits, value)): &(R::Move, (i32, u32, f64))| Line {
            moves: self.line(mv),
            visits: u64::from(visits),
            value: match proof {
                0 => value / f64::from(visits.max(1)),
                proof => f64::from(u8::from(proof > 0)),
            },
            proven: (proof != 0).then_some(proof > 0),
        };
        let visited = ranked.iter().take_while(|(_, (proof, visits, _))| *visits > 0 || *proof != 0);
        Report {
            best: ranked[0].0,
            nodes: playouts,
            positions: trees().map(|tree| tree.positions).sum(),
            proven: trees().any(|tree| tree.nodes[0].winner.is_some()),
            depth: self.variation(0).len() as u32,
            lines: watch.map_or_else(Vec::new, |watch| visited.take(watch.lines).map(line).collect()),
        }
    }

    /// A root move and the moves after it that were looked at most.
    fn line(&self, mv: R::Move) -> Vec<R::Move> {
        let child = self.children(0).find(|&child| self.nodes[child].mv == mv);
        let mut line = vec![mv];
        line.extend(child.map_or_else(Vec::new, |child| self.variation(child)));
        line.truncate(LONGEST_LINE);
        line
    }

    /// The moves after a node that were looked at most.
    fn variation(&self, mut at: usize) -> Vec<R::Move> {
        let mut line = Vec::new();
        while let Some(child) = self.children(at).max_by_key(|&child| self.nodes[child].visits) {
            if self.nodes[child].visits == 0 {
                break;
            }
            line.push(self.nodes[child].mv);
            at = child;
        }
        line
    }
}

/// What an outcome is worth to Black, from 0 to 1.
fn value(outcome: Outcome) -> f32 {
    let (win, lead) = match outcome {
        Outcome::Draw => return 0.5,
        Outcome::Win { winner, by } => (winner, (by.to_f64() as f32 / FULL_LEAD).min(1.0)),
        Outcome::Forfeit { winner } => (winner, 1.0),
    };
    let half = 0.5 * (WIN_SHARE + (1.0 - WIN_SHARE) * lead);
    if win == Color::Black { 0.5 + half } else { 0.5 - half }
}

/// The binary logarithm, straight between powers of two: unlike the one of the standard library it is the same
/// on every machine to the last bit, and with it the whole search.
fn log2(number: u32) -> f32 {
    let whole = number.max(1).ilog2();
    whole as f32 + number as f32 / (1u64 << whole) as f32 - 1.0
}
