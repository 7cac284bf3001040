//! A game being played: options, history, undo, repetition, move limit, clicks, and the engine's choice of moves.
//!
//! [`Session`] is the object-safe interface that the engine and the tools use; [`Match`] is its one implementation, for
//! any [`Game`]. `Session` is made of six traits; each stands in a file with its implementation.
//!
//! ```
//! use papamu::game::Style;
//! use papamu::games;
//!
//! let mut session = games::find(games::GAMES, "konane")?.open("width=6 height=6")?;
//! session.play(session.turn(), "D3", Style::Whole)?;
//! assert_eq!(session.legal_moves(Style::Whole), ["C3", "D2", "D4", "E3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod choose;
mod count;
mod decide;
mod display;
mod endgames;
mod late_proof;
mod learn;
mod params;
mod play;
mod record;
mod snapshot;
mod solve;
mod state;
mod turns;

pub use analysis::{Analysis, Observer, Variation, VariationTurn};
pub use choose::{Choice, Choose};
pub use count::Count;
pub use display::Display;
pub use learn::Learn;
pub use params::{MAX_CONTEMPT, MAX_LEVEL, SearchParams};
pub use play::{Play, PlayError, RedoError, UndoError};
pub use record::{Click, Record};
pub use snapshot::{ByPlayer, Cell, CellShape, GameResult, Resignation, Score, Snapshot};
pub use solve::{Solve, SolveError};
pub use state::Match;
pub use turns::Turn;
pub(crate) use turns::vertices_of;

use crate::game::Game;

/// A game being played, whichever it is. Its methods are those of its parts.
pub trait Session: Play + Display + Choose + Solve + Count + Learn + Send {}

impl<G: Game> Session for Match<G> {}
