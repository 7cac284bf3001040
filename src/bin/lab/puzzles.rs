//! `papamu-lab puzzles`.

use std::io::Write;

use clap::Args;

use super::Error;
use super::lab::puzzles;
use super::shared::{GameArgs, SeedArgs, at_least_one};

#[derive(Debug, Args)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of puzzles of each grade
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = at_least_one())]
    count: usize,
    /// Number of games in which to look for them
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    seed: SeedArgs,
}

impl PuzzlesArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let (entry, options) = self.game.game()?;
        let found = puzzles::write(entry, &options, self.count, self.games, self.seed.seed.unwrap_or(1), output)?;
        log::info!("puzzles of each grade: {found:?}");
        Ok(())
    }
}
