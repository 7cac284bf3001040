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

mod certificate;
mod checkpoint;
mod inquiry;
mod moves;
mod proof_number;
mod proofs;
mod question;
mod retrograde;
mod strategy;
mod table;
pub mod verify;

use std::fmt;
use std::time::Instant;

pub use certificate::{Certificate, CertificateError, Claim, Plan};
pub use checkpoint::{Journal, JournalError, ProofProgress, Save};
pub use moves::{MoveResult, MovesWatch, SolvedMove, SolvedMoves};
pub use proofs::Memory;
pub use strategy::{Goal, Strategy};
pub use table::Numbers;

use crate::game::{Repetition, Rules, Searchable};
use crate::search::Control;

use proofs::{ProofWatch, Proofs};
use question::Horizon;
use retrograde::List;
use strategy::{Guide, Omissions, strategy};

/// The approximate size of a line of a certificate, in bytes.
const LINE: usize = 200;
/// The approximate size of a position in retrograde analysis, in bytes. It is assumed to cost as much time as a node of
/// proof-number search.
const LISTED: usize = 1 << 9;

/// With this many turns left or fewer, no position of the game to come can occur twice before the move limit.
const TOO_FEW_TO_REPEAT: u32 = 2;

/// The result with perfect play, for the player to move.
///
/// ```
/// use papamu::registry::{self, GAMES};
/// use papamu::play::SearchParams;
/// use papamu::solve::Answer;
///
/// let session = registry::find(GAMES, "konane")?.open("width=4 height=4")?;
/// assert_eq!(session.solve(&SearchParams::default(), None)?, Answer::Loss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// The player to move wins with this move.
    Win(M),
    /// The game is a draw; this move keeps it.
    Draw(M),
    /// The opponent wins.
    Loss,
    /// Nothing was proven within the limits.
    Unknown,
}

impl<M> Answer<M> {
    /// The result for the player to move.
    pub fn result(&self) -> MoveResult {
        match self {
            Self::Win(_) => MoveResult::Win,
            Self::Draw(_) => MoveResult::Draw,
            Self::Loss => MoveResult::Loss,
            Self::Unknown => MoveResult::Unknown,
        }
    }

    /// The move that keeps a win or a draw.
    pub fn into_move(self) -> Option<M> {
        match self {
            Self::Win(mv) | Self::Draw(mv) => Some(mv),
            Self::Loss | Self::Unknown => None,
        }
    }
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

/// An answer and the nodes it took.
#[derive(Clone, Copy, Debug)]
pub struct Solution<M> {
    /// The answer.
    pub answer: Answer<M>,
    /// Positions searched.
    pub nodes: u64,
}

/// A solution, and the strategies that prove it.
pub type Solved<R> = (Solution<<R as Rules>::Move>, Vec<Strategy<R>>);

/// A problem to solve.
#[derive(Clone, Debug)]
pub struct Problem<'a, R: Searchable> {
    /// The rules.
    pub rules: &'a R,
    /// The position; it must not be over.
    pub position: &'a R::Position,
    /// The positions of the game so far, as repetition counts them.
    pub repetition: Repetition,
    /// Turns until the move limit ends the game, if there is a limit.
    pub turns_left: Option<u32>,
    /// Bytes for tables.
    pub bytes: usize,
    /// Threads to use, at least 1.
    pub threads: usize,
}

