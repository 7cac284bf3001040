//! The rules of Kangaroo on bitboards; `jumps.rs` generates the jumps.

use std::sync::Arc;

use crate::board::{Bits, Geometry, Shape, Symmetry, Vertex};
use crate::evaluation::{Net, Stored};
use crate::game::{
    About, Color, EndReason, Error, OptionKind, OptionSpec, Outcome, Points, Rules, RulesExt, Values, both,
};

use super::about;
use super::eval::{LEADS, NETS, OBLIGATORY, PLANES};
use super::jumps::{Extent, Jumper, Jumps};

/// Kangaroo on a board of at most `64 * N` vertices.
#[derive(Clone, Debug)]
pub struct Kangaroo<const N: usize> {
    pub(super) board: Geometry<N>,
    start: [Bits<N>; 2],
    /// The ranks on which Black's and White's stones count double.
    doubling: [Bits<N>; 2],
    /// For Black and White, the class of each cell in the evaluation.
    pub(super) places: [Vec<u8>; 2],
    /// The vertices of each rank, rank 1 first.
    pub(super) rows: Vec<Bits<N>>,
    /// Points that the opponent of a resigning player gains; `None` if resignation is off.
    penalty: Option<u32>,
    pub(super) obligatory: u8,
    pub(super) net: Option<Arc<Net>>,
}

/// The stones, the player to move, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    pub(super) stones: [Bits<N>; 2],
    pub(super) turn: Color,
    /// Obligatory moves left to the player to move, whose opponent has no jump. After the last one it is 0, and the
    /// stranded player is to move.
    pub(super) obligatory: Option<u8>,
    pub(super) over: bool,
    pub(super) resigned: Option<Color>,
}

/// A whole move of one stone. Paths with the same start, end and captures are the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<const N: usize> {
    pub from: u8,
    /// Where the stone stops. It differs from `from`, unless the move captures or is the resignation that gives the
    /// stone away.
    pub to: u8,
    pub captured: Bits<N>,
}

impl<const N: usize> Move<N> {
    /// Whether the move is the resignation that gives the stone on `from` away.
    #[inline(always)]
    pub(crate) fn is_resignation(&self) -> bool {
        self.from == self.to && self.captured.is_empty()
    }
}

/// A player could not jump until the opponent's obligatory moves were made, or neither could.
const STRANDED: EndReason = EndReason::new("stranded", "the player to move is stranded");
const NO_STONES: EndReason = EndReason::new("no_stones", "a player has no stones left");

/// The largest handicap of all: the first rank of the smallest board.
const MOST_OFF: u32 = 6;
const HANDICAPS: &str = "0 to 2; with penalty=remove 0 or 1; with resignation=off 0 to 6";

/// The largest handicap with which Black does not win by a resignation in the first turn.
fn largest_handicap(values: &Values) -> u32 {
    match (values.get("resignation"), values.get("penalty")) {
        ("off", _) => MOST_OFF,
        (_, "give") => 2,
        _ => 1,
    }
}

