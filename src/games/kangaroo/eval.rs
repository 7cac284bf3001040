//! What the search asks: points, mobility, and the resignation that ends a won game.

use crate::board::Bits;
use crate::game::{Algorithm, Color, Hints, Measure, Rules, spread, weigh};
use crate::rng::Rng;

use super::rules::{Kangaroo, Move, Position};

/// So many sets of captures of one stone are searched.
const SEARCHED_BUNDLES: usize = 1_000;

/// Features: stones on squares by rank, from the own side, and file, from the edge; stones that can jump, stones that can be
/// taken, and one for the move.
const FEATURES: usize = 35;

/// The weights of the features, made by `scripts/tune.sh kangaroo`.
const WEIGHTS: [[i32; FEATURES]; 2] = include!("weights.in");

impl<const N: usize> Hints for Kangaroo<N> {
    const ALGORITHM: Algorithm = Algorithm::AlphaBeta;
    const MEASURE: Measure = Measure { options: "resignation=off", depth: 5 };

    /// Of a stone with very many moves, those that capture least: there the search has the rest of the board to
    /// see to, and a move with a short path to be written.
    fn search_moves(&self, position: &Position<N>, moves: &mut Vec<Move<N>>) {
        self.list_moves(position, moves, |bundles| bundles > SEARCHED_BUNDLES);
    }

    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        weigh(&self.looks(position), &WEIGHTS, self.phase(position))
    }

    fn features(&self, position: &Position<N>) -> Vec<i32> {
        spread(&self.looks(position), self.phase(position))
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

    const PROMISE_UNIT: i32 = 1000;
    const FORCING: bool = true;
    // A jump may take so much that none is ever far enough ahead.
    const AHEAD: Option<i32> = None;

    fn kinds(&self) -> usize {
        let bits = self.board.shape.bits();
        bits * bits
    }

    #[inline]
    fn kind(&self, mv: Move<N>) -> usize {
        usize::from(mv.from) * self.board.shape.bits() + usize::from(mv.to)
    }

    #[inline]
    fn wins_at_once(&self, position: &Position<N>) -> bool {
        self.lead_after_resigning(position).is_some_and(|lead| lead > 0)
    }

    #[inline]
    fn is_forcing(&self, _: &Position<N>, mv: Move<N>) -> bool {
        !mv.captured.is_empty()
    }

    fn forcing_moves(&self, position: &Position<N>, moves: &mut Vec<Move<N>>) {
        self.list_moves(position, moves, |bundles| bundles > SEARCHED_BUNDLES);
        moves.retain(|mv| !mv.captured.is_empty());
    }

    #[inline]
    fn random_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move<N>> {
        self.any_move(position, rng)
    }
}

impl<const N: usize> Kangaroo<N> {
    /// How many stones have been taken, in 64 parts.
    #[inline]
    fn phase(&self, position: &Position<N>) -> i32 {
        let stones = (position.stones[0] | position.stones[1]).count() as i32;
        (64 - 64 * stones / (4 * i32::from(self.board.shape.extent().0))).max(0)
    }

    #[inline]
    fn looks(&self, position: &Position<N>) -> [i32; FEATURES] {
        let mut looks = [0; FEATURES];
        let side = position.turn;
        for (side, sign) in [(side, 1), (!side, -1)] {
            let own = position.stones[side.index()];
            for cell in own {
                looks[usize::from(self.places[side.index()][cell])] += sign;
            }
            looks[32] += sign * self.jumpers(&position.stones, side).count() as i32;
            looks[33] += sign * self.targets(&position.stones, !side).count() as i32;
        }
        looks[34] = 1;
        looks
    }

    /// The stones that `side` can take with its first jump.
    #[inline]
    fn targets(&self, stones: &[Bits<N>; 2], side: Color) -> Bits<N> {
        let empty = self.board.cells.minus(stones[0] | stones[1]);
        let (own, enemy) = (stones[side.index()], stones[(!side).index()]);
        let mut targets = Bits::EMPTY;
        for d in 0..8 {
            targets |= self.board.step(own, d) & enemy & self.board.step(empty, (d + 4) % 8);
        }
        targets
    }
}
