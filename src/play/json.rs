//! The reports of an analysis as data, for JSON.

use std::time::Duration;

use serde::Serialize;

use crate::board::Vertex;
use crate::game::{Color, Verdict};
use crate::play::{Analysis, Variation};
use crate::search::Bound;

/// The version of all data in JSON. It changes when an existing field changes its meaning or is removed. New fields may
/// be added at any time.
pub(crate) const SCHEMA_VERSION: u32 = 3;

/// Data in JSON with the version of its form. Their schemas in `docs/schemas` are written by hand; a test of the Python client
/// compares them with what the program prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Versioned<T> {
    pub schema_version: u32,
    #[serde(flatten)]
    pub data: T,
}

impl<T> Versioned<T> {
    pub const fn new(data: T) -> Self {
        Self { schema_version: SCHEMA_VERSION, data }
    }
}

/// A report of an analysis, as `protocol.md` describes it. The values are those of the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ReportData {
    #[serde(rename = "final")]
    pub is_final: bool,
    pub nodes: u64,
    pub nodes_per_second: u64,
    pub depth: u32,
    pub elapsed_ms: u64,
    #[serde(flatten)]
    pub value: ValueData,
    pub moves: Vec<MoveData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Option<Vec<f64>>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct ValueData {
    pub winrate: Option<f64>,
    pub score: Option<f64>,
    pub proven: Option<Verdict>,
    pub win_in: Option<u32>,
    pub loss_in: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MoveData {
    #[serde(rename = "move")]
    pub token: String,
    pub visits: u64,
    pub depth: u32,
    pub bound: Option<&'static str>,
    #[serde(flatten)]
    pub value: ValueData,
    pub pv: Vec<TurnData>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TurnData {
    pub player: Color,
    pub tokens: Vec<String>,
    pub clicks: Vec<Vertex>,
}

impl ReportData {
    pub(crate) fn new(analysis: &Analysis, elapsed: Duration) -> Self {
        // The value of the position is that of its best move, unless moves were left out.
        let best = analysis.variations.first().map(ValueData::of).unwrap_or_default();
        let winrate = analysis.winrate().map(rounded);
        let value = match analysis.proven {
            Some(_) => best,
            None => ValueData { winrate, proven: None, win_in: None, loss_in: None, ..best },
        };
        let of_move = |variation: &Variation| MoveData {
            token: variation.token().to_owned(),
            visits: variation.visits,
            depth: variation.depth,
            bound: bound(variation.bound),
            value: ValueData::of(variation),
            pv: variation.turns.clone(),
        };
        Self {
            is_final: analysis.is_final,
            nodes: analysis.nodes,
            nodes_per_second: (analysis.nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64,
            depth: analysis.depth,
            elapsed_ms: elapsed.as_millis() as u64,
            value,
            moves: analysis.variations.iter().map(of_move).collect(),
            ownership: None,
        }
    }
}

impl ValueData {
    pub(crate) fn of(variation: &Variation) -> Self {
        let within = |verdict| variation.distance.filter(|_| variation.proven == Some(verdict));
        Self {
            winrate: Some(rounded(variation.winrate)),
            score: variation.score.map(tenths),
            proven: variation.proven,
            win_in: within(Verdict::Win),
            loss_in: within(Verdict::Loss),
        }
    }
}

pub(crate) fn tenths(points: f64) -> f64 {
    (points * 10.0).round() / 10.0 + 0.0 // no -0.0
}

/// Rounds a win rate or a coordinate to four decimal places. Only a proven win rate is 0 or 1.
pub(crate) fn rounded(winrate: f64) -> f64 {
    (winrate * 1e4).round() / 1e4
}

/// A bound as a word; `None` if the value is exact.
pub(crate) fn bound(bound: Bound) -> Option<&'static str> {
    match bound {
        Bound::Exact => None,
        Bound::Lower => Some("lower"),
        Bound::Upper => Some("upper"),
    }
}
