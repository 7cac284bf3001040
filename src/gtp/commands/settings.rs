//! The settings of the engine and of the protocol.

use nom::combinator::opt;

use crate::play::{Error, SETTINGS, Setting, unknown_setting, wrong_value};

use super::super::arguments::word;
use super::super::reply::Reply;
use super::super::translator::Gtp;
use super::{Call, Command, done, lines};

/// The protocol's own setting: whether `genmove` shows its search on GoGui's board.
pub(super) const LIVE_GFX: &str = "live_gfx";

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "param",
    arguments: "[NAME VALUE]",
    help: "lists the engine's settings, or changes one",
    example: "param move_time_ms 500",
    run: param,
}];

fn param(call: &mut Call) -> Reply {
    match call.parse(opt((word, word)))? {
        None => lines(list(call.gtp)),
        Some((name, value)) => {
            set(call.gtp, name, value)?;
            done()
        }
    }
}

/// GoGui's form: type, name and value.
fn list(gtp: &Gtp) -> impl Iterator<Item = String> {
    let line = |setting: &Setting| {
        let kind = if setting.is_switch() { "bool" } else { "string" };
        format!("[{kind}] {} {}", setting.name, setting.value(gtp.game.settings()))
    };
    let live_gfx = format!("[bool] {LIVE_GFX} {}", u8::from(gtp.live_gfx));
    SETTINGS.iter().map(line).chain([live_gfx])
}

fn set(gtp: &mut Gtp, name: &str, value: &str) -> Result<(), Error> {
    match (name, value) {
        (LIVE_GFX, "0" | "1") => gtp.live_gfx = value == "1",
        (LIVE_GFX, _) => return Err(wrong_value(LIVE_GFX, value, 0, 1)),
        _ if !SETTINGS.iter().any(|setting| setting.name == name) => return Err(unknown_setting(name, &[LIVE_GFX])),
        _ => gtp.game.set(name, value)?,
    }
    Ok(())
}
