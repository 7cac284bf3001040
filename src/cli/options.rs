//! The arguments that several commands of `papamu` share. A command flattens exactly those that it obeys.

use clap::Args;
use papamu::game::Style;
use papamu::play::{self, Game};

use super::Error;
use super::shared::{GameArgs, SeedArgs};

/// The position to start from.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// Position to start from, as the command `position` prints it
    #[arg(long, value_name = "TEXT", help_heading = "Game")]
    position: Option<String>,
}

impl PositionArgs {
    pub(super) fn apply(&self, game: &mut Game) -> Result<(), Error> {
        self.position.iter().try_for_each(|text| {
            game.set_position(text).map_err(|error| Error::arguments(format!("--position: {error}")))
        })
    }
}

/// The moves of a game, and the position that they start from.
#[derive(Debug, Args)]
pub(super) struct MovesArgs {
    /// Moves from the start, alternating, a turn each: D5 C5 A5-C5
    moves: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
}

impl MovesArgs {
    pub(super) fn game(&self, game: &GameArgs) -> Result<Game, Error> {
        let mut game = game.open()?;
        self.position.apply(&mut game)?;
        for token in &self.moves {
            game.play(game.turn(), token, Style::Whole).map_err(|error| Error::failed(format!("{token}: {error}")))?;
        }
        Ok(game)
    }
}

/// How much of the machine to use.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct MachineArgs {
    /// Threads of a search [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search")]
    threads: Option<u64>,
    /// Mebibytes of memory for a search [default: 64]
    #[arg(long = "hash", value_name = "MB", help_heading = "Search")]
    hash_mb: Option<u64>,
}

impl MachineArgs {
    pub(super) fn apply(&self, game: &mut Game) -> Result<(), play::Error> {
        set(game, "threads", self.threads)?;
        set(game, "hash_mb", self.hash_mb)
    }
}

/// How a player searches for moves: everything that can be set.
#[derive(Debug, Args)]
pub(super) struct PlayerArgs {
    /// Milliseconds a move [default: 1000]
    #[arg(long = "time", value_name = "MS", help_heading = "Search")]
    move_time_ms: Option<u64>,
    /// Limit of nodes a move, instead of the time limit
    #[arg(long, value_name = "N", help_heading = "Search")]
    nodes: Option<u64>,
    #[command(flatten)]
    machine: MachineArgs,
    /// Strength, from 1 to 10 [default: 10]
    #[arg(long, value_name = "N", help_heading = "Search")]
    level: Option<u64>,
    /// Points by which a draw is worse than an even position; more than 20 also ends games of Kangaroo sooner [default: 20]
    #[arg(long, value_name = "POINTS", help_heading = "Search")]
    contempt: Option<u64>,
    #[command(flatten)]
    seed: SeedArgs,
}

impl PlayerArgs {
    pub(super) fn apply(&self, game: &mut Game) -> Result<(), play::Error> {
        set(game, "move_time_ms", self.move_time_ms)?;
        set(game, "nodes", self.nodes)?;
        self.machine.apply(game)?;
        set(game, "level", self.level)?;
        set(game, "contempt", self.contempt)?;
        set(game, "seed", self.seed.seed)
    }
}

pub(super) fn set(game: &mut Game, name: &str, value: Option<u64>) -> Result<(), play::Error> {
    value.map_or(Ok(()), |value| game.set(name, &value.to_string()))
}