impl<const N: usize> Rules for Kangaroo<N> {
    const NAME: &'static str = "kangaroo";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("size", OptionKind::Number { min: 6, max: 10 }, "8", "columns and rows"),
        OptionSpec::new(
            "penalty",
            OptionKind::Choice(&["give", "remove"]),
            "give",
            "whether the stone that is given counts a point for the opponent, or is only removed",
        ),
        OptionSpec::new(
            "resignation",
            OptionKind::Choice(&["count", "off"]),
            "count",
            "whether a player may give a stone and count, which ends the game",
        ),
        OptionSpec::new(
            "obligatory",
            OptionKind::Number { min: 0, max: 99 },
            "5",
            "moves in a row that a player makes while the opponent cannot jump",
        ),
        OptionSpec::new(
            "handicap",
            OptionKind::Dependent { min: 0, max: MOST_OFF, allowed: HANDICAPS },
            "0",
            "stones that White starts without, at the ends of the first rank",
        ),
    ];
    const ABOUT: About = about::ABOUT;

    type Board = Geometry<N>;
    type Position = Position<N>;
    type Move = Move<N>;

    fn new(values: &Values) -> Result<Self, Error> {
        let handicap = values.number("handicap");
        if handicap > largest_handicap(values) {
            return Err(Error::value("handicap", &handicap.to_string(), HANDICAPS));
        }
        // The identity and the left-right reflection.
        let board = Geometry::new(Self::shape_of(values)).symmetric(|vertex| vertex.row);
        let (_, height) = board.shape.extent();
        let ranks = |low, high| {
            let within = |&cell: &usize| (low..high).contains(&board.vertex(cell).row);
            board.cells.iter().filter(within).collect::<Bits<N>>()
        };
        let place = |side: Color, cell: usize| {
            let vertex = board.vertex(cell);
            let file = vertex.column.min(height - 1 - vertex.column).min(3);
            let ahead = if side == Color::White { height - 1 - vertex.row } else { vertex.row };
            // On boards other than 8×8, the classes of the ranks near the goal and near the start stay the same.
            let rank = if ahead < 4 { 7 - ahead } else { (height - 1 - ahead).min(3) };
            4 * rank + file
        };
        let places = both(Color::BOTH, |side| (0..board.shape.bits()).map(|cell| place(side, cell)).collect());
        // From both ends to the middle: A1, H1, B1, G1 …
        let is_off = |cell: usize| {
            let Vertex { column, row } = board.vertex(cell);
            row == 0 && (2 * column).min(2 * (height - 1 - column) + 1) < handicap as u8
        };
        let white = ranks(0, 2).iter().filter(|&cell| !is_off(cell)).collect();
        let obligatory = values.number("obligatory") as u8;
        Ok(Self {
            net: Stored::find(&NETS, board.shape.extent(), PLANES, LEADS + OBLIGATORY, false),
            places,
            rows: (0..height).map(|row| ranks(row, row + 1)).collect(),
            start: [ranks(height - 2, height), white],
            doubling: [ranks(0, 1), ranks(height - 1, height)],
            penalty: (values.get("resignation") == "count").then(|| u32::from(values.get("penalty") == "give")),
            obligatory,
            board,
        })
    }

    fn board(&self) -> &Geometry<N> {
        &self.board
    }

    fn start(&self) -> Position<N> {
        Position { stones: self.start, turn: Color::Black, obligatory: None, over: false, resigned: None }
    }

    #[inline(always)]
    fn turn(&self, position: &Position<N>) -> Color {
        position.turn
    }

    #[inline(always)]
    fn end(&self, position: &Position<N>) -> Option<(Outcome, EndReason)> {
        let reason = || match position.resigned {
            Some(_) => EndReason::RESIGNATION,
            None if position.stones.iter().any(|stones| stones.is_empty()) => NO_STONES,
            None => STRANDED,
        };
        position.over.then(|| (self.adjudicate(position), reason()))
    }

    #[inline]
    fn score(&self, position: &Position<N>) -> Option<Outcome> {
        Some(Points::whole(self.lead(position, Color::Black)).lead_of_black())
    }

    fn legal_moves(&self, position: &Position<N>, moves: &mut Vec<Move<N>>) {
        self.list_moves(position, moves, Extent::All(&|| false));
    }

    #[inline]
    fn play(&self, position: &mut Position<N>, mv: Move<N>) {
        let side = position.turn;
        let [from, to] = [mv.from, mv.to].map(usize::from);
        position.stones[side.index()].remove(from);
        if mv.is_resignation() {
            *position = Position { turn: !side, obligatory: None, over: true, resigned: Some(side), ..*position };
            return;
        }
        position.stones[side.index()].insert(to);
        position.stones[(!side).index()] = position.stones[(!side).index()].minus(mv.captured);
        self.pass_turn(position, side);
    }

    /// The first and the last click: several paths can be the same move.
    fn clicks(&self, _: &Position<N>, mv: Move<N>) -> Vec<Vertex> {
        let [from, to] = [mv.from, mv.to].map(|cell| self.board.vertex(usize::from(cell)));
        if mv.is_resignation() { vec![from] } else { vec![from, to] }
    }

    fn stones(&self, position: &Position<N>) -> [Bits<N>; 2] {
        position.stones
    }

    /// If the player to move cannot jump, the position is read as if the opponent had just moved.
    fn with_stones(&self, stones: [Bits<N>; 2], turn: Color) -> Result<Position<N>, Error> {
        let mut position = Position { stones, turn, obligatory: None, over: false, resigned: None };
        if stones.iter().any(|stones| stones.is_empty()) {
            position.over = true;
        } else if !self.can_jump(&stones, turn) {
            self.pass_turn(&mut position, !turn);
        }
        Ok(position)
    }

    fn image(&self, position: &Position<N>, symmetry: &Symmetry) -> Position<N> {
        Position { stones: both(position.stones, |own| own.image(symmetry)), ..*position }
    }
}

impl<const N: usize> Kangaroo<N> {
    pub(crate) fn shape_of(values: &Values) -> Shape {
        let size = values.number("size") as u8;
        Shape::Square { width: size, height: size }
    }

