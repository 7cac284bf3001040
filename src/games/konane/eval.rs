//! What the search asks: an evaluation by mobility and a network, which moves to look at first, and what a proof may take.

use crate::board::{Bits, Geometry, Vertex};
use crate::evaluation::{Looks, Net, Stored, Sum, corrected, part, weigh};
use crate::game::{Algorithm, Color, Hints, Key, Level, Measure, Rules};
use crate::rng::Rng;

use super::rules::{DIRECTIONS, Konane, Move, Position};

/// The weights of the features, made by `scripts/tune.sh konane`.
const WEIGHTS: [[i32; 6]; 2] = include!("weights.in");

impl<const N: usize> Hints for Konane<N> {
    const ALGORITHM: Algorithm = Algorithm::AlphaBeta;
    const MEASURE: Measure = Measure { options: "", depth: 9 };

    /// Who runs out of moves loses, so mobility is the whole game, and most of all the moves that the enemy cannot take
    /// away.
    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        let (reaches, phase) = (self.reaches(position), self.phase(position));
        let points = weigh(&self.features(&reaches), &WEIGHTS, phase);
        let inputs = |sum: &mut Sum<UNITS>| self.inputs(position, &reaches, |input| sum.add(input));
        corrected(points, self.net, part(phase, 40), inputs)
    }

    fn looks(&self, position: &Position<N>) -> Looks {
        let (reaches, phase) = (self.reaches(position), self.phase(position));
        let mut inputs = Vec::new();
        self.inputs(position, &reaches, |input| inputs.push(input as u16));
        Looks::new(&self.features(&reaches), &WEIGHTS, phase, inputs, part(phase, 40))
    }

    const UNITS: usize = UNITS;

    fn symmetries(&self) -> Vec<Vec<u16>> {
        self.symmetries.iter().map(|map| Seen::new(&self.board, map).inputs()).collect()
    }

    /// Fewest replies first.
    #[inline]
    fn promise(&self, position: &Position<N>, mv: Move) -> i32 {
        let mut after = *position;
        self.play(&mut after, mv);
        let own = self.count_jumps(&after, position.turn) as i32;
        let replies = self.count_jumps(&after, after.turn) as i32;
        own - 2 * replies
    }

    /// The occupied vertices and the player to move are the whole position, since a stone never leaves the vertices of its
    /// colour: up to 64 vertices the key is exact. Near the beginning, positions that mirror each other share it. Of a position
    /// set up with a stone on a vertex of the other colour, the key is a hash.
    #[inline]
    fn key(&self, position: &Position<N>) -> Key {
        let side = position.turn == Color::White;
        let start = &self.start;
        let displaced = position.stones[0].minus(start[0]) | position.stones[1].minus(start[1]);
        if N > 1 || !displaced.is_empty() {
            return Key { word: self.hash(position), side };
        }
        let empty = self.empty(position);
        let word = match empty.count() {
            ..=MIRRORED => self.symmetries.iter().map(|map| empty.image(map).0[0]).min().unwrap_or(empty.0[0]),
            _ => empty.0[0],
        };
        Key { word, side }
    }

    /// By mobility: the more jumps the other has, the harder it is to win, and the more own jumps there are, the harder to
    /// lose. The square, since each jump that is to be outlived multiplies the work (measured: docs/solved.md).
    #[inline]
    fn effort(&self, position: &Position<N>) -> [u32; 2] {
        let [other, own] = [!position.turn, position.turn].map(|side| self.count_jumps(position, side));
        let missing = |ahead: u32, behind: u32| (1 + 2 * ahead).saturating_sub(behind).max(1).pow(2);
        [missing(other, own), missing(own, other)]
    }

    const PROMISE_UNIT: i32 = 1000;
    // Who is ahead may have to give it up by moving: with this pruning won games on 6 x 6 were lost.
    const AHEAD: Option<i32> = None;

    const REDUCED: (usize, f64) = (2, 0.7);
    const LATE_MOVES: Option<usize> = Some(6);

    const LEVELS: [Level; 9] = [
        Level::new(30, 1_050),
        Level::new(60, 800),
        Level::new(120, 480),
        Level::new(240, 300),
        Level::new(500, 170),
        Level::new(1_200, 80),
        Level::new(5_000, 30),
        Level::new(18_000, 0),
        Level::new(120_000, 0),
    ];

    // With 36 stones about half of the positions are proven in 200 ms, three plies or more before a search sees the end.
    const LATE: Option<u32> = Some(36);

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

/// Positions with so few empty vertices are looked up by the least of their mirror images: later it takes longer than it
/// saves.
const MIRRORED: u32 = 10;

/// What the network sees: empty vertices, and the landings of either player in each direction.
const PLANES: usize = 9;
/// Units of the network.
pub(super) const UNITS: usize = 96;

