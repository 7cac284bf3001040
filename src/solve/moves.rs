//! The result of every move, and in how many turns the game then ends.
//!
//! The positions after the moves share one table, and images of each other are solved once. Each gets a small number of
//! nodes first, and twice as many in every round, so that the easiest answers come first. A move whose result is known is
//! searched further for its distance: whether the winner can force the win within a number of turns is a question of its own,
//! with one more turn each time. If all reachable positions fit in memory, retrograde analysis answers everything.
//!
//! The distance is that of a win without a repetition in the game to come. A shortest win does not repeat a position, unless
//! repetition ends the game with the score: then a player in the lead may be able to end it sooner.

use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};

use crate::game::{Color, Key, Moves, Outcome, Position, Status, Verdict};
use crate::search::Control;

use super::inquiry::Inquiry;
use super::proofs::{Memory, Proofs};
use super::retrograde::List;
use super::round::{Horizon, Question};
use super::strategy::Goal;
use super::table::Numbers;
use super::{LISTED, Problem, ProofProgress};

/// The nodes for each move in the first round.
const FIRST: u64 = 1 << 9;
/// The approximate memory of the open questions and the text of a move, in bytes.
const MOST_OPEN: usize = 256;
const FARTHEST: u32 = 200;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolvedMove {
    #[serde(rename = "move")]
    pub mv: String,
    #[serde(serialize_with = "verdict_or_unknown")]
    pub result: Option<Verdict>,
    /// The number of turns until the game is won or lost, this one included, if the winner wins as soon as possible and the
    /// loser holds out as long as possible; `None` if it is not known, or nobody wins.
    pub distance: Option<u32>,
}

pub fn word_of(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("unknown", Verdict::word)
}

pub(crate) fn verdict_or_unknown<S: Serializer>(verdict: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word_of(*verdict))
}

impl fmt::Display for SolvedMove {
    /// The move, its result, and the distance, if it is known: `D5 win 7`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.mv, word_of(self.result))?;
        self.distance.map_or(Ok(()), |distance| write!(f, " {distance}"))
    }
}

#[derive(Clone, Debug)]
pub struct SolvedMoves {
    /// The moves: wins, the shortest first, draws, unknown results, and losses, the longest first. Those whose distance is
    /// not known come last among their like; others are in alphabetical order.
    pub moves: Vec<SolvedMove>,
    pub nodes: u64,
    /// The proof that is being worked on, about the position after the move [`best`](ProofProgress::best).
    pub progress: Option<ProofProgress>,
}

impl SolvedMoves {
    /// The result of the position for the player to move, if it is known.
    pub fn result(&self) -> Option<Verdict> {
        // A move with an unknown result may be better than a draw or a loss.
        let order = [Some(Verdict::Win), None, Some(Verdict::Draw)].into_iter();
        let mut found = order.filter(|&result| self.moves.iter().any(|solved| solved.result == result));
        found.next().unwrap_or(Some(Verdict::Loss))
    }

    /// Sorts the moves as [`moves`](Self::moves) says.
    pub fn sort(&mut self) {
        self.moves.sort_by(|one, other| {
            let place = |solved: &SolvedMove| {
                let order = [Some(Verdict::Win), Some(Verdict::Draw), None, Some(Verdict::Loss)];
                let distance = i64::from(solved.distance.unwrap_or(u32::MAX));
                let is_long_first = solved.result == Some(Verdict::Loss) && solved.distance.is_some();
                let result = order.iter().position(|&result| result == solved.result);
                (result, solved.distance.is_none(), if is_long_first { -distance } else { distance })
            };
            place(one).cmp(&place(other)).then_with(|| one.mv.cmp(&other.mv))
        });
    }

    pub fn known(&self) -> usize {
        self.moves.iter().filter(|solved| solved.result.is_some()).count()
    }
}

pub struct MovesWatch<'a> {
    pub every: Duration,
    pub see: &'a mut dyn FnMut(&SolvedMoves),
}

/// The position after one or several moves that lead to the same result.
struct Branch<'a> {
    moves: Vec<usize>,
    problem: Problem<'a>,
    turn_ends: bool,
    inquiry: Inquiry,
    /// The winner, if the result is known; `Some(None)` is a draw.
    winner: Option<Option<Color>>,
    /// The number of turns tried next, counted from the move.
    turns: u32,
    distance: Option<u32>,
    /// Whether there is nothing more to find out.
    is_done: bool,
}

