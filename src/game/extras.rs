//! What a front end shows of a position beside the stones.

use serde::Serialize;

use crate::board::Vertex;

use super::Color;

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
