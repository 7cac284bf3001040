//! Setting a game up and playing it.

use thiserror::Error;

use crate::game::{Color, EndReason, Game, MoveError, Outcome, Reading, Stop, Style};
use crate::rng::Rng;

use super::state::{GameSession, Played, StateInfo, Undone};
use super::{Record, Session};

/// Why a move is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The search was cancelled without a result.
    #[error("on request; nothing was played")]
    Discarded,
    /// The other player is to move.
    #[error("it is {0}'s turn")]
    OutOfTurn(Color),
    /// The game has reached the limit of moves.
    #[error("the game has reached the limit of {0} moves; take moves back, or start a new game")]
    TooLong(usize),
    /// The turn has reached the limit of clicks.
    #[error("a turn has at most {0} clicks here")]
    LongTurn(usize),
    /// A search is restricted by a move that is not legal.
    #[error("the search is restricted by {token}: {reason}")]
    Restricted {
        /// The move.
        token: String,
        /// What is wrong with it.
        reason: Box<MoveError>,
    },
    /// A search is restricted so that no move is left.
    #[error("the restrictions of the search leave no move")]
    NothingLeft,
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Why a pass is rejected: see [`refuse_losing_pass`](Session::refuse_losing_pass).
const LOSING_PASS: &str = "this pass would lose the game; to forfeit, play resign";

/// Why part of a turn is rejected where a whole turn is needed.
const PART_OF_TURN: &str = "this is only part of a turn";

/// Fewer moves have been played than should be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{played} played so far")]
pub struct UndoError {
    /// How many can be taken back.
    pub played: usize,
}

/// Fewer moves have been taken back than should be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{undone} can be replayed")]
pub struct RedoError {
    /// How many can be replayed.
    pub undone: usize,
}

impl<G: Game> GameSession<G> {
    pub(super) fn record(&self) -> Record {
        let own_start = self.start == self.game.start();
        let stones = self.game.rows(&self.start).into_iter().flatten();
        let stones = stones.filter_map(|(vertex, stone)| Some((stone?, vertex)));
        Record {
            start: (!own_start).then(|| self.game.write_position(&self.start)),
            stones: if own_start { Vec::new() } else { stones.collect() },
            // Passes after a forfeit are not part of the game.
            clicks: self
                .history
                .iter()
                .take_while(|step| !matches!(step.played, Played::Forfeit))
                .flat_map(|step| self.clicks_of(step))
                .collect(),
        }
    }

    pub(super) fn end_reason(&self) -> Option<EndReason> {
        let position = &self.now.position;
        self.now.outcome.map(|outcome| match outcome {
            Outcome::Forfeit { .. } => EndReason::FORFEIT,
            Outcome::Time { .. } => EndReason::TIME,
            _ if self.game.outcome(position).is_some() => self.game.end_reason(position),
            _ if self.turns_left() == Some(0) => EndReason::MOVE_LIMIT,
            _ => EndReason::REPETITION,
        })
    }

    pub(super) fn legal_moves_until(&self, style: Style, stop: Stop) -> Option<Vec<String>> {
        if self.now.outcome.is_some() {
            return Some(Vec::new());
        }
        let mut tokens = self.game.tokens(&self.now.position, &self.now.clicks, style, stop)?;
        tokens.sort_unstable();
        tokens.dedup();
        tokens.retain(|token| {
            let is_pass = token.eq_ignore_ascii_case("pass");
            !is_pass || !self.is_refused(&self.game.read(&self.now.position, &self.now.clicks, token, style))
        });
        Some(tokens)
    }

    pub(super) fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError> {
        // Managers that alternate strictly pass for the waiting player, and for both players once the game is over.
        let waits = self.now.outcome.is_some() || color != self.turn();
        if waits && style == Style::Steps && token.eq_ignore_ascii_case("pass") {
            self.remember(color, Played::WaitingPass, token);
            return Ok(()); // the engine's plan stays valid
        }
        if let Some(outcome) = self.now.outcome {
            return Err(PlayError::Over(outcome));
        }
        let winner = !color;
        let given_up = [("resign", Outcome::Forfeit { winner }), ("timeout", Outcome::Time { winner })];
        if let Some((_, outcome)) = given_up.iter().find(|(word, _)| token.eq_ignore_ascii_case(word)) {
            self.remember(color, Played::Forfeit, token);
            self.now.outcome = Some(*outcome);
        } else if color != self.turn() {
            return Err(PlayError::OutOfTurn(self.turn()));
        } else {
            let reading = self.game.read(&self.now.position, &self.now.clicks, token, style);
            if token.eq_ignore_ascii_case("pass") && self.is_refused(&reading) {
                return Err(MoveError::Rule(LOSING_PASS).into());
            }
            self.apply(reading?, token);
        }
        self.now.plan.clear();
        Ok(())
    }

    pub(super) fn play_all(&mut self, moves: &[(Color, &str)], style: Style) -> Result<(), (usize, PlayError)> {
        let undone = self.undone.clone();
        for (index, (color, token)) in moves.iter().enumerate() {
            if let Err(error) = self.play(*color, token, style) {
                // This cannot fail: exactly `index` tokens have just been played.
                let _ = self.undo(index);
                self.undone = undone;
                return Err((index, error));
            }
        }
        Ok(())
    }

