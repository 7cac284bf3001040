//! Breakthrough (Dan Troyka, 2000) on boards of any size, a game written against the traits as a stranger would. Black begins
//! in the two lowest rows. A stone moves one step straight or diagonally forward, and captures diagonally only. A player who
//! reaches the last row, or takes all enemy stones, wins.

use papamu::board::direction::{NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST};
use papamu::board::{Bits, Geometry, Shape, Vertex};
use papamu::game::{
    About, Color, Diagram, EndReason, Error, Notation, OptionKind, OptionSpec, Outcome, Palette, Rules, Searchable,
    Values, Views,
};

const BREAKTHROUGH: EndReason = EndReason::new("breakthrough", "{winner} has broken through");
const NO_STONES: EndReason = EndReason::new("no_stones", "{loser} has no stones left");

/// For each player the direction straight forward, and the diagonal ones.
const FORWARD: [(usize, [usize; 2]); 2] = [(NORTH, [NORTH_WEST, NORTH_EAST]), (SOUTH, [SOUTH_WEST, SOUTH_EAST])];

/// Breakthrough on a board of up to 16 columns and rows.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    board: Geometry<4>,
    /// The identity, and the reflection from left to right.
    symmetries: Vec<Vec<usize>>,
    height: u8,
}

/// The stones and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [Bits<4>; 2],
    turn: Color,
}

impl Breakthrough {
    /// How many rows a cell is from a player's first row.
    fn advance(&self, side: Color, cell: usize) -> u8 {
        let row = self.board.vertex(cell).row;
        if side == Color::Black { row } else { self.height - 1 - row }
    }

    /// Who has reached the last row, or has taken all stones.
    fn winner(&self, stones: &[Bits<4>; 2]) -> Option<Color> {
        let has_won = |side: Color| {
            let arrived = stones[side.index()].iter().any(|cell| self.advance(side, cell) == self.height - 1);
            arrived || stones[(!side).index()].is_empty()
        };
        Color::BOTH.into_iter().find(|&side| has_won(side))
    }
}

impl Rules for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const TITLE: &'static str = "Breakthrough";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("width", OptionKind::Number { min: 2, max: 16 }, "8", "columns"),
        OptionSpec::new("height", OptionKind::Number { min: 4, max: 16 }, "8", "rows"),
    ];
    const COUNTS_POINTS: bool = false;
    const CAN_REPEAT: bool = false;

    type Position = Position;
    /// From one cell to another.
    type Move = [u8; 2];

    fn new(values: &Values) -> Result<Self, Error> {
        let [width, height] = ["width", "height"].map(|key| values.number(key) as u8);
        let board: Geometry<4> = Geometry::new(Shape::Square { width, height });
        let row = |cell: usize| board.vertex(cell).row;
        let keeps_rows = |map: &Vec<usize>| board.cells.iter().all(|cell| row(map[cell]) == row(cell));
        let symmetries = board.symmetries().into_iter().filter(keeps_rows).collect();
        Ok(Self { board, symmetries, height })
    }

    fn start(&self) -> Position {
        let stones = Color::BOTH.map(|side| self.board.cells.iter().filter(|&at| self.advance(side, at) < 2).collect());
        Position { stones, turn: Color::Black }
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.winner(&position.stones).map(Outcome::win)
    }

    fn end_reason(&self, position: &Position) -> EndReason {
        if position.stones.iter().any(Bits::is_empty) { NO_STONES } else { BREAKTHROUGH }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<[u8; 2]>) {
        let [own, enemy] = [position.turn, !position.turn].map(|side| position.stones[side.index()]);
        let (straight, diagonal) = FORWARD[position.turn.index()];
        for from in own.iter().filter(|_| self.outcome(position).is_none()) {
            let straight = self.board.next(from, straight).filter(|&to| !enemy.contains(to));
            let diagonal = diagonal.into_iter().filter_map(|direction| self.board.next(from, direction));
            let free = straight.into_iter().chain(diagonal).filter(|&to| !own.contains(to));
            moves.extend(free.map(|to| [from as u8, to as u8]));
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

impl Notation for Breakthrough {
    type Board = Geometry<4>;

    const FORMS: &'static str = "A2-A3 or A2-B3";

    fn board(&self) -> &Geometry<4> {
        &self.board
    }

    fn occupied(&self, position: &Position) -> [Bits<4>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<4>; 2], turn: Color) -> Result<Position, Error> {
        match self.winner(&stones) {
            None => Ok(Position { stones, turn }),
            Some(_) => Err(Error::syntax("the game would be over")),
        }
    }

    fn clicks(&self, cells: [u8; 2]) -> Vec<Vertex> {
        cells.map(|cell| self.board.vertex(usize::from(cell))).to_vec()
    }
}

impl Searchable for Breakthrough {
    /// Stones, and the steps that they have taken.
    fn evaluate(&self, position: &Position) -> i32 {
        let worth = |side: Color| -> i32 {
            position.stones[side.index()].iter().map(|cell| 100 + 10 * i32::from(self.advance(side, cell))).sum()
        };
        worth(position.turn) - worth(!position.turn)
    }

    fn history_size(&self) -> usize {
        self.board.shape.bits()
    }

    fn history_index(&self, [_, to]: [u8; 2]) -> usize {
        usize::from(to)
    }
}

impl Views for Breakthrough {
    const ABOUT: About = About {
        tagline: "Reach the last row.",
        rules: &["A stone moves one step straight or diagonally forward, and captures diagonally only."],
        diagrams: &[Diagram {
            path: &["B2", "C3"],
            captured: &["C3"],
            ..Diagram::new("Black captures a stone.", "width=4 height=4", "1o2/1oo1/1x2/x3 b")
        }],
        palette: Palette { odd_cell: "#b9814f", line: None, ..Palette::WOOD },
        ..About::plain("Breakthrough")
    };
}
