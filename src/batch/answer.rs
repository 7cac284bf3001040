//! The answers of the analysis engine.

use serde::Serialize;

use crate::game::{Color, Verdict};
use crate::play::ReportData;
use crate::solve::verdict_or_unknown;

/// The analysis of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    pub id: String,
    pub turn: usize,
    pub positions: usize,
    pub to_move: Color,
    pub result: Option<String>,
    pub terminated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedData>,
    #[serde(flatten)]
    pub report: ReportData,
}

/// The result with perfect play, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolvedData {
    #[serde(serialize_with = "verdict_or_unknown")]
    pub result: Option<Verdict>,
    #[serde(rename = "move")]
    pub token: Option<String>,
}

/// Why a query is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerError {
    pub id: Option<String>,
    pub error: String,
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
pub struct ActionAnswer {
    pub id: String,
    pub action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminated: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
}
