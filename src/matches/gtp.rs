//! Engines that speak papamu's line protocol, which is modelled on GTP.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::game::Color;

use super::fault::Fault;
use super::game::{COMMAND_TIMEOUT, ThinkingLimit};
use super::identity::Identity;
use super::player::{EngineMove, MoveRequest, Protocol, Start};
use super::process::{LONGEST_REPLY, Process, unexpected};
use super::transcript::shortened;

/// The command for a move with reports of the search, in centiseconds: only the last report is used.
const ANALYSIS: &str = "lz-genmove_analyze";

/// The state of a conversation with an engine.
#[derive(Debug, Default)]
pub(super) struct GtpEngine {
    has_replied: bool,
    /// What `list_commands` has listed, once it was asked for.
    commands: Option<BTreeSet<String>>,
    /// The optional commands that it refused.
    refused: BTreeSet<String>,
    /// Whether it has accepted `param move_time_ms`.
    knows_move_time: bool,
}

impl Protocol for GtpEngine {
    fn start(&mut self, engine: &mut Process, start: &Start) -> Result<(), Fault> {
        let Start { terms, position, opening, seed } = start;
        let timeout = terms.startup;
        self.ask(engine, &format!("set_game {}", terms.game), timeout)?;
        if let Some(position) = position {
            self.ask(engine, &format!("set_position {position}"), timeout)?;
        }
        for (color, token) in *opening {
            self.ask(engine, &format!("play {} {token}", color.letter()), timeout)?;
        }
        self.offer(engine, &format!("param seed {seed}"), timeout)?;
        match terms.time {
            ThinkingLimit::Nodes(nodes) => {
                self.ask(engine, &format!("param nodes {nodes}"), timeout)?;
            }
            ThinkingLimit::Move(time) => {
                let line = format!("param move_time_ms {}", time.as_millis());
                self.knows_move_time = self.offer(engine, &line, timeout)?.is_some();
                if !self.knows_move_time {
                    // Standard GTP: a period for one move.
                    self.offer_time(engine, time, timeout, |time| format!("time_settings 0 {time} 1"))?;
                }
            }
            ThinkingLimit::Clock { base, increment } => {
                let fischer = "kata-time_settings fischer";
                let line = format!("{fischer} {} {}", base.as_secs_f64(), increment.as_secs_f64());
                if !increment.is_zero()
                    && self.knows(engine, "kata-time_settings", timeout)?
                    && self.offer(engine, &line, timeout)?.is_some()
                {
                    return Ok(());
                }
                // Standard GTP has no increment: `time_left` tells of it before each move.
                match base.is_zero() {
                    true => self.offer_time(engine, increment, timeout, |time| format!("time_settings 0 {time} 1"))?,
                    false => self.offer_time(engine, base, timeout, |time| format!("time_settings {time} 0 0"))?,
                }
            }
        }
        Ok(())
    }

    fn identify(&mut self, engine: &mut Process) -> Result<Identity, Fault> {
        let mut ask = |line| self.offer(engine, line, COMMAND_TIMEOUT).map(Option::unwrap_or_default);
        let (name, version, settings) = (ask("name")?, ask("version")?, ask("param")?);
        let settings = settings.lines().filter_map(setting).collect();
        Ok(Identity { name, version, settings, ..Identity::default() })
    }

    fn choose(&mut self, engine: &mut Process, turn: &MoveRequest) -> Result<EngineMove, Fault> {
        let letter = turn.color.letter();
        match turn.terms.time {
            ThinkingLimit::Clock { .. } => {
                let left = turn.clocks[turn.color.index()];
                self.offer_time(engine, left, COMMAND_TIMEOUT, |left| format!("time_left {letter} {left} 0"))?;
            }
            ThinkingLimit::Move(time) if !self.knows_move_time => {
                self.offer_time(engine, time, COMMAND_TIMEOUT, |time| format!("time_left {letter} {time} 1"))?;
            }
            ThinkingLimit::Move(_) | ThinkingLimit::Nodes(_) => {}
        }
        let mut choice = if turn.terms.adjudication.needs_winrates() && self.knows(engine, ANALYSIS, COMMAND_TIMEOUT)? {
            let reply = self.ask(engine, &format!("{ANALYSIS} {letter} 100"), turn.timeout)?;
            analyzed(&reply).ok_or_else(|| Fault::Malformed(shortened(&reply)))?
        } else {
            let token = self.ask(engine, &format!("genmove {letter}"), turn.timeout)?;
            EngineMove { token, ..EngineMove::default() }
        };
        // papamu's own command; other engines refuse it.
        if let Some(nodes) = self.offer(engine, "nodes", COMMAND_TIMEOUT)? {
            choice.nodes = nodes.parse().unwrap_or(0);
        }
        Ok(choice)
    }

    fn play(&mut self, engine: &mut Process, color: Color, token: &str) -> Result<(), Fault> {
        self.ask(engine, &format!("play {} {token}", color.letter()), COMMAND_TIMEOUT).map(drop)
    }
}

