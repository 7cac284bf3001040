//! `papamu solve` and `papamu verify`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use papamu::engine::Engine;
use papamu::registry::{self, GAMES};
use papamu::search::Limits;
use papamu::session::SolveError;
use papamu::solve::verify::Leaves;
use papamu::solve::{Answer, Certificate, Journal, MOST_SEARCHED, Numbers, ProofProgress};
use papamu::system::Cancel;
use papamu::system::printable;
use serde_json::json;
use thiserror::Error;

use super::Status;
use super::options::{EndgamesArgs, LineArgs, MachineArgs};
use super::shared::JsonArgs;

/// How often a long proof reports.
const TELL_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    line: LineArgs,
    /// Milliseconds for the proof [default: no limit]
    #[arg(long = "time", value_name = "MS")]
    time_ms: Option<u64>,
    /// Positions that the proof may search [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    endgames: EndgamesArgs,
    /// Write the proof to a file, for `papamu verify`
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    certificate: Option<PathBuf>,
    /// Omit positions from the certificate that an exhaustive search of at most N positions decides (Kōnane); `papamu
    /// verify` searches them again
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, requires = "certificate", value_parser = clap::value_parser!(u64).range(..=MOST_SEARCHED))]
    leave: u64,
    /// Save the proof to a file, and continue the proof that it holds already (Kōnane); reports progress
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Merge copies of the checkpoint that were continued elsewhere
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "checkpoint")]
    merge: Vec<PathBuf>,
    /// Save only positions whose search took about N positions or more: the file is smaller, but some work is repeated
    #[arg(long, value_name = "N", default_value_t = 1, requires = "checkpoint", value_parser = clap::value_parser!(u64).range(1..))]
    least: u64,
    /// Do not search: print at most N positions that the saved proof needs next, one line of moves each, for other
    /// machines to search
    #[arg(long, value_name = "N", requires = "checkpoint", conflicts_with_all = ["merge", "certificate", "json"], value_parser = clap::value_parser!(u16).range(1..))]
    split: Option<u16>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "checkpoint", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Certificate
    file: PathBuf,
    /// Search what the certificate leaves out with the rules alone, much slower
    #[arg(long)]
    rules: bool,
    #[command(flatten)]
    json: JsonArgs,
}

/// Why there is no proof, or none that holds.
#[derive(Debug, Error)]
pub enum ProofError {
    /// There is none.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file that cannot be read or written, or proves nothing.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Writing the answer.
    #[error("writing the output: {0}")]
    Output(#[from] io::Error),
}

impl ProofError {
    fn file(path: &Path, reason: impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: reason.to_string() }
    }
}

impl SolveArgs {
    /// Solves the position, and prints the answer.
    pub fn run(&self, output: &mut impl Write) -> Result<Status, super::Error> {
        let mut engine = self.line.engine()?;
        self.machine.apply(&mut engine)?;
        self.endgames.apply(&mut engine)?;
        let time = self.time_ms.filter(|&time| time > 0).map(Duration::from_millis);
        let limits = Limits { time, nodes: self.nodes.filter(|&nodes| nodes > 0), ..Limits::default() };
        Ok(self.answer(&engine, limits, output)?)
    }

    fn answer(&self, engine: &Engine, limits: Limits, output: &mut impl Write) -> Result<Status, ProofError> {
        if let Some(path) = &self.certificate {
            let failed = |error: io::Error| ProofError::file(path, error);
            // After the proof, an error would come too late.
            Certificate::can_save(path).map_err(failed)?;
            let certify =
                |journal: Option<&mut Journal>| engine.certify(self.leave, limits, &Cancel::default(), journal);
            let certificate = self.with_journal(engine, certify)?;
            certificate.save(path).map_err(failed)?;
            let turns: usize = certificate.plans.iter().map(|plan| plan.turns.len()).sum();
            writeln!(output, "{}: {} turns", certificate.claim, turns)?;
            return Ok(Status::Answered);
        }
        if let (Some(path), Some(count)) = (&self.checkpoint, self.split) {
            for job in engine.split(path, &subject(engine), usize::from(count))? {
                writeln!(output, "{}", job.join(" "))?;
            }
            return Ok(Status::Answered);
        }
        let answer = self.with_journal(engine, |journal| engine.solve(limits, &Cancel::default(), journal))?;
        let (result, best) = match &answer {
            Answer::Win(best) => ("win", Some(best)),
            Answer::Draw(best) => ("draw", Some(best)),
            Answer::Loss => ("loss", None),
            Answer::Unknown => ("unknown", None),
        };
        match self.json.json {
            true => writeln!(output, "{}", json!({ "result": result, "move": best }))?,
            false => writeln!(output, "{answer}")?,
        }
        Ok(if answer == Answer::Unknown { Status::Unknown } else { Status::Answered })
    }

    /// Runs a proof, a long one if there is a checkpoint: then it reports progress on standard error.
    fn with_journal<T>(&self, engine: &Engine, prove: impl FnOnce(Option<&mut Journal>) -> T) -> T {
        let Some(path) = &self.checkpoint else { return prove(None) };
        let begun = Instant::now();
        let mut last: Option<(Instant, u64)> = None;
        let mut see = |&ProofProgress { numbers: Numbers { proof, disproof }, nodes, capacity }: &ProofProgress| {
            let now = Instant::now();
            let speed = last.map_or_else(String::new, |(then, before)| {
                format!(", {:.0}/s", (nodes - before) as f64 / (now - then).as_secs_f64())
            });
            last = Some((now, nodes));
            let time = begun.elapsed().as_secs();
            // The proof goes on even if nobody reads this.
            let _ = writeln!(
                io::stderr(),
                "{time} s: {nodes} positions{speed}; to prove {proof}, to disprove {disproof}; room for {capacity}"
            );
        };
        let every = Duration::from_secs(self.every);
        let mut journal = Journal {
            file: path.clone(),
            subject: subject(engine),
            merged: self.merge.clone(),
            least: self.least,
            save_every: every,
            tell_every: every.min(TELL_EVERY),
            see: &mut see,
        };
        prove(Some(&mut journal))
    }
}

/// What the proofs of an engine's game are about.
fn subject(engine: &Engine) -> String {
    format!("{} {}", engine.game().name(), engine.game().values())
}

impl VerifyArgs {
    /// Checks the certificate, and prints what it proves.
    pub fn run(&self, output: &mut impl Write) -> Result<(), ProofError> {
        let failed = |reason: &dyn ToString| ProofError::file(&self.file, reason.to_string());
        let certificate = Certificate::open(&self.file).map_err(|error| failed(&error))?;
        let Certificate { game, options, position, claim, .. } = &certificate;
        let entry = registry::find(GAMES, game).map_err(|error| failed(&error))?;
        let session = entry.open(options).map_err(|error| failed(&error))?;
        let leaves = if self.rules { Leaves::ByRules } else { Leaves::Quick };
        let checked = session.verify(&certificate, leaves, &|| false);
        let checked = checked.map_err(|flaw| failed(&format!("not proven: {flaw}")))?;
        if self.json.json {
            let proven = json!({
                "claim": claim.to_string(),
                "positions": checked,
                "game": game,
                "options": options,
                "position": position,
            });
            return Ok(writeln!(output, "{proven}")?);
        }
        let text = format!("{claim}: {checked} positions of {game} {options} from {position}");
        Ok(writeln!(output, "{}", printable(&text))?)
    }
}
