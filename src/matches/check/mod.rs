//! Whether an engine can play in a match: papamu plays the part of the manager, and says what the engine does right and wrong.
//!
//! Each check starts the engine anew, so that a failed one does not spoil the next. A check that needs one that has failed is
//! not made: it would fail for the same reason.

mod games;
mod gtp;
mod rules;
mod talk;

use std::collections::BTreeSet;
use std::time::Duration;
use std::{fmt, io};

use serde::Serialize;

use super::contest::cannot_start;
use super::player::Player;
use super::{Log, Terms, ThinkingLimit};
use crate::play::Error;
use crate::registry::Entry;
use crate::system::{Cancel, printable};
use talk::{Check, Needs, Problem, Run, Talk};

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
        self.checks().iter().map(|(item, ..)| item.name).collect()
    }

    pub fn game(&self) -> String {
        format!("{} {}", self.entry.name, self.options).trim().to_owned()
    }

    fn terms(&self, time: ThinkingLimit) -> Terms {
        let &Self { margin, timeout, .. } = self;
        Terms { game: self.game(), time, params: Vec::new(), margin, timeout, startup: timeout, prove: None }
    }

    /// Makes all checks. Calls `see` after each. When `stop` is cancelled, the report ends with the last whole check.
    pub fn run(&self, stop: &Cancel, mut see: impl FnMut(&CheckItem)) -> Result<CheckReport, Error> {
        let game = self.entry.open(&self.options)?;
        let (mut items, mut has_started) = (Vec::<CheckItem>::new(), false);
        for (mut item, needs, run) in self.checks() {
            if !self.only.is_empty() && !self.only.iter().any(|name| name == item.name) {
                continue;
            }
            let is_cause = |known: &&CheckItem| known.outcome == CheckOutcome::Failed && needs.contains(&known.name);
            let cause = items.iter().find(is_cause).map(|known| format!("follows from {}", known.name));
            let launched = cause.is_none().then(|| Player::launch("engine", &self.command, self.log.as_ref(), stop));
            match launched.transpose() {
                Ok(None) => item.close(CheckOutcome::Skipped, &cause.unwrap_or_default(), Vec::new()),
                // Once it has been started, only the machine can be the reason.
                Err(error) if !has_started && error.kind() != io::ErrorKind::InvalidInput => {
                    item.close(CheckOutcome::Failed, &format!("cannot be started: {error}"), Vec::new());
                }
                Err(error) => return Err(cannot_start(&self.command, &error)),
                Ok(Some(player)) => {
                    has_started = true;
                    let mut talk = Talk { exam: self, player, game: &game, given_up: 0, remark: String::new() };
                    let found = run(&mut talk);
                    if stop.is_cancelled() {
                        break;
                    }
                    match found {
                        Ok(()) => item.reason = talk.remark,
                        Err(Problem::NotSupported(reason)) => {
                            item.close(CheckOutcome::NotSupported, &reason, Vec::new());
                        }
                        Err(problem) => {
                            let lines = talk.player.process.end_with_lines();
                            item.close(CheckOutcome::Failed, &format!("{problem}{}", problem.hint()), lines);
                        }
                    }
                }
            }
            see(&item);
            items.push(item);
        }
        Ok(CheckReport {
            engine: printable(&self.command).into_owned(),
            game: self.game(),
            passed: items.iter().all(|item| item.class != CheckClass::Match || item.is_fine()),
            is_partial: self.rules || !self.only.is_empty(),
            checks: items,
        })
    }
}

/// Who needs what a check is about: a match, or other programs such as GoGui.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckClass {
    Match,
    Programs,
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
    pub class: CheckClass,
    pub outcome: CheckOutcome,
    pub reason: String,
    /// The last lines of the conversation, if the check failed: `>` was sent to the engine, `<` is its output, `!` its standard
    /// error.
    pub lines: Vec<String>,
    pub page: &'static str,
}

fn check(class: CheckClass, needs: Needs, [name, title, page]: [&'static str; 3], run: Run) -> Check {
    let (outcome, reason, lines) = (CheckOutcome::Passed, String::new(), Vec::new());
    (CheckItem { name, title, class, outcome, reason, lines, page }, needs, run)
}

impl CheckItem {
    fn close(&mut self, outcome: CheckOutcome, reason: &str, lines: Vec<String>) {
        (self.outcome, self.reason, self.lines) = (outcome, printable(reason).into_owned(), lines);
    }

    fn sign(&self) -> &'static str {
        match (self.outcome, self.class) {
            (CheckOutcome::Passed, _) => "pass",
            (CheckOutcome::Failed, CheckClass::Match) => "FAIL",
            (CheckOutcome::Failed, CheckClass::Programs) => "warn",
            (CheckOutcome::NotSupported, _) => "none",
            (CheckOutcome::Skipped, _) => "skip",
        }
    }

    /// Whether the engine can play in spite of it.
    pub fn is_fine(&self) -> bool {
        matches!(self.outcome, CheckOutcome::Passed | CheckOutcome::NotSupported)
    }
}

impl fmt::Display for CheckItem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (sign, Self { name, title, reason, .. }) = (self.sign(), self);
        match self.outcome {
            CheckOutcome::Failed => write!(f, "{sign}  {name}: {reason} (expected: {title})")?,
            _ if reason.is_empty() => write!(f, "{sign}  {title}")?,
            _ => write!(f, "{sign}  {title}: {reason}")?,
        }
        self.lines.iter().try_for_each(|line| write!(f, "\n      {line}"))?;
        if self.outcome == CheckOutcome::Failed {
            write!(f, "\n      see {}; to repeat this check: --only {name}", self.page)?;
        }
        writeln!(f)
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    pub engine: String,
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
        let all = |sign: &'static str| self.checks.iter().filter(move |item| item.sign() == sign);
        let [passed, needed, by_others, missing, skipped] =
            ["pass", "FAIL", "warn", "none", "skip"].map(|sign| all(sign).count());
        let verdict = match (self.is_partial, self.passed) {
            (false, true) => "can play in a match",
            (false, false) => "cannot play in a match",
            (true, true) => "passes these checks",
            (true, false) => "does not pass these checks",
        };
        let reasons: BTreeSet<_> = all("skip").map(|item| item.reason.as_str()).collect();
        let why = if skipped > 0 { format!(" ({})", Vec::from_iter(reasons).join(", ")) } else { String::new() };
        let failed = format!("{needed} that a match needs, {by_others} that other programs need");
        format!(
            "{passed} passed; failed: {failed}; {missing} not supported, {skipped} skipped{why}: the engine {verdict}"
        )
    }
}
