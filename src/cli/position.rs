//! Commands that answer one question about one position.

use std::io::Write;

use clap::Args;
use papamu::game::perft::DEEPEST;
use papamu::play::{Choice, MAX_LEVEL, Search};
use serde_json::{Value, json};

use super::Error;
use super::options::{MovesArgs, PlayerArgs};
use super::shared::{GameArgs, JsonArgs};

#[derive(Debug, Args)]
pub(super) struct GenmoveArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    moves: MovesArgs,
    #[command(flatten)]
    player: PlayerArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl GenmoveArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let mut game = self.moves.game(&self.game)?;
        self.player.apply(&mut game)?;
        // The protocol answers with a resignation or a pass, which would look like a move here.
        if let Some(outcome) = game.outcome() {
            return Err(Error::failed(format!("the game is over: {outcome}")));
        }
        let settings = game.settings();
        if settings.move_time_ms == 0 && settings.nodes == 0 && settings.level == MAX_LEVEL {
            return Err(Error::arguments(
                "without a time the search needs another limit: --time of at least 1, or --nodes",
            ));
        }
        let choice = game.choose(Search::new())?;
        let (token, Choice { winrate, nodes, .. }) = (choice.token(), &choice);
        match self.json.json {
            true => writeln!(output, "{}", json!({ "move": token, "winrate": winrate, "nodes": nodes }))?,
            false => writeln!(output, "{token}")?,
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
        let game = self.moves.game(&self.game)?;
        if self.divide && self.depth == 0 {
            return Err(Error::arguments("--divide needs a depth of at least 1"));
        }
        let too_many = || Error::failed("the position has more moves than fit in memory");
        let (counts, count) = if self.divide {
            let counts = game.perft_divide(self.depth, &|| false).ok_or_else(too_many)?;
            let sum = counts.iter().fold(0u64, |sum, (_, count)| sum.saturating_add(*count));
            (counts, sum)
        } else {
            (Vec::new(), game.perft(self.depth, &|| false).ok_or_else(too_many)?)
        };
        if self.json.json {
            let mut answer = json!({ "depth": self.depth, "count": count });
            if self.divide {
                answer["moves"] = counts.into_iter().collect::<Value>();
            }
            writeln!(output, "{answer}")?;
        } else if self.divide {
            counts.iter().try_for_each(|(name, count)| writeln!(output, "{name} {count}"))?;
        } else {
            writeln!(output, "{count}")?;
        }
        Ok(())
    }
}
