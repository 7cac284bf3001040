//! What a game is: its rules, the text of its moves and positions, and what the searches ask of it.
//!
//! A game's value holds the rules with their options set and the tables of the board; a position is plain
//! data, small and cheap to copy. Everything above this module works for any [`Game`].

mod color;
mod hints;
mod notation;
mod options;
mod outcome;
mod rules;
mod view;

pub use color::Color;
pub use hints::{Algorithm, Hints, Key, Level, Measure};
pub use notation::{MoveError, Notation, PositionError, Reading, Style, on_board, rows_of};
pub use options::{OptionError, OptionKind, OptionSpec, Values};
pub use outcome::{Outcome, Points};
pub use rules::{Rules, Stop};
pub use view::{Drawing, Mark, View, Views};

/// A game that can be played: rules, text, search hints and pictures.
pub trait Game: Rules + Notation + Hints + Views {}

impl<G: Rules + Notation + Hints + Views> Game for G {}
