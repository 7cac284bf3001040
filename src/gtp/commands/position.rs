//! The current position.

use nom::combinator::verify;

use crate::game::Outcome;

use super::super::arguments::remainder;
use super::super::reply::{Failure, Reply};
use super::{Call, Command, done};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "legal_moves",
        arguments: "",
        help: "all legal moves, sorted",
        example: "legal_moves",
        run: |call| {
            call.parse_nothing()?;
            legal_moves(call, call.gtp.style)
        },
    },
    Command { name: "side_to_move", arguments: "", help: "b or w", example: "side_to_move", run: side_to_move },
    Command {
        name: "position",
        arguments: "",
        help: "the position as text",
        example: "position",
        run: |call| {
            call.parse_nothing()?;
            Ok(call.gtp.game.position())
        },
    },
    Command {
        name: "set_position",
        arguments: "POSITION",
        help: "starts a new game from a position",
        example: "boardsize 4\nset_position xoxo/1xox/xoxo/oxox w",
        run: |call| {
            let text = call.parse(verify(remainder, |text: &str| !text.is_empty()))?;
            call.gtp.game.set_position(text)?;
            done()
        },
    },
    Command {
        name: "result",
        arguments: "",
        help: "the result, or none while the game goes on",
        example: "result",
        run: |call| {
            call.parse_nothing()?;
            Ok(outcome_or_none(call.gtp.game.outcome()))
        },
    },
    Command {
        name: "final_score",
        arguments: "",
        help: "the result, or the current score",
        example: "set_game send_it\nfinal_score",
        run: |call| {
            call.parse_nothing()?;
            Ok(outcome_or_none(call.gtp.game.score()))
        },
    },
    Command {
        name: "showboard",
        arguments: "",
        help: "the board, drawn for people",
        example: "showboard",
        run: |call| {
            call.parse_nothing()?;
            Ok(format!("\n{}", call.gtp.game.draw()))
        },
    },
];

/// The legal moves in a style.
pub(super) fn legal_moves(call: &Call, style: crate::game::Style) -> Reply {
    let moves = call.gtp.game.legal_moves_until(style, &|| call.is_cancelled());
    moves.map(|moves| moves.join(" ")).ok_or_else(Failure::interrupted)
}

pub(super) fn side_to_move(call: &mut Call) -> Reply {
    call.parse_nothing()?;
    Ok(call.gtp.game.turn().letter().to_string())
}

fn outcome_or_none(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
