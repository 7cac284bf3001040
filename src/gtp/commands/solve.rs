//! Proofs.

use std::time::{Duration, Instant};

use nom::combinator::opt;
use serde::Serialize;

use crate::game::Verdict;
use crate::gtp::arguments::{keyword, seconds};
use crate::gtp::{Failure, Reply};
use crate::play::{Limits, Search};
use crate::solve::{Journal, MovesWatch, Numbers, ProofProgress, SolvedMove, SolvedMoves, verdict_or_unknown};

use super::data::json;
use super::{Call, Command, lines};

const DEFAULT_TIME: Duration = Duration::from_secs(10);
const REPORT_EVERY: Duration = Duration::from_millis(500);

pub(super) const COMMANDS: &[Command] = &[Command::new(
    "solve [moves] [SECONDS] [json] [report]",
    "proves who wins with perfect play, within a time limit (default 10): win MOVE, loss, draw MOVE or unknown; with moves, \
        a line per move: MOVE RESULT [DISTANCE], or as JSON. With report, info lines show the progress",
    "boardsize 4\nsolve 5",
    solve,
)];

fn solve(call: &mut Call) -> Reply {
    let is_given = |name| opt(keyword(name));
    let (moves, time, json, report) =
        call.parse((is_given("moves"), opt(seconds), is_given("json"), is_given("report")))?;
    let limits = Limits { time: Some(time.unwrap_or(DEFAULT_TIME)), ..Limits::default() };
    match (moves, json) {
        (Some(()), _) => solve_moves(call, limits, json.is_some(), report.is_some()),
        (None, Some(())) => Err(Failure::usage(call.command.usage)),
        (None, None) => {
            let (game, cancel, begun) = (&call.gtp.game, &call.line.cancel, Instant::now());
            let tell = &mut *call.tell;
            let mut see = |progress: &ProofProgress| tell(&info(progress, begun.elapsed()));
            let mut search = Search::new().within(limits).cancel(cancel);
            if report.is_some() {
                search = search.journal(Journal { save: None, tell_every: REPORT_EVERY, see: &mut see });
            }
            Ok(game.solve(search)?.to_string())
        }
    }
}

/// The results of all moves. As JSON, each change is reported, too.
fn solve_moves(call: &mut Call, limits: Limits, as_json: bool, has_report: bool) -> Reply {
    let (game, cancel, begun) = (&call.gtp.game, &call.line.cancel, Instant::now());
    let tell = &mut *call.tell;
    let mut last: Vec<SolvedMove> = Vec::new();
    let mut see = |solved: &SolvedMoves| {
        if let (true, Some(progress)) = (has_report, &solved.progress) {
            let (known, moves) = (solved.known(), solved.moves.len());
            tell(&format!("{} known {known} moves {moves}", info(progress, begun.elapsed())));
        }
        if as_json && solved.moves != last {
            tell(&moves_json(solved, false));
            last.clone_from(&solved.moves);
        }
    };
    let watch = (as_json || has_report).then_some(MovesWatch { every: REPORT_EVERY, see: &mut see });
    let solved = game.solve_moves(Search::new().within(limits).cancel(cancel), watch)?;
    if as_json { Ok(moves_json(&solved, true)) } else { lines(&solved.moves) }
}

/// A report of a proof that has taken this time.
fn info(progress: &ProofProgress, time: Duration) -> String {
    let ProofProgress { side, goal, numbers: Numbers { proof, disproof }, nodes, best, .. } = progress;
    let speed = (*nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
    let mv = best.as_ref().map_or_else(String::new, |best| format!(" move {best}"));
    let side = side.letter();
    format!("info nodes {nodes} nps {speed} player {side} goal {goal} proof {proof} disproof {disproof}{mv}")
}

#[derive(Serialize)]
struct MovesJson<'a> {
    #[serde(rename = "final")]
    is_final: bool,
    #[serde(serialize_with = "verdict_or_unknown")]
    result: Option<Verdict>,
    moves: &'a [SolvedMove],
    nodes: u64,
}

pub fn moves_json(solved: &SolvedMoves, is_final: bool) -> String {
    json(MovesJson { is_final, result: solved.result(), moves: &solved.moves, nodes: solved.nodes })
}
