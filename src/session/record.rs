//! A game as it was played, for files.

use crate::board::Vertex;
use crate::game::Color;

/// A game as it was played, in clicks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The position string it began with, where that was not the game's own start.
    pub start: Option<String>,
    /// The stones of that position.
    pub stones: Vec<(Color, Vertex)>,
    /// What was clicked.
    pub clicks: Vec<Click>,
}

/// A click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Click {
    /// Whose it is.
    pub color: Color,
    /// Where; `None` is `PASS`.
    pub vertex: Option<Vertex>,
    /// The token in whole style, where clicks cannot say all.
    pub token: Option<String>,
}
