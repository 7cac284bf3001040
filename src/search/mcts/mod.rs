//! Monte Carlo tree search: several threads grow one tree.
//!
//! The tree policy is UCB1 (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006) with rapid action
//! value estimation (Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go",
//! Artificial Intelligence 175, 2011). Nodes whose winner is proven are solved and back their result up (Winands, Björnsson
//! and Saito, "Monte-Carlo tree search solver", CG 2008). Threads share the tree without locks; a visit counts from the
//! moment when it begins, so that the other threads prefer other moves (virtual loss; Chaslot, Winands and van den Herik,
//! "Parallel Monte-Carlo tree search", CG 2008).

mod node;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::game::{Color, Outcome, Searchable};
use crate::rng::{Rng, mix};
use crate::system::threads::help;

use self::node::Node;
use super::report::{LONGEST_LINE, Line, Report, Watch};
use super::{Control, LEAST_WINRATE, Resources, Task};

/// Share of a playout's value that depends on winning; the rest grows with the margin up to [`FULL_LEAD`].
const WIN_SHARE: f32 = 0.9;
/// A lead of this many points counts in full.
const FULL_LEAD: f32 = 50.0;
/// The equivalence parameter of RAVE (Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer
/// Go", 2011): with about this many visits a node's own mean weighs as much as that of all simulations with its move.
const RAVE: f32 = 300.0;
/// The exploration constant of UCT (Kocsis and Szepesvári, 2006), small beside RAVE; tuned by matches.
const EXPLORATION: f32 = 0.2;
/// A position is expanded in the tree when it has been visited more often than that.
const EXPAND_AT: u32 = 1;
/// Playouts between two checks of the depth, where it is limited.
const DEPTH_INTERVAL: u64 = 256;
/// Where the depth is limited, this many playouts a ply suffice: the principal variation may end before it.
const DEPTH_PLAYOUTS: u64 = 5_000;
/// Moves after which a playout is stopped and scored as it stands.
const PLAYOUT_LIMIT: u32 = 2_000;
/// Positions before the present one at which a kept tree may begin.
pub const LOOK_BACK: usize = 24;

/// A tree, kept between searches of a game.
#[derive(Debug)]
pub struct Tree<R: Searchable> {
    position: R::Position,
    root: Node<R::Move>,
    nodes: AtomicU64,
}

impl<R: Searchable> Tree<R> {
    fn new(task: &Task<R>) -> Self {
        let root = Node::new(task.moves[0], !task.rules.turn(task.position));
        Self { position: task.position.clone(), root, nodes: AtomicU64::new(1) }
    }

    /// The part of the tree below the present position, where the game has led into it.
    fn follow(self, task: &Task<R>) -> Option<Self> {
        let start = task.recent.iter().rposition(|(position, _)| *position == self.position);
        let moves = match start {
            _ if self.position == *task.position => &[],
            Some(start) => &task.recent[start..],
            None => return None,
        };
        let mut root = self.root;
        for &(_, mv) in moves {
            let children = root.take_children()?;
            root = children.into_iter().find(|child| child.mv == mv)?;
        }
        let fits = root.children().is_none_or(|children| {
            children.len() == task.moves.len() && children.iter().all(|child| task.moves.contains(&child.mv))
        });
        let nodes = AtomicU64::new(root.size());
        fits.then(|| Self { position: task.position.clone(), root, nodes })
    }
}

/// Searches until the limits are reached or the result is proven.
pub(super) fn search<R: Searchable>(
    task: &Task<R>,
    resources: &mut Resources<R>,
    control: &Control,
    mut watch: Option<Watch<R::Move>>,
) -> Report<R::Move> {
    let old = resources.tree.take();
    // A search by playouts is reproducible: it does not depend on earlier ones. What an earlier one has proven may not hold where
    // positions have become final since.
    let is_valid = control.nodes.is_none() && task.repetition.final_keys().is_empty();
    let kept = old.filter(|_| is_valid).and_then(|tree| tree.follow(task));
    let tree = kept.unwrap_or_else(|| Tree::new(task));
    let shared = Shared {
        task,
        tree: &tree,
        control,
        limit: (resources.bytes / size_of::<Node<R::Move>>()) as u64,
        playouts: AtomicU64::new(0),
        positions: AtomicU64::new(0),
    };
    let mut main = Walker::new(&shared, mix(resources.seed));
    main.expand(&tree.root, task.position, task.moves);
    let threads = resources.threads.max(1) as u64;
    thread::scope(|scope| {
        for number in 1..threads {
            let (shared, seed) = (&shared, mix(resources.seed ^ number));
            help(scope, move || Walker::new(shared, seed).grow(None));
        }
        main.grow(watch.as_mut());
        if threads > 1 {
            control.stop();
        }
    });
    drop(main);
    let report = shared.report(watch.as_ref());
    *resources.tree = Some(tree);
    report
}

