//! What the search asks: mobility, and which moves to look at first.

use crate::board::Bits;
use crate::game::{Algorithm, Color, Hints, Measure, Rules, spread, weigh};
use crate::rng::Rng;

use super::rules::{Konane, Move, Position};

/// The weights of the features, made by `scripts/tune.sh konane`.
const WEIGHTS: [[i32; 6]; 2] = include!("weights.in");

impl<const N: usize> Hints for Konane<N> {
    const ALGORITHM: Algorithm = Algorithm::AlphaBeta;
    const MEASURE: Measure = Measure { options: "", depth: 9 };

    /// Who runs out of moves loses, so mobility is the whole game, and most of all the moves that the enemy cannot take
    /// away.
    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        weigh(&self.looks(position), &WEIGHTS, self.phase(position))
    }

    fn features(&self, position: &Position<N>) -> Vec<i32> {
        spread(&self.looks(position), self.phase(position))
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

    const PROMISE_UNIT: i32 = 1000;
    // Who is ahead may have to give it up by moving: with this pruning won games on 6 x 6 were lost.
    const AHEAD: Option<i32> = None;

    fn kinds(&self) -> usize {
        let bits = self.board.shape.bits();
        bits * bits
    }

    #[inline]
    fn kind(&self, mv: Move) -> usize {
        usize::from(mv.from) * self.board.shape.bits() + usize::from(mv.to)
    }

    #[inline]
    fn random_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move> {
        self.any_move(position, rng)
    }
}

/// The single jumps of a side.
struct Reach<const N: usize> {
    /// By direction, where they land.
    landings: [Bits<N>; 4],
    /// The stones that have one, and the enemy stones that they would take.
    movable: Bits<N>,
    targets: Bits<N>,
    /// All jumps, those over several stones counted each.
    jumps: u32,
}

impl<const N: usize> Konane<N> {
    /// How much of the board is empty, in 64 parts.
    #[inline]
    fn phase(&self, position: &Position<N>) -> i32 {
        let cells = self.board.cells.count();
        (64 * (cells - (position.stones[0] | position.stones[1]).count()) / cells) as i32
    }

    fn reach(&self, stones: &[Bits<N>; 2], side: Color) -> Reach<N> {
        let mut reach = Reach { landings: [Bits::EMPTY; 4], movable: Bits::EMPTY, targets: Bits::EMPTY, jumps: 0 };
        self.each_landing(stones, side, |index, d, length, landings| {
            reach.jumps += landings.count();
            if length == 1 {
                reach.landings[index] = landings;
                reach.movable |= self.board.two_steps(landings, (d + 4) % 8);
                reach.targets |= self.board.step_inside(landings, (d + 4) % 8);
            }
        });
        reach
    }

    /// Differences between the player to move and the other, of jumps, stones that can jump, jumps and stones whose jump
    /// the enemy cannot take away by moving the stone jumped over or taking the one that jumps, and stones that can be
    /// taken; and one for the move.
    #[inline]
    fn looks(&self, position: &Position<N>) -> [i32; 6] {
        let reaches = [position.turn, !position.turn].map(|side| self.reach(&position.stones, side));
        let looks = |own: &Reach<N>, enemy: &Reach<N>| {
            let (mut safe, mut safe_stones) = (0, Bits::EMPTY);
            for (index, d) in super::rules::DIRECTIONS.into_iter().enumerate() {
                let opposite = (d + 4) % 8;
                let over = self.board.step_inside(own.landings[index], opposite).minus(enemy.movable);
                let from = self.board.step_inside(over, opposite).minus(enemy.targets);
                safe += from.count();
                safe_stones |= from;
            }
            [own.jumps, own.movable.count(), safe, safe_stones.count(), enemy.targets.count()].map(|count| count as i32)
        };
        let (own, enemy) = (looks(&reaches[0], &reaches[1]), looks(&reaches[1], &reaches[0]));
        std::array::from_fn(|index| if index == 5 { 1 } else { own[index] - enemy[index] })
    }
}
