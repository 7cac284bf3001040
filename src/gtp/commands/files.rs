//! Game records, in files and as text.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::Path;

use nom::combinator::{map_res, opt};

use crate::sgf;
use crate::system::files::{atomic, open_regular};

use super::super::arguments::{file_name, integer, remainder};
use super::super::reply::Failure;
use super::{Call, Command, done};

/// The largest file that is read as a game, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// What an error adds about a record that does not name its game.
const UNNAMED: &str = ", the current game (set_game chooses another)";

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "loadsgf",
        arguments: "FILE [NUMBER]",
        help: "loads a game from a file, up to but not including the move of this number",
        example: "play b D5\nsavesgf game.sgf\nloadsgf game.sgf",
        run: |call| {
            let (file, number) = call.parse((file_name, opt(integer)))?;
            let text = allowed(call).and_then(|()| read(file.as_ref())).map_err(|error| failure(file, &error))?;
            let cancel = call.tokens.cancel;
            call.gtp.game.load(&sgf::read(&text)?, number, UNNAMED, &|| cancel.is_cancelled())?;
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
            let text = call.gtp.game.sgf();
            let written = allowed(call)
                .and_then(|()| atomic::replace(file.as_ref(), |output: &mut dyn Write| writeln!(output, "{text}")));
            written.map_err(|error| failure(file, &error))?;
            done()
        },
    },
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

fn failure(file: &str, error: &io::Error) -> Failure {
    Failure(format!("cannot use file '{file}': {error}"))
}

fn allowed(call: &Call) -> io::Result<()> {
    if call.gtp.allows_files { Ok(()) } else { Err(io::Error::other("files are switched off")) }
}

/// Reads a text file; invalid UTF-8 becomes replacement characters.
fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open_regular(path, OpenOptions::new().read(true))?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
