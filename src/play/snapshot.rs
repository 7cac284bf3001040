//! The data that a front end displays. `protocol.md` describes the fields under `state`.

use serde::Serialize;

use crate::board::{Shape, Vertex};
use crate::game::{Color, Content, EndReason, Extras, Outcome, Style, Values};

use super::turns::{Turn, vertices_of};
use super::{Game, rounded};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByPlayer<T> {
    pub black: T,
    pub white: T,
}

impl<T> ByPlayer<T> {
    fn new([black, white]: [T; 2]) -> Self {
        Self { black, white }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Cell {
    pub name: Vertex,
    pub column: u8,
    pub row: u8,
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Score {
    pub points: ByPlayer<u32>,
    pub result: String,
    pub controlled: Option<ByPlayer<Vec<Vertex>>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GameResult {
    pub text: String,
    pub winner: Option<Color>,
    pub margin: Option<f64>,
    pub reason: EndReason,
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Snapshot {
    pub game: String,
    pub title: String,
    pub options: Values,
    pub position: String,
    pub repetition: u32,
    pub cell_shape: &'static str,
    pub cells: Vec<Cell>,
    pub stones: ByPlayer<Vec<Vertex>>,
    pub stones_now: ByPlayer<Vec<Vertex>>,
    pub blocked: Vec<Vertex>,
    pub captured: ByPlayer<u32>,
    pub to_move: Color,
    pub turn_number: u32,
    pub clicks: Vec<Vertex>,
    pub unfinished: Vec<Vertex>,
    pub taken: Vec<Vertex>,
    pub can_end: bool,
    pub legal_clicks: Vec<Vertex>,
    pub legal_ends: Vec<String>,
    pub instruction: String,
    pub last_turns: ByPlayer<Option<Turn>>,
    pub score: Option<Score>,
    pub result: Option<GameResult>,
    pub turns_played: u32,
    pub undoable: usize,
    pub redoable: usize,
    #[serde(flatten)]
    pub extras: Extras,
}

/// The cells of a board, with their centres. On a hexagon, cells with equal row minus column form a horizontal line.
fn cells(shape: Shape, vertices: &[Vertex]) -> Vec<Cell> {
    let cell = |&name: &Vertex| {
        let Vertex { column, row } = name;
        let (x, y) = (f64::from(column), f64::from(row));
        let (x, y) = match shape {
            Shape::Square { .. } => (x, y),
            Shape::Hexagon { side } => ((x + y) / 2.0, (y - x + f64::from(side - 1)) * 0.75f64.sqrt()),
        };
        Cell { name, column, row, x: rounded(x), y: rounded(y) }
    };
    vertices.iter().map(cell).collect()
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct State {
    #[serde(flatten)]
    pub game: Snapshot,
    pub komi: f64,
    pub clocks: Option<ByPlayer<TimeLeft>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TimeLeft {
    pub ms: u64,
    pub stones: u32,
}

impl Game {
    pub fn state(&self) -> State {
        let left = |color| {
            let (left, stones) = self.clock.left(color)?;
            Some(TimeLeft { ms: left.as_millis() as u64, stones })
        };
        let clocks = left(Color::Black).zip(left(Color::White)).map(|(black, white)| ByPlayer { black, white });
        State { game: self.snapshot(), komi: self.komi().to_f64(), clocks }
    }

    pub fn snapshot(&self) -> Snapshot {
        let (kernel, now) = (&*self.kernel, &self.now);
        let vertices = kernel.shape().rows().concat();
        let end = self.history.len();
        let begin = if now.is_between_turns() { None } else { self.turn_begin(end) };
        let before = begin.map_or(now, |begin| &self.history[begin].before);
        let turn = begin.map(|begin| self.turn_of(begin, end));
        let (mut clicks, taken) = turn.map(|turn| (turn.clicks, turn.captured)).unwrap_or_default();
        let last = kernel.last_click(&now.position, &now.clicks);
        if clicks.is_empty() {
            clicks.extend(last);
        }
        let last = last.map(|vertex| vertex.to_string());
        let tokens = self.legal_moves(Style::Steps).into_iter();
        let (legal_ends, legal_clicks): (Vec<_>, Vec<_>) =
            tokens.partition(|token| token.eq_ignore_ascii_case("pass") || Some(token) == last.as_ref());
        let contents = kernel.contents(&now.position, &now.clicks);
        let cells_with = |contents: &[(Vertex, Content)], content| -> Vec<Vertex> {
            contents.iter().filter(|cell| cell.1 == content).map(|cell| cell.0).collect()
        };
        let stones = |contents: &[(Vertex, Content)]| {
            ByPlayer::new(Color::BOTH.map(|color| cells_with(contents, Content::Stone(color))))
        };
        let is_move = |turn: &Turn| turn.text.as_ref().is_some_and(|text| text != "resign" && text != "timeout");
        let complete = |side| self.turns_backwards().find(|turn| is_move(turn) && turn.player == side);
        Snapshot {
            game: self.name().to_owned(),
            title: self.title(),
            options: self.values.clone(),
            position: self.position(),
            repetition: if now.begins() { self.occurrences() } else { 0 },
            cell_shape: match kernel.shape() {
                Shape::Square { .. } => "square",
                Shape::Hexagon { .. } => "hexagon",
            },
            cells: cells(kernel.shape(), &vertices),
            stones: stones(&kernel.contents(&before.position, &[])),
            stones_now: stones(&contents),
            blocked: cells_with(&contents, Content::Blocked),
            captured: ByPlayer::new(now.captures),
            to_move: self.turn(),
            turn_number: now.turns + 1,
            clicks,
            unfinished: now.clicks.clone(),
            taken,
            can_end: !legal_ends.is_empty(),
            legal_clicks: vertices_of(&legal_clicks.join(",")),
            legal_ends,
            instruction: self.instruction(),
            last_turns: ByPlayer::new(Color::BOTH.map(complete)),
            score: kernel.points(&now.position).map(|(points, controlled)| Score {
                points: ByPlayer::new(points),
                result: kernel.rules().adjudicate(&now.position).to_string(),
                controlled: controlled.map(ByPlayer::new),
            }),
            result: self.result(),
            turns_played: now.turns,
            undoable: self.played(),
            redoable: self.undone(),
            extras: self.extras(),
        }
    }

    /// Fields that only some games have. Those about the next moves are empty after the end of the game; resignations begin a turn.
    fn extras(&self) -> Extras {
        let extras = self.kernel.extras(&self.now.position);
        match (self.now.outcome, &self.now.clicks[..]) {
            (None, []) => extras,
            (None, _) => Extras { resignations: Vec::new(), ..extras },
            (Some(_), _) => Extras { winning: extras.winning, ..Extras::default() },
        }
    }

    fn result(&self) -> Option<GameResult> {
        let (outcome, reason) = (self.now.outcome?, self.end_reason()?);
        let margin = match outcome {
            Outcome::Win { by, .. } if self.counts_points() => Some(by.to_f64()),
            Outcome::Draw if self.counts_points() => Some(0.0),
            _ => None,
        };
        let (winner, sentence) = (outcome.winner(), reason.sentence(outcome.winner()));
        Some(GameResult { text: outcome.to_string(), winner, margin, reason, sentence })
    }
}
