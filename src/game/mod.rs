//! What a game is: its rules, the text of its moves and positions, and what the searches need from it.
//!
//! The value of a game type holds the options and the tables of the board; a position is plain data, small and cheap to
//! copy. Everything above this module works for any [`Playable`] game.

mod about;
mod color;
mod effects;
mod end_reason;
mod error;
mod extras;
mod handle;
mod hints;
mod lesson;
mod memo;
mod notation;
mod options;
mod outcome;
pub mod perft;
mod repetition;
mod rules;
mod solving;
mod verdict;
mod weighed;

pub use about::{About, Diagram, Palette, Preset, Stone};
pub use color::Color;
pub(crate) use color::both;
pub use effects::{Content, Effects};
pub use end_reason::EndReason;
pub use error::{Error, ErrorKind};
pub use extras::{Extras, PlayersPoints, Resignation};
pub use handle::{Moves, Position, Status};
pub use hints::{Hints, Levels};
pub use lesson::{Lesson, LessonGoal, lessons};
pub use memo::Memo;
pub use notation::{Notation, PASS, Reading, Style};
pub(crate) use notation::{counted, on_board, passing_move, read_clicks, whole_number};
pub use options::{OptionKind, OptionSpec, Values};
pub use outcome::{Outcome, Points};
pub use repetition::Repetition;
pub(crate) use rules::MixHasher;
pub use rules::{Rules, RulesExt, Set, Stones, Stop};
pub use solving::Key;
pub(crate) use solving::{least_key, pn_of_lead};
pub use verdict::Verdict;
pub(crate) use weighed::Weighed;

/// A game that can be played: its rules, and what has defaults.
pub trait Playable: Hints + Notation {}

impl<G: Hints + Notation> Playable for G {}
