//! Analysis: reports of a search while it runs.

use std::fmt::Write;
use std::time::{Duration, Instant};

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, value, verify};
use nom::sequence::preceded;
use serde::Serialize;

use crate::board::Vertex;
use crate::game::{Color, Style, Verdict};
use crate::gtp::arguments::{Parsed, color, integer, keyword, word};
use crate::gtp::{Answered, Failure, Reply};
use crate::play::{
    Analysis, Choice, Error, Game, Observer, ReportData, Search, Turn, TurnData, bound, rounded, vertices_of,
};
use crate::review::Reviewer;
use crate::search::Limits;

use super::data::json;
use super::{Call, Command};

macro_rules! reports {
    ($command:literal, $limits:literal) => {
        concat!(
            $command,
            " [CENTISECONDS]",
            $limits,
            " [maxmoves COUNT] [allow COLOR MOVE,…] [avoid COLOR MOVE,…] [ownership] [json]"
        )
    };
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        reports!("analyze [COLOR]", " [nodes N] [time MS] [depth N] [once]"),
        "reports the search, up to a limit or until the next line arrives",
        "analyze b nodes 1000 once maxmoves 3",
        analyze,
    ),
    Command::new(
        reports!("lz-analyze [COLOR]", " [nodes N] [time MS] [depth N] [once]"),
        "as analyze",
        "lz-analyze b interval 50",
        analyze,
    ),
    Command::new(
        reports!("genmove_analyze COLOR", ""),
        "as genmove, and reports the search",
        "genmove_analyze b 20 json",
        genmove_analyze,
    ),
    Command::new(
        reports!("lz-genmove_analyze COLOR", ""),
        "as genmove_analyze",
        "lz-genmove_analyze b 20",
        genmove_analyze,
    ),
    Command::new(
        "review TURN [nodes N] [time MS]",
        "what the turn of this number cost, and what would have been better, as JSON",
        "set_game konane width=4 height=4\nplay b A4\nplay w A3\nreview 2 nodes 500",
        review,
    ),
];

/// What to analyse, and how to report it.
#[derive(Clone, Debug)]
pub(super) struct ReportArgs {
    /// The interval, in hundredths of a second.
    centiseconds: u32,
    limits: Limits,
    once: bool,
    moves: u32,
    /// The moves to consider, and those not to consider, with the player who is restricted.
    lists: [Vec<(Color, String)>; 2],
    ownership: bool,
    json: bool,
}

impl Default for ReportArgs {
    fn default() -> Self {
        let (limits, lists) = (Limits::default(), [Vec::new(), Vec::new()]);
        Self { centiseconds: 50, limits, once: false, moves: 10, lists, ownership: false, json: false }
    }
}

impl ReportArgs {
    pub(super) fn last() -> Self {
        Self { once: true, moves: 1, ..Self::default() }
    }

    fn every(&self) -> Duration {
        Duration::from_millis(10) * self.centiseconds.max(1)
    }

    fn observer<'a>(&self, see: &'a mut dyn FnMut(&Analysis)) -> Observer<'a> {
        let every = if self.once { Duration::MAX } else { self.every() };
        Observer { every, moves: self.moves.max(1) as usize, see }
    }

    /// The request, for this player.
    fn search<'a>(&self, color: Color) -> Search<'a> {
        let [only, avoid] = self.lists.each_ref().map(|list| {
            list.iter().filter(|(player, _)| *player == color).map(|(_, mv)| mv.clone()).collect::<Vec<_>>()
        });
        Search::new().player(color).among(&only).avoid(&avoid)
    }

    /// Formats an analysis of a search that begins now.
    fn writer(&self, call: &Call) -> impl Fn(&Analysis) -> String + use<> {
        let (as_json, begun) = (self.json, Instant::now());
        // `Some(None)` if the game has none.
        let ownership = self.ownership.then(|| call.gtp.game.ownership(&|| call.is_cancelled()));
        move |analysis| {
            if !as_json {
                return info(analysis);
            }
            json(ReportData { ownership: ownership.clone(), ..ReportData::new(analysis, begun.elapsed()) })
        }
    }
}

fn positive(input: &str) -> Parsed<'_, u32> {
    verify(integer, |&number| number > 0).parse(input)
}

fn switch(input: &str) -> Parsed<'_, bool> {
    let state = opt(alt((value(true, keyword("true")), value(false, keyword("false")))));
    map(state, |state| state.unwrap_or(true)).parse(input)
}

/// An interval, then options in any order, as in Leela Zero and KataGo. A choice has no limits of its own.
fn report_args(input: &str, has_limits: bool) -> Parsed<'_, ReportArgs> {
    let mut args = ReportArgs::default();
    let (mut rest, interval) = opt(integer).parse(input)?;
    args.centiseconds = interval.unwrap_or(args.centiseconds);
    while let Ok((after, name)) = word(rest) {
        match name.to_ascii_lowercase().as_str() {
            "nodes" if has_limits => {
                (rest, args.limits.nodes) = map(positive, |nodes| Some(u64::from(nodes))).parse(after)?;
            }
            "time" if has_limits => {
                let time = |ms: u32| Some(Duration::from_millis(u64::from(ms)));
                (rest, args.limits.time) = map(integer, time).parse(after)?;
            }
            "depth" if has_limits => (rest, args.limits.depth) = map(positive, Some).parse(after)?,
            "once" if has_limits => (rest, args.once) = switch(after)?,
            "interval" => (rest, args.centiseconds) = integer(after)?,
            "maxmoves" => (rest, args.moves) = integer(after)?,
            "minmoves" => (rest, _) = integer(after)?, // has no effect, because all moves are reported anyway
            "ownership" => (rest, args.ownership) = switch(after)?,
            "json" => (rest, args.json) = switch(after)?,
            name @ ("allow" | "avoid") => {
                // Leela Zero and KataGo add the number of turns for which the list holds. Here it holds for the first turn.
                let turns = opt(verify(integer, |&turns| turns == 1));
                let (after, (player, moves, _)) = (color, word, turns).parse(after)?;
                args.lists[usize::from(name == "avoid")].extend(moves.split(',').map(|mv| (player, mv.to_owned())));
                rest = after;
            }
            _ => break,
        }
    }
    Ok((rest, args))
}