struct MoveSolver<'a, 'w> {
    root: &'a Problem<'a>,
    names: &'a [String],
    control: &'a Control,
    memory: Memory,
    branches: Vec<Branch<'a>>,
    nodes: u64,
    watch: Option<MovesWatch<'w>>,
    reported: Instant,
}

impl Problem<'_> {
    /// Whether the positions after so many moves fit in the memory of the problem.
    pub(crate) fn has_room_for(&self, moves: usize) -> bool {
        moves.saturating_mul(size_of::<Branch>() + self.rules.size() + MOST_OPEN) <= self.bytes
    }

    /// The results of these moves with their text, all or some of the legal ones. `control` ends the search early; `watch`
    /// receives reports while it runs.
    pub fn solve_moves(&self, moves: &[(Moves, String)], control: &Control, watch: Option<MovesWatch>) -> SolvedMoves {
        let (after, names): (Vec<_>, Vec<_>) =
            moves.iter().map(|(mv, name)| (self.rules.after(&self.position, mv), name.clone())).unzip();
        let (branches, memory, reported) = (self.branches(after), Memory::default(), Instant::now());
        let mut solver = MoveSolver { root: self, names: &names, control, memory, branches, nodes: 0, watch, reported };
        solver.run();
        solver.report(None)
    }

    /// The positions after moves. Images of each other share one, unless the history distinguishes them.
    fn branches(&self, after: Vec<Position>) -> Vec<Branch<'_>> {
        let mut places = HashMap::new();
        let mut branches: Vec<Branch> = Vec::new();
        for (index, position) in after.into_iter().enumerate() {
            let branch = self.branch(index, position);
            let position = &branch.problem.position;
            let key = match branch.problem.repetition.final_keys() {
                [] => self.rules.key(position),
                _ => Key { word: self.rules.status(position).hash, side: true },
            };
            let same = (key.word, key.side, branch.turn_ends, branch.winner);
            let place = *places.entry(same).or_insert(branches.len());
            match branches.get_mut(place) {
                Some(known) => known.moves.push(index),
                None => branches.push(branch),
            }
        }
        branches
    }

    /// The position after a move, with the game so far.
    fn branch(&self, index: usize, position: Position) -> Branch<'_> {
        let rules = self.rules;
        let Status { outcome, begins, hash, .. } = rules.status(&position);
        let turn_ends = begins || outcome.is_some();
        let turns_left = self.turns_left.map(|left| left - u32::from(turn_ends).min(left));
        let is_cut_short = || turn_ends && (turns_left == Some(0) || self.repetition.ends_with(hash));
        let end = outcome.or_else(|| is_cut_short().then(|| rules.adjudicate(&position)));
        let repetition = if turn_ends { self.repetition.with(hash) } else { self.repetition.clone() };
        // There may be tens of thousands of moves, after a long game.
        let repetition = repetition.final_only();
        let problem = Problem { position, repetition, turns_left, ..*self };
        let inquiry = Inquiry::new(&problem, self.horizon());
        Branch {
            moves: vec![index],
            turn_ends,
            inquiry,
            winner: end.map(Outcome::winner),
            // A turn that has ended without ending the game is not enough.
            turns: 1 + u32::from(turn_ends),
            distance: end.and_then(Outcome::winner).map(|_| 1),
            is_done: end.is_some(),
            problem,
        }
    }
}

impl<'a> Branch<'a> {
    /// Takes note of the result, and of the number of turns from here until the game ends, if it is known.
    fn settle(&mut self, winner: Option<Color>, turns: Option<u32>) {
        self.winner = Some(winner);
        // The players take turns, and the winner makes the last move.
        if self.problem.rules.is_normal_play()
            && self.turn_ends
            && winner.is_some_and(|winner| winner != self.problem.mover())
        {
            self.turns = 3;
        }
        self.distance = turns.filter(|_| winner.is_some()).map(|turns| turns + u32::from(self.turn_ends));
        self.is_done = winner.is_none() || self.distance.is_some();
    }

    /// The question to work on next, with the problem that it is about; `None` if there is nothing more to find out.
    fn next(&mut self) -> Option<(Question, Problem<'a>)> {
        let problem = self.problem.clone();
        let Some(winner) = self.winner else {
            return self.inquiry.next().map(|question| (question, problem));
        };
        let question = Question { side: winner?, goal: Goal::Win, horizon: Horizon::Within };
        let limit = self.problem.turns_left.map(|left| left + u32::from(self.turn_ends));
        if limit.is_some_and(|limit| self.turns >= limit) {
            // A win that takes all turns that are left ends at the limit.
            self.distance = limit;
            return None;
        }
        let turns_left = Some(self.turns - u32::from(self.turn_ends));
        (self.turns <= FARTHEST).then_some((question, Problem { turns_left, ..problem }))
    }
}

