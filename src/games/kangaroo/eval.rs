//! What the search asks: points, mobility, and the resignation that ends a won game.

use crate::game::{Algorithm, Hints, Measure, Rules};
use crate::rng::Rng;

use super::rules::{Kangaroo, Move, Position};

/// A game that the player to move wins by resigning, one point ahead.
const WON: i32 = 15_000;

/// So many sets of captures of one stone are searched.
const SEARCHED_BUNDLES: usize = 1_000;

impl<const N: usize> Hints for Kangaroo<N> {
    const ALGORITHM: Algorithm = Algorithm::AlphaBeta;
    const MEASURE: Measure = Measure { options: "resignation=off", depth: 5 };

    /// Of a stone with very many moves, those that capture least: there the search has the rest of the board to
    /// see to, and a move with a short path to be written.
    fn search_moves(&self, position: &Position<N>, moves: &mut Vec<Move<N>>) {
        self.list_moves(position, moves, |bundles| bundles > SEARCHED_BUNDLES);
    }

    /// A hundred a point, and a little for every stone that can jump.
    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        if let Some(lead) = self.lead_after_resigning(position)
            && lead > 0
        {
            return WON + lead;
        }
        let side = position.turn;
        let mobility = |side| self.jumpers(&position.stones, side).count() as i32;
        100 * self.lead(position, side) + 4 * (mobility(side) - mobility(!side))
    }

    /// Captures, then doubling; resigning where it wins, and last where it does not.
    #[inline]
    fn promise(&self, position: &Position<N>, mv: Move<N>) -> i32 {
        if mv.is_resignation() {
            let wins = self.lead_after_resigning(position).is_some_and(|lead| lead > 0);
            return if wins { 1000 } else { -1000 };
        }
        let mut after = *position;
        self.play(&mut after, mv);
        10 * (self.lead(&after, position.turn) - self.lead(position, position.turn))
    }

    #[inline]
    fn random_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move<N>> {
        self.any_move(position, rng)
    }
}
