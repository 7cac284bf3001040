//! The arguments of `papamu suite`, `tactics` and `openings`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use papamu::games::GAMES;
use papamu::tools::suite;

use super::general::Start;
use super::matches::{MatchError, some};

#[derive(Debug, Args)]
pub struct SuiteArgs {
    /// Files of positions with their best moves
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Numbers of nodes, or playouts, a move
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [100, 1_000, 10_000], value_parser = clap::value_parser!(u64).range(1..))]
    at: Vec<u64>,
}

#[derive(Debug, Args)]
pub struct MakeArgs {
    /// Game, with options after commas: kanga,width=5,height=5
    game: String,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 60, value_parser = some())]
    count: usize,
}

#[derive(Debug, Args)]
pub struct OpeningArgs {
    #[command(flatten)]
    make: MakeArgs,
    /// Turns of an opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    turns: u32,
}

impl SuiteArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), MatchError> {
        for path in &self.files {
            let name = path.display().to_string();
            let text = fs::read_to_string(path).map_err(|error| MatchError::File(name.clone(), error))?;
            let read = suite::read(&text, GAMES).map_err(|error| MatchError::Arguments(format!("{name}: {error}")));
            suite::run(&name, &mut read?, &self.at, output)?;
        }
        Ok(())
    }
}

impl MakeArgs {
    pub fn run(&self, start: &Start, seed: u64, output: &mut impl Write) -> Result<(), MatchError> {
        let (entry, options) = start.game(&self.game)?;
        self.check(suite::make(entry, &options, self.count, seed, output)?, "positions")
    }

    /// An error where fewer were found than were asked for.
    fn check(&self, found: usize, what: &'static str) -> Result<(), MatchError> {
        if found < self.count { Err(MatchError::Fewer(found, self.count, what)) } else { Ok(()) }
    }
}

impl OpeningArgs {
    pub fn run(&self, start: &Start, nodes: u64, seed: u64, output: &mut impl Write) -> Result<(), MatchError> {
        let (entry, options) = start.game(&self.make.game)?;
        let found = suite::make_openings(entry, &options, self.turns, self.make.count, nodes, seed, output)?;
        self.make.check(found, "openings")
    }
}
