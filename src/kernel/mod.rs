//! What is compiled once a game and width: the rules, the searches and the proofs of a game, behind one object-safe
//! trait. [`Kernel`] has neither history nor turns, words for people, JSON or clocks; those are in
//! [`play`](crate::play), which is compiled once.

mod analysis;
mod choose;
mod core;
mod decide;
mod late_proof;

pub use analysis::{Analysis, Observer, Variation};
pub(crate) use choose::FoundTurn;
pub(crate) use core::Core;

use std::collections::BTreeMap;

use crate::board::{Shape, Vertex};
use crate::game::{
    self, Color, Content, Effects, EndReason, Error, Extras, Moves, PlayersPoints, Position, Repetition, Stop, Style,
};
use crate::play::SearchParams;
use crate::rng::Rng;
use crate::solve::Positions;

pub(crate) type Reading = game::Reading<Moves>;

/// Where a game stands: all that a search depends on.
pub(crate) struct Moment {
    pub position: Position,
    pub clicks: Vec<Vertex>,
    /// The positions so far, as repetition counts them.
    pub repetition: Repetition,
    /// The hash of the position in which the current turn began.
    pub turn_start: u64,
    pub turns_left: Option<u32>,
    /// Whether a resignation by a move of the game is out of the question.
    pub refuses_losing_pass: bool,
    /// If not empty, the turn must begin with one of these.
    pub only: Vec<Moves>,
    pub avoid: Vec<Moves>,
}

/// A game with certain options, and the tables of its searches. `clicks` are always those of a move that is not
/// complete.
pub(crate) trait Kernel: Send + Sync {
    /// The same game with empty tables. It shares nothing with this one.
    fn renewed(&self) -> Box<dyn Kernel>;
    fn shape(&self) -> Shape;

    fn start(&self) -> Position;
    fn read_position(&self, text: &str) -> Result<Position, Error>;
    fn write_position(&self, position: &Position) -> String;
    /// The position with these contents at the beginning of an ordinary turn.
    fn set_up(&self, contents: &BTreeMap<Vertex, Content>, turn: Color) -> Result<Position, Error>;
    /// Why the game is over, if it has ended by its own rules.
    fn end_reason(&self, position: &Position) -> Option<EndReason>;

    fn read(&self, position: &Position, clicks: &[Vertex], token: &str, style: Style) -> Result<Reading, Error>;
    fn write(&self, position: &Position, clicks: &[Vertex], moves: &Moves, style: Style) -> Vec<String>;
    /// The text in whole style of a turn that consists of these clicks and moves.
    fn turn_text(&self, position: &Position, clicks: &[Vertex], moves: &Moves) -> String;
    /// All legal tokens; `None` if `stop` returns true, or if there are too many.
    fn tokens(&self, position: &Position, clicks: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>>;
    /// The positions after each of these moves, and what each does to the board.
    fn play(&self, position: &Position, moves: &Moves) -> Vec<(Position, Effects)>;
    /// Whether one of the moves is a resignation by which the player to move loses.
    fn resigns(&self, position: &Position, moves: &Moves) -> bool;
    /// A random turn that is as short as possible and neither passes nor resigns; `None` if there is none.
    fn random_turn(&self, position: &Position, rng: &mut Rng) -> Option<Moves>;

    /// What is on each cell after the clicks, in the order of the rows.
    fn contents(&self, position: &Position, clicks: &[Vertex]) -> Vec<(Vertex, Content)>;
    /// The cell to click again to end the turn, if that is possible.
    fn last_click(&self, position: &Position, clicks: &[Vertex]) -> Option<Vertex>;
    fn instruction(&self, position: &Position, clicks: &[Vertex]) -> String;
    fn extras(&self, position: &Position) -> Extras;
    /// The points of Black and of White without komi, and the cells that they control.
    fn points(&self, position: &Position) -> Option<PlayersPoints>;
    fn ownership(&self, position: &Position, stop: Stop) -> Option<Vec<f64>>;

    /// Searches the rest of the turn within one budget; `None` if no move is left. With `exact`, the lines of the reports get exact scores.
    fn choose(
        &mut self,
        moment: &Moment,
        params: &SearchParams,
        observer: Option<Observer>,
        exact: bool,
    ) -> Option<FoundTurn>;
    fn release_memory(&mut self);

    fn rules(&self) -> &dyn Positions;
    /// Every legal move with its text in whole style. `None` if `stop` returns true, or if there are too many.
    fn named_moves(&self, position: &Position, stop: Stop) -> Option<Vec<(Moves, String)>>;

    /// Counts move sequences; `None` if `stop` returns true, or a position has too many moves.
    fn perft(&self, position: &Position, depth: u32, stop: Stop) -> Option<u64>;
}
