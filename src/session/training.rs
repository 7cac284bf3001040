//! What training an evaluation needs to know about a game.

use crate::game::Game;

use super::GameSession;

/// What training an evaluation needs to know about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// Whether the game has tactical moves, so that the search uses quiescence search.
    pub has_tactics: bool,
    /// For each symmetry of the game, the image of each input of the network.
    pub input_symmetries: Vec<Vec<u16>>,
    /// The discount factor per turn before the end.
    pub discount: f64,
    /// The number of hidden units in the networks of the game.
    pub units: usize,
}

impl<G: Game> GameSession<G> {
    pub(super) fn training(&self) -> Training {
        let input_symmetries = self.game.input_symmetries();
        Training { has_tactics: G::HAS_TACTICS, input_symmetries, discount: G::DISCOUNT, units: G::UNITS }
    }
}
