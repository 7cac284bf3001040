//! One answer about one position: a move, a value, a count, an endgame table.

use std::io::Write;

use clap::Args;
use papamu::cancel::Cancel;
use papamu::endgames::MOST_STONES;
use papamu::perft::DEEPEST;

use super::Error;
use super::options::{EndgamesArgs, GameArgs, LineArgs, PlayerArgs, PositionArgs};

#[derive(Debug, Args)]
pub(super) struct GenmoveArgs {
    #[command(flatten)]
    line: LineArgs,
    #[command(flatten)]
    player: PlayerArgs,
}

impl GenmoveArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.line.engine()?;
        self.player.apply(&mut engine)?;
        let side = engine.game().turn();
        let choice = engine.choose(side, self.line.style(), false, &Cancel::default(), None)?;
        Ok(writeln!(output, "{}", choice.token)?)
    }
}

#[derive(Debug, Args)]
pub(super) struct ValueArgs {
    #[command(flatten)]
    line: LineArgs,
}

impl ValueArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let value = self.line.engine()?.game().value(&|| false)?;
        Ok(writeln!(output, "{value}")?)
    }
}

#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Length of the sequences
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(DEEPEST)))]
    depth: u32,
    /// Print a line for each first move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    position: PositionArgs,
}

impl PerftArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.game.engine()?;
        self.position.apply(&mut engine)?;
        let game = engine.game();
        if !self.divide {
            let count = game.perft(self.depth, &|| false).ok_or(Error::Uncountable)?;
            return Ok(writeln!(output, "{count}")?);
        }
        if self.depth == 0 {
            return Err(Error::Depth);
        }
        let counts = game.perft_divide(self.depth, &|| false).ok_or(Error::Uncountable)?;
        Ok(counts.into_iter().try_for_each(|(name, count)| writeln!(output, "{name} {count}"))?)
    }
}

#[derive(Debug, Args)]
pub(super) struct BuildEndgamesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The most stones on the board, of both players together [default: as many as fit in a gibibyte]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_STONES)))]
    stones: Option<u32>,
    /// Threads [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    #[command(flatten)]
    endgames: EndgamesArgs,
}

impl BuildEndgamesArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let engine = self.game.engine()?;
        let folder = self.endgames.folder().ok_or(Error::NoFolder)?;
        let threads = self.threads.unwrap_or(1) as usize;
        let (path, tally) = engine.game().write_endgames(self.stones, threads, &folder)?;
        Ok(writeln!(output, "{}: {tally}", path.display())?)
    }
}
