//! The reports of an analysis as data, for JSON.

use std::time::Duration;

use serde::Serialize;

use crate::board::Vertex;
use crate::game::{Color, Verdict};
use crate::play::{Analysis, Variation};
use crate::search::Bound;

/// The version of all data in JSON. It changes when an existing field changes its meaning or is removed. New fields may
/// be added at any time.
pub(crate) const SCHEMA_VERSION: u32 = 2;

/// Data in JSON with the version of its form. Their schemas in `docs/schemas` are written by hand; a test of the Python client
/// compares them with what the program prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Versioned<T> {
    /// The version of this data. While it stays the same, existing fields keep their meaning; new fields may be added.
    pub schema_version: u32,
    /// The data.
    #[serde(flatten)]
    pub data: T,
}

impl<T> Versioned<T> {
    /// Data of the current version.
    pub const fn new(data: T) -> Self {
        Self { schema_version: SCHEMA_VERSION, data }
    }
}

/// A report of an analysis. The values are those of the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportData {
    /// Whether it is the last report.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Positions visited, including those visited for the values of all moves.
    pub nodes: u64,
    /// Positions visited per second.
    pub nodes_per_second: u64,
    /// The depth that the search for the best move has completed, in plies.
    pub depth: u32,
    /// Milliseconds since the search began.
    pub elapsed_ms: u64,
    /// The value of the position, which is that of its best move; `null` after the end of the game.
    #[serde(flatten)]
    pub value: ValueData,
    /// The best moves, best first.
    pub moves: Vec<MoveData>,
    /// The expected owner of each cell at the end of the game, from 1 (Black) to -1 (White), in the order of `cells` in
    /// `state`; only on request, `null` in games without ownership.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Option<Vec<f64>>>,
}

/// The value of a move or a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ValueData {
    /// The expected score, from 0 (a loss) to 1 (a win).
    pub winrate: Option<f64>,
    /// The expected lead in points at the end of the game; `null` in games without points.
    pub score: Option<f64>,
    /// `win` or `loss` if the result with perfect play is proven, else `null`.
    pub proven: Option<Verdict>,
    /// Within how many turns the player to move can end a won game, counting the turns of both players; `null` if that
    /// is not known.
    pub win_in: Option<u32>,
    /// Within how many turns the opponent can end a lost game; `null` if that is not known.
    pub loss_in: Option<u32>,
}

/// A move of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveData {
    /// The move as a token.
    #[serde(rename = "move")]
    pub token: String,
    /// Positions visited for this move. This says nothing about its quality.
    pub visits: u64,
    /// The depth of the search that gave the value, in plies.
    pub depth: u32,
    /// `lower` or `upper` if the value is only a bound, `null` if it is exact at this depth.
    pub bound: Option<&'static str>,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueData,
    /// The principal variation.
    pub pv: Vec<TurnData>,
}

/// A turn of a variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnData {
    /// The player.
    pub player: Color,
    /// Its tokens, in the style of the session.
    pub tokens: Vec<String>,
    /// The vertices to click.
    pub clicks: Vec<Vertex>,
}

impl ReportData {
    /// The report of an analysis that has run for `elapsed`.
    pub(crate) fn new(analysis: &Analysis, elapsed: Duration) -> Self {
        Self {
            is_final: analysis.is_final,
            nodes: analysis.nodes,
            nodes_per_second: (analysis.nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64,
            depth: analysis.depth,
            elapsed_ms: elapsed.as_millis() as u64,
            value: ValueData::of_position(analysis),
            moves: analysis.variations.iter().map(MoveData::of).collect(),
            ownership: None,
        }
    }
}

impl ValueData {
    /// The value of the position of an analysis: that of its best move, unless moves were left out.
    fn of_position(analysis: &Analysis) -> Self {
        let best = analysis.variations.first().map(Self::of).unwrap_or_default();
        let winrate = analysis.winrate().map(rounded);
        match analysis.proven {
            Some(_) => best,
            None => Self { winrate, proven: None, win_in: None, loss_in: None, ..best },
        }
    }

    /// The value of a variation.
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

impl MoveData {
    fn of(variation: &Variation) -> Self {
        Self {
            token: variation.token().to_owned(),
            visits: variation.visits,
            depth: variation.depth,
            bound: bound(variation.bound),
            value: ValueData::of(variation),
            pv: variation.turns.clone(),
        }
    }
}

/// Rounds points to one decimal place.
pub(crate) fn tenths(points: f64) -> f64 {
    (points * 10.0).round() / 10.0 + 0.0 // no -0.0
}

/// Rounds a win rate to four decimal places. Only a proven result is 0 or 1.
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