/// Networks for some boards, made by `scripts/tune.sh`.
static NETS: [Stored<UNITS>; 3] = [
    Stored::new(6, 6, include_str!("nets/6x6.txt")),
    Stored::new(8, 8, include_str!("nets/8x8.txt")),
    Stored::new(10, 10, include_str!("nets/10x10.txt")),
];

/// Where a way to turn or mirror the board takes what the network sees.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Of each cell, the cell that it comes to.
    cells: Vec<u16>,
    /// Of each plane, the first input of the one that it comes to.
    planes: [usize; PLANES],
}

impl Seen {
    /// The way that takes each cell where `map` says.
    fn new<const N: usize>(board: &Geometry<N>, map: &[usize]) -> Self {
        let turned = |d: usize| {
            let goal = |cell| board.next(cell, d).map(|next| (map[cell], map[next]));
            let leads = |(from, to)| DIRECTIONS.iter().position(|&other| board.next(from, other) == Some(to));
            board.cells.iter().find_map(goal).and_then(leads)
        };
        let turned = DIRECTIONS.map(|d| turned(d).unwrap_or(0)); // every board has two columns and two rows
        let plane = |plane: usize| match plane.checked_sub(1) {
            None => 0,
            Some(plane) => 1 + plane / 4 * 4 + turned[plane % 4],
        };
        Self {
            cells: map.iter().map(|&cell| cell as u16).collect(),
            planes: std::array::from_fn(|index| plane(index) * map.len()),
        }
    }

    /// The input that a cell of a plane is.
    #[inline(always)]
    fn input(&self, plane: usize, cell: usize) -> usize {
        self.planes[plane] + usize::from(self.cells[cell])
    }

    /// Where each input comes to.
    fn inputs(&self) -> Vec<u16> {
        let cells = 0..self.cells.len();
        (0..PLANES).flat_map(|plane| cells.clone().map(move |cell| self.input(plane, cell) as u16)).collect()
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

    #[inline(always)]
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

    /// What the player to move can reach, and the other. (Not by `map`, which copies what it makes: a tenth of the search.)
    #[inline(always)]
    fn reaches(&self, position: &Position<N>) -> [Reach<N>; 2] {
        [self.reach(&position.stones, position.turn), self.reach(&position.stones, !position.turn)]
    }

    /// The network for this board.
    pub(super) fn net(board: &Geometry<N>) -> Option<&'static Net<UNITS>> {
        Stored::find(&NETS, board.shape.extent(), PLANES * board.shape.bits())
    }

    /// For Black and White, how a board must be mirrored for the player's vertices to be always the same ones, where it can.
    pub(super) fn seen(board: &Geometry<N>, start: &[Bits<N>; 2]) -> [Seen; 2] {
        let (width, height) = board.shape.extent();
        start.map(|own| {
            let mirrored = !own.contains(0);
            let goal = |cell: usize| {
                let Vertex { column, row } = board.vertex(cell);
                match mirrored {
                    true if width % 2 == 0 => Vertex::new(width - 1 - column, row),
                    true if height % 2 == 0 => Vertex::new(column, height - 1 - row),
                    _ => Vertex::new(column, row),
                }
            };
            let map: Vec<usize> = (0..board.shape.bits()).map(|cell| board.cell(goal(cell)).unwrap_or(cell)).collect();
            Seen::new(board, &map)
        })
    }

    /// Calls `on` with each input of the network that is on.
    #[inline(always)]
    fn inputs(&self, position: &Position<N>, reaches: &[Reach<N>; 2], mut on: impl FnMut(usize)) {
        let seen = &self.seen[position.turn.index()];
        let empty = self.board.cells.minus(position.stones[0] | position.stones[1]);
        empty.into_iter().for_each(|cell| on(seen.input(0, cell)));
        for (first, reach) in [1, 5].into_iter().zip(reaches) {
            for (index, &landings) in reach.landings.iter().enumerate() {
                landings.into_iter().for_each(|cell| on(seen.input(first + index, cell)));
            }
        }
    }

    /// Differences between the player to move and the other, of jumps, stones that can jump, jumps and stones whose jump
    /// the enemy cannot take away by moving the stone jumped over or taking the one that jumps, and stones that can be
    /// taken; and one for the move.
    #[inline]
    fn features(&self, reaches: &[Reach<N>; 2]) -> [i32; 6] {
        let looks = |own: &Reach<N>, enemy: &Reach<N>| {
            let (mut safe, mut safe_stones) = (0, Bits::EMPTY);
            for (index, d) in DIRECTIONS.into_iter().enumerate() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn the_networks_fit_their_boards() {
        for (width, height) in NETS.iter().map(Stored::extent) {
            let board = Geometry::new(Shape::Square { width, height });
            assert!(Konane::<2>::net(&board).is_some(), "{width}x{height}");
        }
    }
}
