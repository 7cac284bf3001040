//! The arguments that several commands of `papamu` share. A command flattens exactly those that it obeys.

use clap::Args;
use papamu::engine::{Engine, OpenError, SettingError};
use papamu::game::Style;
use papamu::registry::GAMES;

use super::Error;
use super::shared::{GameArgs, SeedArgs};

impl GameArgs {
    /// An engine that plays the game.
    pub(super) fn engine(&self) -> Result<Engine, OpenError> {
        let (entry, options) = self.game()?;
        Engine::new(GAMES, entry.name, &options)
    }
}

/// The position to start from.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// Position to start from, as the command `position` prints it
    #[arg(long, value_name = "TEXT", help_heading = "Game")]
    position: Option<String>,
}

impl PositionArgs {
    pub(super) fn apply(&self, engine: &mut Engine) -> Result<(), Error> {
        self.position.iter().try_for_each(|text| Ok(engine.set_position(text)?))
    }
}

/// A game after some moves.
#[derive(Debug, Args)]
pub(super) struct LineArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    moves: MovesArgs,
}

impl LineArgs {
    /// An engine in the position after the moves.
    pub(super) fn engine(&self) -> Result<Engine, Error> {
        self.moves.engine(&self.game)
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
    /// An engine in the position after the moves.
    pub(super) fn engine(&self, game: &GameArgs) -> Result<Engine, Error> {
        let mut engine = game.engine()?;
        self.position.apply(&mut engine)?;
        for token in &self.moves {
            let side = engine.game().turn();
            engine.play(side, token, Style::Whole).map_err(|error| Error::Move(token.clone(), error))?;
        }
        Ok(engine)
    }
}

/// How long to think about a move.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct MoveArgs {
    /// Milliseconds a move [default: 1000]
    #[arg(long = "time", value_name = "MS", help_heading = "Search")]
    pub(super) move_time_ms: Option<u64>,
    /// Limit of nodes a move, instead of the time limit
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(super) nodes: Option<u64>,
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
    pub(super) fn apply(&self, engine: &mut Engine) -> Result<(), SettingError> {
        set(engine, "threads", self.threads)?;
        set(engine, "hash_mb", self.hash_mb)
    }
}

/// How strong to play, and from which seed.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct StrengthArgs {
    /// Strength, from 1 to 10 [default: 10]
    #[arg(long, value_name = "N", help_heading = "Search")]
    level: Option<u64>,
    /// Points by which a draw is worse than an even position; more than 20 also ends games of Kangaroo sooner [default: 20]
    #[arg(long, value_name = "POINTS", help_heading = "Search")]
    contempt: Option<u64>,
    #[command(flatten)]
    seed: SeedArgs,
}

/// How a player searches for moves: everything that can be set.
#[derive(Debug, Args)]
pub(super) struct PlayerArgs {
    #[command(flatten)]
    turn: MoveArgs,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    strength: StrengthArgs,
}

impl PlayerArgs {
    pub(super) fn apply(&self, engine: &mut Engine) -> Result<(), SettingError> {
        set(engine, "move_time_ms", self.turn.move_time_ms)?;
        set(engine, "nodes", self.turn.nodes)?;
        self.machine.apply(engine)?;
        set(engine, "level", self.strength.level)?;
        set(engine, "contempt", self.strength.contempt)?;
        set(engine, "seed", self.strength.seed.seed)
    }
}

fn set(engine: &mut Engine, name: &str, value: Option<u64>) -> Result<(), SettingError> {
    value.map_or(Ok(()), |value| engine.set(name, &value.to_string()))
}
