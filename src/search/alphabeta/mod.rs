//! Iterative-deepening alpha-beta with a transposition table: principal variation search (PVS), aspiration windows,
//! reverse futility pruning (RFP), ProbCut, late move pruning and reductions (LMP, LMR), quiescence search, and several
//! threads that share the table (lazy SMP with simplified ABDADA).

mod abdada;
mod lines;
mod ordering;
mod probcut;
mod quiescence;
mod root;
mod score;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::{Color, Hints, RulesExt};
use crate::rng::mix;
use crate::system::threads::with_helpers;

use self::abdada::{CurrentlySearching, MoveQueue};
use self::lines::PvTable;
use self::ordering::{MoveHeuristics, ScoredMove, bonus, pick};
use self::root::RootMove;
use self::score::{PROVEN, WIN, shifted};
use super::report::{Report, Watch};
use super::table::{Bound, TableEntry};
use super::{Control, Resources, Task, TranspositionTable};

const MAX_DEPTH: u32 = 250;
const FUTILITY_DEPTH: u32 = 5;
const LATE_MOVE_DEPTH: u32 = 4;
/// Nodes between two checks of the clock.
const CHECK_EVERY: u64 = 64;

/// Searches for the best move. When `control` stops the search, it returns the best move found so far. It returns at
/// once if there is no choice and no observer, and `None` if there is no move.
pub fn search<R: Hints>(
    task: &Task<R>,
    resources: &mut Resources,
    control: &Control,
    watch: Option<Watch<R::Move>>,
) -> Option<Report<R::Move>> {
    match *task.moves {
        [] => return None,
        [best] if watch.is_none() => {
            let mut report = Report::of(best);
            task.known_result.into_iter().for_each(|known| report.add(known));
            return Some(report);
        }
        _ => {}
    }
    let Resources { threads, bytes, seed, table } = resources;
    if control.limits.nodes.is_some() {
        // A search with a node limit is reproducible, so it must not depend on earlier searches.
        table.clear();
    }
    table.prepare(table_size(*bytes, control));
    let (table, seed) = (&**table, *seed);
    let shared = &Shared { nodes: AtomicU64::new(0), searching: CurrentlySearching::new(*threads) };
    let mut main = Worker::new(task, table, control, seed, shared, 0);
    main.root.ranked = watch.as_ref().map_or(1, Watch::ranked);
    main.watch = watch;
    let helpers = threads.saturating_sub(1);
    let help = |number| {
        let mut helper = Worker::new(task, table, control, seed, shared, number);
        helper.deepen();
        helper.add_nodes();
    };
    with_helpers(helpers, &help, &mut || main.deepen(), &|| control.stop());
    Some(main.report(true))
}

/// The size of the table in bytes: no more than the search can fill within its limits, because allocating a larger one
/// would cost more than it gains.
fn table_size(bytes: usize, control: &Control) -> usize {
    // Computed in 64 bits on every system, because a minute of search fills 4 GB.
    let by_time = control.limits.time.map(|time| (time.as_millis() as u64).saturating_mul(64 << 10));
    let by_nodes = control.limits.nodes.map(|nodes| nodes.saturating_mul(32));
    let filled = by_time.into_iter().chain(by_nodes).min().unwrap_or(u64::MAX);
    bytes.min(usize::try_from(filled).unwrap_or(usize::MAX)).max(64 << 10)
}

/// What the threads of a search share besides the table.
#[derive(Debug)]
struct Shared {
    /// The nodes of all threads, as far as they have been added.
    nodes: AtomicU64,
    searching: CurrentlySearching,
}

/// The bounds between which a score makes a difference, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const ALL: Self = Self { alpha: -WIN, beta: WIN };

    /// Whether it only asks on which side of a bound a score is: outside the principal variation.
    #[inline(always)]
    fn is_null(self) -> bool {
        self.beta <= self.alpha + 1
    }

    #[inline(always)]
    fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A position of the tree whose moves are searched.
struct Node<'a, R: Hints> {
    position: &'a R::Position,
    side: Color,
    hash: u64,
    key: u64,
    ply: u32,
}

struct Worker<'a, 'w, R: Hints> {
    task: &'a Task<'a, R>,
    table: &'a TranspositionTable,
    control: &'a Control,
    shared: &'a Shared,
    number: usize,
    seed: u64,
    /// A salt of the keys, derived from everything besides the position that scores in the table depend on. It is
    /// needed because the table is kept between searches.
    salt: u64,
    count: Count,
    path: Path,
    heuristics: MoveHeuristics<R>,
    /// The natural logarithms of 0 to 63, for late move reductions.
    logarithms: [f64; 64],
    lists: Lists<R>,
    root: Root<R::Move>,
    pv: PvTable<R::Move>,
    watch: Option<Watch<'w, R::Move>>,
}

