//! What the searches ask of a game.

use crate::rng::Rng;

use super::Rules;

/// The kind of search that suits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Iterative-deepening alpha-beta; the game should have an [`evaluate`](Hints::evaluate).
    AlphaBeta,
    /// Monte Carlo tree search; the game should have a fast [`playout_move`](Hints::playout_move).
    MonteCarlo,
}

/// How a game's speed is measured.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Options of the game, as for `set_game`.
    pub options: &'static str,
    /// Depth of the perft.
    pub depth: u32,
}

/// What a search may want to know of a game beyond its rules. Only [`ALGORITHM`](Self::ALGORITHM) must be
/// given; the rest has defaults that are right, but slow or ignorant.
pub trait Hints: Rules {
    /// The search that plays the game.
    const ALGORITHM: Algorithm;
    /// How the game's speed is measured.
    const MEASURE: Measure = Measure { options: "", depth: 3 };

    /// Appends the moves that a search looks at, always in the same order: all legal ones, or, where there are
    /// more than can be searched, some.
    fn search_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.legal_moves(position, moves);
    }

    /// How good the position looks for the player to move, in units of which a thousand or so is a decided
    /// game; always between -20,000 and 20,000.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// How promising a move looks before it is searched: higher is sooner.
    fn promise(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// A legal move, each with the same chance; `None` if the game is over.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let index = rng.below(moves.len() as u32);
        moves.get(index as usize).copied()
    }

    /// A move for the playouts of a Monte Carlo search: random, but not plainly bad.
    fn playout_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        self.random_move(position, rng)
    }

    /// About how many decisions are left in the turn, this one included: time is shared out among them.
    fn decisions_left(&self, _position: &Self::Position) -> u32 {
        1
    }
}
