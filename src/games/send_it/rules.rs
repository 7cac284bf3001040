//! The rules on bitboards.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::board::{Bits, Geometry, Shape, Symmetry, Vertex};
use crate::evaluation::{Net, Stored};
use crate::game::{
    About, Color, EndReason, Error, OptionKind, OptionSpec, Outcome, Points, Rules, RulesExt, Values, both,
};

use super::about;
use super::eval::{DROPS, NETS, PLANES};

/// Send It on a board whose bounding rectangle has at most `64 * N` cells.
#[derive(Clone, Debug)]
pub struct SendIt<const N: usize> {
    pub(super) board: Geometry<N>,
    start: [Bits<N>; 2],
    push: bool,
    komi: Points,
    pub(super) net: Option<Arc<Net>>,
}

/// The stones, the player to move, and the state of the turn.
#[derive(Clone, Copy, Debug)]
pub struct Position<const N: usize> {
    pub(super) stones: [Bits<N>; 2],
    pub(super) turn: Color,
    /// 1 and 2 in the two opening turns, 3 afterwards.
    pub(super) stage: u8,
    /// The number of consecutive passes just made; at 2 the game is over.
    pub(super) passes: u8,
    /// The number of stones dropped in this turn.
    pub(super) dropped: u8,
    /// Their cells, in order; 0 beyond `dropped`. The order does not distinguish positions.
    pub(super) drops: [u16; 4],
    /// The groups of these stones. No later drop of the turn may join them.
    pub(super) closed: Bits<N>,
}

impl<const N: usize> Position<N> {
    /// Everything that determines the legal continuations.
    fn identity(&self) -> ([Bits<N>; 2], [u8; 4], [u16; 4]) {
        let mut drops = self.drops;
        if self.dropped > 0 {
            drops.sort_unstable();
        }
        (self.stones, [self.turn as u8, self.stage, self.passes, self.dropped], drops)
    }
}

impl<const N: usize> PartialEq for Position<N> {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl<const N: usize> Eq for Position<N> {}

impl<const N: usize> Hash for Position<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// A drop, or the end of a turn. Ending a turn without a drop is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Drop(u16),
    End,
}

const SIZES: &str = "2 to 10 on the hexagon, 3 to 19 on the square board";

const TWO_PASSES: EndReason = EndReason::new("two_passes", "both players passed");

/// The stones of `setup=six`, Black's and White's, as in the source's diagram.
const SIX: [[Vertex; 3]; 2] = [
    [Vertex::new(2, 2), Vertex::new(7, 12), Vertex::new(12, 7)],
    [Vertex::new(2, 7), Vertex::new(7, 2), Vertex::new(12, 12)],
];