/// The nodes of a thread, and whether it must stop.
struct Count {
    nodes: u64,
    /// The nodes that have been added to the shared count.
    added: u64,
    /// The number of nodes at which to check the clock.
    next_check: u64,
    stopped: bool,
}

/// The way from the root to the position being searched.
struct Path {
    keys: Vec<u64>,
    /// Turns completed; a turn may be several plies.
    turns: u32,
    indices: Vec<usize>,
}

struct Lists<R: Hints> {
    free: Vec<Vec<ScoredMove<R>>>,
    moves: Vec<R::Move>,
}

struct Root<M> {
    /// Its moves, best first.
    moves: Vec<RootMove<M>>,
    best: (M, i32),
    /// The number of moves that get exact scores (MultiPV).
    ranked: usize,
    depth: u32,
    /// The moves after the last completed iteration, if the search is watched; otherwise none.
    completed: Vec<RootMove<M>>,
}

impl<'a, 'w, R: Hints> Worker<'a, 'w, R> {
    fn new(
        task: &'a Task<'a, R>,
        table: &'a TranspositionTable,
        control: &'a Control,
        seed: u64,
        shared: &'a Shared,
        number: usize,
    ) -> Self {
        // Without draws, contempt has no effect, so it does not matter which side the engine plays.
        let engine = if R::NORMAL_PLAY { 0 } else { task.engine.index() as u64 | (task.contempt as u64) << 1 };
        let judged = u64::from(task.by_points) | (task.noise as u64) << 1;
        // The positions that count as a repetition when they occur again: those whose next occurrence ends the game, and the
        // one in which the turn began.
        let mut keys = task.repetition.final_keys().to_vec();
        keys.extend(task.repetition.is_on().then_some(task.turn_start));
        let next_check = CHECK_EVERY.min(control.limits.nodes.unwrap_or(CHECK_EVERY));
        Self {
            task,
            table,
            control,
            shared,
            number,
            seed,
            // The positions that end the game by repetition change during the game, and with them which results are valid.
            salt: mix(engine << 32 | judged << 1) ^ task.repetition.final_hash(),
            count: Count { nodes: 0, added: 0, next_check, stopped: false },
            path: Path { keys, turns: 0, indices: Vec::new() },
            heuristics: MoveHeuristics::new(),
            logarithms: std::array::from_fn(|number| (number as f64).ln()),
            lists: Lists { free: Vec::new(), moves: Vec::new() },
            root: Root { moves: Vec::new(), best: (task.moves[0], 0), ranked: 1, depth: 0, completed: Vec::new() },
            pv: PvTable(Vec::new()),
            watch: None,
        }
    }

    /// Negamax score of the move that leads from a node to `after`, for the player who makes the move. If `narrow`, a
    /// null-window search comes first (principal variation search). If the same player moves again, the window is not
    /// negated.
    #[inline]
    fn reply(&mut self, node: &Node<R>, after: &R::Position, depth: u32, window: Window, narrow: bool) -> i32 {
        let rules = self.task.rules;
        let same = rules.turn(after) == node.side;
        let completed = u32::from(rules.turn_begins(after));
        let (depth, ply, Window { alpha, beta }) = (depth - 1, node.ply + 1, window);
        self.path.turns += completed;
        let mut value = |window: Window| match same {
            true => self.search(after, depth, ply, window),
            false => -self.search(after, depth, ply, window.flipped()),
        };
        let first = (narrow && beta > alpha + 1).then(|| value(Window { alpha, beta: alpha + 1 }));
        let score = match first {
            Some(score) if score <= alpha || score >= beta => score,
            _ => value(window),
        };
        self.path.turns -= completed;
        score
    }

    /// The table key of a position after this many turns. If there is a move limit, positions with different numbers of
    /// turns left have different keys.
    fn table_key(&self, hash: u64, turns: u32) -> u64 {
        let hash = hash ^ self.salt;
        self.task.turns_left.map_or(hash, |left| hash ^ mix(u64::from(left.saturating_sub(turns)) + 1))
    }

