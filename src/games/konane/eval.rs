//! What the search asks: mobility, and which moves to look at first.

use crate::game::{Algorithm, Color, Hints, Measure, Rules};
use crate::rng::Rng;

use super::rules::{Konane, Move, Position};

impl<const N: usize> Hints for Konane<N> {
    const ALGORITHM: Algorithm = Algorithm::AlphaBeta;
    const MEASURE: Measure = Measure { options: "", depth: 9 };

    /// The difference in jumps and in stones that can jump. Who runs out of moves loses, so mobility is the
    /// whole game; stones that can move count more than the many ways in which one may go.
    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        let mobility = |side: Color| {
            let (jumps, stones) = self.mobility(&position.stones, side);
            4 * jumps as i32 + 10 * stones as i32
        };
        mobility(position.turn) - mobility(!position.turn)
    }

    /// Fewest replies first.
    #[inline]
    fn promise(&self, position: &Position<N>, mv: Move) -> i32 {
        let mut after = *position;
        self.play(&mut after, mv);
        let own = self.count_jumps(&after.stones, position.turn) as i32;
        let replies = self.count_jumps(&after.stones, after.turn) as i32;
        own - 2 * replies
    }

    #[inline]
    fn random_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move> {
        self.any_move(position, rng)
    }
}
