//! The queries of the analysis engine.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::engine::SCHEMA_VERSION;
use crate::game::{Points, Style};
use crate::registry::{self, Entry};
use crate::search::Limits;
use crate::session::Session;
use crate::system::Cancel;

use super::answer::{ActionAnswer, AnswerError};
use super::job::Job;

/// A query.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// A name for the query, which its answers repeat.
    pub id: String,
    /// The game with its options: `kanga,width=9,height=9`.
    pub game: String,
    /// The position before the first move, as the command `position` prints it.
    pub position: Option<String>,
    /// The turns played, in order; with `"notation": "steps"`, the clicks.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The positions to analyse; by default, the last.
    pub turns: Option<Turns>,
    /// The node limit of a position.
    pub nodes: Option<u64>,
    /// The time limit of a position in milliseconds.
    pub time_ms: Option<u64>,
    /// The depth limit of a position in plies.
    pub depth: Option<u32>,
    /// The most moves to report; by default 10.
    pub maxmoves: Option<usize>,
    /// The only moves to consider, or beginnings of turns.
    #[serde(default)]
    pub allow: Vec<String>,
    /// The moves not to consider, or beginnings of turns.
    #[serde(default)]
    pub avoid: Vec<String>,
    /// Whether to report the expected ownership.
    #[serde(default)]
    pub ownership: bool,
    /// The time in milliseconds for a proof of the result, before the analysis.
    pub solve_ms: Option<u64>,
    /// The komi.
    pub komi: Option<f64>,
    /// How moves are written: `whole` (the default) or `steps`.
    pub notation: Option<Notation>,
    /// Queries with a higher priority come first; by default 0.
    #[serde(default)]
    pub priority: i64,
    /// The interval in milliseconds of reports during the search; by default there is only the last.
    pub report_ms: Option<u64>,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// Whole turns.
    Whole,
    /// Single clicks.
    Steps,
}

/// The positions to analyse.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected \"all\" or a list of numbers of turns")]
pub enum Turns {
    /// All of them: the word `all`.
    All(AllTurns),
    /// The positions after these numbers of turns.
    After(Vec<usize>),
}

/// The word `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AllTurns {
    /// All positions.
    All,
}

/// What is not a query.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Action {
    id: String,
    action: ActionName,
    /// The query to terminate.
    terminate_id: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ActionName {
    Terminate,
    TerminateAll,
    QueryVersion,
    ClearCache,
}

/// A position, with the number of turns played before it.
type Place = (usize, Box<dyn Session>);

/// A line of the input.
pub(super) enum Request {
    Query(Box<Query>),
    Action(Action),
}

impl Request {
    /// Reads a line.
    pub fn read(text: &str) -> Result<Self, AnswerError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| AnswerError::new(None, None, format!("not JSON: {error}")))?;
        if !value.is_object() {
            return Err(AnswerError::new(None, None, "a query is a JSON object"));
        }
        let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
        if value.get("action").is_none() {
            return Ok(Self::Query(field(id, value)?));
        }
        let action: Action = field(id.clone(), value)?;
        if (action.action == ActionName::Terminate) != action.terminate_id.is_some() {
            let error = "the id of the query to terminate; only with the action terminate";
            return Err(AnswerError::new(id, Some("terminate_id"), error));
        }
        Ok(Self::Action(action))
    }
}

/// Converts a value, and names the field that is wrong.
fn field<T: for<'de> Deserialize<'de>>(id: Option<String>, value: Value) -> Result<T, AnswerError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let reason = error.into_inner().to_string();
        // A field that is missing or unknown has no path of its own.
        let named = reason.split('`').nth(1).filter(|_| path == "." && reason.contains("field"));
        let field = named.map_or(path.clone(), str::to_owned);
        AnswerError::new(id, Some(&field).filter(|field| *field != ".").map(String::as_str), reason)
    })
}

