//! A conversation with an engine that is being checked.

use std::time::Duration;

use thiserror::Error;

use crate::game::Style;
use crate::play::Game;
use crate::rng::Rng;

use super::super::fault::Fault;
use super::super::opening::{Opening, random};
use super::super::player::Player;
use super::super::{Terms, ThinkingLimit};
use super::{CheckItem, Exam};

/// What keeps a check from passing.
#[derive(Debug, Error)]
pub(super) enum Problem {
    #[error(transparent)]
    Fault(#[from] Fault),
    #[error("{0}")]
    Wrong(String),
    /// It does not have an optional command.
    #[error("{0}")]
    NotSupported(String),
}

impl Problem {
    /// What usually causes it; empty if the problem says enough.
    pub(super) fn hint(&self) -> &'static str {
        match self {
            Self::Fault(Fault::Silent(_)) => {
                "; a reply begins with '=' or '?' and ends with a blank line; flush the output after it"
            }
            Self::Fault(Fault::Malformed(_) | Fault::Banner(_) | Fault::Unexpected(_)) => {
                "; print nothing but replies: '=' or '?', a text, and one blank line"
            }
            Self::Fault(Fault::Crashed) => "; lines with ! are what it said on standard error",
            _ => "",
        }
    }

    /// A refused command, with the position in which it was sent.
    pub(super) fn within(fault: Fault, position: &str) -> Self {
        match fault {
            Fault::Refused(..) => Self::Wrong(format!("{fault}; the position was {position}")),
            fault => fault.into(),
        }
    }
}

pub(super) type Found = Result<(), Problem>;

pub(super) fn wrong(text: impl Into<String>) -> Found {
    Err(Problem::Wrong(text.into()))
}

pub(super) type Run = fn(&mut Talk) -> Found;

/// The names of the checks without which a check cannot pass.
pub(super) type Needs = &'static [&'static str];

/// For checks that start a game.
pub(super) const STARTED: Needs = &["start"];
/// For checks in which the engine moves in a new game.
pub(super) const MOVES: Needs = &["start", "genmove"];
/// For checks in which it moves after moves that it was sent.
pub(super) const PLAYS: Needs = &["start", "genmove", "opening"];

pub(super) type Check = (CheckItem, Needs, Run);

pub(super) struct Talk<'a> {
    pub exam: &'a Exam,
    pub player: Player,
    /// A new game, which is not changed.
    pub game: &'a Game,
    /// How many games the engine has resigned at its first move.
    pub given_up: u32,
    /// What is worth saying if the check passes.
    pub remark: String,
}

impl Talk<'_> {
    /// The time control of games in which time does not matter.
    pub(super) fn terms(&self) -> Terms {
        self.exam.terms(ThinkingLimit::Move(self.exam.time))
    }

    pub(super) fn opening(&self, turns: u32) -> Opening {
        random(turns, self.exam.seed, self.game)
    }

    pub(super) fn begin(&mut self, terms: &Terms, opening: &Opening) -> Result<(), Fault> {
        self.player.start(terms, opening, self.exam.seed)
    }

    /// Starts a game with a command that only a match with `option` needs.
    pub(super) fn begin_with(&mut self, command: &str, option: &str, terms: &Terms, opening: &Opening) -> Found {
        match self.begin(terms, opening) {
            Err(Fault::Refused(line, reason)) if line.starts_with(command) => {
                let text = format!("'{line}' was refused ({reason}); a match with {option} needs it");
                Err(Problem::NotSupported(text))
            }
            begun => Ok(begun?),
        }
    }

    /// Asks for a move, which must be legal in `session` and in time, plays it there, and takes its time off the clock.
    pub(super) fn moves(&mut self, session: &mut Game, terms: &Terms, clocks: &mut [Duration; 2]) -> Found {
        let (color, position) = (session.turn(), session.position());
        let clock = &mut clocks[color.index()];
        let allowed = terms.allowed(*clock);
        let timeout = allowed.map_or(terms.timeout, |allowed| allowed + terms.margin.max(terms.timeout));
        let chosen = self.player.choose(terms, color, *clock, timeout);
        let (token, _, taken) = chosen.map_err(|fault| Problem::within(fault, &position))?;
        if let Some(allowed) = allowed.filter(|&allowed| taken > allowed + terms.margin) {
            let [taken, allowed, margin] = [taken, allowed, terms.margin].map(|time| time.as_millis());
            wrong(format!("a move took {taken} ms, with {allowed} ms and a grace period of {margin} ms"))?;
        }
        terms.charge(clock, taken);
        let played = session.play(color, &token, Style::Whole);
        played.map_err(|error| Problem::Wrong(format!("{color} played {token} in {position}: {error}")))
    }

    /// Asks for a move without regard to clocks.
    pub(crate) fn moves_legally(&mut self, session: &mut Game) -> Found {
        self.moves(session, &self.terms(), &mut [Duration::ZERO; 2])
    }

    /// Sends a command other than for a move. The engine is not charged for this time, in which it may start up.
    pub(super) fn ask(&mut self, line: &str) -> Result<String, Fault> {
        let reply = self.player.ask(line, self.exam.timeout);
        self.player.process.take_spent();
        reply
    }

    /// Starts a new game as a match does, with its time for a move, and returns papamu's.
    pub(crate) fn new_game(&mut self) -> Result<Game, Fault> {
        self.begin(&self.terms(), &Opening::default())?;
        Ok(self.game.fresh())
    }

    /// Starts a new game, sends the moves of an opening, and returns papamu's game after them.
    pub(super) fn after(&mut self, opening: &Opening) -> Result<Game, Problem> {
        let mut session = self.new_game()?;
        for (color, token) in &opening.moves {
            let position = session.position();
            self.ask(&format!("play {} {token}", color.letter())).map_err(|fault| Problem::within(fault, &position))?;
            let _ = session.play(*color, token, Style::Whole); // a move of an opening is legal
        }
        Ok(session)
    }

    pub(crate) fn is_refused(&mut self, line: &str, why: &str) -> Found {
        match self.ask(line) {
            Err(Fault::Refused(..)) => Ok(()),
            Err(fault) => Err(fault.into()),
            Ok(_) => wrong(format!("'{line}' was accepted, {why}; answer '?' and the reason, and change nothing")),
        }
    }

    pub(super) fn has(&mut self, command: &str) -> Result<bool, Fault> {
        self.player.knows(command, self.exam.timeout)
    }

    /// Ends a check of a command that the engine does not have.
    pub(super) fn needs(&mut self, command: &str) -> Found {
        match self.has(command)? {
            true => Ok(()),
            false => Err(Problem::NotSupported(format!("the engine does not list {command}"))),
        }
    }
}

/// Plays a random turn; one without an effect, such as a pass, if there is no other.
pub(super) fn random_turn(session: &mut Game, rng: &mut Rng) -> Option<String> {
    if let Some(token) = session.play_random_turn(rng) {
        return Some(token);
    }
    let token = session.legal_moves_until(Style::Whole, &|| false)?.into_iter().next()?;
    session.play(session.turn(), &token, Style::Whole).ok()?;
    Some(token)
}
