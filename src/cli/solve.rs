//! `papamu solve` and `papamu verify`.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use papamu::certificate::{Certificate, Flaw};
use papamu::gtp::commands::moves_json;
use papamu::play::{Game, Search};
use papamu::search::Limits;
use papamu::solve::{Journal, MovesWatch, Numbers, ProofProgress, Save, SolvedMoves, word_of};
use papamu::system::{Cancel, can_save, printable};
use serde_json::json;

use super::Error;
use super::options::{MachineArgs, MovesArgs};
use super::progress::{QuietArgs, REPORT_EVERY, notice, until_interrupt};
use super::shared::{GameArgs, JsonArgs};

const SAVE_EVERY: Duration = Duration::from_secs(600);
/// A certificate of Kōnane leaves out positions that an exhaustive search of this many positions decides. The check of 7×7
/// from the middle then takes a quarter of the time of its proof.
const SEARCHED: u64 = 1_000;
/// The interval between the lines about a proof that is saved.
const TELL_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    moves: MovesArgs,
    /// Milliseconds for the proof [default: no limit]
    #[arg(long = "time", value_name = "MS")]
    time_ms: Option<u64>,
    /// Positions that the proof may search [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    machine: MachineArgs,
    /// Print the result of every move instead, a line each: MOVE RESULT [DISTANCE], where the distance is the number of turns
    /// until the game is won or lost; with --json, one object
    #[arg(long = "moves", conflicts_with_all = ["certificate", "checkpoint"])]
    each_move: bool,
    /// Write the proof to a file, for `papamu verify`
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    certificate: Option<PathBuf>,
    /// Save the proof to a file every ten minutes and at the end, and continue the proof that it holds already (Kōnane);
    /// reports progress
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    quiet: QuietArgs,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Certificate
    file: PathBuf,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    quiet: QuietArgs,
}

impl SolveArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<ExitCode, Error> {
        let mut game = self.moves.game(&self.game)?;
        self.machine.apply(&mut game)?;
        let time = self.time_ms.filter(|&time| time > 0).map(Duration::from_millis);
        let limits = Limits { time, nodes: self.nodes.filter(|&nodes| nodes > 0), ..Limits::default() };
        let (game, cancel) = (&game, &until_interrupt(true));
        if self.each_move {
            return self.answer_moves(game, Search::new().within(limits).cancel(cancel), output);
        }
        if let Some(path) = &self.certificate {
            let failed = |error: io::Error| Error::file(path, error);
            // After the proof, an error would come too late.
            can_save(path).map_err(failed)?;
            let certificate = self.prove(game, limits, cancel, |search| game.certify(SEARCHED, search))?;
            certificate.save(path).map_err(failed)?;
            let turns: usize = certificate.plans.iter().map(|plan| plan.turns.len()).sum();
            writeln!(output, "{}: {} turns", certificate.claim(), turns)?;
            return Ok(ExitCode::SUCCESS);
        }
        let solution = self.prove(game, limits, cancel, |search| game.solve(search))?;
        match self.json.json {
            true => writeln!(output, "{}", json!({ "result": word_of(solution.verdict), "move": solution.best }))?,
            false => writeln!(output, "{solution}")?,
        }
        Ok(status(solution.verdict.is_some(), game))
    }

    fn answer_moves(&self, game: &Game, search: Search, output: &mut impl Write) -> Result<ExitCode, Error> {
        let (line, begun) = (self.quiet.line(), Instant::now());
        let mut see = |solved: &SolvedMoves| {
            if let Some(progress) = &solved.progress {
                let share = format!("{} of {} moves known", solved.known(), solved.moves.len());
                line.say(&format!("{share}, {}", in_words(progress, begun.elapsed())));
            }
        };
        // Without reports, a search with a limit of nodes is reproducible.
        let watch = self.quiet.is_shown().then_some(MovesWatch { every: REPORT_EVERY, see: &mut see });
        let solved = game.solve_moves(search, watch)?;
        drop(line);
        match self.json.json {
            true => writeln!(output, "{}", moves_json(&solved, true))?,
            false => solved.moves.iter().try_for_each(|solved| writeln!(output, "{solved}"))?,
        }
        Ok(status(solved.known() == solved.moves.len(), game))
    }

    /// Runs a proof that shows its progress. With a checkpoint, it is saved there, and lines on standard error report its
    /// progress now and then.
    fn prove<T>(&self, game: &Game, limits: Limits, cancel: &Cancel, prove: impl FnOnce(Search) -> T) -> T {
        let save = self.checkpoint.as_ref().map(|path| Save {
            file: path.clone(),
            subject: format!("{} {}", game.name(), game.values()),
            every: SAVE_EVERY,
        });
        let (line, begun, mut last) = (self.quiet.line(), Instant::now(), None);
        let writes = save.is_some() && !self.quiet.quiet;
        let mut known = None;
        let mut see = |progress: &ProofProgress| {
            let (text, Numbers { proof, disproof }) = (in_words(progress, begun.elapsed()), progress.numbers);
            line.say(&text);
            let is_due = last.is_none_or(|last: Instant| last.elapsed() >= TELL_EVERY);
            if writes && (is_due || proof == 0 || disproof == 0) {
                last = Some(Instant::now());
                // The proof goes on even if nobody reads this.
                line.suspend(|| drop(writeln!(io::stderr(), "{} s: {text}", begun.elapsed().as_secs())));
            }
            known = Some(text);
        };
        // Without a terminal, a search is not interrupted for reports that nobody sees.
        let tell_every = if self.quiet.is_shown() { REPORT_EVERY } else { TELL_EVERY };
        let journal = Journal { save, tell_every, see: &mut see };
        let proven = prove(Search::new().within(limits).cancel(cancel).journal(journal));
        drop(line);
        if let Some(known) = known.filter(|_| cancel.is_cancelled() && self.quiet.is_shown()) {
            notice(&format!("interrupted: {known}"));
        }
        proven
    }
}