impl Action {
    /// Carries the action out. `terminate` ends a query, or all, and returns the number of positions.
    pub fn answer(self, terminate: impl FnOnce(Option<&str>) -> usize) -> ActionAnswer {
        let (action, terminated, version) = match self.action {
            ActionName::Terminate => ("terminate", Some(terminate(self.terminate_id.as_deref())), None),
            ActionName::TerminateAll => ("terminate_all", Some(terminate(None)), None),
            ActionName::QueryVersion => ("query_version", None, Some(env!("CARGO_PKG_VERSION"))),
            // Nothing is kept between positions, so that they do not depend on each other.
            ActionName::ClearCache => ("clear_cache", None, None),
        };
        ActionAnswer { schema_version: SCHEMA_VERSION, id: self.id, action, terminated, version }
    }
}

impl Query {
    fn error(&self, field: &str, error: impl ToString) -> AnswerError {
        AnswerError::new(Some(self.id.clone()), Some(field), error)
    }

    pub(super) fn style(&self) -> Style {
        if self.notation == Some(Notation::Steps) { Style::Steps } else { Style::Whole }
    }

    /// The limits of a position, without those of the program.
    pub(super) fn limits(&self) -> Limits {
        let time = self.time_ms.map(Duration::from_millis);
        Limits { time, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// The positions to analyse, each as a job. Checks the whole query.
    pub(super) fn jobs(self, games: &[Entry]) -> Result<Vec<Job>, AnswerError> {
        let positions = self.positions(games)?;
        let query = std::sync::Arc::new(self);
        let job = |(turn, session)| Job { query: query.clone(), turn, session, cancel: Cancel::default() };
        Ok(positions.into_iter().map(job).collect())
    }

    /// The positions to analyse, with the number of turns before each.
    fn positions(&self, games: &[Entry]) -> Result<Vec<Place>, AnswerError> {
        for (field, number) in
            [("nodes", self.nodes), ("depth", self.depth.map(u64::from)), ("maxmoves", self.maxmoves.map(|n| n as u64))]
        {
            if number == Some(0) {
                return Err(self.error(field, "a number of at least 1"));
            }
        }
        let mut session = self.open(games)?;
        let mut found = vec![session.fork()];
        for (index, token) in self.moves.iter().enumerate() {
            let played = session.play(session.turn(), token, self.style());
            played.map_err(|error| self.error(&format!("moves[{index}]"), format!("{token}: {error}")))?;
            // A turn of several moves or clicks ends where another begins, or with the game.
            match (session.turns().len(), session.is_between_turns()) {
                (turns, true) if turns == found.len() => found.push(session.fork()),
                _ => {}
            }
        }
        let last = found.len() - 1;
        let wanted = match &self.turns {
            // The last position may be in the middle of a turn.
            None => {
                return Ok(vec![(
                    session.turns().len().saturating_sub(usize::from(!session.is_between_turns())),
                    session,
                )]);
            }
            Some(Turns::All(_)) => (0..=last).collect(),
            Some(Turns::After(turns)) => turns.clone(),
        };
        let mut positions = Vec::new();
        for (index, turn) in wanted.into_iter().enumerate() {
            let session = found.get(turn).ok_or_else(|| {
                self.error(&format!("turns[{index}]"), format!("{turn}: the game has turns 0 to {last}"))
            })?;
            positions.push((turn, session.fork()));
        }
        Ok(positions)
    }

    /// The game in its first position.
    fn open(&self, games: &[Entry]) -> Result<Box<dyn Session>, AnswerError> {
        let (name, options) = self.game.split_once(',').unwrap_or((&self.game, ""));
        let entry = registry::find(games, name).map_err(|error| self.error("game", error))?;
        let mut session = entry.open(&options.replace(',', " ")).map_err(|error| self.error("game", error))?;
        if let Some(komi) = self.komi {
            session.set_komi(
                Points::from_f64(komi).ok_or_else(|| self.error("komi", "a number between -1000000 and 1000000"))?,
            );
        }
        if let Some(position) = &self.position {
            session.set_position(position).map_err(|error| self.error("position", error))?;
        }
        Ok(session)
    }
}
