//! Square and hexagonal boards: their cells, neighbours, symmetries and flood fills.

use std::collections::BTreeMap;

use wide::u64x4;

use super::direction::{EAST, NORTH, NORTH_EAST, SOUTH, SOUTH_WEST, WEST};
use super::{Bits, Board, Four, Vertex};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A rectangle. A cell has four neighbours and eight directions.
    Square { width: u8, height: u8 },
    /// A regular hexagon with `side` cells per edge. A cell has six neighbours, one in each of six directions.
    /// Coordinates run along two of the three axes; a cell exists iff `|column - row| < side`.
    Hexagon { side: u8 },
}

impl Shape {
    /// Columns and rows of the bounding rectangle.
    pub fn extent(self) -> (u8, u8) {
        match self {
            Shape::Square { width, height } => (width, height),
            Shape::Hexagon { side } => (2 * side - 1, 2 * side - 1),
        }
    }

    /// The number of bits of a set of its cells.
    pub fn bits(self) -> usize {
        let (width, height) = self.extent();
        usize::from(width) * usize::from(height)
    }

    /// The rows of a diagram from the top, each from left to right. On a hexagon, a row is a line of constant row minus
    /// column, so the hexagon is drawn standing on an edge.
    pub fn rows(self) -> Vec<Vec<Vertex>> {
        let (width, height) = self.extent();
        let mut rows: BTreeMap<i32, Vec<Vertex>> = BTreeMap::new();
        for row in 0..height {
            for column in (0..width).filter(|&column| self.has(column.into(), row.into())) {
                let line = match self {
                    Shape::Square { .. } => i32::from(row),
                    Shape::Hexagon { .. } => i32::from(row) - i32::from(column),
                };
                rows.entry(line).or_default().push(Vertex { column, row });
            }
        }
        rows.into_values().rev().collect()
    }

    /// The rotations and reflections that map the board onto itself, the identity first. Each gives the image of every
    /// cell number, including those of cells that do not exist.
    fn symmetries(self) -> Vec<Symmetry> {
        let (width, height) = self.extent();
        let (right, top) = (i32::from(width) - 1, i32::from(height) - 1);
        let mut maps: Vec<Symmetry> = Vec::new();
        let mut add = |map: &dyn Fn(i32, i32) -> (i32, i32)| {
            let goal = |cell: usize| {
                let (column, row) = map((cell % usize::from(width)) as i32, (cell / usize::from(width)) as i32);
                if self.has(column, row) { row as usize * usize::from(width) + column as usize } else { cell }
            };
            let symmetry = Symmetry { cells: (0..self.bits()).map(goal).collect() };
            if !maps.contains(&symmetry) {
                maps.push(symmetry);
            }
        };
        match self {
            Shape::Square { .. } => {
                for mirror in [false, true] {
                    let side = move |column: i32| if mirror { right - column } else { column };
                    add(&|column, row| (side(column), row));
                    add(&|column, row| (side(column), top - row));
                    if width == height {
                        add(&|column, row| (row, side(column)));
                        add(&|column, row| (top - row, side(column)));
                    }
                }
            }
            Shape::Hexagon { side } => {
                let centre = i32::from(side) - 1;
                let turn = |(q, r): (i32, i32)| (q - r, q);
                for turns in 0..6 {
                    let turned = move |q, r| (0..turns).fold((q, r), |at, _| turn(at));
                    let moved = |(q, r): (i32, i32)| (q + centre, r + centre);
                    add(&|column, row| moved(turned(column - centre, row - centre)));
                    add(&|column, row| moved(turned(row - centre, column - centre)));
                }
            }
        }
        maps
    }

    pub(super) fn has(self, column: i32, row: i32) -> bool {
        let (width, height) = self.extent();
        let inside = (0..i32::from(width)).contains(&column) && (0..i32::from(height)).contains(&row);
        match self {
            Shape::Square { .. } => inside,
            Shape::Hexagon { side } => inside && (column - row).abs() < i32::from(side),
        }
    }
}

