//! Game records, in files and as text.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::Path;

use nom::combinator::{map_res, opt};

use crate::gtp::Failure;
use crate::gtp::arguments::{file_name, integer, remainder};
use crate::sgf;
use crate::system::files::open_regular;

use super::{Call, Command, done};

/// The largest file that is read as a game, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// What an error adds about a record that does not name its game.
const UNNAMED: &str = ", the current game (set_game chooses another)";

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "loadsgf FILE [NUMBER]",
        "loads a game from a file, up to but not including the move of this number",
        "play b D5\nsavesgf game.sgf\nloadsgf game.sgf",
        |call| {
            let (file, number) = call.parse((file_name, opt(integer)))?;
            let text = allowed(call).and_then(|()| read(file.as_ref())).map_err(|error| failure(file, &error))?;
            done(call.gtp.game.load(&sgf::read(&text)?, number, UNNAMED, &|| call.line.cancel.is_cancelled()))
        },
    ),
    Command::new("savesgf FILE", "writes the game to a file", "play b D5\nsavesgf game.sgf", |call| {
        let file = call.parse(file_name)?;
        let saved = allowed(call).and_then(|()| call.gtp.game.save(file.as_ref()));
        saved.map(|()| String::new()).map_err(|error| failure(file, &error))
    }),
    Command::new(
        "loadsgf_inline JSON_STRING",
        "loads a game from a JSON string with the SGF text, even with --files none",
        "loadsgf_inline \"(;GM[1]SZ[8];B[dd])\"",
        |call| {
            let text = call.parse(map_res(remainder, serde_json::from_str::<String>))?;
            done(call.gtp.game.load(&sgf::read(&text)?, None, UNNAMED, &|| call.line.cancel.is_cancelled()))
        },
    ),
    Command::new("printsgf", "the game as SGF", "play b D5\nprintsgf", |call| Ok(format!("\n{}", call.gtp.game.sgf()))),
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
