//! What a game can show of a position on a board.

use serde::Serialize;

use crate::board::Vertex;

use super::{Color, Rules, Stop};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Name in commands, such as `territory`.
    pub name: &'static str,
    /// Name for people, such as `Controlled cells`.
    pub label: &'static str,
    /// Whether it consists only of a number for each cell.
    pub numbers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    Circle,
    Square,
    Cross,
    /// The cell belongs to that player.
    Territory(Color),
}

/// Marks, labels and numbers on cells, and a line of text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    pub marks: Vec<(Mark, Vec<Vertex>)>,
    pub labels: Vec<(Vertex, String)>,
    /// Numbers from -1 (White's) to 1 (Black's).
    pub numbers: Vec<(Vertex, f32)>,
    /// A line about the position.
    pub text: String,
}

/// The points of Black and of White without komi; and the empty cells that they control, if the game counts them.
pub type PlayersPoints = ([u32; 2], Option<[Vec<Vertex>; 2]>);

/// What a front end shows beside the stones. Every field is empty in a game that has no such thing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Extras {
    /// How many more moves the player may make in this turn; for a game that goes on.
    pub left_in_turn: Option<u32>,
    /// How many turns in a row the player to move still makes; for a game that goes on.
    pub turns_in_a_row: Option<u32>,
    /// The cells that have won the game.
    pub winning: Vec<Vertex>,
    /// The resignations that belong to the rules, where a turn begins; for a game that goes on.
    pub resignations: Vec<Resignation>,
}

/// A resignation that belongs to the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resignation {
    pub token: String,
    /// The result to which it leads, as in GTP.
    pub result: String,
    pub winner: Option<Color>,
}

/// Pictures of a position. Everything has a default: only the stones.
pub trait Pictures: Rules {
    const VIEWS: &'static [View] = &[];

    fn extras(&self, _position: &Self::Position) -> Extras {
        Extras::default()
    }

    /// The points, in a game that counts them.
    fn points_of_players(&self, _position: &Self::Position) -> Option<PlayersPoints> {
        None
    }

    /// The view with that name, one of [`VIEWS`](Self::VIEWS). If `stop` returns true, the drawing may be incomplete.
    fn view(&self, _position: &Self::Position, _name: &str, _stop: Stop) -> Drawing {
        Drawing::default()
    }
}
