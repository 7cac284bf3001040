//! The game, the board and the position.

use nom::combinator::{opt, verify};

use crate::game::perft::DEEPEST;
use crate::game::{Outcome, Points, Style};
use crate::gtp::arguments::{extent, integer, number, remainder, word};
use crate::gtp::{Failure, Reply};

use super::{Call, Command, done, lines};

pub(super) const COMMANDS: &[Command] = &[
    Command::alone("list_games", "all games, one per line", |call| {
        lines(call.gtp.game.games().iter().map(|game| game.name))
    }),
    Command::new(
        "set_game NAME [KEY=VALUE ...]",
        "starts a game; options that are not given have their defaults",
        "set_game kanga width=9 height=9",
        |call| {
            let (name, options) = call.parse((word, remainder))?;
            done(call.gtp.game.set_game(name, options))
        },
    ),
    Command::alone("get_game", "the game and all its options, as for set_game", |call| {
        let game = &call.gtp.game;
        Ok(format!("{} {}", game.name(), game.values()))
    }),
    Command::new(
        "boardsize COLUMNS [ROWS]",
        "starts a new game on a board of that size, with the other options unchanged",
        "boardsize 6",
        |call| {
            let (columns, rows) = call.parse((extent, opt(extent)))?;
            let (present_columns, present_rows) = call.gtp.game.shape().extent();
            // GoGui, which uses steps style, sends only the number of columns, even for boards that are not square.
            let keeps_rows = call.gtp.style == Style::Steps && columns == present_columns as u32;
            let rows = rows.unwrap_or(if keeps_rows { present_rows as u32 } else { columns });
            done(call.gtp.game.resize(columns, rows))
        },
    ),
    Command::new("rectangular_boardsize COLUMNS ROWS", "as boardsize", "rectangular_boardsize 16 4", |call| {
        let (columns, rows) = call.parse((extent, extent))?;
        done(call.gtp.game.resize(columns, rows))
    }),
    Command::alone("clear_board", "starts a new game with the same options", |call| {
        call.gtp.game.clear();
        Ok(String::new())
    }),
    Command::new("komi POINTS", "points added to White's score", "set_game send_it\nkomi 2.5", |call| {
        let komi = Points::from_f64(call.parse(number)?)
            .ok_or_else(|| Failure("syntax error: komi is a number between -1000000 and 1000000".to_owned()))?;
        call.gtp.game.set_komi(komi);
        Ok(String::new())
    }),
];

pub(super) const POSITION: &[Command] = &[
    Command::alone("legal_moves", "all legal moves, sorted", |call| legal_moves(call, call.gtp.style)),
    Command::alone("side_to_move", "b or w", side_to_move),
    Command::alone("position", "the position as text", |call| Ok(call.gtp.game.position())),
    Command::new(
        "set_position POSITION",
        "starts a new game from a position",
        "boardsize 4\nset_position xoxo/1xox/xoxo/oxox w",
        |call| done(call.gtp.game.set_position(call.parse(verify(remainder, |text: &str| !text.is_empty()))?)),
    ),
    Command::alone("result", "the result, or none while the game goes on", |call| {
        Ok(outcome_or_none(call.gtp.game.outcome()))
    }),
    Command::new("final_score", "the result, or the current score", "set_game send_it\nfinal_score", |call| {
        Ok(outcome_or_none(call.gtp.game.score()))
    }),
    Command::alone("showboard", "the board, drawn for people", |call| Ok(format!("\n{}", call.gtp.game.draw()))),
];

pub(super) const PERFT: &[Command] = &[
    Command::new("perft DEPTH", "the number of move sequences of that length, at most 1,000", "perft 3", |call| {
        let depth = call.parse(verify(integer, |&depth| depth <= DEEPEST))?;
        let count = call.gtp.game.perft(depth, &|| call.is_cancelled());
        count.map(|count| count.to_string()).ok_or_else(|| call.interrupted())
    }),
    Command::new("perft_divide DEPTH", "the same for each first move, one line per move", "perft_divide 2", |call| {
        let depth = call.parse(verify(integer, |depth| (1..=DEEPEST).contains(depth)))?;
        let counts = call.gtp.game.perft_divide(depth, &|| call.is_cancelled());
        lines(counts.ok_or_else(|| call.interrupted())?.into_iter().map(|(name, count)| format!("{name} {count}")))
    }),
];

pub(super) fn legal_moves(call: &Call, style: Style) -> Reply {
    let moves = call.gtp.game.legal_moves_until(style, &|| call.is_cancelled());
    moves.map(|moves| moves.join(" ")).ok_or_else(|| call.interrupted())
}

pub(super) fn side_to_move(call: &mut Call) -> Reply {
    Ok(call.gtp.game.turn().letter().to_string())
}

fn outcome_or_none(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
