//! The root: iterative deepening with aspiration windows.

use crate::game::{Hints, RulesExt};
use crate::search::Task;
use crate::search::table::Bound;

use super::abdada::MoveQueue;
use super::score::{PROVEN, WIN};
use super::{MAX_DEPTH, Node, Window, Worker};

/// The half width of the first aspiration window.
const ASPIRATION: i32 = 24;

#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub mv: M,
    /// Its score, or a bound of it. `None` before it is searched.
    pub score: Option<i32>,
    pub bound: Bound,
    pub depth: u32,
    pub nodes: u64,
    /// The principal variation, which begins with the move.
    pub line: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    pub(super) fn new(mv: M) -> Self {
        Self { mv, score: None, bound: Bound::Upper, depth: 0, nodes: 0, line: vec![mv] }
    }

    pub(super) fn is_lost(&self) -> bool {
        self.score.is_some_and(|score| score < -PROVEN)
    }
}

/// The indices of the keys, largest key first; equal keys keep their order. Compiled once: a stable sort is a lot of code.
fn ranked(keys: &[[i64; 2]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(keys[index]));
    order
}

/// Sorts root moves by their keys, the largest first; equal ones keep their order.
pub(super) fn sort<M: Clone>(moves: &mut [RootMove<M>], key: fn(&RootMove<M>) -> [i64; 2]) {
    let mut keys = Vec::with_capacity(moves.len());
    for root in &*moves {
        keys.push(key(root));
    }
    let unsorted = moves.to_vec();
    for (place, index) in ranked(&keys).into_iter().enumerate() {
        moves[place] = unsorted[index].clone();
    }
}

