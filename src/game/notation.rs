//! The text of moves and positions.

use thiserror::Error;

use crate::board::{Board, DiagramError, Shape, Vertex, VertexText, vertex_path};

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
    /// A vertex that the board does not have.
    #[error("the board has no such vertex")]
    OffBoard,
    /// The rules forbid it, for this reason, and allow these.
    #[error("{reason}; allowed: {allowed}")]
    Instead {
        /// Why.
        reason: &'static str,
        /// The tokens that are legal.
        allowed: String,
    },
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

/// The stones of Black and of White on a game's board.
pub type Stones<G> = [<<G as Notation>::Board as Board>::Set; 2];

/// The text of a game's moves and positions.
///
/// A game whose positions are stones and a player to move, and whose moves are made by clicking one cell or one after
/// the other, needs only [`board`](Self::board), [`occupied`](Self::occupied), [`with_stones`](Self::with_stones) and
/// [`clicks`](Self::clicks).
pub trait Notation: Rules {
    /// The tables of the board.
    type Board: Board;

    /// What moves look like, for an error message: `D5, C3-E3 or C3-E3-G3`.
    const FORMS: &'static str;

    /// The most vertices in the text of a move: a longer one is a syntax error.
    const LONGEST: usize = usize::MAX;

    /// The board.
    fn board(&self) -> &Self::Board;

    /// The stones of Black and of White.
    fn occupied(&self, position: &Self::Position) -> Stones<Self>;

    /// The position with these stones at the beginning of a fresh, ordinary turn.
    ///
    /// # Errors
    /// [`PositionError`] where the position cannot stand.
    fn with_stones(&self, stones: Stones<Self>, turn: Color) -> Result<Self::Position, PositionError>;

    /// The cells that are clicked to make a legal move, in order: at least one. Games in which clicks do not say all define
    /// [`read`](Self::read), [`write`](Self::write), [`tokens`](Self::tokens) and [`moves_after`](Self::moves_after)
    /// instead.
    fn clicks(&self, _mv: Self::Move) -> Vec<Vertex> {
        Vec::new()
    }

    /// The clicks that mean the same as these, where a move may be written in more detail than it is clicked.
    fn shortest_clicks(&self, clicks: Vec<Vertex>) -> Vec<Vertex> {
        clicks
    }

    /// Why clicks on these vertices, at least one, neither make nor begin a legal move.
    fn refusal(&self, _position: &Self::Position, _clicks: &[Vertex]) -> MoveError {
        MoveError::Rule("not a legal move")
    }

    /// The outline of the board.
    fn shape(&self) -> Shape {
        self.board().shape()
    }

    /// Every cell of the board with the stone on it, in the rows of the position string.
    fn rows(&self, position: &Self::Position) -> Vec<Vec<(Vertex, Option<Color>)>> {
        let stones = self.occupied(position);
        let stone = |vertex| {
            let on = |color: &Color| self.board().contains(&stones[color.index()], vertex);
            (vertex, Color::BOTH.into_iter().find(on))
        };
        self.board().rows().into_iter().map(|row| row.into_iter().map(stone).collect()).collect()
    }

