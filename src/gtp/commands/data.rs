//! Data for front ends, one line of JSON per reply.

use std::collections::BTreeMap;

use nom::branch::alt;
use nom::combinator::{map, opt};
use nom::multi::many0;
use serde::Serialize;

use crate::game::Style;
use crate::gtp::Reply;
use crate::gtp::arguments::{integer, keyword, word};
use crate::play::{LEVELS_IN_WORDS, SETTINGS, Setting, Settings, State, Versioned};
use crate::registry::GameInfo;

use super::{Call, Command, done, lines};

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "state",
        "everything that a front end displays, as JSON",
        "set_game konane width=4 height=4\nplay b A4\nstate",
        |call| Ok(json(StateReply { style: call.gtp.style, state: call.gtp.game.state() })),
    ),
    Command::new("history", "the turns played so far, as JSON", "play b D5\nplay w C5\nhistory", |call| {
        Ok(json(BTreeMap::from([("turns", call.gtp.game.turns())])))
    }),
    Command::alone(
        "games",
        "all games with their options, rules in words and colours, and the levels in words, as JSON",
        |call| {
            let games = call.gtp.game.games().iter().map(|game| game.info()).collect();
            Ok(json(GamesReply { games, levels: &LEVELS_IN_WORDS }))
        },
    ),
    Command::alone("settings", "all settings with their ranges, as JSON", settings),
    Command::new(
        "style [whole|steps]",
        "prints or sets how moves are written",
        "style steps\nplay b D5\nstyle",
        |call| {
            let whole = map(keyword("whole"), |()| Style::Whole);
            let steps = map(keyword("steps"), |()| Style::Steps);
            let Some(style) = call.parse(opt(alt((whole, steps))))? else {
                return Ok(format!("{:?}", call.gtp.style).to_lowercase());
            };
            call.gtp.style = style;
            Ok(String::new())
        },
    ),
    Command::new(
        "lesson NUMBER [MOVE …]",
        "a lesson of the game after these moves, as JSON: the position, and after a turn whether it reaches the goal",
        "lesson 1\nlesson 1 C4",
        |call| {
            let (number, tokens): (u32, Vec<&str>) = call.parse((integer, many0(word)))?;
            Ok(json(call.gtp.game.lesson(number, &tokens, call.gtp.style, &call.line.cancel)?))
        },
    ),
    Command::new(
        "puzzle [GRADE [SEED [solution|MOVE …]]]",
        "a puzzle of the game, as JSON: the position after these moves, and after a turn whether it wins, with the line that \
        proves it. Grades are 1 (easy, the default) to 5, seeds the numbers of the puzzles of the grade; `games` says how many there are",
        "puzzle 1 3",
        puzzle,
    ),
];

/// The settings in GoGui's form.
pub(super) const PARAM: &[Command] = &[Command::new(
    "param [NAME VALUE]",
    "lists the engine's settings, or changes one",
    "param move_time_ms 500",
    |call| {
        if let Some((name, value)) = call.parse(opt((word, word)))? {
            return done(call.gtp.game.set(name, value));
        }
        lines(SETTINGS.iter().map(|setting| {
            let kind = if setting.is_switch() { "bool" } else { "string" };
            format!("[{kind}] {} {}", setting.name, setting.value(call.gtp.game.settings()))
        }))
    },
)];

#[derive(Serialize)]
struct StateReply {
    style: Style,
    #[serde(flatten)]
    state: State,
}

#[derive(Serialize)]
struct GamesReply {
    games: Vec<GameInfo>,
    levels: &'static [&'static str],
}

#[derive(Serialize)]
struct SettingInfo {
    name: &'static str,
    kind: &'static str,
    min: u64,
    max: u64,
    default: u64,
    value: u64,
    help: &'static str,
}

fn settings(call: &mut Call) -> Reply {
    let (now, defaults) = (call.gtp.game.settings(), Settings::default());
    let info = |setting: &Setting| SettingInfo {
        name: setting.name,
        kind: if setting.is_switch() { "switch" } else { "number" },
        min: setting.min,
        max: setting.max_here(now),
        default: setting.value(&defaults),
        value: setting.value(now),
        help: setting.help,
    };
    Ok(json(BTreeMap::from([("settings", SETTINGS.iter().map(info).collect::<Vec<_>>())])))
}

fn puzzle(call: &mut Call) -> Reply {
    let moves = alt((map(keyword("solution"), |()| None), map(many0(word), Some)));
    let (grade, rest) = call.parse((opt(integer), opt((integer, moves))))?;
    let (seed, tokens) = rest.map_or((None, Some(Vec::new())), |(seed, tokens)| (Some(seed), tokens));
    let (style, cancel) = (call.gtp.style, &call.line.cancel);
    Ok(json(call.gtp.game.puzzle(grade.unwrap_or(1), seed, tokens.as_deref(), style, cancel)?))
}

/// Data with their version as a line of JSON.
pub(super) fn json(data: impl Serialize) -> String {
    // Serialisation cannot fail, because all keys are strings and all numbers are finite.
    serde_json::to_string(&Versioned::new(data)).unwrap_or_default()
}
