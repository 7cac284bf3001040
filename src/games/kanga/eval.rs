//! The evaluation (distances between edges, and a network), move ordering, and hints for the solver.

use std::array::from_fn;

use wide::u64x4;

use crate::board::{Bits, Four};
use crate::evaluation::{Features, Net, Stored};
use crate::game::{Hints, Key, Levels, Stop, Weighed, both, least_key, pn_of_lead};

use super::rules::{Kanga, Move, Position};

/// Each distance from 1 to this is a separate feature.
const NEAR: usize = 8;
const FEATURES: usize = 4 * NEAR + 5;

/// The planes of the network's input, for each player: stones, cells where a stone would bracket a line, and stones in
/// groups with a single liberty. The distance features follow.
pub(super) const PLANES: usize = 6;
pub(super) const UNITS: usize = 48;
pub(super) const DISTANCES: usize = 4 * NEAR;

/// Networks for some boards, made by `papamu-lab tune`.
pub(super) static NETS: [Stored<UNITS>; 3] = [
    Stored::new(5, 5, include_str!("nets/5x5.txt")),
    Stored::new(7, 7, include_str!("nets/7x7.txt")),
    Stored::new(9, 9, include_str!("nets/9x9.txt")),
];

impl<const N: usize> Hints for Kanga<N> {
    const LEVELS: Levels = Levels {
        nodes: [30, 60, 120, 220, 320, 800, 2_300, 11_000, 50_000],
        noise: [2_000, 766, 483, 386, 288, 165, 101, 25, 0],
        overlooked: [70, 58, 46, 23, 0, 0, 0, 0, 0],
    };

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        usize::from(mv)
    }

    /// Captures first, because most tactics are captures.
    fn ordering_score(&self, position: &Position<N>, mv: Move) -> i32 {
        self.captures(position, usize::from(mv)).count() as i32
    }

    /// If the opponent threatens to connect two edges, only the moves that stop the threat.
    fn search_moves(&self, position: &Position<N>, moves: &mut Vec<Move>) -> bool {
        let legal = self.legal(position);
        let useful = self.useful(position, legal);
        moves.extend(useful.iter().map(|cell| cell as Move));
        true
    }

    #[inline]
    fn wins_at_once(&self, position: &Position<N>) -> bool {
        self.wins(position).next().is_some()
    }

    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        self.weighed_points(position)
    }

    fn features(&self, position: &Position<N>) -> Features {
        self.weighed_features(position)
    }

    #[inline]
    fn count_moves(&self, position: &Position<N>, _: Stop) -> Option<u64> {
        Some(u64::from(self.legal(position).count()))
    }

    fn key(&self, position: &Position<N>) -> Key {
        least_key(self, position, |map| position.stones[0].image(map))
    }

    /// From the weighted features alone: with the network, proofs on 5×5 took three to five times as many positions
    /// (measured in docs/lab/solving.md).
    fn initial_pn(&self, position: &Position<N>) -> [u32; 2] {
        pn_of_lead(self.linear_points(position))
    }
}

impl<const N: usize> Weighed<FEATURES, UNITS> for Kanga<N> {
    // Made by `papamu-lab tune kanga`.
    const WEIGHTS: &'static [[i32; FEATURES]; 2] = &include!("weights.in");

    fn net(&self) -> Option<&Net<UNITS>> {
        self.net.as_deref()
    }

    /// The occupied share of the board, in 64ths.
    #[inline]
    fn phase(&self, position: &Position<N>) -> i32 {
        (64 * (position.stones[0] | position.stones[1]).count() / self.board.cells.count()) as i32
    }

    #[inline(always)]
    fn look(&self, position: &Position<N>, input: impl FnMut(usize)) -> [i32; FEATURES] {
        let ways = self.ways(position);
        self.inputs(position, &ways, input);
        self.linear_features(position, &ways)
    }
}

impl<const N: usize> Kanga<N> {
    /// For the player to move, then the opponent, the distance to connecting two edges by the shorter and by the longer
    /// way.
    #[inline]
    fn ways(&self, position: &Position<N>) -> [[i32; 2]; 2] {
        let distances = self.distances(position);
        both([position.turn, !position.turn], |side| {
            let [a, b] = distances[side.index()];
            [a.min(b), a.max(b)]
        })
    }