    /// Reads a position string: the rows and the player to move, and what the game adds to them.
    ///
    /// # Errors
    /// [`PositionError`] where it does not fit the board or cannot stand.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, turn] = fields[..] else {
            return Err(PositionError::Fields("the rows and the side to move"));
        };
        self.with_stones(self.board().parse(rows)?, PositionError::turn(turn)?)
    }

    /// The position string.
    fn write_position(&self, position: &Self::Position) -> String {
        format!("{} {}", self.board().write(&self.occupied(position)), self.turn(position).letter())
    }

    /// The board for people, no blank line in it.
    fn draw(&self, position: &Self::Position) -> String {
        self.board().draw(&self.occupied(position))
    }

    /// Reads a token of a player whose turn it is and who has clicked `prefix` of a move so far.
    ///
    /// # Errors
    /// [`MoveError`]: not the text of a move, or a move that the rules forbid.
    fn read(
        &self,
        position: &Self::Position,
        prefix: &[Vertex],
        token: &str,
        _style: Style,
    ) -> Result<Reading<Self::Move>, MoveError> {
        if token.eq_ignore_ascii_case("pass") {
            return Err(MoveError::Rule("there is no passing"));
        }
        let path = vertex_path(token).filter(|path| path.len() <= Self::LONGEST);
        let path = path.ok_or_else(|| MoveError::Syntax(token.to_owned(), Self::FORMS))?;
        let clicks = self.shortest_clicks([prefix, &on_board(&path)?].concat());
        if !clicks.iter().all(|&vertex| self.board().has(vertex)) {
            return Err(MoveError::OffBoard);
        }
        let (moves, _) = self.moves_after(position, &clicks, &|| false);
        match moves.iter().find(|&&mv| self.clicks(mv) == clicks) {
            Some(&mv) => Ok(Reading::Moves(vec![mv])),
            None if moves.is_empty() => Err(self.refusal(position, &clicks)),
            None => Ok(Reading::Prefix(clicks)),
        }
    }

    /// The tokens that play `moves`, successive legal moves of one turn, after the clicks in `prefix`: in whole
    /// style one token, in steps style one a click.
    fn write(&self, _position: &Self::Position, prefix: &[Vertex], moves: &[Self::Move], style: Style) -> Vec<String> {
        let Some(&mv) = moves.first() else { return Vec::new() };
        let clicks: Vec<_> = self.clicks(mv).iter().skip(prefix.len()).map(Vertex::to_string).collect();
        match style {
            Style::Whole => vec![clicks.join("-")],
            Style::Steps => clicks,
        }
    }

    /// All tokens that may be played now, in any order, some perhaps twice; of a turn of several moves, the single moves.
    /// `None` once `stop` says so, or where there are too many.
    fn tokens(&self, position: &Self::Position, prefix: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>> {
        let (moves, complete) = self.moves_after(position, prefix, stop);
        let first = |&mv: &Self::Move| self.write(position, prefix, &[mv], style).into_iter().next();
        complete.then(|| moves.iter().filter_map(first).collect())
    }

    /// The legal moves that begin with the clicks in `prefix`, each once, always in the same order. Once `stop` says so, or
    /// where there are too many, some of them suffice. Returns also whether they are all.
    fn moves_after(&self, position: &Self::Position, prefix: &[Vertex], _stop: Stop) -> (Vec<Self::Move>, bool) {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        if !prefix.is_empty() {
            moves.retain(|&mv| self.clicks(mv).starts_with(prefix));
        }
        (moves, true)
    }

    /// What a board that is clicked on expects next, of a game that goes on: `click where the stone lands`.
    fn instruction(&self, _position: &Self::Position, clicks: &[Vertex]) -> String {
        if clicks.is_empty() { "click a vertex" } else { "click where the stone lands" }.to_owned()
    }

    /// The text in whole style of a turn that was made by these clicks and moves.
    fn turn_text(&self, position: &Self::Position, _clicks: &[Vertex], moves: &[Self::Move]) -> String {
        self.write(position, &[], moves, Style::Whole).concat()
    }

    /// The clicks of the turn under way that the position itself knows.
    fn known_clicks(&self, _position: &Self::Position) -> Vec<Vertex> {
        Vec::new()
    }

    /// The stones as they stand after the clicks in `prefix`.
    fn stones_after(&self, position: &Self::Position, _prefix: &[Vertex]) -> Stones<Self> {
        self.occupied(position)
    }

    /// The enemy stones that the clicks in `prefix` have taken, though they still stand in `position`.
    fn taken(&self, _position: &Self::Position, _prefix: &[Vertex]) -> Vec<Vertex> {
        Vec::new()
    }

    /// The position with these stones at the beginning of a fresh, ordinary turn; where a vertex is named twice, the last
    /// one counts.
    ///
    /// # Errors
    /// [`PositionError`] where a stone is off the board, or the position cannot stand.
    fn set_up(&self, stones: &[(Color, Vertex)], turn: Color) -> Result<Self::Position, PositionError> {
        let off_board = PositionError::CannotStand("the board has no such vertex");
        let of = |color| {
            let last = |&(index, &(_, at)): &(usize, &(Color, Vertex))| !stones[index + 1..].iter().any(|s| s.1 == at);
            let own = stones.iter().enumerate().filter(last).filter(|(_, (stone, _))| *stone == color);
            self.board().set(own.map(|(_, &(_, vertex))| vertex))
        };
        if !stones.iter().all(|&(_, vertex)| self.board().has(vertex)) {
            return Err(off_board);
        }
        self.with_stones(Color::BOTH.map(of), turn)
    }

    /// Every legal move with its text in whole style, in any order. `None` as for [`tokens`](Self::tokens).
    fn named_moves(&self, position: &Self::Position, _stop: Stop) -> Option<Vec<(Self::Move, String)>> {
        let (moves, _) = self.moves_after(position, &[], &|| false);
        Some(moves.into_iter().map(|mv| (mv, self.write(position, &[], &[mv], Style::Whole).concat())).collect())
    }
}

/// The vertices, if all of them can be on a board at all.
///
/// # Errors
/// [`MoveError::OffBoard`] otherwise.
pub fn on_board(texts: &[VertexText]) -> Result<Vec<Vertex>, MoveError> {
    texts.iter().map(|text| text.vertex().ok_or(MoveError::OffBoard)).collect()
}

/// A number of things in English: `1 stone`, `2 stones`.
pub fn counted(number: u32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
