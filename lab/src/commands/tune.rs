//! `papamu-lab tune`.

use std::io::Write;

use clap::Args;

use super::Error;
use super::shared::{GameArgs, SeedArgs};
use crate::game::{net_sizes, subject};
use crate::tune;

#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Games to play
    #[arg(short = 'n', long, default_value_t = 2000)]
    games: u64,
    /// Random turns at the beginning of a game, at most
    #[arg(long, default_value_t = 12)]
    random: u32,
    /// Percentage of games against an opponent that evaluates only points; for games with points
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    guests: u32,
    /// Learn the network that corrects the weights on a board of this size
    #[arg(long)]
    net: bool,
    /// Node limit of a turn
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    #[command(flatten)]
    seed: SeedArgs,
}

impl TuneArgs {
    /// Plays games, and prints what is learned from them.
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let session = self.game.open()?;
        if self.guests > 0 && session.score().is_none() {
            return Err(Error::Guests);
        }
        let tuning = tune::Tuning {
            games: self.games,
            nodes: self.nodes,
            random: self.random,
            guests: self.guests,
            threads: self.threads,
            seed: self.seed.seed.unwrap_or(1),
        };
        let subject = &*subject(&session)?;
        let samples = tune::play(&tuning, subject, || self.game.open().ok());
        if self.net {
            let threads = tuning.threads as usize;
            let net = tune::fit_net(samples, net_sizes(&session), tuning.seed, threads);
            return Ok(write!(output, "{net}")?);
        }
        let weights = tune::fit_linear(&samples);
        let (early, late) = weights.split_at(weights.len() / 2);
        Ok(writeln!(output, "[{early:?}, {late:?}]")?)
    }
}
