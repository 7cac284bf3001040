//! Analysis: reports of a search while it runs.

use std::fmt::Write;
use std::time::{Duration, Instant};

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt};
use nom::multi::fold_many0;
use nom::sequence::preceded;
use serde::Serialize;

use crate::board::Vertex;
use crate::game::{Color, Style};
use crate::session::{Analysis, Observer, Turn, VariationTurn, vertices_of};

use super::super::arguments::{Parsed, color, integer, keyword, word};
use super::super::graphics;
use super::super::reply::{Failure, Reply};
use super::super::translator::Output;
use super::data::{SCHEMA_VERSION, json};
use super::{Call, Command, done};

const REPORT_ARGUMENTS: &str = "[COLOR] [CENTISECONDS] [maxmoves COUNT] [json]";
const GENMOVE_ARGUMENTS: &str = "COLOR [CENTISECONDS] [maxmoves COUNT] [json]";

pub const COMMANDS: &[Command] = &[
    Command {
        name: "analyze",
        arguments: REPORT_ARGUMENTS,
        help: "reports the search until the next line arrives",
        example: "analyze b 50 maxmoves 3",
        run: analyze,
    },
    Command {
        name: "lz-analyze",
        arguments: REPORT_ARGUMENTS,
        help: "as analyze",
        example: "lz-analyze b interval 50",
        run: analyze,
    },
    Command {
        name: "genmove_analyze",
        arguments: GENMOVE_ARGUMENTS,
        help: "as genmove, and reports the search",
        example: "genmove_analyze b 20 json",
        run: genmove_analyze,
    },
    Command {
        name: "lz-genmove_analyze",
        arguments: GENMOVE_ARGUMENTS,
        help: "as genmove_analyze",
        example: "lz-genmove_analyze b 20",
        run: genmove_analyze,
    },
    Command {
        name: "show",
        arguments: "NAME",
        help: "a picture of the position, as graphics for GoGui; gogui-analyze_commands lists the pictures",
        example: "set_game kanga\nshow connection",
        run: show,
    },
];

/// How an analysis is reported.
#[derive(Clone, Copy)]
struct ReportArgs {
    /// The interval, in hundredths of a second.
    centiseconds: u32,
    /// The most moves to report.
    moves: u32,
    /// Whether to report JSON.
    json: bool,
}

impl ReportArgs {
    fn observer<'a>(self, see: &'a mut dyn FnMut(&Analysis)) -> Observer<'a> {
        let every = Duration::from_millis(10) * self.centiseconds.max(1);
        Observer { every, moves: self.moves.max(1) as usize, see }
    }
}

impl ReportArgs {
    /// Formats an analysis of a search that began at `begun`.
    fn writer(self, begun: Instant) -> impl Fn(&Analysis) -> String {
        move |analysis| if self.json { report_json(analysis, begun.elapsed()) } else { info(analysis) }
    }
}

/// An interval, then pairs of a word and a number, as in Leela Zero and KataGo.
fn report_args(input: &str) -> Parsed<'_, ReportArgs> {
    let default = ReportArgs { centiseconds: 50, moves: 10, json: false };
    let pair = |name| preceded(keyword(name), integer);
    let pairs = fold_many0(
        alt((
            map(pair("interval"), |number| ("interval", number)),
            map(pair("maxmoves"), |number| ("maxmoves", number)),
            map(pair("minmoves"), |number| ("minmoves", number)),
            map(keyword("json"), |()| ("json", 1)),
        )),
        move || default,
        |args, (name, number)| match name {
            "interval" => ReportArgs { centiseconds: number, ..args },
            "maxmoves" => ReportArgs { moves: number, ..args },
            "json" => ReportArgs { json: true, ..args },
            _ => args, // `minmoves` has no effect, because all moves are reported anyway
        },
    );
    map((opt(integer), pairs), |(interval, args)| match interval {
        Some(centiseconds) => ReportArgs { centiseconds, ..args },
        None => args,
    })
    .parse(input)
}

fn analyze(call: &mut Call) -> Reply {
    let (color, report) = call.parse((opt(color), report_args))?;
    let color = color.unwrap_or_else(|| call.gtp.engine.game().turn());
    let until_next = call.tokens.until_next;
    let mut last = String::new();
    let write = report.writer(call.gtp.begun());
    let mut see = |analysis: &Analysis| {
        last = write(analysis);
        (call.tell)(Output::Line(&last));
    };
    let observer = report.observer(&mut see);
    let Some(analysis) = call.gtp.analyze(color, until_next, observer)? else { return done() };
    let text = write(&analysis);
    if text != last && !analysis.variations.is_empty() {
        (call.tell)(Output::Line(&text));
    }
    // The search may end before the next line arrives.
    if !analysis.variations.is_empty() {
        until_next.wait();
    }
    done()
}

fn genmove_analyze(call: &mut Call) -> Reply {
    let (color, report) = call.parse((color, report_args))?;
    let write = report.writer(call.gtp.begun());
    if report.json {
        let chosen =
            genmove_turn(call, color, true, report, &mut |tell, analysis| tell(Output::Line(&write(analysis))))?;
        if !chosen.is_empty() {
            (call.tell)(Output::Line(&chosen));
        }
        return done();
    }
    let tell = &mut *call.tell;
    let mut see = |analysis: &Analysis| tell(Output::Line(&write(analysis)));
    call.gtp.engine.check_room()?;
    let observer = report.observer(&mut see);
    let Some(choice) = call.gtp.choose(color, call.gtp.style, call.tokens.cancel, Some(observer))? else {
        return done();
    };
    call.gtp.engine.play_choice(&choice)?;
    (call.tell)(Output::Line(&format!("play {}", choice.token())));
    done()
}

