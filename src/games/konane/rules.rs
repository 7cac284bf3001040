//! The rules on bitboards.
//!
//! All jumps in one direction are found at once: shift the stones by two cells, keep those that land on an empty cell
//! just beyond an enemy stone, and repeat from the landings. Each landing is one move, because two stones on a line
//! cannot reach the same landing: the nearer one blocks the other.

use std::sync::Arc;

use crate::board::direction::{EAST, NORTH, SOUTH, WEST};
use crate::board::{Bits, Board, Geometry, Shape, Vertex};
use crate::evaluation::{Net, Stored};
use crate::game::{About, Color, EndReason, Error, OptionKind, OptionSpec, Outcome, Rules, Values, both};

use super::about;
use super::eval::{NETS, PLANES, UNITS, View};

pub(super) const DIRECTIONS: [usize; 4] = [EAST, NORTH, WEST, SOUTH];

/// Kōnane on a board of at most `64 * N` vertices.
#[derive(Clone, Debug)]
pub struct Konane<const N: usize> {
    pub(super) board: Geometry<N>,
    /// The vertices of each colour, which are full of stones before the first move.
    pub(super) colors: [Bits<N>; 2],
    start: [Bits<N>; 2],
    /// Vertices between two others of their row, and of their column.
    pub(super) between: [Bits<N>; 2],
    /// The corners and the centre, where the first stone may be removed.
    openings: Bits<N>,
    /// For Black and White, the mapping from cells to inputs of the evaluation's network.
    pub(super) views: [View; 2],
    pub(super) net: Option<Arc<Net<UNITS>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    pub(super) stones: [Bits<N>; 2],
    pub(super) turn: Color,
}

/// A jump from one vertex to another on the same line. If both are the same, the move removes that stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub from: u8,
    /// Its last landing.
    pub to: u8,
}

const NO_MIDDLE_PAIR: &str =
    "opening=middle_off needs a board with two middle cells: one side odd, the other even, such as width=9 height=8";

/// The vertices in the middle of the board: four, two where one side is odd, or the centre and the four beside it where
/// both are odd.
fn middle<const N: usize>(board: &Geometry<N>) -> Bits<N> {
    let (width, height) = board.shape.extent();
    // Twice the distance from the centre line: 0 or 1 in the middle, 2 just beside an odd one.
    let off = |at: u8, size: u8| (2 * i32::from(at) - i32::from(size) + 1).abs();
    let both_odd = width % 2 == 1 && height % 2 == 1;
    let is_middle = |cell: &usize| {
        let vertex = board.vertex(*cell);
        let (columns, rows) = (off(vertex.column, width), off(vertex.row, height));
        if both_odd { columns + rows <= 2 } else { columns <= 1 && rows <= 1 }
    };
    board.cells.iter().filter(is_middle).collect()
}

impl<const N: usize> Rules for Konane<N> {
    const NAME: &'static str = "konane";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("width", OptionKind::Number { min: 4, max: 16 }, "8", "columns"),
        OptionSpec::new("height", OptionKind::Number { min: 4, max: 16 }, "8", "rows"),
        OptionSpec::new(
            "a1",
            OptionKind::Choice(&["auto", "black", "white"]),
            "auto",
            "the colour of the stone on A1; auto puts a black stone on the top left cell",
        ),
        OptionSpec::new(
            "opening",
            OptionKind::Choice(&["choose", "middle_off"]),
            "choose",
            "choose: each player removes a stone; middle_off: both middle stones are off, and Black jumps first",
        ),
    ];
    const ABOUT: About = about::ABOUT;

    type Board = Geometry<N>;
    type Position = Position<N>;
    type Move = Move;

    fn new(values: &Values) -> Result<Self, Error> {
        let shape = Self::shape_of(values);
        let board = Geometry::new(shape).symmetric(|vertex| (vertex.row + vertex.column) % 2);
        let (width, height) = shape.extent();
        let black_parity = match values.get("a1") {
            "black" => 0,
            "white" => 1,
            _ => (height - 1) % 2, // the top left vertex is Black's
        };
        let mut colors = [Bits::EMPTY; 2];
        for cell in board.cells {
            let vertex = board.vertex(cell);
            let black = (vertex.row + vertex.column) % 2 == black_parity;
            colors[usize::from(!black)].insert(cell);
        }
        let (right, top) = (width - 1, height - 1);
        let corners = [(0, 0), (right, 0), (0, top), (right, top)].map(|(column, row)| Vertex::new(column, row));
        let middle = middle(&board);
        let start = match values.get("opening") {
            "middle_off" if (width + height) % 2 == 0 => return Err(Error::syntax(NO_MIDDLE_PAIR)),
            "middle_off" => colors.map(|stones| stones.minus(middle)),
            _ => colors,
        };
        let between = |d: usize| board.step_inside(board.two_steps(board.cells, d), d + 4);
        Ok(Self {
            between: [between(0), between(1)],
            openings: board.set(&corners) | middle,
            views: Self::views(&board, &colors),
            net: Stored::find(&NETS, shape.extent(), PLANES, 0, true),
            colors,
            start,
            board,
        })
    }

    fn board(&self) -> &Geometry<N> {
        &self.board
    }

    fn start(&self) -> Position<N> {
        Position { stones: self.start, turn: Color::Black }
    }

    #[inline(always)]
    fn turn(&self, position: &Position<N>) -> Color {
        position.turn
    }

    #[inline]
    fn end(&self, position: &Position<N>) -> Option<(Outcome, EndReason)> {
        (!self.can_move(position)).then(|| (Outcome::win(!position.turn), EndReason::NO_MOVE))
    }

    fn legal_moves(&self, position: &Position<N>, moves: &mut Vec<Move>) {
        if let Some(removals) = self.removals(position) {
            moves.extend(removals.iter().map(|cell| Move { from: cell as u8, to: cell as u8 }));
            return;
        }
        self.list_jumps(&position.stones, position.turn, moves);
    }

    #[inline]
    fn play(&self, position: &mut Position<N>, mv: Move) {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let side = position.turn.index();
        position.stones[side].remove(from);
        if from != to {
            position.stones[side].insert(to);
            // A jump along a row steps by single cells, a jump along a column by whole rows.
            let row = self.board.offset(1) as usize;
            let step = if from.abs_diff(to) < row { 1 } else { row };
            let (low, high) = (from.min(to), from.max(to));
            for jumped in (low + step..high).step_by(2 * step) {
                position.stones[1 - side].remove(jumped);
            }
        }
        position.turn = !position.turn;
    }

    fn clicks(&self, _: &Position<N>, mv: Move) -> Vec<Vertex> {
        let [from, to] = both([mv.from, mv.to], |cell| self.board.vertex(usize::from(cell)));
        if from == to { vec![from] } else { vec![from, to] }
    }

    fn stones(&self, position: &Position<N>) -> [Bits<N>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<N>; 2], turn: Color) -> Result<Position<N>, Error> {
        Ok(Position { stones, turn })
    }
}

