//! Commands that answer one question about one position.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use papamu::endgames::MOST_STONES;
use papamu::engine::Search;
use papamu::game::perft::DEEPEST;
use papamu::gtp::{Failure, Gtp, Request, Tokens};
use papamu::session::{Choice, PlayError};
use papamu::system::Cancel;
use serde_json::json;

use super::Error;
use super::options::{EndgamesArgs, LineArgs, MovesArgs, PlayerArgs};
use super::shared::{GameArgs, JsonArgs};

#[derive(Debug, Args)]
pub(super) struct GenmoveArgs {
    #[command(flatten)]
    line: LineArgs,
    #[command(flatten)]
    player: PlayerArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl GenmoveArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.line.engine()?;
        self.player.apply(&mut engine)?;
        // The protocol answers with a resignation or a pass, which would look like a move here.
        if let Some(outcome) = engine.game().outcome() {
            return Err(PlayError::Over(outcome).into());
        }
        let choice = engine.choose(Search::new().style(self.line.style()))?;
        let (token, Choice { winrate, nodes, .. }) = (choice.token(), &choice);
        match self.json.json {
            true => writeln!(output, "{}", json!({ "move": token, "winrate": winrate, "nodes": nodes }))?,
            false => writeln!(output, "{token}")?,
        }
        Ok(())
    }
}

#[derive(Debug, Args)]
pub(super) struct StateArgs {
    #[command(flatten)]
    line: LineArgs,
}

impl StateArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let mut gtp = Gtp::new(self.line.engine()?, self.line.style());
        Ok(writeln!(output, "{}", ask(&mut gtp, "state")?)?)
    }
}

#[derive(Debug, Args)]
pub(super) struct ResultArgs {
    #[command(flatten)]
    line: LineArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl ResultArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let engine = self.line.engine()?;
        if self.json.json {
            return Ok(writeln!(output, "{}", json!({ "result": engine.state().game.result }))?);
        }
        let mut gtp = Gtp::new(engine, self.line.style());
        Ok(writeln!(output, "{}", ask(&mut gtp, "result")?)?)
    }
}

/// What the line protocol answers to a command.
fn ask(gtp: &mut Gtp, command: &str) -> Result<String, Failure> {
    let cancel = Cancel::default();
    let tokens = Tokens { cancel: &cancel, until_next: &cancel };
    gtp.answer(&Request::parse(command), tokens, &mut |_| ())
}

#[derive(Debug, Args)]
pub(super) struct ValueArgs {
    #[command(flatten)]
    line: LineArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl ValueArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let value = self.line.engine()?.game().value(&|| false)?;
        match self.json.json {
            true => writeln!(output, "{}", json!({ "value": value.to_string() }))?,
            false => writeln!(output, "{value}")?,
        }
        Ok(())
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
    moves: MovesArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl PerftArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let engine = self.moves.engine(&self.game)?;
        let game = engine.game();
        if !self.divide {
            let count = game.perft(self.depth, &|| false).ok_or(Error::Uncountable)?;
            match self.json.json {
                true => writeln!(output, "{}", json!({ "depth": self.depth, "count": count }))?,
                false => writeln!(output, "{count}")?,
            }
            return Ok(());
        }
        if self.depth == 0 {
            return Err(Error::Depth);
        }
        let counts = game.perft_divide(self.depth, &|| false).ok_or(Error::Uncountable)?;
        if self.json.json {
            let count: u64 = counts.iter().map(|(_, count)| count).sum();
            let moves: BTreeMap<_, _> = counts.into_iter().collect();
            return Ok(writeln!(output, "{}", json!({ "depth": self.depth, "count": count, "moves": moves }))?);
        }
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
