//! The rules on bitboards.

use std::sync::Arc;

use crate::board::{Bits, Geometry, Shape, Symmetry, Vertex};
use crate::evaluation::{Net, Stored};
use crate::game::{About, Color, EndReason, Error, OptionKind, OptionSpec, Outcome, Rules, Values, both};

use super::about;
use super::eval::{DISTANCES, NETS, PLANES, UNITS};

/// Kanga on a board of at most `64 * N` vertices.
#[derive(Clone, Debug)]
pub struct Kanga<const N: usize> {
    pub(super) board: Geometry<N>,
    /// The left and right columns, and the bottom and top rows. A group that touches both edges of a pair wins.
    pub(super) edges: [[Bits<N>; 2]; 2],
    rim: Bits<N>,
    /// The up to eight cells around each cell.
    around: Vec<Bits<N>>,
    /// The next three cells from each cell in each direction; empty if the board ends before that.
    threes: Vec<[Bits<N>; 8]>,
    suicide: bool,
    pub(super) net: Option<Arc<Net<UNITS>>>,
}

/// The stones, the player to move, and the winner once there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    pub(super) stones: [Bits<N>; 2],
    pub(super) turn: Color,
    /// The player who is connected. It follows from the stones, but is expensive to recompute.
    pub(super) connected: Option<Color>,
}

/// The cell on which a stone is placed.
pub(super) type Move = u16;

const CONNECTED_EDGES: EndReason = EndReason::new("connected_edges", "{winner} connects two opposite edges");

impl<const N: usize> Rules for Kanga<N> {
    const NAME: &'static str = "kanga";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("width", OptionKind::Number { min: 3, max: 19 }, "7", "columns"),
        OptionSpec::new("height", OptionKind::Number { min: 3, max: 19 }, "7", "rows"),
        OptionSpec::new(
            "suicide",
            OptionKind::Choice(&["illegal", "allowed"]),
            "illegal",
            "whether a move may leave the new stone's group without a liberty",
        ),
    ];
    const ABOUT: About = about::ABOUT;

    type Board = Geometry<N>;
    type Position = Position<N>;
    type Move = Move;

    fn new(values: &Values) -> Result<Self, Error> {
        let board = Geometry::new(Self::shape_of(values)).symmetric(|_| ());
        let (width, height) = board.shape.extent();
        let line = |on: &dyn Fn(Vertex) -> bool| {
            board.cells.iter().filter(|&cell| on(board.vertex(cell))).collect::<Bits<N>>()
        };
        let edges = [
            [line(&|v| v.column == 0), line(&|v| v.column == width - 1)],
            [line(&|v| v.row == 0), line(&|v| v.row == height - 1)],
        ];
        let around = |cell| (0..8).filter_map(|d| board.next(cell, d)).collect();
        let around = (0..board.shape.bits()).map(around).collect();
        let three = |cell, d| {
            let cells = std::iter::successors(board.next(cell, d), |&next| board.next(next, d)).take(3);
            let three: Bits<N> = cells.collect();
            if three.count() == 3 { three } else { Bits::EMPTY }
        };
        let threes = (0..board.shape.bits()).map(|cell| std::array::from_fn(|d| three(cell, d))).collect();
        let rim = edges.as_flattened().iter().fold(Bits::EMPTY, |rim, &edge| rim | edge);
        Ok(Self {
            net: Stored::find(&NETS, (width, height), PLANES, DISTANCES, false),
            board,
            edges,
            rim,
            around,
            threes,
            suicide: values.get("suicide") == "allowed",
        })
    }

    fn board(&self) -> &Geometry<N> {
        &self.board
    }

    fn start(&self) -> Position<N> {
        Position { stones: [Bits::EMPTY; 2], turn: Color::Black, connected: None }
    }

    #[inline(always)]
    fn turn(&self, position: &Position<N>) -> Color {
        position.turn
    }

    #[inline]
    fn end(&self, position: &Position<N>) -> Option<(Outcome, EndReason)> {
        match position.connected {
            Some(winner) => Some((Outcome::win(winner), CONNECTED_EDGES)),
            None if self.can_move(position) => None,
            None => Some((Outcome::win(!position.turn), EndReason::NO_MOVE)),
        }
    }

    fn legal_moves(&self, position: &Position<N>, moves: &mut Vec<Move>) {
        moves.extend(self.legal(position).iter().map(|cell| cell as Move));
    }

    #[inline]
    fn play(&self, position: &mut Position<N>, mv: Move) {
        let cell = usize::from(mv);
        let (own, enemy) = (position.turn.index(), (!position.turn).index());
        let captured = self.captures(position, cell);
        position.stones[own].insert(cell);
        position.stones[enemy] = position.stones[enemy].minus(captured);
        let stones = position.stones[own];
        let dead = self.suicide && !self.board.has_liberty(cell, stones, self.board.empty(&position.stones));
        if dead {
            position.stones[own] = stones.minus(self.board.fill(Bits::single(cell), stones));
        } else if self.connects(cell, stones) {
            position.connected = Some(position.turn);
        }
        position.turn = !position.turn;
    }

    fn clicks(&self, _: &Position<N>, mv: Move) -> Vec<Vertex> {
        vec![self.board.vertex(usize::from(mv))]
    }

    fn stones(&self, position: &Position<N>) -> [Bits<N>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<N>; 2], turn: Color) -> Result<Position<N>, Error> {
        let mut position = Position { stones, turn, connected: None };
        let empty = self.board.empty(&stones);
        for color in Color::BOTH {
            for group in self.board.groups(stones[color.index()]) {
                if !self.board.beside(group).meets(empty) {
                    return Err(Error::syntax("a group has no liberty"));
                }
                if self.joins_edges(group) && position.connected.replace(color) == Some(!color) {
                    return Err(Error::syntax("both sides are connected"));
                }
            }
        }
        Ok(position)
    }

    fn image(&self, position: &Position<N>, symmetry: &Symmetry) -> Position<N> {
        Position { stones: both(position.stones, |own| own.image(symmetry)), ..*position }
    }
}