    pub(super) fn play_random_turn(&mut self, rng: &mut Rng) -> Option<String> {
        if self.now.outcome.is_some() || !self.now.clicks.is_empty() {
            return None;
        }
        let (game, side) = (&self.game, self.turn());
        let (mut position, mut turn) = (self.now.position.clone(), Vec::new());
        loop {
            let mut named = game.named_moves(&position, &|| false)?;
            named.retain(|&(mv, _)| !game.is_passive(&position, mv));
            named.sort_unstable_by(|(_, one), (_, other)| one.cmp(other));
            let ends = |&mv: &G::Move| {
                let after = game.after(&position, mv);
                game.is_turn_over(&after, side) && game.stones(&after) == game.stones(&position)
            };
            let end = named.iter().map(|&(mv, _)| mv).find(|mv| !turn.is_empty() && ends(mv));
            let random = || named.get(rng.below(named.len().max(1) as u32) as usize).map(|&(mv, _)| mv);
            let mv = end.or_else(random)?;
            game.play(&mut position, mv);
            turn.push(mv);
            if game.is_turn_over(&position, side) || game.outcome(&position).is_some() {
                break;
            }
        }
        let text = game.write(&self.now.position, &[], &turn, Style::Whole).concat();
        self.apply(Reading::Moves(turn), &text);
        self.now.plan.clear();
        Some(text)
    }

    pub(super) fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let played = self.history.len();
        let left = played.checked_sub(count).ok_or(UndoError { played })?;
        for _ in left..played {
            let Some(step) = self.history.pop() else { break };
            let after = std::mem::replace(&mut self.now, step.before.clone());
            self.undone.push(Undone { step, after, ends_turn: false });
        }
        self.recount();
        self.turn_positions.truncate(self.now.turn_positions);
        Ok(())
    }

    pub(super) fn redo(&mut self, count: usize) -> Result<(), RedoError> {
        let undone = self.undone.len();
        let left = undone.checked_sub(count).ok_or(RedoError { undone })?;
        while self.undone.len() > left {
            let Some(Undone { step, after, .. }) = self.undone.pop() else { break };
            self.history.push(step);
            self.now = after;
            // A token ends at most one turn.
            if self.now.turn_positions > self.turn_positions.len() {
                self.turn_positions.push(self.now.position.clone());
            }
        }
        self.recount();
        Ok(())
    }

    pub(super) fn undo_turn(&mut self) -> Result<(), UndoError> {
        let begin = self.turn_begin(self.history.len()).ok_or(UndoError { played: 0 })?;
        let before = self.undone.len();
        self.undo(self.history.len() - begin)?;
        if let Some(last) = self.undone.get_mut(before) {
            last.ends_turn = true;
        }
        Ok(())
    }

    pub(super) fn redo_turn(&mut self) -> Result<(), RedoError> {
        loop {
            let ends_turn = self.undone.last().is_some_and(|undone| undone.ends_turn);
            self.redo(1)?;
            // The same units that `undo_turn` takes back: a forfeit alone, or a turn with the passes of the waiting
            // player after it.
            let is_over = match self.undone.last().map(|next| &next.step.played) {
                None | Some(Played::Forfeit) => true,
                Some(Played::WaitingPass) => false,
                Some(Played::Click(_) | Played::Moves(_)) => self.is_between_turns(&self.now),
            };
            if ends_turn || is_over {
                return Ok(());
            }
        }
    }
}

impl<G: Game> GameSession<G> {
    /// The moves of a token that is the whole turn of the player to move, or the rest of the turn.
    pub(super) fn read_turn(&self, token: &str) -> Result<Vec<G::Move>, PlayError> {
        if let Some(outcome) = self.now.outcome {
            return Err(PlayError::Over(outcome));
        }
        let side = self.turn();
        let moves = self.read_moves(token, Style::Whole)?;
        let mut after = self.now.position.clone();
        moves.iter().for_each(|&mv| self.game.play(&mut after, mv));
        let ends = self.game.outcome(&after).is_some() || self.game.is_turn_over(&after, side);
        if ends { Ok(moves) } else { Err(MoveError::Rule(PART_OF_TURN).into()) }
    }

    /// The moves of a turn, or the first move of one. In a turn of several moves, a single vertex is only one of them.
    pub(super) fn read_beginning(&self, token: &str) -> Result<Vec<G::Move>, MoveError> {
        self.read_moves(token, if G::SINGLE_MOVE_TURNS { Style::Whole } else { Style::Steps })
    }

    /// The moves of a token: in whole style, a turn.
    fn read_moves(&self, token: &str, style: Style) -> Result<Vec<G::Move>, MoveError> {
        let StateInfo { position, clicks, .. } = &self.now;
        let reading = self.game.read(position, clicks, token, style);
        if self.is_refused(&reading) {
            return Err(MoveError::Rule(LOSING_PASS));
        }
        match reading? {
            Reading::Moves(moves) => Ok(moves),
            Reading::Prefix(_) => Err(MoveError::Rule(PART_OF_TURN)),
        }
    }
}
