//! Generation of a stone's jumps.
//!
//! The state of a jumping stone is its vertex and the set of stones captured so far. Jumps over friendly stones lead to
//! other vertices with the same captures, and a flood fill on bitboards finds all of them at once. A jump over an enemy
//! stone leads to a larger set. So the moves of a stone form bundles, one for each set of captures: the vertices that
//! can be reached with exactly these captures.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::board::{Bits, Geometry};
use crate::game::{MixHasher, Stop};

/// The moves of one stone that capture the same stones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bundle<const N: usize> {
    pub captured: Bits<N>,
    /// The vertices on which the stone can stop.
    pub landings: Bits<N>,
}

/// How many bundles of a stone's moves to generate: there can be millions.
#[derive(Clone, Copy)]
pub(super) enum Extent<'a> {
    /// All, until the function returns true or there are more than fit in memory. Then those with the most captures are
    /// left out.
    All(Stop<'a>),
    /// A beam: all of the first [`BEAM_FROM`], then at most this many per number of captures, from the fewest captures to
    /// about the most.
    Beam(usize),
}

impl Extent<'_> {
    /// The extent used by searches. In 185 positions with more than a thousand bundles, it found the largest capture in
    /// three of four positions, and otherwise one with one or two captures fewer.
    pub(crate) const SEARCHED: Self = Self::Beam(64);
}

/// The most bundles to hold in memory: about 100 MB.
const MAX_BUNDLES: usize = 2_000_000;
/// [`Extent::Beam`] lists at least this many bundles before it limits their number.
const BEAM_FROM: usize = 500;
/// Beyond [`BEAM_FROM`], at most this many bundles extend the same bundle by a capture, so that they do not all end in the
/// same dead end.
const BEAM_BRANCHES: usize = 2;
/// Beyond this many bundles, a hash table finds the one with given captures.
const HASH_FROM: usize = 24;

/// All stones of one side, about to move.
pub(super) struct Jumps<'a, const N: usize> {
    board: &'a Geometry<N>,
    own: Bits<N>,
    enemy: Bits<N>,
    empty: Bits<N>,
    /// For each direction, the empty vertices just beyond a friendly stone, and all vertices just beyond an enemy
    /// stone.
    behind_own: [Bits<N>; 8],
    behind_enemy: [Bits<N>; 8],
}

impl<'a, const N: usize> Jumps<'a, N> {
    #[inline(always)]
    pub(super) fn new(board: &'a Geometry<N>, own: Bits<N>, enemy: Bits<N>) -> Self {
        let empty = board.cells.minus(own | enemy);
        let behind_own = board.steps_inside(own).map(|behind| behind & empty);
        Self { board, own, enemy, empty, behind_own, behind_enemy: board.steps_inside(enemy) }
    }

    #[inline(always)]
    pub(crate) fn movable(&self) -> Bits<N> {
        let mut movable = Bits::EMPTY;
        for d in 0..4 {
            let behind = |d: usize| self.behind_own[d] | self.behind_enemy[d] & self.empty;
            movable |= self.board.two_steps(behind(d), d + 4) | self.board.two_steps(behind(d + 4), d);
        }
        movable & self.own
    }

    /// Calls `found` with each bundle of moves of the stone on `from`: captures and landings. The landings include the
    /// starting vertex only if something is captured; otherwise nothing would have moved. Returns `false` if some
    /// bundles were left out.
    #[inline(always)]
    pub(crate) fn each_bundle(&self, from: usize, extent: Extent, mut found: impl FnMut(Bits<N>, Bits<N>)) -> bool {
        let start = Bits::single(from);
        let mut reached = self.board.two_steps_into(start, &self.behind_own);
        if !reached.is_empty() {
            // The jumping stone cannot jump over the vertex that it has left.
            let left = self.board.steps_inside(start);
            let goals: [Bits<N>; 8] = std::array::from_fn(|d| self.behind_own[d].minus(left[d]));
            reached = self.board.fill_by_two_steps(reached, &goals);
            found(Bits::EMPTY, reached);
        }
        reached |= start;
        let empty = self.empty | start;
        if self.board.two_steps_into(reached, &self.behind_enemy).meets(empty) {
            let jumper = Jumper { board: self.board, own: self.own.minus(start), enemy: self.enemy };
            let (bundles, complete) = jumper.bundles(reached, self.enemy, extent);
            for bundle in &bundles[1..] {
                found(bundle.captured, bundle.landings);
            }
            return complete;
        }
        true
    }
}