    /// Appends the moves. Returns `false` if some were left out.
    pub(super) fn list_moves(&self, position: &Position<N>, moves: &mut Vec<Move<N>>, extent: Extent) -> bool {
        let complete = self.each_bundle(position, extent, |from, captured, landings| {
            moves.extend(landings.iter().map(|to| Move { from, to: to as u8, captured }));
        });
        let resign = |cell| Move { from: cell as u8, to: cell as u8, captured: Bits::EMPTY };
        moves.extend(self.gifts(position).iter().map(resign));
        complete
    }

    /// Decides whose turn it is, or that the game is over, after a move of `mover`. `position.obligatory` still has its
    /// value from before the move.
    #[inline]
    pub(super) fn pass_turn(&self, position: &mut Position<N>, mover: Color) {
        let before = position.obligatory;
        let left = before.map_or(self.obligatory, |left| left.saturating_sub(1));
        let other = !mover;
        position.turn = other;
        position.obligatory = None;
        let no_stones = position.stones.iter().any(|stones| stones.is_empty());
        if !no_stones && self.can_jump(&position.stones, other) {
            return;
        }
        if !no_stones && left > 0 && self.can_jump(&position.stones, mover) {
            position.turn = mover;
            position.obligatory = Some(left);
        } else {
            position.over = true;
            position.obligatory = before.filter(|_| left == 0).map(|_| 0);
        }
    }

    /// The stones of `side` that have a jump.
    #[inline]
    pub(super) fn jumpers(&self, stones: &[Bits<N>; 2], side: Color) -> Bits<N> {
        self.jumps(stones, side).movable()
    }

    #[inline]
    pub(super) fn jumps(&self, stones: &[Bits<N>; 2], side: Color) -> Jumps<'_, N> {
        Jumps::new(&self.board, stones[side.index()], stones[(!side).index()])
    }

    #[inline]
    pub(super) fn can_jump(&self, stones: &[Bits<N>; 2], side: Color) -> bool {
        let occupied = stones[0] | stones[1];
        let empty = self.board.cells.minus(occupied);
        let own = stones[side.index()];
        (0..8).any(|d| (self.board.two_steps(own, d) & self.board.step_inside(occupied, d)).meets(empty))
    }

    /// The board around a jumping stone of the player to move.
    #[inline]
    pub(super) fn jumper(&self, position: &Position<N>, from: usize) -> Jumper<'_, N> {
        let mut own = position.stones[position.turn.index()];
        own.remove(from);
        Jumper { board: &self.board, own, enemy: position.stones[(!position.turn).index()] }
    }

    /// Calls `found` with the jumping moves of the player to move, in bundles: start, captures, landings. Returns
    /// `false` if some were left out.
    #[inline(always)]
    pub(super) fn each_bundle(
        &self,
        position: &Position<N>,
        extent: Extent,
        mut found: impl FnMut(u8, Bits<N>, Bits<N>),
    ) -> bool {
        let mut complete = true;
        if !position.over {
            let jumps = self.jumps(&position.stones, position.turn);
            for from in jumps.movable() {
                complete &= jumps.each_bundle(from, extent, |captured, landings| found(from as u8, captured, landings));
            }
        }
        complete
    }

    /// The stones that the player to move may give away to resign.
    #[inline]
    pub(super) fn gifts(&self, position: &Position<N>) -> Bits<N> {
        if position.over || position.obligatory.is_some() || self.penalty.is_none() {
            return Bits::EMPTY;
        }
        position.stones[position.turn.index()]
    }

    /// The least valuable stone that may be given away; among equals, the first by row, then column.
    pub(super) fn least_gift(&self, position: &Position<N>) -> Option<usize> {
        let gifts = self.gifts(position);
        gifts.minus(self.doubling[position.turn.index()]).first().or_else(|| gifts.first())
    }

    #[inline]
    pub(super) fn points(&self, position: &Position<N>, side: Color) -> u32 {
        let stones = position.stones[side.index()];
        let gift = if position.resigned == Some(!side) { self.penalty.unwrap_or(0) } else { 0 };
        stones.count() + (stones & self.doubling[side.index()]).count() + gift
    }

    #[inline]
    pub(super) fn lead(&self, position: &Position<N>, side: Color) -> i32 {
        self.points(position, side) as i32 - self.points(position, !side) as i32
    }

    /// The lead that the player to move keeps by resigning with this stone.
    #[inline]
    pub(super) fn lead_after_giving(&self, position: &Position<N>, cell: usize) -> i32 {
        let value = if self.doubling[position.turn.index()].contains(cell) { 2 } else { 1 };
        self.lead(position, position.turn) - value - self.penalty.unwrap_or(0) as i32
    }
}
