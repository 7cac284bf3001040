//! Puzzles.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt};
use nom::multi::many0;

use crate::play::{Shown, Versioned};

use super::super::arguments::{integer, keyword, word};
use super::super::reply::Reply;
use super::data::json;
use super::{Call, Command};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "puzzle",
    arguments: "[GRADE [SEED [solution|MOVE …]]]",
    help: "a puzzle of the game, as JSON: the position after these moves, and after a turn whether it wins, with the line that \
        proves it. Grades are 1 (easy, the default) to 5, seeds the numbers of the puzzles of the grade; `games` says how many there are",
    example: "puzzle 1 3",
    run: puzzle,
}];

fn puzzle(call: &mut Call) -> Reply {
    let moves = alt((map(keyword("solution"), |()| None), map(many0(word), Some)));
    let (grade, rest) =
        call.parse((opt(integer), opt((integer, moves))).map(|(grade, rest)| (grade.unwrap_or(1), rest)))?;
    let (seed, tokens) = rest.map_or((None, Some(Vec::new())), |(seed, tokens)| (Some(seed), tokens));
    let (gtp, cancel) = (&mut *call.gtp, call.tokens.cancel);
    let (seed, puzzle) = gtp.game.find_puzzle(grade, seed)?;
    let shown = tokens.as_deref().map_or(Shown::Solution, |tokens| Shown::After(tokens, gtp.style));
    json(&Versioned::new(gtp.game.puzzle(seed, &puzzle, shown, cancel)?))
}
