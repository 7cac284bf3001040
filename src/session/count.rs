//! Counts and random games, for tests and benchmarks.

use crate::game::perft::{perft_until, split};
use crate::game::{Game, Stop};
use crate::rng::Rng;
use crate::search::Control;

use super::decide::Decision;
use super::state::Match;
use super::{Choose, SearchParams};

/// Counts and random games, for tests and benchmarks.
pub trait Count {
    /// Counts move sequences; `None` if `stop` says so, or a position has more moves than memory holds.
    fn perft(&self, depth: u32, stop: Stop) -> Option<u64>;
    /// Counts the sequences that begin with each move, sorted by text. `depth` 0 counts as 1.
    fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>>;
    /// Plays `count` games of moves each as likely as the others from here, cut at `most` moves, and returns
    /// the number of moves.
    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64;
    /// Searches the position with empty tables and returns the number of positions searched.
    fn search_afresh(&mut self, params: &SearchParams) -> u64;
}

impl<G: Game> Count for Match<G> {
    fn perft(&self, depth: u32, stop: Stop) -> Option<u64> {
        if self.is_forfeited() && depth > 0 {
            return Some(0);
        }
        perft_until(&self.game, &self.now.position, depth, stop)
    }

    fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>> {
        if self.is_forfeited() {
            return Some(Vec::new());
        }
        let named = self.game.named_moves(&self.now.position, stop)?;
        let mut counts = split(&self.game, &self.now.position, named, depth, stop)?;
        counts.sort_unstable();
        Some(counts)
    }

    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64 {
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

    fn search_afresh(&mut self, params: &SearchParams) -> u64 {
        self.release_memory();
        let control = Control::new(params.limits, &params.cancel);
        let decision = Decision::here(self, &control);
        self.decide(&decision, &control, params, None).map_or(0, |report| report.positions)
    }
}
