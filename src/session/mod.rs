//! A game being played: options, history, undo, repetition, move limit, clicks, and the engine's choice of moves.
//!
//! [`Session`] is the object-safe interface that the engine and the tools use; [`GameSession`] is its one implementation, for
//! any [`Game`](crate::game::Game). What `GameSession` does stands in a file a subject; `object.rs` makes a `Session` of it.
//!
//! ```
//! use papamu::game::Style;
//! use papamu::games;
//!
//! let mut session = games::find(games::GAMES, "konane")?.open("width=6 height=6")?;
//! session.play(session.turn(), "D3", Style::Whole)?;
//! assert_eq!(session.legal_moves(Style::Whole), ["C3", "D2", "D4", "E3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod choose;
mod count;
mod decide;
mod display;
mod endgames;
mod late_proof;
mod object;
mod params;
mod play;
mod record;
mod snapshot;
mod solve;
mod state;
mod training;
mod turns;

use std::path::{Path, PathBuf};

pub use analysis::{Analysis, Observer, Variation, VariationTurn};
pub use choose::{Choice, Chosen};
pub use params::{MAX_CONTEMPT, MAX_LEVEL, SearchParams};
pub use play::{PlayError, RedoError, UndoError};
pub use record::{Click, Record};
pub use snapshot::{ByPlayer, Cell, CellShape, GameResult, Score, Snapshot};
pub use solve::SolveError;
pub use state::GameSession;
pub use training::Training;
pub use turns::Turn;
pub(crate) use turns::vertices_of;

use crate::board::{Shape, Vertex};
use crate::endgames::{EndgamesError, Tally};
use crate::evaluation::Features;
use crate::game::{Color, Drawing, EndReason, Outcome, Points, PositionError, Stop, Style, Values, View};
use crate::rng::Rng;
use crate::solve::verify::{Flaw, Leaves};
use crate::solve::{Answer, Certificate, Journal, ValueError};

/// A game being played, whichever it is. Calls that fail change nothing.
pub trait Session: Send + Sync {
    // # The game

    /// The game's name in commands.
    fn name(&self) -> &'static str;
    /// The game's name for people.
    fn title(&self) -> &'static str;
    /// The options in force.
    fn values(&self) -> &Values;
    /// The options of the game on a board of this many columns and rows.
    ///
    /// # Errors
    /// There is no such board: what boards there are, in words.
    fn resized(&self, columns: u32, rows: u32) -> Result<String, &'static str>;
    /// Sets the komi; games without points ignore it.
    fn set_komi(&mut self, komi: Points);
    /// A copy of the game with its history, to try moves in. It shares nothing with this one, and starts with empty tables.
    fn fork(&self) -> Box<dyn Session>;

    // # The position, and how it came about

    /// Starts again from the game's start position.
    fn clear(&mut self);
    /// Another game with the same options, at its start.
    fn new_game(&self) -> Box<dyn Session>;
    /// Starts again from a position.
    ///
    /// # Errors
    /// [`PositionError`] where the text does not fit the board or cannot stand.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;
    /// Starts again from a position of these stones and this player to move, everything else as on a fresh turn.
    ///
    /// # Errors
    /// [`PositionError`] where a stone is off the board, or the position cannot stand.
    fn set_up(&mut self, stones: &[(Color, Vertex)], turn: Color) -> Result<(), PositionError>;
    /// The position string. Clicks of a move not yet complete do not show.
    fn position(&self) -> String;
    /// A position string that is the same for all images of a position under the symmetries of the game.
    fn canonical_position(&self) -> String;
    /// The numbers of stones that Black and White have captured.
    fn captures(&self) -> [u32; 2];
    /// The clicks of a move not yet complete.
    fn clicks(&self) -> &[Vertex];
    /// The game so far, as clicks.
    fn record(&self) -> Record;
    /// The player to move; after the end of the game, the player who would have moved next.
    fn turn(&self) -> Color;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The result, or in games with points the score as it stands.
    fn score(&self) -> Option<Outcome>;
    /// Why the game is over, once it is.
    fn end_reason(&self) -> Option<EndReason>;
    /// Whether the game counts points.
    fn counts_points(&self) -> bool;
    /// What a board that is clicked on expects next; nothing once the game is over.
    fn instruction(&self) -> String;
    /// Whether to refuse a `PASS` that would end the game and lose it, and never to choose one: on a board with a button
    /// for passes it is pressed by mistake. It stays possible to forfeit.
    fn refuse_losing_pass(&mut self, refuse: bool);
    /// The number of accepted `play` and `genmove` that can be taken back.
    fn played(&self) -> usize;

