//! `papamu-lab suite`, `tactics` and `openings`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use papamu::registry::GAMES;
use serde_json::json;

use super::Error;
use super::shared::{GameArgs, JsonArgs, SeedArgs, at_least_one};
use crate::game::subject;
use crate::suite::{self, Miss};

#[derive(Debug, Args)]
pub struct SuiteArgs {
    /// Files of positions with their best moves. The positions that the engine does not solve with the last number of nodes are
    /// printed
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Node limits to test
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [100, 1_000, 10_000], value_parser = clap::value_parser!(u64).range(1..))]
    at: Vec<u64>,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Args)]
pub struct TacticsArgs {
    #[command(flatten)]
    make: MakeArgs,
}

/// What to generate.
#[derive(Debug, Args)]
struct MakeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of positions or openings
    #[arg(short = 'n', long, value_name = "N", default_value_t = 60, value_parser = at_least_one())]
    count: usize,
    #[command(flatten)]
    seed: SeedArgs,
}

#[derive(Debug, Args)]
pub struct OpeningsArgs {
    #[command(flatten)]
    make: MakeArgs,
    /// Length of an opening, in turns
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    turns: u32,
    /// Node limit of the search that judges whether an opening is balanced
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
}

impl SuiteArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        for path in &self.files {
            let name = path.display().to_string();
            let text = fs::read_to_string(path).map_err(|error| Error::File(name.clone(), error))?;
            let mut tactics = suite::read(&text, GAMES).map_err(|error| Error::Suite(name.clone(), error))?;
            let of = |nodes| (nodes, tactics.iter_mut().filter_map(|tactic| tactic.miss(nodes)).collect());
            let misses: Vec<(u64, Vec<Miss>)> = self.at.iter().copied().map(of).collect();
            match self.json.json {
                true => print_json(&name, tactics.len(), &misses, output)?,
                false => print(&name, tactics.len(), &misses, output)?,
            }
        }
        Ok(())
    }
}

/// Prints the number of positions that are solved with each node limit, and the positions that are not solved with the last one.
fn print(name: &str, positions: usize, misses: &[(u64, Vec<Miss>)], output: &mut impl Write) -> io::Result<()> {
    write!(output, "{name}: {positions} positions")?;
    for (nodes, missed) in misses {
        write!(output, ", {} with {nodes} nodes", positions - missed.len())?;
    }
    writeln!(output)?;
    for Miss { line, game, position, best, played } in misses.last().into_iter().flat_map(|(_, missed)| missed) {
        writeln!(output, "{name}:{line}: played {played}, best {}: {game} | {position}", best.join(" "))?;
    }
    Ok(())
}

fn print_json(name: &str, positions: usize, misses: &[(u64, Vec<Miss>)], output: &mut impl Write) -> io::Result<()> {
    let score = |(nodes, missed): &(u64, Vec<Miss>)| {
        let solved = positions - missed.len();
        json!({ "nodes": nodes, "solved": solved, "missed": missed })
    };
    let scores: Vec<_> = misses.iter().map(score).collect();
    writeln!(output, "{}", json!({ "file": name, "positions": positions, "scores": scores }))
}

impl MakeArgs {
    fn seed(&self) -> u64 {
        self.seed.seed.unwrap_or(1)
    }

    /// An error where fewer were found than were asked for.
    fn check(&self, found: usize, what: &'static str) -> Result<(), Error> {
        if found < self.count { Err(Error::Fewer(found, self.count, what)) } else { Ok(()) }
    }
}

impl TacticsArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let game = self.make.game.open()?;
        let found = suite::make(&game, &*subject(&game)?, self.make.count, self.make.seed(), output)?;
        self.make.check(found, "positions")
    }
}

impl OpeningsArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let game = self.make.game.open()?;
        let Self { turns, nodes, .. } = *self;
        let found = suite::make_openings(&game, turns, self.make.count, nodes, self.make.seed(), output)?;
        self.make.check(found, "openings")
    }
}
