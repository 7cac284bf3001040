//! Pictures of a position: what a game can show of it on a board.

use crate::board::Vertex;

use super::{Color, Outcome, Rules, Stop};

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

    /// How many stones the player to move may still drop in this turn, in a game of drops.
    fn drops_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// How many moves the player to move must still make in a row, while that is so.
    fn obligatory_moves_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The resignations that the rules allow, as tokens, with the outcome of each.
    fn resignations(&self, _position: &Self::Position) -> Vec<(String, Outcome)> {
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
