//! The protocols on standard input and output.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use papamu::game::Style;
use papamu::gtp::{self, Gtp};
use papamu::input::Lines;
use papamu::registry::GAMES;
use papamu::ugi;

use super::Error;
use super::options::{PlayerArgs, PositionArgs};
use super::shared::{GameText, SizeArgs};

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// Game to start with, with options after commas: kanga,width=9,height=9 [default: konane]
    #[arg(long, value_name = "GAME[,KEY=VALUE...]", value_parser = GameText, hide_possible_values = true)]
    game: Option<String>,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Read and write single clicks, as boards that are clicked on (GoGui) do, and not whole turns
    #[arg(long, help_heading = "Game")]
    steps: bool,
    /// Speak UGI, the Universal Game Interface, from the start; a first line `ugi` does the same
    #[arg(long, conflicts_with = "steps")]
    ugi: bool,
    /// Refuse a PASS that would end the game and lose it (Kangaroo), as after gogui-version
    #[arg(long)]
    refuse_losing_pass: bool,
    /// Refuse loadsgf and savesgf: none [default: all files]
    #[arg(long, value_name = "none", value_parser = ["none"], hide_possible_values = true)]
    files: Option<String>,
    #[command(flatten)]
    player: PlayerArgs,
}

impl ServeArgs {
    /// Speaks the protocol that the arguments or the first line ask for.
    pub(super) fn run(&self) -> Result<(), Error> {
        let mut game = self.size.open(self.game.as_deref().unwrap_or(GAMES[0].name))?;
        self.position.apply(&mut game)?;
        self.player.apply(&mut game)?;
        game.refuse_losing_pass(self.refuse_losing_pass);
        if io::stdin().is_terminal() && io::stderr().is_terminal() {
            greet();
        }
        let mut lines =
            Lines::read(io::stdin()).map_err(|error| Error::failed(format!("no thread to read the input: {error}")))?;
        let watched = lines.cancel_once(wait_until_nobody_reads);
        watched.unwrap_or_else(|error| log::warn!("the end of the output will not be noticed early: {error}"));
        if self.ugi || lines.next_is("ugi") {
            return Ok(ugi::run(game, &mut lines, io::stdout())?);
        }
        let mut gtp = Gtp::new(game, if self.steps { Style::Steps } else { Style::Whole });
        gtp.allows_files = self.files.is_none();
        Ok(gtp::run(&mut gtp, &mut lines, io::stdout().lock())?)
    }
}

/// Explains the protocol to a person at a terminal; a program sees none of it.
fn greet() {
    let lines = [
        "papamu speaks a line protocol for boards and scripts, modelled on GTP: type help for its commands, quit to leave.",
        if cfg!(feature = "board") {
            "To play in the browser, leave and type: papamu board; in this terminal: papamu play"
        } else {
            "To play a game here, leave and type: papamu play"
        },
        "All that papamu can do: papamu --help",
    ];
    // The protocol works even if nobody can read this.
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// Blocks until the other end of standard output is closed; forever on systems that do not report this.
fn wait_until_nobody_reads() {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, poll};
        let output = rustix::stdio::stdout();
        // Errors are always reported, so nothing is asked for.
        let fds = &mut [PollFd::new(&output, PollFlags::empty())];
        while poll(fds, None).is_err() || fds[0].revents().is_empty() {}
    }
    #[cfg(not(unix))]
    loop {
        std::thread::park();
    }
}
