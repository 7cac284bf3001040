//! `papamu-lab puzzles`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use papamu::puzzle;

use super::Error;
use super::shared::{GameArgs, SeedArgs, at_least_one};
use crate::puzzles::Collection;

#[derive(Debug, Args)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 50, value_parser = at_least_one())]
    count: usize,
    /// Number of games in which to look for them
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Begin with the puzzles of this file, proven and graded again
    #[arg(long, value_name = "FILE")]
    again: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedArgs,
}

impl PuzzlesArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let (entry, options) = self.game.size.game(&self.game.game)?;
        let known = self.again.as_ref().map(fs::read_to_string).transpose()?.unwrap_or_default();
        let mut puzzles = Collection::new(entry);
        puzzle::read(&known).for_each(|puzzle| puzzles.again(&puzzle));
        puzzles.search(&options, self.count, self.games, self.seed.seed.unwrap_or(1));
        puzzles.write(output)?;
        Ok(())
    }
}
