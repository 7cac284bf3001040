//! Scores, and how proven scores count plies.

use crate::game::{Color, Hints, Verdict};

use crate::search::LEAST_WINRATE;

use super::{MAX_DEPTH, Worker};

/// The score of a win at the root; a win in `n` plies scores `n` less.
pub(super) const WIN: i32 = 30_000;
/// Scores beyond this are proven wins or, negated, losses.
pub(crate) const PROVEN: i32 = WIN - 1_000;
/// The smallest depth at which proofs are looked up. Looking them up closer to the leaves showed no gain
/// (docs/lab/strength.md).
const PROOF_DEPTH: u32 = 2;
/// A lead of this many points means an expected score of 75 %.
const LIKELY: f64 = 300.0;

impl<R: Hints> Worker<'_, '_, R> {
    /// The score of a finished or stopped game for `side`.
    pub(super) fn final_score(&self, winner: Option<Color>, side: Color, ply: u32) -> i32 {
        match winner {
            // Contempt: a weaker opponent may still lose.
            None if side == self.task.engine => -self.task.contempt,
            None => self.task.contempt,
            Some(winner) if winner == side => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        }
    }

    /// The score of a position that was proven before the search. The length of the win is unknown; it counts as longer
    /// than any win that the search finds.
    #[inline]
    pub(super) fn proven_score(&self, position: &R::Position, depth: u32, ply: u32) -> Option<i32> {
        // A search that ranks the moves of a known result finds out itself how soon the game ends.
        let proofs = self.task.proofs.filter(|_| depth >= PROOF_DEPTH && self.task.known_result.is_none())?;
        let score = WIN - (ply + MAX_DEPTH) as i32;
        match proofs.verdict(self.task.rules, position)? {
            Verdict::Win => Some(score),
            Verdict::Draw => None,
            Verdict::Loss => Some(-score),
        }
    }
}

pub(super) fn verdict(score: i32) -> Option<Verdict> {
    match score {
        _ if score > PROVEN => Some(Verdict::Win),
        _ if score < -PROVEN => Some(Verdict::Loss),
        _ => None,
    }
}

/// The expected score from 0 (a loss) to 1 (a win); exactly 0 or 1 only if it is proven.
pub(crate) fn expected_score(score: i32) -> f64 {
    match verdict(score) {
        Some(verdict) => verdict.score(),
        None => (1.0 / (1.0 + 3f64.powf(-f64::from(score) / LIKELY))).clamp(LEAST_WINRATE, 1.0 - LEAST_WINRATE),
    }
}

/// The number of plies within which the winner can end the game, if the score is proven and the search has found the
/// end of the game.
pub(super) fn distance(score: i32) -> Option<u32> {
    let plies = (WIN - score.abs()) as u32;
    (score.abs() > PROVEN && plies < MAX_DEPTH).then_some(plies)
}

/// Converts a score for the table at this ply, or from it at minus this ply: proven scores count plies from the root in
/// the search, but from the position in the table.
pub(super) fn shifted(score: i32, plies: i32) -> i32 {
    match score {
        _ if score > PROVEN => score + plies,
        _ if score < -PROVEN => score - plies,
        _ => score,
    }
}
