//! Data for front ends, one line of JSON per reply.

use nom::branch::alt;
use nom::combinator::{map, opt};
use serde::Serialize;
use serde_json::Value;

use crate::game::Style;
use crate::play::{LEVELS_IN_WORDS, Turn};
use crate::play::{SETTINGS, State, Versioned};
use crate::registry::GameInfo;

use super::super::arguments::keyword;
use super::super::reply::Reply;
use super::settings::LIVE_GFX;
use super::{Call, Command, done};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "state",
        arguments: "",
        help: "everything that a front end displays, as JSON",
        example: "set_game konane width=4 height=4\nplay b A4\nstate",
        run: |call| {
            call.parse_nothing()?;
            let (style, state) = (style_name(call.gtp.style), call.gtp.game.state());
            json(&Versioned::new(StateReply { style, state }))
        },
    },
    Command {
        name: "history",
        arguments: "",
        help: "the turns played so far, as JSON",
        example: "play b D5\nplay w C5\nhistory",
        run: |call| {
            call.parse_nothing()?;
            json(&Versioned::new(HistoryReply { turns: call.gtp.game.turns() }))
        },
    },
    Command {
        name: "games",
        arguments: "",
        help: "all games with their options, rules in words and colours, and the levels in words, as JSON",
        example: "games",
        run: |call| {
            call.parse_nothing()?;
            let games = call.gtp.game.games().iter().map(|game| game.info()).collect();
            json(&Versioned::new(GamesReply { games, levels: &LEVELS_IN_WORDS }))
        },
    },
    Command {
        name: "settings",
        arguments: "",
        help: "all settings with their ranges, as JSON",
        example: "settings",
        run: settings,
    },
    Command {
        name: "style",
        arguments: "[whole|steps]",
        help: "prints or sets how moves are written",
        example: "style steps\nplay b D5\nstyle",
        run: |call| {
            let whole = map(keyword("whole"), |()| Style::Whole);
            let steps = map(keyword("steps"), |()| Style::Steps);
            match call.parse(opt(alt((whole, steps))))? {
                None => Ok(style_name(call.gtp.style).to_owned()),
                Some(style) => {
                    call.gtp.style = style;
                    done()
                }
            }
        },
    },
];

/// The reply of the command `state`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StateReply {
    /// How moves are written: `whole` or `steps`.
    style: &'static str,
    #[serde(flatten)]
    state: State,
}

/// The reply of the command `history`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct HistoryReply {
    /// The turns, in order.
    turns: Vec<Turn>,
}

/// The reply of the command `games`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GamesReply {
    /// The games.
    games: Vec<GameInfo>,
    /// How papamu plays at each level from 1, in a sentence.
    levels: &'static [&'static str],
}

/// The reply of the command `settings`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SettingsReply {
    /// The settings.
    settings: Vec<SettingInfo>,
}

/// A setting, for a menu.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SettingInfo {
    /// The name, as for `param`.
    name: &'static str,
    /// `number` or `switch`.
    kind: &'static str,
    /// The smallest value.
    min: u64,
    /// The largest value.
    max: u64,
    /// The default.
    default: u64,
    /// The current value.
    value: u64,
    /// What it controls.
    help: &'static str,
}

fn settings(call: &mut Call) -> Reply {
    call.parse_nothing()?;
    let (now, defaults) = (call.gtp.game.settings(), crate::play::Settings::default());
    let info = |setting: &crate::play::Setting| SettingInfo {
        name: setting.name,
        kind: if setting.is_switch() { "switch" } else { "number" },
        min: setting.min,
        max: setting.max_here(now),
        default: setting.value(&defaults),
        value: setting.value(now),
        help: setting.help,
    };
    let live_gfx = SettingInfo {
        name: LIVE_GFX,
        kind: "switch",
        min: 0,
        max: 1,
        default: 0,
        value: u64::from(call.gtp.live_gfx),
        help: "show the running search on GoGui's board",
    };
    let settings = SETTINGS.iter().map(info).chain([live_gfx]).collect();
    json(&Versioned::new(SettingsReply { settings }))
}

fn style_name(style: Style) -> &'static str {
    match style {
        Style::Whole => "whole",
        Style::Steps => "steps",
    }
}

/// A line of JSON.
pub(super) fn json(data: &impl Serialize) -> Reply {
    // Serialisation cannot fail, because all keys are strings and all numbers are finite.
    let text = serde_json::to_string(data).or_else(|_| serde_json::to_string(&Value::Null));
    Ok(text.unwrap_or_default())
}
