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

use super::{Log, MatchError, Terms, ThinkingLimit};
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
        self.checks().iter().map(|check| check.name).collect()
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
    pub fn run(&self, stop: &Cancel, mut see: impl FnMut(&CheckItem)) -> Result<CheckReport, MatchError> {
        let game = self.entry.open(&self.options)?;
        let (mut items, mut silent, mut skip) = (Vec::new(), 0, None);
        let checks = self.checks();
        let is_wanted = |check: &&Check| self.only.is_empty() || self.only.iter().any(|name| name == check.name);
        for (index, check) in checks.iter().filter(is_wanted).enumerate() {
            let mut item = CheckItem::new(check.name, check.title, check.required, check.page);
            if let Some(reason) = skip {
                item.close(CheckOutcome::Skipped, reason, Vec::new());
            } else {
                let failed = |error| MatchError::Start { name: self.command.clone(), error };
                let mut talk = Talk::start(self, &game, stop).map_err(failed)?;
                let found = (check.run)(&mut talk);
                if stop.is_cancelled() {
                    break;
                }
                if let Err(problem) = found {
                    silent += u32::from(problem.is_silence());
                    let outcome = match problem {
                        Problem::NotSupported(_) => CheckOutcome::NotSupported,
                        _ => CheckOutcome::Failed,
                    };
                    let lines = match outcome {
                        CheckOutcome::Failed => talk.player.process.end_with_lines(),
                        _ => Vec::new(),
                    };
                    item.close(outcome, &format!("{problem}{}", problem.hint()), lines);
                    if outcome == CheckOutcome::Failed && index == 0 && check.name == checks[0].name {
                        skip = Some("the engine does not start");
                    } else if silent >= MOST_SILENT {
                        skip = Some("the engine was silent too often");
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
