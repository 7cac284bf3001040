//! Tic-tac-toe: a fifth game in one file, to show what a game needs and that nothing else has to change.

use papamu::board::{Bits, Geometry, Shape, Vertex, parse_rows, vertex_path, write_rows};
use papamu::game::{
    Algorithm, Color, Hints, MoveError, Notation, OptionError, OptionKind, OptionSpec, Outcome, PositionError, Reading,
    Rules, Stop, Style, Values, Views, on_board, rows_of,
};

/// Three in a row on a square board.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    board: Geometry<1>,
    lines: Vec<Bits<1>>,
}

/// The stones and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [Bits<1>; 2],
    turn: Color,
}

impl TicTacToe {
    fn empty(&self, position: &Position) -> Bits<1> {
        self.board.cells.minus(position.stones[0] | position.stones[1])
    }
}

impl Rules for TicTacToe {
    const NAME: &'static str = "tic_tac_toe";
    const TITLE: &'static str = "Tic tac toe";
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::new("size", OptionKind::Number { min: 3, max: 8 }, "3")];
    const COUNTS_POINTS: bool = false;
    const CAN_REPEAT: bool = false;

    type Position = Position;
    type Move = u8;

    fn new(values: &Values) -> Result<Self, OptionError> {
        let size = values.number("size") as u8;
        let board = Geometry::new(Shape::Square { width: size, height: size });
        let mut lines = Vec::new();
        for start in board.cells {
            for d in 0..4 {
                let next = |cell| board.next(cell, d);
                if let Some(second) = next(start)
                    && let Some(third) = next(second)
                {
                    lines.push([start, second, third].into_iter().collect());
                }
            }
        }
        Ok(Self { board, lines })
    }

    fn resize(_: &Values, columns: u32, rows: u32) -> Option<Vec<(&'static str, String)>> {
        (columns == rows).then(|| vec![("size", columns.to_string())])
    }

    fn start(&self) -> Position {
        Position { stones: [Bits::EMPTY; 2], turn: Color::Black }
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        for side in Color::BOTH {
            if self.lines.iter().any(|&line| line.minus(position.stones[side.index()]).is_empty()) {
                return Some(Outcome::win(side));
            }
        }
        self.empty(position).is_empty().then_some(Outcome::Draw)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) {
        if self.outcome(position).is_none() {
            moves.extend(self.empty(position).iter().map(|cell| cell as u8));
        }
    }

    fn play(&self, position: &mut Position, mv: u8) {
        position.stones[position.turn.index()].insert(usize::from(mv));
        position.turn = !position.turn;
    }

    fn hash(&self, position: &Position) -> u64 {
        position.stones[1].hash(position.stones[0].hash(position.turn.index() as u64))
    }

    fn stones(&self, position: &Position) -> [u32; 2] {
        position.stones.map(|stones| stones.count())
    }
}

impl Notation for TicTacToe {
    fn shape(&self) -> Shape {
        self.board.shape
    }

    fn rows(&self, position: &Position) -> Vec<Vec<(Vertex, Option<Color>)>> {
        rows_of(&self.board, &position.stones)
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let (rows, turn) = text.split_once(' ').ok_or(PositionError::Fields("the rows and the side to move"))?;
        Ok(Position { stones: parse_rows(&self.board, rows)?, turn: PositionError::turn(turn)? })
    }

    fn write_position(&self, position: &Position) -> String {
        format!("{} {}", write_rows(&self.board, &position.stones), position.turn.letter())
    }

    fn draw(&self, position: &Position) -> String {
        self.board.draw(&position.stones)
    }

    fn read(&self, position: &Position, _: &[Vertex], token: &str, _: Style) -> Result<Reading<u8>, MoveError> {
        let path = vertex_path(token).ok_or_else(|| MoveError::Syntax(token.to_owned(), "B2"))?;
        let [vertex] = on_board(&path)?[..] else {
            return Err(MoveError::Rule("one vertex at a time"));
        };
        let cell = self.board.cell(vertex).ok_or(MoveError::OffBoard)?;
        match self.empty(position).contains(cell) {
            true => Ok(Reading::Moves(vec![cell as u8])),
            false => Err(MoveError::Rule("the vertex is not empty")),
        }
    }

    fn write(&self, _: &Position, _: &[Vertex], moves: &[u8], _: Style) -> Vec<String> {
        moves.iter().map(|&cell| self.board.vertex(usize::from(cell)).to_string()).collect()
    }

    fn tokens(&self, position: &Position, _: &[Vertex], style: Style, _: Stop) -> Option<Vec<String>> {
        Some(self.write(position, &[], &self.moves_after(position, &[], &|| false).0, style))
    }
}

impl Hints for TicTacToe {
    const ALGORITHM: Algorithm = Algorithm::AlphaBeta;
}

impl Views for TicTacToe {}
