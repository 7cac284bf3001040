//! Search reports, during and after the search.

use std::time::{Duration, Instant};

use crate::game::Verdict;

use super::table::Bound;

#[derive(Clone, Debug)]
pub struct Report<M> {
    pub best: M,
    pub nodes: u64,
    /// Expected score of the player to move, from 0 (loss) to 1 (win).
    pub value: f64,
    /// The result with best play for the player to move, if it is proven.
    pub proven: Option<Verdict>,
    pub depth: u32,
    /// The best moves with their variations, best first. Empty if the search is not watched.
    pub lines: Vec<Line<M>>,
    /// Moves that the search has proven to lose, even if the search is not watched.
    pub lost: Vec<M>,
}

impl<M> Report<M> {
    /// The report of a move that is played without a search.
    pub(crate) fn of(best: M) -> Self {
        let (lines, lost) = (Vec::new(), Vec::new());
        Self { best, nodes: 0, value: 0.5, proven: None, depth: 0, lines, lost }
    }

    pub(crate) fn wins(&self) -> bool {
        self.proven == Some(Verdict::Win)
    }
}

impl<M: Copy + PartialEq> Report<M> {
    /// Adds a result that was proven before the search, and the move that keeps it. Without one, all moves have this
    /// result.
    pub(crate) fn add(&mut self, (verdict, best): (Verdict, Option<M>)) {
        (self.proven, self.value) = (Some(verdict), verdict.score());
        let Some(mv) = best else { return };
        self.best = mv;
        let known = self.lines.iter().position(|line| line.moves.first() == Some(&mv));
        let line = known.map_or_else(|| Line::proven(mv, verdict), |place| self.lines.remove(place));
        self.lines.insert(0, Line { visits: self.nodes, ..line });
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The principal variation, beginning with the move.
    pub moves: Vec<M>,
    pub visits: u64,
    /// The depth of the search that scored the move, in plies.
    pub depth: u32,
    /// Whether `value` is exact at this depth, or a bound.
    pub bound: Bound,
    /// Expected score of the player to move, from 0 (loss) to 1 (win).
    pub value: f64,
    /// The result after the move for the player to move, if it is proven.
    pub proven: Option<Verdict>,
    /// If it is proven, the number of plies within which the winner can end the game, if the search knows it.
    pub distance: Option<u32>,
}

impl<M> Line<M> {
    pub(crate) fn unsearched(mv: M) -> Self {
        let (bound, value, proven, distance) = (Bound::Exact, 0.5, None, None);
        Self { moves: vec![mv], visits: 0, depth: 0, bound, value, proven, distance }
    }

    /// A move with a result that was proven before the search.
    pub(crate) fn proven(mv: M, verdict: Verdict) -> Self {
        Self { value: verdict.score(), proven: Some(verdict), ..Self::unsearched(mv) }
    }
}

/// An observer of a search, which receives reports during the search.
pub struct Watch<'a, M> {
    pub lines: usize,
    /// Whether all of them get exact scores (MultiPV), for analysis: the search has to find each of them. Otherwise it has
    /// only upper bounds of all moves but the best.
    pub exact: bool,
    every: Duration,
    /// When the next report is due; `None` if the time cannot be represented.
    next: Option<Instant>,
    see: &'a mut dyn FnMut(&Report<M>),
}

impl<'a, M> Watch<'a, M> {
    /// Calls `see` with a report about once per interval `every`.
    pub fn new(lines: usize, exact: bool, every: Duration, see: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Self { lines: lines.max(1), exact, every, next: Instant::now().checked_add(every), see }
    }

    pub(crate) fn ranked(&self) -> usize {
        if self.exact { self.lines } else { 1 }
    }

    pub(super) fn is_due(&self) -> bool {
        self.next.is_some_and(|next| Instant::now() >= next)
    }

    pub(super) fn show(&mut self, report: &Report<M>) {
        (self.see)(report);
        self.next = Instant::now().checked_add(self.every);
    }
}

pub(super) const LONGEST_LINE: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_that_keeps_a_proven_result_stands_first() {
        let line =
            |mv, value| Line { moves: vec![mv, 'z'], visits: 5, value, bound: Bound::Upper, ..Line::unsearched(mv) };
        let report = Report { nodes: 20, lines: vec![line('a', 0.6), line('b', 0.4)], ..Report::of('a') };
        for (mv, count) in [('b', 2), ('c', 3)] {
            let mut known = report.clone();
            known.add((Verdict::Win, Some(mv)));
            assert_eq!((known.best, known.value, known.proven), (mv, 1.0, Some(Verdict::Win)));
            assert_eq!((known.lines[0].moves[0], known.lines[0].visits, known.lines.len()), (mv, 20, count));
        }
    }
}