impl<R: Hints> Worker<'_, '_, R> {
    pub(super) fn deepen(&mut self) {
        let Task { rules, position, .. } = *self.task;
        let moves = self.task.moves;
        let mut scores = Vec::with_capacity(moves.len());
        for &mv in moves {
            scores.push([rules.ordering_score(position, mv).into(), 0]);
        }
        let order = ranked(&scores);
        self.root.best = (moves[order[0]], 0);
        let mut stability = 0;
        self.root.moves.clear();
        for index in order {
            self.root.moves.push(RootMove::new(moves[index]));
        }
        // Lazy SMP: every other thread searches one ply deeper, so that the threads do not all search the same tree.
        let first = 1 + self.number as u32 % 2;
        for depth in first..=self.control.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH - 1) {
            let (before, known) = self.root.best;
            let Some((mut best, mut score)) = self.search_within(depth, 0, known) else { break };
            if self.count.stopped && score < -PROVEN && known >= -PROVEN {
                // A move whose search was not finished may save the game.
                let open = self.root.moves.iter().find(|root| !root.is_lost());
                best = open.map_or(best, |root| root.mv);
                score = -PROVEN;
            }
            stability = if best == before { stability + 1 } else { 0 };
            self.root.best = (best, score);
            self.put(best, 0);
            if self.count.stopped || !self.rank(depth) {
                break;
            }
            self.root.depth = depth;
            if self.watch.is_some() {
                self.root.completed.clone_from(&self.root.moves);
            }
            let (number, nodes, time) = (self.number, self.count.nodes, self.control.elapsed());
            log::debug!("thread {number} depth {depth} score {score} nodes {nodes} microseconds {}", time.as_micros());
            if self.control.should_finish(stability) {
                break;
            }
            // The search has found the shortest win, or the longest delay of a loss.
            if score.abs() > PROVEN && WIN - score.abs() <= depth as i32 {
                break;
            }
        }
        // The moves of a ranking have scores of one depth, so an unfinished one counts only if it has found a win.
        if self.root.ranked > 1 && self.root.best.1 <= PROVEN {
            let first = self.root.completed.first();
            self.root.best = first.and_then(|root| Some((root.mv, root.score?))).unwrap_or(self.root.best);
        }
    }

    /// Searches the next best moves of this depth, each among the moves that do not have a rank yet (MultiPV), and sorts
    /// those that have one. Returns false if the search is stopped before.
    fn rank(&mut self, depth: u32) -> bool {
        let ranked = self.root.ranked.min(self.root.moves.len());
        for place in 1..ranked {
            let before = self.root.completed.get(place).and_then(|root| root.score);
            let found = self.search_within(depth, place, before.unwrap_or(WIN));
            let Some((mv, _)) = found.filter(|_| !self.count.stopped) else { return false };
            self.put(mv, place);
        }
        if ranked > 1 {
            sort(&mut self.root.moves[..ranked], |root| [root.score.map_or(i64::MIN, i64::from), 0]);
            self.root.best = (self.root.moves[0].mv, self.root.moves[0].score.unwrap_or(self.root.best.1));
        }
        true
    }

    /// Moves a root move forward to a place.
    fn put(&mut self, mv: R::Move, place: usize) {
        if let Some(index) = self.root.moves.iter().position(|root| root.mv == mv).filter(|&index| index > place) {
            self.root.moves[place..=index].rotate_right(1);
        }
    }

    /// [`search_root`](Self::search_root) with a narrow window around the last score, which is widened when the score
    /// falls outside.
    fn search_within(&mut self, depth: u32, from: usize, last: i32) -> Option<(R::Move, i32)> {
        if depth < 5 || last.abs() > PROVEN {
            return self.search_root(depth, from, Window::ALL);
        }
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (last - width, last + width);
        loop {
            let found = self.search_root(depth, from, Window { alpha, beta });
            let (best, score) = found?;
            if score >= beta {
                // Whatever the wider search finds, this move is better than the search expected.
                if from == 0 {
                    self.root.best = (best, score);
                }
                self.put(best, from);
            }
            width *= 3;
            match score {
                _ if self.count.stopped => return found,
                _ if score <= alpha && alpha > -WIN => alpha = (last - width).max(-WIN),
                _ if score >= beta && beta < WIN => beta = (last + width).min(WIN),
                _ => return found,
            }
            if width > 50 * ASPIRATION {
                (alpha, beta) = (-WIN, WIN);
            }
        }
    }

    /// The best root move at this depth, among those from a place on, with its score. If the search is stopped, the best of
    /// the moves searched, if any. If all fail low, the first move.
    fn search_root(
        &mut self,
        depth: u32,
        from: usize,
        Window { alpha: lowest, beta }: Window,
    ) -> Option<(R::Move, i32)> {
        let Task { rules, position, .. } = *self.task;
        let (side, hash) = (rules.turn(position), rules.hash(position));
        let root = Node { position, side, hash, key: self.table_key(hash, 0), ply: 0 };
        let mut best: Option<(R::Move, i32)> = None;
        let searching = &self.shared.searching;
        let mut queue = MoveQueue::new(self.root.moves.len() - from);
        while let Some((number, fresh)) = queue.next() {
            let index = from + number;
            let narrow = best.is_some();
            let alpha = best.map_or(lowest, |(_, score)| score);
            let (mv, nodes) = (self.root.moves[index].mv, self.count.nodes);
            let after = rules.after(position, mv);
            let mark = searching.mark(depth, || rules.hash(&after));
            if fresh && narrow && searching.contains(mark) {
                queue.defer(number);
                continue;
            }
            searching.start(mark);
            self.pv.clear(1);
            self.path.indices.clear();
            self.path.indices.push(rules.history_index(mv));
            let mut score = self.reply(&root, &after, depth, Window { alpha, beta }, narrow);
            self.root.moves[index].nodes += self.count.nodes - nodes;
            searching.finish(mark);
            if self.count.stopped {
                break;
            }
            if !narrow {
                score = score.max(alpha); // keep a best move even if all moves fail low
            }
            let bound = match score {
                _ if score >= beta && beta < WIN => Bound::Lower,
                _ if score > alpha || !narrow && lowest == -WIN => Bound::Exact,
                _ => Bound::Upper,
            };
            let root = &mut self.root.moves[index];
            (root.score, root.bound, root.depth) = (Some(score), bound, depth);
            if !narrow || score > alpha {
                best = Some((mv, score));
                if score > alpha {
                    root.line.truncate(1);
                    root.line.extend(self.pv.line(1));
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}
