//! The state of a game being played: positions, history, and the conditions that end it.

use std::time::Instant;

use crate::board::{Vertex, VertexText, vertex_list};
use crate::game::{Color, Game, Outcome, Reading, Repetition, Style, Values};
use crate::search::TranspositionTable;
use crate::solve::Memory;

use super::{Click, Session};

/// A game of `G` being played.
#[derive(Debug)]
pub struct GameSession<G: Game> {
    pub(super) game: G,
    pub(super) values: Values,
    pub(super) now: StateInfo<G>,
    /// The position that the game began with.
    pub(super) start: G::Position,
    /// The tokens played so far.
    pub(super) history: Vec<Step<G>>,
    /// The positions at the beginning of each turn, including the first one. Repetition counts these.
    pub(super) turn_positions: Vec<G::Position>,
    pub(super) table: TranspositionTable,
    /// Proofs of late positions.
    pub(super) proofs: Memory,
    pub(super) refuses_losing_pass: bool,
    /// The steps taken back; the last one is replayed first.
    pub(super) undone: Vec<Undone<G>>,
    /// When the game began.
    pub(super) begun: Instant,
}

/// An accepted token.
#[derive(Clone, Debug)]
pub(super) struct Step<G: Game> {
    pub(super) before: StateInfo<G>,
    pub(super) color: Color,
    pub(super) played: Played<G::Move>,
    /// Its text as received.
    pub(super) token: String,
    /// When it was played.
    pub(super) at: Instant,
}

/// A step that was taken back.
#[derive(Clone, Debug)]
pub(super) struct Undone<G: Game> {
    pub(super) step: Step<G>,
    /// The state after it.
    pub(super) after: StateInfo<G>,
    /// Whether it is the last step that one `undo_turn` took back; `redo_turn` stops after it.
    pub(super) ends_turn: bool,
}

/// The effect of a token.
#[derive(Clone, Debug)]
pub(super) enum Played<M> {
    /// A click of a move that is not complete.
    Click(Vertex),
    /// Moves of one turn.
    Moves(Vec<M>),
    /// A pass of the player who is not to move, which does not count as a move.
    WaitingPass,
    Forfeit,
}

/// Everything that `undo` restores.
#[derive(Clone, Debug)]
pub(super) struct StateInfo<G: Game> {
    pub(super) position: G::Position,
    /// The clicks of a move that is not complete.
    pub(super) clicks: Vec<Vertex>,
    /// In steps style, the remaining clicks of the turn that the engine has begun.
    pub(super) plan: Vec<String>,
    pub(super) outcome: Option<Outcome>,
    /// The number of turns since the start or the last position set up.
    pub(super) turns: u32,
    /// The numbers of stones that Black and White have captured.
    pub(super) captures: [u32; 2],
    /// How many of `turn_positions` belong to this state.
    pub(super) turn_positions: usize,
}

impl<G: Game> GameSession<G> {
    /// A new game with the options in `values`.
    pub fn new(game: G, values: Values) -> Self {
        let start = game.start();
        let (now, turn_positions) = Self::first(&game, start.clone());
        Self {
            game,
            values,
            now,
            start,
            history: Vec::new(),
            turn_positions,
            table: TranspositionTable::default(),
            proofs: Memory::default(),
            refuses_losing_pass: false,
            undone: Vec::new(),
            begun: Instant::now(),
        }
    }

    /// A copy of the game with empty tables.
    pub(super) fn copy(&self) -> Self {
        Self {
            now: self.now.clone(),
            start: self.start.clone(),
            history: self.history.clone(),
            turn_positions: self.turn_positions.clone(),
            undone: self.undone.clone(),
            refuses_losing_pass: self.refuses_losing_pass,
            begun: self.begun,
            ..Self::new(self.game.clone(), self.values.clone())
        }
    }

    fn first(game: &G, position: G::Position) -> (StateInfo<G>, Vec<G::Position>) {
        let turn_positions: Vec<_> = game.turn_begins(&position).then(|| position.clone()).into_iter().collect();
        let outcome = game.outcome(&position);
        let state = StateInfo {
            outcome,
            position,
            clicks: Vec::new(),
            plan: Vec::new(),
            turns: 0,
            captures: [0; 2],
            turn_positions: turn_positions.len(),
        };
        (state, turn_positions)
    }

    pub(super) fn start_from(&mut self, position: G::Position) {
        self.start = position.clone();
        (self.now, self.turn_positions) = Self::first(&self.game, position);
        self.history.clear();
        self.undone.clear();
        self.begun = Instant::now();
        self.release_memory();
    }

    /// Appends the current state to the history, so that the next token of `color` can be taken back.
    pub(super) fn remember(&mut self, color: Color, played: Played<G::Move>, token: &str) {
        self.undone.clear();
        let token = token.to_owned();
        self.history.push(Step { before: self.now.clone(), color, played, token, at: Instant::now() });
    }

    pub(super) fn apply(&mut self, reading: Reading<G::Move>, token: &str) {
        let color = self.turn();
        match reading {
            Reading::Prefix(clicks) => {
                if let Some(&click) = clicks.last() {
                    self.remember(color, Played::Click(click), token);
                }
                self.now.clicks = clicks;
            }
            Reading::Moves(moves) => {
                self.remember(color, Played::Moves(moves.clone()), token);
                self.now.clicks.clear();
                moves.into_iter().for_each(|mv| self.apply_move(mv));
            }
        }
    }

