//! Views of a position: what a game can show of it on a board.

use serde_json::Value;

use crate::board::Vertex;

use super::{About, Color, Rules, Stop};

/// A view that a game offers.
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

pub trait Views: Rules {
    /// What the game says about itself: rules in words, diagrams, lessons and colours.
    const ABOUT: About = About::plain(Self::TITLE);

    const VIEWS: &'static [View] = &[];

    /// The fields that this game adds to the command `state`, always the same ones. `clicks` are the clicks of an
    /// incomplete move; `goes_on` says whether the game is still going on.
    fn extras(&self, _position: &Self::Position, _clicks: &[Vertex], _goes_on: bool) -> Vec<(&'static str, Value)> {
        Vec::new()
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
