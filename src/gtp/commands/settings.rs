//! The settings of the engine.

use nom::combinator::opt;

use crate::gtp::Reply;
use crate::gtp::arguments::word;
use crate::play::SETTINGS;

use super::{Call, Command, done, lines};

pub(super) const COMMANDS: &[Command] = &[Command::new(
    "param [NAME VALUE]",
    "lists the engine's settings, or changes one",
    "param move_time_ms 500",
    param,
)];

fn param(call: &mut Call) -> Reply {
    if let Some((name, value)) = call.parse(opt((word, word)))? {
        return done(call.gtp.game.set(name, value));
    }
    // GoGui's form: type, name and value.
    lines(SETTINGS.iter().map(|setting| {
        let kind = if setting.is_switch() { "bool" } else { "string" };
        format!("[{kind}] {} {}", setting.name, setting.value(call.gtp.game.settings()))
    }))
}