    /// The features of the distances, the excess over [`NEAR`], and the number of stones. The last feature is 1, for the
    /// right to move.
    #[inline]
    fn linear_features(&self, position: &Position<N>, ways: &[[i32; 2]; 2]) -> [i32; FEATURES] {
        let mut features = [0; FEATURES];
        for index in near(ways) {
            features[index] = 1;
        }
        for (index, (side, sign)) in [(position.turn, 1), (!position.turn, -1)].into_iter().enumerate() {
            for (way, distance) in ways[index].into_iter().enumerate() {
                features[4 * NEAR + way] += sign * (distance - distance.clamp(1, NEAR as i32));
            }
            features[4 * NEAR + 2 + index] = position.stones[side.index()].count() as i32;
        }
        features[FEATURES - 1] = 1;
        features
    }

    /// Calls `on` with each active input of the network.
    #[inline(always)]
    fn inputs(&self, position: &Position<N>, ways: &[[i32; 2]; 2], mut on: impl FnMut(usize)) {
        let [own, enemy] = both([position.turn, !position.turn], |side| position.stones[side.index()]);
        let empty = self.board.empty(&position.stones);
        let brackets = self.brackets([own, enemy], empty);
        let open = self.beside_two(empty);
        let atari = [self.in_atari(own, empty, open), self.in_atari(enemy, empty, open)];
        let cells = self.board.shape.bits();
        for (plane, set) in [own, enemy, brackets[0], brackets[1], atari[0], atari[1]].into_iter().enumerate() {
            for cell in set {
                on(plane * cells + cell);
            }
        }
        for index in near(ways) {
            on(PLANES * cells + index);
        }
    }

    /// For each player, the empty cells where a stone would capture a line of three, five or seven by bracketing it.
    #[inline]
    fn brackets(&self, [own, enemy]: [Bits<N>; 2], empty: Bits<N>) -> [Bits<N>; 2] {
        let (own, enemy) = (Four::splat(own), Four::splat(enemy));
        let mut cells = [Four::EMPTY; 2];
        for from in [0, 4] {
            let step = |sets, count| self.board.steps(sets, from, count);
            // A line begins next to a stone of the player or at the edge of the board.
            let starts = self.board.starts(from);
            let (beside_own, beside_enemy) = (step(own, 1), step(enemy, 1));
            let (pairs, own_pairs) = (enemy & beside_enemy, own & beside_own);
            let mut lines = (enemy & (beside_own | starts), own & (beside_enemy | starts));
            let mut ends = (Four::EMPTY, Four::EMPTY);
            for _ in [3, 5, 7] {
                lines = (step(lines.0, 2) & pairs, step(lines.1, 2) & own_pairs);
                if (lines.0 | lines.1).is_empty() {
                    break;
                }
                ends = (ends.0 | lines.0, ends.1 | lines.1);
            }
            cells[0] |= step(ends.0, 1);
            cells[1] |= step(ends.1, 1);
        }
        [cells[0].any() & empty, cells[1].any() & empty]
    }

    /// The cells beside two or more of the set.
    #[inline]
    fn beside_two(&self, set: Bits<N>) -> Bits<N> {
        let (mut one, mut two) = (Bits::EMPTY, Bits::EMPTY);
        for &d in self.board.adjacency {
            let beside = self.board.step(set, d);
            two |= one & beside;
            one |= beside;
        }
        two
    }

    /// The stones of `own` whose group has a single liberty; `open` are the cells beside two empty ones.
    #[inline]
    fn in_atari(&self, own: Bits<N>, empty: Bits<N>, open: Bits<N>) -> Bits<N> {
        // Most groups have a stone with two liberties of its own; the few others are checked one at a time.
        let mut rest = own.minus(self.board.fill(own & open, own));
        let mut atari = Bits::EMPTY;
        while let Some(stone) = rest.first() {
            let group = self.board.fill(Bits::single(stone), rest);
            if (self.board.beside(group) & empty).count() == 1 {
                atari |= group;
            }
            rest = rest.minus(group);
        }
        atari
    }

