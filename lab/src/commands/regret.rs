//! `papamu-lab regret`.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use papamu::play::SearchParams;
use papamu::search::Limits;
use serde_json::json;

use super::Error;
use super::shared::{GameArgs, JsonArgs, SeedArgs};
use crate::regret::{Count, Findings, LONGEST, Regret};

/// How often progress is logged.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct RegretArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Proven wins to test
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    wins: u64,
    /// Milliseconds that the engine has for its move
    #[arg(long, value_name = "MS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,
    /// Node limit for the move, instead of the time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Random turns before a position: a number, or the fewest and the most, as in 8..20
    #[arg(long, value_name = "N", default_value = "10", value_parser = turns)]
    turns: (u32, u32),
    /// Continue with random turns until at most this many stones are left
    #[arg(long, value_name = "N")]
    stones: Option<u32>,
    /// Positions that each proof may search
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    proof: u64,
    /// Mebibytes of memory for a search, and for a proof
    #[arg(long = "hash", value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash_mb: u64,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// Reads `8` or `8..20`.
fn turns(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most && most <= LONGEST => Ok((least, most)),
        _ => Err(format!("a number up to {LONGEST}, or two with .. between them, the smaller one first")),
    }
}

impl RegretArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let game = self.game.open()?;
        let limits = match self.nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits { time: Some(Duration::from_millis(self.time)), ..Limits::default() },
        };
        let seed = self.seed.seed.unwrap_or(1);
        let proof = Limits { nodes: Some(self.proof), ..Limits::default() };
        let regret = Regret {
            wins: self.wins,
            turns: self.turns,
            stones: self.stones,
            seed,
            engine: SearchParams { seed, hash_mb: self.hash_mb, ..SearchParams::within(limits) },
            proof: SearchParams { hash_mb: self.hash_mb, ..SearchParams::within(proof) },
        };
        let mut reported = Instant::now();
        let progress = |findings: &Findings| {
            if reported.elapsed() >= PROGRESS_INTERVAL {
                log::info!("{} positions, {} wins", findings.drawn, findings.wins.positions);
                reported = Instant::now();
            }
        };
        let mistake = |position: &str, played: &str, better: &str| log::info!("{position}: {played}, not {better}");
        let findings = regret.run(&game, |one| mistake(&one.position, &one.played, &one.better), progress);
        if self.json.json {
            let count = |count: &Count| {
                let Count { positions, given_away, unknown } = count;
                let (rate, upper_bound) = (count.rate(), count.upper_bound());
                json!({ "positions": positions, "given_away": given_away, "unknown": unknown, "rate": rate, "upper_bound": upper_bound })
            };
            let (wins, draws) = (count(&findings.wins), count(&findings.draws));
            writeln!(output, "{}", json!({ "drawn": findings.drawn, "wins": wins, "draws": draws }))?;
        } else {
            write_count(output, "wins", &findings.wins)?;
            if findings.draws != Count::default() {
                write_count(output, "draws", &findings.draws)?;
            }
        }
        let found = findings.wins.positions + findings.wins.unknown;
        if found < self.wins {
            return Err(Error::Fewer(found as usize, self.wins as usize, "proven wins"));
        }
        Ok(())
    }
}

fn write_count(output: &mut impl Write, what: &str, count: &Count) -> Result<(), Error> {
    let Count { positions, given_away, unknown } = count;
    let (rate, bound) = (100.0 * count.rate(), 100.0 * count.upper_bound());
    let share = format!("{rate:.2} % (at most {bound:.2} % with 95 % confidence)");
    Ok(writeln!(output, "{given_away} of {positions} proven {what} given away, {share}; {unknown} not decided")?)
}
