//! The data that a front end displays.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::board::{Shape, Vertex};
use crate::game::{Color, EndReason, Outcome, Style, Values};

use super::state::Played;
use super::turns::{Turn, vertices_of};
use super::{Game, rounded};

/// A value for each player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByPlayer<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByPlayer<T> {
    fn new([black, white]: [T; 2]) -> Self {
        Self { black, white }
    }
}

/// The shape of all cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CellShape {
    /// Squares with sides of 1.
    Square,
    /// Regular hexagons with two corners straight up and down. The centres of neighbours are 1 apart.
    Hexagon,
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Its name in moves.
    pub name: Vertex,
    /// Column, from 0.
    pub column: u8,
    /// Row, from 0.
    pub row: u8,
    /// The x coordinate of the centre; the leftmost cell is at 0. Neighbours are 1 apart.
    pub x: f64,
    /// The y coordinate of the centre, pointing up; the lowest cell is at 0.
    pub y: f64,
}

/// The current score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The points of each player, without komi.
    pub points: ByPlayer<u32>,
    /// The result if the game ended now, including komi: `W+2.5`.
    pub result: String,
    /// The empty cells that each player controls, if the game counts them; a cell may be in both lists.
    pub controlled: Option<ByPlayer<Vec<Vertex>>>,
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameResult {
    /// The result as the command `result` prints it: `B+2.5`, `W+1`, `B+R`, `W+T` or `0`.
    pub text: String,
    /// The winner; `null` for a draw.
    pub winner: Option<Color>,
    /// The margin in points, 0 for a draw; `null` in games without points, or if points did not decide.
    pub margin: Option<f64>,
    /// Why the game is over.
    pub reason: EndReason,
    /// The reason as an English clause: `Black cannot move`.
    pub sentence: String,
}

/// Everything that a front end displays of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Snapshot {
    /// The game's name in commands.
    pub game: String,
    /// The game's name for people.
    pub title: String,
    /// All options with their values, numbers as numbers.
    pub options: Values,
    /// The position string. Clicks of a move that is not complete do not show in it.
    pub position: String,
    /// How often the position has occurred at the beginning of a turn, including this time; 0 in the middle of a turn.
    pub repetition: u32,
    /// The shape of the cells.
    pub cell_shape: CellShape,
    /// All cells of the board.
    pub cells: Vec<Cell>,
    /// The stones before the current turn.
    pub stones: ByPlayer<Vec<Vertex>>,
    /// The stones after the clicks of the current turn.
    pub stones_now: ByPlayer<Vec<Vertex>>,
    /// How many stones each player has captured.
    pub captured: ByPlayer<u32>,
    /// The player to move; after the end of the game, the player who would have moved next.
    pub to_move: Color,
    /// The number of the current turn, from 1.
    pub turn_number: u32,
    /// The clicks of the current turn.
    pub clicks: Vec<Vertex>,
    /// The enemy stones that the current turn has captured.
    pub taken: Vec<Vertex>,
    /// Whether the turn can end here, by one of `legal_ends`.
    pub can_end: bool,
    /// The vertices that may be clicked now and that do not end the turn by being clicked again.
    pub legal_clicks: Vec<Vertex>,
    /// The tokens that end the turn here: `PASS`, or the last vertex again.
    pub legal_ends: Vec<String>,
    /// What to click next, in English; empty once the game is over.
    pub instruction: String,
    /// The last complete turn of each player.
    pub last_turns: ByPlayer<Option<Turn>>,
    /// The current score; `null` in games without points.
    pub score: Option<Score>,
    /// The result; `null` while the game goes on.
    pub result: Option<GameResult>,
    /// Turns played.
    pub turns_played: u32,
    /// Tokens played that `undo` can take back.
    pub undoable: usize,
    /// Tokens taken back that `redo` can replay.
    pub redoable: usize,
    /// Further fields, which only this game has.
    #[serde(flatten)]
    pub extras: BTreeMap<&'static str, Value>,
}

