//! The board and the result as text for people.

use crate::board::Vertex;
use crate::game::{Game, Outcome, Points};

use super::Session;
use super::state::{GameSession, Played};

impl<G: Game> GameSession<G> {
    pub(super) fn draw(&self) -> String {
        let [black, white] = self.now.captures;
        let state = match self.now.outcome {
            Some(outcome) => format!("Game over: {outcome}"),
            None => format!("{} to move", self.turn()),
        };
        let clicks: Vec<_> = self.now.clicks.iter().map(Vertex::to_string).collect();
        let clicks = if clicks.is_empty() { String::new() } else { format!(", {} clicked", clicks.join("-")) };
        let board = self.game.draw(&self.now.position);
        format!("{board}\n{state}{clicks}. Captured: {black} by Black (x), {white} by White (o)")
    }

    pub(super) fn last_turn(&self) -> Vec<Vertex> {
        let moves = self.history.iter().rev().filter(|step| !matches!(step.played, Played::WaitingPass));
        // The clicks of an unfinished move are displayed separately, so this is the turn before them.
        let mut moves = moves.skip(self.now.clicks.len()).peekable();
        let Some(color) = moves.peek().map(|step| step.color) else { return Vec::new() };
        let mut clicks = Vec::new();
        while let Some(step) = moves.next_if(|step| step.color == color) {
            clicks.extend(self.clicks_of(step).into_iter().rev().filter_map(|click| click.vertex));
            let begins = self.game.turn_begins(&step.before.position) && step.before.clicks.is_empty();
            if begins {
                break;
            }
        }
        clicks.reverse();
        clicks.dedup();
        clicks
    }

    pub(super) fn result_in_words(&self) -> String {
        let (Some(outcome), Some(reason)) = (self.outcome(), self.end_reason()) else {
            return "The game is not over.".to_owned();
        };
        let won = match outcome {
            Outcome::Draw => "Draw".to_owned(),
            Outcome::Win { winner, by } if G::COUNTS_POINTS => {
                let points = if by == Points::whole(1) { "point" } else { "points" };
                format!("{winner} wins by {by} {points}")
            }
            Outcome::Win { winner, .. } | Outcome::Forfeit { winner } | Outcome::Time { winner } => {
                format!("{winner} wins")
            }
        };
        format!("{won}: {}.", reason.sentence(outcome.winner()))
    }
}
