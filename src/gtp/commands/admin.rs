//! The administrative commands of GTP.

use nom::combinator::opt;

use crate::gtp::arguments::word;
use crate::gtp::{Answered, Failure, Reply};

use super::{Call, Command, all, find, lines};

pub(super) const COMMANDS: &[Command] = &[
    Command::alone("protocol_version", "the version of GTP: 2", |_| Ok("2".to_owned())),
    Command::alone("name", "the engine's name", |_| Ok(env!("CARGO_PKG_NAME").to_owned())),
    Command::alone("version", "the engine's version", |_| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    Command::new(
        "known_command NAME",
        "whether there is such a command: true or false",
        "known_command genmove",
        |call| Ok(find(call.parse(word)?).is_some().to_string()),
    ),
    Command::alone("list_commands", "all commands, one per line", |_| lines(all().map(Command::name))),
    Command::new("help [NAME]", "describes a command, with an example, or all commands", "help play", help),
    Command::alone("quit", "ends the session", |call| {
        call.gtp.left = Answered::Quit;
        Ok(String::new())
    }),
];

fn help(call: &mut Call) -> Reply {
    let line = |command: &Command| format!("{}: {}", command.usage, command.help);
    match call.parse(opt(word))? {
        None => lines(all().map(line)),
        Some(name) => {
            let command = find(name).ok_or_else(|| Failure::unknown(name))?;
            let example = command.example.lines().map(|line| format!("  {line}"));
            lines([line(command), "example:".to_owned()].into_iter().chain(example))
        }
    }
}
