//! The commands. Each is one item of a family's list: its usage, help, example, and action, which parses the arguments.
//!
//! To add a command, add an item to a family's `COMMANDS` and document it in `protocol.md`; dispatch, `list_commands`,
//! `known_command`, `help` and the tests use the list.

mod admin;
mod analysis;
mod clock;
mod data;
mod files;
mod game;
mod gogui;
mod play;
mod solve;

pub use solve::moves_json;

use nom::Parser;
use nom::character::complete::space0;
use nom::combinator::all_consuming;
use nom::sequence::terminated;

use crate::input::Line;
use crate::play::Error;

use super::{Failure, Gtp, Reply};

pub struct Command {
    /// The name with the arguments, as a user writes them.
    pub usage: &'static str,
    pub help: &'static str,
    /// Example lines for a new engine; the last one is the command.
    pub example: &'static str,
    run: fn(&mut Call) -> Reply,
}

/// The families, in the order in which they are listed.
const FAMILIES: &[&[Command]] = &[
    admin::COMMANDS,
    game::COMMANDS,
    play::COMMANDS,
    clock::COMMANDS,
    game::POSITION,
    data::COMMANDS,
    solve::COMMANDS,
    analysis::COMMANDS,
    files::COMMANDS,
    game::PERFT,
    data::PARAM,
    gogui::COMMANDS,
    gogui::RULES,
];

/// All commands, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static Command> {
    FAMILIES.iter().copied().flatten()
}

pub(super) fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name() == name)
}

impl Command {
    const fn new(usage: &'static str, help: &'static str, example: &'static str, run: fn(&mut Call) -> Reply) -> Self {
        Self { usage, help, example, run }
    }

    /// A command that is its own example.
    const fn alone(usage: &'static str, help: &'static str, run: fn(&mut Call) -> Reply) -> Self {
        Self::new(usage, help, usage, run)
    }

    pub fn name(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }
}

pub(super) struct Call<'a> {
    pub gtp: &'a mut Gtp,
    pub command: &'static Command,
    /// The text after the name.
    pub arguments: &'a str,
    pub line: &'a Line,
    /// Receives lines of the reply before it is complete.
    pub tell: &'a mut dyn FnMut(&str),
}

impl<'a> Call<'a> {
    pub(crate) fn run(&mut self) -> Reply {
        if !self.command.usage.contains(' ') {
            self.parse(nom::combinator::success(()))?;
        }
        (self.command.run)(self)
    }

    /// Parses the arguments, which `parser` must consume completely.
    fn parse<T>(
        &self,
        parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    ) -> Result<T, Failure> {
        let parsed = all_consuming(terminated(parser, space0)).parse(self.arguments);
        parsed.map(|(_, arguments)| arguments).map_err(|_| Failure::usage(self.command.usage))
    }

    fn is_cancelled(&self) -> bool {
        self.line.cancel.is_cancelled()
    }

    /// Why a list or a count of moves was not completed.
    fn interrupted(&self) -> Failure {
        let reason = if self.is_cancelled() { "on request" } else { "the moves do not fit in memory" };
        Failure(format!("interrupted: {reason}"))
    }
}

/// The reply to an action that has nothing to tell.
fn done(done: Result<(), Error>) -> Reply {
    Ok(done.map(|()| String::new())?)
}

/// A reply with one line per item.
fn lines<T: ToString>(items: impl IntoIterator<Item = T>) -> Reply {
    Ok(items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join("\n"))
}
