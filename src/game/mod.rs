//! What a game is: its rules, the text of its moves and positions, and what the searches need from it.
//!
//! The value of a game type holds the options and the tables of the board; a position is plain data, small and cheap to
//! copy. Everything above this module works for any [`Playable`] game.

mod about;
mod color;
mod effects;
mod end_reason;
mod error;
mod handle;
mod lesson;
mod memo;
mod notation;
mod options;
mod outcome;
pub mod perft;
mod repetition;
mod rules;
mod searchable;
mod solving;
mod verdict;
mod view;
mod weighed;

pub use about::{About, Diagram, Palette, Preset, Stone};
pub use color::Color;
pub(crate) use color::both;
pub use effects::Effects;
pub(crate) use effects::gone;
pub use end_reason::EndReason;
pub use error::{Error, ErrorKind};
pub use handle::{Moves, Position, Status};
pub use lesson::{Lesson, LessonGoal, lessons};
pub use memo::Memo;
pub use notation::{Notation, Reading, Stones, Style, counted, on_board};
pub use options::{OptionKind, OptionSpec, Values};
pub use outcome::{Outcome, Points};
pub use repetition::Repetition;
pub use rules::{Rules, Stop};
pub use searchable::{LateMoves, Levels, Searchable};
pub use solving::Key;
pub(crate) use solving::{least_key, pn_of_lead};
pub use verdict::Verdict;
pub use view::{Drawing, Mark, PlayersPoints, View, Views};
pub(crate) use weighed::Weighed;

/// A game that can be played: what a search needs, text, and views.
pub trait Playable: Searchable + Notation + Views {}

impl<G: Searchable + Notation + Views> Playable for G {}
