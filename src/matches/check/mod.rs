//! Whether an engine can play in a match: papamu plays the part of the manager, and says what the engine does right and wrong.
//!
//! Each check starts the engine anew, so that a failed one does not spoil the next. Required checks are about what a match
//! needs; the others are about what the protocol says beyond that.

mod games;
mod gtp;
mod rules;
mod talk;

use std::time::Duration;
use std::{fmt, io};

use serde::Serialize;

use super::contest::cannot_start;
use super::fault::Fault;
use super::player::Player;
use super::{Log, Terms, ThinkingLimit};
use crate::play::Error;
use crate::registry::Entry;
use crate::system::{Cancel, printable};
use talk::{Check, Problem, Talk};

/// After so many checks in which the engine was silent, the rest is left out.
const MOST_SILENT: u32 = 2;

#[derive(Clone)]
pub struct Exam {
    pub command: String,
    pub entry: &'static Entry,
    pub options: String,
    pub time: Duration,
    pub margin: Duration,
    /// The timeout of every other request.
    pub timeout: Duration,
    pub games: u32,
    pub seed: u64,
    /// Whether to compare the engine's lists and counts of moves with papamu's instead.
    pub rules: bool,
    /// The names of the checks to make; all, if there are none.
    pub only: Vec<String>,
    pub log: Option<Log>,
}

impl Exam {
    fn checks(&self) -> Vec<Check> {
        if self.rules { rules::checks() } else { gtp::checks() }
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.checks().iter().map(|(item, _)| item.name).collect()
    }

    pub fn game(&self) -> String {
        format!("{} {}", self.entry.name, self.options).trim().to_owned()
    }

    fn terms(&self, time: ThinkingLimit) -> Terms {
        let &Self { margin, timeout, .. } = self;
        Terms { game: self.game(), time, margin, timeout, startup: timeout, prove: None }
    }

    /// Makes all checks. Calls `see` after each. When `stop` is cancelled, the report ends with the last whole check.
    pub fn run(&self, stop: &Cancel, mut see: impl FnMut(&CheckItem)) -> Result<CheckReport, Error> {
        let game = self.entry.open(&self.options)?;
        let (mut items, mut silent, mut skip) = (Vec::new(), 0, None);
        for (mut item, check) in self.checks() {
            if !self.only.is_empty() && !self.only.iter().any(|name| name == item.name) {
                continue;
            }
            let launched = skip.is_none().then(|| Player::launch("engine", &self.command, self.log.as_ref(), stop));
            match launched.transpose() {
                Ok(None) => item.close(CheckOutcome::Skipped, skip.unwrap_or_default(), Vec::new()),
                // Once it has been started, only the machine can be the reason.
                Err(error) if items.is_empty() && error.kind() != io::ErrorKind::InvalidInput => {
                    item.close(CheckOutcome::Failed, &format!("cannot be started: {error}"), Vec::new());
                    skip = Some("the engine does not start");
                }
                Err(error) => return Err(cannot_start(&self.command, &error)),
                Ok(Some(player)) => {
                    let mut talk = Talk { exam: self, player, game: &game, given_up: 0 };
                    let found = check(&mut talk);
                    if stop.is_cancelled() {
                        break;
                    }
                    match found {
                        Ok(()) if talk.given_up > 0 => {
                            item.reason =
                                format!("games that the engine resigned at its first move: {}", talk.given_up);
                        }
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    Passed,
    Failed,
    NotSupported,
    Skipped,
}

#[derive(Clone, Debug, Serialize)]
pub struct CheckItem {
    pub name: &'static str,
    pub title: &'static str,
    pub required: bool,
    pub outcome: CheckOutcome,
    pub reason: String,
    /// The last lines of the conversation, if the check failed: `>` was sent to the engine, `<` is its output, `!` its standard
    /// error.
    pub lines: Vec<String>,
    pub page: &'static str,
}

impl CheckItem {
    fn new(name: &'static str, title: &'static str, required: bool, page: &'static str) -> Self {
        let (outcome, reason, lines) = (CheckOutcome::Passed, String::new(), Vec::new());
        Self { name, title, required, outcome, reason, lines, page }
    }

    fn close(&mut self, outcome: CheckOutcome, reason: &str, lines: Vec<String>) {
        (self.outcome, self.reason, self.lines) = (outcome, printable(reason).into_owned(), lines);
    }

    /// Whether the engine can play in spite of it.
    pub fn is_fine(&self) -> bool {
        matches!(self.outcome, CheckOutcome::Passed | CheckOutcome::NotSupported)
    }
}

impl fmt::Display for CheckItem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = match (self.outcome, self.required) {
            (CheckOutcome::Passed, _) => "pass",
            (CheckOutcome::Failed, true) => "FAIL",
            (CheckOutcome::Failed, false) => "warn",
            (CheckOutcome::NotSupported, _) => "none",
            (CheckOutcome::Skipped, _) => "skip",
        };
        let Self { name, title, reason, .. } = self;
        match self.outcome {
            CheckOutcome::Failed => write!(f, "{sign}  {name}: {reason} (expected: {title})")?,
            _ if reason.is_empty() => write!(f, "{sign}  {title}")?,
            _ => write!(f, "{sign}  {title}: {reason}")?,
        }
        self.lines.iter().try_for_each(|line| write!(f, "\n      {line}"))?;
        match self.outcome {
            CheckOutcome::Failed => {
                writeln!(f, "\n      see {}; to repeat this check: --only {}", self.page, self.name)
            }
            _ => writeln!(f),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    pub engine: String,
    pub protocol: &'static str,
    pub game: String,
    pub passed: bool,
    /// Whether only some checks were made, so that they say nothing about a match.
    #[serde(skip)]
    pub is_partial: bool,
    pub checks: Vec<CheckItem>,
}

impl CheckReport {
    /// The last line for people.
    pub fn summary(&self) -> String {
        let count = |outcome, required| {
            self.checks.iter().filter(|item| item.outcome == outcome && item.required == required).count()
        };
        let both = |outcome| count(outcome, true) + count(outcome, false);
        let verdict = match (self.is_partial, self.passed) {
            (false, true) => "can play in a match",
            (false, false) => "cannot play in a match",
            (true, true) => "passes these checks",
            (true, false) => "does not pass these checks",
        };
        let [failed, warnings] = [true, false].map(|required| count(CheckOutcome::Failed, required));
        let [passed, missing, skipped] =
            [CheckOutcome::Passed, CheckOutcome::NotSupported, CheckOutcome::Skipped].map(both);
        let found = format!("{passed} passed, {failed} failed, {warnings} warnings, {missing} not supported");
        format!("{found}, {skipped} skipped: the engine {verdict}")
    }
}
