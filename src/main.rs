//! The `papamu` command: reads its arguments, sets up the log on stderr, and runs one front end.
#![forbid(unsafe_code)]

mod cli;

use std::io::Write;
use std::process::ExitCode;

use cli::Status;
use papamu::system::{choose_build, printable};

fn main() -> ExitCode {
    if let Some(status) = choose_build() {
        return status;
    }
    let cli = cli::Cli::from_arguments();
    let level = ["warn", "info", "debug", "trace"][usize::from(cli.verbose.min(3))];
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    match cli.run() {
        Ok(Status::Answered) => ExitCode::SUCCESS,
        Ok(Status::Unknown) => ExitCode::from(3),
        Err(error) if error.is_closed_output() => ExitCode::SUCCESS, // the reader has closed it
        Err(error) => {
            // An error may quote a file or an engine.
            let _ = writeln!(std::io::stderr(), "papamu: {}", printable(&error.to_string()));
            if error.is_about_arguments() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