/// Draws one of the game's pictures of the position.
fn show(call: &mut Call) -> Reply {
    let name = call.parse(word)?;
    let game = call.gtp.engine.game();
    let drawing = game.view(name, &|| call.is_cancelled());
    let view = game.views().iter().find(|view| view.name == name);
    let (Some(drawing), Some(view)) = (drawing, view) else {
        let names: Vec<_> = game.views().iter().map(|view| view.name).collect();
        return Err(Failure::View(name.to_owned(), names.join(" ")));
    };
    Ok(graphics::drawing(&drawing, view.numbers, game.shape()))
}

/// A report line in the format of Leela Zero and KataGo.
fn info(analysis: &Analysis) -> String {
    let mut text = String::new();
    for (order, variation) in analysis.variations.iter().enumerate() {
        let space = if order == 0 { "" } else { " " };
        let winrate = (10_000.0 * variation.winrate).round();
        let (token, visits) = (variation.token(), variation.visits);
        let _ = write!(text, "{space}info move {token} visits {visits} winrate {winrate} order {order}");
        if let Some(wins) = variation.proven {
            text += if wins { " proven win" } else { " proven loss" };
        }
        text += " pv";
        variation.tokens().for_each(|(_, token)| text += &format!(" {token}"));
    }
    text
}

/// A report of an analysis.
#[derive(Serialize)]
struct ReportJson<'a> {
    schema_version: u32,
    nodes: u64,
    nodes_per_second: u64,
    depth: u32,
    elapsed_ms: u64,
    moves: Vec<MoveJson<'a>>,
}

/// A move of an analysis.
#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    token: &'a str,
    visits: u64,
    winrate: f64,
    proven: Option<&'static str>,
    pv: Vec<TurnJson<'a>>,
}

/// A turn of a variation.
#[derive(Serialize)]
struct TurnJson<'a> {
    player: Color,
    tokens: &'a [String],
    clicks: &'a [Vertex],
}

/// The chosen move.
#[derive(Serialize)]
struct ChoiceJson<'a> {
    schema_version: u32,
    player: Color,
    #[serde(rename = "move")]
    token: &'a str,
    clicks: Vec<Vertex>,
    turn: Option<Turn>,
    winrate: Option<f64>,
    proven: Option<&'static str>,
    nodes: u64,
    depth: u32,
    elapsed_ms: u64,
    pv: Vec<TurnJson<'a>>,
}

/// Rounds a win rate to four decimal places.
fn rounded(winrate: f64) -> f64 {
    (winrate * 1e4).round() / 1e4
}

fn proven(proven: Option<bool>) -> Option<&'static str> {
    proven.map(|wins| if wins { "win" } else { "loss" })
}

fn pv(turns: &[VariationTurn]) -> Vec<TurnJson<'_>> {
    turns.iter().map(|VariationTurn { color, tokens, clicks }| TurnJson { player: *color, tokens, clicks }).collect()
}

fn report_json(analysis: &Analysis, elapsed: Duration) -> String {
    let moves = analysis.variations.iter().map(|variation| MoveJson {
        token: variation.token(),
        visits: variation.visits,
        winrate: rounded(variation.winrate),
        proven: proven(variation.proven),
        pv: pv(&variation.turns),
    });
    let report = ReportJson {
        schema_version: SCHEMA_VERSION,
        nodes: analysis.nodes,
        nodes_per_second: (analysis.nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64,
        depth: analysis.depth,
        elapsed_ms: elapsed.as_millis() as u64,
        moves: moves.collect(),
    };
    json(&report).unwrap_or_default()
}

/// Passes an analysis on to the caller.
type Tell<'a> = &'a mut dyn FnMut(&mut dyn FnMut(Output), &Analysis);

/// Chooses the rest of the turn, whatever the style, and answers it as JSON. Plays it if `plays`.
fn genmove_turn(call: &mut Call, color: Color, plays: bool, report: ReportArgs, see: Tell) -> Reply {
    if plays {
        call.gtp.engine.check_room()?;
    }
    let begun = call.gtp.begun();
    let mut last = Analysis::default();
    let tell = &mut *call.tell;
    let mut remember = |analysis: &Analysis| {
        last = analysis.clone();
        see(tell, analysis);
    };
    let observer = report.observer(&mut remember);
    let is_over = call.gtp.engine.game().outcome().is_some();
    let Some(choice) = call.gtp.choose(color, Style::Whole, call.tokens.cancel, Some(observer))? else { return done() };
    let best = last.variations.first().filter(|best| best.token() == choice.token());
    if plays {
        call.gtp.engine.play_choice(&choice)?;
    }
    let turn = if plays && !is_over { call.gtp.engine.game().latest_turn() } else { None };
    json(&ChoiceJson {
        schema_version: SCHEMA_VERSION,
        player: color,
        token: choice.token(),
        clicks: vertices_of(choice.token()),
        turn,
        winrate: choice.winrate.map(rounded),
        proven: proven(choice.proven),
        nodes: choice.nodes,
        depth: last.depth,
        elapsed_ms: begun.elapsed().as_millis() as u64,
        pv: best.map_or_else(Vec::new, |best| pv(&best.turns)),
    })
}

/// A choice as JSON, without reports.
pub(super) fn genmove_json(call: &mut Call, color: Color, plays: bool) -> Reply {
    let report = ReportArgs { centiseconds: u32::MAX / 100, moves: 1, json: true };
    genmove_turn(call, color, plays, report, &mut |_, _| {})
}
