//! Clobber (Albert, Grossman, Nowakowski and Wolfe, "An introduction to Clobber", Integers 5(2), 2005): the least that a
//! game needs, in one file. A stone moves onto an orthogonally adjacent enemy stone and captures it. A player who cannot
//! move loses.

use papamu::board::{Bits, Geometry, Shape, Vertex};
use papamu::game::{Color, EndReason, Error, Hints, Notation, OptionKind, OptionSpec, Outcome, Rules, Values};

/// Clobber on a board of at most 128 cells.
#[derive(Clone)]
pub struct Clobber {
    board: Geometry<2>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [Bits<2>; 2],
    turn: Color,
}

impl Rules for Clobber {
    const NAME: &'static str = "clobber";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("width", OptionKind::Number { min: 1, max: 16 }, "5", "columns"),
        OptionSpec::new("height", OptionKind::Number { min: 1, max: 8 }, "4", "rows"),
    ];

    type Board = Geometry<2>;
    type Position = Position;
    /// From one cell to another.
    type Move = [usize; 2];

    fn new(values: &Values) -> Result<Self, Error> {
        let [width, height] = ["width", "height"].map(|key| values.number(key) as u8);
        Ok(Self { board: Geometry::new(Shape::Square { width, height }).symmetric(|_| ()) })
    }

    fn board(&self) -> &Geometry<2> {
        &self.board
    }

    fn start(&self) -> Position {
        let diagonal = |Vertex { column, row }| column + row;
        let black = self.board.cells.iter().filter(|&cell| diagonal(self.board.vertex(cell)) % 2 == 0).collect();
        Position { stones: [black, self.board.cells.minus(black)], turn: Color::Black }
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn
    }

    fn end(&self, position: &Position) -> Option<(Outcome, EndReason)> {
        let is_over = !self.board.beside(position.stones[0]).meets(position.stones[1]);
        is_over.then(|| (Outcome::win(!position.turn), EndReason::NO_MOVE))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<[usize; 2]>) {
        let [own, enemy] = [position.turn, !position.turn].map(|side| position.stones[side.index()]);
        for from in own {
            moves.extend((self.board.neighbours(from) & enemy).iter().map(|to| [from, to]));
        }
    }

    fn play(&self, position: &mut Position, [from, to]: [usize; 2]) {
        let [own, enemy] = [position.turn, !position.turn].map(Color::index);
        position.stones[own].remove(from);
        position.stones[own].insert(to);
        position.stones[enemy].remove(to);
        position.turn = !position.turn;
    }

    fn clicks(&self, _position: &Position, cells: [usize; 2]) -> Vec<Vertex> {
        cells.map(|cell| self.board.vertex(cell)).to_vec()
    }

    fn stones(&self, position: &Position) -> [Bits<2>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<2>; 2], turn: Color) -> Result<Position, Error> {
        Ok(Position { stones, turn })
    }
}

impl Hints for Clobber {
    const CAN_REPEAT: bool = false;
    const NORMAL_PLAY: bool = true;
}
impl Notation for Clobber {}
