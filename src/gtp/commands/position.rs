//! The current position.

use nom::combinator::verify;

use crate::game::perft::DEEPEST;
use crate::game::{Outcome, Style};
use crate::gtp::arguments::{integer, remainder};
use crate::gtp::{Failure, Reply};

use super::{Call, Command, done, lines};

pub(super) const COMMANDS: &[Command] = &[
    Command::alone("legal_moves", "all legal moves, sorted", |call| legal_moves(call, call.gtp.style)),
    Command::alone("side_to_move", "b or w", side_to_move),
    Command::alone("position", "the position as text", |call| Ok(call.gtp.game.position())),
    Command::new(
        "set_position POSITION",
        "starts a new game from a position",
        "boardsize 4\nset_position xoxo/1xox/xoxo/oxox w",
        |call| {
            let text = call.parse(verify(remainder, |text: &str| !text.is_empty()))?;
            done(call.gtp.game.set_position(text))
        },
    ),
    Command::alone("result", "the result, or none while the game goes on", |call| {
        Ok(outcome_or_none(call.gtp.game.outcome()))
    }),
    Command::new("final_score", "the result, or the current score", "set_game send_it\nfinal_score", |call| {
        Ok(outcome_or_none(call.gtp.game.score()))
    }),
    Command::alone("showboard", "the board, drawn for people", |call| Ok(format!("\n{}", call.gtp.game.draw()))),
];

/// Counts of move sequences.
pub(super) const PERFT: &[Command] = &[
    Command::new("perft DEPTH", "the number of move sequences of that length, at most 1,000", "perft 3", |call| {
        let depth = call.parse(verify(integer, |&depth| depth <= DEEPEST))?;
        let count = call.gtp.game.perft(depth, &|| call.is_cancelled());
        count.map(|count| count.to_string()).ok_or_else(Failure::interrupted)
    }),
    Command::new("perft_divide DEPTH", "the same for each first move, one line per move", "perft_divide 2", |call| {
        let depth = call.parse(verify(integer, |depth| (1..=DEEPEST).contains(depth)))?;
        let counts = call.gtp.game.perft_divide(depth, &|| call.is_cancelled());
        lines(counts.ok_or_else(Failure::interrupted)?.into_iter().map(|(name, count)| format!("{name} {count}")))
    }),
];

/// The legal moves in a style.
pub(super) fn legal_moves(call: &Call, style: Style) -> Reply {
    let moves = call.gtp.game.legal_moves_until(style, &|| call.is_cancelled());
    moves.map(|moves| moves.join(" ")).ok_or_else(Failure::interrupted)
}

pub(super) fn side_to_move(call: &mut Call) -> Reply {
    Ok(call.gtp.game.turn().letter().to_string())
}

fn outcome_or_none(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
