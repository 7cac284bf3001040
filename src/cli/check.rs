//! The arguments of `papamu check`, and the checklist that it prints.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use papamu::matches::Log;
use papamu::matches::check::{CheckClass, CheckItem, CheckOutcome, Exam};
use papamu::registry::GAMES;
use papamu::system::printable;

use super::Error;
use super::matches::match_game;
use super::progress::until_interrupt;
use super::shared::{GameText, JsonArgs, MarginArgs, SeedArgs, SizeArgs};

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Game, with options after commas: konane,width=6,height=6
    #[arg(value_name = "GAME[,KEY=VALUE...]", value_parser = GameText, hide_possible_values = true, default_value = GAMES[0].name)]
    game: String,
    #[command(flatten)]
    size: SizeArgs,
    /// Command line of the engine, in quotes
    #[arg(short, long, value_name = "COMMAND")]
    engine: String,
    /// Compare the engine's legal_moves and perft with papamu's in random positions, and check nothing else
    #[arg(long)]
    rules: bool,
    /// Make only this check, by the name that --json shows; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Fail on warnings, too
    #[arg(long)]
    strict: bool,
    /// Whole games to play against random moves
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    games: u32,
    /// Milliseconds a move
    #[arg(long = "time", value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    move_time_ms: u64,
    #[command(flatten)]
    margin: MarginArgs,
    /// Time for an engine to start up, and for everything but moves, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    startup: u64,
    /// File to which the conversations with the engine and its standard error are appended
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl CheckArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let (entry, options) = match_game(&self.size, &self.game)?;
        let log = self.log.as_ref().map(|path| Log::open(path).map_err(|error| Error::file(path, error)));
        let exam = Exam {
            command: self.engine.clone(),
            entry,
            options,
            time: Duration::from_millis(self.move_time_ms),
            margin: Duration::from_millis(self.margin.margin),
            timeout: Duration::from_millis(self.startup),
            games: self.games,
            seed: self.seed.seed.unwrap_or(1),
            rules: self.rules,
            only: self.only.clone(),
            log: log.transpose()?,
        };
        let names = exam.names();
        if let Some(name) = self.only.iter().find(|name| !names.contains(&name.as_str())) {
            let text = format!("--only {name}: there is no such check; there are {}", names.join(", "));
            return Err(Error::Arguments(text));
        }
        if !self.json.json {
            let limits = format!("{} ms a move and a grace period of {} ms", self.move_time_ms, self.margin.margin);
            writeln!(output, "{}: {}, {limits}", printable(&self.engine), exam.game())?;
        }
        let stop = until_interrupt(false);
        let mut written = Ok(());
        let report = exam.run(&stop, |item| {
            if !self.json.json && item.outcome != CheckOutcome::Skipped && written.is_ok() {
                written = write!(output, "{item}").and_then(|()| output.flush());
            }
        })?;
        written?;
        if stop.is_cancelled() {
            return Err(Error::failed("interrupted: the other checks were not run"));
        }
        match self.json.json {
            true => writeln!(output, "{}", serde_json::to_string(&report).map_err(std::io::Error::from)?)?,
            false => writeln!(output, "{}", report.summary())?,
        }
        let fails = |item: &&CheckItem| !item.is_fine() && (item.class == CheckClass::Match || self.strict);
        report.checks.iter().find(fails).map_or(Ok(()), |item| {
            Err(Error::failed(format!("{} failed {}: {}", printable(&self.engine), item.name, item.reason)))
        })
    }
}
