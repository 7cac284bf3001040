//! The game and the board.

use nom::combinator::opt;

use crate::game::{Points, Style};
use crate::gtp::Failure;
use crate::gtp::arguments::{extent, number, remainder, word};

use super::{Command, done, lines};

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
            done(call.gtp.game.open(name, options))
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