/// What the threads of a search share.
struct Shared<'a, R: Searchable> {
    task: &'a Task<'a, R>,
    tree: &'a Tree<R>,
    control: &'a Control,
    /// The most nodes.
    limit: u64,
    playouts: AtomicU64,
    positions: AtomicU64,
}

/// One thread that grows the tree.
struct Walker<'a, R: Searchable> {
    shared: &'a Shared<'a, R>,
    rng: Rng,
    /// Nodes on the way down, and keys of their positions.
    path: Vec<&'a Node<R::Move>>,
    keys: Vec<u64>,
    /// Keys of earlier positions of the game that score as a repetition.
    past: Vec<u64>,
    /// Sides and history indices of the moves of the simulation, those in the tree first.
    played: Vec<(Color, usize)>,
    /// By history index, the player who was the first to play such a move.
    first: Vec<Option<Color>>,
    moves: Vec<R::Move>,
    positions: u64,
}

impl<'a, R: Searchable> Walker<'a, R> {
    fn new(shared: &'a Shared<'a, R>, seed: u64) -> Self {
        let first = vec![None; shared.task.rules.history_size()];
        let (path, keys, played, moves) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let past = shared.task.past();
        Self { shared, rng: Rng::new(seed), path, keys, past, played, first, moves, positions: 0 }
    }

    fn grow(&mut self, mut watch: Option<&mut Watch<R::Move>>) {
        let Shared { tree, control, .. } = *self.shared;
        while tree.root.winner().is_none() {
            self.simulate();
            let playouts = self.shared.playouts.fetch_add(1, Relaxed) + 1;
            if control.should_stop(playouts) || control.should_finish(2) {
                break;
            }
            if let Some(watch) = watch.as_deref_mut()
                && watch.is_due()
            {
                watch.show(&self.shared.report(Some(watch)));
            }
            if let Some(depth) = control.depth
                && playouts.is_multiple_of(DEPTH_INTERVAL)
                && (variation(&tree.root).len() >= depth as usize || playouts >= DEPTH_PLAYOUTS * u64::from(depth))
            {
                control.stop();
                break;
            }
        }
        self.shared.positions.fetch_add(self.positions, Relaxed);
    }

    /// One simulation: down the tree, a playout, and the result up again.
    fn simulate(&mut self) {
        let rules = self.shared.task.rules;
        let mut position = self.shared.task.position.clone();
        let (mut at, mut turns) = (&self.shared.tree.root, 0);
        self.path.clear();
        self.keys.clear();
        self.played.clear();
        self.path.push(at);
        at.begin_visit();
        let result = loop {
            if let Some(winner) = at.winner() {
                break if winner == Color::Black { 1.0 } else { 0.0 };
            }
            let Some(children) = at.children() else {
                if at.visits() <= EXPAND_AT || !self.expand_here(at, &position, turns) {
                    break self.playout(position);
                }
                continue; // the expansion may have proven the node
            };
            at = select(at, children);
            at.begin_visit();
            self.path.push(at);
            self.played.push((at.mover, rules.history_index(at.mv)));
            self.positions += 1;
            rules.play(&mut position, at.mv);
            if rules.turn_begins(&position) {
                turns += 1;
                if self.comes_to_an_end(&position, turns) {
                    break value(rules.adjudicate(&position));
                }
            }
            if at.visits() == 1 {
                if let Some(outcome) = rules.outcome(&position) {
                    at.prove(outcome.winner());
                    break value(outcome);
                }
                if rules.wins_at_once(&position) {
                    at.prove(Some(rules.turn(&position)));
                }
            }
        };
        self.back_up(result);
    }

