//! Clobber (Albert, Grossman, Nowakowski and Wolfe, "An introduction to Clobber", Integers 5(2), 2005): a fifth game in one
//! file, to show what a game needs, and that nothing else has to change. A stone moves onto an orthogonally adjacent enemy
//! stone and removes it; a player who cannot move loses.

use papamu::board::{Bits, Geometry, Shape, Vertex};
use papamu::game::{Color, Error, Notation, OptionKind, OptionSpec, Outcome, Rules, Searchable, Values, Views};

/// Clobber on a board of at most 16 columns and 8 rows.
#[derive(Clone, Debug)]
pub struct Clobber {
    board: Geometry<2>,
    symmetries: Vec<Vec<usize>>,
}

/// The stones and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [Bits<2>; 2],
    turn: Color,
}

impl Rules for Clobber {
    const NAME: &'static str = "clobber";
    const TITLE: &'static str = "Clobber";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("width", OptionKind::Number { min: 1, max: 16 }, "5", "columns"),
        OptionSpec::new("height", OptionKind::Number { min: 1, max: 8 }, "4", "rows"),
    ];
    const COUNTS_POINTS: bool = false;
    const CAN_REPEAT: bool = false;
    const NORMAL_PLAY: bool = true;

    type Position = Position;
    /// From one cell to another.
    type Move = [u8; 2];

    fn new(values: &Values) -> Result<Self, Error> {
        let [width, height] = ["width", "height"].map(|key| values.number(key) as u8);
        let board = Geometry::new(Shape::Square { width, height });
        Ok(Self { symmetries: board.symmetries(), board })
    }

    fn start(&self) -> Position {
        let is_black = |&cell: &usize| {
            let Vertex { column, row } = self.board.vertex(cell);
            (column + row) % 2 == 0
        };
        let black: Bits<2> = self.board.cells.iter().filter(is_black).collect();
        Position { stones: [black, self.board.cells.minus(black)], turn: Color::Black }
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let [own, enemy] = [position.turn, !position.turn].map(|side| position.stones[side.index()]);
        (!self.board.beside(own).meets(enemy)).then(|| Outcome::win(!position.turn))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<[u8; 2]>) {
        let [own, enemy] = [position.turn, !position.turn].map(|side| position.stones[side.index()]);
        for from in own {
            moves.extend((self.board.neighbours(from) & enemy).iter().map(|to| [from as u8, to as u8]));
        }
    }

    fn play(&self, position: &mut Position, [from, to]: [u8; 2]) {
        let [own, enemy] = [position.turn, !position.turn].map(Color::index);
        position.stones[own].remove(usize::from(from));
        position.stones[own].insert(usize::from(to));
        position.stones[enemy].remove(usize::from(to));
        position.turn = !position.turn;
    }

    fn symmetries(&self) -> &[Vec<usize>] {
        &self.symmetries
    }

    fn image(&self, position: &Position, map: &[usize]) -> Position {
        Position { stones: position.stones.map(|stones| stones.image(map)), ..*position }
    }

    fn hash(&self, position: &Position) -> u64 {
        position.stones[1].hash(position.stones[0].hash(position.turn.index() as u64))
    }
}

impl Notation for Clobber {
    type Board = Geometry<2>;

    const FORMS: &'static str = "A1-B1";

    fn board(&self) -> &Geometry<2> {
        &self.board
    }

    fn occupied(&self, position: &Position) -> [Bits<2>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<2>; 2], turn: Color) -> Result<Position, Error> {
        Ok(Position { stones, turn })
    }

    fn clicks(&self, cells: [u8; 2]) -> Vec<Vertex> {
        cells.map(|cell| self.board.vertex(usize::from(cell))).to_vec()
    }
}

impl Searchable for Clobber {}
impl Views for Clobber {}
