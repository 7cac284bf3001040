//! The game so far, turn by turn.

use serde::Serialize;

use crate::board::{Vertex, vertex_path};
use crate::game::{Color, Content, Effects, Moves, Outcome};

use super::Game;
use super::state::{Played, State, Step};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Turn {
    pub player: Color,
    pub text: Option<String>,
    pub clicks: Vec<Vertex>,
    pub from: Option<Vertex>,
    pub to: Option<Vertex>,
    pub dropped: Vec<Vertex>,
    pub captured: Vec<Vertex>,
    pub recoloured: Vec<Vertex>,
    pub blocked: Vec<Vertex>,
    pub time_ms: u64,
}

/// The vertices in a token, or in several with commas between them.
pub(crate) fn vertices_of(token: &str) -> Vec<Vertex> {
    token.split(',').filter_map(vertex_path).flatten().flatten().collect()
}

/// The clicks of a turn. A click that repeats the last one only ends a move or the turn.
fn clicks_of<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<Vertex> {
    let mut clicks: Vec<Vertex> = Vec::new();
    for step in steps {
        for part in step.token.split(',') {
            let mut path = vertices_of(part);
            path.dedup();
            let repeats = path.len() == 1 && path.first() == clicks.last();
            clicks.extend(path.into_iter().filter(|_| !repeats));
        }
    }
    clicks
}

impl Game {
    /// The turns so far, in order, including the current one.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<_> = self.turns_backwards().collect();
        turns.reverse();
        turns
    }

    /// The turns, the last one first, including the current one.
    pub(crate) fn turns_backwards(&self) -> impl Iterator<Item = Turn> {
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

    pub(super) fn turn_of(&self, begin: usize, end: usize) -> Turn {
        let steps = &self.history[begin..end];
        let own = || steps.iter().filter(|step| !matches!(step.played, Played::WaitingPass));
        let (before, after) = (&steps[0].before, self.history.get(end).map_or(&self.now, |step| &step.before));
        let player = own().next().map_or(steps[0].color, |step| step.color);
        let clicks = clicks_of(own());
        let (mut moves, mut effects): (Vec<Moves>, Vec<Effects>) = (Vec::new(), Vec::new());
        for step in steps {
            if let Played::Moves(played) = &step.played {
                moves.push(played.clone());
                effects.extend(self.kernel.play(&step.before.position, played).into_iter().map(|(_, effects)| effects));
            }
        }
        let gave_up = own().any(|step| matches!(step.played, Played::Forfeit));
        let text = match after.outcome {
            Some(Outcome::Time { .. }) if gave_up => Some("timeout".to_owned()),
            Some(_) if gave_up => Some("resign".to_owned()),
            _ if after.is_between_turns() => {
                Some(self.kernel.turn_text(&before.position, &clicks, &self.kernel.rules().join(&moves)))
            }
            _ => None,
        };
        let begun = after.clicks.first().filter(|_| after.clicks.len() > 1).copied();
        let from = effects.iter().find_map(|effects| effects.moved).map(|(from, _)| from).or(begun);
        let to = match after.clicks[..] {
            [.., last] if begun.is_some() => Some(last),
            _ => effects.iter().rev().find_map(|effects| effects.moved).and_then(|(_, to)| to),
        };
        let sorted = |mut cells: Vec<Vertex>, of: fn(&Effects) -> &Vec<Vertex>| {
            cells.extend(effects.iter().flat_map(of));
            cells.sort_unstable();
            cells
        };
        let captured = sorted(self.taken_in(after), |effects| &effects.captured);
        let dropped = sorted(Vec::new(), |effects| &effects.placed);
        let recoloured = sorted(Vec::new(), |effects| &effects.recoloured);
        let blocked = sorted(Vec::new(), |effects| &effects.blocked);
        let at = |end: usize| end.checked_sub(1).map_or(self.begun, |last| self.history[last].at);
        let time_ms = at(end).saturating_duration_since(at(begin)).as_millis() as u64;
        Turn { player, text, from, to, dropped, captured, recoloured, blocked, clicks, time_ms }
    }

    /// The enemy stones that the clicks of an unfinished move have captured, although the position still has them, by row.
    pub(super) fn taken_in(&self, State { position, status, clicks, .. }: &State) -> Vec<Vertex> {
        if clicks.is_empty() {
            return Vec::new();
        }
        let enemy = Content::Stone(!status.turn);
        let (before, after) = (self.kernel.contents(position, &[]), self.kernel.contents(position, clicks));
        let changes = before.into_iter().zip(after);
        let mut taken: Vec<_> = changes
            .filter(|(before, after)| before.1 == enemy && after.1 != enemy)
            .map(|(before, _)| before.0)
            .collect();
        taken.sort_unstable();
        taken
    }
}
