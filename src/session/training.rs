//! What learning an evaluation needs to know of a game.

use crate::game::Game;

use super::GameSession;

/// What learning an evaluation needs to know of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// Whether the search plays tactical moves out before it evaluates a position.
    pub has_tactics: bool,
    /// For each symmetry of the game, where it takes each input of the network.
    pub input_symmetries: Vec<Vec<u16>>,
    /// What the result counts a turn before the end.
    pub discount: f64,
    /// How many units the networks of the game have.
    pub units: usize,
}

impl<G: Game> GameSession<G> {
    pub(super) fn training(&self) -> Training {
        let input_symmetries = self.game.input_symmetries();
        Training { has_tactics: G::HAS_TACTICS, input_symmetries, discount: G::DISCOUNT, units: G::UNITS }
    }
}
