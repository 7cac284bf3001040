//! `papamu analyze`.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use papamu::batch::{Batch, Defaults};
use papamu::registry::GAMES;

use super::Error;
use super::progress::until_interrupt;
use super::shared::at_least_one;

#[derive(Debug, Args)]
pub(super) struct AnalyzeArgs {
    /// Positions analysed at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    threads: usize,
    /// Threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    search_threads: u64,
    /// Mebibytes of memory for each search
    #[arg(long = "hash", value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash_mb: u64,
    /// Milliseconds for a position of a query without limits [default: 1000]
    #[arg(long = "time", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Nodes for a position of a query without limits, instead of the time
    #[arg(long, value_name = "N", conflicts_with = "time_ms", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl AnalyzeArgs {
    pub(super) fn run(&self, output: impl Write + Send) -> Result<(), Error> {
        let defaults = Defaults {
            workers: self.threads,
            search_threads: self.search_threads,
            hash_mb: self.hash_mb,
            time: self.time_ms.map(Duration::from_millis),
            nodes: self.nodes,
        };
        // At Ctrl-C, running searches are answered, and the program ends.
        Ok(Batch { games: GAMES, defaults, cancel: until_interrupt(true) }.run(io::stdin(), output)?)
    }
}
