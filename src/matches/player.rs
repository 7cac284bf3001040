//! An engine that plays in a match. It speaks papamu's line protocol, which is modelled on GTP.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use crate::game::Color;
use crate::system::{Cancel, printable};

use super::fault::Fault;
use super::game::{COMMAND_TIMEOUT, Terms, ThinkingLimit};
use super::opening::Opening;
use super::process::{LONGEST_REPLY, Process, unexpected};
use super::record::Identity;
use super::transcript::{Log, shortened};

/// The command that tells of an increment.
const FISCHER: &str = "kata-time_settings";

/// A running engine. Dropping it ends it. After a fault it cannot be used any more.
#[derive(Debug)]
pub(super) struct Player {
    pub process: Process,
    has_replied: bool,
    refused: BTreeSet<String>,
    knows_move_time: bool,
}

impl Player {
    pub(crate) fn launch(name: &str, command: &str, log: Option<&Log>, stop: &Cancel) -> io::Result<Self> {
        let process = Process::start(name, command, log, stop)?;
        Ok(Self { process, has_replied: false, refused: BTreeSet::new(), knows_move_time: false })
    }

    /// Starts a game. The engine is not charged for this time.
    pub(super) fn start(&mut self, terms: &Terms, opening: &Opening, seed: u64) -> Result<(), Fault> {
        let started = self.set_up(terms, opening, seed).and_then(|()| {
            let mut params = terms.params.iter();
            params.try_for_each(|(name, value)| self.ask(&format!("param {name} {value}"), terms.startup).map(drop))
        });
        self.process.take_spent();
        started
    }

    fn set_up(&mut self, terms: &Terms, opening: &Opening, seed: u64) -> Result<(), Fault> {
        let timeout = terms.startup;
        self.ask(&format!("set_game {}", terms.game), timeout)?;
        if let Some(position) = &opening.start {
            self.ask(&format!("set_position {position}"), timeout)?;
        }
        for (color, token) in &opening.moves {
            self.ask(&format!("play {} {token}", color.letter()), timeout)?;
        }
        self.offer(&format!("param seed {seed}"), timeout)?;
        match terms.time {
            ThinkingLimit::Nodes(nodes) => {
                self.ask(&format!("param nodes {nodes}"), timeout)?;
            }
            ThinkingLimit::Move(time) => {
                let line = format!("param move_time_ms {}", time.as_millis());
                self.knows_move_time = self.offer(&line, timeout)?.is_some();
                if !self.knows_move_time {
                    // Standard GTP: a period for one move.
                    self.offer_time(time, timeout, |time| format!("time_settings 0 {time} 1"))?;
                }
            }
            ThinkingLimit::Clock { base, increment } => {
                let line = format!("{FISCHER} fischer {} {}", base.as_secs_f64(), increment.as_secs_f64());
                if !increment.is_zero() && self.knows(FISCHER, timeout)? && self.offer(&line, timeout)?.is_some() {
                    return Ok(());
                }
                // Standard GTP has no increment: `time_left` tells of it before each move.
                match base.is_zero() {
                    true => self.offer_time(increment, timeout, |time| format!("time_settings 0 {time} 1"))?,
                    false => self.offer_time(base, timeout, |time| format!("time_settings {time} 0 0"))?,
                }
            }
        }
        Ok(())
    }

    /// Asks who the engine is and how it is set. The engine is not charged for this time.
    pub(crate) fn identify(&mut self, engine: &mut Identity) -> Result<(), Fault> {
        let mut ask = |line| self.offer(line, COMMAND_TIMEOUT).map(Option::unwrap_or_default);
        let (name, version, settings) = (ask("name")?, ask("version")?, ask("param")?);
        self.process.take_spent();
        engine.settings = settings.lines().filter_map(|line| setting(&printable(line))).collect();
        [engine.name, engine.version] = [name, version].map(|text| printable(&text).into_owned());
        Ok(())
    }