/// The progress of a proof that has taken this time, in words. What matters most comes first, because a terminal may be narrow.
fn in_words(progress: &ProofProgress, time: Duration) -> String {
    let ProofProgress { side, goal, numbers: Numbers { proof, disproof }, nodes, best, .. } = progress;
    let speed = *nodes as f64 / time.as_secs_f64().max(1e-3);
    let now = best.as_ref().map_or_else(String::new, |best| format!("now {best}; "));
    format!("{nodes} positions, {speed:.0}/s; {now}{side} to {goal}: proof {proof}, disproof {disproof}")
}

/// The exit status, with a notice if results remain unknown however long the proof takes.
fn status(is_known: bool, game: &Game) -> ExitCode {
    if is_known {
        return ExitCode::SUCCESS;
    }
    let ends_by = |option| game.values().number(option) > 0;
    if game.counts_points() && ends_by("max_moves") && ends_by("repetition") {
        notice("while max_moves and repetition can both end this game, only results before the move limit are proven");
    }
    ExitCode::from(3)
}

impl VerifyArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let failed = |reason: &dyn ToString| Error::file(&self.file, reason.to_string());
        let certificate = Certificate::open(&self.file).map_err(|error| failed(&error))?;
        let Certificate { game, options, position, .. } = &certificate;
        let claim = certificate.claim();
        let session = Game::open(game, options).map_err(|error| failed(&error))?;
        let all: usize = certificate.plans.iter().map(|plan| plan.turns.len()).sum();
        let (line, cancel, turns) = (self.quiet.line(), until_interrupt(true), Cell::new(0));
        let stop = |checked: u64| {
            if turns.replace(checked) != checked {
                line.set(checked as usize, all);
            }
            cancel.is_cancelled()
        };
        let checked = session.verify(&certificate, &stop);
        drop(line);
        let checked = checked.map_err(|flaw| match flaw {
            Flaw::Stopped => failed(&format!("interrupted: no flaw in the first {} of {all} turns", turns.get())),
            flaw => failed(&format!("not proven: {flaw}")),
        })?;
        if self.json.json {
            let proven =
                json!({ "claim": claim, "positions": checked, "game": game, "options": options, "position": position });
            return Ok(writeln!(output, "{proven}")?);
        }
        let text = format!("{claim}: {checked} positions of {game} {options} from {position}");
        Ok(writeln!(output, "{}", printable(&text))?)
    }
}
