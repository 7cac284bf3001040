//! The board and the result as text for people.

use crate::board::{MARKS, Vertex, draw};
use crate::game::{Content, Outcome, Points, Stop};

use super::Game;

impl Game {
    /// The board for people, with the side to move and the captures.
    pub fn draw(&self) -> String {
        let [black, white] = self.now.captures;
        let state = match self.now.outcome {
            Some(outcome) => format!("Game over: {outcome}"),
            None => format!("{} to move", self.turn()),
        };
        let clicks: Vec<_> = self.now.clicks.iter().map(Vertex::to_string).collect();
        let clicks = if clicks.is_empty() { String::new() } else { format!(", {} clicked", clicks.join("-")) };
        let mark = |(_, content): &(Vertex, Content)| match content {
            Content::Stone(color) => MARKS[color.index()],
            Content::Blocked => MARKS[2],
            Content::Empty => '.',
        };
        let marks: Vec<Vec<char>> = self.rows().iter().map(|row| row.iter().map(mark).collect()).collect();
        let board = draw(self.shape(), &marks);
        format!("{board}\n{state}{clicks}. Captured: {black} by Black (x), {white} by White (o)")
    }

    /// The vertices of the last turn, or of the current turn so far. The clicks of an unfinished move do not count.
    pub(crate) fn last_turn(&self) -> Vec<Vertex> {
        let unfinished = usize::from(!self.now.clicks.is_empty());
        self.turns_backwards().nth(unfinished).map_or_else(Vec::new, |turn| turn.clicks)
    }

    /// The result and its reason in words: `White wins: Black cannot move.`
    pub fn result_in_words(&self) -> String {
        let (Some(outcome), Some(reason)) = (self.outcome(), self.end_reason()) else {
            return "The game is not over.".to_owned();
        };
        let won = match outcome {
            Outcome::Draw => "Draw".to_owned(),
            Outcome::Win { winner, by } if self.counts_points() => {
                let points = if by == Points::whole(1) { "point" } else { "points" };
                format!("{winner} wins by {by} {points}")
            }
            Outcome::Win { winner, .. } | Outcome::Forfeit { winner } | Outcome::Time { winner } => {
                format!("{winner} wins")
            }
        };
        format!("{won}: {}.", reason.sentence(outcome.winner()))
    }

    /// What to click next, in English; empty once the game is over.
    pub(crate) fn instruction(&self) -> String {
        if self.now.outcome.is_some() {
            return String::new();
        }
        // The last turn before the move limit is announced.
        let last = if self.turns_left() == Some(1) { "; this is the last turn" } else { "" };
        self.kernel.instruction(&self.now.position, &self.now.clicks) + last
    }

    /// What is on every cell of the board, in rows from the top; on a hexagon, in the rows of the diagram.
    pub fn rows(&self) -> Vec<Vec<(Vertex, Content)>> {
        let mut contents = self.kernel.contents(&self.now.position, &[]).into_iter();
        self.kernel.shape().rows().iter().map(|row| contents.by_ref().take(row.len()).collect()).collect()
    }

    pub(super) fn contents(&self) -> Vec<(Content, Vertex)> {
        self.kernel.contents(&self.now.position, &[]).into_iter().map(|(vertex, content)| (content, vertex)).collect()
    }

    /// The enemy stones that the current jump has captured so far; they are still on the board.
    pub(crate) fn taken(&self) -> Vec<Vertex> {
        self.taken_in(&self.now)
    }

    /// The expected owner of each cell at the end of the game, from 1 (Black) to -1 (White), in the order of `cells` in
    /// the [snapshot](Self::snapshot); `None` in a game in which players own no cells. `stop` is polled.
    pub(crate) fn ownership(&self, stop: Stop) -> Option<Vec<f64>> {
        let owners = self.kernel.ownership(&self.now.position, stop)?;
        Some(owners.into_iter().map(|owner| (owner * 1e3).round() / 1e3).collect())
    }
}
