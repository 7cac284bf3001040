//! What learning an evaluation needs to know of a game.

use crate::evaluation::Looks;
use crate::game::Game;

use super::state::Match;

/// What learning an evaluation needs to know of a game.
pub trait Learn {
    /// What the evaluation looks at in the position.
    fn looks(&self) -> Looks;
    /// Whether the search plays captures out before it evaluates a position.
    fn plays_captures_out(&self) -> bool;
    /// The symmetries of the game, as learning wants them.
    fn symmetries(&self) -> Vec<Vec<u16>>;
    /// What the result counts a turn before the end.
    fn discount(&self) -> f64;
    /// How many units the networks of the game have.
    fn units(&self) -> usize;
}

impl<G: Game> Learn for Match<G> {
    fn looks(&self) -> Looks {
        self.game.looks(&self.now.position)
    }

    fn plays_captures_out(&self) -> bool {
        G::FORCING
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        self.game.symmetries()
    }

    fn discount(&self) -> f64 {
        G::DISCOUNT
    }

    fn units(&self) -> usize {
        G::UNITS
    }
}