impl MoveSolver<'_, '_> {
    fn run(&mut self) {
        let mut listed = self.root.rules.is_normal_play();
        let most_unlisted = (self.root.bytes / LISTED) as u64;
        let begun = Instant::now();
        let mut nodes = FIRST;
        while self.branches.iter().any(|branch| !branch.is_done) {
            for place in 0..self.branches.len() {
                self.work_on(place, nodes);
                if self.control.should_stop(self.nodes) {
                    return;
                }
                let is_late = || self.control.limits.time.is_some_and(|time| begun.elapsed() >= time / 4);
                if !listed && (self.nodes >= most_unlisted || is_late()) {
                    listed = true;
                    self.list();
                }
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    fn work_on(&mut self, place: usize, nodes: u64) {
        let end = self.nodes.saturating_add(nodes);
        while self.nodes < end && !self.branches[place].is_done {
            let until = self.watch.as_ref().and_then(|watch| self.reported.checked_add(watch.every));
            let branch = &mut self.branches[place];
            let Some((question, problem)) = branch.next() else {
                branch.is_done = true;
                break;
            };
            let mut proofs = Proofs::new(&problem, self.control, &mut self.memory);
            proofs.nodes = self.nodes;
            let found = proofs.ask(question, end - self.nodes, until);
            let spent = proofs.nodes - self.nodes;
            self.nodes = proofs.nodes;
            let mover = problem.mover();
            match branch.winner {
                None => match branch.inquiry.note(question, &found, spent) {
                    Some((Verdict::Win, _)) => branch.settle(Some(mover), None),
                    Some((Verdict::Loss, _)) => branch.settle(Some(!mover), None),
                    Some((Verdict::Draw, _)) => branch.settle(None, None),
                    None => {}
                },
                Some(_) if found.given_up => branch.is_done = true,
                Some(winner) if found.numbers.is_known() => {
                    if (found.numbers.proof == 0) == (winner == Some(mover)) {
                        (branch.distance, branch.is_done) = (Some(branch.turns), true);
                    } else {
                        branch.turns += if problem.rules.is_normal_play() && branch.turn_ends { 2 } else { 1 };
                    }
                }
                Some(_) => {}
            }
            self.tell(place, question, found.numbers.seen_by(mover != question.side));
            if self.control.should_stop(self.nodes) {
                break;
            }
        }
    }

    /// Tries to list all reachable positions, which gives all results and distances.
    fn list(&mut self) {
        let rest = Problem { bytes: self.root.bytes - self.memory.bytes().min(self.root.bytes), ..self.root.clone() };
        let Some(mut list) = List::new(&rest, self.control) else { return };
        self.nodes += list.len() as u64;
        if list.find_draws(&|| self.control.should_stop(0)).is_none() {
            return;
        }
        for branch in self.branches.iter_mut().filter(|branch| !branch.is_done) {
            // The list ignores that another occurrence of the position after the move may end the game with the score.
            let repeats = self.root.rules.counts_points() && !branch.problem.repetition.final_keys().is_empty();
            if let Some((winner, turns)) = list.result(&branch.problem.position).filter(|_| !repeats) {
                branch.settle(winner, Some(turns));
            }
        }
    }

    fn tell(&mut self, place: usize, question: Question, numbers: Numbers) {
        if self.watch.as_ref().is_none_or(|watch| self.reported.elapsed() < watch.every) {
            return;
        }
        self.reported = Instant::now();
        let best = self.branches[place].moves.first().map(|&index| self.names[index].clone());
        let Question { side, goal, .. } = question;
        let report = self.report(Some(ProofProgress { side, goal, numbers, nodes: self.nodes, best }));
        if let Some(watch) = &mut self.watch {
            (watch.see)(&report);
        }
    }

    fn report(&self, progress: Option<ProofProgress>) -> SolvedMoves {
        let side = self.root.mover();
        let unknown = |name: &String| SolvedMove { mv: name.clone(), result: None, distance: None };
        let mut moves: Vec<_> = self.names.iter().map(unknown).collect();
        for branch in &self.branches {
            for &index in &branch.moves {
                moves[index].distance = branch.distance;
                moves[index].result = branch.winner.map(|winner| Verdict::of(winner, side));
            }
        }
        let mut solved = SolvedMoves { moves, nodes: self.nodes, progress };
        solved.sort();
        solved
    }
}
