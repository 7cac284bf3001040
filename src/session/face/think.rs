//! The engine's choice of moves.

use crate::game::{Color, Game, Reading, Style};
use crate::search::Limits;
use crate::session::play::{Match, Played};
use crate::session::{Analysis, Observer, PlayError, Settings, Thinking};

use super::Play;

/// The engine's choice of moves.
pub trait Think {
    /// Chooses a move for a player and, if `commit`, plays it, while `observer` is shown what the engine thinks. Answers
    /// `PASS` or `resign` after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn genmove(
        &mut self,
        color: Color,
        commit: bool,
        thinking: Thinking,
        observer: Option<Observer>,
    ) -> Result<String, PlayError>;
    /// Thinks about the move of a player without choosing one, within the limits, or until the next line of input
    /// where there are none, and shows `observer` what it thinks. Returns the last of it, empty after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn analyze(&mut self, color: Color, thinking: Thinking, observer: Observer) -> Result<Analysis, PlayError>;
    /// Searches for the player to move, who is not the engine, until the next line of input comes; for the tables only.
    fn ponder(&mut self, thinking: Thinking);
    /// What the player who made the last `genmove` may expect, from 0 to 1; nothing where there was no choice, and so no search.
    fn expected(&self) -> Option<f64>;
    /// Nodes, or playouts, of the last `genmove`.
    fn searched(&self) -> u64;
    /// What the player to move may expect, from 0 to 1, by a search within limits; the game must go on.
    fn expectation(&mut self, limits: Limits, settings: &Settings) -> f64;
}

impl<G: Game> Think for Match<G> {
    fn genmove(
        &mut self,
        color: Color,
        commit: bool,
        thinking: Thinking,
        observer: Option<Observer>,
    ) -> Result<String, PlayError> {
        self.searched = 0;
        if let Some(outcome) = self.now.outcome {
            let lost = outcome.winner() == Some(!color) && !G::COUNTS_POINTS;
            return Ok(if lost { "resign" } else { "PASS" }.to_owned());
        }
        if color != self.turn() {
            if thinking.style == Style::Whole {
                return Err(PlayError::OutOfTurn(self.turn()));
            }
            if commit {
                self.remember(color, Played::WaitingPass);
            }
            return Ok("PASS".to_owned());
        }
        let mut tokens = self.now.plan.clone();
        if tokens.is_empty() {
            let moves = self.choose_turn(&thinking, observer);
            if self.expected.is_some_and(|value| value * 100.0 < thinking.settings.resign_threshold as f64) {
                if commit {
                    self.play(color, "resign", thinking.style)?;
                }
                return Ok("resign".to_owned());
            }
            tokens = self.game.write(&self.now.position, &self.now.prefix, &moves, thinking.style);
            if commit && thinking.style == Style::Whole {
                self.apply(Reading::Moves(moves));
                self.now.plan.clear();
                return Ok(tokens.concat());
            }
        }
        if tokens.is_empty() {
            return Ok("PASS".to_owned()); // no game comes here: one that goes on has a move
        }
        let token = tokens.remove(0);
        if commit {
            self.play(color, &token, thinking.style)?;
            self.now.plan = tokens;
        }
        Ok(token)
    }

    fn analyze(&mut self, color: Color, thinking: Thinking, observer: Observer) -> Result<Analysis, PlayError> {
        if self.now.outcome.is_some() {
            return Ok(Analysis::default());
        }
        if color != self.turn() {
            return Err(PlayError::OutOfTurn(self.turn()));
        }
        Ok(self.think(&thinking, observer))
    }

    fn ponder(&mut self, thinking: Thinking) {
        if self.now.outcome.is_none() {
            self.think_ahead(&thinking);
        }
    }

    fn expected(&self) -> Option<f64> {
        self.expected
    }

    fn searched(&self) -> u64 {
        self.searched
    }

    fn expectation(&mut self, limits: Limits, settings: &Settings) -> f64 {
        self.expect(limits, settings)
    }
}
