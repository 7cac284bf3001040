//! What the search asks: playouts, and which moves to look at first.

use crate::game::{Algorithm, Hints, Measure};
use crate::rng::Rng;

use super::rules::{Kanga, Move, Position};

impl<const N: usize> Hints for Kanga<N> {
    const ALGORITHM: Algorithm = Algorithm::MonteCarlo;
    const MEASURE: Measure = Measure { options: "", depth: 5 };

    /// Captures first: they are most of the tactics.
    fn promise(&self, position: &Position<N>, mv: Move) -> i32 {
        self.captures(position, usize::from(mv)).count() as i32
    }

    #[inline]
    fn random_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move> {
        self.any_move(position, rng)
    }
}