    fn apply_move(&mut self, mv: G::Move) {
        let now = &mut self.now;
        let mover = self.game.turn(&now.position);
        let before = self.game.stones(&now.position);
        self.game.play(&mut now.position, mv);
        let after = self.game.stones(&now.position);
        let enemy = (!mover).index();
        now.captures[mover.index()] += before[enemy].saturating_sub(after[enemy]);
        now.outcome = self.game.outcome(&now.position);
        if self.game.turn_begins(&now.position) {
            now.turns += 1;
            self.turn_positions.push(now.position.clone());
            now.turn_positions += 1;
            if now.outcome.is_none() && self.is_cut_short() {
                self.now.outcome = Some(self.game.adjudicate(&self.now.position));
            }
        }
    }

    /// Whether a turn begins in this state and has no click yet.
    pub(super) fn is_between_turns(&self, state: &StateInfo<G>) -> bool {
        state.clicks.is_empty() && (self.game.turn_begins(&state.position) || state.outcome.is_some())
    }

    /// The index of the first step of the turn to which the last step before `end` belongs; `None` if nothing was
    /// played.
    pub(super) fn turn_begin(&self, end: usize) -> Option<usize> {
        let steps = self.history[..end].iter().enumerate().rev();
        let mut steps = steps.filter(|(_, step)| !matches!(step.played, Played::WaitingPass)).peekable();
        // A forfeit is not part of the current turn.
        if let Some(&(last, Step { played: Played::Forfeit, .. })) = steps.peek() {
            return Some(last);
        }
        let begins = |step: &Step<G>| step.before.clicks.is_empty() && self.game.turn_begins(&step.before.position);
        let begin = steps.find(|(_, step)| begins(step)).map(|(index, _)| index);
        // A position that was set up may be in the middle of a turn.
        begin.or((end > 0).then_some(0))
    }

    /// The clicks of a step.
    pub(super) fn clicks_of(&self, step: &Step<G>) -> Vec<Click> {
        let click = |vertex| Click { color: step.color, vertex, token: None };
        match &step.played {
            Played::Click(vertex) => vec![click(Some(*vertex))],
            Played::WaitingPass => vec![click(None)],
            Played::Forfeit => Vec::new(),
            Played::Moves(moves) => {
                let StateInfo { position, clicks: before, .. } = &step.before;
                let tokens = self.game.write(position, before, moves, Style::Steps);
                let mut clicks: Vec<_> = tokens.iter().map(|token| click(single_vertex(token))).collect();
                // If several moves have the same click, the click means the first of them.
                if let [click] = &mut clicks[..]
                    && self.game.read(position, before, &tokens[0], Style::Steps) != Ok(Reading::Moves(moves.clone()))
                {
                    click.token = Some(self.game.write(position, before, moves, Style::Whole).concat());
                }
                clicks
            }
        }
    }

    /// Scores a finished game again, because the komi may have changed. Has no effect on forfeits.
    pub(super) fn recount(&mut self) {
        if matches!(self.now.outcome, Some(Outcome::Win { .. } | Outcome::Draw)) {
            let position = &self.now.position;
            let outcome = self.game.outcome(position).unwrap_or_else(|| self.game.adjudicate(position));
            self.now.outcome = Some(outcome);
        }
    }

    /// Whether a move is a losing resignation and such moves are rejected.
    pub(super) fn loses_by_resigning(&self, position: &G::Position, mv: G::Move) -> bool {
        let mover = self.game.turn(position);
        let loses = || self.game.outcome(&self.game.after(position, mv)).and_then(Outcome::winner) == Some(!mover);
        self.refuses_losing_pass && self.game.is_resignation(mv) && loses()
    }

    /// Whether a token is such a resignation.
    pub(super) fn is_refused<E>(&self, reading: &Result<Reading<G::Move>, E>) -> bool {
        let loses = |&mv: &G::Move| self.loses_by_resigning(&self.now.position, mv);
        matches!(reading, Ok(Reading::Moves(moves)) if moves.iter().any(loses))
    }

    /// Whether a player has forfeited or run out of time, which ends the game in any position.
    pub(super) fn is_forfeited(&self) -> bool {
        matches!(self.now.outcome, Some(Outcome::Forfeit { .. } | Outcome::Time { .. }))
    }

    /// Whether repetition or the move limit ends the game here.
    fn is_cut_short(&self) -> bool {
        if self.turns_left() == Some(0) {
            return true;
        }
        let limit = self.values.number("repetition") as usize;
        G::CAN_REPEAT
            && limit > 0
            && self.turn_positions.iter().filter(|&position| *position == self.now.position).count() >= limit
    }
}

impl<G: Game> GameSession<G> {
    /// The number of turns until the move limit ends the game, if there is a limit.
    pub(super) fn turns_left(&self) -> Option<u32> {
        let limit = self.values.number("max_moves");
        (limit > 0).then(|| limit.saturating_sub(self.now.turns))
    }

    /// The positions so far, as repetition counts them.
    pub(super) fn repetition(&self) -> Repetition {
        if !G::CAN_REPEAT {
            return Repetition::off();
        }
        let keys = self.turn_positions.iter().map(|position| self.game.hash(position));
        Repetition::new(self.values.number("repetition"), keys)
    }
}

/// The vertex of a token that consists of one; `None` for `PASS`.
pub(super) fn single_vertex(token: &str) -> Option<Vertex> {
    vertex_list(token)?.into_iter().find_map(VertexText::vertex)
}
