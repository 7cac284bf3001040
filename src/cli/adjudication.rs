//! The arguments of `papamu match` about games that the referee ends early.

use std::time::Duration;

use clap::Args;
use papamu::matches::{Adjudication, DrawRule, ResignRule};

use super::matches::{TournamentError, pair, seconds};

#[derive(Debug, Args)]
#[command(next_help_heading = "Adjudication")]
pub(super) struct AdjudicationArgs {
    /// End the game with a loss if a player reports a win rate of at most WINRATE percent in MOVES consecutive moves. Defaults:
    /// moves=3 winrate=1
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=2, value_parser = pair)]
    resign: Option<Vec<(String, f64)>>,
    /// End the game with a draw if both players report win rates within WINRATE percent of 50 in MOVES consecutive moves each, and
    /// at least AFTER moves were made. Defaults: moves=8 winrate=1 after=40
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=3, value_parser = pair)]
    draw: Option<Vec<(String, f64)>>,
    /// Before each move, try to prove the result for this many seconds, and end the game if it is proven
    #[arg(long, value_name = "SECONDS", value_parser = some_seconds)]
    prove: Option<Duration>,
}

impl AdjudicationArgs {
    /// When the referee ends games early.
    ///
    /// # Errors
    /// [`TournamentError::Arguments`].
    pub fn rules(&self) -> Result<Adjudication, TournamentError> {
        let resign = values("--resign", self.resign.as_deref(), [("moves", 3.0), ("winrate", 1.0)])?;
        let draw = values("--draw", self.draw.as_deref(), [("moves", 8.0), ("winrate", 1.0), ("after", 40.0)])?;
        Ok(Adjudication {
            resign: resign.map(|[moves, winrate]| ResignRule { moves: moves as u32, winrate: winrate / 100.0 }),
            draw: draw.map(|[moves, winrate, after]| DrawRule {
                moves: moves as u32,
                winrate: winrate / 100.0,
                after: after as u32,
            }),
            prove: self.prove,
        })
    }
}

/// The values of the keys, in their order, where the option is given.
fn values<const N: usize>(
    option: &str,
    given: Option<&[(String, f64)]>,
    keys: [(&str, f64); N],
) -> Result<Option<[f64; N]>, TournamentError> {
    let Some(given) = given else { return Ok(None) };
    let mut values = keys.map(|(_, default)| default);
    for (key, value) in given {
        let Some(place) = keys.iter().position(|(name, _)| name == key) else {
            let names = keys.map(|(name, _)| name).join(", ");
            return Err(TournamentError::Arguments(format!("{option} has no '{key}'; it has {names}")));
        };
        let (most, whole) = if key == "winrate" { (50.0, false) } else { (1e6, true) };
        let least = if key == "moves" { 1.0 } else { 0.0 };
        if !(least..=most).contains(value) || (whole && value.fract() != 0.0) {
            let kind = if whole { "a whole number" } else { "a number" };
            let text = format!("{option} {key}={value}: allowed: {kind} from {least} to {most}");
            return Err(TournamentError::Arguments(text));
        }
        values[place] = *value;
    }
    Ok(Some(values))
}

/// A time to think.
fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => Err("there is no time to prove anything; give a number of seconds, such as 0.5".to_owned()),
        time => Ok(time),
    }
}
