//! The record of a game, for files.

use crate::board::Vertex;
use crate::game::Color;

/// The record of a game, as clicks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The position string that it began with; `None` for the game's own starting position.
    pub start: Option<String>,
    /// The stones of that position; empty for the starting position.
    pub stones: Vec<(Color, Vertex)>,
    /// The clicks.
    pub clicks: Vec<Click>,
}

/// A click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Click {
    /// The player.
    pub color: Color,
    /// The vertex; `None` for `PASS`.
    pub vertex: Option<Vertex>,
    /// The token in whole style, if clicks do not determine the move.
    pub token: Option<String>,
}
