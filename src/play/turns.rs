//! The game so far, turn by turn.

use std::time::Instant;

use serde::Serialize;

use crate::board::{Vertex, VertexText, vertex_path};
use crate::game::{Color, Moves, Outcome};

use super::Game;
use super::state::{Played, State, Step};

/// A turn that was played, or the current one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The player.
    pub player: Color,
    /// Its text in whole style; `null` for an unfinished turn.
    pub text: Option<String>,
    /// The clicks, without the repeated last click that ends a turn.
    pub clicks: Vec<Vertex>,
    /// The cell that a stone of the player left, or from which it was removed.
    pub from: Option<Vertex>,
    /// The cell where that stone ended; `null` if it left the board.
    pub to: Option<Vertex>,
    /// The cells where stones were dropped.
    pub dropped: Vec<Vertex>,
    /// The cells of captured enemy stones.
    pub captured: Vec<Vertex>,
    /// Milliseconds since the previous turn, or since the beginning of the game.
    pub time_ms: u64,
}

/// The vertices in a token.
pub(crate) fn vertices_of(token: &str) -> Vec<Vertex> {
    let single = |text: &str| match vertex_path(text).as_deref() {
        Some([VertexText::On(vertex)]) => Some(*vertex),
        _ => None,
    };
    token.split(['-', ',']).filter_map(single).collect()
}

/// The cells of `before` that are not in `after`.
fn gone(before: &[Vertex], after: &[Vertex]) -> Vec<Vertex> {
    before.iter().filter(|vertex| !after.contains(vertex)).copied().collect()
}

impl Game {
    /// The turns so far, in order, including the current one.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<_> = self.turns_backwards().collect();
        turns.reverse();
        turns
    }

    /// The last of these turns.
    pub(crate) fn latest_turn(&self) -> Option<Turn> {
        self.turns_backwards().next()
    }

    /// The turns, the last one first, including the current one.
    pub(super) fn turns_backwards(&self) -> impl Iterator<Item = Turn> {
        let mut end = self.history.len();
        std::iter::from_fn(move || {
            // Passes of the waiting player are not turns.
            let is_own = |step: &Step| !matches!(step.played, Played::WaitingPass);
            self.history[..end].iter().any(is_own).then_some(())?;
            let begin = self.turn_begin(end)?;
            let turn = self.turn_of(begin, end);
            end = begin;
            Some(turn)
        })
    }

    /// The turn that consists of the steps from `begin` to `end`.
    fn turn_of(&self, begin: usize, end: usize) -> Turn {
        let steps = &self.history[begin..end];
        let own = || steps.iter().filter(|step| !matches!(step.played, Played::WaitingPass));
        let (before, after) = (&self.history[begin].before, self.state_at(end));
        let player = own().next().map_or(steps[0].color, |step| step.color);
        let mut clicks: Vec<Vertex> = own().flat_map(|step| vertices_of(&step.token)).collect();
        clicks.dedup(); // repeating the last vertex only ends the turn
        let moves: Vec<Moves> = own()
            .filter_map(|step| match &step.played {
                Played::Moves(moves) => Some(moves.clone()),
                _ => None,
            })
            .collect();
        let gave_up = own().any(|step| matches!(step.played, Played::Forfeit));
        let text = match after.outcome {
            Some(Outcome::Time { .. }) if gave_up => Some("timeout".to_owned()),
            Some(_) if gave_up => Some("resign".to_owned()),
            _ if after.is_between_turns() => {
                Some(self.kernel.turn_text(&before.position, &clicks, &self.kernel.rules().join(&moves)))
            }
            _ => None,
        };
        let [own_before, _] = self.cells_of(before, player);
        let [own_after, _] = self.cells_of(after, player);
        let (left, arrived) = (gone(&own_before, &own_after), gone(&own_after, &own_before));
        // A jumping stone may end where it began. A single click on one of the player's stones only ends a turn.
        let began = clicks.first().filter(|first| clicks.len() > 1 && own_before.contains(first));
        let from = began.or(left.first()).copied();
        let to = from.and_then(|_| clicks.last()).filter(|_| clicks.len() > 1).copied();
        Turn {
            player,
            text,
            from,
            to,
            dropped: if from.is_some() { Vec::new() } else { arrived },
            captured: self.captured_between(before, after, player),
            clicks,
            time_ms: self.time_between(begin, end),
        }
    }

    fn time_between(&self, begin: usize, end: usize) -> u64 {
        let at = |end: usize| -> Instant { end.checked_sub(1).map_or(self.begun, |last| self.history[last].at) };
        at(end).saturating_duration_since(at(begin)).as_millis() as u64
    }

    /// The state before the step with that index, or the current state.
    fn state_at(&self, step: usize) -> &State {
        self.history.get(step).map_or(&self.now, |step| &step.before)
    }

    /// The cells of enemy stones that a player has captured between two states. A pushed stone is not captured: it
    /// stands on another cell, and one of the player's stones stands in its place.
    pub(super) fn captured_between(&self, before: &State, after: &State, player: Color) -> Vec<Vertex> {
        let [_, enemy_before] = self.cells_of(before, player);
        let [own_after, enemy_after] = self.cells_of(after, player);
        let mut pushed = gone(&enemy_after, &enemy_before).len();
        let mut captured = gone(&enemy_before, &enemy_after);
        captured.retain(|cell| {
            let was_pushed = pushed > 0 && own_after.contains(cell);
            pushed -= usize::from(was_pushed);
            !was_pushed
        });
        captured
    }

    /// The cells of a player's stones, then of the opponent's, after the clicks.
    fn cells_of(&self, state: &State, player: Color) -> [Vec<Vertex>; 2] {
        let [black, white] = self.kernel.stones(&state.position, &state.clicks);
        if player == Color::Black { [black, white] } else { [white, black] }
    }

    /// The index of the first step of the current turn; the length of the history if no turn has begun.
    pub(super) fn present_turn(&self) -> usize {
        let end = self.history.len();
        if self.now.is_between_turns() { end } else { self.turn_begin(end).unwrap_or(end) }
    }
}
