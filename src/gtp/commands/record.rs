//! Games as SGF text, without files.

use nom::combinator::map_res;

use crate::sgf;

use super::super::arguments::remainder;
use super::files::UNNAMED;
use super::{Command, done};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "loadsgf_inline",
        arguments: "JSON_STRING",
        help: "loads a game from a JSON string with the SGF text, even with --files none",
        example: "loadsgf_inline \"(;GM[1]SZ[8];B[dd])\"",
        run: |call| {
            let text = call.parse(map_res(remainder, serde_json::from_str::<String>))?;
            let cancel = call.tokens.cancel;
            call.gtp.game.load(&sgf::read(&text)?, None, UNNAMED, &|| cancel.is_cancelled())?;
            done()
        },
    },
    Command {
        name: "printsgf",
        arguments: "",
        help: "the game as SGF",
        example: "play b D5\nprintsgf",
        run: |call| {
            call.parse_nothing()?;
            Ok(format!("\n{}", call.gtp.game.sgf()))
        },
    },
];
