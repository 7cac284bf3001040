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
        match best {
            Some(mv) => {
                self.best = mv;
                let known = self.lines.iter().position(|line| line.moves.first() == Some(&mv));
                let line = known.map_or_else(|| Line::unsearched(mv), |place| self.lines.remove(place));
                self.lines.insert(0, Line { visits: self.nodes, ..line }.decided(verdict));
            }
            None => {
                let lines = std::mem::take(&mut self.lines);
                self.lines = lines.into_iter().map(|line| line.decided(verdict)).collect();
            }
        }
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

    /// The same line with a result that was proven before the search. Unless the search has proven it, too, only the first
    /// move is kept: the winner's later moves may lose.
    fn decided(mut self, verdict: Verdict) -> Self {
        if self.proven != Some(verdict) {
            self.moves.truncate(1);
            (self.bound, self.value) = (Bound::Exact, verdict.score());
            (self.proven, self.distance) = (Some(verdict), None);
        }
        self
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

    /// The number of moves that get exact scores.
    pub(crate) fn ranked(&self) -> usize {
        if self.exact { self.lines } else { 1 }
    }

    /// Whether it is time for a report. Reads the clock.
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

    fn report() -> Report<char> {
        let line =
            |mv, value| Line { moves: vec![mv, 'z'], visits: 5, value, bound: Bound::Upper, ..Line::unsearched(mv) };
        Report { nodes: 20, lines: vec![line('a', 0.6), line('b', 0.4)], ..Report::of('a') }
    }

    #[test]
    fn a_proven_win_stands_first_without_unproven_moves() {
        let mut known = report();
        known.add((Verdict::Win, Some('b')));
        assert_eq!((known.best, known.value, known.proven), ('b', 1.0, Some(Verdict::Win)));
        let moves: Vec<_> = known.lines.iter().map(|line| (&line.moves[..], line.proven, line.bound)).collect();
        assert_eq!(moves, [(&['b'][..], Some(Verdict::Win), Bound::Exact), (&['a', 'z'][..], None, Bound::Upper)]);

        let mut unknown = report();
        unknown.add((Verdict::Win, Some('c')));
        assert_eq!((unknown.lines[0].moves[0], unknown.lines[0].value, unknown.lines.len()), ('c', 1.0, 3));
    }

    #[test]
    fn if_the_position_is_lost_all_moves_lose_and_the_best_one_stays() {
        let mut lost = report();
        lost.add((Verdict::Loss, None));
        assert_eq!((lost.best, lost.value, lost.proven), ('a', 0.0, Some(Verdict::Loss)));
        assert!(lost.lines.iter().all(|line| line.proven == Some(Verdict::Loss) && line.value == 0.0));
    }

    /// The moves and the length of a win that the search found belong to that result, not to the opposite one.
    #[test]
    fn a_line_that_the_search_has_proven_keeps_its_moves_and_its_distance() {
        let won =
            Line { moves: vec!['a', 'z'], proven: Some(Verdict::Win), distance: Some(3), ..Line::unsearched('a') };
        let lost = won.clone().decided(Verdict::Loss);
        assert_eq!((&lost.moves[..], lost.distance), (&['a'][..], None));
        assert_eq!(won.clone().decided(Verdict::Win), won);
    }
}
