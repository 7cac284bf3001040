//! Playing moves, taking them back, and playing them again.

use crate::game::{Color, Content, EndReason, Moves, Outcome, Stop, Style, counted};
use crate::kernel::Reading;
use crate::rng::Rng;
use crate::sgf::Record;

use super::state::{Played, State, Undone};
use super::{Error, ErrorKind, Game};

/// Why a pass is rejected: see [`refuse_losing_pass`](Game::refuse_losing_pass).
const LOSING_PASS: &str = "this pass would lose the game; to forfeit, play resign";

/// Why part of a turn is rejected where a whole turn is needed.
const PART_OF_TURN: &str = "this is only part of a turn";

pub(super) fn over(outcome: Outcome) -> Error {
    Error::rule(format!("the game is over: {outcome}"))
}

pub(super) fn out_of_turn(player: Color) -> Error {
    Error::rule(format!("it is {player}'s turn"))
}

pub(super) fn too_long(most: usize) -> Error {
    Error::rule(format!("the game has reached the limit of {most} moves; take moves back, or start a new game"))
}

/// Fewer moves than asked for can be taken back or replayed.
fn too_few(kind: ErrorKind, count: usize, verb: &str) -> Error {
    let moves = if count == 0 { "no move".to_owned() } else { format!("only {}", counted(count as u32, "move")) };
    Error::new(kind, format!("{moves} to {verb}"))
}

impl Game {
    /// The text of all legal moves, sorted by bytes. In a turn of several moves, these are the single moves. `None` if
    /// `stop` returns true, or if there are more than fit in memory.
    pub fn legal_moves_until(&self, style: Style, stop: Stop) -> Option<Vec<String>> {
        if self.now.outcome.is_some() {
            return Some(Vec::new());
        }
        let State { position, clicks, .. } = &self.now;
        let mut tokens = self.kernel.tokens(position, clicks, style, stop)?;
        tokens.sort_unstable();
        tokens.dedup();
        tokens.retain(|token| {
            let is_pass = token.eq_ignore_ascii_case("pass");
            !is_pass || !self.is_refused(&self.kernel.read(position, clicks, token, style))
        });
        Some(tokens)
    }

    /// The text of all legal moves, sorted by bytes; empty if there are more than fit in memory.
    pub fn legal_moves(&self, style: Style) -> Vec<String> {
        self.legal_moves_until(style, &|| false).unwrap_or_default()
    }

