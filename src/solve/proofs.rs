//! Proof-number search in rounds, between which the table grows, is saved, and tells how far it has got.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

use crate::game::{Color, Hints};
use crate::search::Control;
use crate::threads::help;

use super::journal::{Journal, JournalError, Keeper};
use super::proof_number::{Round, Search};
use super::strategy::{Goal, Guide};
use super::table::{Numbers, Table};
use super::{Answer, Problem};

/// Bytes of the first table: memory takes time to lay out, so that it begins small, and grows when there are many nodes.
const FIRST_TABLE: usize = 1 << 20;

/// What is known of the positions of a game, to be used for one after the other.
#[derive(Debug)]
pub struct Memory {
    table: Table,
    /// Nodes since the table has this size.
    nodes: u64,
    /// Whether it may still grow.
    grows: bool,
}

impl Default for Memory {
    fn default() -> Self {
        Self { table: Table::new(0), nodes: 0, grows: true }
    }
}

/// The proof of a problem, as far as it has got.
pub(super) struct Proofs<'a, R: Hints> {
    problem: &'a Problem<'a, R>,
    control: &'a Control,
    memory: &'a mut Memory,
    pub nodes: u64,
}

impl<'a, R: Hints> Proofs<'a, R> {
    pub fn new(problem: &'a Problem<'a, R>, control: &'a Control, memory: &'a mut Memory) -> Self {
        if memory.table.bytes() > problem.bytes {
            *memory = Memory::default();
        }
        let mut proofs = Self { problem, control, memory, nodes: 0 };
        if proofs.memory.table.bytes() < FIRST_TABLE {
            proofs.grow(FIRST_TABLE);
        }
        proofs
    }

    /// Gives the table so many bytes, or as many as are allowed.
    fn grow(&mut self, bytes: usize) {
        let Memory { table, nodes, grows } = &mut *self.memory;
        table.grow(bytes.min(self.problem.bytes));
        (*nodes, *grows) = (0, bytes < self.problem.bytes);
    }

    /// How many nodes there may be before the table grows.
    fn room(&self) -> u64 {
        let Memory { table, nodes, grows } = &*self.memory;
        if *grows { (table.capacity() as u64).saturating_sub(*nodes) } else { u64::MAX }
    }

    /// Goes on until it is solved or `control` says stop; with a journal, from what was saved, and saving now and then.
    pub fn solve(&mut self, journal: Option<&mut Journal>) -> Result<Answer<R::Move>, JournalError> {
        let &Problem { position, bytes, threads, .. } = self.problem;
        let mut keeper = journal.map(Keeper::new);
        if let Some(keeper) = &keeper
            && let Some((table, nodes)) = keeper.begin(bytes)?
        {
            *self.memory = Memory { table, nodes: 0, grows: false };
            self.nodes = nodes;
        }
        loop {
            let round = self.round(threads, keeper.as_ref().map(Keeper::next));
            let run = || {
                let mut search = Search::new(&round);
                (search.solve(position), search.nodes)
            };
            let found: Vec<((Numbers, _), u64)> = thread::scope(|scope| {
                let helpers: Vec<_> = (1..threads).filter_map(|_| help(scope, run)).collect();
                [run()].into_iter().chain(helpers.into_iter().filter_map(|helper| helper.join().ok())).collect()
            });
            let nodes = found.iter().map(|&(_, nodes)| nodes).sum::<u64>();
            self.nodes += nodes;
            self.memory.nodes += nodes;
            let known = found.iter().find(|((numbers, _), _)| numbers.is_known());
            let stops = known.is_some() || self.control.should_stop(self.nodes);
            if let Some(keeper) = &mut keeper {
                let &((numbers, _), _) = known.unwrap_or(&found[0]);
                keeper.note(&self.memory.table, numbers, self.nodes, stops);
            }
            match known {
                Some(&((_, Some(mv)), _)) => return Ok(Answer::Win(mv)),
                Some(_) => return Ok(Answer::Loss),
                None if stops => return Ok(Answer::Unknown),
                None => {}
            }
            if self.room() == 0 {
                self.grow(4 * self.memory.table.bytes());
            }
        }
    }

    fn round(&self, threads: usize, until: Option<Instant>) -> Round<'_, R> {
        Round {
            rules: self.problem.rules,
            table: &self.memory.table,
            control: self.control,
            nodes: self.nodes,
            shared: threads > 1,
            limit: self.room().div_ceil(threads as u64),
            until,
            done: AtomicBool::new(false),
        }
    }
}

impl<R: Hints> Guide<R> for Proofs<'_, R> {
    fn reply(&mut self, position: &R::Position, _side: Color, _goal: Goal) -> Option<R::Move> {
        let rules = self.problem.rules;
        let mut moves = Vec::new();
        rules.legal_moves(position, &mut moves);
        let wins = |&mv: &R::Move| {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            match rules.outcome(&after) {
                Some(outcome) => outcome.winner() == Some(rules.turn(position)),
                None => self.memory.table.probe(rules.key(&after)).is_some_and(|numbers| numbers.disproof == 0),
            }
        };
        if let Some(mv) = moves.into_iter().find(wins) {
            return Some(mv);
        }
        // The table has forgotten it: it is proven once more.
        let round = Round { limit: u64::MAX, ..self.round(1, None) };
        Search::new(&round).solve(position).1
    }
}