    /// Asks a player who has `left` on the clock for a move. Returns it with the nodes searched, 0 if the engine does not report
    /// them, and the time that the engine has taken since its last move.
    pub(super) fn choose(
        &mut self,
        terms: &Terms,
        color: Color,
        left: Duration,
        timeout: Duration,
    ) -> Result<(String, u64, Duration), Fault> {
        let letter = color.letter();
        match terms.time {
            ThinkingLimit::Clock { .. } => {
                self.offer_time(left, COMMAND_TIMEOUT, |left| format!("time_left {letter} {left} 0"))?;
            }
            ThinkingLimit::Move(time) if !self.knows_move_time => {
                self.offer_time(time, COMMAND_TIMEOUT, |time| format!("time_left {letter} {time} 1"))?;
            }
            ThinkingLimit::Move(_) | ThinkingLimit::Nodes(_) => {}
        }
        let token = self.ask(&format!("genmove {letter}"), timeout)?;
        // papamu's own command; other engines refuse it.
        let nodes = self.offer("nodes", COMMAND_TIMEOUT)?.and_then(|nodes| nodes.parse().ok()).unwrap_or(0);
        Ok((token, nodes, self.process.take_spent()))
    }

    pub(super) fn play(&mut self, color: Color, token: &str) -> Result<(), Fault> {
        self.ask(&format!("play {} {token}", color.letter()), COMMAND_TIMEOUT).map(drop)
    }

    pub(super) fn ask(&mut self, line: &str, timeout: Duration) -> Result<String, Fault> {
        if let Some(early) = self.process.early()? {
            self.begins_reply(&early.text)?;
            return Err(unexpected(&early));
        }
        let mut deadline = self.process.send(line, timeout)?;
        let mut reply = String::new();
        loop {
            let received = self.process.receive(&mut deadline)?;
            let text = received.text.trim_end();
            match (reply.is_empty(), text.is_empty()) {
                (true, true) => {} // blank lines before a reply
                (true, false) => {
                    self.begins_reply(text)?;
                    reply += text;
                }
                (false, false) if reply.len() + text.len() >= LONGEST_REPLY => return Err(Fault::endless()),
                (false, false) => {
                    reply += "\n";
                    reply += text;
                }
                (false, true) => {
                    // One request is made at a time, so nothing may follow its reply.
                    if let Some(rest) = received.rest {
                        return Err(Fault::Unexpected(rest));
                    }
                    break;
                }
            }
        }
        self.has_replied = true;
        match reply.split_at_checked(1) {
            Some(("=", text)) => Ok(text.trim().to_owned()),
            _ => Err(Fault::Refused(line.to_owned(), shortened(&reply[1..]))),
        }
    }

    /// Whether a line begins a reply, or else its fault.
    fn begins_reply(&self, line: &str) -> Result<(), Fault> {
        match line.starts_with(['=', '?']) {
            true => Ok(()),
            false if self.has_replied => Err(Fault::Malformed(shortened(line))),
            false => Err(Fault::Banner(shortened(line))),
        }
    }

    /// Sends a command that an engine may refuse. Returns the reply, or `None` if it did refuse.
    fn offer(&mut self, line: &str, timeout: Duration) -> Result<Option<String>, Fault> {
        match self.ask(line, timeout) {
            Err(Fault::Refused(_, reason)) => {
                if self.refused.insert(line.split(' ').next().unwrap_or_default().to_owned()) {
                    log::info!("{} plays without '{line}', which it refused: {reason}", self.process.transcript.engine);
                }
                Ok(None)
            }
            reply => reply.map(Some),
        }
    }

    /// Sends a command about a time in seconds, in whole seconds if the engine reads no others. It may refuse both.
    fn offer_time(&mut self, time: Duration, timeout: Duration, line: impl Fn(f64) -> String) -> Result<(), Fault> {
        let seconds = (time.as_secs_f64() * 1000.0).floor() / 1000.0;
        if self.offer(&line(seconds), timeout)?.is_none() && seconds.fract() != 0.0 && time.as_secs() > 0 {
            self.offer(&line(time.as_secs() as f64), timeout)?;
        }
        Ok(())
    }

    /// Whether the engine says that it has a command. It may refuse to answer.
    pub(super) fn knows(&mut self, command: &str, timeout: Duration) -> Result<bool, Fault> {
        let listed = self.offer("list_commands", timeout)?.unwrap_or_default();
        Ok(match listed.is_empty() {
            true => self.offer(&format!("known_command {command}"), timeout)?.as_deref() == Some("true"),
            false => listed.split_whitespace().any(|listed| listed == command),
        })
    }
}

/// Name and value of a line such as `[string] name value`, the form of GoGui.
fn setting(line: &str) -> Option<(String, String)> {
    let (_, setting) = line.strip_prefix('[')?.split_once("] ")?;
    let (name, value) = setting.split_once(' ').unwrap_or((setting, ""));
    Some((name.to_owned(), value.to_owned()))
}