fn analyze(call: &mut Call) -> Reply {
    let (color, report) = call.parse((opt(color), |input| report_args(input, true)))?;
    let color = color.unwrap_or_else(|| call.gtp.game.turn());
    let mut limits = report.limits;
    if report.once && limits.is_none() {
        limits.time = Some(report.every());
    }
    // An analysis without limits ends when the next line arrives.
    let cancel = if limits.is_none() { &call.line.until_next } else { &call.line.cancel };
    let mut last = String::new();
    let write = report.writer(call);
    let mut see = |analysis: &Analysis| {
        last = write(analysis);
        (call.tell)(&last);
    };
    let search = report.search(color).within(limits).style(call.gtp.style).cancel(cancel);
    let analysis = call.gtp.game.analyze(search.observe(report.observer(&mut see)))?;
    let text = write(&analysis);
    if text != last && !analysis.variations.is_empty() {
        (call.tell)(&text);
    }
    // The search may end before the next line arrives.
    if limits.is_none() && !analysis.variations.is_empty() {
        call.gtp.left = Answered::Open;
    }
    Ok(String::new())
}

fn genmove_analyze(call: &mut Call) -> Reply {
    let (color, report) = call.parse((color, |input| report_args(input, false)))?;
    let write = report.writer(call);
    let chosen = if report.json {
        choice_json(call, color, true, &report, Some(&write))?
    } else {
        let mut see = |analysis: &Analysis| (call.tell)(&write(analysis));
        let search = report.search(color).style(call.gtp.style).cancel(&call.line.cancel);
        format!("play {}", choose(&mut call.gtp.game, search.observe(report.observer(&mut see)), true)?.token())
    };
    (call.tell)(&chosen);
    Ok(String::new())
}

/// Chooses a move and, if it `plays`, plays it.
pub(super) fn choose(game: &mut Game, search: Search, plays: bool) -> Result<Choice, Error> {
    if plays {
        game.check_room()?;
    }
    let choice = game.choose(search)?;
    if plays {
        game.play_choice(&choice)?;
    }
    Ok(choice)
}

fn review(call: &mut Call) -> Reply {
    let limit = |name| opt(preceded(keyword(name), positive));
    let (number, nodes, time) = call.parse((integer, limit("nodes"), limit("time")))?;
    let (nodes, time) = (nodes.map(u64::from), time.map(|ms| Duration::from_millis(u64::from(ms))));
    let limits = Limits { time, nodes, ..Limits::default() };
    let game = &call.gtp.game;
    // The threads analyse positions at the same time, as in `papamu review`, which finds the same.
    let reviewer = Reviewer::new(limits, &call.line.cancel, game.settings().threads as usize);
    let review = reviewer.review_turn(game, number as usize)?;
    let none = || Failure(format!("cannot review: the game has no turn {number}, or it was a forfeit"));
    Ok(json(review.ok_or_else(none)?))
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
        variation.tokens().for_each(|token| text += &format!(" {token}"));
    }
    text
}

#[derive(Serialize)]
struct ChoiceJson<'a> {
    player: Color,
    #[serde(rename = "move")]
    token: &'a str,
    clicks: Vec<Vertex>,
    turn: Option<Turn>,
    winrate: Option<f64>,
    proven: Option<Verdict>,
    nodes: u64,
    depth: u32,
    elapsed_ms: u64,
    pv: Vec<TurnData>,
}

/// Chooses the rest of the turn, whatever the style, and answers it as JSON. Plays it if `plays`. Reports are told as `write`
/// formats them.
pub(super) fn choice_json(
    call: &mut Call,
    color: Color,
    plays: bool,
    report: &ReportArgs,
    write: Option<&dyn Fn(&Analysis) -> String>,
) -> Reply {
    let begun = Instant::now();
    let mut last = Analysis::default();
    let mut see = |analysis: &Analysis| {
        last = analysis.clone();
        if let Some(write) = write {
            (call.tell)(&write(analysis));
        }
    };
    let is_over = call.gtp.game.outcome().is_some();
    let search = report.search(color).style(Style::Whole).cancel(&call.line.cancel);
    let choice = choose(&mut call.gtp.game, search.observe(report.observer(&mut see)), plays)?;
    let best = last.variations.first().filter(|best| best.token() == choice.token());
    Ok(json(ChoiceJson {
        player: color,
        token: choice.token(),
        clicks: vertices_of(choice.token()),
        turn: if plays && !is_over { call.gtp.game.turns_backwards().next() } else { None },
        winrate: choice.winrate.map(rounded),
        proven: choice.proven,
        nodes: choice.nodes,
        depth: last.depth,
        elapsed_ms: begun.elapsed().as_millis() as u64,
        pv: best.map_or_else(Vec::new, |best| best.turns.clone()),
    }))
}
