//! Who wins with perfect play, proven: never a guess.
//!
//! Games that cannot go round in circles and know no draw are solved by proof-number search. The others are solved by
//! looking for wins (or at least draws) that can be forced within so many moves, which no repetition can hinder: who follows
//! the shortest way never comes to a position twice. Where all positions that can arise fit in memory, they are listed,
//! and what nobody can force is drawn.

mod forced;
mod listed;
mod proof_number;
mod table;

pub use table::{INFINITE, Numbers};

use std::{fmt, thread};

use crate::game::Hints;
use crate::search::Control;

use forced::{Forced, Goal};
use proof_number::Search;
use table::Table;

/// Bytes of the first table of proof numbers.
const FIRST_TABLE: usize = 16 << 20;

/// Who wins, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// He does, with this move.
    Win(M),
    /// Nobody does; this move keeps the draw.
    Draw(M),
    /// The other does.
    Loss,
    /// It could not be proven within the limits.
    Unknown,
}

impl<M: fmt::Display> fmt::Display for Answer<M> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Win(mv) => write!(f, "win {mv}"),
            Self::Draw(mv) => write!(f, "draw {mv}"),
            Self::Loss => f.write_str("loss"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

/// An answer, and what it took.
#[derive(Clone, Copy, Debug)]
pub struct Solution<M> {
    /// The answer.
    pub answer: Answer<M>,
    /// Positions looked at.
    pub nodes: u64,
}

/// What is to be solved.
#[derive(Clone, Debug)]
pub struct Problem<'a, R: Hints> {
    /// The rules.
    pub rules: &'a R,
    /// The position; it must not be over.
    pub position: &'a R::Position,
    /// Keys of positions that end the game where they come once more.
    pub worn: Vec<u64>,
    /// Turns until the game is stopped, if it is.
    pub turns_left: Option<u32>,
    /// Bytes for tables.
    pub bytes: usize,
    /// Threads to use, at least 1.
    pub threads: usize,
}

impl<R: Hints> Problem<'_, R> {
    /// Solves it, unless `control` stops it.
    pub fn solve(&self, control: &Control) -> Solution<R::Move> {
        if !R::CAN_REPEAT && self.turns_left.is_none() {
            return self.by_proof_numbers(control);
        }
        // The list takes half of the time at most, and is given up as soon as memory does not hold it.
        if let Some(solution) = listed::solve(self, control) {
            return solution;
        }
        self.by_force(control)
    }

    fn by_proof_numbers(&self, control: &Control) -> Solution<R::Move> {
        let &Self { rules, position, threads, bytes, .. } = self;
        // Memory takes time to lay out: the table begins small, and grows when there are many nodes.
        let mut size = bytes.min(FIRST_TABLE);
        let mut table = Table::new(size);
        let mut nodes = 0;
        loop {
            let limit = if size < bytes { table.capacity() as u64 / threads as u64 } else { u64::MAX };
            let run = || {
                let mut search = Search::new(rules, &table, control, threads > 1, limit);
                let answer = search.solve(position);
                if !matches!(answer, Answer::Unknown) {
                    control.stop(); // the other threads need not go on
                }
                (answer, search.nodes)
            };
            let found: Vec<(Answer<R::Move>, u64)> = thread::scope(|scope| {
                let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
                [run()].into_iter().chain(helpers.into_iter().filter_map(|helper| helper.join().ok())).collect()
            });
            nodes += found.iter().map(|&(_, nodes)| nodes).sum::<u64>();
            let known = found.iter().find(|(answer, _)| !matches!(answer, Answer::Unknown));
            if let Some(&(answer, _)) = known {
                return Solution { answer, nodes };
            }
            if size >= bytes || control.should_stop(nodes) {
                return Solution { answer: Answer::Unknown, nodes };
            }
            size = (4 * size).min(bytes);
            table = table.grown(size);
        }
    }

    /// Deeper and deeper, whether either can force anything.
    fn by_force(&self, control: &Control) -> Solution<R::Move> {
        let mut forced = Forced::new(self, control);
        let side = self.rules.turn(self.position);
        let mut answer = Answer::Unknown;
        for depth in 1.. {
            // A draw is proven by both sides' not losing.
            let [wins, loses] =
                [(side, Goal::Win), (!side, Goal::Win)].map(|(side, goal)| forced.best(side, goal, depth));
            if let Some(Some(mv)) = wins {
                answer = Answer::Win(mv);
            } else if loses.is_some() {
                answer = Answer::Loss;
            } else if let (Some(Some(mv)), Some(_)) =
                (forced.best(side, Goal::Draw, depth), forced.best(!side, Goal::Draw, depth))
            {
                answer = Answer::Draw(mv);
            }
            if answer != Answer::Unknown || forced.stopped || depth >= forced::DEEPEST {
                break;
            }
        }
        let answer = if forced.stopped { Answer::Unknown } else { answer };
        Solution { answer, nodes: forced.nodes }
    }
}