impl<const N: usize> Kanga<N> {
    pub(crate) fn shape_of(values: &Values) -> Shape {
        Shape::Square { width: values.number("width") as u8, height: values.number("height") as u8 }
    }

    /// The enemy stones that a stone on `cell` captures, of both kinds.
    #[inline]
    pub(super) fn captures(&self, position: &Position<N>, cell: usize) -> Bits<N> {
        let (own, enemy) = (position.stones[position.turn.index()], position.stones[(!position.turn).index()]);
        let touched = self.around[cell] & enemy;
        if touched.is_empty() {
            return Bits::EMPTY;
        }
        let mut captured = Bits::EMPTY;
        for (d, &three) in self.threes[cell].iter().enumerate() {
            // A captured line has at least three stones.
            if three.minus(enemy).is_empty() && !three.is_empty() {
                captured |= self.bracketed(cell, d, own, enemy);
            }
        }
        // Only the new stone can take a group's last liberty, because bracketed lines are not removed yet.
        let mut empty = self.board.empty(&position.stones);
        empty.remove(cell);
        let mut beside = touched & self.board.neighbours(cell);
        while let Some(stone) = beside.first() {
            if self.board.has_liberty(stone, enemy, empty) {
                beside.remove(stone);
            } else {
                let group = self.board.fill(Bits::single(stone), enemy);
                captured |= group;
                beside = beside.minus(group);
            }
        }
        captured
    }

    /// The line of enemy stones beside `cell` in direction `d`, if a stone on `cell` captures it.
    #[inline(always)]
    fn bracketed(&self, cell: usize, d: usize, own: Bits<N>, enemy: Bits<N>) -> Bits<N> {
        let mut line = Bits::EMPTY;
        let (mut length, mut next) = (0, self.board.next(cell, d));
        while let Some(stone) = next.filter(|&stone| enemy.contains(stone)) {
            line.insert(stone);
            length += 1;
            next = self.board.next(stone, d);
        }
        let closed = next.is_none_or(|end| own.contains(end));
        if closed && length > 1 && length % 2 == 1 { line } else { Bits::EMPTY }
    }

    /// Whether the stone just placed on `cell` connects two opposite edges.
    #[inline]
    fn connects(&self, cell: usize, stones: Bits<N>) -> bool {
        // A stone away from the edges that touches one group adds no edge to that group.
        let links = (self.board.neighbours(cell) & stones).count();
        let needed = if self.rim.contains(cell) { 1 } else { 2 };
        links >= needed && self.joins_edges(self.board.fill(Bits::single(cell), stones))
    }

    pub(super) fn joins_edges(&self, group: Bits<N>) -> bool {
        self.edges.iter().any(|pair| group.meets(pair[0]) && group.meets(pair[1]))
    }

    #[inline]
    pub(super) fn legal(&self, position: &Position<N>) -> Bits<N> {
        if position.connected.is_some() {
            return Bits::EMPTY;
        }
        let empty = self.board.empty(&position.stones);
        if self.suicide {
            return empty;
        }
        // Beside an empty cell a stone always has a liberty; the few others are checked one by one.
        let open = empty & self.board.beside(empty);
        let closed = empty.minus(open).iter().filter(|&cell| self.is_legal_enclosed(position, cell));
        closed.fold(open, |legal, cell| legal | Bits::single(cell))
    }

    #[inline]
    fn can_move(&self, position: &Position<N>) -> bool {
        let empty = self.board.empty(&position.stones);
        if self.suicide {
            return !empty.is_empty();
        }
        empty.meets(self.board.beside(empty)) || empty.into_iter().any(|cell| self.is_legal_enclosed(position, cell))
    }

    /// Whether a stone may be placed on an empty cell that has no empty neighbour.
    pub(super) fn is_legal_enclosed(&self, position: &Position<N>, cell: usize) -> bool {
        let captured = self.captures(position, cell);
        let mut own = position.stones[position.turn.index()];
        own.insert(cell);
        let mut empty = self.board.empty(&position.stones) | captured;
        empty.remove(cell);
        self.board.has_liberty(cell, own, empty)
    }
}