/// The board around a jumping stone; the stone itself is lifted off the board.
#[derive(Clone, Copy)]
pub(crate) struct Jumper<'a, const N: usize> {
    pub board: &'a Geometry<N>,
    /// The other stones of its colour.
    pub own: Bits<N>,
    /// The enemy stones before the move.
    pub enemy: Bits<N>,
}

impl<const N: usize> Jumper<'_, N> {
    #[inline(always)]
    fn empty(&self, captured: Bits<N>) -> Bits<N> {
        self.board.cells.minus(self.own | self.enemy.minus(captured))
    }

    /// All single jumps from `at`, as pairs of the landing and the stone jumped over, lowest landing first.
    pub(super) fn jumps(&self, at: usize, captured: Bits<N>) -> Vec<(usize, usize)> {
        let (from, empty) = (Bits::single(at), self.empty(captured));
        let behind = self.board.steps_inside(self.own | self.enemy.minus(captured));
        let jump = |d: usize| {
            let landing = (self.board.two_steps(from, d) & behind[d] & empty).first()?;
            Some((landing, self.board.next(at, d)?))
        };
        let mut jumps: Vec<_> = (0..8).filter_map(jump).collect();
        jumps.sort_unstable();
        jumps
    }

    /// The bundle without captures, with the given landings, and the bundles reached from it by capturing stones of
    /// `within`, fewest captures first; and whether the list is complete.
    pub(crate) fn bundles(&self, landings: Bits<N>, within: Bits<N>, extent: Extent) -> (Vec<Bundle<N>>, bool) {
        let mut bundles = Vec::with_capacity(HASH_FROM);
        bundles.push(Bundle { captured: Bits::EMPTY, landings });
        let mut table: HashMap<Bits<N>, usize, BuildHasherDefault<MixHasher>> = HashMap::default();
        let behind_own = self.board.steps_inside(self.own);
        let (mut complete, mut index, mut more_captures) = (true, 0, 0);
        // A further capture leads to a bundle later in the list, so all ways to a bundle are known when it is expanded.
        while index < bundles.len() {
            if index == more_captures {
                more_captures = bundles.len();
            }
            let known = bundles.len();
            let most = match extent {
                Extent::All(stop) if known > HASH_FROM && (known > MAX_BUNDLES || stop()) => return (bundles, false),
                Extent::Beam(width) if known > BEAM_FROM => (known + BEAM_BRANCHES).min(more_captures + width),
                _ => usize::MAX,
            };
            let Bundle { captured, landings } = bundles[index];
            let (empty, enemy) = (self.empty(captured), within.minus(captured));
            let goals = behind_own.map(|behind| behind & empty);
            let landings = self.board.fill_by_two_steps(landings, &goals);
            bundles[index].landings = landings;
            let behind_enemy = self.board.steps_inside(enemy);
            for (d, behind) in behind_enemy.into_iter().enumerate() {
                for landing in self.board.two_steps(landings, d) & behind & empty {
                    let jumped = (landing as i32 - self.board.offset(d)) as usize;
                    let captured = captured | Bits::single(jumped);
                    let known = match bundles.len() {
                        0..=HASH_FROM => bundles.iter().position(|bundle| bundle.captured == captured),
                        _ => table.get(&captured).copied(),
                    };
                    let stone = Bits::single(landing);
                    match known {
                        Some(index) => bundles[index].landings |= stone,
                        None if bundles.len() >= most => complete = false,
                        None => {
                            bundles.push(Bundle { captured, landings: stone });
                            if bundles.len() == HASH_FROM + 1 {
                                let pairs = bundles.iter().enumerate().map(|(i, bundle)| (bundle.captured, i));
                                table = pairs.collect();
                            } else if bundles.len() > HASH_FROM {
                                table.insert(captured, bundles.len() - 1);
                            }
                        }
                    }
                }
            }
            index += 1;
        }
        (bundles, complete)
    }
}
