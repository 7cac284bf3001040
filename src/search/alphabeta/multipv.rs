//! Exact scores of several moves (MultiPV).
//!
//! The search itself scores only the best move exactly, because that costs least. A second worker scores the next best
//! moves at the same depth. It reads the transposition table of the search but writes to a table of its own, so that
//! the choice of the search does not depend on whether it is watched.

use std::cmp::Reverse;

use crate::game::Searchable;
use crate::search::TranspositionTable;
use crate::search::table::Bound;

use super::root::RootMove;
use super::score::WIN;
use super::{Window, Worker};

/// The nodes after which a ranking at the end of a search can be shown.
const SLICE: u64 = 100_000;

/// The root moves with their scores at one depth, best first.
#[derive(Clone, Debug)]
pub(super) struct Ranking<M> {
    pub depth: u32,
    pub moves: Vec<RootMove<M>>,
}

impl<M: Copy + PartialEq> Ranking<M> {
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|root| root.mv)
    }

    /// Whether both are about the same iteration.
    fn is_of(&self, other: &Self) -> bool {
        (self.depth, self.best()) == (other.depth, other.best())
    }

    /// Sorts the moves after the best by score, and removes those whose scores are unknown, or come from an earlier
    /// iteration and exceed the score of the best move, which says nothing at this depth.
    pub fn sorted(mut self) -> Self {
        let most = self.moves.first().and_then(|best| best.score).unwrap_or(WIN);
        let mut others = self.moves.split_off(1.min(self.moves.len()));
        others.retain(|root| root.score.is_some_and(|score| score <= most));
        others.sort_by_key(|root| (Reverse(root.score), root.bound != Bound::Exact));
        self.moves.append(&mut others);
        self
    }
}

/// The second worker.
pub(super) struct MultiPv<'a, 'w, R: Searchable> {
    worker: Worker<'a, 'w, R>,
    /// The number of moves to score.
    wanted: usize,
    /// The last ranking in which all wanted moves have exact scores.
    complete: Option<Ranking<R::Move>>,
}

impl<'a, 'w, R: Searchable> MultiPv<'a, 'w, R> {
    /// `worker` has its own table and its own count of nodes, and reads `base`, the table of the search.
    pub fn new(mut worker: Worker<'a, 'w, R>, base: &'a TranspositionTable, wanted: usize) -> Self {
        worker.base = Some(base);
        worker.root = worker.task.moves.iter().map(|&mv| RootMove::new(mv)).collect();
        Self { worker, wanted, complete: None }
    }

    /// The nodes that this worker has visited.
    pub fn nodes(&self) -> u64 {
        self.worker.nodes
    }

    /// The ranking during a search that has visited `nodes`. Spends at most half of all nodes.
    pub fn during(&mut self, latest: Ranking<R::Move>, nodes: u64) -> Ranking<R::Move> {
        if !self.complete.as_ref().is_some_and(|complete| complete.is_of(&latest)) && self.worker.nodes < nodes {
            self.worker.most = nodes;
            let (ranking, is_complete) = self.rank(&latest);
            if is_complete || self.complete.is_none() {
                self.complete = Some(ranking.clone()).filter(|_| is_complete);
                return ranking;
            }
        }
        self.complete.clone().unwrap_or_else(|| latest.sorted())
    }

    /// The ranking after the search, and whether it is the last. Otherwise another call goes on, so that the caller can
    /// show what is known so far.
    pub fn at_the_end(&mut self, latest: &Ranking<R::Move>) -> (Ranking<R::Move>, bool) {
        let control = self.worker.control;
        match &self.complete {
            Some(complete) if complete.is_of(latest) || control.is_cancelled() => return (complete.clone(), true),
            _ => {}
        }
        self.worker.most = self.worker.nodes.saturating_add(SLICE);
        let (ranking, is_complete) = self.rank(latest);
        // Without a finished iteration there is nothing to score.
        let is_last = is_complete || latest.depth == 0 || control.should_stop(self.worker.nodes);
        // An older ranking in which all scores are exact is better than a newer one with bounds.
        let older = self.complete.as_ref().filter(|older| !is_complete && older.best() == latest.best());
        (older.cloned().unwrap_or(ranking), is_last)
    }

    /// Scores the wanted moves of an iteration, and returns whether that is complete. A move that seems better than the
    /// best one gets the score of the best one as a lower bound.
    fn rank(&mut self, latest: &Ranking<R::Move>) -> (Ranking<R::Move>, bool) {
        let Self { worker, wanted, complete } = self;
        let [best, others @ ..] = &latest.moves[..] else { return (latest.clone(), true) };
        let (Some(most), 1..) = (best.score, latest.depth) else { return (latest.clone().sorted(), false) };
        worker.stopped = false;
        worker.next_check = worker.nodes;
        let place = |root: &RootMove<R::Move>| {
            let before = complete.as_ref()?.moves.iter().position(|other| other.mv == root.mv)?;
            Some(Reverse(before))
        };
        let mut others: Vec<_> = others.iter().collect();
        others.sort_by_key(|root| Reverse((place(root), root.score)));
        let mut scored: Vec<i32> = Vec::new();
        let mut moves = vec![best.clone()];
        for root in others {
            let is_full = scored.len() + 1 >= *wanted;
            let least = if is_full { scored.last().copied().unwrap_or(most) } else { -WIN };
            let mut root = root.clone();
            let skips = is_full && least >= most;
            if let Some(score) = if skips { None } else { worker.score(root.mv, latest.depth, least, most, is_full) } {
                let bound = match score {
                    _ if score > most => Bound::Lower,
                    _ if score > least || !is_full => Bound::Exact,
                    _ => Bound::Upper,
                };
                let score = score.min(most);
                (root.score, root.bound, root.depth) = (Some(score), bound, latest.depth);
                if bound != Bound::Upper {
                    let place = scored.partition_point(|&other| other >= score);
                    scored.insert(place, score);
                    scored.truncate(*wanted - 1);
                }
            }
            moves.push(root);
        }
        let is_complete = !worker.stopped;
        for root in &mut moves {
            root.nodes += worker.root.iter().find(|own| own.mv == root.mv).map_or(0, |own| own.nodes);
        }
        (Ranking { depth: latest.depth, moves }.sorted(), is_complete)
    }

    /// The worker.
    pub fn worker(&self) -> &Worker<'a, 'w, R> {
        &self.worker
    }
}

impl<R: Searchable> Worker<'_, '_, R> {
    /// The score of a root move between `least` and just above `most`; `None` if the worker is stopped.
    fn score(&mut self, mv: R::Move, depth: u32, least: i32, most: i32, narrow: bool) -> Option<i32> {
        if self.stopped {
            return None;
        }
        let (root, before) = (self.root_node(), self.nodes);
        let after = self.task.rules.after(root.position, mv);
        let window = Window { alpha: least, beta: most + 1 };
        let score = self.root_reply(&root, &after, mv, depth, window, narrow);
        if let Some(own) = self.root.iter_mut().find(|own| own.mv == mv) {
            own.nodes += self.nodes - before;
        }
        (!self.stopped).then_some(score)
    }
}
