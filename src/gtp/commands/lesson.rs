//! Lessons.

use nom::multi::many0;

use crate::play::Versioned;

use super::super::arguments::{integer, word};
use super::super::reply::Reply;
use super::data::json;
use super::{Call, Command};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "lesson",
    arguments: "NUMBER [MOVE …]",
    help: "a lesson of the game after these moves, as JSON: the position, and after a turn whether it reaches the goal",
    example: "lesson 1\nlesson 1 C4",
    run: lesson,
}];

fn lesson(call: &mut Call) -> Reply {
    let (number, tokens): (u32, Vec<&str>) = call.parse((integer, many0(word)))?;
    let (style, cancel) = (call.gtp.style, call.tokens.cancel);
    json(&Versioned::new(call.gtp.game.lesson(number, &tokens, style, cancel)?))
}
