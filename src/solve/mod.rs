//! Proofs of who wins with perfect play. The solver never guesses.
//!
//! Proof-number search answers whether a player can force a win. A win needs no repetition, so a cycle counts as a
//! failure to force one. Where positions can repeat, a disproof may depend on the path, and proof numbers alone may not
//! finish. If proof-number search finds no answer soon, and all reachable positions fit in memory, retrograde analysis
//! solves them. If neither player can force a win, the game is a draw, except in games that count points: there, both
//! players must be able to force the draw.
//!
//! If both a move limit and repetition can end a game that counts points, a player may reach the limit in the lead by
//! repeating positions. Such a result is path-dependent, and not proven: only results before the limit are.

mod checkpoint;
mod inquiry;
mod moves;
mod positions;
mod proof_number;
mod proofs;
mod retrograde;
mod round;
mod strategy;
mod table;

use std::fmt;
use std::io;
use std::time::Instant;

pub use checkpoint::{Journal, ProofProgress, Save};
pub(crate) use moves::verdict_or_unknown;
pub use moves::{MovesWatch, SolvedMove, SolvedMoves, word_of};
pub(crate) use positions::Positions;
pub(crate) use proofs::Memory;
pub(crate) use strategy::{Goal, Strategy, standard};
pub use table::Numbers;

use crate::game::{Color, Moves, Position, Repetition, Verdict};
use crate::search::Control;

use proofs::{ProofWatch, Proofs};
use retrograde::List;
use round::Horizon;
use strategy::{Guide, Planner};

/// The approximate size of a line of a certificate, in bytes.
const LINE: usize = 200;
/// The approximate size of a position in retrograde analysis, in bytes. It is assumed to cost as much time as a node of
/// proof-number search.
const LISTED: usize = 1 << 9;

/// With this many turns left or fewer, no position of the game to come can occur twice before the move limit.
const TOO_FEW_TO_REPEAT: u32 = 2;

/// The result with perfect play for the player to move, if it was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<M = Moves> {
    /// The result; `None` if nothing was proven within the limits.
    pub verdict: Option<Verdict>,
    pub best: Option<M>,
    pub nodes: u64,
}

impl<M> Solution<M> {
    fn by(verdict: Verdict, best: Option<M>, nodes: u64) -> Self {
        Self { verdict: Some(verdict), best, nodes }
    }

    fn unknown(nodes: u64) -> Self {
        Self { verdict: None, best: None, nodes }
    }
}

impl fmt::Display for Solution<String> {
    /// `win D5`, `draw D5`, `loss` or `unknown`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(word_of(self.verdict))?;
        self.best.as_ref().map_or(Ok(()), |best| write!(f, " {best}"))
    }
}

#[derive(Clone)]
#[doc(hidden)]
pub struct Problem<'a> {
    pub rules: &'a dyn Positions,
    /// The position; it must not be over.
    pub position: Position,
    /// The positions of the game so far, as repetition counts them.
    pub repetition: Repetition,
    /// Turns until the move limit ends the game, if there is a limit.
    pub turns_left: Option<u32>,
    pub bytes: usize,
    pub threads: usize,
}