    fn search(&mut self, position: &R::Position, depth: u32, ply: u32, mut window: Window) -> i32 {
        if self.count_node() {
            return window.alpha;
        }
        let rules = self.task.rules;
        let side = rules.turn(position);
        if let Some(outcome) = rules.outcome(position) {
            return self.final_score(outcome.winner(), side, ply);
        }
        let turn_begins = rules.turn_begins(position);
        if turn_begins && self.task.turns_left.is_some_and(|left| self.path.turns >= left) {
            let score = self.score_cut_short(position, side, ply);
            // With repetition, the path to this position may end by repetition in another part of the tree that looks
            // this score up, so the score must not count as proven.
            return if self.task.repetition.is_on() { score.clamp(-PROVEN, PROVEN) } else { score };
        }
        let hash = rules.hash(position);
        if self.task.repetition.is_on() && turn_begins && self.path.keys.iter().rev().any(|&past| past == hash) {
            // The result depends on the path (graph history interaction), so it proves nothing.
            return self.score_cut_short(position, side, ply).clamp(-PROVEN, PROVEN);
        }
        // Mate distance pruning: no score can exceed a win by the next move.
        window.beta = window.beta.min(WIN - ply as i32 - 1);
        if window.alpha >= window.beta {
            return window.beta;
        }
        if rules.wins_at_once(position) {
            return WIN - ply as i32 - 1;
        }
        let key = self.table_key(hash, self.path.turns);
        if let Some(score) = self.proven_score(position, depth, ply) {
            return score;
        }
        let entry = if depth > 0 || R::PROBES_LEAVES { self.table.probe(key) } else { None };
        // The principal variation contains the whole first turn.
        let is_open = !turn_begins && !window.is_null();
        if let Some(score) = entry.filter(|_| !is_open).and_then(|entry| cutoff(entry, depth, ply, window)) {
            return score;
        }
        if depth == 0 || ply >= MAX_DEPTH {
            return self.quiesce(position, hash, window, ply, 0);
        }
        let node = Node { position, side, hash, key, ply };
        if let Some(score) = self.reverse_futility(&node, depth, window) {
            return score;
        }
        if let Some(score) = self.probcut(position, depth, ply, window) {
            return score;
        }
        self.search_moves(&node, depth, window, entry.map(|entry| usize::from(entry.best)))
    }

    /// The score of a game that ends here by repetition or the move limit.
    #[inline]
    fn score_cut_short(&self, position: &R::Position, side: Color, ply: u32) -> i32 {
        self.final_score(self.task.rules.adjudicate(position).winner(), side, ply)
    }

    /// Reverse futility pruning (Heinz, "Extended futility pruning", ICCA Journal 21, 1998): returns the evaluation if
    /// it exceeds beta by so much that the opponent cannot catch up. It assumes that passing would never be better than
    /// the best move by more than the margin.
    #[inline]
    fn reverse_futility(&self, node: &Node<R>, depth: u32, Window { alpha, beta }: Window) -> Option<i32> {
        if depth > FUTILITY_DEPTH || beta != alpha + 1 || beta.abs() >= PROVEN {
            return None;
        }
        let margin = self.task.rules.futility_margin(node.position)?;
        let score = self.evaluate(node.position, node.hash);
        (score - margin * depth as i32 >= beta).then_some(score)
    }

