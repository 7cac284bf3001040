//! Search reports, at the end and while the search runs.

use std::time::{Duration, Instant};

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// What the node limit counts ([`Limits::nodes`](super::Limits::nodes)).
    pub nodes: u64,
    /// Positions visited, those of playouts included.
    pub positions: u64,
    /// Expected score of the player to move, from 0 (loss) to 1 (win).
    pub value: f64,
    /// Whether the result of the game with best play is known.
    pub proven: bool,
    /// Plies searched in full, or the length of the most visited variation.
    pub depth: u32,
    /// The best moves with their variations, best first. Empty where nobody watches the search.
    pub lines: Vec<Line<M>>,
    /// Moves that the search has proven to lose, watched or not.
    pub lost: Vec<M>,
}

impl<M> Report<M> {
    /// A move that is played without search.
    pub fn of(best: M) -> Self {
        Self { best, nodes: 0, positions: 0, value: 0.5, proven: false, depth: 0, lines: Vec::new(), lost: Vec::new() }
    }
}

/// A move and what the search thinks of it.
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

/// An observer of a search, which is shown reports while the search runs.
pub struct Watch<'a, M> {
    /// How many of the best moves to report.
    pub lines: usize,
    /// How many of them with exact scores: that costs time, and is for analyses. For the others an alpha-beta search has
    /// only upper bounds.
    pub exact: usize,
    every: Duration,
    /// When the next report is due; `None` where that is beyond all time.
    next: Option<Instant>,
    see: &'a mut dyn FnMut(&Report<M>),
}

impl<'a, M> Watch<'a, M> {
    /// Shows `see` a report about once in this time.
    pub fn new(lines: usize, exact: usize, every: Duration, see: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Self { lines: lines.max(1), exact: exact.max(1), every, next: Instant::now().checked_add(every), see }
    }

    /// How often.
    pub(crate) fn every(&self) -> Duration {
        self.every
    }

    /// Whether it is time for a report. Reads the clock.
    pub(super) fn is_due(&self) -> bool {
        self.next.is_some_and(|next| Instant::now() >= next)
    }

    /// Shows a report.
    pub(crate) fn show(&mut self, report: &Report<M>) {
        (self.see)(report);
        self.next = Instant::now().checked_add(self.every);
    }
}

/// The longest variation that is reported.
pub(super) const LONGEST_LINE: usize = 24;
