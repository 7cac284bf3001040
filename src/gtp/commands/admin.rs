//! The administrative commands of GTP.

use nom::combinator::opt;

use super::super::arguments::word;
use super::super::reply::{Failure, Reply};
use super::{Call, Command, all, done, find, lines};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "protocol_version",
        arguments: "",
        help: "the version of GTP: 2",
        example: "protocol_version",
        run: |call| {
            call.parse_nothing()?;
            Ok("2".to_owned())
        },
    },
    Command {
        name: "name",
        arguments: "",
        help: "the engine's name",
        example: "name",
        run: |call| {
            call.parse_nothing()?;
            Ok(env!("CARGO_PKG_NAME").to_owned())
        },
    },
    Command {
        name: "version",
        arguments: "",
        help: "the engine's version",
        example: "version",
        run: |call| {
            call.parse_nothing()?;
            Ok(env!("CARGO_PKG_VERSION").to_owned())
        },
    },
    Command {
        name: "known_command",
        arguments: "NAME",
        help: "whether there is such a command: true or false",
        example: "known_command genmove",
        run: |call| Ok(find(call.parse(word)?).is_some().to_string()),
    },
    Command {
        name: "list_commands",
        arguments: "",
        help: "all commands, one per line",
        example: "list_commands",
        run: |call| {
            call.parse_nothing()?;
            lines(all().map(|command| command.name))
        },
    },
    Command {
        name: "help",
        arguments: "[NAME]",
        help: "describes a command, with an example, or all commands",
        example: "help play",
        run: help,
    },
    Command {
        name: "quit",
        arguments: "",
        help: "ends the session",
        example: "quit",
        run: |call| {
            call.parse_nothing()?;
            call.gtp.quit();
            done()
        },
    },
];

fn help(call: &mut Call) -> Reply {
    let line = |command: &Command| format!("{}: {}", command.usage(), command.help);
    match call.parse(opt(word))? {
        None => lines(all().map(line)),
        Some(name) => {
            let command = find(name).ok_or_else(|| Failure::unknown(name))?;
            let example = command.example.lines().map(|line| format!("  {line}"));
            lines([line(command), "example:".to_owned()].into_iter().chain(example))
        }
    }
}
