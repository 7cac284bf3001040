//! The text of moves and positions.

use thiserror::Error;

use crate::board::{Bits, DiagramError, Geometry, Shape, Vertex, VertexText, write_row};

use super::{Color, Rules, Stop};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One token is a player's whole turn: for people, scripts and most managers.
    Whole,
    /// Every token is one click, a vertex or `PASS`: for boards that are clicked on.
    Steps,
}

/// What a token means.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading<M> {
    /// One or several successive legal moves.
    Moves(Vec<M>),
    /// A click that begins or continues a move: all its clicks so far.
    Prefix(Vec<Vertex>),
}

/// Why a token is not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not the text of any move of the game.
    #[error("'{0}' is not a move; moves look like {1}")]
    Syntax(String, &'static str),
    /// A vertex that the board has not.
    #[error("the board has no such vertex")]
    OffBoard,
    /// The rules forbid it, for this reason.
    #[error("{0}")]
    Rule(&'static str),
}

/// Why a position string is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Too many or too few fields.
    #[error("a position is {0}")]
    Fields(&'static str),
    /// The rows do not fit the board.
    #[error(transparent)]
    Rows(#[from] DiagramError),
    /// The player to move is neither `b` nor `w`.
    #[error("the side to move is b or w, not '{0}'")]
    Turn(String),
    /// A field that is not what it should be.
    #[error("'{field}' is wrong: {expected}")]
    Field {
        /// The text of the field.
        field: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// A position that cannot arise.
    #[error("{0}")]
    CannotStand(&'static str),
}

impl PositionError {
    /// The player to move of a position string's second field.
    ///
    /// # Errors
    /// [`PositionError::Turn`] for anything but `b` and `w`.
    pub fn turn(field: &str) -> Result<Color, Self> {
        Color::from_letter(field).ok_or_else(|| Self::Turn(field.to_owned()))
    }
}

/// The text of a game's moves and positions.
pub trait Notation: Rules {
    /// What follows the player to move in the position string of a fresh, ordinary turn.
    const FRESH_TURN: &'static str = "";

    /// The outline of the board.
    fn shape(&self) -> Shape;

    /// Every cell of the board with the stone on it, in the rows of the position string.
    fn rows(&self, position: &Self::Position) -> Vec<Vec<(Vertex, Option<Color>)>>;

    /// Reads a position string.
    ///
    /// # Errors
    /// [`PositionError`] where it does not fit the board or cannot stand.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// The position string.
    fn write_position(&self, position: &Self::Position) -> String;

    /// The board for people, no blank line in it.
    fn draw(&self, position: &Self::Position) -> String;

    /// Reads a token of a player whose turn it is and who has clicked `prefix` of a move so far.
    ///
    /// # Errors
    /// [`MoveError`]: not the text of a move, or a move that the rules forbid.
    fn read(
        &self,
        position: &Self::Position,
        prefix: &[Vertex],
        token: &str,
        style: Style,
    ) -> Result<Reading<Self::Move>, MoveError>;

    /// The tokens that play `moves`, successive legal moves of one turn, after the clicks in `prefix`: in whole
    /// style one token, in steps style one a click.
    fn write(&self, position: &Self::Position, prefix: &[Vertex], moves: &[Self::Move], style: Style) -> Vec<String>;

    /// All tokens that may be played now, in any order; of a turn of several moves, the single moves. `None` once
    /// `stop` says so, or where there are too many.
    fn tokens(&self, position: &Self::Position, prefix: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>>;

    /// The legal moves that begin with the clicks in `prefix`, each once, always in the same order. Games whose moves are
    /// single clicks need not define it. Once `stop` says so, or where there are too many, some of them will do; whether they are
    /// all.
    fn moves_after(&self, position: &Self::Position, _prefix: &[Vertex], _stop: Stop) -> (Vec<Self::Move>, bool) {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        (moves, true)
    }

    /// The enemy stones that the clicks in `prefix` have taken, though they still stand in `position`.
    fn taken(&self, _position: &Self::Position, _prefix: &[Vertex]) -> Vec<Vertex> {
        Vec::new()
    }

    /// The position with these stones at the beginning of a fresh, ordinary turn.
    ///
    /// # Errors
    /// [`PositionError`] where a stone is off the board, or the position cannot stand.
    fn set_up(&self, stones: &[(Color, Vertex)], turn: Color) -> Result<Self::Position, PositionError> {
        let rows = self.rows(&self.start());
        if stones.iter().any(|(_, stone)| !rows.iter().flatten().any(|(vertex, _)| vertex == stone)) {
            return Err(PositionError::CannotStand("the board has no such vertex"));
        }
        let stone = |vertex| stones.iter().rev().find(|(_, stone)| *stone == vertex).map(|&(color, _)| color);
        let mark = |&(vertex, _): &(Vertex, _)| match stone(vertex) {
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
            None => '.',
        };
        let rows: Vec<_> = rows.iter().map(|row| write_row(row.iter().map(mark))).collect();
        self.read_position(format!("{} {} {}", rows.join("/"), turn.letter(), Self::FRESH_TURN).trim_end())
    }

    /// Every legal move with its text in whole style, in any order. `None` as for [`tokens`](Self::tokens).
    fn named_moves(&self, position: &Self::Position, _stop: Stop) -> Option<Vec<(Self::Move, String)>> {
        let (moves, _) = self.moves_after(position, &[], &|| false);
        Some(moves.into_iter().map(|mv| (mv, self.write(position, &[], &[mv], Style::Whole).concat())).collect())
    }
}

/// Every cell with the stone on it, in the rows of the picture: what [`Notation::rows`] is on bitboards.
pub fn rows_of<const N: usize>(board: &Geometry<N>, stones: &[Bits<N>; 2]) -> Vec<Vec<(Vertex, Option<Color>)>> {
    let stone = |cell| Color::BOTH.into_iter().find(|color| stones[color.index()].contains(cell));
    let row = |cells: Vec<usize>| cells.into_iter().map(|cell| (board.vertex(cell), stone(cell))).collect();
    board.diagram_rows().into_iter().map(row).collect()
}

/// The vertices, if all of them can be on a board at all.
///
/// # Errors
/// [`MoveError::OffBoard`] otherwise.
pub fn on_board(texts: &[VertexText]) -> Result<Vec<Vertex>, MoveError> {
    texts.iter().map(|text| text.vertex().ok_or(MoveError::OffBoard)).collect()
}