impl<const N: usize> Rules for SendIt<N> {
    const NAME: &'static str = "send_it";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("board", OptionKind::Choice(&["hex", "square"]), "hex", "a hexagon, or a square board"),
        OptionSpec {
            key: "size",
            kind: OptionKind::Dependent { min: 2, max: 19, allowed: SIZES },
            default: "8",
            help: "the side of the hexagon, or columns and rows of the square board",
            unless: &[("board", "square", "13")],
        },
        OptionSpec::new(
            "setup",
            OptionKind::Choice(&["empty", "six"]),
            "empty",
            "an empty board, or six stones on the hexagon of side 8",
        ),
        OptionSpec::new(
            "push",
            OptionKind::Choice(&["false", "true"]),
            "false",
            "whether a lone enemy stone with one liberty may be pushed onto that liberty (square board)",
        ),
    ];
    const ABOUT: About = about::ABOUT;

    type Board = Geometry<N>;
    type Position = Position<N>;
    type Move = Move;

    fn new(values: &Values) -> Result<Self, Error> {
        let shape = Self::shape_of(values);
        let (push, six) = (values.get("push") == "true", values.get("setup") == "six");
        let fits = match shape {
            Shape::Hexagon { side } => side <= 10,
            _ => shape.extent().0 >= 3,
        };
        if !fits {
            return Err(Error::value("size", values.get("size"), SIZES));
        }
        if push && matches!(shape, Shape::Hexagon { .. }) {
            return Err(Error::syntax("push=true needs board=square"));
        }
        if six && shape != (Shape::Hexagon { side: 8 }) {
            return Err(Error::syntax("setup=six needs board=hex size=8"));
        }
        let board = Geometry::new(shape).symmetric(|_| ());
        let stones = |vertices: [Vertex; 3]| vertices.iter().filter_map(|&vertex| board.cell(vertex)).collect();
        let start = if six { SIX.map(stones) } else { [Bits::EMPTY; 2] };
        let net = match shape {
            // On sides 7 and 10 a scaled network does not gain (docs/lab/strength.md).
            Shape::Hexagon { side: side @ (5 | 6 | 8 | 9) } => Stored::find_hexagon(&NETS, side, PLANES, DROPS),
            _ => None,
        };
        Ok(Self { start, net, board, push, komi: values.komi() })
    }

    fn board(&self) -> &Geometry<N> {
        &self.board
    }

    fn start(&self) -> Position<N> {
        let (stones, turn) = (self.start, Color::Black);
        Position { stones, turn, stage: 1, passes: 0, dropped: 0, drops: [0; 4], closed: Bits::EMPTY }
    }

    #[inline(always)]
    fn turn(&self, position: &Position<N>) -> Color {
        position.turn
    }

    #[inline]
    fn end(&self, position: &Position<N>) -> Option<(Outcome, EndReason)> {
        (position.passes >= 2).then(|| (self.adjudicate(position), TWO_PASSES))
    }

    fn score(&self, position: &Position<N>) -> Option<Outcome> {
        let [black, white] = self.points(position);
        Some((Points::whole(black as i32 - white as i32) - self.komi).lead_of_black())
    }

    fn turn_begins(&self, position: &Position<N>) -> bool {
        position.dropped == 0
    }

    fn legal_moves(&self, position: &Position<N>, moves: &mut Vec<Move>) {
        if position.passes >= 2 {
            return;
        }
        let drops = self.legal_drops(position);
        moves.extend(drops.iter().map(|cell| Move::Drop(cell as u16)));
        if position.stage == 3 || drops.is_empty() {
            moves.push(Move::End);
        }
    }

    #[inline]
    fn play(&self, position: &mut Position<N>, mv: Move) {
        match mv {
            Move::Drop(cell) => {
                position.stones = self.after_drop(position, usize::from(cell));
                position.passes = 0;
                position.drops[usize::from(position.dropped)] = cell;
                position.dropped += 1;
                if position.dropped < drops_allowed(position.stage) {
                    let own = position.stones[position.turn.index()];
                    position.closed |= self.board.group_and_liberties(usize::from(cell), own, Bits::EMPTY).0;
                    return;
                }
            }
            Move::End if position.dropped == 0 => position.passes += 1,
            Move::End => {}
        }
        position.turn = !position.turn;
        position.stage = 3.min(position.stage + 1);
        position.dropped = 0;
        position.drops = [0; 4];
        position.closed = Bits::EMPTY;
    }

    /// A click on the last drop ends the turn.
    fn clicks(&self, position: &Position<N>, mv: Move) -> Vec<Vertex> {
        let cell = match mv {
            Move::Drop(cell) => Some(cell),
            Move::End => position.last_drop(),
        };
        cell.map(|cell| self.board.vertex(usize::from(cell))).into_iter().collect()
    }

    fn stones(&self, position: &Position<N>) -> [Bits<N>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<N>; 2], turn: Color) -> Result<Position<N>, Error> {
        let empty = self.board.empty(&stones);
        let alive = |color: Color| {
            let groups = self.board.groups(stones[color.index()]);
            groups.iter().all(|&group| self.board.beside(group).meets(empty))
        };
        if !Color::BOTH.into_iter().all(alive) {
            return Err(Error::syntax("a group has no liberty"));
        }
        Ok(Position { stones, turn, stage: 3, passes: 0, dropped: 0, drops: [0; 4], closed: Bits::EMPTY })
    }

    fn image(&self, position: &Position<N>, symmetry: &Symmetry) -> Position<N> {
        let (stones, closed) = (both(position.stones, |own| own.image(symmetry)), position.closed.image(symmetry));
        let mut image = Position { stones, closed, ..*position };
        for drop in image.drops.iter_mut().take(usize::from(position.dropped)) {
            *drop = symmetry.cells[usize::from(*drop)] as u16;
        }
        image
    }
}

/// The most drops in a turn; in the opening, the exact number.
pub(super) fn drops_allowed(stage: u8) -> u8 {
    match stage {
        1 => 1,
        2 => 3,
        _ => 4,
    }
}

impl<const N: usize> SendIt<N> {
    pub(crate) fn shape_of(values: &Values) -> Shape {
        let size = values.number("size") as u8;
        match values.get("board") {
            "square" => Shape::Square { width: size, height: size },
            _ => Shape::Hexagon { side: size },
        }
    }

    /// Whether the player to move needs no line of sight: in an opening turn that the player began without stones on
    /// the board.
    pub(super) fn drops_anywhere(&self, position: &Position<N>) -> bool {
        let own = position.stones[position.turn.index()];
        position.stage < 3 && own.count() == u32::from(position.dropped)
    }

    /// The cells where the player to move may drop a stone, including stones that can be pushed.
    pub(super) fn legal_drops(&self, position: &Position<N>) -> Bits<N> {
        let side = position.turn;
        let empty = self.board.empty(&position.stones);
        let goals = self.goals(position);
        let seen =
            if self.drops_anywhere(position) { goals } else { self.seen(position.stones[side.index()], empty) & goals };
        let candidates = match position.dropped {
            0 => seen,
            _ => seen.minus(self.board.beside(position.closed)),
        };
        self.with_liberties(&position.stones, side, empty, candidates)
    }