    /// Plays a token: a move, `resign`, or `timeout`.
    pub fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), Error> {
        self.check_length(color, token)?;
        // Managers that alternate strictly pass for the waiting player, and for both players once the game is over.
        let waits = self.now.outcome.is_some() || color != self.turn();
        if waits && style == Style::Steps && token.eq_ignore_ascii_case("pass") {
            self.remember(color, Played::WaitingPass, token);
            return Ok(()); // the engine's plan stays valid
        }
        if let Some(outcome) = self.now.outcome {
            return Err(over(outcome));
        }
        let winner = !color;
        let given_up = [("resign", Outcome::Forfeit { winner }), ("timeout", Outcome::Time { winner })];
        if let Some((_, outcome)) = given_up.iter().find(|(word, _)| token.eq_ignore_ascii_case(word)) {
            self.remember(color, Played::Forfeit, token);
            self.now.outcome = Some(*outcome);
        } else if color != self.turn() {
            return Err(out_of_turn(self.turn()));
        } else {
            let reading = self.kernel.read(&self.now.position, &self.now.clicks, token, style);
            if token.eq_ignore_ascii_case("pass") && self.is_refused(&reading) {
                return Err(Error::rule(LOSING_PASS));
            }
            self.apply(reading?, token);
        }
        self.now.plan.clear();
        Ok(())
    }

    /// Plays either all of the moves or none. An error names the index of the move that is rejected.
    pub fn play_all(&mut self, moves: &[(Color, &str)], style: Style) -> Result<(), (usize, Error)> {
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

    /// Rejects a token that would make the game or a turn longer than the limits allow.
    fn check_length(&self, color: Color, token: &str) -> Result<(), Error> {
        let most = self.settings.user_limits;
        // A turn may consist of several tokens of one player; a click has at least two characters.
        let clicks = token.len() / 2 + if color == self.turn() { self.now.clicks.len() } else { 0 };
        if self.played() >= most.moves {
            return Err(too_long(most.moves));
        }
        if clicks > most.clicks {
            return Err(Error::rule(format!("a turn has at most {} clicks here", most.clicks)));
        }
        Ok(())
    }

    /// Plays a random turn that is as short as possible and neither passes nor resigns. Returns its text; `None` if
    /// there is no such turn.
    pub fn play_random_turn(&mut self, rng: &mut Rng) -> Option<String> {
        if self.now.outcome.is_some() || !self.now.clicks.is_empty() {
            return None;
        }
        let turn = self.kernel.random_turn(&self.now.position, rng)?;
        let text = self.kernel.write(&self.now.position, &[], &turn, Style::Whole).concat();
        self.apply(Reading::Moves(turn), &text);
        self.now.plan.clear();
        Some(text)
    }

    /// The number of accepted tokens that can be taken back.
    pub fn played(&self) -> usize {
        self.history.len()
    }

    /// The number of tokens taken back that can be replayed.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Takes back the last `count` tokens. A single click of an unfinished move counts as one.
    pub fn undo(&mut self, count: usize) -> Result<(), Error> {
        let played = self.history.len();
        let left = played.checked_sub(count).ok_or_else(|| too_few(ErrorKind::Undo, played, "take back"))?;
        for _ in left..played {
            let Some(step) = self.history.pop() else { break };
            let after = std::mem::replace(&mut self.now, step.before.clone());
            self.undone.push(Undone { step, after, ends_turn: false });
        }
        self.recount();
        self.turn_positions.truncate(self.now.turn_positions);
        Ok(())
    }

    /// Replays the last `count` tokens that were taken back. Playing anything else discards the tokens taken back.
    pub fn redo(&mut self, count: usize) -> Result<(), Error> {
        let undone = self.undone.len();
        let left = undone.checked_sub(count).ok_or_else(|| too_few(ErrorKind::Redo, undone, "replay"))?;
        while self.undone.len() > left {
            let Some(Undone { step, after, .. }) = self.undone.pop() else { break };
            self.history.push(step);
            self.now = after;
            // A token ends at most one turn.
            if self.now.turn_positions > self.turn_positions.len() {
                self.turn_positions.push((self.now.position.clone(), self.now.status.hash));
            }
        }
        self.recount();
        Ok(())
    }

    /// Takes back the current turn, or the previous turn if the current one has not begun.
    pub fn undo_turn(&mut self) -> Result<(), Error> {
        let begin = self.turn_begin(self.history.len()).ok_or_else(|| too_few(ErrorKind::Undo, 0, "take back"))?;
        let before = self.undone.len();
        self.undo(self.history.len() - begin)?;
        if let Some(last) = self.undone.get_mut(before) {
            last.ends_turn = true;
        }
        Ok(())
    }

    /// Replays a turn that was taken back, or the rest of one.
    pub fn redo_turn(&mut self) -> Result<(), Error> {
        loop {
            let ends_turn = self.undone.last().is_some_and(|undone| undone.ends_turn);
            self.redo(1)?;
            // The same units that `undo_turn` takes back: a forfeit alone, or a turn with the passes of the waiting
            // player after it.
            let is_over = match self.undone.last().map(|next| &next.step.played) {
                None | Some(Played::Forfeit) => true,
                Some(Played::WaitingPass) => false,
                Some(Played::Click(_) | Played::Moves(_)) => self.now.is_between_turns(),
            };
            if ends_turn || is_over {
                return Ok(());
            }
        }
    }

    /// Checks that a token is the whole turn of the player to move, or the rest of it, and returns the number of its
    /// moves. A forfeit does not count as a turn.
    pub fn check_turn(&self, token: &str) -> Result<usize, Error> {
        if let Some(outcome) = self.now.outcome {
            return Err(over(outcome));
        }
        let positions = self.kernel.play(&self.now.position, &self.read_moves(token, Style::Whole)?);
        let after = positions.last().map(|(position, _)| self.kernel.rules().status(position));
        let ends = after.is_some_and(|after| after.outcome.is_some() || after.turn != self.turn() || after.begins);
        if ends { Ok(positions.len()) } else { Err(Error::rule(PART_OF_TURN)) }
    }

    /// The move with which a turn begins. In a turn of several moves, a single vertex is only one of them.
    pub(super) fn read_beginning(&self, token: &str) -> Result<Moves, Error> {
        let moves = self.read_moves(token, Style::Steps)?;
        match self.kernel.play(&self.now.position, &moves).len() {
            1 => Ok(moves),
            _ => Err(Error::rule("name the first move of a turn alone")),
        }
    }

    /// The moves of a token: in whole style, a turn.
    fn read_moves(&self, token: &str, style: Style) -> Result<Moves, Error> {
        let State { position, clicks, .. } = &self.now;
        let reading = self.kernel.read(position, clicks, token, style);
        if self.is_refused(&reading) {
            return Err(Error::rule(LOSING_PASS));
        }
        match reading? {
            Reading::Moves(moves) => Ok(moves),
            Reading::Prefix(_) => Err(Error::rule(PART_OF_TURN)),
        }
    }

    /// The game so far, as clicks.
    pub fn record(&self) -> Record {
        let own_start = self.start == self.kernel.start();
        let stone = |(vertex, content)| if let Content::Stone(color) = content { Some((color, vertex)) } else { None };
        let mut stones: Vec<_> = self.kernel.contents(&self.start, &[]).into_iter().filter_map(stone).collect();
        stones.sort_by_key(|&(color, _)| color);
        stones.retain(|_| !own_start);
        // Passes after a forfeit are not part of the game.
        let steps = self.history.iter().take_while(|step| !matches!(step.played, Played::Forfeit));
        Record {
            start: (!own_start).then(|| self.kernel.write_position(&self.start)),
            stones,
            clicks: steps.flat_map(|step| self.clicks_of(step)).collect(),
        }
    }

    pub(crate) fn end_reason(&self) -> Option<EndReason> {
        self.now.outcome.map(|outcome| match outcome {
            Outcome::Forfeit { .. } => EndReason::FORFEIT,
            Outcome::Time { .. } => EndReason::TIME,
            _ => match self.kernel.end_reason(&self.now.position) {
                Some(reason) => reason,
                None if self.turns_left() == Some(0) => EndReason::MOVE_LIMIT,
                None => EndReason::REPETITION,
            },
        })
    }
}
