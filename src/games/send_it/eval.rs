//! The evaluation (area, groups in danger, and a network) and the keys of the solver.

use crate::board::Bits;
use crate::evaluation::{Features, Net, Stored};
use crate::game::{Hints, Key, Levels, RulesExt, Stop, Weighed, both, least_key};

use super::rules::{Move, Position, SendIt, drops_allowed};

/// A group with at most this many liberties counts as weak: it may be captured in one turn.
const WEAK: usize = 5;
const FEATURES: usize = 8 + 2 * WEAK;

/// With at most this many empty cells (all cells of the board of side 3), a search may see the end of the game from the
/// first drop of a turn. A wrong first drop then loses more than the later ones can win back.
const FEW_EMPTY: u32 = 19;
/// With so few empty cells, the share of the turn's remaining time that each drop but the last takes (measured in
/// docs/lab/strength.md).
const SHARE_OF_FEW: [u32; 2] = [3, 4];

/// The planes of the network's input: each player's stones, by the number of liberties of their group. The number of
/// drops left in the turn follows.
pub(super) const PLANES: usize = 2 * (WEAK + 1);
pub(super) const DROPS: usize = 5;

/// Networks for some hexagons, made by `papamu-lab tune`.
pub(super) static NETS: [Stored; 2] =
    [Stored::new(9, 9, include_str!("nets/side5.txt")), Stored::new(15, 15, include_str!("nets/side8.txt"))];

impl<const N: usize> Hints for SendIt<N> {
    // The reduction is so steep that the evaluation alone judges most late drops first (measured in
    // docs/lab/strength.md).
    const REDUCED_FROM: usize = 2;
    const REDUCTION_DIVISOR: f64 = 0.35;

    const PROBES_LEAVES: bool = true;

    /// Not if few cells are empty, where it may give more proven wins away (docs/lab/strength.md).
    #[inline]
    fn pruned_from(&self, position: &Position<N>) -> Option<usize> {
        (!self.few_are_empty(position)).then_some(5)
    }

    /// No futility pruning if few cells are empty: there it saves no nodes, and its evaluations cost a fifth of the
    /// speed (docs/lab/strength.md).
    #[inline]
    fn futility_margin(&self, position: &Position<N>) -> Option<i32> {
        (!self.few_are_empty(position)).then_some(60)
    }

    // A turn has four drops, each with up to 169 cells: with fewer nodes the search could not visit each once.
    const LEVELS: Levels = Levels {
        nodes: [800, 800, 900, 1_300, 2_300, 3_700, 7_000, 16_000, 150_000],
        noise: [6_000, 1_337, 532, 305, 207, 126, 78, 27, 0],
        overlooked: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    };

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        match mv {
            Move::Drop(cell) => usize::from(cell),
            Move::End => self.board.shape.bits(),
        }
    }

    fn decisions_left(&self, position: &Position<N>) -> (u32, [u32; 2]) {
        let left = u32::from(drops_allowed(position.stage) - position.dropped);
        (left, if self.few_are_empty(position) && left > 1 { SHARE_OF_FEW } else { [1, left] })
    }

    /// The lead if the game ended here counts the more, the fuller the board is; the win rate counts the rest.
    fn expected_lead(&self, position: &Position<N>, winrate: f64) -> Option<f64> {
        let progress = f64::from(self.phase(position)) / 64.0;
        let now = self.adjudicate(position).lead_of(position.turn);
        let most = LARGEST_LEAD * f64::from(self.board.cells.count()).sqrt();
        Some(progress * now + (1.0 - progress) * most * (2.0 * winrate - 1.0))
    }

    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        self.weighed_points(position)
    }

    fn features(&self, position: &Position<N>) -> Features {
        self.weighed_features(position)
    }

    fn count_moves(&self, position: &Position<N>, _: Stop) -> Option<u64> {
        if position.passes >= 2 {
            return Some(0);
        }
        let drops = u64::from(self.legal_drops(position).count());
        Some(drops + u64::from(position.stage == 3 || drops == 0))
    }

    fn key(&self, position: &Position<N>) -> Key {
        least_key(self, position, |map| position.stones[0].image(map))
    }
}

