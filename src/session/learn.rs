//! What learning an evaluation needs to know of a game.

use crate::evaluation::Features;
use crate::game::Game;

use super::state::Match;

/// What learning an evaluation needs to know of a game.
pub trait Learn {
    /// What the evaluation sees in the position.
    fn features(&self) -> Features;
    /// Whether the search plays tactical moves out before it evaluates a position.
    fn has_tactics(&self) -> bool;
    /// For each symmetry of the game, where it takes each input of the network.
    fn input_symmetries(&self) -> Vec<Vec<u16>>;
    /// What the result counts a turn before the end.
    fn discount(&self) -> f64;
    /// How many units the networks of the game have.
    fn units(&self) -> usize;
}

impl<G: Game> Learn for Match<G> {
    fn features(&self) -> Features {
        self.game.features(&self.now.position)
    }

    fn has_tactics(&self) -> bool {
        G::HAS_TACTICS
    }

    fn input_symmetries(&self) -> Vec<Vec<u16>> {
        self.game.input_symmetries()
    }

    fn discount(&self) -> f64 {
        G::DISCOUNT
    }

    fn units(&self) -> usize {
        G::UNITS
    }
}