    // # Playing

    /// The text of all legal moves, sorted by bytes. `None` once `stop` says so, or where there are more than fit in
    /// memory.
    fn legal_moves_until(&self, style: Style, stop: Stop) -> Option<Vec<String>>;
    /// The text of all legal moves, sorted by bytes; empty where there are more than fit in memory.
    fn legal_moves(&self, style: Style) -> Vec<String> {
        self.legal_moves_until(style, &|| false).unwrap_or_default()
    }
    /// Plays a token.
    ///
    /// # Errors
    /// [`PlayError`]: out of turn, after the end, or not a legal move.
    fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError>;
    /// Plays all of the tokens, or none.
    ///
    /// # Errors
    /// [`PlayError`], and the number of the token that is not played.
    fn play_all(&mut self, moves: &[(Color, &str)], style: Style) -> Result<(), (usize, PlayError)>;
    /// Plays a random turn, as short as it can be, without passing or resigning. Returns its text; `None` if there is none.
    fn play_random_turn(&mut self, rng: &mut Rng) -> Option<String>;
    /// Takes back the last `count` accepted tokens.
    ///
    /// # Errors
    /// [`UndoError`] where fewer have been played.
    fn undo(&mut self, count: usize) -> Result<(), UndoError>;
    /// Takes back the turn under way, or else the last one, whatever it took to play it.
    ///
    /// # Errors
    /// [`UndoError`] where nothing has been played.
    fn undo_turn(&mut self) -> Result<(), UndoError>;
    /// Plays the last `count` tokens that were taken back again. Whatever else is played ends that.
    ///
    /// # Errors
    /// [`RedoError`] where fewer have been taken back.
    fn redo(&mut self, count: usize) -> Result<(), RedoError>;
    /// Plays a turn that was taken back again, or the rest of one.
    ///
    /// # Errors
    /// [`RedoError`] where none has been taken back.
    fn redo_turn(&mut self) -> Result<(), RedoError>;
    /// How many tokens that were taken back can be played again.
    fn undone(&self) -> usize;
    /// Checks that a token is the whole turn of the player to move, or the rest of it. A forfeit is none.
    ///
    /// # Errors
    /// [`PlayError`]: the game is over, or it is no legal turn.
    fn check_turn(&self, token: &str) -> Result<(), PlayError>;

    // # The engine's moves

