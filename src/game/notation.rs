//! The text of moves and positions.

use serde::Deserialize;

use crate::board::{Board, Vertex, vertex_path};

use super::{Color, Error, Rules, Stop, both};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// One token is a player's whole turn: for people, scripts and most managers.
    Whole,
    /// Every token is one click, a vertex or `PASS`: for boards with clickable cells.
    Steps,
}

/// What a token means.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading<M> {
    /// One or several successive legal moves.
    Moves(M),
    /// A click that begins or continues a move: all its clicks so far.
    Prefix(Vec<Vertex>),
}

/// The stones of Black and of White on a game's board.
pub type Stones<G> = [<<G as Notation>::Board as Board>::Set; 2];

/// The text of a game's moves and positions.
///
/// If a position is stones plus a player to move, and a move is one click or a sequence of clicks, the game implements
/// only [`board`](Self::board), [`occupied`](Self::occupied), [`with_stones`](Self::with_stones) and
/// [`clicks`](Self::clicks).
pub trait Notation: Rules {
    /// The tables of the board.
    type Board: Board;

    /// What moves look like, for an error message: `D5, C3-E3 or C3-E3-G3`.
    const FORMS: &'static str;

    /// The most vertices in the text of a move; a longer text is a syntax error.
    const LONGEST: usize = usize::MAX;

    /// The board.
    fn board(&self) -> &Self::Board;

    /// The stones of Black and of White.
    fn occupied(&self, position: &Self::Position) -> Stones<Self>;

    /// The numbers of stones of Black and of White.
    fn stones(&self, position: &Self::Position) -> [u32; 2] {
        both(self.occupied(position), |set| self.board().count(&set))
    }

    /// The position with these stones at the beginning of an ordinary turn, if it can arise.
    fn with_stones(&self, stones: Stones<Self>, turn: Color) -> Result<Self::Position, Error>;

    /// The cells to click for a legal move, in order; at least one. A game whose clicks do not determine the move
    /// defines [`read`](Self::read) and [`write`](Self::write) instead, and [`tokens`](Self::tokens) and
    /// [`moves_after`](Self::moves_after) if a move takes several clicks.
    fn clicks(&self, _mv: Self::Move) -> Vec<Vertex> {
        Vec::new()
    }

    /// The shortest clicks for the same move, in a game in which the text of a move may name more vertices than its
    /// clicks.
    fn shortest_clicks(&self, clicks: Vec<Vertex>) -> Vec<Vertex> {
        clicks
    }

    /// Why these clicks, of which there is at least one, neither make nor begin a legal move.
    fn refusal(&self, _position: &Self::Position, _clicks: &[Vertex]) -> Error {
        Error::rule("not a legal move")
    }

