//! The game and the board.

use nom::combinator::opt;

use crate::game::{Points, Style};

use super::super::arguments::{extent, number, remainder, word};
use super::super::reply::Failure;
use super::{Command, done, lines};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "list_games",
        arguments: "",
        help: "all games, one per line",
        example: "list_games",
        run: |call| {
            call.parse_nothing()?;
            lines(call.gtp.game.games().iter().map(|game| game.name))
        },
    },
    Command {
        name: "set_game",
        arguments: "NAME [KEY=VALUE ...]",
        help: "starts a game; options that are not given have their defaults",
        example: "set_game kanga width=9 height=9",
        run: |call| {
            let (name, options) = call.parse((word, remainder))?;
            call.gtp.game.open(name, options)?;
            done()
        },
    },
    Command {
        name: "get_game",
        arguments: "",
        help: "the game and all its options, as for set_game",
        example: "get_game",
        run: |call| {
            call.parse_nothing()?;
            let game = &call.gtp.game;
            Ok(format!("{} {}", game.name(), game.values()))
        },
    },
    Command {
        name: "boardsize",
        arguments: "COLUMNS [ROWS]",
        help: "starts a new game on a board of that size, with the other options unchanged",
        example: "boardsize 6",
        run: |call| {
            let (columns, rows) = call.parse((extent, opt(extent)))?;
            let (present_columns, present_rows) = call.gtp.game.shape().extent();
            // GoGui, which uses steps style, sends only the number of columns, even for boards that are not square.
            let keeps_rows = call.gtp.style == Style::Steps && columns == present_columns as u32;
            let rows = rows.unwrap_or(if keeps_rows { present_rows as u32 } else { columns });
            call.gtp.game.resize(columns, rows)?;
            done()
        },
    },
    Command {
        name: "rectangular_boardsize",
        arguments: "COLUMNS ROWS",
        help: "as boardsize",
        example: "rectangular_boardsize 16 4",
        run: |call| {
            let (columns, rows) = call.parse((extent, extent))?;
            call.gtp.game.resize(columns, rows)?;
            done()
        },
    },
    Command {
        name: "clear_board",
        arguments: "",
        help: "starts a new game with the same options",
        example: "clear_board",
        run: |call| {
            call.parse_nothing()?;
            call.gtp.game.clear();
            done()
        },
    },
    Command {
        name: "komi",
        arguments: "POINTS",
        help: "points added to White's score",
        example: "set_game send_it\nkomi 2.5",
        run: |call| {
            let komi = Points::from_f64(call.parse(number)?)
                .ok_or_else(|| Failure("syntax error: komi is a number between -1000000 and 1000000".to_owned()))?;
            call.gtp.game.set_komi(komi);
            done()
        },
    },
];