/// The lead at the end of a game that is certainly won, before the first drop, divided by the square root of the number of
/// cells. Of the models tried on games of the engine against itself on sides 5 and 8, the one with this constant had the
/// least error (docs/lab/strength.md).
const LARGEST_LEAD: f64 = 2.0;

impl<const N: usize> Weighed<FEATURES> for SendIt<N> {
    // Made by `papamu-lab tune send_it`.
    const WEIGHTS: &'static [[i32; FEATURES]; 2] = &include!("weights.in");

    fn net(&self) -> Option<&Net> {
        self.net.as_deref()
    }

    /// The occupied share of the board, in 64ths.
    #[inline]
    fn phase(&self, position: &Position<N>) -> i32 {
        (64 * (position.stones[0] | position.stones[1]).count() / self.board.cells.count()) as i32
    }

    #[inline(always)]
    fn look(&self, position: &Position<N>, mut input: impl FnMut(usize)) -> [i32; FEATURES] {
        let cells = self.board.shape.bits();
        let features = self
            .linear_features(position, |plane, stones| stones.into_iter().for_each(|cell| input(plane * cells + cell)));
        input(PLANES * cells + usize::from(drops_allowed(position.stage) - position.dropped));
        features
    }
}

impl<const N: usize> SendIt<N> {
    /// Whether a search may see the end of the game.
    #[inline]
    fn few_are_empty(&self, position: &Position<N>) -> bool {
        self.board.empty(&position.stones).count() <= FEW_EMPTY
    }

    /// Differences between the player to move and the opponent: stones, controlled cells, adjacent empty cells, eyes,
    /// cells nearest to the player's stones, and groups. Then the drops left in the turn; 1 for the right to move; and
    /// each player's stones in weak groups, by liberties.
    ///
    /// Calls `group` with the stones of each group and its plane for the network.
    #[inline(always)]
    fn linear_features(&self, position: &Position<N>, mut group: impl FnMut(usize, Bits<N>)) -> [i32; FEATURES] {
        let side = position.turn;
        let empty = self.board.empty(&position.stones);
        let controlled = self.controlled(position);
        let mut near = position.stones;
        let mut free = empty;
        loop {
            let new = both([0, 1], |side: usize| self.board.beside(near[side]) & free);
            if (new[0] | new[1]).is_empty() {
                break;
            }
            free = free.minus(new[0] | new[1]);
            near = [near[0] | new[0].minus(new[1]), near[1] | new[1].minus(new[0])];
        }
        let mut features = [0; FEATURES];
        for (place, (side, sign)) in [(side, 1), (!side, -1)].into_iter().enumerate() {
            let index = side.index();
            let own = position.stones[index];
            let beside = self.board.beside(own) & empty;
            let eyes = empty.minus(self.board.beside(self.board.cells.minus(own)));
            let counts = [own.count(), controlled[index].count(), beside.count(), eyes.count(), near[index].count()];
            for (feature, count) in features.iter_mut().zip(counts) {
                *feature += sign * count as i32;
            }
            let mut rest = own;
            while let Some(cell) = rest.first() {
                let (stones, liberties) = self.board.group_and_liberties(cell, own, empty);
                rest = rest.minus(stones);
                features[5] += sign;
                let few = liberties.count() as usize;
                group((WEAK + 1) * place + few.clamp(1, WEAK + 1) - 1, stones);
                if few <= WEAK {
                    features[8 + WEAK * place + few.max(1) - 1] += stones.count() as i32;
                }
            }
        }
        features[6] = i32::from(drops_allowed(position.stage) - position.dropped);
        features[7] = 1;
        features
    }
}
