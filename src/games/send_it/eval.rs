//! What the search asks: learned weights of area and of groups in danger, and sensible playouts.

use crate::game::{Algorithm, Hints, Measure, spread, weigh};
use crate::rng::Rng;

use super::rules::{Move, Position, SendIt, drops_allowed};

/// Groups with so many liberties or less may be taken in a turn.
const WEAK: usize = 5;
const FEATURES: usize = 8 + 2 * WEAK;

/// The weights of the features, made by `scripts/tune.sh send_it`.
const WEIGHTS: [[i32; FEATURES]; 2] = include!("weights.in");

impl<const N: usize> Hints for SendIt<N> {
    const ALGORITHM: Algorithm = Algorithm::AlphaBeta;
    const MEASURE: Measure = Measure { options: "", depth: 3 };

    fn evaluate(&self, position: &Position<N>) -> i32 {
        weigh(&self.looks(position), &WEIGHTS, self.phase(position))
    }

    fn features(&self, position: &Position<N>) -> Vec<i32> {
        spread(&self.looks(position), self.phase(position))
    }

    const AHEAD: Option<i32> = Some(60);

    fn kinds(&self) -> usize {
        self.board.shape.bits() + 1
    }

    #[inline]
    fn kind(&self, mv: Move) -> usize {
        match mv {
            Move::Drop(cell) => usize::from(cell),
            Move::End => self.board.shape.bits(),
        }
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

impl<const N: usize> SendIt<N> {
    /// How much of the board is full, in 64 parts.
    #[inline]
    fn phase(&self, position: &Position<N>) -> i32 {
        (64 * (position.stones[0] | position.stones[1]).count() / self.board.cells.count()) as i32
    }

    /// Differences between the player to move and the other, of stones, controlled cells, empty cells beside own stones,
    /// cells within own stones, and empty cells nearer to own stones, and of groups; drops left in the turn; one for the
    /// move; and how many stones of each stand in groups of few liberties.
    fn looks(&self, position: &Position<N>) -> [i32; FEATURES] {
        let side = position.turn;
        let empty = self.empty(&position.stones);
        let controlled = self.controlled(position);
        let mut near = position.stones;
        let mut free = empty;
        loop {
            let new = [0, 1].map(|side: usize| self.board.beside(near[side]) & free);
            if (new[0] | new[1]).is_empty() {
                break;
            }
            free = free.minus(new[0] | new[1]);
            near = [near[0] | new[0].minus(new[1]), near[1] | new[1].minus(new[0])];
        }
        let mut looks = [0; FEATURES];
        for (place, (side, sign)) in [(side, 1), (!side, -1)].into_iter().enumerate() {
            let index = side.index();
            let own = position.stones[index];
            let beside = self.board.beside(own) & empty;
            let eyes = empty.minus(self.board.beside(self.board.cells.minus(own)));
            let counts = [own.count(), controlled[index].count(), beside.count(), eyes.count(), near[index].count()];
            for (look, count) in looks.iter_mut().zip(counts) {
                *look += sign * count as i32;
            }
            let mut rest = own;
            while let Some(cell) = rest.first() {
                let (stones, liberties) = self.board.group_and_liberties(cell, own, empty);
                rest = rest.minus(stones);
                looks[5] += sign;
                let few = liberties.count() as usize;
                if few <= WEAK {
                    looks[8 + WEAK * place + few.max(1) - 1] += stones.count() as i32;
                }
            }
        }
        looks[6] = i32::from(drops_allowed(position.stage) - position.dropped);
        looks[7] = 1;
        looks
    }
}
