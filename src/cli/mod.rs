//! The arguments of the command line, and what they start.

mod general;
mod matches;
mod solve;
mod suite;
mod tune;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};
use papamu::endgames::{EndgamesError, MOST_STONES};
use papamu::game::Style;
use papamu::games::{self, GAMES};
use papamu::gtp::{self, Engine, Failure, FileAccess};
use papamu::input::{Dialect, Lines};
use papamu::perft;
use papamu::search::{Interrupt, Limits};
use papamu::session::{PlayError, SettingError, Thinking};
use papamu::solve::ValueError;
use papamu::tools;
use papamu::ugi;
use thiserror::Error;

use general::{SettingArgs, Start};
use matches::MatchError;
use solve::ProofError;

/// An engine for the board games Kōnane, Kanga, Send It and Kangaroo.
///
/// Without a subcommand it speaks a line protocol on standard input and output, made after GTP, the Go Text
/// Protocol: type `help` for its commands, `quit` to leave. Nothing but the protocol is written to standard output.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = false)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Game to start with: konane, kanga, send_it or kangaroo [default: konane]
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Play and answer single clicks, as boards that are clicked on (GoGui) want it, and not whole turns
    #[arg(long)]
    steps: bool,
    /// Speak UGI, the Universal Game Interface, from the start; a first line `ugi` does the same
    #[arg(long, conflicts_with = "steps")]
    ugi: bool,
    /// What loadsgf and savesgf may use: none, or only files in this folder [default: all files]
    #[arg(long, value_name = "none|DIR")]
    files: Option<String>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    settings: SettingArgs,
    /// Log to standard error; twice for more (RUST_LOG sets it finely)
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the move that the engine plays after the moves given
    Genmove {
        /// Game
        game: String,
        /// Moves from the start, alternating, a turn each: D5 C5 A5-C5
        moves: Vec<String>,
    },
    /// Print who wins with perfect play after the moves given, proven: win MOVE, loss, draw MOVE or unknown
    Solve(#[command(flatten)] solve::SolveArgs),
    /// Check a certificate that `solve` wrote, with nothing but the rules
    Verify(#[command(flatten)] solve::VerifyArgs),
    /// Print the value of a position in combinatorial game theory (Left is Black): 0, 1/2, *, ^ for up, {2|*} … (Kōnane)
    Value {
        /// Game; the position is given by --position and --size, or moves
        game: String,
        /// Moves from the start, alternating, a turn each
        moves: Vec<String>,
    },
    /// Work out who wins every endgame with few stones, and keep the table for play and proofs (Kangaroo). It is about the
    /// game's own options (--size, --set), and takes a byte of memory and disk for each position; -v tells how it gets on
    Endgames {
        /// Game
        game: String,
        /// The most stones on the board, of both players together [default: as many as fit in a gibibyte]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_STONES)))]
        stones: Option<u32>,
    },
    /// Count the sequences of that many moves
    Perft {
        /// Game
        game: String,
        /// Length of the sequences
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(perft::DEEPEST)))]
        depth: u32,
        /// A line for each first move
        #[arg(long)]
        divide: bool,
    },
    /// Play a match between engines that speak the protocol, and print the result
    Match(#[command(flatten)] matches::MatchArgs),
    /// Add up the records of matches, and print the result
    Results(#[command(flatten)] matches::ResultsArgs),
    /// Check the records of games
    Replay(#[command(flatten)] matches::ReplayArgs),
    /// Count the tactical positions of files that the engine solves
    Suite(#[command(flatten)] suite::SuiteArgs),
    /// Print tactical positions of a game with moves that are proven to win soonest
    Tactics(#[command(flatten)] suite::MakeArgs),
    /// Print balanced openings of a game
    Openings(#[command(flatten)] suite::OpeningArgs),
    /// Learn the weights of a game's evaluation from games of the engine against itself, and print them
    Tune(#[command(flatten)] tune::TuneArgs),
    /// Print what a shell needs to complete the program's arguments
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or of a command, for `man`
    Man {
        /// Command
        command: Option<String>,
    },
    /// Measure the speed of every game, and print the signature: a node count that is the same on every machine
    Bench,
}

/// What can go wrong at the command line.
#[derive(Debug, Error)]
pub enum Error {
    /// The game or an option of it.
    #[error(transparent)]
    Start(#[from] Failure),
    /// A setting out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A move.
    #[error("{0}: {1}")]
    Move(String, PlayError),
    /// A proof.
    #[error(transparent)]
    Solve(#[from] ProofError),
    /// A value.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A table of endgames.
    #[error(transparent)]
    Endgames(#[from] EndgamesError),
    /// The folder of such tables is not there.
    #[error("--endgames {}: there is no such folder", .0.display())]
    EndgamesFolder(PathBuf),
    /// A general argument that the command would not obey.
    #[error("'{0}' does not take {1}")]
    Ignored(&'static str, &'static str),
    /// No first moves to tell of.
    #[error("--divide is for a depth of at least 1")]
    Depth,
    /// A manual page of what is not there.
    #[error("there is no command '{0}'")]
    NoCommand(String),
    /// Guests in a game without points.
    #[error("--guests is for games that count points")]
    Guests,
    /// Nowhere to put such a table.
    #[error("the user has no data folder: --endgames DIR")]
    NoFolder,
    /// The folder for files.
    #[error("--files {0}: {1}")]
    Files(String, #[source] io::Error),
    /// A match.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Writing.
    #[error("writing the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// Whether it is only that the reader of the output has gone.
    pub fn is_closed_output(&self) -> bool {
        let (Self::Output(error) | Self::Solve(ProofError::Output(error)) | Self::Match(MatchError::Output(error))) =
            self
        else {
            return false;
        };
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

impl Cli {
    /// Runs the subcommand, or the protocol.
    ///
    /// # Errors
    /// [`Error`]: what the arguments ask for cannot be done, or nothing can be written.
    pub fn run(self) -> Result<(), Error> {
        self.check_arguments()?;
        let output = &mut io::stdout();
        match &self.command {
            None => self.serve(),
            Some(Command::Genmove { game, moves }) => self.genmove(game, moves, output),
            Some(Command::Solve(arguments)) => self.solve(arguments, output),
            Some(Command::Verify(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Value { game, moves }) => {
                let value = self.engine_after(game, moves)?.session().value(&|| false)?;
                Ok(writeln!(output, "{value}")?)
            }
            Some(Command::Endgames { game, stones }) => self.endgames(game, *stones, output),
            Some(Command::Perft { game, depth, divide }) => self.perft(game, *depth, *divide, output),
            Some(Command::Match(arguments)) => {
                let SettingArgs { move_time_ms, nodes, seed, .. } = self.settings;
                let general = matches::General { game: self.game(), start: &self.start, move_time_ms, nodes, seed };
                Ok(arguments.run(general, output)?)
            }
            Some(Command::Results(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Replay(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Suite(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Tactics(arguments)) => {
                Ok(arguments.run(&self.start, self.settings.seed.unwrap_or(1), output)?)
            }
            Some(Command::Openings(arguments)) => {
                let SettingArgs { nodes, seed, .. } = self.settings;
                Ok(arguments.run(&self.start, nodes.unwrap_or(5_000), seed.unwrap_or(1), output)?)
            }
            Some(Command::Tune(arguments)) => {
                let options = self.engine(self.game())?.session().values().to_string();
                let open = || games::find(GAMES, self.game()).ok()?.open(&options).ok();
                arguments.run(open, &self.settings, output)
            }
            Some(Command::Completions { shell }) => Ok(Self::completions(*shell, output)?),
            Some(Command::Man { command }) => Self::manual(command.as_deref(), output),
            Some(Command::Bench) => Ok(tools::bench(GAMES, output)?),
        }
    }

    /// The game to start with.
    fn game(&self) -> &str {
        self.game.as_deref().unwrap_or(GAMES[0].name)
    }

    fn completions(shell: clap_complete::Shell, output: &mut impl Write) -> io::Result<()> {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Self::command(), env!("CARGO_PKG_NAME"), &mut text);
        output.write_all(&text)
    }

    fn manual(command: Option<&str>, output: &mut impl Write) -> Result<(), Error> {
        let mut program = Self::command();
        program.build();
        let page = match command {
            None => program,
            Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| Error::NoCommand(name.to_owned()))?,
        };
        Ok(clap_mangen::Man::new(page).render(output)?)
    }

    /// Speaks the protocol that is asked for, or that the first line asks for.
    fn serve(&self) -> Result<(), Error> {
        let mut engine = self.engine(self.game())?;
        engine.files = self.file_access()?;
        let mut lines = Lines::read(io::stdin(), if self.ugi { Dialect::Ugi } else { Dialect::Either });
        let first = lines.next(|| Ok(()))?;
        let ugi = self.ugi || first.as_ref().is_some_and(|line| line.text == "ugi");
        if let Some(line) = first {
            lines.put_back(line);
        }
        if !ugi {
            return Ok(gtp::run(&mut engine, &mut lines, io::stdout().lock())?);
        }
        let (session, settings) = engine.into_parts();
        let mut engine = ugi::Engine::new(GAMES, session, settings);
        Ok(ugi::run(&mut engine, &mut lines, io::stdout())?)
    }

    fn file_access(&self) -> Result<FileAccess, Error> {
        match self.files.as_deref() {
            None => Ok(FileAccess::All),
            Some("none") => Ok(FileAccess::None),
            Some(folder) => FileAccess::within(folder.as_ref()).map_err(|error| Error::Files(folder.to_owned(), error)),
        }
    }

    /// An engine that has been told all that the arguments say.
    fn engine(&self, game: &str) -> Result<Engine, Error> {
        let style = if self.steps { Style::Steps } else { Style::Whole };
        let mut engine = Engine::new(GAMES, game, &self.start.options(game), style)?;
        if let Some(position) = &self.start.position {
            engine.session().set_position(position).map_err(Failure::from)?;
        }
        let makes_folder = matches!(self.command, Some(Command::Endgames { .. }));
        if let Some(folder) = self.settings.endgames.as_ref().filter(|folder| !makes_folder && !folder.is_dir()) {
            return Err(Error::EndgamesFolder(folder.clone()));
        }
        engine.settings.endgames = self.settings.endgames();
        let SettingArgs { move_time_ms, nodes, threads, hash_mb, level, seed, .. } = self.settings;
        let given = [
            ("move_time_ms", move_time_ms),
            ("nodes", nodes),
            ("threads", threads),
            ("hash_mb", hash_mb),
            ("level", level),
            ("seed", seed),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                engine.settings.set(name, &value.to_string())?;
            }
        }
        Ok(engine)
    }

    /// The engine after the moves.
    fn engine_after(&self, game: &str, moves: &[String]) -> Result<Engine, Error> {
        let mut engine = self.engine(game)?;
        let style = if self.steps { Style::Steps } else { Style::Whole };
        let session = engine.session();
        for token in moves {
            session.play(session.turn(), token, style).map_err(|error| Error::Move(token.clone(), error))?;
        }
        Ok(engine)
    }

    fn solve(&self, arguments: &solve::SolveArgs, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine_after(&arguments.game, &arguments.moves)?;
        let settings = engine.settings.clone();
        let SettingArgs { move_time_ms, nodes, .. } = self.settings;
        let time = move_time_ms.filter(|&time| time > 0).map(Duration::from_millis);
        let limits = Limits { time, nodes: nodes.filter(|&nodes| nodes > 0), ..Limits::default() };
        Ok(arguments.run(engine.session(), &settings, limits, output)?)
    }

    fn endgames(&self, game: &str, stones: Option<u32>, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine(game)?;
        let threads = engine.settings.threads as usize;
        let folder = self.settings.endgames().ok_or(Error::NoFolder)?;
        let (path, tally) = engine.session().write_endgames(stones, threads, &folder)?;
        Ok(writeln!(output, "{}: {tally}", path.display())?)
    }

    fn genmove(&self, game: &str, moves: &[String], output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine_after(game, moves)?;
        let settings = engine.settings.clone();
        let style = if self.steps { Style::Steps } else { Style::Whole };
        let session = engine.session();
        let illegal = |token: &str, error| Error::Move(token.to_owned(), error);
        let interrupt = &Interrupt::default();
        let thinking = Thinking { style, settings: &settings, limits: settings.limits(None), interrupt, line: 1 };
        let reply =
            session.genmove(session.turn(), false, thinking, None).map_err(|error| illegal("genmove", error))?;
        Ok(writeln!(output, "{reply}")?)
    }

    fn perft(&self, game: &str, depth: u32, divide: bool, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine(game)?;
        if divide && depth == 0 {
            return Err(Error::Depth);
        }
        if divide {
            let counts = engine.session().perft_divide(depth, &|| false).ok_or(Failure::Interrupted)?;
            return Ok(counts.into_iter().try_for_each(|(name, count)| writeln!(output, "{name} {count}"))?);
        }
        let count = engine.session().perft(depth, &|| false).ok_or(Failure::Interrupted)?;
        Ok(writeln!(output, "{count}")?)
    }
}
