//! The answers of the analysis engine.

use serde::Serialize;

use crate::game::{Color, Verdict};
use crate::play::ReportData;
use crate::solve::verdict_or_unknown;

/// The analysis of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The query.
    pub id: String,
    /// The number of turns played before the position.
    pub turn: usize,
    /// The number of positions that the query asks for.
    pub positions: usize,
    /// The player to move; after the end of the game, the player who would have moved next.
    pub to_move: Color,
    /// The result, as the command `result` prints it; `null` while the game goes on.
    pub result: Option<String>,
    /// Whether the query was terminated before the analysis was complete.
    pub terminated: bool,
    /// The result with perfect play; only if the query asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedData>,
    /// The report.
    #[serde(flatten)]
    pub report: ReportData,
}

/// The result with perfect play, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolvedData {
    /// The result; `unknown` if nothing was proven within the limits.
    #[serde(serialize_with = "verdict_or_unknown")]
    #[cfg_attr(feature = "schemas", schemars(with = "String", extend("enum" = ["win", "draw", "unknown", "loss"])))]
    pub result: Option<Verdict>,
    /// A turn that keeps a win or a draw; `null` otherwise.
    #[serde(rename = "move")]
    pub token: Option<String>,
}

/// Why a query is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AnswerError {
    /// The query; `null` if its id cannot be read.
    pub id: Option<String>,
    /// What is wrong, and what is allowed.
    pub error: String,
    /// The field that is wrong; `null` if it is the query as a whole.
    pub field: Option<String>,
}

impl AnswerError {
    pub(super) fn new(id: Option<String>, field: Option<&str>, error: impl ToString) -> Self {
        let field = field.map(str::to_owned);
        Self { id, error: error.to_string(), field }
    }
}

/// The answer to an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ActionAnswer {
    /// The id of the action.
    pub id: String,
    /// The action.
    pub action: &'static str,
    /// The number of positions that had not been answered and now are terminated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminated: Option<usize>,
    /// The version of papamu.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
}
