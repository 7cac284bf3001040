//! Engines that speak UGI, the Universal Game Interface.

use std::time::Duration;

use crate::game::Color;

use super::fault::Fault;
use super::game::{COMMAND_TIMEOUT, ThinkingLimit};
use super::identity::Identity;
use super::player::{EngineMove, MoveRequest, Protocol, Start};
use super::process::{Process, unexpected};
use super::transcript::shortened;

/// How papamu reports an error. UGI has no standard way.
const ERROR: &str = "info string error";

/// The state of a conversation with an engine.
#[derive(Debug, Default)]
pub(super) struct UgiEngine {
    /// Its name and its options, in lower case with their defaults, once it has introduced itself.
    introduced: Option<Identity>,
    /// `startpos`, or `fen` and a position string.
    start: String,
    /// The moves after it.
    moves: Vec<String>,
}

impl Protocol for UgiEngine {
    fn start(&mut self, engine: &mut Process, start: &Start) -> Result<(), Fault> {
        let Start { terms, position, opening, seed } = start;
        let timeout = terms.startup;
        let options = &self.introduced(engine, timeout)?.settings;
        let has = |option: &str| options.contains_key(option);
        if has("game") {
            obey(engine, &format!("setoption name Game value {}", terms.game), timeout)?;
        } else {
            log::info!("{} has no option Game: it plays the game that it knows", engine.name());
        }
        if has("seed") {
            obey(engine, &format!("setoption name seed value {seed}"), timeout)?;
        }
        obey(engine, "uginewgame", timeout)?;
        self.start = position.map_or_else(|| "startpos".to_owned(), |position| format!("fen {position}"));
        self.moves = opening.iter().map(|(_, token)| token.clone()).collect();
        Ok(())
    }

    fn identify(&mut self, engine: &mut Process) -> Result<Identity, Fault> {
        self.introduced(engine, COMMAND_TIMEOUT).cloned()
    }

    fn choose(&mut self, engine: &mut Process, turn: &MoveRequest) -> Result<EngineMove, Fault> {
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        obey(engine, &format!("position {}{moves}", self.start), COMMAND_TIMEOUT)?;
        let go = match turn.terms.time {
            ThinkingLimit::Move(time) => format!("go movetime {}", time.as_millis()),
            ThinkingLimit::Nodes(nodes) => format!("go nodes {nodes}"),
            ThinkingLimit::Clock { increment, .. } => {
                let [p1, p2] = turn.clocks.map(|left| left.as_millis());
                let increment = increment.as_millis();
                format!("go p1time {p1} p2time {p2} p1inc {increment} p2inc {increment}")
            }
        };
        let mut deadline = engine.send(&go, turn.timeout)?;
        let mut choice = EngineMove::default();
        choice.token = loop {
            let line = engine.receive(&mut deadline)?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("bestmove") => break words.next().unwrap_or_default().to_owned(),
                Some("info") => report(words, &mut choice),
                _ => {}
            }
        };
        self.moves.push(choice.token.clone());
        Ok(choice)
    }

    fn play(&mut self, _: &mut Process, _: Color, token: &str) -> Result<(), Fault> {
        self.moves.push(token.to_owned());
        Ok(())
    }
}

impl UgiEngine {
    /// The engine's introduction, which it is asked for once.
    fn introduced(&mut self, engine: &mut Process, timeout: Duration) -> Result<&Identity, Fault> {
        let known = match self.introduced.take() {
            Some(known) => known,
            None => introduction(engine, timeout)?,
        };
        Ok(self.introduced.insert(known))
    }
}

/// Asks an engine for its introduction, and skips what it prints before.
fn introduction(engine: &mut Process, timeout: Duration) -> Result<Identity, Fault> {
    let mut known = Identity::default();
    let mut deadline = engine.send("ugi", timeout)?;
    loop {
        let line = engine.receive(&mut deadline)?.text;
        if line.trim() == "ugiok" {
            return Ok(known);
        }
        if let Some(option) = line.trim().strip_prefix("option name ") {
            let (option, kind) = option.split_once(" type ").unwrap_or((option, ""));
            let default = kind.split_once(" default ").map_or("", |(_, default)| default);
            let default =
                [" min ", " max ", " var "].iter().fold(default, |text, word| text.split(word).next().unwrap_or(text));
            known.settings.insert(option.trim().to_ascii_lowercase(), default.trim().to_owned());
        } else if let Some(name) = line.trim().strip_prefix("id name ") {
            known.name = name.trim().to_owned();
        }
    }
}

/// Sends a line that has no reply of its own, and waits until the engine has obeyed it.
pub(super) fn obey(engine: &mut Process, line: &str, timeout: Duration) -> Result<(), Fault> {
    engine.send(line, timeout)?;
    let mut deadline = engine.send("isready", timeout)?;
    let mut refusal = None;
    loop {
        let received = engine.receive(&mut deadline)?;
        let text = received.text.trim();
        if text == "readyok" {
            return refusal.map_or(Ok(()), Err);
        }
        // A late answer to something else would be taken for the move.
        if text.starts_with("bestmove") {
            return Err(unexpected(&received));
        }
        if let Some(reason) = text.strip_prefix(ERROR) {
            refusal = Some(Fault::Refused(shortened(line), shortened(reason.trim_start_matches(':'))));
        }
    }
}

/// Takes the nodes from the words of a report.
fn report<'a>(mut words: impl Iterator<Item = &'a str>, choice: &mut EngineMove) {
    while let Some(word) = words.next() {
        match word {
            "nodes" => choice.nodes = words.next().and_then(|nodes| nodes.parse().ok()).unwrap_or(choice.nodes),
            "pv" | "string" => break, // anything may follow
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_tell_nodes() {
        let mut choice = EngineMove::default();
        for line in ["depth 2 nodes 500 time 0 winrate 4634 pv nodes 7", "nodes many winrate 20000", "string winrate 1"]
        {
            report(line.split(' '), &mut choice);
        }
        assert_eq!(choice.nodes, 500);
    }
}
