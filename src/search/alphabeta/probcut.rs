//! ProbCut: a shallow search that predicts a deeper one (Buro, "ProbCut: an effective selective extension of the αβ
//! algorithm", ICCA Journal 18, 1995).

use crate::game::Hints;

use super::score::PROVEN;
use super::{Window, Worker};

/// The smallest depth at which a shallow search pays.
const LEAST_DEPTH: u32 = 4;

impl<R: Hints> Worker<'_, '_, R> {
    /// Returns beta if a search to about half the depth exceeds it by the game's margin, or the score of a proven win. The
    /// search plays moves, so that it sees zugzwang, as reverse futility pruning does not. Only null windows of scores that
    /// prove nothing are cut.
    #[inline]
    pub(super) fn probcut(&mut self, position: &R::Position, depth: u32, ply: u32, window: Window) -> Option<i32> {
        let Window { alpha, beta } = window;
        let margin = R::PROBCUT_MARGIN?;
        if depth < LEAST_DEPTH || beta != alpha + 1 || beta.abs() >= PROVEN - margin {
            return None;
        }
        let bound = beta + margin;
        // Half the depth or a ply less. It differs by an even number, because evaluations of even and of odd depths do not
        // compare.
        let shallow = depth - 2 * depth.div_ceil(4);
        let score = self.search(position, shallow, ply, Window { alpha: bound - 1, beta: bound });
        (score >= bound || self.count.stopped).then_some(if score > PROVEN { score } else { beta })
    }
}