impl<const N: usize> Konane<N> {
    pub(crate) fn shape_of(values: &Values) -> Shape {
        Shape::Square { width: values.number("width") as u8, height: values.number("height") as u8 }
    }

    /// The stones that may be removed; `None` after the two opening moves.
    #[inline]
    pub(super) fn removals(&self, position: &Position<N>) -> Option<Bits<N>> {
        let own = position.stones[position.turn.index()];
        let empty = self.board.empty(&position.stones);
        let mut rest = empty;
        match (rest.pop(), rest.is_empty()) {
            (None, _) => Some(own & self.openings),
            (_, true) => Some(own & self.board.beside(empty)),
            _ => None,
        }
    }

    /// Calls `found` after each jump with the index of the direction in [`DIRECTIONS`], the direction, the number of
    /// jumps so far (from 1) and the landings.
    #[inline(always)]
    pub(super) fn each_landing(
        &self,
        stones: &[Bits<N>; 2],
        side: Color,
        mut found: impl FnMut(usize, usize, u32, Bits<N>),
    ) {
        let (own, enemy) = (stones[side.index()], stones[(!side).index()]);
        let empty = self.board.cells.minus(own).minus(enemy);
        for (index, d) in DIRECTIONS.into_iter().enumerate() {
            let open = self.board.step_inside(enemy, d) & empty;
            let mut landings = self.board.two_steps(own, d) & open;
            let mut jumps = 1;
            while !landings.is_empty() {
                found(index, d, jumps, landings);
                landings = self.board.two_steps(landings, d) & open;
                jumps += 1;
            }
        }
    }

    /// Appends the jumps that `side` has, whoever is to move.
    #[inline]
    pub(super) fn list_jumps(&self, stones: &[Bits<N>; 2], side: Color, moves: &mut Vec<Move>) {
        self.each_landing(stones, side, |_, d, jumps, landings| {
            let distance = 2 * jumps as i32 * self.board.offset(d);
            moves.extend(landings.iter().map(|to| Move { from: (to as i32 - distance) as u8, to: to as u8 }));
        });
    }

    /// The number of jumps that `side` has, whoever is to move. A jump over several stones counts once per landing.
    #[inline]
    pub fn count_jumps(&self, position: &Position<N>, side: Color) -> u32 {
        let mut count = 0;
        self.each_landing(&position.stones, side, |_, _, _, landings| count += landings.count());
        count
    }

    #[inline]
    pub(super) fn can_move(&self, position: &Position<N>) -> bool {
        if let Some(removals) = self.removals(position) {
            return !removals.is_empty();
        }
        let (own, enemy) = (position.stones[position.turn.index()], position.stones[(!position.turn).index()]);
        let empty = self.board.cells.minus(own | enemy);
        DIRECTIONS.iter().any(|&d| self.board.two_steps(own, d).meets(self.board.step_inside(enemy, d) & empty))
    }
}
