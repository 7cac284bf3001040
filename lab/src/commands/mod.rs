//! The arguments of `papamu-lab`. Those for games are those of `papamu`.

#[path = "../../../src/cli/shared.rs"]
mod shared;

mod puzzles;
mod regret;
mod suite;
mod tune;

use std::io::{self, Write};

use clap::{Parser, Subcommand};
use papamu::play;
use thiserror::Error;

use crate::suite::SuiteError;

/// Measure and train the engine papamu.
///
/// Matches are played by `papamu match`, and the speed is measured by `papamu bench`.
#[derive(Debug, Parser)]
#[command(name = "papamu-lab", version)]
pub struct Program {
    #[command(subcommand)]
    command: Command,
    /// Log to standard error; twice for more (RUST_LOG sets it finely)
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Count the tactical positions of files that the engine solves
    #[command(before_help = "Example: papamu-lab suite tests/tactics/konane.txt --at 100")]
    Suite(#[command(flatten)] suite::SuiteArgs),
    /// Count the proven wins and draws that the engine gives away in random positions
    #[command(before_help = "Example: papamu-lab regret konane --size 6 --turns 4..12 -n 20 --time 30")]
    Regret(#[command(flatten)] regret::RegretArgs),
    /// Print tactical positions of a game with moves that are proven to win soonest
    #[command(before_help = "Example: papamu-lab tactics kanga,width=5,height=5 -n 1")]
    Tactics(#[command(flatten)] suite::TacticsArgs),
    /// Print balanced openings of a game
    #[command(before_help = "Example: papamu-lab openings konane -n 2 --turns 4")]
    Openings(#[command(flatten)] suite::OpeningsArgs),
    /// Print puzzles of a game: positions in which one move wins, proven
    #[command(before_help = "Example: papamu-lab puzzles kanga,width=4,height=4 -n 1 --games 2 --seed 17")]
    Puzzles(#[command(flatten)] puzzles::PuzzlesArgs),
    /// Learn the weights of a game's evaluation from games of the engine against itself, and print them
    #[command(before_help = "Example: papamu-lab tune kanga,width=4,height=4 -n 20 --nodes 50")]
    Tune(#[command(flatten)] tune::TuneArgs),
}

/// What can go wrong.
#[derive(Debug, Error)]
pub enum Error {
    /// The game or an option of it.
    #[error(transparent)]
    Open(#[from] play::Error),
    /// A file that cannot be read.
    #[error("{0}: {1}")]
    File(String, #[source] io::Error),
    /// A suite with an invalid line.
    #[error("{0}: {1}")]
    Suite(String, #[source] SuiteError),
    /// Guests in a game without points.
    #[error("--guests is for games that count points")]
    Guests,
    /// Less than was asked for.
    #[error("only {0} of {1} {2} were found")]
    Fewer(usize, usize, &'static str),
    /// Writing.
    #[error("writing the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// Whether the reader of the output has gone, which is no error.
    pub fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl Program {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// [`Error`]: what the arguments ask for cannot be done, or nothing can be written.
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        match &self.command {
            Command::Suite(arguments) => arguments.run(output),
            Command::Regret(arguments) => arguments.run(output),
            Command::Tactics(arguments) => arguments.run(output),
            Command::Openings(arguments) => arguments.run(output),
            Command::Puzzles(arguments) => arguments.run(output),
            Command::Tune(arguments) => arguments.run(output),
        }
    }
}
