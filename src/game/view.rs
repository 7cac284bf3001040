//! Pictures of a position: what a game can show of it on a board.

use serde_json::Value;

use crate::board::Vertex;

use super::{Color, Rules, Stop};

/// A picture that a game knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Name in commands, such as `territory`.
    pub name: &'static str,
    /// Name for people, such as `Controlled cells`.
    pub label: &'static str,
    /// Whether it is nothing but a number for each cell.
    pub numbers: bool,
}

/// A sign on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// The cell belongs to that player.
    Territory(Color),
}

/// Signs, letters and numbers on cells, and a line of text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Signs.
    pub marks: Vec<(Mark, Vec<Vertex>)>,
    /// Short texts.
    pub labels: Vec<(Vertex, String)>,
    /// Numbers from -1 (White's) to 1 (Black's).
    pub numbers: Vec<(Vertex, f32)>,
    /// What there is to say.
    pub text: String,
}

/// The pictures that a game can show. It need not have any.
pub trait Views: Rules {
    /// The pictures.
    const VIEWS: &'static [View] = &[];

    /// What a screen needs of this game alone, by name: further fields of the command `state`, always the same ones. `clicks`
    /// are those of a move not yet complete, and `goes_on` tells whether the game goes on.
    fn extras(&self, _position: &Self::Position, _clicks: &[Vertex], _goes_on: bool) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// The points of Black and of White, komi left out, in a game that counts them.
    fn points_of_players(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }

    /// The empty cells that Black and White control, in a game that counts them.
    fn controlled_cells(&self, _position: &Self::Position) -> Option<[Vec<Vertex>; 2]> {
        None
    }

    /// The picture with that name, one of [`VIEWS`](Self::VIEWS). Where it takes long it may leave out what it has not
    /// come to when `stop` says so.
    fn view(&self, _position: &Self::Position, _name: &str, _stop: Stop) -> Drawing {
        Drawing::default()
    }
}