/// The cells of a board, with their centres. On a hexagon, cells with equal row minus column form a horizontal line.
fn cells(shape: Shape, vertices: &[Vertex]) -> Vec<Cell> {
    let centre = |vertex: &Vertex| {
        let (column, row) = (f64::from(vertex.column), f64::from(vertex.row));
        match shape {
            Shape::Square { .. } => (column, row),
            Shape::Hexagon { .. } => ((column + row) / 2.0, (row - column) * 0.75f64.sqrt()),
        }
    };
    let lowest = |of: fn((f64, f64)) -> f64| vertices.iter().map(|v| of(centre(v))).fold(f64::INFINITY, f64::min);
    let (left, bottom) = (lowest(|(x, _)| x), lowest(|(_, y)| y));
    let cell = |vertex: &Vertex| {
        let (x, y) = centre(vertex);
        let (x, y) = (rounded(x - left), rounded(y - bottom));
        Cell { name: *vertex, column: vertex.column, row: vertex.row, x, y }
    };
    vertices.iter().map(cell).collect()
}

/// The current state of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The game.
    #[serde(flatten)]
    pub game: Snapshot,
    /// The komi: points added to White's score.
    pub komi: f64,
    /// The remaining time of the players; `null` if no clock is set.
    pub clocks: Option<ByPlayer<TimeLeft>>,
}

/// A player's remaining time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TimeLeft {
    /// The time in milliseconds.
    pub ms: u64,
    /// Moves to play in this time, or periods left; 0 in main time.
    pub stones: u32,
}

impl Game {
    /// The current state of the game.
    pub fn state(&self) -> State {
        let left = |color| {
            let (left, stones) = self.clock.left(color)?;
            Some(TimeLeft { ms: left.as_millis() as u64, stones })
        };
        let clocks = left(Color::Black).zip(left(Color::White)).map(|(black, white)| ByPlayer { black, white });
        State { game: self.snapshot(), komi: self.komi().to_f64(), clocks }
    }

    /// Everything that a front end displays of the game.
    pub fn snapshot(&self) -> Snapshot {
        let (kernel, now) = (&*self.kernel, &self.now);
        let vertices = kernel.shape().rows().concat();
        let first = self.present_turn();
        let before = self.history.get(first).map_or(now, |step| &step.before);
        let steps = self.history[first..].iter().filter(|step| !matches!(step.played, Played::WaitingPass));
        let known = kernel.known_clicks(&now.position);
        let clicks = if known.is_empty() { steps.flat_map(|step| vertices_of(&step.token)).collect() } else { known };
        let (legal_ends, legal_clicks) = self.legal_now(clicks.last());
        let taken = self.captured_since(first);
        let is_move = |turn: &Turn| turn.text.as_ref().is_some_and(|text| text != "resign" && text != "timeout");
        let complete = |side| self.turns_backwards().find(|turn| is_move(turn) && turn.player == side);
        Snapshot {
            game: self.name().to_owned(),
            title: self.title().to_owned(),
            options: self.values.clone(),
            position: self.position(),
            repetition: if now.begins() { self.occurrences() } else { 0 },
            cell_shape: match kernel.shape() {
                Shape::Square { .. } => CellShape::Square,
                Shape::Hexagon { .. } => CellShape::Hexagon,
            },
            cells: cells(kernel.shape(), &vertices),
            stones: ByPlayer::new(kernel.stones(&before.position, &[])),
            stones_now: ByPlayer::new(kernel.stones(&now.position, &now.clicks)),
            captured: ByPlayer::new(now.captures),
            to_move: self.turn(),
            turn_number: now.turns + 1,
            clicks,
            taken,
            can_end: !legal_ends.is_empty(),
            legal_clicks,
            legal_ends,
            instruction: self.instruction(),
            last_turns: ByPlayer::new(Color::BOTH.map(complete)),
            score: self.score_now(),
            result: self.result(),
            turns_played: now.turns,
            undoable: self.played(),
            redoable: self.undone(),
            extras: kernel.extras(&now.position, &now.clicks, now.outcome.is_none()).into_iter().collect(),
        }
    }

    /// The tokens that end the turn, and the other vertices that may be clicked.
    fn legal_now(&self, last_click: Option<&Vertex>) -> (Vec<String>, Vec<Vertex>) {
        let last = last_click.map(Vertex::to_string);
        let tokens = self.legal_moves(Style::Steps).into_iter();
        let (ends, clicks): (Vec<_>, Vec<_>) =
            tokens.partition(|token| token.eq_ignore_ascii_case("pass") || Some(token) == last.as_ref());
        (ends, vertices_of(&clicks.join(",")))
    }

    fn score_now(&self) -> Option<Score> {
        let position = &self.now.position;
        let (points, controlled) = self.kernel.points(position);
        Some(Score {
            points: ByPlayer::new(points?),
            result: self.kernel.rules().adjudicate(position).to_string(),
            controlled: controlled.map(ByPlayer::new),
        })
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
