//! The queries of the analysis engine.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::{Points, Style};
use crate::play::Game;
use crate::registry::{self, Entry};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    pub id: String,
    pub game: String,
    pub position: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
    pub turns: Option<Turns>,
    pub nodes: Option<u64>,
    pub time_ms: Option<u64>,
    pub depth: Option<u32>,
    pub maxmoves: Option<usize>,
    #[serde(default)]
    pub allow: Vec<String>,
    #[serde(default)]
    pub avoid: Vec<String>,
    #[serde(default)]
    pub ownership: bool,
    pub solve_ms: Option<u64>,
    pub komi: Option<f64>,
    pub style: Option<Style>,
    pub report_ms: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase", expecting = "expected \"all\" or a list of numbers of turns")]
pub(crate) enum Turns {
    All,
    #[serde(untagged)]
    After(Vec<usize>),
}

/// A request for something other than an analysis.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Action {
    id: String,
    action: ActionName,
    terminate_id: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum ActionName {
    Terminate,
    TerminateAll,
    QueryVersion,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct AnswerError {
    pub id: Option<String>,
    pub error: String,
    pub field: Option<String>,
}

impl AnswerError {
    pub(super) fn new(id: Option<String>, field: Option<&str>, error: impl ToString) -> Self {
        Self { id, error: error.to_string(), field: field.map(str::to_owned) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ActionAnswer {
    pub id: String,
    action: ActionName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminated: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
}

pub(super) enum Request {
    Query(Box<Query>),
    Action(Action),
}

impl Request {
    pub(super) fn read(text: &str) -> Result<Self, AnswerError> {
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| AnswerError::new(None, None, format!("not JSON: {error}")))?;
        make_integers(&mut value);
        let Some(object) = value.as_object() else {
            return Err(AnswerError::new(None, None, "a query is a JSON object"));
        };
        let id = object.get("id").and_then(Value::as_str).map(str::to_owned);
        if !object.contains_key("action") {
            return Ok(Self::Query(convert(id, object)?));
        }
        let action: Action = convert(id.clone(), object)?;
        if (action.action == ActionName::Terminate) != action.terminate_id.is_some() {
            let error = "the action terminate needs the id of a query here; other actions take none";
            return Err(AnswerError::new(id, Some("terminate_id"), error));
        }
        Ok(Self::Action(action))
    }
}

/// Writes numbers such as `1000.0` as integers, which they are in JSON Schema.
fn make_integers(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(make_integers),
        Value::Object(fields) => fields.values_mut().for_each(make_integers),
        Value::Number(number) => {
            let float = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0);
            if let Some(float) = float.filter(|float| (0.0..2f64.powi(53)).contains(float)) {
                *number = (float as u64).into();
            }
        }
        _ => {}
    }
}

/// Converts an object, and names the field that is wrong.
fn convert<T: for<'de> Deserialize<'de>>(id: Option<String>, object: &Map<String, Value>) -> Result<T, AnswerError> {
    T::deserialize(object).map_err(|error| {
        let reason = error.to_string();
        // The reason names a field that is missing or unknown. Any other field that is wrong is so alone, too.
        let is_named = reason.starts_with("missing field") || reason.starts_with("unknown field");
        let is_wrong = |key: &str, value: &Value| {
            let alone = Map::from_iter([(key.to_owned(), value.clone())]);
            T::deserialize(&alone).is_err_and(|error| error.to_string() == reason)
        };
        let wrong = || object.iter().find(|(key, value)| is_wrong(key, value));
        let field = match reason.split('`').nth(1).filter(|_| is_named) {
            Some(name) => Some(name.to_owned()),
            None => wrong().map(|(key, value)| {
                let is_wrong = |item: &Value| is_wrong(key, &Value::from(vec![item.clone()]));
                let index = value.as_array().and_then(|list| list.iter().position(is_wrong));
                index.map_or_else(|| key.clone(), |index| format!("{key}[{index}]"))
            }),
        };
        AnswerError::new(id, field.as_deref(), reason)
    })
}

impl Action {
    /// Carries the action out. `terminate` ends a query, or all, and returns the number of positions.
    pub(super) fn answer(self, terminate: impl FnOnce(Option<&str>) -> usize) -> ActionAnswer {
        let Self { id, action, terminate_id } = self;
        let is_query = action == ActionName::QueryVersion;
        let terminated = (!is_query).then(|| terminate(terminate_id.as_deref()));
        ActionAnswer { id, action, terminated, version: is_query.then_some(env!("CARGO_PKG_VERSION")) }
    }
}

impl Query {
    fn error(&self, field: &str, error: impl ToString) -> AnswerError {
        AnswerError::new(Some(self.id.clone()), Some(field), error)
    }

    pub(super) fn style(&self) -> Style {
        self.style.unwrap_or(Style::Whole)
    }

    /// The positions to analyse, each with the numbers of turns, and of moves or clicks, that were played before it.
    pub(super) fn positions(&self, games: &[Entry]) -> Result<Vec<(usize, usize)>, AnswerError> {
        let zeros = [self.nodes == Some(0), self.depth == Some(0), self.maxmoves == Some(0)];
        if let Some((field, _)) = ["nodes", "depth", "maxmoves"].into_iter().zip(zeros).find(|(_, zero)| *zero) {
            return Err(self.error(field, "a number of at least 1"));
        }
        let mut session = self.open(games)?;
        let mut begins = vec![0];
        for index in 0..self.moves.len() {
            let goes_on = session.outcome().is_none();
            self.play(&mut session, index)?;
            // A turn of several moves or clicks ends where another begins, or with the game.
            if goes_on && session.is_between_turns() {
                begins.push(index + 1);
            }
        }
        let last = begins.len() - 1;
        let wanted = match &self.turns {
            // The last position may be in the middle of a turn.
            None => return Ok(vec![(last, self.moves.len())]),
            Some(Turns::All) => (0..=last).collect(),
            Some(Turns::After(turns)) => turns.clone(),
        };
        let position = |(index, turn): (usize, usize)| {
            let moves = *begins.get(turn).ok_or_else(|| {
                self.error(&format!("turns[{index}]"), format!("{turn}: the game has turns 0 to {last}"))
            })?;
            Ok((turn, moves))
        };
        wanted.into_iter().enumerate().map(position).collect()
    }

    /// The game after this many moves. It is played again, because copies of all positions with their history would need
    /// too much memory in long games.
    pub(super) fn session(&self, games: &[Entry], moves: usize) -> Result<Game, AnswerError> {
        let mut session = self.open(games)?;
        (0..moves).try_for_each(|index| self.play(&mut session, index))?;
        Ok(session)
    }

    fn play(&self, session: &mut Game, index: usize) -> Result<(), AnswerError> {
        let token = &self.moves[index];
        let played = session.play(session.turn(), token, self.style());
        played.map_err(|error| self.error(&format!("moves[{index}]"), format!("{token}: {error}")))
    }

    fn open(&self, games: &[Entry]) -> Result<Game, AnswerError> {
        let (name, options) = self.game.split_once(',').unwrap_or((&self.game, ""));
        let entry = registry::find(games, name).map_err(|error| self.error("game", error))?;
        let mut session = entry.open(&options.replace(',', " ")).map_err(|error| self.error("game", error))?;
        if let Some(komi) = self.komi {
            let komi = Points::from_f64(komi);
            session.set_komi(komi.ok_or_else(|| self.error("komi", "a number between -1000000 and 1000000"))?);
        }
        if let Some(position) = &self.position {
            session.set_position(position).map_err(|error| self.error("position", error))?;
        }
        Ok(session)
    }
}
