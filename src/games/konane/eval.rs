//! The evaluation (mobility and a network), move ordering, and hints for the solver.

use crate::board::{Bits, Geometry, Vertex};
use crate::evaluation::{Features, Net, Stored};
use crate::game::{Color, Hints, Key, Levels, Memo, Rules, RulesExt, Stop, Verdict, Weighed, both};

use super::exhaustive::{FEW_MOVES, MANY_MOVES, MIRRORED, MOST_NODES, MOST_WEIGHT, Search, verdict, weight};
use super::rules::{DIRECTIONS, Konane, Move, Position};

impl<const N: usize> Hints for Konane<N> {
    const LEVELS: Levels = Levels {
        nodes: [30, 60, 120, 240, 500, 1_200, 5_000, 18_000, 120_000],
        noise: [1_050, 800, 480, 300, 170, 80, 30, 0, 0],
        overlooked: [47, 31, 0, 0, 0, 0, 0, 0, 0],
    };

    const REDUCED_FROM: usize = 2;
    const REDUCTION_DIVISOR: f64 = 0.7;

    #[inline]
    fn pruned_from(&self, _: &Position<N>) -> Option<usize> {
        Some(6)
    }

    const PROBCUT_MARGIN: Option<i32> = Some(60);

    /// No futility pruning: the player who is ahead may be in zugzwang. With a margin, the engine lost won games on
    /// 6×6.
    #[inline]
    fn futility_margin(&self, _: &Position<N>) -> Option<i32> {
        None
    }

    /// Fewest replies first.
    #[inline]
    fn ordering_score(&self, position: &Position<N>, mv: Move) -> i32 {
        let mut after = *position;
        self.play(&mut after, mv);
        let own = self.count_jumps(&after, position.turn) as i32;
        let replies = self.count_jumps(&after, after.turn) as i32;
        1000 * (own - 2 * replies)
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        usize::from(mv.from) * self.board.shape.bits() + usize::from(mv.to)
    }

    /// A player who runs out of moves loses, so the evaluation is mobility, above all moves that the opponent cannot
    /// take away.
    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        self.weighed_points(position)
    }

    fn features(&self, position: &Position<N>) -> Features {
        self.weighed_features(position)
    }

    /// A stone never leaves the vertices of its colour, so the occupied vertices and the player to move determine the
    /// position: on up to 64 vertices the key is exact. Near the beginning, mirror images share a key. If a position
    /// was set up with a stone on a vertex of the other colour, its key is a hash.
    #[inline]
    fn key(&self, position: &Position<N>) -> Key {
        let side = position.turn == Color::White;
        if !self.has_exact_key(position) {
            return Key { word: self.hash(position), side };
        }
        let empty = self.board.empty(&position.stones);
        let word = match empty.count() {
            ..=MIRRORED => self.symmetries().iter().map(|map| empty.image(map).0[0]).min().unwrap_or(empty.0[0]),
            _ => empty.0[0],
        };
        Key { word, side }
    }

    /// By mobility: the more jumps the opponent has, the harder it is to prove a win; the more jumps the player has,
    /// the harder it is to prove a loss. The numbers are squared, because each jump to outlast multiplies the work
    /// (measured in docs/lab/solving.md).
    #[inline]
    fn initial_pn(&self, position: &Position<N>) -> [u32; 2] {
        let [own, enemy] = both([position.turn, !position.turn], |side| position.stones[side.index()]);
        let [own, other] = [self.count_single_jumps(own, enemy), self.count_single_jumps(enemy, own)];
        let missing = |ahead: u32, behind: u32| (1 + 2 * ahead).saturating_sub(behind).max(1).pow(2);
        [missing(other, own), missing(own, other)]
    }

    const CAN_REPEAT: bool = false; // every move takes a stone off the board
    const NORMAL_PLAY: bool = true;

    #[inline]
    fn count_moves(&self, position: &Position<N>, _: Stop) -> Option<u64> {
        Some(u64::from(match self.removals(position) {
            Some(removals) => removals.count(),
            None => self.count_jumps(position, position.turn),
        }))
    }

    // With 36 stones, about half of the positions are proven in 200 ms, at least three plies before the search sees the
    // end.
    const LATE: Option<u32> = Some(36);

    /// Settles a position in which few jumps are left, if its key is exact.
    #[inline]
    fn settle(&self, position: &Position<N>, memo: &mut Memo) -> Option<(Verdict, u32)> {
        let side = position.turn;
        let [own, enemy] = both([side, !side], |side| position.stones[side.index()]);
        let weight = weight(self.count_single_jumps(own, enemy), self.count_single_jumps(enemy, own));
        if weight > MOST_WEIGHT || !self.is_searchable(position) {
            return None;
        }
        let mut search = Search::new(self, memo, FEW_MOVES, MOST_NODES);
        let wins = search.wins(own, enemy, side)?;
        // Each move of the winner captures at least one stone.
        let loser = if wins { enemy } else { own };
        Some((verdict(wins), loser.count()))
    }

    /// Searches a position of any weight until `most` positions have been searched or one has more than `MANY_MOVES`
    /// moves. Returns `None` in the opening and if the key is not exact.
    fn exhaust(&self, position: &Position<N>, most: u64, memo: &mut Memo) -> Option<(Option<Verdict>, u64)> {
        if !self.is_searchable(position) {
            return None;
        }
        let side = position.turn;
        let [own, enemy] = both([side, !side], |side| position.stones[side.index()]);
        let mut search = Search::new(self, memo, MANY_MOVES, most);
        let wins = search.wins(own, enemy, side);
        Some((wins.map(verdict), most - search.nodes))
    }
}

