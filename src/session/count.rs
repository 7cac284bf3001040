//! Counts and random games, for tests and benchmarks.

use crate::game::perft::split;
use crate::game::{Game, Stop};
use crate::rng::Rng;

use super::state::GameSession;

impl<G: Game> GameSession<G> {
    pub(super) fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>> {
        if self.is_forfeited() {
            return Some(Vec::new());
        }
        let named = self.game.named_moves(&self.now.position, stop)?;
        let mut counts = split(&self.game, &self.now.position, named, depth, stop)?;
        counts.sort_unstable();
        Some(counts)
    }

    pub(super) fn random_games(&self, count: u32, most: u32, seed: u64) -> u64 {
        let mut rng = Rng::new(seed);
        let mut total = 0;
        for _ in 0..count {
            let mut position = self.now.position.clone();
            let mut moves = 0;
            while let Some(mv) = self.game.random_move(&position, &mut rng).filter(|_| moves < most) {
                self.game.play(&mut position, mv);
                moves += 1;
            }
            total += u64::from(moves);
        }
        total
    }
}
