//! Proof-number search in rounds: between rounds the table grows and is saved, and progress is reported.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::game::{Color, Hints, Moves, Position, Verdict};
use crate::search::{self, Control};
use crate::system::threads::with_helpers;

use super::checkpoint::{Keeper, ProofProgress, Save};
use super::inquiry::Inquiry;
use super::proof_number::Found;
use super::round::{Horizon, Question, Round};
use super::strategy::{Goal, Guide};
use super::table::{Numbers, ProofTable};
use super::{Problem, Solution};

/// The size of the first table, in bytes. Allocating memory takes time, so the table starts small and grows with the
/// nodes.
const FIRST_TABLE: usize = 1 << 20;
/// The fewest nodes spent on a question before switching to the next.
const SHORTEST: u64 = 1 << 12;

/// Proofs kept from one position of a game to the next.
#[derive(Debug)]
pub(crate) struct Memory {
    table: ProofTable,
    /// Nodes searched since the table last grew.
    nodes: u64,
    grows: bool,
}

impl Default for Memory {
    fn default() -> Self {
        Self { table: ProofTable::new(0), nodes: 0, grows: true }
    }
}

impl Memory {
    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The proof number divided by the disproof number: an estimate of how much harder it is to prove a win of the
    /// player to move than a loss. It is 0 in a won position and infinite in a lost one.
    pub(crate) fn proof_ratio<R: Hints>(&self, rules: &R, position: &R::Position) -> f64 {
        let known = self.table.probe(rules.key(position)).map(|entry| entry.numbers);
        let Numbers { proof, disproof } = known.unwrap_or_else(|| Numbers::initial(rules, position));
        f64::from(proof) / f64::from(disproof)
    }
}

impl<R: Hints> search::Proven<R> for Memory {
    #[inline]
    fn verdict(&self, rules: &R, position: &R::Position) -> Option<Verdict> {
        let numbers = self.table.probe(rules.key(position))?.numbers;
        numbers.is_known().then_some(if numbers.proof == 0 { Verdict::Win } else { Verdict::Loss })
    }
}

/// Who receives the progress reports of a proof.
pub(super) struct ProofWatch<'a> {
    pub every: Duration,
    pub last: Instant,
    pub see: &'a mut dyn FnMut(&ProofProgress),
    pub text: &'a dyn Fn(&Moves) -> String,
}

pub(super) struct Proofs<'a> {
    problem: &'a Problem<'a>,
    control: &'a Control,
    pub memory: &'a mut Memory,
    pub watch: Option<ProofWatch<'a>>,
    pub nodes: u64,
}

impl<'a> Proofs<'a> {
    pub(super) fn new(problem: &'a Problem<'a>, control: &'a Control, memory: &'a mut Memory) -> Self {
        if memory.table.bytes() > problem.bytes {
            *memory = Memory::default();
        }
        // More memory may have been allowed since the table last grew.
        memory.grows |= memory.table.bytes() <= problem.bytes / 2;
        let mut proofs = Self { problem, control, memory, watch: None, nodes: 0 };
        if proofs.memory.table.bytes() < FIRST_TABLE {
            proofs.grow(FIRST_TABLE);
        }
        proofs
    }

    /// Grows the table to this many bytes, up to the limit of the problem.
    fn grow(&mut self, bytes: usize) {
        let Memory { table, nodes, grows } = &mut *self.memory;
        table.grow(bytes.min(self.problem.bytes));
        (*nodes, *grows) = (0, bytes < self.problem.bytes);
    }

    /// The number of nodes left before the table grows.
    fn room(&self) -> u64 {
        let Memory { table, nodes, grows } = &*self.memory;
        if *grows { (table.capacity() as u64).saturating_sub(*nodes) } else { u64::MAX }
    }

    /// Searches until the problem is solved or `control` stops it. If the proof is saved, it continues from the
    /// checkpoint.
    pub(super) fn solve(&mut self, save: Option<&Save>) -> io::Result<Solution> {
        let mut keeper = save.map(Keeper::new).transpose()?;
        if let Some(keeper) = &keeper
            && let Some((table, nodes)) = keeper.begin(self.problem.bytes)?
        {
            *self.memory = Memory { table, nodes: 0, grows: false };
            self.nodes = nodes;
        }
        let side = self.problem.mover();
        loop {
            let question = Question { side, goal: Goal::Win, horizon: Horizon::Adjudicates };
            let found = self.round(question, u64::MAX, keeper.as_ref().and_then(Keeper::next));
            let is_known = found.numbers.is_known();
            let stops = is_known || self.control.should_stop(self.nodes);
            self.tell(question, &found, stops);
            if let Some(keeper) = &mut keeper {
                keeper.note(&self.memory.table, self.nodes, stops);
            }
            match found.best {
                Some(mv) => return Ok(Solution::by(Verdict::Win, Some(mv), self.nodes)),
                None if is_known => return Ok(Solution::by(Verdict::Loss, None, self.nodes)),
                None if stops => return Ok(Solution::unknown(self.nodes)),
                None => {}
            }
        }
    }

