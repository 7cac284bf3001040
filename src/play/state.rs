//! The state of a game being played: positions, history, and the conditions that end it.

use std::time::Instant;

use crate::board::Vertex;
use crate::game::{Color, Moves, Outcome, Position, Repetition, Status, Style};
use crate::kernel::{Kernel, Moment, Reading};
use crate::sgf::Click;

use super::{Game, vertices_of};

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub before: State,
    pub color: Color,
    pub played: Played,
    pub token: String,
    pub at: Instant,
}

#[derive(Clone, Debug)]
pub(super) struct Undone {
    pub step: Step,
    pub after: State,
    /// Whether it is the last step that one `undo_turn` took back; `redo_turn` stops after it.
    pub ends_turn: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Played {
    /// A click of a move that is not complete.
    Click(Vertex),
    Moves(Moves),
    /// A pass of the player who is not to move, which does not count as a move.
    WaitingPass,
    Forfeit,
}

/// Everything that `undo` restores.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub position: Position,
    pub status: Status,
    pub clicks: Vec<Vertex>,
    /// In steps style, the remaining clicks of the turn that the engine has begun.
    pub plan: Vec<String>,
    pub outcome: Option<Outcome>,
    /// The number of turns since the start or the last position set up.
    pub turns: u32,
    pub captures: [u32; 2],
    /// How many of `turn_positions` belong to this state.
    pub turn_positions: usize,
}

impl State {
    pub(super) fn first(kernel: &dyn Kernel, position: Position) -> Self {
        let status = kernel.rules().status(&position);
        Self {
            outcome: status.outcome,
            position,
            clicks: Vec::new(),
            plan: Vec::new(),
            turns: 0,
            captures: [0; 2],
            turn_positions: usize::from(status.begins),
            status,
        }
    }

    /// Whether a turn begins in this state and has no click yet.
    pub(crate) fn is_between_turns(&self) -> bool {
        self.clicks.is_empty() && (self.status.begins || self.outcome.is_some())
    }

    /// Whether a turn begins here, and has not begun.
    pub(super) fn begins(&self) -> bool {
        self.clicks.is_empty() && self.status.begins
    }
}

impl Game {
    pub(super) fn start_from(&mut self, position: Position) {
        self.now = State::first(&*self.kernel, position.clone());
        self.turn_positions = vec![(position.clone(), self.now.status.hash); self.now.turn_positions];
        self.start = position;
        self.history.clear();
        self.undone.clear();
        self.begun = Instant::now();
        self.clock.reset();
        self.kernel.release_memory();
    }

    /// Appends the current state to the history, so that the next token of `color` can be taken back.
    pub(super) fn remember(&mut self, color: Color, played: Played, token: &str) {
        self.undone.clear();
        let token = token.to_owned();
        self.history.push(Step { before: self.now.clone(), color, played, token, at: Instant::now() });
    }

    pub(super) fn apply(&mut self, reading: Reading, token: &str) {
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
                for (position, effects) in self.kernel.play(&self.now.position, &moves) {
                    let (now, status) = (&mut self.now, self.kernel.rules().status(&position));
                    now.captures[now.status.turn.index()] += effects.captured.len() as u32;
                    (now.position, now.status, now.outcome) = (position, status, status.outcome);
                    // A game may end in the middle of a turn.
                    now.turns += u32::from(status.begins || status.outcome.is_some());
                    if status.begins {
                        self.turn_positions.push((now.position.clone(), status.hash));
                        now.turn_positions += 1;
                        let limit = self.values.number("repetition");
                        let is_repeated = limit > 0 && self.occurrences() >= limit;
                        if status.outcome.is_none() && (is_repeated || self.turns_left() == Some(0)) {
                            self.now.outcome = Some(self.kernel.rules().adjudicate(&self.now.position));
                        }
                    }
                }
            }
        }
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
        let begin = steps.find(|(_, step)| step.before.begins()).map(|(index, _)| index);
        // A position that was set up may be in the middle of a turn.
        begin.or((end > 0).then_some(0))
    }

    pub(super) fn clicks_of(&self, step: &Step) -> Vec<Click> {
        let click = |vertex| Click { color: step.color, vertex, token: None };
        match &step.played {
            Played::Click(vertex) => vec![click(Some(*vertex))],
            Played::WaitingPass => vec![click(None)],
            Played::Forfeit => Vec::new(),
            Played::Moves(moves) => {
                let State { position, clicks: before, .. } = &step.before;
                let write = |style| self.kernel.write(position, before, moves, style);
                let tokens = write(Style::Steps);
                let mut clicks: Vec<_> =
                    tokens.iter().map(|token| click(vertices_of(token).first().copied())).collect();
                // If several moves have the same click, the click means the first of them.
                if let [click] = &mut clicks[..] {
                    let after = |moves: &Moves| self.kernel.rules().after(position, moves);
                    let read = self.kernel.read(position, before, &tokens[0], Style::Steps);
                    if !matches!(read, Ok(Reading::Moves(first)) if after(&first) == after(moves)) {
                        click.token = Some(write(Style::Whole).concat());
                    }
                }
                clicks
            }
        }
    }

    /// Scores a finished game again, because the komi may have changed. Has no effect on forfeits.
    pub(super) fn recount(&mut self) {
        self.now.status = self.kernel.rules().status(&self.now.position);
        if matches!(self.now.outcome, Some(Outcome::Win { .. } | Outcome::Draw)) {
            let own = self.now.status.outcome;
            self.now.outcome = Some(own.unwrap_or_else(|| self.kernel.rules().adjudicate(&self.now.position)));
        }
    }

    /// Whether a token is a losing resignation, and such moves are rejected.
    pub(super) fn is_refused<E>(&self, reading: &Result<Reading, E>) -> bool {
        let resigns = |moves| self.kernel.resigns(&self.now.position, moves);
        self.refuses_losing_pass && matches!(reading, Ok(Reading::Moves(moves)) if resigns(moves))
    }

    /// Whether a player has forfeited or run out of time, which ends the game in any position.
    pub(super) fn is_forfeited(&self) -> bool {
        matches!(self.now.outcome, Some(Outcome::Forfeit { .. } | Outcome::Time { .. }))
    }

    /// How often the current position has occurred at the beginning of a turn.
    pub(super) fn occurrences(&self) -> u32 {
        let State { position, status, .. } = &self.now;
        let is_same = |(other, hash): &&(Position, u64)| *hash == status.hash && other == position;
        self.turn_positions.iter().filter(is_same).count() as u32
    }

    /// The number of turns until the move limit ends the game, if there is a limit.
    pub(super) fn turns_left(&self) -> Option<u32> {
        let limit = self.values.number("max_moves");
        (limit > 0).then(|| limit.saturating_sub(self.now.turns))
    }

    pub(crate) fn moment(&self) -> Moment {
        let hashes = self.turn_positions.iter().map(|&(_, hash)| hash);
        let limit = if self.kernel.rules().can_repeat() { self.values.number("repetition") } else { 0 };
        Moment {
            position: self.now.position.clone(),
            clicks: self.now.clicks.clone(),
            repetition: Repetition::new(limit, hashes),
            turn_start: self.turn_positions.last().map_or(self.now.status.hash, |&(_, hash)| hash),
            turns_left: self.turns_left(),
            refuses_losing_pass: self.refuses_losing_pass,
            only: Vec::new(),
            avoid: Vec::new(),
        }
    }
}
