//! The expected owner of each cell at the end of the game.

use crate::game::{Rules, RulesExt, Stop};
use crate::rng::Rng;

use super::rules::{Move, Position, SendIt};

/// The number of playouts that estimate ownership, and the most moves of each.
const PLAYOUTS: u32 = 100;
const LONGEST: u32 = 2_000;

impl<const N: usize> SendIt<N> {
    /// For each cell, by rows: the share of playouts in which Black owns it at the end, minus the share in which White does.
    pub(super) fn played_out(&self, position: &Position<N>, stop: Stop) -> Vec<f64> {
        let mut sums = vec![0i32; self.board.shape.bits()];
        let (mut rng, mut playouts) = (Rng::new(1), 0);
        while playouts < PLAYOUTS && (playouts == 0 || !stop()) {
            let mut end = *position;
            for _ in 0..LONGEST {
                let Some(mv) = self.sensible_move(&end, &mut rng) else { break };
                self.play(&mut end, mv);
            }
            let controlled = self.controlled(&end);
            for (sign, owned) in [(1, 0), (-1, 1)].map(|(sign, side)| (sign, end.stones[side] | controlled[side])) {
                owned.iter().for_each(|cell| sums[cell] += sign);
            }
            playouts += 1;
        }
        let cells = self.board.shape.rows().concat().into_iter().filter_map(|vertex| self.board.cell(vertex));
        cells.map(|cell| f64::from(sums[cell]) / f64::from(playouts)).collect()
    }

    /// A random move that does not fill the player's own eyes, and ends a turn only if there is no other drop.
    fn sensible_move(&self, position: &Position<N>, rng: &mut Rng) -> Option<Move> {
        if position.passes >= 2 {
            return None;
        }
        let own = position.stones[position.turn.index()];
        let drops = self.legal_drops(position) & self.board.beside(self.board.cells.minus(own));
        match drops.iter().nth(rng.below(drops.count()) as usize) {
            Some(cell) => Some(Move::Drop(cell as u16)),
            // An opening turn needs all its drops, even those that fill an eye.
            None if position.stage < 3 => self.random_move(position, rng),
            None => Some(Move::End),
        }
    }
}
