//! Whether an engine can play in a match: papamu plays the part of the manager, and says what the engine does right and wrong.
//!
//! Each check starts the engine anew, so that a failed one does not spoil the next. Required checks are about what a match
//! needs; the others are about what the protocol says beyond that.

mod games;
mod gtp;
mod report;
mod rules;
mod talk;

pub use report::{CheckItem, CheckOutcome, CheckReport};

use std::time::Duration;

use super::contest::cannot_start;
use super::fault::Fault;
use super::{Log, Terms, ThinkingLimit};
use crate::play::Error;
use crate::registry::Entry;
use crate::system::{Cancel, printable};
use talk::{Check, Problem, Talk};

/// After so many checks in which the engine was silent, the rest is left out.
const MOST_SILENT: u32 = 2;

/// What is checked, and within which limits.
#[derive(Clone)]
pub struct Exam {
    /// The engine's command line.
    pub command: String,
    /// The game.
    pub entry: &'static Entry,
    /// Its options, as for `set_game`.
    pub options: String,
    /// The time of a move.
    pub time: Duration,
    /// Grace period for late moves.
    pub margin: Duration,
    /// The timeout of every other request.
    pub timeout: Duration,
    /// Whole games to play.
    pub games: u32,
    /// The seed of random moves.
    pub seed: u64,
    /// Whether to compare the engine's lists and counts of moves with papamu's instead.
    pub rules: bool,
    /// The names of the checks to make; all, if there are none.
    pub only: Vec<String>,
    /// The log of the conversations.
    pub log: Option<Log>,
}

impl Exam {
    /// All checks, in their order.
    fn checks(&self) -> Vec<Check> {
        if self.rules { rules::checks() } else { gtp::checks() }
    }

    /// The names of all checks.
    pub fn names(&self) -> Vec<&'static str> {
        self.checks().iter().map(|(item, _)| item.name).collect()
    }

    /// The game as `set_game` takes it.
    pub fn game(&self) -> String {
        format!("{} {}", self.entry.name, self.options).trim().to_owned()
    }

    /// The terms of a game with this time control.
    fn terms(&self, time: ThinkingLimit) -> Terms {
        Terms {
            game: self.game(),
            time,
            margin: self.margin,
            timeout: self.timeout,
            startup: self.timeout,
            prove: None,
        }
    }

    /// Makes all checks. Calls `see` after each. When `stop` is cancelled, the report ends with the last whole check.
    ///
    /// # Errors
    /// The game cannot be opened, or the engine cannot be started.
    pub fn run(&self, stop: &Cancel, mut see: impl FnMut(&CheckItem)) -> Result<CheckReport, Error> {
        let game = self.entry.open(&self.options)?;
        let (mut items, mut silent, mut skip) = (Vec::new(), 0, None);
        for (mut item, check) in self.checks() {
            if !self.only.is_empty() && !self.only.iter().any(|name| name == item.name) {
                continue;
            }
            if let Some(reason) = skip {
                item.close(CheckOutcome::Skipped, reason, Vec::new());
            } else {
                let talk = Talk::start(self, &game, stop);
                let mut talk = talk.map_err(|error| cannot_start(&self.command, &error))?;
                let found = check(&mut talk);
                if stop.is_cancelled() {
                    break;
                }
                match found {
                    Ok(()) => {}
                    Err(Problem::NotSupported(reason)) => {
                        item.close(CheckOutcome::NotSupported, &reason, Vec::new());
                    }
                    Err(problem) => {
                        let is_silent = matches!(problem, Problem::Fault(Fault::Silent(_) | Fault::NotReading(_)));
                        silent += u32::from(is_silent);
                        let lines = talk.player.process.end_with_lines();
                        item.close(CheckOutcome::Failed, &format!("{problem}{}", problem.hint()), lines);
                        if item.name == "start" {
                            skip = Some("the engine does not start");
                        } else if silent >= MOST_SILENT {
                            skip = Some("the engine was silent too often");
                        }
                    }
                }
            }
            see(&item);
            items.push(item);
        }
        Ok(CheckReport {
            engine: printable(&self.command).into_owned(),
            protocol: "gtp",
            game: self.game(),
            passed: items.iter().all(|item| !item.required || item.is_fine()),
            is_partial: self.rules || !self.only.is_empty(),
            checks: items,
        })
    }
}
