//! Proofs in the shell: finding, keeping and checking them.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use papamu::game::Style;
use papamu::games::{self, GAMES};
use papamu::search::{Interrupt, Limits};
use papamu::session::{Session, Settings, SolveError, Thinking};
use papamu::solve::{Answer, Certificate, Journal, Numbers, Progress};
use thiserror::Error;

/// How often a long proof tells how far it has got.
const TELL_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct SolveArgs {
    /// Game
    pub game: String,
    /// Moves from the start, alternating, a turn each; without --time there is no limit
    pub moves: Vec<String>,
    /// Write the proof there, for `papamu verify`
    #[arg(long, value_name = "FILE", conflicts_with = "checkpoint")]
    certificate: Option<PathBuf>,
    /// Keep the proof there, and go on with what is there already (Kōnane); tells how far it has got
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "checkpoint", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Certificate
    file: PathBuf,
}

/// What can go wrong with proofs.
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
    /// Solves the position in which the session stands, and prints the answer.
    pub fn run(
        &self,
        session: &dyn Session,
        settings: &Settings,
        limits: Limits,
        output: &mut impl Write,
    ) -> Result<(), ProofError> {
        let interrupt = &Interrupt::default();
        let thinking = Thinking { style: Style::Whole, settings, limits, interrupt, line: 1 };
        if let Some(path) = &self.certificate {
            let failed = |error: io::Error| ProofError::file(path, error);
            // Nobody wants to know only after the proof that it cannot be written.
            Certificate::can_save(path).map_err(failed)?;
            let certificate = session.certify(thinking)?;
            certificate.save(path).map_err(failed)?;
            let turns: usize = certificate.plans.iter().map(|plan| plan.turns.len()).sum();
            return Ok(writeln!(output, "{}: {} turns", certificate.claim, turns)?);
        }
        let answer = match &self.checkpoint {
            None => session.solve(thinking, None)?,
            Some(path) => self.keep(path, session, thinking)?,
        };
        Ok(writeln!(output, "{answer}")?)
    }

    /// Solves it as a long proof, and tells on standard error how it gets on.
    fn keep(&self, path: &Path, session: &dyn Session, thinking: Thinking) -> Result<Answer<String>, SolveError> {
        let begun = Instant::now();
        let mut last: Option<(Instant, u64)> = None;
        let mut see = |&Progress { numbers: Numbers { proof, disproof }, nodes, capacity }: &Progress| {
            let now = Instant::now();
            let speed = last.map_or_else(String::new, |(then, before)| {
                format!(", {:.0}/s", (nodes - before) as f64 / (now - then).as_secs_f64())
            });
            last = Some((now, nodes));
            let time = begun.elapsed().as_secs();
            // The proof goes on where nobody reads this.
            let _ = writeln!(
                io::stderr(),
                "{time} s: {nodes} positions{speed}; to prove {proof}, to disprove {disproof}; room for {capacity}"
            );
        };
        let every = Duration::from_secs(self.every);
        let mut journal = Journal {
            file: path.to_owned(),
            subject: format!("{} {}", session.name(), session.values()),
            save_every: every,
            tell_every: every.min(TELL_EVERY),
            see: &mut see,
        };
        session.solve(thinking, Some(&mut journal))
    }
}

impl VerifyArgs {
    /// Checks the certificate, and prints what it proves.
    pub fn run(&self, output: &mut impl Write) -> Result<(), ProofError> {
        let failed = |reason: &dyn ToString| ProofError::file(&self.file, reason.to_string());
        let file = File::open(&self.file).map_err(|error| failed(&error))?;
        let certificate = Certificate::read(BufReader::new(file)).map_err(|error| failed(&error))?;
        let Certificate { game, options, position, claim, .. } = &certificate;
        let entry = games::find(GAMES, game).map_err(|error| failed(&error))?;
        let session = entry.open(options).map_err(|error| failed(&error))?;
        let checked = session.verify(&certificate, &|| false).map_err(|flaw| failed(&format!("not proven: {flaw}")))?;
        Ok(writeln!(output, "{claim}: {checked} positions of {game} {options} from {position}")?)
    }
}
