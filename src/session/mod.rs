//! A game being played: options, history, undo, repetition, move limit, clicks, and the engine's choice.
//!
//! [`Session`] is the face without types that the protocols see; [`Match`] is the one implementation, for any
//! [`Game`](crate::game::Game).

mod analysis;
mod clock;
mod endgames;
mod face;
mod late;
mod play;
mod prove;
mod record;
mod settings;
mod think;

pub use analysis::{Analysis, Observer, Variation};
pub use clock::{Budget, Clock, TimeControl};
pub use play::Match;
pub use record::{Click, Record};
pub use settings::{MAX_LEVEL, SETTINGS, Setting, SettingError, Settings};

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::board::{Shape, Vertex};
use crate::endgames::{EndgamesError, Tally};
use crate::evaluation::Looks;
use crate::game::{Color, Drawing, MoveError, Outcome, Points, PositionError, Stop, Style, Values, View};
use crate::search::{Interrupt, Limits};
use crate::solve::{Answer, Certificate, Journal, JournalError, ValueError};
use crate::verify::Flaw;

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The other player is to move.
    #[error("it is {0}'s turn")]
    OutOfTurn(Color),
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Fewer moves have been played than were to be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{played} played so far")]
pub struct UndoError {
    /// How many can be taken back.
    pub played: usize,
}

/// Why a position is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A move has been begun by clicks.
    #[error("a move has been begun: complete it, or take it back")]
    Begun,
    /// The proof cannot be kept, or gone on with.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is nothing to certify: the result is not known.
    #[error("unknown: it could not be proven within the limits")]
    Unproven,
    /// It is proven, but the positions of the proof do not fit in memory.
    #[error("the certificate is too long: it needs more time, or more memory (--hash)")]
    TooLong,
    /// A certificate is about positions, whenever they come.
    #[error("games with max_moves have no certificates")]
    Limited,
}

/// How to choose a move.
#[derive(Clone, Copy, Debug)]
pub struct Thinking<'a> {
    /// How moves are written.
    pub style: Style,
    /// The engine's settings.
    pub settings: &'a Settings,
    /// Limits of the turn.
    pub limits: Limits,
    /// Who may interrupt.
    pub interrupt: &'a Interrupt,
    /// The line of input that asks for the move.
    pub line: u64,
}

