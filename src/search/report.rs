//! Search reports, during and after the search.

use std::time::{Duration, Instant};

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// Positions visited.
    pub nodes: u64,
    /// Expected score of the player to move, from 0 (loss) to 1 (win).
    pub value: f64,
    /// Whether the result of the game with best play is known.
    pub proven: bool,
    /// Completed search depth in plies.
    pub depth: u32,
    /// The best moves with their variations, best first. Empty if the search is not watched.
    pub lines: Vec<Line<M>>,
    /// Moves that the search has proven to lose, even if the search is not watched.
    pub lost: Vec<M>,
}

impl<M> Report<M> {
    /// The report of a move that is played without a search.
    pub fn of(best: M) -> Self {
        Self { best, nodes: 0, value: 0.5, proven: false, depth: 0, lines: Vec::new(), lost: Vec::new() }
    }
}

impl<M: Copy + PartialEq> Report<M> {
    /// Moves the line of a move to the front; adds one if there is none.
    pub(crate) fn put_first(&mut self, mv: M) -> &mut Line<M> {
        let place = self.lines.iter().position(|line| line.moves.first() == Some(&mv)).unwrap_or_else(|| {
            self.lines.push(Line { moves: vec![mv], visits: 0, value: self.value, proven: None });
            self.lines.len() - 1
        });
        self.lines[..=place].rotate_right(1);
        &mut self.lines[0]
    }

    /// Adds a result that was proven before the search.
    pub(crate) fn add(&mut self, verdict: Verdict<M>) {
        self.proven = true;
        match verdict {
            Verdict::Win(mv) => {
                (self.best, self.value) = (mv, 1.0);
                let visits = self.nodes;
                let line = self.put_first(mv);
                (line.visits, line.value, line.proven) = (visits, 1.0, Some(true));
            }
            Verdict::Loss => {
                self.value = 0.0;
                for line in &mut self.lines {
                    (line.value, line.proven) = (0.0, Some(false));
                }
            }
        }
    }
}

/// A proven result, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// This move wins.
    Win(M),
    /// All moves lose.
    Loss,
}

/// A move and its search results.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The principal variation, beginning with the move.
    pub moves: Vec<M>,
    /// Nodes spent on the move.
    pub visits: u64,
    /// Expected score of the player to move, from 0 (loss) to 1 (win).
    pub value: f64,
    /// Whether the move is proven to win (`true`) or to lose.
    pub proven: Option<bool>,
}

/// An observer of a search, which receives reports during the search.
pub struct Watch<'a, M> {
    /// The number of best moves to report.
    pub lines: usize,
    /// How many of them get exact scores, which costs time and is meant for analysis. For the other moves the search
    /// has only upper bounds.
    pub exact: usize,
    every: Duration,
    /// When the next report is due; `None` if the time cannot be represented.
    next: Option<Instant>,
    see: &'a mut dyn FnMut(&Report<M>),
}

impl<'a, M> Watch<'a, M> {
    /// Calls `see` with a report about once per interval `every`.
    pub fn new(lines: usize, exact: usize, every: Duration, see: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Self { lines: lines.max(1), exact: exact.max(1), every, next: Instant::now().checked_add(every), see }
    }

    /// Whether it is time for a report. Reads the clock.
    pub(super) fn is_due(&self) -> bool {
        self.next.is_some_and(|next| Instant::now() >= next)
    }

    /// Shows a report.
    pub(super) fn show(&mut self, report: &Report<M>) {
        (self.see)(report);
        self.next = Instant::now().checked_add(self.every);
    }
}

/// The maximum length of a reported variation.
pub(super) const LONGEST_LINE: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report<char> {
        let line = |mv, value| Line { moves: vec![mv, 'z'], visits: 5, value, proven: None };
        Report { nodes: 20, lines: vec![line('a', 0.6), line('b', 0.4)], ..Report::of('a') }
    }

    #[test]
    fn a_proven_win_stands_first_with_what_the_search_knows_of_it() {
        let mut known = report();
        known.add(Verdict::Win('b'));
        assert_eq!((known.best, known.value, known.proven), ('b', 1.0, true));
        let moves: Vec<_> = known.lines.iter().map(|line| (&line.moves[..], line.proven)).collect();
        assert_eq!(moves, [(&['b', 'z'][..], Some(true)), (&['a', 'z'][..], None)]);

        let mut unknown = report();
        unknown.add(Verdict::Win('c'));
        assert_eq!((unknown.lines[0].moves[0], unknown.lines.len()), ('c', 3));
    }

    #[test]
    fn of_a_proven_loss_all_moves_lose_and_the_searched_one_stays() {
        let mut lost = report();
        lost.add(Verdict::Loss);
        assert_eq!((lost.best, lost.value, lost.proven), ('a', 0.0, true));
        assert!(lost.lines.iter().all(|line| line.proven == Some(false) && line.value == 0.0));
    }

    #[test]
    fn the_line_of_a_move_comes_first_with_what_the_search_knows_of_it() {
        let mut report = report();
        assert_eq!(report.put_first('b').value, 0.4);
        let moves = |report: &Report<char>| -> String { report.lines.iter().map(|line| line.moves[0]).collect() };
        assert_eq!(moves(&report), "ba");
        let new = report.put_first('c');
        assert_eq!((&new.moves[..], new.visits, new.value, new.proven), (&['c'][..], 0, 0.5, None));
        assert_eq!(moves(&report), "cba");
    }
}