    /// Chooses a move of a player, in the style of `params`, without playing it, while `observer` is shown the search. After the end
    /// of the game the choice is only an answer.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`], and [`PlayError::Discarded`] where the search was cancelled so.
    fn choose(&mut self, color: Color, params: &SearchParams, observer: Option<Observer>) -> Result<Choice, PlayError>;
    /// Plays what was chosen, and remembers the clicks that are to follow. A choice made after the end changes nothing.
    ///
    /// # Errors
    /// [`PlayError`], if the position is another one by now.
    fn play_choice(&mut self, choice: &Choice) -> Result<(), PlayError>;
    /// Searches for a player at full strength without choosing a move, within the limits or until it is cancelled, and shows
    /// `observer` the search. Returns the last report, empty after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn analyze(
        &mut self,
        color: Color,
        params: &SearchParams,
        observer: Option<Observer>,
    ) -> Result<Analysis, PlayError>;
    /// Searches for the player to move, who is not the engine, until it is cancelled; fills the tables only.
    fn ponder(&mut self, params: &SearchParams);
    /// Drops the tables of earlier searches.
    fn release_memory(&mut self);

    // # What a board shows

    /// The board for people, with the side to move and the captures.
    fn draw(&self) -> String;
    /// The outline of the board.
    fn shape(&self) -> Shape;
    /// Every cell of the board with the stone on it, in rows from the top; on a hexagon rows of the picture.
    fn rows(&self) -> Vec<Vec<(Vertex, Option<Color>)>>;
    /// Enemy stones that the jump under way has taken so far; they still stand on the board.
    fn taken(&self) -> Vec<Vertex>;
    /// The vertices of the last turn that was played, or of the present turn so far.
    fn last_turn(&self) -> Vec<Vertex>;
    /// The result in words, and its reason: `White wins: Black cannot move.`
    fn result_in_words(&self) -> String;
    /// Everything that a screen needs of the game.
    fn snapshot(&self) -> Snapshot;
    /// The turns played so far, in order; the one under way is the last.
    fn turns(&self) -> Vec<Turn>;
    /// The last of these turns.
    fn latest_turn(&self) -> Option<Turn>;
    /// The pictures that the game knows.
    fn views(&self) -> &'static [View];
    /// The picture of that name, if the game knows one; `stop` is asked where it takes long.
    fn view(&self, name: &str, stop: Stop) -> Option<Drawing>;

    // # Proven results

    /// Who wins with perfect play, for the player to move, with the whole turn that keeps it; a turn whose later
    /// decisions cannot be proven is unknown. A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve.
    fn solve(&self, params: &SearchParams, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError>;
    /// Splits a proof that is saved in a file, about `subject` (see [`Journal`]), into `count` jobs for several machines, or
    /// fewer: each the turns from this position to one that the proof needs next.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve, or the file cannot be used.
    fn split(
        &self,
        file: &Path,
        subject: &str,
        count: usize,
        params: &SearchParams,
    ) -> Result<Vec<Vec<String>>, SolveError>;
    /// Solves the position as if the game began with it, and returns the proof. It leaves out what an exhaustive search of at
    /// most `searched` positions decides; that may be more than none in games of
    /// [`NORMAL_PLAY`](crate::game::Rules::NORMAL_PLAY) only. A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve, or no proof that fits.
    fn certify(
        &self,
        searched: u64,
        params: &SearchParams,
        journal: Option<&mut Journal>,
    ) -> Result<Certificate, SolveError>;
    /// Checks a certificate of this game with these options, and returns how many positions that took.
    ///
    /// # Errors
    /// [`Flaw`]: why it proves nothing.
    fn verify(&self, certificate: &Certificate, leaves: Leaves, stop: Stop) -> Result<u64, Flaw>;
    /// Builds the table of endgames with at most this many stones, or as many as fit in a gibibyte, and writes it to a
    /// file in the folder. Returns the file, and how many positions are won, drawn and lost.
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
    /// The moves that force a win within `depth` moves, and soonest, by exhaustive search of at most `most` positions;
    /// `None` where that is not enough.
    fn forced_wins(&self, depth: u32, most: u64) -> Option<Vec<String>>;

    // # Counting, learning

    /// Counts move sequences; `None` if `stop` says so, or a position has more moves than memory holds.
    fn perft(&self, depth: u32, stop: Stop) -> Option<u64>;
    /// Counts the sequences that begin with each move, sorted by text. `depth` 0 counts as 1.
    fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>>;
    /// Plays `count` games of moves each as likely as the others from here, cut at `most` moves, and returns
    /// the number of moves.
    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64;
    /// What the evaluation sees in the position.
    fn features(&self) -> Features;
    /// What learning the evaluation needs to know of the game.
    fn training(&self) -> Training;
}