/// A game being played. Failed calls change nothing.
pub trait Session: Send {
    /// The game's name in commands.
    fn name(&self) -> &'static str;
    /// The game's name for people.
    fn title(&self) -> &'static str;
    /// The options in force.
    fn values(&self) -> &Values;
    /// The options of the game on a board of this many columns and rows, if there is one.
    fn resized(&self, columns: u32, rows: u32) -> Option<String>;
    /// Sets the komi; games without points ignore it.
    fn set_komi(&mut self, komi: Points);
    /// Starts again from the game's start position.
    fn clear(&mut self);
    /// Starts again from a position.
    ///
    /// # Errors
    /// [`PositionError`] where the text does not fit the board or cannot stand.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;
    /// The position string. Clicks of a move not yet complete do not show.
    fn position(&self) -> String;
    /// Starts again from a position of these stones and this player to move, everything else as on a fresh turn.
    ///
    /// # Errors
    /// [`PositionError`] where a stone is off the board, or the position cannot stand.
    fn set_up(&mut self, stones: &[(Color, Vertex)], turn: Color) -> Result<(), PositionError>;
    /// The board for people, with the side to move and the captures.
    fn draw(&self) -> String;
    /// The outline of the board.
    fn shape(&self) -> Shape;
    /// Every cell of the board with the stone on it, in rows from the top; on a hexagon rows of the picture.
    fn rows(&self) -> Vec<Vec<(Vertex, Option<Color>)>>;
    /// The numbers of stones that Black and White have captured.
    fn captures(&self) -> [u32; 2];
    /// The clicks of a move not yet complete.
    fn clicks(&self) -> &[Vertex];
    /// Enemy stones that the jump under way has taken so far; they still stand on the board.
    fn taken(&self) -> Vec<Vertex>;
    /// The vertices of the last turn that was played, or of the present one as far as it has come.
    fn last_turn(&self) -> Vec<Vertex>;
    /// The pictures that the game knows.
    fn views(&self) -> &'static [View];
    /// The picture of that name, if the game knows one; `stop` is asked where it takes long.
    fn view(&self, name: &str, stop: Stop) -> Option<Drawing>;
    /// The game so far, as clicks.
    fn record(&self) -> Record;
    /// The player to move; of a finished game, whose turn would have come.
    fn turn(&self) -> Color;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The result, or in games with points the score as it stands.
    fn score(&self) -> Option<Outcome>;
    /// The number of accepted `play` and `genmove` that can be taken back.
    fn played(&self) -> usize;
    /// All tokens that may be played now, sorted by bytes. `None` once `stop` says so, or where there are more than
    /// memory holds.
    fn tokens_until(&self, style: Style, stop: Stop) -> Option<Vec<String>>;
    /// The same, to the end; empty where there are too many.
    fn tokens(&self, style: Style) -> Vec<String> {
        self.tokens_until(style, &|| false).unwrap_or_default()
    }
    /// Plays a token.
    ///
    /// # Errors
    /// [`PlayError`]: out of turn, after the end, or not a legal move.
    fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError>;
    /// Chooses a move for a player and, if `commit`, plays it, while `observer` is shown what the engine thinks. Answers
    /// `PASS` or `resign` after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn genmove(
        &mut self,
        color: Color,
        commit: bool,
        thinking: Thinking,
        observer: Option<Observer>,
    ) -> Result<String, PlayError>;
    /// Thinks about the move of a player without choosing one, within the limits, or until the next line of input
    /// where there are none, and shows `observer` what it thinks. Returns the last of it, empty after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn analyze(&mut self, color: Color, thinking: Thinking, observer: Observer) -> Result<Analysis, PlayError>;
    /// Searches for the player to move, who is not the engine, until the next line of input comes; for the tables only.
    fn ponder(&mut self, thinking: Thinking);
    /// Takes back the last `count` accepted tokens.
    ///
    /// # Errors
    /// [`UndoError`] where there are not so many.
    fn undo(&mut self, count: usize) -> Result<(), UndoError>;
    /// Counts move sequences; `None` if `stop` says so, or a position has more moves than memory holds.
    fn perft(&self, depth: u32, stop: Stop) -> Option<u64>;
    /// What the evaluation looks at in the position.
    fn looks(&self) -> Looks;
    /// Whether the search plays captures out before it evaluates a position.
    fn plays_captures_out(&self) -> bool;
    /// The symmetries of the game, as learning wants them.
    fn symmetries(&self) -> Vec<Vec<u16>>;
    /// How many units the networks of the game have.
    fn units(&self) -> usize;
    /// What the player who made the last `genmove` may expect, from 0 to 1; nothing where there was no choice, and so no search.
    fn expected(&self) -> Option<f64>;
    /// Nodes, or playouts, of the last `genmove`.
    fn searched(&self) -> u64;
    /// What the player to move may expect, from 0 to 1, by a search within limits; the game must go on.
    fn expectation(&mut self, limits: Limits, settings: &Settings) -> f64;
    /// Who wins with perfect play, for the player to move, proven within the limits; a move is a whole turn. A long proof
    /// can be kept in a journal.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve.
    fn solve(&self, thinking: Thinking, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError>;
    /// Solves the position as if the game began with it, and proves the answer.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve, or no proof that fits.
    fn certify(&self, thinking: Thinking) -> Result<Certificate, SolveError>;
    /// Checks a certificate of this game with these options, and returns how many positions that took.
    ///
    /// # Errors
    /// [`Flaw`]: why it proves nothing.
    fn verify(&self, certificate: &Certificate, stop: Stop) -> Result<u64, Flaw>;
    /// Works out the table of endgames with at most so many stones, or as many as fit in a gibibyte, and writes it into a file
    /// in the folder, which it returns with what the table says in all.
    ///
    /// # Errors
    /// [`EndgamesError`].
    fn write_endgames(
        &self,
        stones: Option<u32>,
        threads: usize,
        folder: &Path,
    ) -> Result<(PathBuf, Tally), EndgamesError>;
    /// The value of the position in combinatorial game theory, whoever is to move; Left is Black.
    ///
    /// # Errors
    /// [`ValueError`].
    fn value(&self, stop: Stop) -> Result<String, ValueError>;
    /// The moves that force a win within `depth` moves, and soonest; proven by looking at everything, `most` positions at
    /// most: `None` where that is not enough.
    fn forced_wins(&self, depth: u32, most: u64) -> Option<Vec<String>>;
    /// Plays `count` games of moves each as likely as the others from here, cut at `most` moves, and returns
    /// the number of moves.
    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64;
    /// Searches the position afresh within limits and returns the number of positions looked at.
    fn search(&mut self, limits: Limits, settings: &Settings) -> u64;
    /// Counts the sequences that begin with each move, sorted by text. `depth` 0 counts as 1.
    fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>>;
}
