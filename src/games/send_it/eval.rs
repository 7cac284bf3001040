//! What the search asks: the score as it stands, and sensible playouts.

use crate::game::{Algorithm, Hints, Measure};
use crate::rng::Rng;

use super::rules::{Move, Position, SendIt, drops_allowed};

impl<const N: usize> Hints for SendIt<N> {
    const ALGORITHM: Algorithm = Algorithm::MonteCarlo;
    const MEASURE: Measure = Measure { options: "", depth: 3 };

    /// The lead in points.
    fn evaluate(&self, position: &Position<N>) -> i32 {
        let points = self.points(position).map(|points| points as i32);
        20 * (points[position.turn.index()] - points[(!position.turn).index()])
    }

    #[inline]
    fn random_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move> {
        self.any_move(position, rng)
    }

    /// A random drop that does not fill an own eye; the turn ends early only for want of one.
    #[inline]
    fn playout_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move> {
        self.sensible_move(position, rng)
    }

    fn decisions_left(&self, position: &Position<N>) -> u32 {
        u32::from(drops_allowed(position.stage) - position.dropped)
    }
}
