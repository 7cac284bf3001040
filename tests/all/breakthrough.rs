//! Breakthrough (Dan Troyka, 2000). Black begins in the two lowest rows. A stone moves one step straight or diagonally
//! forward, and captures diagonally only. A player who reaches the last row or captures all enemy stones wins.

use papamu::board::direction::{NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST};
use papamu::board::{Bits, Geometry, Shape, Vertex};
use papamu::game::{About, Color, Diagram, EndReason, Error, Hints, Notation, OptionKind, OptionSpec};
use papamu::game::{Outcome, Palette, Rules, Values};

const ARRIVED: EndReason = EndReason::new("breakthrough", "{winner} has broken through");
const NO_STONES: EndReason = EndReason::new("no_stones", "{loser} has no stones left");

/// For each player the steps forward, the straight one first.
const STEPS: [[usize; 3]; 2] = [[NORTH, NORTH_WEST, NORTH_EAST], [SOUTH, SOUTH_WEST, SOUTH_EAST]];

/// Breakthrough on a board of at most 16 columns and rows.
#[derive(Clone)]
pub struct Breakthrough(Geometry<4>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [Bits<4>; 2],
    turn: Color,
}

impl Breakthrough {
    /// The number of rows between a player's first row and a cell, and between the cell and the last row.
    fn rows(&self, side: Color, cell: usize) -> [i32; 2] {
        let [row, height] = [self.0.vertex(cell).row, self.0.shape.extent().1].map(i32::from);
        if side == Color::Black { [row, height - 1 - row] } else { [height - 1 - row, row] }
    }

    fn reason_to_win(&self, stones: &[Bits<4>; 2], side: Color) -> Option<EndReason> {
        let arrived = stones[side.index()].iter().any(|cell| self.rows(side, cell)[1] == 0);
        arrived.then_some(ARRIVED).or(stones[(!side).index()].is_empty().then_some(NO_STONES))
    }
}

impl Rules for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("width", OptionKind::Number { min: 2, max: 16 }, "8", "columns"),
        OptionSpec::new("height", OptionKind::Number { min: 4, max: 16 }, "8", "rows"),
    ];
    const ABOUT: About = About {
        tagline: "Reach the last row.",
        rules: &["A stone moves one step straight or diagonally forward, and captures diagonally only."],
        diagrams: &[Diagram { path: &["A2", "B3"], ..Diagram::new("A capture.", "width=2 height=4", "2/1o/x1/2 b") }],
        palette: Palette { odd_cell: "#b9814f", line: None, ..Palette::WOOD },
        ..About::PLAIN
    };

    type Board = Geometry<4>;
    type Position = Position;
    /// From one cell to another.
    type Move = [usize; 2];

    fn new(values: &Values) -> Result<Self, Error> {
        let [width, height] = ["width", "height"].map(|key| values.number(key) as u8);
        Ok(Self(Geometry::new(Shape::Square { width, height }).symmetric(|vertex| vertex.row)))
    }

    fn board(&self) -> &Geometry<4> {
        &self.0
    }

    fn start(&self) -> Position {
        let stones = Color::BOTH.map(|side| self.0.cells.iter().filter(|&cell| self.rows(side, cell)[0] < 2).collect());
        Position { stones, turn: Color::Black }
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn
    }

    fn end(&self, position: &Position) -> Option<(Outcome, EndReason)> {
        self.reason_to_win(&position.stones, !position.turn).map(|reason| (Outcome::win(!position.turn), reason))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<[usize; 2]>) {
        let [own, enemy] = [position.turn, !position.turn].map(|side| position.stones[side.index()]);
        for from in own.iter().filter(|_| self.end(position).is_none()) {
            for (direction, barred) in STEPS[position.turn.index()].into_iter().zip([own | enemy, own, own]) {
                moves.extend(self.0.next(from, direction).filter(|&to| !barred.contains(to)).map(|to| [from, to]));
            }
        }
    }

    fn play(&self, position: &mut Position, [from, to]: [usize; 2]) {
        let [own, enemy] = [position.turn, !position.turn].map(Color::index);
        position.stones[own] ^= [from, to].into_iter().collect();
        position.stones[enemy].remove(to);
        position.turn = !position.turn;
    }

    fn clicks(&self, _position: &Position, cells: [usize; 2]) -> Vec<Vertex> {
        cells.map(|cell| self.0.vertex(cell)).to_vec()
    }

    fn stones(&self, position: &Position) -> [Bits<4>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<4>; 2], turn: Color) -> Result<Position, Error> {
        let goes_on = self.reason_to_win(&stones, turn).is_none();
        goes_on.then_some(Position { stones, turn }).ok_or_else(|| Error::syntax("the player to move has already won"))
    }
}

impl Hints for Breakthrough {
    const CAN_REPEAT: bool = false;

    /// Stones, and the rows that they have advanced.
    fn evaluate(&self, position: &Position) -> i32 {
        let worth = |side: Color| -> i32 {
            position.stones[side.index()].iter().map(|cell| 100 + 10 * self.rows(side, cell)[0]).sum()
        };
        worth(position.turn) - worth(!position.turn)
    }
}
impl Notation for Breakthrough {}