/// Column and row steps of the [directions](super::direction); `d + 4` is the opposite of `d`. Steps in the first four directions lead to
/// higher cell numbers, steps in the others to lower ones. A hexagon has no NW and SE.
const STEPS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// A map of the board onto itself that preserves the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of every cell.
    pub cells: Vec<usize>,
}

/// The lookup tables of one board. The bit index of a cell is `row * width + column`.
///
/// ```
/// use papamu::board::{Geometry, Shape, Vertex};
///
/// let board: Geometry<1> = Geometry::new(Shape::Square { width: 5, height: 4 });
/// let corner = board.cell(Vertex::new(0, 0)).unwrap();
/// assert_eq!(board.neighbours(corner).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Geometry<const N: usize> {
    pub shape: Shape,
    pub cells: Bits<N>,
    /// The directions to a cell's neighbours: the orthogonal ones on a square board, all six on a hexagon.
    pub adjacency: &'static [usize],
    /// The symmetries of the game, the identity first.
    pub(super) symmetries: Vec<Symmetry>,
    /// For each direction and its opposite, the distance in bits of one step.
    distances: [u32; 4],
    /// For each direction, the cells from which one and two steps stay on the board.
    one_step: [Bits<N>; 8],
    two_steps: [Bits<N>; 8],
    neighbours: Vec<Bits<N>>,
    next: Vec<[u16; 8]>,
    width: usize,
}

impl<const N: usize> Geometry<N> {
    /// Marks a missing cell in the table of [`next`](Self::next).
    const NOWHERE: u16 = u16::MAX;

