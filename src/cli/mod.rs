//! The command line: its arguments, and the front ends and commands that they start.

mod analyze;
#[cfg(feature = "board")]
mod board;
mod check;
mod matches;
mod options;
mod play;
mod position;
mod progress;
mod review;
mod serve;
mod shared;
mod solve;

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use papamu::bench;
use papamu::registry::GAMES;
use papamu::system::{choose_build, printable};

/// An engine for the board games Kōnane, Kanga, Send It and Kangaroo.
///
/// Without a subcommand it speaks a line protocol on standard input and output, modelled on GTP, the Go Text Protocol:
/// type `help` for its commands, `quit` to leave. Nothing but the protocol is written to standard output.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::ServeArgs,
    /// Log to standard error; twice for more (RUST_LOG sets it finely)
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in the browser: open a board with the engine behind it
    #[cfg(feature = "board")]
    #[command(before_help = "Example: papamu board kangaroo --level 3")]
    Board(#[command(flatten)] board::BoardArgs),
    /// Play a game against the engine in the terminal
    #[command(before_help = "Example: papamu play kanga --level 3")]
    Play(#[command(flatten)] play::PlayArgs),
    /// Print the move that the engine plays after the moves given
    #[command(before_help = "Example: papamu genmove konane D5 C5 --time 500")]
    Genmove(#[command(flatten)] position::GenmoveArgs),
    /// Analyse many positions: reads queries from standard input, a line of JSON each, and prints the answers
    #[command(before_help = "Example: papamu analyze --threads 2 < queries.jsonl")]
    Analyze(#[command(flatten)] analyze::AnalyzeArgs),
    /// Review a game: what each turn cost, and what would have been better
    #[command(before_help = "Example: papamu review game.sgf --time 200")]
    Review(#[command(flatten)] review::ReviewArgs),
    /// Print who wins with perfect play after the moves given, proven: win MOVE, loss, draw MOVE or unknown
    #[command(before_help = "Example: papamu solve konane --size 4")]
    Solve(#[command(flatten)] solve::SolveArgs),
    /// Check a certificate that `solve` wrote
    #[command(before_help = "Example: papamu verify proof.txt")]
    Verify(#[command(flatten)] solve::VerifyArgs),
    /// Count all legal move sequences of a given length (perft)
    #[command(before_help = "Example: papamu perft kanga 3 D4")]
    Perft(#[command(flatten)] position::PerftArgs),
    /// Play a match between engines that speak the protocol, and print the result
    #[command(before_help = "Example: papamu match kanga -e new=papamu -e \"old=papamu --hash 1\" -n 4 --time 20")]
    Match(#[command(flatten)] Box<matches::MatchArgs>),
    /// Check whether an engine can play in a match: what it does right and wrong, with the lines that show it
    #[command(before_help = "Example: papamu check -e \"python3 my_engine.py\" konane --size 6")]
    Check(#[command(flatten)] check::CheckArgs),
    /// Check the records of matches, add them up, and print the result
    #[command(before_help = "Example: papamu results games.jsonl")]
    Results(#[command(flatten)] matches::ResultsArgs),
    /// Print shell completions for the program's arguments
    #[command(before_help = "Example: papamu completions bash > ~/.local/share/bash-completion/completions/papamu")]
    Completions {
        /// Shell. For bash the file goes into ~/.local/share/bash-completion/completions/papamu, for zsh as _papamu into a folder
        /// of $fpath, for fish into ~/.config/fish/completions/papamu.fish
        shell: clap_complete::Shell,
    },
    /// Measure the speed of every game, and print the signature: a node count that is the same on every machine
    #[command(before_help = "Example: papamu bench")]
    Bench,
}

impl Cli {
    /// Parses the arguments of the process. Exits if they are invalid or ask for help.
    fn from_arguments() -> Self {
        let mut program = Self::command();
        let matches = program.get_matches_mut();
        if let Some((command, _)) = matches.subcommand() {
            let is_given = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
            let own = program.get_arguments().filter(|arg| !arg.is_global_set());
            // This ends the iterator's borrow of the program, which the error needs.
            let name = own.filter(is_given).find_map(Arg::get_long);
            if let Some(name) = name {
                let text =
                    format!("'--{name}' before '{command}' is an option of the line protocol; put options after it");
                program.error(clap::error::ErrorKind::ArgumentConflict, text).exit();
            }
        }
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    fn run(self) -> Result<ExitCode, Error> {
        let output = &mut io::stdout();
        let Some(command) = &self.command else { return self.serve.run().map(|()| ExitCode::SUCCESS) };
        match command {
            #[cfg(feature = "board")]
            Command::Board(arguments) => arguments.run()?,
            Command::Play(arguments) => arguments.run()?,
            Command::Genmove(arguments) => arguments.run(output)?,
            Command::Analyze(arguments) => arguments.run(io::stdout())?,
            Command::Review(arguments) => arguments.run(output)?,
            Command::Solve(arguments) => return arguments.run(output),
            Command::Verify(arguments) => arguments.run(output)?,
            Command::Perft(arguments) => arguments.run(output)?,
            Command::Match(arguments) => arguments.run(output)?,
            Command::Check(arguments) => arguments.run(output)?,
            Command::Results(arguments) => arguments.run(output)?,
            Command::Completions { shell } => {
                // The generator panics if nobody reads.
                let mut text = Vec::new();
                clap_complete::generate(*shell, &mut Self::command(), env!("CARGO_PKG_NAME"), &mut text);
                output.write_all(&text)?;
            }
            Command::Bench => bench::run(GAMES, output)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Runs the program: reads its arguments, sets up the log on stderr, and runs one command.
pub fn main() -> ExitCode {
    if let Some(status) = choose_build() {
        return status;
    }
    let cli = Cli::from_arguments();
    let level = ["warn", "info", "debug", "trace"][usize::from(cli.verbose.min(3))];
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    match cli.run() {
        Ok(status) => status,
        // The reader has closed the output.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // An error may quote a file or an engine.
            let _ = writeln!(io::stderr(), "papamu: {}", printable(&error.to_string()));
            if matches!(error, Error::Arguments(_)) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The arguments are wrong, so the command has not begun.
    #[error("{0}")]
    Arguments(String),
    #[error("{0}")]
    Failed(String),
    #[error("writing the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    pub fn arguments(reason: impl ToString) -> Self {
        Self::Arguments(reason.to_string())
    }

    pub fn failed(reason: impl ToString) -> Self {
        Self::Failed(reason.to_string())
    }

    /// About a file, or what is in it.
    pub fn file(path: &Path, reason: impl ToString) -> Self {
        Self::Failed(format!("{}: {}", path.display(), reason.to_string()))
    }
}

/// Reads a file or a pipe; `-` is standard input.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let read = if path == Path::new("-") { io::stdin().lock().bytes().collect() } else { fs::read(path) };
    read.map_err(|error| Error::file(path, error))
}

impl From<papamu::play::Error> for Error {
    fn from(error: papamu::play::Error) -> Self {
        match error.kind() {
            papamu::play::ErrorKind::Syntax => Self::arguments(error),
            _ => Self::failed(error),
        }
    }
}