impl GtpEngine {
    /// Sends a command and returns the text of its reply.
    pub(super) fn ask(&mut self, engine: &mut Process, line: &str, timeout: Duration) -> Result<String, Fault> {
        if let Some(early) = engine.early()? {
            return Err(self.without_reply(&early.text).unwrap_or_else(|| unexpected(&early)));
        }
        let mut deadline = engine.send(line, timeout)?;
        let mut reply = String::new();
        loop {
            let received = engine.receive(&mut deadline)?;
            let text = received.text.trim_end();
            match (reply.is_empty(), text.is_empty()) {
                (true, true) => {} // blank lines before a reply
                (true, false) => {
                    if let Some(fault) = self.without_reply(text) {
                        return Err(fault);
                    }
                    reply += text;
                }
                (false, false) if reply.len() + text.len() >= LONGEST_REPLY => {
                    return Err(Fault::Malformed("it does not end".to_owned()));
                }
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

    /// The fault of a line that does not begin a reply.
    fn without_reply(&self, line: &str) -> Option<Fault> {
        match line.starts_with(['=', '?']) {
            true => None,
            false if self.has_replied => Some(Fault::Malformed(shortened(line))),
            false => Some(Fault::Banner(shortened(line))),
        }
    }

    /// Sends a command that an engine may refuse. Returns the reply, or `None` if it did refuse.
    fn offer(&mut self, engine: &mut Process, line: &str, timeout: Duration) -> Result<Option<String>, Fault> {
        match self.ask(engine, line, timeout) {
            Err(Fault::Refused(_, reason)) => {
                self.note_refusal(engine, line, &reason);
                Ok(None)
            }
            reply => reply.map(Some),
        }
    }

    /// Logs that a command was refused, the first time.
    fn note_refusal(&mut self, engine: &Process, line: &str, reason: &str) {
        let command = line.split(' ').next().unwrap_or_default();
        if self.refused.insert(command.to_owned()) {
            log::info!("{} plays without '{line}', which it refused: {reason}", engine.name());
        }
    }

    /// Sends a command about a time in seconds, in whole seconds if the engine reads no others. It may refuse both.
    fn offer_time(
        &mut self,
        engine: &mut Process,
        time: Duration,
        timeout: Duration,
        line: impl Fn(f64) -> String,
    ) -> Result<(), Fault> {
        let seconds = (time.as_secs_f64() * 1000.0).floor() / 1000.0;
        match self.ask(engine, &line(seconds), timeout) {
            Err(Fault::Refused(_, reason)) if seconds.fract() == 0.0 || time.as_secs() == 0 => {
                self.note_refusal(engine, &line(seconds), &reason);
                Ok(())
            }
            Err(Fault::Refused(..)) => self.offer(engine, &line(time.as_secs() as f64), timeout).map(drop),
            reply => reply.map(drop),
        }
    }

    /// Whether the engine says that it has a command. It may refuse to answer.
    fn knows(&mut self, engine: &mut Process, command: &str, timeout: Duration) -> Result<bool, Fault> {
        if let Some(commands) = &self.commands {
            return Ok(commands.contains(command));
        }
        let listed = self.offer(engine, "list_commands", timeout)?.unwrap_or_default();
        let mut commands: BTreeSet<String> = listed.split_whitespace().map(str::to_owned).collect();
        if commands.is_empty() {
            for command in [ANALYSIS, "kata-time_settings"] {
                if self.offer(engine, &format!("known_command {command}"), timeout)?.as_deref() == Some("true") {
                    commands.insert(command.to_owned());
                }
            }
        }
        Ok(self.commands.insert(commands).contains(command))
    }
}

/// Name and value of a line such as `[string] name value`, the form of GoGui.
fn setting(line: &str) -> Option<(String, String)> {
    let (_, setting) = line.strip_prefix('[')?.split_once("] ")?;
    let (name, value) = setting.split_once(' ').unwrap_or((setting, ""));
    Some((name.to_owned(), value.to_owned()))
}

/// The move of a reply to [`ANALYSIS`], and the win rate of the first line of its last report.
fn analyzed(reply: &str) -> Option<EngineMove> {
    let (reports, last) = reply.rsplit_once('\n').unwrap_or(("", reply));
    let token = last.strip_prefix("play ")?.trim().to_owned();
    let report = reports.lines().rfind(|line| line.starts_with("info "));
    let winrate = report.and_then(|report| {
        let mut words = report.split_whitespace().skip_while(|&word| word != "winrate");
        words.nth(1)?.parse::<f64>().ok()
    });
    let winrate = winrate.map(|winrate| winrate / 10_000.0).filter(|winrate| (0.0..=1.0).contains(winrate));
    Some(EngineMove { token, nodes: 0, winrate })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_report_tells_the_win_rate() {
        let reply = "info move D3 visits 2 winrate 10 order 0 pv D3\n\
                     info move D3 visits 264 winrate 3737 order 0 pv D3 D4 info move C4 visits 1 winrate 9000 order 1\n\
                     play D3";
        let choice = analyzed(reply).unwrap();
        assert_eq!((choice.token.as_str(), choice.winrate), ("D3", Some(0.3737)));
        assert_eq!(analyzed("play resign").unwrap().winrate, None);
        assert_eq!(analyzed("info move D3 winrate nan\nplay D3").unwrap().winrate, None);
        assert_eq!(analyzed("D3"), None);
    }
}