    /// The tables of a board of this shape, which must fit: `shape.bits() <= 64 * N`.
    pub fn new(shape: Shape) -> Self {
        debug_assert!(shape.bits() <= 64 * N);
        let (width, height) = shape.extent();
        let adjacency: &'static [usize] = match shape {
            Shape::Square { .. } => &[EAST, NORTH, WEST, SOUTH],
            Shape::Hexagon { .. } => &[EAST, NORTH, NORTH_EAST, WEST, SOUTH, SOUTH_WEST],
        };
        let mut geometry = Self {
            shape,
            cells: Bits::EMPTY,
            adjacency,
            symmetries: Vec::new(),
            distances: std::array::from_fn(|d| (STEPS[d].0 + STEPS[d].1 * i32::from(width)) as u32),
            one_step: [Bits::EMPTY; 8],
            two_steps: [Bits::EMPTY; 8],
            neighbours: vec![Bits::EMPTY; shape.bits()],
            next: vec![[Self::NOWHERE; 8]; shape.bits()],
            width: usize::from(width),
        };
        for row in 0..i32::from(height) {
            for column in (0..i32::from(width)).filter(|&column| shape.has(column, row)) {
                let cell = (row * i32::from(width) + column) as usize;
                geometry.cells.insert(cell);
                for (d, (columns, rows)) in STEPS.into_iter().enumerate() {
                    if shape.has(column + columns, row + rows) {
                        let beside = (cell as i32 + geometry.offset(d)) as usize;
                        geometry.one_step[d].insert(cell);
                        geometry.next[cell][d] = beside as u16;
                        if adjacency.contains(&d) {
                            geometry.neighbours[cell].insert(beside);
                        }
                        if shape.has(column + 2 * columns, row + 2 * rows) {
                            geometry.two_steps[d].insert(cell);
                        }
                    }
                }
            }
        }
        geometry
    }

    /// Gives the game the symmetries of the board that keep this property of each cell. With `|_| ()`, these are all symmetries
    /// of the board.
    #[must_use]
    pub fn symmetric<T: PartialEq>(mut self, property: impl Fn(Vertex) -> T) -> Self {
        let of = |cell| property(self.vertex(cell));
        let keeps = |symmetry: &Symmetry| self.cells.iter().all(|cell| of(cell) == of(symmetry.cells[cell]));
        self.symmetries = self.shape.symmetries().into_iter().filter(keeps).collect();
        self
    }

    pub fn cell(&self, vertex: Vertex) -> Option<usize> {
        self.has(vertex).then(|| usize::from(vertex.row) * self.width + usize::from(vertex.column))
    }

    /// The vertices of a set, lowest first.
    pub(crate) fn vertices(&self, set: Bits<N>) -> Vec<Vertex> {
        set.iter().map(|cell| self.vertex(cell)).collect()
    }

    pub fn vertex(&self, cell: usize) -> Vertex {
        Vertex::new((cell % self.width) as u8, (cell / self.width) as u8)
    }

    /// Moves every cell of the set one step in direction `d`; cells that would leave the board vanish.
    #[inline(always)]
    pub fn step(&self, set: Bits<N>, d: usize) -> Bits<N> {
        self.moved(set & self.one_step[d], d, 1)
    }

    /// Moves every cell of the set two steps in direction `d`.
    #[inline(always)]
    pub fn two_steps(&self, set: Bits<N>, d: usize) -> Bits<N> {
        self.moved(set & self.two_steps[d], d, 2)
    }

    /// The cells that lie two steps in some direction from a cell of `from`, and are in the goals of that direction.
    #[inline(always)]
    pub(crate) fn two_steps_into(&self, from: Bits<N>, goals: &[Bits<N>; 8]) -> Bits<N> {
        let mut reached = Bits::EMPTY;
        for d in 0..4 {
            let by = 2 * self.distances[d];
            reached |= (from & self.two_steps[d]).up(by) & goals[d];
            reached |= (from & self.two_steps[d + 4]).down(by) & goals[d + 4];
        }
        reached
    }

    /// The set and all cells reached from it by repeated [`two_steps_into`](Self::two_steps_into).
    #[inline(always)]
    pub(crate) fn fill_by_two_steps(&self, set: Bits<N>, goals: &[Bits<N>; 8]) -> Bits<N> {
        let (mut filled, mut front) = (set, set);
        while !front.is_empty() {
            front = self.two_steps_into(front, goals).minus(filled);
            filled |= front;
        }
        filled
    }

    /// For each direction, the set moved by one step without an edge check: a cell that leaves the board wraps around
    /// to the opposite edge. Use it with [`two_steps_into`](Self::two_steps_into), which does check.
    #[inline(always)]
    pub(crate) fn steps_inside(&self, set: Bits<N>) -> [Bits<N>; 8] {
        let mut steps = [Bits::EMPTY; 8];
        for d in 0..4 {
            steps[d] = set.up(self.distances[d]);
            steps[d + 4] = set.down(self.distances[d]);
        }
        steps
    }

    /// Moves the set one step without an edge check, for cells that are known to stay on the board.
    #[inline(always)]
    pub(crate) fn step_inside(&self, set: Bits<N>, d: usize) -> Bits<N> {
        self.moved(set, d, 1)
    }

    #[inline(always)]
    fn moved(&self, set: Bits<N>, d: usize, steps: u32) -> Bits<N> {
        let by = steps * self.distances[d % 4];
        if d < 4 { set.up(by) } else { set.down(by) }
    }

    /// The change of the cell number in one step in direction `d`.
    #[inline(always)]
    pub(crate) fn offset(&self, d: usize) -> i32 {
        let distance = self.distances[d % 4] as i32;
        if d < 4 { distance } else { -distance }
    }

    /// The cells at which lines begin in the directions 0 to 3 or 4 to 7: no step in that direction leads to them.
    #[inline(always)]
    pub(crate) fn starts(&self, from: usize) -> Four<N> {
        Four::splat(self.cells).minus(inside(&self.one_step, 4 - from))
    }

    #[inline(always)]
    pub fn next(&self, cell: usize, d: usize) -> Option<usize> {
        let next = self.next[cell][d];
        (next != Self::NOWHERE).then_some(usize::from(next))
    }

    #[inline(always)]
    pub fn neighbours(&self, cell: usize) -> Bits<N> {
        self.neighbours[cell]
    }

    #[inline(always)]
    pub fn empty(&self, stones: &[Bits<N>; 2]) -> Bits<N> {
        self.cells.minus(stones[0] | stones[1])
    }

    /// The cells that have a neighbour in the set.
    #[inline(always)]
    pub fn beside(&self, set: Bits<N>) -> Bits<N> {
        let both = |d| self.step(set, d) | self.step(set, d + 4);
        let beside = both(0) | both(1);
        // The directions are spelled out instead of looping over `adjacency`, because fills spend most of their time
        // here.
        match self.shape {
            Shape::Square { .. } => beside,
            Shape::Hexagon { .. } => beside | both(2),
        }
    }

    /// [`beside`](Self::beside) of four sets on a square board.
    #[inline(always)]
    pub(crate) fn beside_four(&self, sets: Four<N>) -> Four<N> {
        let step = |d: usize| {
            let by = u64x4::splat(self.distances[d].into());
            (sets & Four::splat(self.one_step[d])).up(by) | (sets & Four::splat(self.one_step[d + 4])).down(by)
        };
        step(0) | step(1)
    }

    /// [`fill`](Self::fill) of sets on a square board, with the cells beside them.
    #[inline(always)]
    pub(crate) fn fill_fours<const K: usize>(
        &self,
        mut sets: [Four<N>; K],
        within: Four<N>,
    ) -> ([Four<N>; K], [Four<N>; K]) {
        let mut beside = [Four::EMPTY; K];
        loop {
            let mut grown = Four::EMPTY;
            for (set, beside) in sets.iter_mut().zip(&mut beside) {
                *beside = self.beside_four(*set);
                let new = (*beside & within).minus(*set);
                *set |= new;
                grown |= new;
            }
            if grown.is_empty() {
                return (sets, beside);
            }
        }
    }

    /// Moves each set by one or two steps, in the directions 0 to 3 or 4 to 7.
    #[inline(always)]
    pub(crate) fn steps(&self, sets: Four<N>, from: usize, count: u32) -> Four<N> {
        let sets = sets & inside(if count == 1 { &self.one_step } else { &self.two_steps }, from);
        let by = |d: usize| u64::from(count * self.distances[d]);
        let by = u64x4::new([by(0), by(1), by(2), by(3)]);
        if from == 0 { sets.up(by) } else { sets.down(by) }
    }

    /// All cells of `within` that are connected to `seeds` through `within`, including `seeds`, which must be a subset
    /// of `within`.
    #[inline]
    pub(crate) fn fill(&self, seeds: Bits<N>, within: Bits<N>) -> Bits<N> {
        let mut filled = seeds;
        loop {
            let grown = (filled | self.beside(filled)) & within;
            if grown == filled {
                return filled;
            }
            filled = grown;
        }
    }

    /// The stones connected to `cell`, and the cells of `empty` beside them.
    #[inline]
    pub(crate) fn group_and_liberties(&self, cell: usize, stones: Bits<N>, empty: Bits<N>) -> (Bits<N>, Bits<N>) {
        let mut group = Bits::single(cell);
        let (mut frontier, mut liberties) = (group, Bits::EMPTY);
        while let Some(cell) = frontier.pop() {
            let neighbours = self.neighbours(cell);
            let new = (neighbours & stones).minus(group);
            liberties |= neighbours & empty;
            group |= new;
            frontier |= new;
        }
        (group, liberties)
    }

    /// Whether the stones connected to `cell` through `stones` have a neighbour in `empty`. The search stops at the
    /// first liberty, which is nearly always close.
    #[inline]
    pub(crate) fn has_liberty(&self, cell: usize, stones: Bits<N>, empty: Bits<N>) -> bool {
        let mut seen = Bits::single(cell);
        let mut frontier = seen;
        while let Some(cell) = frontier.pop() {
            let neighbours = self.neighbours(cell);
            if neighbours.meets(empty) {
                return true;
            }
            let new = (neighbours & stones).minus(seen);
            seen |= new;
            frontier |= new;
        }
        false
    }

    pub(crate) fn groups(&self, set: Bits<N>) -> Vec<Bits<N>> {
        let (mut rest, mut groups) = (set, Vec::new());
        while let Some(cell) = rest.first() {
            let group = self.fill(Bits::single(cell), rest);
            rest = rest.minus(group);
            groups.push(group);
        }
        groups
    }
}

/// The sets of four directions, from `from` on.
#[inline(always)]
fn inside<const N: usize>(sets: &[Bits<N>; 8], from: usize) -> Four<N> {
    Four::new([sets[from], sets[from + 1], sets[from + 2], sets[from + 3]])
}