    /// Solves a game that has draws. It asks whether either player can force a win, or at least a draw, and works on
    /// these questions in turns. Ends when the problem is solved, `control` stops it, the time is up, or this many
    /// nodes have been searched.
    pub(crate) fn solve_all(&mut self, horizon: Horizon, nodes: u64, until: Option<Instant>) -> Solution {
        let mut inquiry = Inquiry::new(self.problem, horizon);
        while let Some(question) = inquiry.next() {
            let before = self.nodes;
            let found = self.ask(question, SHORTEST.max(before / 4), until);
            let is_open = !found.numbers.is_known() && !found.given_up;
            if let Some((verdict, best)) = inquiry.note(question, &found, self.nodes - before) {
                return Solution::by(verdict, best, self.nodes);
            }
            let time_is_up = || until.is_some_and(|until| Instant::now() >= until);
            if is_open && (time_is_up() || self.nodes >= nodes || self.control.should_stop(self.nodes)) {
                break;
            }
        }
        Solution::unknown(self.nodes)
    }

    /// Searches until the question is answered or given up, this many nodes have been searched, or the time is up.
    /// Reports progress.
    pub(super) fn ask(&mut self, question: Question, nodes: u64, until: Option<Instant>) -> Found {
        let end = self.nodes.saturating_add(nodes);
        loop {
            let found = self.round(question, end - self.nodes, until);
            let ends = found.numbers.is_known()
                || found.given_up
                || self.nodes >= end
                || until.is_some_and(|until| Instant::now() >= until)
                || self.control.should_stop(self.nodes);
            self.tell(question, &found, false);
            if ends {
                return found;
            }
        }
    }

    /// Reports what a round has found, if a report is due or the proof `stops`.
    fn tell(&mut self, question: Question, found: &Found, stops: bool) {
        if self.watch.as_ref().is_none_or(|watch| !stops && watch.last.elapsed() < watch.every) {
            return;
        }
        let Problem { rules, position, turns_left, .. } = self.problem;
        let best = found.best.clone().or_else(|| {
            let round = self.new_round(question, 1, u64::MAX, None);
            rules.next_move(position, *turns_left, &round, false)
        });
        let Some(watch) = &mut self.watch else { return };
        watch.last = Instant::now();
        let numbers = found.numbers.seen_by(self.problem.mover() != question.side);
        let (Question { side, goal, .. }, best) = (question, best.as_ref().map(watch.text));
        (watch.see)(&ProofProgress { side, goal, numbers, nodes: self.nodes, best });
    }

    /// A round that asks whether `side` reaches the goal. Games with a move limit have no certificates.
    fn replay(&self, side: Color, goal: Goal) -> Round<'_> {
        let is_half = goal == Goal::Draw && !self.problem.rules.counts_points();
        let (side, goal) = if is_half { (!side, Goal::Win) } else { (side, goal) };
        self.new_round(Question { side, goal, horizon: Horizon::Adjudicates }, 1, u64::MAX, None)
    }

    /// Searches until the question is answered, this many nodes have been searched, the time is up, or the table must
    /// grow.
    fn round(&mut self, question: Question, nodes: u64, until: Option<Instant>) -> Found {
        let &Problem { rules, ref position, threads, turns_left, .. } = self.problem;
        let threads = threads.max(1);
        let limit = self.room().min(nodes).div_ceil(threads as u64);
        let until =
            until.into_iter().chain(self.watch.as_ref().and_then(|watch| watch.last.checked_add(watch.every))).min();
        let round = self.new_round(question, threads, limit, until);
        let found = Mutex::new(Vec::new());
        let run = || {
            let one = rules.prove(position, turns_left, &round);
            found.lock().unwrap_or_else(PoisonError::into_inner).push(one);
        };
        with_helpers(threads - 1, &|_| run(), &mut || run(), &|| round.done.store(true, Relaxed));
        let mut found: Vec<Found> = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let nodes = found.iter().map(|found| found.nodes).sum::<u64>();
        self.nodes += nodes;
        self.memory.nodes += nodes;
        if self.room() == 0 {
            self.grow(4 * self.memory.table.bytes());
        }
        let known = found.iter().position(|found| found.numbers.is_known());
        let best = known.or_else(|| found.iter().position(|found| !found.given_up)).unwrap_or(0);
        found.swap_remove(best)
    }

    pub fn new_round(&self, question: Question, threads: usize, limit: u64, until: Option<Instant>) -> Round<'_> {
        Round {
            question,
            is_plain: self.problem.is_plain(),
            repetition: &self.problem.repetition,
            is_limited: self.problem.turns_left.is_some(),
            history: self.problem.repetition.final_hash(),
            table: &self.memory.table,
            control: self.control,
            nodes: self.nodes,
            shared: threads > 1,
            limit,
            until,
            done: AtomicBool::new(false),
        }
    }
}

impl Guide for Proofs<'_> {
    fn known_reply(&mut self, position: &Position, side: Color, goal: Goal) -> Option<Moves> {
        self.problem.rules.next_move(position, None, &self.replay(side, goal), true)
    }

    fn reply(&mut self, position: &Position, side: Color, goal: Goal) -> Option<Moves> {
        let (rules, round) = (self.problem.rules, self.replay(side, goal));
        // Entries that the table has lost are proven again.
        rules.next_move(position, None, &round, true).or_else(|| rules.prove(position, None, &round).best)
    }
}