    fn back_up(&mut self, result: f32) {
        let rules = self.shared.task.rules;
        let mut later = self.played.len();
        for depth in (0..self.path.len()).rev() {
            let node = self.path[depth];
            if let Some(children) = node.children() {
                node.solve(children);
                if self.first.len() > 1 {
                    for &(side, kind) in self.played[depth..later].iter().rev() {
                        self.first[kind] = Some(side);
                    }
                    later = depth;
                    for child in children {
                        if self.first[rules.history_index(child.mv)] == Some(child.mover) {
                            child.add_amaf(if child.mover == Color::Black { result } else { 1.0 - result });
                        }
                    }
                }
            }
            node.end_visit(if node.mover == Color::Black { result } else { 1.0 - result });
        }
        if self.first.len() > 1 {
            for &(_, kind) in &self.played {
                self.first[kind] = None;
            }
        }
    }

    /// Whether repetition or the move limit ends the game in this position. That depends on the path, so it proves nothing
    /// about the node.
    fn comes_to_an_end(&mut self, position: &R::Position, turns: u32) -> bool {
        let task = self.shared.task;
        if task.turns_left.is_some_and(|left| turns >= left) {
            return task.rules.outcome(position).is_none();
        }
        if !task.repetition.is_on() {
            return false;
        }
        let key = task.rules.hash(position);
        let repeats = self.has_occurred(key);
        self.keys.push(key);
        repeats && task.rules.outcome(position).is_none()
    }

    /// Whether repetition or the move limit may end the game before there is an answer to the move that led here.
    fn may_end(&self, position: &R::Position) -> bool {
        let task = self.shared.task;
        task.turns_left.is_some() || task.repetition.is_on() && self.has_occurred(task.rules.hash(position))
    }

    /// Whether a position with this key would end the game if it came again.
    fn has_occurred(&self, key: u64) -> bool {
        self.keys.contains(&key) || self.past.contains(&key)
    }

    /// Gives a node its children; `false` if the tree is full or the game is over there.
    fn expand_here(&mut self, node: &Node<R::Move>, position: &R::Position, turns: u32) -> bool {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let complete = self.shared.task.list_moves(position, turns, &mut moves);
        let fits = self.shared.tree.nodes.load(Relaxed) + moves.len() as u64 <= self.shared.limit;
        // With some of its moves only, a node would be taken for lost too soon.
        let grows = !moves.is_empty() && fits && complete;
        if grows {
            self.expand(node, position, &moves);
        }
        self.moves = moves;
        grows
    }

    fn expand(&mut self, node: &Node<R::Move>, position: &R::Position, moves: &[R::Move]) {
        if node.children().is_some() {
            return;
        }
        let rules = self.shared.task.rules;
        let mover = rules.turn(position);
        let threatened = rules.is_threatened(position);
        let mut children: Vec<_> = moves
            .iter()
            .map(|&mv| {
                let child = Node::new(mv, mover);
                if threatened {
                    let mut after = position.clone();
                    rules.play(&mut after, mv);
                    if !self.may_end(&after)
                        && rules.outcome(&after).is_none()
                        && rules.turn(&after) != mover
                        && rules.wins_at_once(&after)
                    {
                        child.prove(Some(!mover));
                    }
                }
                child
            })
            .collect();
        // In random order, since ties go to the first.
        for index in (1..children.len()).rev() {
            children.swap(index, self.rng.below(index as u32 + 1) as usize);
        }
        self.shared.tree.nodes.fetch_add(children.len() as u64, Relaxed);
        node.set_children(children.into_boxed_slice());
        if let Some(children) = node.children() {
            node.solve(children);
        }
    }

    /// The result for Black of a game played to its end by the playout policy.
    fn playout(&mut self, mut position: R::Position) -> f32 {
        let rules = self.shared.task.rules;
        for _ in 0..PLAYOUT_LIMIT {
            let Some(mv) = rules.playout_move(&position, &mut self.rng) else { break };
            self.played.push((rules.turn(&position), rules.history_index(mv)));
            rules.play(&mut position, mv);
            self.positions += 1;
        }
        value(rules.outcome(&position).unwrap_or_else(|| rules.adjudicate(&position)))
    }
}