impl Problem<'_> {
    pub fn solve(&self, control: &Control) -> Solution {
        self.run(control, None, &|_| String::new(), |_, _| ()).unwrap_or(Solution::unknown(0))
    }

    /// Solves the problem by proof-number search, reusing proofs from earlier positions of the game. Only for games of
    /// [`NORMAL_PLAY`](crate::game::Hints::NORMAL_PLAY).
    pub(crate) fn solve_next(&self, control: &Control, memory: &mut Memory) -> Solution {
        Proofs::new(self, control, memory).solve(None).unwrap_or(Solution::unknown(0))
    }

    /// Solves the problem and returns strategies that cover every position that may arise: the winner's, or both
    /// players' if the game is a draw. Returns no strategy if the answer is unknown or the positions take more than
    /// half of the memory. Positions that an exhaustive search of at most `searched` positions decides are left out; it
    /// must be 0 except in games of [`NORMAL_PLAY`](crate::game::Hints::NORMAL_PLAY). With a journal, the proof is saved
    /// there, or continued from it.
    pub(crate) fn strategies(
        &self,
        searched: u64,
        control: &Control,
        journal: Option<&mut Journal>,
        text: &dyn Fn(&Moves) -> String,
    ) -> io::Result<(Solution, Vec<Strategy>)> {
        // Half of the memory is for the solver, half for the positions and their text. With a checkpoint, the solver
        // gets all of it: entries that do not fit would be lost at the next save.
        let is_saved = journal.as_ref().is_some_and(|journal| journal.save.is_some());
        let bytes = if is_saved { self.bytes } else { self.bytes / 2 };
        let solver = Self { bytes, ..self.clone() };
        let side = self.mover();
        let most = self.bytes / 2 / (4 * self.rules.size() + LINE);
        let mut strategies = Vec::new();
        let solution = solver.run(control, journal, text, |verdict, guide| {
            let goals = match verdict {
                Some(Verdict::Win) => vec![(side, Goal::Win)],
                Some(Verdict::Loss) => vec![(!side, Goal::Win)],
                Some(Verdict::Draw) => vec![(side, Goal::Draw), (!side, Goal::Draw)],
                None => Vec::new(),
            };
            let planner = Planner { rules: self.rules, searched, most, control };
            let mut found = |(side, goal)| planner.strategy(&self.position, side, goal, guide);
            strategies = goals.into_iter().map(&mut found).collect::<Option<_>>().unwrap_or_default();
        })?;
        Ok((solution, strategies))
    }

    fn mover(&self) -> Color {
        self.rules.status(&self.position).turn
    }

    fn is_plain(&self) -> bool {
        self.rules.is_normal_play() && self.turns_left.is_none()
    }

    fn horizon(&self) -> Horizon {
        let is_limited = self.turns_left.is_some_and(|left| left > TOO_FEW_TO_REPEAT);
        let depends_on_path = self.rules.counts_points() && is_limited && self.repetition.is_on();
        if depends_on_path { Horizon::Within } else { Horizon::Adjudicates }
    }

    /// Solves the problem, as a long proof if there is a journal, and calls `then` with the result and the solver that
    /// holds the proof. `text` writes a move.
    pub(crate) fn run(
        &self,
        control: &Control,
        journal: Option<&mut Journal>,
        text: &dyn Fn(&Moves) -> String,
        then: impl FnOnce(Option<Verdict>, &mut dyn Guide),
    ) -> io::Result<Solution> {
        let mut memory = Memory::default();
        let save = journal.as_ref().and_then(|journal| journal.save.clone());
        let watch = journal.map(|journal| {
            let (every, last) = (journal.tell_every, Instant::now());
            ProofWatch { every, last, see: &mut *journal.see, text }
        });
        let mut proofs = Proofs::new(self, control, &mut memory);
        proofs.watch = watch;
        if self.is_plain() {
            let solution = proofs.solve(save.as_ref())?;
            then(solution.verdict, &mut proofs);
            return Ok(Solution { nodes: proofs.nodes, ..solution });
        }
        if save.is_some() {
            let which = "only proofs of games in which a player who cannot move loses, without max_moves, can be saved";
            return Err(io::Error::other(which));
        }
        // About the cost of a retrograde analysis that fills the memory, and at most a quarter of the time.
        let nodes = (self.bytes / LISTED) as u64;
        let horizon = self.horizon();
        let mut solution =
            proofs.solve_all(horizon, nodes, control.limits.time.and_then(|time| Instant::now().checked_add(time / 4)));
        if solution.verdict.is_none() {
            // Retrograde analysis takes at most half of the time, and gives up as soon as memory is full.
            let rest = Self { bytes: self.bytes - proofs.memory.bytes().min(self.bytes), ..self.clone() };
            if let Some(mut list) = List::new(&rest, control) {
                let solution = list.solution();
                then(solution.verdict, &mut list);
                return Ok(Solution { nodes: proofs.nodes + solution.nodes, ..solution });
            }
            solution = proofs.solve_all(horizon, u64::MAX, None);
        }
        then(solution.verdict, &mut proofs);
        Ok(Solution { nodes: proofs.nodes, ..solution })
    }
}