    /// Parses a position string: the rows, the player to move, and any fields that the game adds.
    fn read_position(&self, text: &str) -> Result<Self::Position, Error> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, turn] = fields[..] else {
            return Err(Error::fields("the rows and the side to move"));
        };
        let stones = self.board().parse(rows).map_err(Error::syntax)?;
        self.with_stones(stones, Color::from_letter(turn)?)
    }

    /// The position string.
    fn write_position(&self, position: &Self::Position) -> String {
        format!("{} {}", self.board().write(&self.occupied(position)), self.turn(position).letter())
    }

    /// Parses a token of the player to move, who has made the clicks `prefix` of a move so far.
    fn read(
        &self,
        position: &Self::Position,
        prefix: &[Vertex],
        token: &str,
        _style: Style,
    ) -> Result<Reading<Vec<Self::Move>>, Error> {
        if token.eq_ignore_ascii_case("pass") {
            return Err(Error::rule("this game has no passing"));
        }
        let path = vertex_path(token).filter(|path| path.len() <= Self::LONGEST);
        let path = path.ok_or_else(|| Error::no_move(token, Self::FORMS))?;
        let clicks = self.shortest_clicks([prefix, &on_board(&path)?].concat());
        if !clicks.iter().all(|&vertex| self.board().has(vertex)) {
            return Err(Error::off_board());
        }
        let (moves, _) = self.moves_after(position, &clicks, &|| false);
        match moves.iter().find(|&&mv| self.clicks(mv) == clicks) {
            Some(&mv) => Ok(Reading::Moves(vec![mv])),
            None if moves.is_empty() => Err(self.refusal(position, &clicks)),
            None => Ok(Reading::Prefix(clicks)),
        }
    }

    /// The tokens that play `moves`, successive legal moves of one turn, after the clicks in `prefix`: in whole style
    /// one token, in steps style one per click.
    fn write(&self, _position: &Self::Position, prefix: &[Vertex], moves: &[Self::Move], style: Style) -> Vec<String> {
        let Some(&mv) = moves.first() else { return Vec::new() };
        let clicks: Vec<_> = self.clicks(mv).iter().skip(prefix.len()).map(Vertex::to_string).collect();
        match style {
            Style::Whole => vec![clicks.join("-")],
            Style::Steps => clicks,
        }
    }

    /// All legal tokens, in any order and perhaps with duplicates. In a turn of several moves, these are the single
    /// moves. `None` if `stop` returns true, or if there are too many.
    fn tokens(&self, position: &Self::Position, prefix: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>> {
        let (moves, complete) = self.moves_after(position, prefix, stop);
        let mut tokens = Vec::new();
        for mv in moves {
            tokens.extend(self.write(position, prefix, &[mv], style).into_iter().next());
        }
        complete.then_some(tokens)
    }

    /// The legal moves that begin with the clicks in `prefix`, each once, always in the same order; and whether the
    /// list is complete. It may be incomplete if `stop` returns true, or if there are too many moves.
    fn moves_after(&self, position: &Self::Position, prefix: &[Vertex], _stop: Stop) -> (Vec<Self::Move>, bool) {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        if prefix.is_empty() {
            return (moves, true);
        }
        let mut begun = Vec::new();
        for mv in moves {
            if self.clicks(mv).starts_with(prefix) {
                begun.push(mv);
            }
        }
        (begun, true)
    }

    /// What to click next, in English, while the game goes on: `click where the stone lands`.
    fn instruction(&self, _position: &Self::Position, clicks: &[Vertex]) -> String {
        if clicks.is_empty() { "click a cell" } else { "click where the stone lands" }.to_owned()
    }

    /// The text in whole style of a turn that consists of these clicks and moves.
    fn turn_text(&self, position: &Self::Position, _clicks: &[Vertex], moves: &[Self::Move]) -> String {
        self.write(position, &[], moves, Style::Whole).concat()
    }

    /// The clicks of the current turn that the position itself records.
    fn known_clicks(&self, _position: &Self::Position) -> Vec<Vertex> {
        Vec::new()
    }

    /// The stones after the clicks in `prefix`.
    fn stones_after(&self, position: &Self::Position, _prefix: &[Vertex]) -> Stones<Self> {
        self.occupied(position)
    }

    /// Where the player's stone moves from and to, if the difference between the positions does not tell, because the stone
    /// may end where it began.
    fn journey(&self, _mv: Self::Move) -> Option<(Vertex, Vertex)> {
        None
    }

    /// The position with these stones, each on a vertex of its own, at the beginning of an ordinary turn.
    fn set_up(&self, stones: &[(Color, Vertex)], turn: Color) -> Result<Self::Position, Error> {
        let mut cells = [Vec::new(), Vec::new()];
        for &(color, vertex) in stones {
            if !self.board().has(vertex) {
                return Err(Error::off_board());
            }
            cells[color.index()].push(vertex);
        }
        self.with_stones([self.board().set(&cells[0]), self.board().set(&cells[1])], turn)
    }

    /// Every legal move with its text in whole style, in any order. `None` as for [`tokens`](Self::tokens).
    fn named_moves(&self, position: &Self::Position, _stop: Stop) -> Option<Vec<(Self::Move, String)>> {
        let mut named = Vec::new();
        for mv in self.moves_after(position, &[], &|| false).0 {
            named.push((mv, self.write(position, &[], &[mv], Style::Whole).concat()));
        }
        Some(named)
    }
}

/// The vertices, if every one of them can be on some board.
pub fn on_board(path: &[Option<Vertex>]) -> Result<Vec<Vertex>, Error> {
    path.iter().map(|vertex| vertex.ok_or_else(Error::off_board)).collect()
}

/// A count and its noun in English: `1 stone`, `2 stones`.
pub fn counted(number: u32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