/// The child to go on with; lost moves last.
fn select<'a, M>(node: &Node<M>, children: &'a [Node<M>]) -> &'a Node<M> {
    let visits = node.visits();
    let log = log2(visits + 1);
    let (mut best, mut best_score) = (&children[0], f32::MIN);
    for child in children {
        let score = match child.winner() {
            Some(winner) if winner == child.mover => return child,
            Some(_) => -1.0,
            None => child.score(RAVE, EXPLORATION, log),
        };
        if score > best_score {
            (best, best_score) = (child, score);
        }
    }
    best
}

impl<R: Searchable> Shared<'_, R> {
    /// The move to play: a proven win, or the most visited of those not proven to lose.
    fn report(&self, watch: Option<&Watch<R::Move>>) -> Report<R::Move> {
        let root = &self.tree.root;
        let mut ranked: Vec<_> = root.children().unwrap_or_default().iter().collect();
        let proof =
            |child: &Node<R::Move>| child.winner().map_or(0, |winner| if winner == child.mover { 1 } else { -1 });
        ranked.sort_by_key(|child| std::cmp::Reverse((proof(child), child.visits())));
        // Nothing is known yet: the ordering score decides.
        if ranked.first().is_some_and(|child| child.visits() == 0 && proof(child) <= 0) {
            let Task { rules, position, .. } = *self.task;
            ranked.sort_by_cached_key(|child| {
                std::cmp::Reverse((proof(child), rules.ordering_score(position, child.mv)))
            });
        }
        let playouts = self.playouts.load(Relaxed);
        log::debug!("{playouts} playouts, {} nodes, winner {:?}", self.tree.nodes.load(Relaxed), root.winner());
        let expected = |child: &Node<R::Move>| match proof(child) {
            1 => 1.0,
            -1 if self.task.complete => 0.0,
            -1 => LEAST_WINRATE,
            _ => f64::from(child.mean()).clamp(LEAST_WINRATE, 1.0 - LEAST_WINRATE),
        };
        let line = |child: &&Node<R::Move>| Line {
            moves: line(child),
            visits: u64::from(child.visits()),
            value: expected(child),
            // Where moves were not searched, the position is not a proven loss.
            proven: (proof(child) > 0 || proof(child) < 0 && self.task.complete).then_some(proof(child) > 0),
        };
        let visited = ranked.iter().take_while(|child| child.visits() > 0 || proof(child) != 0);
        Report {
            best: ranked.first().map_or(self.task.moves[0], |child| child.mv),
            nodes: playouts,
            positions: self.positions.load(Relaxed),
            value: ranked.first().map_or(0.5, |child| expected(child)),
            proven: root.winner().is_some_and(|winner| winner != root.mover || self.task.complete),
            depth: variation(root).len() as u32,
            lines: watch.map_or_else(Vec::new, |watch| visited.take(watch.lines).map(line).collect()),
            lost: ranked.iter().filter(|child| proof(child) < 0).map(|child| child.mv).collect(),
        }
    }
}

/// A root move and its most visited continuation.
fn line<M: Copy + PartialEq>(child: &Node<M>) -> Vec<M> {
    let mut line = vec![child.mv];
    line.extend(variation(child));
    line.truncate(LONGEST_LINE);
    line
}

/// The most visited continuation of a node.
fn variation<M: Copy + PartialEq>(mut at: &Node<M>) -> Vec<M> {
    let mut line = Vec::new();
    while let Some(child) = at.children().into_iter().flatten().max_by_key(|child| child.visits()) {
        if child.visits() == 0 {
            break;
        }
        line.push(child.mv);
        at = child;
    }
    line
}

/// What an outcome is worth to Black, from 0 to 1.
fn value(outcome: Outcome) -> f32 {
    let (win, lead) = match outcome {
        Outcome::Draw => return 0.5,
        Outcome::Win { winner, by } => (winner, (by.to_f64() as f32 / FULL_LEAD).min(1.0)),
        Outcome::Forfeit { winner } | Outcome::Time { winner } => (winner, 1.0),
    };
    let half = 0.5 * (WIN_SHARE + (1.0 - WIN_SHARE) * lead);
    if win == Color::Black { 0.5 + half } else { 0.5 - half }
}

/// The binary logarithm, linear between powers of two: unlike the one of the standard library it is the same
/// on every machine to the last bit, and with it the whole search.
fn log2(number: u32) -> f32 {
    let whole = number.max(1).ilog2();
    whole as f32 + number as f32 / (1u64 << whole) as f32 - 1.0
}
