//! Analysis: reports of a search while it runs.

use std::fmt::Write;
use std::time::{Duration, Instant};

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cond, map, map_opt, opt, value, verify};
use nom::multi::fold_many0;
use nom::sequence::{preceded, terminated};
use serde::Serialize;

use crate::board::Vertex;
use crate::game::{Color, Style, Verdict};
use crate::play::{
    Analysis, Observer, ReportData, Search, Turn, TurnData, Versioned, bound, rounded, vertices_of,
};
use crate::search::Limits;

use super::super::arguments::{Parsed, color, integer, keyword, word};
use super::super::graphics;
use super::super::reply::{Failure, Reply};
use super::super::translator::Output;
use super::data::json;
use super::{Call, Command, done};

const REPORT_ARGUMENTS: &str = "[COLOR] [CENTISECONDS] [nodes N] [time MS] [depth N] [once] [maxmoves COUNT] \
                                [allow COLOR MOVE,…] [avoid COLOR MOVE,…] [ownership] [json]";
const GENMOVE_ARGUMENTS: &str = "COLOR [CENTISECONDS] [maxmoves COUNT] [allow COLOR MOVE,…] [avoid COLOR MOVE,…] \
                                 [ownership] [json]";

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "analyze",
        arguments: REPORT_ARGUMENTS,
        help: "reports the search, up to a limit or until the next line arrives",
        example: "analyze b nodes 1000 once maxmoves 3",
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

/// What to analyse, and how to report it.
#[derive(Clone, Debug)]
struct ReportArgs {
    /// The interval, in hundredths of a second.
    centiseconds: u32,
    /// The limits, if the analysis ends by itself.
    limits: Limits,
    /// Whether to report only once, at the end.
    once: bool,
    /// The most moves to report.
    moves: u32,
    /// The moves to consider, and those not to consider, with the player who is restricted.
    lists: [Vec<(Color, Vec<String>)>; 2],
    /// Whether to report the expected ownership.
    ownership: bool,
    /// Whether to report JSON.
    json: bool,
}

impl Default for ReportArgs {
    fn default() -> Self {
        let (limits, lists) = (Limits::default(), [Vec::new(), Vec::new()]);
        Self { centiseconds: 50, limits, once: false, moves: 10, lists, ownership: false, json: false }
    }
}

/// One option of an analysis.
type Change = Box<dyn FnOnce(&mut ReportArgs)>;

impl ReportArgs {
    fn every(&self) -> Duration {
        Duration::from_millis(10) * self.centiseconds.max(1)
    }

    fn observer<'a>(&self, see: &'a mut dyn FnMut(&Analysis)) -> Observer<'a> {
        let every = if self.once { Duration::MAX } else { self.every() };
        Observer { every, moves: self.moves.max(1) as usize, see }
    }

    /// The limits. A single report without limits comes after one interval.
    fn limits(&self) -> Limits {
        match self.limits {
            limits if self.once && limits.is_none() => Limits { time: Some(self.every()), ..limits },
            limits => limits,
        }
    }

    /// The request, for this player.
    fn search<'a>(&self, color: Color) -> Search<'a> {
        let [only, avoid] = self.lists.each_ref().map(|list| {
            let of_player = list.iter().filter(|(player, _)| *player == color);
            of_player.flat_map(|(_, moves)| moves.clone()).collect::<Vec<_>>()
        });
        Search::new().player(color).among(&only).avoid(&avoid)
    }

    /// Formats an analysis of a search that began at `begun`.
    fn writer(&self, begun: Instant, ownership: Option<Option<Vec<f64>>>) -> impl Fn(&Analysis) -> String {
        let json = self.json;
        move |analysis| if json { report_json(analysis, begun.elapsed(), ownership.clone()) } else { info(analysis) }
    }
}

/// The arguments of an analysis that ends by itself or by a limit.
fn analysis_args(input: &str) -> Parsed<'_, ReportArgs> {
    report_args(input, true)
}

/// The arguments of a report about a choice, which the settings limit.
fn choice_args(input: &str) -> Parsed<'_, ReportArgs> {
    report_args(input, false)
}

