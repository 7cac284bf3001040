//! The commands. Each is one item of a family's list, with its name, arguments, help, example, parsing and action.
//!
//! To add a command, add an item to a family's `COMMANDS` and document it in `protocol.md`; dispatch, `list_commands`,
//! `known_command`, `help` and the tests use the list.

mod admin;
mod analysis;
mod clock;
#[cfg(unix)]
mod cputime;
mod data;
#[cfg(not(target_family = "wasm"))]
mod files;
mod game;
mod gogui;
mod lesson;
mod perft;
mod play;
mod position;
mod puzzle;
mod review;
mod settings;
mod solve;

#[cfg(feature = "schemas")]
pub use analysis::ChoiceJson;
#[cfg(feature = "schemas")]
pub use data::{GamesReply, HistoryReply, SettingsReply, StateReply};
#[cfg(feature = "schemas")]
pub use solve::MovesJson;
pub use solve::moves_json;

use nom::Parser;
use nom::character::complete::space0;
use nom::combinator::all_consuming;
use nom::sequence::terminated;

use super::reply::{Failure, Reply};
use super::translator::{Gtp, Output, Tokens};

/// A command.
pub struct Command {
    /// The name.
    pub name: &'static str,
    /// The arguments, as a user writes them; may be empty.
    pub arguments: &'static str,
    /// A description in one line.
    pub help: &'static str,
    /// Example lines for a new engine; the last one is the command.
    pub example: &'static str,
    /// Parses the arguments and answers.
    pub(super) run: fn(&mut Call) -> Reply,
}

/// The families, in the order in which they are listed. A web page has no files and no processor time.
const FAMILIES: &[&[Command]] = &[
    admin::COMMANDS,
    game::COMMANDS,
    play::COMMANDS,
    clock::COMMANDS,
    #[cfg(unix)]
    cputime::COMMANDS,
    position::COMMANDS,
    data::COMMANDS,
    lesson::COMMANDS,
    puzzle::COMMANDS,
    solve::COMMANDS,
    analysis::COMMANDS,
    review::COMMANDS,
    #[cfg(not(target_family = "wasm"))]
    files::COMMANDS,
    perft::COMMANDS,
    settings::COMMANDS,
    gogui::COMMANDS,
    gogui::RULES,
];

/// All commands, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static Command> {
    FAMILIES.iter().copied().flatten()
}

/// The command of that name.
pub(crate) fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

impl Command {
    /// The name with the arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

/// A command that has been called.
pub(super) struct Call<'a> {
    pub gtp: &'a mut Gtp,
    pub command: &'static Command,
    /// The text after the name.
    pub arguments: &'a str,
    pub tokens: Tokens<'a>,
    /// Receives output before the reply is complete.
    pub tell: &'a mut dyn FnMut(Output),
}

impl<'a> Call<'a> {
    /// Parses the arguments, which `parser` must consume completely.
    fn parse<T>(
        &self,
        parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    ) -> Result<T, Failure> {
        let parsed = all_consuming(terminated(parser, space0)).parse(self.arguments);
        parsed.map(|(_, arguments)| arguments).map_err(|_| Failure::usage(&self.command.usage()))
    }

    /// Rejects any arguments.
    fn parse_nothing(&self) -> Result<(), Failure> {
        self.parse(nom::combinator::success(()))
    }

    fn is_cancelled(&self) -> bool {
        self.tokens.cancel.is_cancelled()
    }
}

/// A reply without text.
fn done() -> Reply {
    Ok(String::new())
}

/// A reply with one line per item.
fn lines<T: ToString>(items: impl IntoIterator<Item = T>) -> Reply {
    Ok(items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join("\n"))
}
