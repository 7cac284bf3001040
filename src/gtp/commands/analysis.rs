//! What the engine thinks, reported while it thinks.

use std::fmt::Write;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt};
use nom::multi::fold_many0;
use nom::sequence::preceded;

use crate::search::Limits;
use crate::session::{Analysis, Observer};

use super::super::arguments::{Parsed, color, integer, keyword, word};
use super::super::graphics;
use super::super::reply::{Failure, Reply};
use super::super::translator::Output;
use super::{Call, Command, done};

const REPORT_ARGUMENTS: &str = "[COLOR] [CENTISECONDS] [maxmoves COUNT]";

pub const COMMANDS: &[Command] = &[
    Command {
        name: "analyze",
        arguments: REPORT_ARGUMENTS,
        help: "reports what the engine thinks, until the next line comes",
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
        name: "lz-genmove_analyze",
        arguments: "COLOR [CENTISECONDS] [maxmoves COUNT]",
        help: "as genmove, and reports what the engine thinks",
        example: "lz-genmove_analyze b 20",
        run: genmove_analyze,
    },
    Command {
        name: "show",
        arguments: "NAME",
        help: "a picture of the position, as graphics for GoGui; gogui-analyze_commands lists them",
        example: "set_game kanga\nshow connection",
        run: show,
    },
];

/// How an analysis is reported.
#[derive(Clone, Copy)]
struct ReportArgs {
    /// How often, in hundredths of a second.
    centiseconds: u32,
    /// Of how many moves at most.
    moves: u32,
}

impl ReportArgs {
    fn observer<'a>(self, see: &'a mut dyn FnMut(&Analysis)) -> Observer<'a> {
        let every = Duration::from_millis(10) * self.centiseconds.max(1);
        Observer { every, moves: self.moves.max(1) as usize, see }
    }
}

/// An interval, and pairs of a word and a number as Leela Zero and KataGo take them.
fn report_args(input: &str) -> Parsed<'_, ReportArgs> {
    let default = ReportArgs { centiseconds: 50, moves: 10 };
    let pair = |name| preceded(keyword(name), integer);
    let pairs = fold_many0(
        alt((
            map(pair("interval"), |number| ("interval", number)),
            map(pair("maxmoves"), |number| ("maxmoves", number)),
            map(pair("minmoves"), |number| ("minmoves", number)),
        )),
        move || default,
        |args, (name, number)| match name {
            "interval" => ReportArgs { centiseconds: number, ..args },
            "maxmoves" => ReportArgs { moves: number, ..args },
            _ => args, // all moves there are to report are reported anyway
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
    let mut see = |analysis: &Analysis| {
        last = info(analysis);
        (call.tell)(Output::Line(&last));
    };
    let observer = report.observer(&mut see);
    let analysis = call.gtp.engine.analyze(color, call.gtp.style, Limits::default(), until_next, observer)?;
    let text = info(&analysis);
    if text != last && !text.is_empty() {
        (call.tell)(Output::Line(&text));
    }
    // A search may have found all there is to find.
    if !analysis.variations.is_empty() {
        until_next.wait();
    }
    done()
}

fn genmove_analyze(call: &mut Call) -> Reply {
    let (color, report) = call.parse((color, report_args))?;
    let tell = &mut *call.tell;
    let mut see = |analysis: &Analysis| tell(Output::Line(&info(analysis)));
    let observer = report.observer(&mut see);
    let choice = call.gtp.engine.choose(color, call.gtp.style, true, call.tokens.cancel, Some(observer))?;
    (call.tell)(Output::Line(&format!("play {}", choice.token)));
    done()
}

/// A picture of the position that the game knows.
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

/// A line as Leela Zero and KataGo write it: for each move what is known of it.
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
