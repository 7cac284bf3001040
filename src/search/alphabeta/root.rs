//! The root: iterative deepening with aspiration windows.

use crate::game::Searchable;
use crate::search::Task;
use crate::system::ranked;

use super::abdada::MoveQueue;
use super::score::{PROVEN, WIN};
use super::{MAX_DEPTH, Node, Window, Worker};

/// The half width of the first aspiration window.
const ASPIRATION: i32 = 24;

/// A root move and its results.
pub(super) struct RootMove<M> {
    pub mv: M,
    /// Its score, or, if it failed low, an upper bound. `None` before it is searched.
    pub score: Option<i32>,
    pub exact: bool,
    pub nodes: u64,
}

impl<R: Searchable> Worker<'_, '_, R> {
    /// Iterative deepening.
    pub(super) fn deepen(&mut self) {
        let Task { rules, position, .. } = *self.task;
        let moves = self.task.moves;
        let scores: Vec<_> = moves.iter().map(|&mv| [rules.ordering_score(position, mv).into(), 0]).collect();
        let order = ranked(&scores);
        self.best = (moves[order[0]], 0);
        let mut stability = 0;
        let root = |index: usize| RootMove { mv: moves[index], score: None, exact: false, nodes: 0 };
        self.root = order.into_iter().map(root).collect();
        // Lazy SMP: every other thread searches one ply deeper, so that the threads do not all search the same tree.
        let first = 1 + self.number as u32 % 2;
        for depth in first..self.control.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH - 1) + 1) {
            let (before, known) = self.best;
            let found = self.search_within(depth);
            let Some(&(best, mut score)) = found.first() else { break };
            if self.stopped && known >= -PROVEN {
                score = score.max(-PROVEN); // a move that was not searched may save the game
            }
            stability = if best == before { stability + 1 } else { 0 };
            self.best = (best, score);
            for &(mv, _) in found.iter().rev() {
                self.put_first(mv);
            }
            if self.stopped {
                break;
            }
            self.depth = depth;
            let (number, nodes, time) = (self.number, self.nodes, self.control.elapsed());
            log::debug!("thread {number} depth {depth} score {score} nodes {nodes} microseconds {}", time.as_micros());
            if self.control.should_finish(stability) {
                break;
            }
            // The search has found the shortest win, or the longest delay of a loss.
            if score.abs() > PROVEN && WIN - score.abs() <= depth as i32 {
                break;
            }
        }
    }

    fn put_first(&mut self, mv: R::Move) {
        if let Some(place) = self.root.iter().position(|root| root.mv == mv) {
            self.root[..=place].rotate_right(1);
        }
    }

    /// [`search_root`](Self::search_root) with a narrow window around the last score, which is widened when the score
    /// falls outside.
    fn search_within(&mut self, depth: u32) -> Vec<(R::Move, i32)> {
        let (_, last) = self.best;
        let several = self.watch.as_ref().is_some_and(|watch| watch.exact > 1);
        if depth < 5 || several || last.abs() > PROVEN {
            return self.search_root(depth, Window::ALL);
        }
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (last - width, last + width);
        loop {
            let found = self.search_root(depth, Window { alpha, beta });
            let Some(&(best, score)) = found.first() else { return found };
            if score >= beta {
                // Whatever the wider search finds, this move is better than the search expected.
                self.best = (best, score);
                self.put_first(best);
            }
            width *= 3;
            match score {
                _ if self.stopped => return found,
                _ if score <= alpha && alpha > -WIN => alpha = (last - width).max(-WIN),
                _ if score >= beta && beta < WIN => beta = (last + width).min(WIN),
                _ => return found,
            }
            if width > 50 * ASPIRATION {
                (alpha, beta) = (-WIN, WIN);
            }
        }
    }

    /// The best root moves at this depth with their scores, best first: as many as the observer wants, or one. If the
    /// search is stopped, the best of the moves searched, if any. If all fail low, the first move.
    fn search_root(&mut self, depth: u32, window: Window) -> Vec<(R::Move, i32)> {
        let Task { rules, position, .. } = *self.task;
        let Window { alpha: lowest, beta } = window;
        let (side, hash) = (rules.turn(position), rules.hash(position));
        let root = Node { position, side, hash, key: self.table_key(hash, 0), ply: 0 };
        let wanted = self.watch.as_ref().map_or(1, |watch| watch.exact);
        let mut best: Vec<(R::Move, i32)> = Vec::new();
        let searching = &self.shared.searching;
        let mut queue = MoveQueue::new(self.root.len());
        while let Some((index, fresh)) = queue.next() {
            // A move has to beat the worst of the wanted moves.
            let narrow = best.len() == wanted;
            let alpha = if narrow { best[wanted - 1].1 } else { lowest };
            let (mv, nodes) = (self.root[index].mv, self.nodes);
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let mark = searching.mark(depth, || rules.hash(&after));
            if fresh && narrow && searching.contains(mark) {
                queue.defer(index);
                continue;
            }
            searching.start(mark);
            self.path_indices.clear();
            self.path_indices.push(rules.history_index(mv));
            let mut score = self.reply(&root, &after, depth, Window { alpha, beta }, narrow);
            self.root[index].nodes += self.nodes - nodes;
            searching.finish(mark);
            if self.stopped {
                break;
            }
            if !narrow && score <= alpha {
                score = alpha; // keep a best move even if all moves fail low
            }
            let exact = score > alpha || !narrow && lowest == -WIN;
            (self.root[index].score, self.root[index].exact) = (Some(score), exact);
            if exact || !narrow {
                let place = best.iter().position(|&(_, other)| score > other).unwrap_or(best.len());
                best.insert(place, (mv, score));
                best.truncate(wanted);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}