impl<R: Searchable> Problem<'_, R> {
    /// Solves the problem, unless `control` stops it.
    pub fn solve(&self, control: &Control) -> Solution<R::Move> {
        self.run(control, None, |_, _| ()).unwrap_or(Solution { answer: Answer::Unknown, nodes: 0 })
    }

    /// Solves the problem by proof-number search, reusing proofs from earlier positions of the game. Only for games of
    /// [`NORMAL_PLAY`](crate::game::Rules::NORMAL_PLAY).
    pub fn solve_next(&self, control: &Control, memory: &mut Memory) -> Solution<R::Move> {
        let mut proofs = Proofs::new(self, control, memory);
        let answer = proofs.solve(None).unwrap_or(Answer::Unknown);
        Solution { answer, nodes: proofs.nodes }
    }

    /// Solves the problem as a long proof that reports its progress, and may be saved.
    ///
    /// # Errors
    /// [`JournalError`]: it cannot be saved, or the checkpoint cannot be continued.
    pub fn solve_long(
        &self,
        control: &Control,
        journal: &mut Journal<R::Move>,
    ) -> Result<Solution<R::Move>, JournalError> {
        self.run(control, Some(journal), |_, _| ())
    }

    /// Solves the problem and returns strategies that cover every position that may arise: the winner's, or both
    /// players' if the game is a draw. Returns no strategy if the answer is unknown or the positions take more than
    /// half of the memory. Positions that an exhaustive search of at most `searched` positions decides are left out; it
    /// must be 0 except in games of [`NORMAL_PLAY`](crate::game::Rules::NORMAL_PLAY). With a journal, the proof is saved
    /// there, or continued from it.
    ///
    /// # Errors
    /// [`JournalError`]: it cannot be saved, or the checkpoint cannot be continued.
    pub fn strategies(
        &self,
        searched: u64,
        control: &Control,
        journal: Option<&mut Journal<R::Move>>,
    ) -> Result<Solved<R>, JournalError> {
        // Half of the memory is for the solver, half for the positions and their text. With a checkpoint, the solver
        // gets all of it: entries that do not fit would be lost at the next save.
        let is_saved = journal.as_ref().is_some_and(|journal| journal.save.is_some());
        let bytes = if is_saved { self.bytes } else { self.bytes / 2 };
        let solver = Self { bytes, repetition: self.repetition.clone(), ..*self };
        let side = self.rules.turn(self.position);
        let most = self.bytes / 2 / (4 * size_of::<R::Position>() + LINE);
        let mut strategies = Vec::new();
        let solution = solver.run(control, journal, |answer, guide| {
            let goals = match answer {
                Answer::Win(_) => vec![(side, Goal::Win)],
                Answer::Loss => vec![(!side, Goal::Win)],
                Answer::Draw(_) => vec![(side, Goal::Draw), (!side, Goal::Draw)],
                Answer::Unknown => Vec::new(),
            };
            for goal in goals {
                let omissions = if searched > 0 { Omissions::Searched(searched) } else { Omissions::Nothing };
                match strategy(self.rules, self.position, goal, guide, omissions, most, control) {
                    Some(found) => strategies.push(found),
                    None => return strategies.clear(),
                }
            }
        })?;
        Ok((solution, strategies))
    }

    /// Whether proof-number search alone suffices.
    fn is_plain(&self) -> bool {
        R::NORMAL_PLAY && self.turns_left.is_none()
    }

    /// How a proof treats the move limit.
    fn horizon(&self) -> Horizon {
        let is_limited = self.turns_left.is_some_and(|left| left > TOO_FEW_TO_REPEAT);
        let depends_on_path = R::COUNTS_POINTS && is_limited && self.repetition.is_on();
        if depends_on_path { Horizon::Within } else { Horizon::Adjudicates }
    }

    /// Solves the problem, as a long proof if there is a journal, and calls `then` with the answer and the solver that
    /// holds the proof.
    fn run(
        &self,
        control: &Control,
        journal: Option<&mut Journal<R::Move>>,
        then: impl FnOnce(Answer<R::Move>, &mut dyn Guide<R>),
    ) -> Result<Solution<R::Move>, JournalError> {
        let mut memory = Memory::default();
        let save = journal.as_ref().and_then(|journal| journal.save.clone());
        let mut proofs = Proofs::new(self, control, &mut memory).watched(journal.map(ProofWatch::of));
        if self.is_plain() {
            let answer = proofs.solve(save.as_ref())?;
            then(answer, &mut proofs);
            return Ok(Solution { answer, nodes: proofs.nodes });
        }
        if save.is_some() {
            return Err(JournalError::NotKept);
        }
        // About the cost of a retrograde analysis that fills the memory, and at most a quarter of the time.
        let nodes = (self.bytes / LISTED) as u64;
        let horizon = self.horizon();
        let mut answer =
            proofs.solve_all(horizon, nodes, control.time.and_then(|time| Instant::now().checked_add(time / 4)));
        if answer == Answer::Unknown {
            // Retrograde analysis takes at most half of the time, and gives up as soon as memory is full.
            let rest = Self {
                bytes: self.bytes - proofs.bytes().min(self.bytes),
                repetition: self.repetition.clone(),
                ..*self
            };
            if let Some(mut list) = List::new(&rest, control) {
                let answer = list.answer();
                then(answer, &mut list);
                return Ok(Solution { answer, nodes: proofs.nodes + list.len() as u64 });
            }
            answer = proofs.solve_all(horizon, u64::MAX, None);
        }
        then(answer, &mut proofs);
        Ok(Solution { answer, nodes: proofs.nodes })
    }
}
