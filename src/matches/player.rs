//! An engine that plays, whichever protocol it speaks.

use std::fmt;
use std::io;
use std::time::Duration;

use crate::game::Color;
use crate::system::Cancel;

use super::fault::Fault;
use super::game::Terms;
use super::gtp::GtpEngine;
use super::identity::Identity;
use super::process::Process;
use super::transcript::Log;
use super::ugi::UgiEngine;

/// The prefix of a command line whose engine speaks UGI.
pub(super) const UGI: &str = "ugi:";

/// A game that is about to begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub terms: &'a Terms,
    /// A position string; `None` is the game's own start.
    pub position: Option<&'a str>,
    /// The moves after it.
    pub opening: &'a [(Color, String)],
    pub seed: u64,
}

/// A move that an engine is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveRequest<'a> {
    pub terms: &'a Terms,
    pub color: Color,
    /// What Black and White have on their clocks.
    pub clocks: [Duration; 2],
    /// The time after which the engine forfeits.
    pub timeout: Duration,
}

/// The move of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EngineMove {
    pub token: String,
    /// Nodes searched; 0 if it does not report them.
    pub nodes: u64,
}

/// A protocol, with its state for one engine.
pub(super) trait Protocol: fmt::Debug + Send {
    /// Starts a game.
    fn start(&mut self, engine: &mut Process, start: &Start) -> Result<(), Fault>;
    /// Asks who the engine is and how it is set; the answer has no command line.
    fn identify(&mut self, engine: &mut Process) -> Result<Identity, Fault>;
    /// Asks for a move.
    fn choose(&mut self, engine: &mut Process, turn: &MoveRequest) -> Result<EngineMove, Fault>;
    /// Reports a move of the opponent.
    fn play(&mut self, engine: &mut Process, color: Color, token: &str) -> Result<(), Fault>;
}

/// A running engine. Dropping it ends it. After a fault it cannot be used any more.
#[derive(Debug)]
pub(super) struct Player {
    process: Process,
    protocol: Box<dyn Protocol>,
}

impl Player {
    /// Starts an engine from its name and its command line.
    ///
    /// # Errors
    /// See [`Process::start`].
    pub fn launch(name: &str, command: &str, log: Option<&Log>, stop: &Cancel) -> io::Result<Self> {
        let (command, protocol): (_, Box<dyn Protocol>) = match command.trim_start().strip_prefix(UGI) {
            Some(command) => (command, Box::<UgiEngine>::default()),
            None => (command, Box::<GtpEngine>::default()),
        };
        Ok(Self { process: Process::start(name, command, log, stop)?, protocol })
    }

    /// Starts a game.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn start(&mut self, start: &Start) -> Result<(), Fault> {
        let started = self.protocol.start(&mut self.process, start);
        self.process.take_spent(); // the engine is not charged before its first move
        started
    }

    /// Asks who the engine is. The engine is not charged for this time.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn identify(&mut self, command: &str) -> Result<Identity, Fault> {
        let known = self.protocol.identify(&mut self.process);
        self.process.take_spent();
        let mut identity = Identity { command: command.to_owned(), ..known? };
        identity.escape();
        Ok(identity)
    }

    /// Asks for a move. Returns it with the time that the engine has taken since its last one.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn choose(&mut self, turn: &MoveRequest) -> Result<(EngineMove, Duration), Fault> {
        let choice = self.protocol.choose(&mut self.process, turn)?;
        Ok((choice, self.process.take_spent()))
    }

    /// Reports a move of the opponent.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn play(&mut self, color: Color, token: &str) -> Result<(), Fault> {
        self.protocol.play(&mut self.process, color, token)
    }

    /// See [`Process::explain_end`].
    pub fn explain_end(self) -> String {
        self.process.explain_end()
    }
}
