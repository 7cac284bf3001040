//! What a search tells, at its end and while it goes on.

use std::time::{Duration, Instant};

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// What the node limit counts: positions, or playouts of a Monte Carlo search.
    pub nodes: u64,
    /// Positions looked at, those of playouts included.
    pub positions: u64,
    /// What the player to move may expect, from 0 (a loss) to 1 (a win).
    pub value: f64,
    /// Whether the result of the game with best play is known.
    pub proven: bool,
    /// Plies searched in full, or length of the variation most looked at.
    pub depth: u32,
    /// What is known of the best moves, best first. Empty where nobody watches the search.
    pub lines: Vec<Line<M>>,
}

impl<M> Report<M> {
    /// A move that is played without looking at anything.
    pub fn of(best: M) -> Self {
        Self { best, nodes: 0, positions: 0, value: 0.5, proven: false, depth: 0, lines: Vec::new() }
    }
}

/// A move and what the search thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The move, and the best play that follows as far as it is known.
    pub moves: Vec<M>,
    /// How often the search has gone there: nodes, or playouts.
    pub visits: u64,
    /// What the player to move may expect, from 0 (a loss) to 1 (a win).
    pub value: f64,
    /// Whether the move is proven to win (`true`) or to lose.
    pub proven: Option<bool>,
}

/// Who watches a search: it is shown reports while the search goes on.
pub struct Watch<'a, M> {
    /// How many of the best moves are to be told of.
    pub lines: usize,
    /// How many of them exactly: that costs time, and is for analyses. Of the others an alpha-beta search tells no more
    /// than how good they are at most.
    pub exact: usize,
    every: Duration,
    next: Instant,
    see: &'a mut dyn FnMut(&Report<M>),
}

impl<'a, M> Watch<'a, M> {
    /// Shows `see` a report about every so often.
    pub fn new(lines: usize, exact: usize, every: Duration, see: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Self { lines: lines.max(1), exact: exact.max(1), every, next: Instant::now() + every, see }
    }

    /// How often.
    pub(crate) fn every(&self) -> Duration {
        self.every
    }

    /// Whether it is time for a report. Reads the clock.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Shows a report.
    pub(crate) fn show(&mut self, report: &Report<M>) {
        (self.see)(report);
        self.next = Instant::now() + self.every;
    }
}

/// The longest variation that is told.
pub(super) const LONGEST_LINE: usize = 24;
