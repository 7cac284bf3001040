//! The arguments that are the same for several commands, and which command obeys which.

use std::env;
use std::path::PathBuf;

use clap::Args;
use papamu::game::OptionError;
use papamu::games::{self, Entry, GAMES, UnknownGame};
use thiserror::Error;

use super::{Cli, Command};

#[derive(Debug, Args)]
pub(super) struct Start {
    /// Size of the board: a number, or columns x rows as in 16x4 (the side of Send It's hexagon)
    #[arg(long, value_name = "N", global = true, value_parser = size)]
    pub(super) size: Option<(u32, u32)>,
    /// Option of the game; may be given several times, all before the command or all after it
    #[arg(long = "set", value_name = "KEY=VALUE", global = true)]
    pub(super) options: Vec<String>,
    /// Position to start from, as the command `position` prints it
    #[arg(long, value_name = "TEXT", global = true)]
    pub(super) position: Option<String>,
}

/// A game that cannot be started.
#[derive(Debug, Error)]
pub enum UnknownStart {
    /// There is none of that name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It has no such options.
    #[error(transparent)]
    Options(#[from] OptionError),
}

impl Start {
    /// The options of a game as `set_game` takes them.
    pub(super) fn options(&self, game: &str) -> String {
        let mut options = self.options.join(" ");
        if let Some((columns, rows)) = self.size {
            // Games have one option for the size, or one for each way; a wrong size is refused with the rest.
            let has_size = games::find(GAMES, game).is_ok_and(|entry| entry.has_option("size"));
            options += &match has_size {
                true if columns == rows => format!(" size={columns}"),
                true => format!(" size={columns}x{rows}"),
                false => format!(" width={columns} height={rows}"),
            };
        }
        options
    }

    /// The game that a text with options after commas names, and all of its options as `set_game` takes them.
    pub(super) fn game(&self, text: &str) -> Result<(&'static Entry, String), UnknownStart> {
        let (name, options) = text.split_once(',').unwrap_or((text, ""));
        let options = format!("{} {}", options.replace(',', " "), self.options(name)).trim().to_owned();
        let entry = games::find(GAMES, name)?;
        entry.open(&options)?;
        Ok((entry, options))
    }
}

#[derive(Debug, Args)]
pub(super) struct SettingArgs {
    /// Milliseconds a move, or for a proof [default: 1000 a move; a proof has no limit]
    #[arg(long = "time", value_name = "MS", global = true)]
    pub(super) move_time_ms: Option<u64>,
    /// Nodes, or playouts, a move; with this the time does not count
    #[arg(long, value_name = "N", global = true)]
    pub(super) nodes: Option<u64>,
    /// Threads of a search [default: 1; of tune 2]
    #[arg(long, value_name = "N", global = true)]
    pub(super) threads: Option<u64>,
    /// Mebibytes of memory for a search [default: 64]
    #[arg(long = "hash", value_name = "MB", global = true)]
    pub(super) hash_mb: Option<u64>,
    /// Strength, from 1 to 10 [default: 10]
    #[arg(long, value_name = "N", global = true)]
    pub(super) level: Option<u64>,
    /// Seed of whatever is random [default: 1]
    #[arg(long, value_name = "N", global = true)]
    pub(super) seed: Option<u64>,
    /// Folder of the tables of endgames, which `papamu endgames` makes and the engine uses if they are there [default:
    /// papamu in the user's data folder, ~/.local/share]
    #[arg(long, value_name = "DIR", global = true)]
    pub(super) endgames: Option<PathBuf>,
}

impl SettingArgs {
    /// The folder with tables of endgames: the one given, or `$XDG_DATA_HOME/papamu`, which is `~/.local/share/papamu` where
    /// nothing else is said.
    pub(super) fn endgames(&self) -> Option<PathBuf> {
        let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let data = || folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
        self.endgames.clone().or_else(|| Some(data()?.join(env!("CARGO_PKG_NAME"))))
    }
}

fn size(text: &str) -> Result<(u32, u32), &'static str> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_| "a number, or columns x rows as in 16x4");
    Ok((number(columns)?, number(rows)?))
}

impl Cli {
    /// The command's name, and the general arguments that it obeys; nothing for the protocol, which obeys all.
    fn obeyed(&self) -> Option<(&'static str, &'static [&'static str])> {
        Some(match self.command.as_ref()? {
            Command::Genmove { .. } => (
                "genmove",
                &[
                    "--steps",
                    "--size",
                    "--set",
                    "--position",
                    "--time",
                    "--nodes",
                    "--threads",
                    "--hash",
                    "--level",
                    "--seed",
                    "--endgames",
                ],
            ),
            Command::Solve(_) => (
                "solve",
                &["--steps", "--size", "--set", "--position", "--time", "--nodes", "--threads", "--hash", "--endgames"],
            ),
            Command::Verify(_) => ("verify", &[]),
            Command::Value { .. } => ("value", &["--steps", "--size", "--set", "--position"]),
            Command::Endgames { .. } => ("endgames", &["--size", "--set", "--threads", "--endgames"]),
            Command::Perft { .. } => ("perft", &["--size", "--set", "--position"]),
            Command::Match(_) => ("match", &["--game", "--size", "--set", "--time", "--nodes", "--seed"]),
            Command::Results(_) => ("results", &[]),
            Command::Replay(_) => ("replay", &[]),
            Command::Suite(_) => ("suite", &[]),
            Command::Tactics(_) => ("tactics", &["--size", "--set", "--seed"]),
            Command::Openings(_) => ("openings", &["--size", "--set", "--nodes", "--seed"]),
            Command::Tune { .. } => ("tune", &["--game", "--size", "--set", "--nodes", "--threads", "--seed"]),
            Command::Completions { .. } => ("completions", &[]),
            Command::Man { .. } => ("man", &[]),
            Command::Bench => ("bench", &[]),
        })
    }

    /// Refuses what would be ignored.
    pub(super) fn check_arguments(&self) -> Result<(), super::Error> {
        let Some((command, obeyed)) = self.obeyed() else { return Ok(()) };
        let Self { start, settings, .. } = self;
        let given = [
            ("--game", self.game.is_some()),
            ("--steps", self.steps),
            ("--ugi", self.ugi),
            ("--files", self.files.is_some()),
            ("--size", start.size.is_some()),
            ("--set", !start.options.is_empty()),
            ("--position", start.position.is_some()),
            ("--time", settings.move_time_ms.is_some()),
            ("--nodes", settings.nodes.is_some()),
            ("--threads", settings.threads.is_some()),
            ("--hash", settings.hash_mb.is_some()),
            ("--level", settings.level.is_some()),
            ("--seed", settings.seed.is_some()),
            ("--endgames", settings.endgames.is_some()),
        ];
        match given.into_iter().find(|(name, given)| *given && !obeyed.contains(name)) {
            Some((name, _)) => Err(super::Error::Ignored(command, name)),
            None => Ok(()),
        }
    }
}
