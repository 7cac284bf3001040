//! Counts and random games, for tests and benchmarks.

use crate::game::perft::perft_until;
use crate::game::{Game, Stop};
use crate::rng::Rng;

use super::state::GameSession;

/// Receives the text of a move with its count, and the number of all moves.
pub type SeeCount<'a> = &'a mut dyn FnMut(Option<(&str, u64)>, usize);

impl<G: Game> GameSession<G> {
    pub(super) fn perft_split(&self, depth: u32, stop: Stop, see: SeeCount) -> Option<()> {
        if self.is_forfeited() {
            return Some(());
        }
        let named = self.game.named_moves(&self.now.position, stop)?;
        see(None, named.len());
        for (mv, name) in &named {
            let after = self.game.after(&self.now.position, *mv);
            let count = perft_until(&self.game, &after, depth.saturating_sub(1), stop)?;
            see(Some((name, count)), named.len());
        }
        Some(())
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
