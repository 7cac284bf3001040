//! The `papamu-lab` command.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use papamu::system::printable;
use papamu_lab::commands::Program;

fn main() -> ExitCode {
    let program = Program::parse();
    let level = ["warn", "info", "debug", "trace"][usize::from(program.verbose.min(3))];
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    match program.run(&mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_output() => ExitCode::SUCCESS,
        Err(error) => {
            // An error may quote a file.
            let _ = writeln!(io::stderr(), "papamu-lab: {}", printable(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}