/// An interval, then options in any order, as in Leela Zero and KataGo.
fn report_args(input: &str, has_limits: bool) -> Parsed<'_, ReportArgs> {
    fn number(name: &'static str, least: u32, change: fn(&mut ReportArgs, u32)) -> impl Fn(&str) -> Parsed<'_, Change> {
        move |input| {
            let parser = preceded(keyword(name), verify(integer, |&number| number >= least));
            map(parser, |number| Box::new(move |args: &mut ReportArgs| change(args, number)) as Change).parse(input)
        }
    }
    fn switch(name: &'static str, change: fn(&mut ReportArgs, bool)) -> impl Fn(&str) -> Parsed<'_, Change> {
        move |input| {
            let state = opt(alt((value(true, keyword("true")), value(false, keyword("false")))));
            let parser = preceded(keyword(name), state);
            map(parser, |state| Box::new(move |args: &mut ReportArgs| change(args, state.unwrap_or(true))) as Change)
                .parse(input)
        }
    }
    // Leela Zero and KataGo add the number of turns for which the list holds. Here it holds for the first turn.
    fn list(name: &'static str, index: usize) -> impl Fn(&str) -> Parsed<'_, Change> {
        move |input| {
            let turns = opt(verify(integer, |&turns| turns == 1));
            let parser = terminated(preceded(keyword(name), (color, word)), turns);
            map(parser, |(color, moves)| {
                let moves: Vec<_> = moves.split(',').map(str::to_owned).collect();
                Box::new(move |args: &mut ReportArgs| args.lists[index].push((color, moves))) as Change
            })
            .parse(input)
        }
    }
    let limit = alt((
        number("nodes", 1, |args, number| args.limits.nodes = Some(u64::from(number))),
        number("depth", 1, |args, number| args.limits.depth = Some(number)),
        number("time", 0, |args, number| args.limits.time = Some(Duration::from_millis(u64::from(number)))),
        switch("once", |args, once| args.once = once),
    ));
    let option = alt((
        number("interval", 0, |args, number| args.centiseconds = number),
        number("maxmoves", 0, |args, number| args.moves = number),
        number("minmoves", 0, |_, _| {}), // has no effect, because all moves are reported anyway
        map_opt(cond(has_limits, limit), |limit| limit),
        switch("ownership", |args, ownership| args.ownership = ownership),
        switch("json", |args, json| args.json = json),
        list("allow", 0),
        list("avoid", 1),
    ));
    let changed = fold_many0(option, ReportArgs::default, |mut args, change| {
        change(&mut args);
        args
    });
    map((opt(integer), changed), |(interval, args)| match interval {
        Some(centiseconds) => ReportArgs { centiseconds, ..args },
        None => args,
    })
    .parse(input)
}

fn analyze(call: &mut Call) -> Reply {
    let (color, report) = call.parse((opt(color), analysis_args))?;
    let color = color.unwrap_or_else(|| call.gtp.game.turn());
    let limits = report.limits();
    // An analysis without limits ends when the next line arrives.
    let cancel = if limits.is_none() { call.tokens.until_next } else { call.tokens.cancel };
    let mut last = String::new();
    let write = report.writer(Instant::now(), ownership(call, &report));
    let mut see = |analysis: &Analysis| {
        last = write(analysis);
        (call.tell)(Output::Line(&last));
    };
    let search = report.search(color).within(limits).style(call.gtp.style).cancel(cancel);
    let analysis = call.gtp.game.analyze(search.observe(report.observer(&mut see)))?;
    let text = write(&analysis);
    if text != last && !analysis.variations.is_empty() {
        (call.tell)(Output::Line(&text));
    }
    // The search may end before the next line arrives.
    call.gtp.stays_open = limits.is_none() && !analysis.variations.is_empty();
    done()
}

/// The expected ownership of the cells, if it is wanted; `Some(None)` if the game has none.
fn ownership(call: &Call, report: &ReportArgs) -> Option<Option<Vec<f64>>> {
    report.ownership.then(|| call.gtp.game.ownership(&|| call.is_cancelled()))
}

fn genmove_analyze(call: &mut Call) -> Reply {
    let (color, report) = call.parse((color, choice_args))?;
    let write = report.writer(Instant::now(), ownership(call, &report));
    if report.json {
        let tell = |tell: &mut dyn FnMut(Output), analysis: &Analysis| tell(Output::Line(&write(analysis)));
        let chosen = genmove_turn(call, color, true, &report, &mut { tell })?;
        if !chosen.is_empty() {
            (call.tell)(Output::Line(&chosen));
        }
        return done();
    }
    let tell = &mut *call.tell;
    let mut see = |analysis: &Analysis| tell(Output::Line(&write(analysis)));
    call.gtp.game.check_room()?;
    let observer = report.observer(&mut see);
    let search = report.search(color).style(call.gtp.style).cancel(call.tokens.cancel);
    let choice = call.gtp.game.choose(search.observe(observer))?;
    call.gtp.game.play_choice(&choice)?;
    (call.tell)(Output::Line(&format!("play {}", choice.token())));
    done()
}

/// Draws one of the game's pictures of the position.
fn show(call: &mut Call) -> Reply {
    let name = call.parse(word)?;
    let game = &call.gtp.game;
    let drawing = game.view(name, &|| call.is_cancelled());
    let view = game.views().iter().find(|view| view.name == name);
    let (Some(drawing), Some(view)) = (drawing, view) else {
        let names: Vec<_> = game.views().iter().map(|view| view.name).collect();
        let pictures = names.join(" ");
        return Err(Failure(format!("syntax error: no picture '{name}'; pictures: {pictures}")));
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
        if let Some(score) = variation.score {
            let _ = write!(text, " scoreLead {score:.1}");
        }
        if let Some(bound) = bound(variation.bound) {
            let _ = write!(text, " bound {bound}");
        }
        if let Some(verdict) = variation.proven {
            let _ = write!(text, " proven {verdict}");
            if let Some(turns) = variation.distance {
                let _ = write!(text, " {verdict}_in {turns}");
            }
        }
        text += " pv";
        variation.tokens().for_each(|(_, token)| text += &format!(" {token}"));
    }
    text
}

/// The chosen move.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChoiceJson<'a> {
    /// The player.
    player: Color,
    /// The rest of the turn as a token.
    #[serde(rename = "move")]
    token: &'a str,
    /// The vertices to click.
    clicks: Vec<Vertex>,
    /// The whole turn; `null` if it was not played.
    turn: Option<Turn>,
    /// The expected score after it, from 0 (a loss) to 1 (a win); `null` if there was no search.
    winrate: Option<f64>,
    /// `win` or `loss` if the result with perfect play is proven, else `null`.
    proven: Option<Verdict>,
    /// Positions searched.
    nodes: u64,
    /// The depth of the search in plies.
    depth: u32,
    /// Milliseconds from the command to the reply.
    elapsed_ms: u64,
    /// The principal variation; empty if there was no search.
    pv: Vec<TurnData>,
}

fn report_json(analysis: &Analysis, elapsed: Duration, ownership: Option<Option<Vec<f64>>>) -> String {
    let report = ReportData { ownership, ..ReportData::new(analysis, elapsed) };
    json(&Versioned::new(report)).unwrap_or_default()
}

/// Passes an analysis on to the caller.
type Tell<'a> = &'a mut dyn FnMut(&mut dyn FnMut(Output), &Analysis);

/// Chooses the rest of the turn, whatever the style, and answers it as JSON. Plays it if `plays`.
fn genmove_turn(call: &mut Call, color: Color, plays: bool, report: &ReportArgs, see: Tell) -> Reply {
    if plays {
        call.gtp.game.check_room()?;
    }
    let begun = Instant::now();
    let mut last = Analysis::default();
    let tell = &mut *call.tell;
    let mut remember = |analysis: &Analysis| {
        last = analysis.clone();
        see(tell, analysis);
    };
    let observer = report.observer(&mut remember);
    let is_over = call.gtp.game.outcome().is_some();
    let search = report.search(color).style(Style::Whole).cancel(call.tokens.cancel);
    let choice = call.gtp.game.choose(search.observe(observer))?;
    let best = last.variations.first().filter(|best| best.token() == choice.token());
    if plays {
        call.gtp.game.play_choice(&choice)?;
    }
    let turn = if plays && !is_over { call.gtp.game.latest_turn() } else { None };
    json(&Versioned::new(ChoiceJson {
        player: color,
        token: choice.token(),
        clicks: vertices_of(choice.token()),
        turn,
        winrate: choice.winrate.map(rounded),
        proven: choice.proven,
        nodes: choice.nodes,
        depth: last.depth,
        elapsed_ms: begun.elapsed().as_millis() as u64,
        pv: best.map_or_else(Vec::new, |best| best.turns.iter().map(TurnData::of).collect()),
    }))
}

/// A choice as JSON, without reports.
pub(super) fn genmove_json(call: &mut Call, color: Color, plays: bool) -> Reply {
    let report = ReportArgs { once: true, moves: 1, json: true, ..ReportArgs::default() };
    genmove_turn(call, color, plays, &report, &mut |_, _| {})
}