impl<const N: usize> Weighed<6, UNITS> for Konane<N> {
    // Made by `papamu-lab tune konane`.
    const WEIGHTS: &'static [[i32; 6]; 2] = &include!("weights.in");
    const LAST_PART_FROM: i32 = 40;

    fn net(&self) -> Option<&Net<UNITS>> {
        self.net.as_deref()
    }

    /// The empty share of the board, in 64ths.
    #[inline]
    fn phase(&self, position: &Position<N>) -> i32 {
        let cells = self.board.cells.count();
        (64 * (cells - (position.stones[0] | position.stones[1]).count()) / cells) as i32
    }

    #[inline(always)]
    fn look(&self, position: &Position<N>, input: impl FnMut(usize)) -> [i32; 6] {
        let reaches = self.reaches(position);
        let features = self.linear_features(&reaches);
        self.inputs(position, &reaches, input);
        features
    }
}

/// The planes of the network's input: empty vertices, and each player's landings in each direction.
pub(super) const PLANES: usize = 9;
pub(super) const UNITS: usize = 96;

/// Networks for some boards, made by `papamu-lab tune`.
pub(super) static NETS: [Stored<UNITS>; 4] = [
    Stored::new(6, 6, include_str!("nets/6x6.txt")),
    Stored::new(7, 7, include_str!("nets/7x7.txt")),
    Stored::new(8, 8, include_str!("nets/8x8.txt")),
    Stored::new(10, 10, include_str!("nets/10x10.txt")),
];

/// How a reflection of the board permutes the inputs of the network.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The image of each cell.
    cells: Vec<u16>,
    /// For each plane, the first input of its image.
    planes: [usize; PLANES],
}

impl View {
    /// The input for a cell of a plane.
    #[inline(always)]
    fn input(&self, plane: usize, cell: usize) -> usize {
        self.planes[plane] + usize::from(self.cells[cell])
    }
}

/// The single jumps of a side.
struct Reach<const N: usize> {
    /// The landings by direction.
    landings: [Bits<N>; 4],
    /// The stones that have a jump, and the enemy stones that these jumps capture.
    movable: Bits<N>,
    targets: Bits<N>,
    /// The number of jumps; a jump over several stones counts once per landing.
    jumps: u32,
}

impl<const N: usize> Konane<N> {
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

    /// The jumps of the player to move, then of the opponent. (`map` would copy its results, which costs a tenth of the
    /// search.)
    #[inline(always)]
    fn reaches(&self, position: &Position<N>) -> [Reach<N>; 2] {
        [self.reach(&position.stones, position.turn), self.reach(&position.stones, !position.turn)]
    }

    /// For Black and White, the reflection that puts the player's stones on the same vertices, if the board has one.
    pub(super) fn views(board: &Geometry<N>, start: &[Bits<N>; 2]) -> [View; 2] {
        let (width, height) = board.shape.extent();
        let bits = board.shape.bits();
        start.map(|own| {
            let mirrored = !own.contains(0);
            let columns = mirrored && width % 2 == 0;
            let rows = mirrored && !columns && height % 2 == 0;
            let image = |cell: usize| {
                let Vertex { column, row } = board.vertex(cell);
                let column = if columns { width - 1 - column } else { column };
                let row = if rows { height - 1 - row } else { row };
                board.cell(Vertex::new(column, row)).unwrap_or(cell) as u16
            };
            // In `DIRECTIONS`, east and west change places, or north and south.
            let turned = |index: usize| if [columns, rows][index % 2] { (index + 2) % 4 } else { index };
            let plane = |plane: usize| match plane.checked_sub(1) {
                None => 0,
                Some(plane) => 1 + plane / 4 * 4 + turned(plane % 4),
            };
            View { cells: (0..bits).map(image).collect(), planes: std::array::from_fn(|index| plane(index) * bits) }
        })
    }

    /// Calls `on` with each active input of the network.
    #[inline(always)]
    fn inputs(&self, position: &Position<N>, reaches: &[Reach<N>; 2], mut on: impl FnMut(usize)) {
        let view = &self.views[position.turn.index()];
        let empty = self.board.empty(&position.stones);
        empty.into_iter().for_each(|cell| on(view.input(0, cell)));
        for (first, reach) in [1, 5].into_iter().zip(reaches) {
            for (index, &landings) in reach.landings.iter().enumerate() {
                landings.into_iter().for_each(|cell| on(view.input(first + index, cell)));
            }
        }
    }

    /// Differences between the player to move and the opponent: jumps; stones that can jump; safe jumps; stones with a
    /// safe jump; stones that can be captured. A jump is safe if the opponent can neither move the stone jumped over
    /// nor capture the one that jumps. The last feature is 1, for the right to move.
    #[inline]
    fn linear_features(&self, reaches: &[Reach<N>; 2]) -> [i32; 6] {
        let counts = |own: &Reach<N>, enemy: &Reach<N>| {
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
        let (own, enemy) = (counts(&reaches[0], &reaches[1]), counts(&reaches[1], &reaches[0]));
        std::array::from_fn(|index| if index == 5 { 1 } else { own[index] - enemy[index] })
    }
}