    /// Searches the moves of a node, beginning with the hash move. The hash move often causes a cutoff, so that the
    /// other moves need not be ordered.
    fn search_moves(&mut self, node: &Node<R>, mut depth: u32, mut window: Window, hash_move: Option<usize>) -> i32 {
        let rules = self.task.rules;
        let Node { position, side, ply, .. } = *node;
        let last = self.path.indices.last().copied();
        let (mut list, complete) = self.moves(position);
        let first = hash_move.filter(|&best| best < list.len());
        if let Some(best) = first {
            list.swap(0, best);
        }
        if list.len() == 1 {
            depth += 1; // one-reply extension
        }
        self.path.keys.push(node.hash);
        let (mut best, mut best_index, lower) = (-WIN, 0, window.alpha);
        let unranked = usize::from(first.is_some());
        let is_pv = !window.is_null();
        let pruned_from = if depth <= LATE_MOVE_DEPTH && !is_pv { rules.pruned_from(position) } else { None };
        let searching = &self.shared.searching;
        let mut queue = MoveQueue::new(list.len());
        while let Some((number, fresh)) = queue.next() {
            if fresh && number == unranked {
                self.score_moves(position, &mut list[number..], depth, ply, last);
            }
            if fresh && number >= unranked {
                pick(&mut list, number);
            }
            let (_, index, mv) = list[number];
            if fresh
                && pruned_from.is_some_and(|place| number >= place + (depth * depth) as usize)
                && best > -PROVEN
                && !rules.is_tactical(position, mv)
            {
                queue.cut();
                continue;
            }
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let mark = searching.mark(depth, || rules.hash(&after));
            // ABDADA: every thread searches the first move, because it often causes a cutoff.
            if fresh && number > 0 && searching.contains(mark) {
                queue.defer(number);
                continue;
            }
            searching.start(mark);
            self.path.indices.push(rules.history_index(mv));
            // Late move reductions, then principal variation search.
            let Window { alpha, .. } = window;
            if is_pv {
                self.pv.clear(ply as usize + 1);
            }
            let reduction = self.reduction(position, mv, number, depth);
            let mut score = alpha + 1;
            if reduction > 0 {
                score = self.reply(node, &after, depth - reduction, Window { alpha, beta: alpha + 1 }, false);
            }
            if score > alpha {
                score = self.reply(node, &after, depth, window, number > 0);
            }
            self.path.indices.pop();
            searching.finish(mark);
            if self.count.stopped {
                break;
            }
            if score > best {
                (best, best_index) = (score, index);
                window.alpha = alpha.max(score);
                if is_pv && score > alpha {
                    self.pv.set(ply as usize, mv);
                }
                if score >= window.beta {
                    // Tactical moves are punished with the others, but not rewarded (measured in docs/lab/strength.md).
                    if !rules.is_tactical(position, mv) {
                        self.heuristics.reward(rules, ply as usize, side, last, mv, depth);
                        for failed in queue.searched().filter(|&place| place != number) {
                            self.heuristics.change(side, rules.history_index(list[failed].2), -bonus(depth));
                        }
                    }
                    break;
                }
            }
        }
        self.path.keys.pop();
        list.clear();
        self.lists.free.push(list);
        if !complete {
            best = best.max(-PROVEN); // a move that was not searched may save the game
        }
        if !self.count.stopped {
            self.store(node, depth, Window { alpha: lower, ..window }, best, best_index);
        }
        best
    }

    /// Stores the result of a node in the transposition table. `window` is the window at the beginning of its search.
    #[inline]
    fn store(&self, node: &Node<R>, depth: u32, window: Window, best: i32, best_index: u16) {
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let score = shifted(best, node.ply as i32) as i16;
        self.table.store(node.key, TableEntry { depth: depth as u8, bound, score, best: best_index });
    }

    /// Counts a node, and checks the limits at intervals. Returns whether to stop.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.count.nodes += 1;
        if self.count.nodes >= self.count.next_check {
            let all = self.add_nodes();
            self.count.stopped |= self.control.should_stop(all);
            self.show_progress();
            let left = self.control.limits.nodes.map_or(CHECK_EVERY, |most| most.saturating_sub(all).min(CHECK_EVERY));
            self.count.next_check = self.count.nodes + left.max(1);
        }
        self.count.stopped
    }

    /// Adds this thread's new nodes to the shared count, and returns the total.
    fn add_nodes(&mut self) -> u64 {
        let new = self.count.nodes - self.count.added;
        self.count.added = self.count.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }

    /// Late move reductions: the number of plies by which the first search of a move is reduced. It grows with the depth
    /// and the move index (Romstad, "An introduction to late move reductions", 2006).
    #[inline]
    fn reduction(&self, position: &R::Position, mv: R::Move, number: usize, depth: u32) -> u32 {
        if depth < 3 || number < R::REDUCED_FROM || self.task.rules.is_tactical(position, mv) {
            return 0;
        }
        let logarithm = |number: usize| self.logarithms[number.min(63)];
        ((0.3 + logarithm(depth as usize) * logarithm(number) / R::REDUCTION_DIVISOR) as u32).min(depth - 1)
    }
}

/// The score of a table entry, if it is deep enough and causes a cutoff.
#[inline(always)]
fn cutoff(entry: TableEntry, depth: u32, ply: u32, Window { alpha, beta }: Window) -> Option<i32> {
    let score = shifted(i32::from(entry.score), -(ply as i32));
    let cuts = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (u32::from(entry.depth) >= depth && cuts).then_some(score)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::search::Limits;
    use crate::system::Cancel;

    use super::*;

    #[test]
    fn a_short_search_has_a_small_table() {
        let size = |millis: Option<u64>| {
            let limits = Limits { time: millis.map(Duration::from_millis), ..Limits::default() };
            table_size(64 << 20, &Control::new(limits, &Cancel::default()))
        };
        assert_eq!([Some(30), Some(60_000), None].map(size), [30 << 16, 64 << 20, 64 << 20]);
    }
}
