//! The checklist, for people and as JSON.

use std::fmt;

use serde::Serialize;

use crate::system::printable;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// The engine does what is expected.
    Passed,
    /// It does not.
    Failed,
    /// It does not have the optional command.
    NotSupported,
    /// The check was left out, because earlier ones failed.
    Skipped,
}

/// A check and how it ended.
#[derive(Clone, Debug, Serialize)]
pub struct CheckItem {
    /// The check's name.
    pub name: &'static str,
    /// What the engine should do.
    pub title: &'static str,
    /// Whether a match needs it.
    pub required: bool,
    /// How it ended.
    pub outcome: CheckOutcome,
    /// What was wrong; empty if the check passed.
    pub reason: String,
    /// The last lines of the conversation, if the check failed: `>` was sent to the engine, `<` is its output, `!` its standard
    /// error.
    pub lines: Vec<String>,
    /// The page and section that say what is expected.
    pub page: &'static str,
}

impl CheckItem {
    pub(super) fn new(name: &'static str, title: &'static str, required: bool, page: &'static str) -> Self {
        let (outcome, reason, lines) = (CheckOutcome::Passed, String::new(), Vec::new());
        Self { name, title, required, outcome, reason, lines, page }
    }

    pub(super) fn close(&mut self, outcome: CheckOutcome, reason: &str, lines: Vec<String>) {
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
        write!(f, "{sign}  {}", self.title)?;
        if !self.reason.is_empty() {
            let separator = if self.outcome == CheckOutcome::Failed { "\n      " } else { ": " };
            write!(f, "{separator}{}", self.reason)?;
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

/// What was found out about an engine.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The engine's command line.
    pub engine: String,
    /// `gtp`, papamu's line protocol.
    pub protocol: &'static str,
    /// The game with its options.
    pub game: String,
    /// Whether the engine can play in a match: all required checks passed, or are about commands that it does not have. If
    /// only some checks were made, whether it passes these.
    pub passed: bool,
    /// Whether only some checks were made, so that they say nothing about a match.
    #[serde(skip)]
    pub is_partial: bool,
    /// The checks, in the order in which they were made.
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
        format!(
            "{} passed, {} failed, {} warnings, {} not supported, {} skipped: the engine {verdict}",
            both(CheckOutcome::Passed),
            count(CheckOutcome::Failed, true),
            count(CheckOutcome::Failed, false),
            both(CheckOutcome::NotSupported),
            both(CheckOutcome::Skipped),
        )
    }
}
