//! What a player can type.

use nom::Parser;
use nom::bytes::complete::take_till;
use nom::character::complete::multispace0;
use nom::combinator::rest;
use nom::sequence::preceded;

/// A line that was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Board,
    Help,
    Hint,
    Undo,
    Resign,
    Level(Option<&'a str>),
    New(Option<&'a str>),
    Save(Option<&'a str>),
    Quit,
    Move(&'a str),
}

/// A command for the list in `help`, and for completion.
pub(super) struct CommandInfo {
    pub name: &'static str,
    pub usage: &'static str,
    pub help: &'static str,
    make: for<'a> fn(Option<&'a str>) -> Command<'a>,
}

/// All commands.
pub(super) const COMMANDS: &[CommandInfo] = &[
    CommandInfo {
        name: "hint",
        usage: "hint",
        help: "print the move that the engine would play",
        make: |_| Command::Hint,
    },
    CommandInfo { name: "undo", usage: "undo", help: "take back your last turn", make: |_| Command::Undo },
    CommandInfo { name: "resign", usage: "resign", help: "resign the game", make: |_| Command::Resign },
    CommandInfo {
        name: "level",
        usage: "level [N]",
        help: "the engine's strength, 1 to 10",
        make: |text| Command::Level(text),
    },
    CommandInfo {
        name: "new",
        usage: "new [GAME]",
        help: "start a new game: new kanga,width=9",
        make: |text| Command::New(text),
    },
    CommandInfo { name: "save", usage: "save FILE", help: "write the game as SGF", make: |text| Command::Save(text) },
    CommandInfo { name: "board", usage: "board", help: "draw the board again", make: |_| Command::Board },
    CommandInfo { name: "help", usage: "help", help: "this list", make: |_| Command::Help },
    CommandInfo { name: "quit", usage: "quit", help: "end the program", make: |_| Command::Quit },
];

/// Reads a line; `None` for a blank one.
pub(super) fn parse(line: &str) -> Option<Command<'_>> {
    let word = take_till::<_, _, nom::error::Error<&str>>(char::is_whitespace);
    let (_, (word, argument)) = (preceded(multispace0, word), rest).parse(line).ok()?;
    if word.is_empty() {
        return None;
    }
    let argument = Some(argument.trim()).filter(|argument| !argument.is_empty());
    let known = COMMANDS.iter().find(|known| known.name.eq_ignore_ascii_case(word));
    Some(known.map_or_else(|| Command::Move(line.trim()), |known| (known.make)(argument)))
}
