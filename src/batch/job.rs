//! One position to analyse.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::game::{Color, Verdict};
use crate::play::{Analysis, Game, Observer, ReportData, Search, SearchParams};
use crate::registry::Entry;
use crate::search::Limits;
use crate::solve::verdict_or_unknown;
use crate::system::Cancel;
use crate::system::threads::usable;

use super::query::{AnswerError, Query};
use super::{DEFAULT_TIME, Defaults};

/// The moves reported if the query does not say.
const DEFAULT_MOVES: usize = 10;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Answer {
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
pub(crate) struct SolvedData {
    #[serde(serialize_with = "verdict_or_unknown")]
    pub result: Option<Verdict>,
    #[serde(rename = "move")]
    pub token: Option<String>,
}

pub(super) struct Job {
    pub query: Arc<Query>,
    /// The numbers of turns, and of moves or clicks, that were played before it.
    pub played: (usize, usize),
    pub positions: usize,
    /// The job's share of the query's length, and its own size.
    pub bytes: usize,
    pub cancel: Cancel,
}

impl Job {
    /// The positions of a query of this length, each as a job. Checks the whole query.
    pub(super) fn all(query: Query, length: usize, games: &[Entry]) -> Result<Vec<Self>, AnswerError> {
        let found = query.positions(games)?;
        let (query, positions) = (Arc::new(query), found.len());
        let bytes = size_of::<Self>() + length / positions.max(1);
        let job = |played| Self { query: query.clone(), played, positions, bytes, cancel: Cancel::default() };
        Ok(found.into_iter().map(job).collect())
    }

    /// Analyses the position, and calls `tell` with each answer.
    pub(super) fn run(&self, games: &[Entry], defaults: &Defaults, tell: &mut dyn FnMut(Result<Answer, AnswerError>)) {
        let (query, (turn, moves)) = (&*self.query, self.played);
        let mut session = match query.session(games, moves) {
            Ok(session) => session,
            Err(error) => return tell(Err(error)),
        };
        let params = SearchParams {
            only: query.allow.clone(),
            avoid: query.avoid.clone(),
            style: query.style(),
            cancel: self.cancel.clone(),
            threads: usable(defaults.search_threads as usize),
            hash_mb: defaults.hash_mb,
            ..SearchParams::within(self.limits(defaults))
        };
        let solved = self.solved(&session, &params);
        let stop = || self.cancel.is_cancelled();
        let ownership = query.ownership.then(|| session.ownership(&stop));
        let begun = Instant::now();
        let (to_move, result) = (session.turn(), session.outcome().map(|outcome| outcome.to_string()));
        let answer = |analysis: &Analysis| Answer {
            id: query.id.clone(),
            turn,
            positions: self.positions,
            to_move,
            result: result.clone(),
            terminated: analysis.is_final && self.cancel.is_cancelled(),
            solved: solved.clone(),
            report: ReportData { ownership: ownership.clone(), ..ReportData::new(analysis, begun.elapsed()) },
        };
        if self.cancel.is_cancelled() {
            return tell(Ok(answer(&Analysis { is_final: true, ..Analysis::default() })));
        }
        let mut see = |analysis: &Analysis| tell(Ok(answer(analysis)));
        let every = query.report_ms.map_or(Duration::MAX, Duration::from_millis);
        let moves = query.maxmoves.unwrap_or(DEFAULT_MOVES);
        let found = session.analyze(Search::with(params).observe(Observer { every, moves, see: &mut see }));
        tell(match found {
            Ok(analysis) => Ok(answer(&Analysis { is_final: true, ..analysis })),
            Err(error) => {
                let field = if query.allow.is_empty() { "avoid" } else { "allow" };
                Err(AnswerError::new(Some(query.id.clone()), Some(field), format!("turn {turn}: {error}")))
            }
        });
    }

    /// The limits of the search: those of the query, or those of the program.
    fn limits(&self, defaults: &Defaults) -> Limits {
        let Query { time_ms, nodes, depth, .. } = *self.query;
        let own = Limits { time: time_ms.map(Duration::from_millis), nodes, depth, ..Limits::default() };
        if !own.is_none() {
            return own;
        }
        let limits = Limits { time: defaults.time, nodes: defaults.nodes, ..own };
        if limits.is_none() { Limits { time: Some(DEFAULT_TIME), ..limits } } else { limits }
    }

    fn solved(&self, session: &Game, params: &SearchParams) -> Option<SolvedData> {
        let time = Duration::from_millis(self.query.solve_ms?);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let solved = session.solve(Search::with(SearchParams { limits, ..params.clone() }));
        let (result, token) = solved.map_or((None, None), |solved| (solved.verdict, solved.best));
        Some(SolvedData { result, token })
    }
}
