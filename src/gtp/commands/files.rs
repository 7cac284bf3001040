//! Games in files.

use std::io;

use nom::combinator::opt;

use crate::sgf;

use super::super::arguments::{file_name, integer};
use super::super::reply::Failure;
use super::{Command, done};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "loadsgf",
        arguments: "FILE [NUMBER]",
        help: "loads a game from a file, up to but not including the move of this number",
        example: "play b D5\nsavesgf game.sgf\nloadsgf game.sgf",
        run: |call| {
            let (file, number) = call.parse((file_name, opt(integer)))?;
            let text = call.gtp.files.read(file).map_err(|error| failure(file, &error))?;
            let cancel = call.tokens.cancel;
            call.gtp.engine.load(&sgf::read(&text)?, number, &|| cancel.is_cancelled())?;
            done()
        },
    },
    Command {
        name: "savesgf",
        arguments: "FILE",
        help: "writes the game to a file",
        example: "play b D5\nsavesgf game.sgf",
        run: |call| {
            let file = call.parse(file_name)?;
            let written = call.gtp.files.write(file, &call.gtp.engine.sgf());
            written.map_err(|error| failure(file, &error))?;
            done()
        },
    },
];

fn failure(file: &str, error: &io::Error) -> Failure {
    Failure::File(file.to_owned(), error.to_string())
}