    /// The cells on which the player to move wins: a legal stone there connects two opposite edges.
    #[inline]
    fn wins(&self, position: &Position<N>) -> impl Iterator<Item = usize> {
        let own = Four::splat(position.stones[position.turn.index()]);
        let empty = self.board.empty(&position.stones);
        let [[left, right], [bottom, top]] = self.edges;
        let edges = Four::new([left, right, bottom, top]);
        let (_, [beside]) = self.board.fill_fours([edges & own], own);
        let [left, right, bottom, top] = (edges | beside).sets();
        let cells = (left & right | bottom & top) & empty;
        cells
            .into_iter()
            .filter(move |&cell| self.board.neighbours(cell).meets(empty) || self.is_legal_enclosed(position, cell))
    }

    /// The legal moves worth searching: a winning move; else, if the opponent threatens to win, the moves that may stop
    /// it; else all.
    fn useful(&self, position: &Position<N>, legal: Bits<N>) -> Bits<N> {
        let side = position.turn;
        if position.connected.is_some() {
            return legal;
        }
        if let Some(win) = self.wins(position).next() {
            return Bits::single(win);
        }
        let waiting = Position { turn: !side, ..*position };
        let threats: Bits<N> = self.wins(&waiting).collect();
        if threats.is_empty() {
            return legal;
        }
        let empty = self.board.empty(&position.stones);
        let enemy = position.stones[(!side).index()];
        let mut stops = threats;
        for threat in threats {
            // If the threatening group has only one other liberty, filling it makes the threat a suicide.
            let mut group = enemy;
            group.insert(threat);
            let group = self.board.fill(Bits::single(threat), group);
            let liberties = (self.board.beside(group) & empty).minus(Bits::single(threat));
            if liberties.count() <= 1 {
                stops |= liberties;
            }
        }
        let captures = legal.minus(stops).iter().filter(|&cell| !self.captures(position, cell).is_empty());
        let stops = captures.fold(stops & legal, |stops, cell| stops | Bits::single(cell));
        if stops.is_empty() { legal } else { stops }
    }

    /// For Black and White, by axis, the fewest stones that connect the two edges if the opponent passes.
    pub fn distances(&self, position: &Position<N>) -> [[i32; 2]; 2] {
        let stones = &position.stones;
        // All four searches advance together, from both edges.
        let each = |f: &dyn Fn(usize, usize) -> Bits<N>| Four::new([f(0, 0), f(0, 1), f(1, 0), f(1, 1)]);
        let own = each(&|side, _| stones[side]);
        let edges = [0, 1].map(|end| each(&|_, axis| self.edges[axis][end]));
        let empty = Four::splat(self.board.empty(stones));
        // The cells that each edge reaches without a new stone; after each round, with one more.
        let mut reached = edges.map(|edge| edge & own);
        let (mut distances, mut apart) = (u64x4::ZERO, u64x4::ZERO);
        for _ in 0..FAR / 2 {
            let beside;
            (reached, beside) = self.board.fill_fours(reached, own);
            let ([low, high], [from_low, from_high]) = (reached, [edges[0] | beside[0], edges[1] | beside[1]]);
            let met = (from_low & high).empty();
            apart = met & (from_low & from_high & empty).empty();
            distances -= met;
            distances -= apart;
            let next = [from_low & empty, from_high & empty];
            if (!apart | next[0].minus(low).empty() | next[1].minus(high).empty()).all() {
                break;
            }
            reached = [low | next[0], high | next[1]];
        }
        let [a, b, c, d] = apart.bitselect(u64x4::splat(FAR), distances).to_array().map(|distance| distance as i32);
        [[a, b], [c, d]]
    }
}

/// The feature that is 1 for each distance: one from 1 to [`NEAR`] for each player and way.
#[inline]
fn near(ways: &[[i32; 2]; 2]) -> [usize; 4] {
    from_fn(|i| NEAR * i + ways[i / 2][i % 2].clamp(1, NEAR as i32) as usize - 1)
}

/// The largest distance. Edges that the enemy's stones separate have it, and so do edges that are further apart, as at
/// the start on large boards.
const FAR: u64 = 12;
