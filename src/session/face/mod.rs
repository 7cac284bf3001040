//! What the protocols and tools see of a game being played, whichever it is: a face without types.

mod count;
mod learn;
mod play;
mod prove;
mod show;
mod think;

pub use count::Count;
pub use learn::Learn;
pub use play::Play;
pub use prove::Prove;
pub use show::Show;
pub use think::Think;

use crate::game::Game;

use super::Match;

/// A game being played. Its methods are those of its parts.
pub trait Session: Play + Show + Think + Prove + Count + Learn + Send {}

impl<G: Game> Session for Match<G> {}