    /// The possible targets of a drop: empty cells, and stones that can be pushed.
    #[inline]
    pub(super) fn goals(&self, position: &Position<N>) -> Bits<N> {
        let empty = self.board.empty(&position.stones);
        empty | self.pushable(&position.stones, position.turn, empty)
    }

    /// The cells of `candidates` where a drop leaves every group of `side` a liberty.
    fn with_liberties(&self, stones: &[Bits<N>; 2], side: Color, empty: Bits<N>, candidates: Bits<N>) -> Bits<N> {
        let open = candidates & empty & self.board.beside(empty);
        let enclosed = candidates.minus(open).iter().filter(|&cell| self.is_alive_after(stones, side, empty, cell));
        enclosed.fold(open, |legal, cell| legal | Bits::single(cell))
    }

    /// Whether every group of `side` has a liberty after its drop on `cell`: a stone, or an empty cell beside no other.
    fn is_alive_after(&self, stones: &[Bits<N>; 2], side: Color, empty: Bits<N>, cell: usize) -> bool {
        if !empty.contains(cell) {
            let after = self.pushed(stones, side, cell);
            let (own, empty) = (after[side.index()], self.board.empty(&after));
            return self.board.groups(own).iter().all(|&group| self.board.beside(group).meets(empty));
        }
        // Only the group of the new stone can lose its last liberty.
        let (mut own, enemy) = (stones[side.index()], stones[(!side).index()]);
        let mut rest = empty;
        rest.remove(cell);
        own.insert(cell);
        self.board.has_liberty(cell, own, rest)
            || (self.board.neighbours(cell) & enemy).iter().any(|stone| !self.board.has_liberty(stone, enemy, rest))
    }

    /// All cells, empty or not, in line of sight of a stone of `own`: adjacent, or with only empty cells in between.
    pub(super) fn seen(&self, own: Bits<N>, empty: Bits<N>) -> Bits<N> {
        let mut seen = Bits::EMPTY;
        for &d in self.board.adjacency {
            let mut front = self.board.step(own, d);
            while !front.is_empty() {
                seen |= front;
                front = self.board.step(front & empty, d);
            }
        }
        seen
    }

    /// The lone enemy stones with a single liberty, if the option `push` is on.
    fn pushable(&self, stones: &[Bits<N>; 2], side: Color, empty: Bits<N>) -> Bits<N> {
        if !self.push {
            return Bits::EMPTY;
        }
        let enemy = stones[(!side).index()];
        let lone = enemy.minus(self.board.beside(enemy));
        lone.iter().filter(|&cell| (self.board.neighbours(cell) & empty).count() == 1).collect()
    }

    /// The stones after a drop on `cell` and its captures.
    #[inline]
    fn after_drop(&self, position: &Position<N>, cell: usize) -> [Bits<N>; 2] {
        let side = position.turn;
        if position.stones[(!side).index()].contains(cell) {
            return self.pushed(&position.stones, side, cell);
        }
        let mut stones = position.stones;
        stones[side.index()].insert(cell);
        let threatened = self.board.neighbours(cell) & stones[(!side).index()];
        self.captured(&mut stones, !side, threatened);
        stones
    }

    /// The stones after the stone on `cell` is pushed onto its liberty, and the captures.
    fn pushed(&self, stones: &[Bits<N>; 2], side: Color, cell: usize) -> [Bits<N>; 2] {
        let goal = self.board.neighbours(cell) & self.board.empty(stones);
        let mut after = *stones;
        let enemy = &mut after[(!side).index()];
        enemy.remove(cell);
        *enemy |= goal;
        after[side.index()].insert(cell);
        self.captured(&mut after, !side, goal);
        after
    }

    /// Removes the groups of `side` that contain a stone of `threatened` and have no liberty.
    #[inline]
    fn captured(&self, stones: &mut [Bits<N>; 2], side: Color, threatened: Bits<N>) {
        let empty = self.board.empty(stones);
        let group_stones = &mut stones[side.index()];
        for stone in threatened {
            if group_stones.contains(stone) && !self.board.has_liberty(stone, *group_stones, empty) {
                *group_stones = group_stones.minus(self.board.group_and_liberties(stone, *group_stones, Bits::EMPTY).0);
            }
        }
    }

    /// Stones plus controlled cells of each side, without komi.
    pub(super) fn points(&self, position: &Position<N>) -> [u32; 2] {
        let controlled = self.controlled(position);
        both(Color::BOTH, |side| position.stones[side.index()].count() + controlled[side.index()].count())
    }

    /// The empty cells that each side controls: those where the opponent has no legal drop.
    #[inline]
    pub(super) fn controlled(&self, position: &Position<N>) -> [Bits<N>; 2] {
        let empty = self.board.empty(&position.stones);
        let stones = &position.stones;
        both(Color::BOTH, |side| {
            let seen = self.seen(stones[(!side).index()], empty) & empty;
            empty.minus(self.with_liberties(stones, !side, empty, seen))
        })
    }
}
