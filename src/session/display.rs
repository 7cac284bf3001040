//! What a board shows of a game.

use crate::board::{Shape, Vertex};
use crate::game::{Color, Drawing, Game, Outcome, Points, Stop, View};

use super::state::{Match, Played};
use super::{Play, Snapshot, Turn};

/// What a board shows of a game.
pub trait Display {
    /// The board for people, with the side to move and the captures.
    fn draw(&self) -> String;
    /// The outline of the board.
    fn shape(&self) -> Shape;
    /// Every cell of the board with the stone on it, in rows from the top; on a hexagon rows of the picture.
    fn rows(&self) -> Vec<Vec<(Vertex, Option<Color>)>>;
    /// Enemy stones that the jump under way has taken so far; they still stand on the board.
    fn taken(&self) -> Vec<Vertex>;
    /// The vertices of the last turn that was played, or of the present turn so far.
    fn last_turn(&self) -> Vec<Vertex>;
    /// The result in words, and its reason: `White wins: Black cannot move.`
    fn result_in_words(&self) -> String;
    /// Everything that a screen needs of the game.
    fn snapshot(&self) -> Snapshot;
    /// The turns played so far, in order; the one under way is the last.
    fn turns(&self) -> Vec<Turn>;
    /// The last of these turns.
    fn latest_turn(&self) -> Option<Turn>;
    /// The pictures that the game knows.
    fn views(&self) -> &'static [View];
    /// The picture of that name, if the game knows one; `stop` is asked where it takes long.
    fn view(&self, name: &str, stop: Stop) -> Option<Drawing>;
}

impl<G: Game> Display for Match<G> {
    fn draw(&self) -> String {
        let [black, white] = self.now.captures;
        let state = match self.now.outcome {
            Some(outcome) => format!("Game over: {outcome}"),
            None => format!("{} to move", self.turn()),
        };
        let clicks: Vec<_> = self.now.clicks.iter().map(Vertex::to_string).collect();
        let clicks = if clicks.is_empty() { String::new() } else { format!(", {} begun", clicks.join("-")) };
        let board = self.game.draw(&self.now.position);
        format!("{board}\n{state}{clicks}. Captured: {black} by Black (x), {white} by White (o)")
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn rows(&self) -> Vec<Vec<(Vertex, Option<Color>)>> {
        self.game.rows(&self.now.position)
    }

    fn taken(&self) -> Vec<Vertex> {
        self.game.taken(&self.now.position, &self.now.clicks)
    }

    fn last_turn(&self) -> Vec<Vertex> {
        let moves = self.history.iter().rev().filter(|step| !matches!(step.played, Played::WaitingPass));
        // Clicks under way show by themselves: the turn before them is meant.
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

    fn result_in_words(&self) -> String {
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

    fn snapshot(&self) -> Snapshot {
        self.take_snapshot()
    }

    fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<_> = self.turns_backwards().collect();
        turns.reverse();
        turns
    }

    fn latest_turn(&self) -> Option<Turn> {
        self.turns_backwards().next()
    }

    fn views(&self) -> &'static [View] {
        G::VIEWS
    }

    fn view(&self, name: &str, stop: Stop) -> Option<Drawing> {
        G::VIEWS.iter().find(|view| view.name == name).map(|view| self.game.view(&self.now.position, view.name, stop))
    }
}
