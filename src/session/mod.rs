//! A game being played: options, history, undo, repetition, move limit, clicks, and the engine's choice of moves.
//!
//! [`Session`] is the object-safe interface that the engine and the tools use; [`GameSession`] is its only
//! implementation, for any [`Game`](crate::game::Game). `GameSession` is split into one file per subject; `object.rs`
//! implements `Session` for it.
//!
//! ```
//! use papamu::game::Style;
//! use papamu::registry::{self, GAMES};
//!
//! let mut session = registry::find(GAMES, "konane")?.open("width=6 height=6")?;
//! session.play(session.turn(), "D3", Style::Whole)?;
//! assert_eq!(session.legal_moves(Style::Whole), ["C3", "D2", "D4", "E3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod choose;
mod count;
mod decide;
mod display;
mod late_proof;
mod object;
mod params;
mod play;
mod record;
mod snapshot;
mod solve;
mod state;
mod turns;

pub use analysis::{Analysis, Observer, Variation, VariationTurn};
pub use choose::{Choice, Chosen};
pub use count::SeeCount;
pub use params::{LEVELS_IN_WORDS, MAX_CONTEMPT, MAX_LEVEL, SearchParams};
pub use play::{PlayError, RedoError, UndoError};
pub use record::{Click, Record};
pub use snapshot::{ByPlayer, Cell, CellShape, GameResult, Score, Snapshot};
pub use solve::SolveError;
pub use state::GameSession;
pub use turns::Turn;
pub(crate) use turns::vertices_of;

use crate::board::{Shape, Vertex};
use crate::game::{Color, Drawing, EndReason, Outcome, Points, PositionError, Stop, Style, Values, View};
use crate::rng::Rng;
use crate::solve::verify::{Flaw, StopAfter};
use crate::solve::{Answer, Certificate, Journal, MovesWatch, SolvedMoves};

/// A game being played, for any game. A call that fails changes nothing.
pub trait Session: Send + Sync {
    // # The game

    /// The game's name in commands.
    fn name(&self) -> &'static str;
    /// The game's name for people.
    fn title(&self) -> &'static str;
    /// The current options.
    fn values(&self) -> &Values;
    /// The options of the game on a board of this many columns and rows.
    ///
    /// # Errors
    /// If there is no such board: a description of the allowed boards.
    fn resized(&self, columns: u32, rows: u32) -> Result<String, &'static str>;
    /// Sets the komi; games without points ignore it.
    fn set_komi(&mut self, komi: Points);
    /// A copy of the game with its history, in which to try moves. It shares nothing with this game, and its tables are
    /// empty.
    fn fork(&self) -> Box<dyn Session>;

    // # The position and its history

    /// Restarts from the game's starting position.
    fn clear(&mut self);
    /// A new game with the same options.
    fn new_game(&self) -> Box<dyn Session>;
    /// Restarts from a position.
    ///
    /// # Errors
    /// [`PositionError`] if the text does not fit the board, or the position cannot arise.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;
    /// Restarts from a position with these stones and this player to move, at the beginning of an ordinary turn.
    ///
    /// # Errors
    /// [`PositionError`] if a stone is off the board, or the position cannot arise.
    fn set_up(&mut self, stones: &[(Color, Vertex)], turn: Color) -> Result<(), PositionError>;
    /// The position string. Clicks of a move that is not complete do not show in it.
    fn position(&self) -> String;
    /// The position string of the canonical image, which is the same for all images of a position under the symmetries
    /// of the game.
    fn canonical_position(&self) -> String;
    /// The numbers of stones that Black and White have captured.
    fn captures(&self) -> [u32; 2];
    /// The clicks of a move that is not complete.
    fn clicks(&self) -> &[Vertex];
    /// The game so far, as clicks.
    fn record(&self) -> Record;
    /// The player to move; after the end of the game, the player who would have moved next.
    fn turn(&self) -> Color;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The result, or in games with points the current score.
    fn score(&self) -> Option<Outcome>;
    /// Why the game is over; `None` while it goes on.
    fn end_reason(&self) -> Option<EndReason>;
    /// Whether the game counts points.
    fn counts_points(&self) -> bool;
    /// What to click next, in English; empty once the game is over.
    fn instruction(&self) -> String;
    /// Sets whether to reject a `PASS` that ends and loses the game, and never to choose one. On a board with a pass
    /// button, such a pass is a mistake. A player can still forfeit.
    fn refuse_losing_pass(&mut self, refuse: bool);
    /// Whether the current turn has not begun.
    fn is_between_turns(&self) -> bool;
    /// The number of accepted tokens that can be taken back.
    fn played(&self) -> usize;

    // # Playing

    /// The text of all legal moves, sorted by bytes. `None` if `stop` returns true, or if there are more than fit in
    /// memory.
    fn legal_moves_until(&self, style: Style, stop: Stop) -> Option<Vec<String>>;
    /// The text of all legal moves, sorted by bytes; empty if there are more than fit in memory.
    fn legal_moves(&self, style: Style) -> Vec<String> {
        self.legal_moves_until(style, &|| false).unwrap_or_default()
    }
    /// Plays a token.
    ///
    /// # Errors
    /// [`PlayError`] if it is not the turn of `color`, the game is over, or the move is illegal.
    fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError>;
    /// Plays either all of the tokens or none.
    ///
    /// # Errors
    /// [`PlayError`], and the index of the token that it is about.
    fn play_all(&mut self, moves: &[(Color, &str)], style: Style) -> Result<(), (usize, PlayError)>;
    /// Plays a random turn that is as short as possible and neither passes nor resigns. Returns its text; `None` if
    /// there is no such turn.
    fn play_random_turn(&mut self, rng: &mut Rng) -> Option<String>;
    /// Takes back the last `count` accepted tokens.
    ///
    /// # Errors
    /// [`UndoError`] if fewer have been played.
    fn undo(&mut self, count: usize) -> Result<(), UndoError>;
    /// Takes back all tokens of the current turn, or of the previous turn if the current one has not begun.
    ///
    /// # Errors
    /// [`UndoError`] if nothing has been played.
    fn undo_turn(&mut self) -> Result<(), UndoError>;
    /// Replays the last `count` tokens that were taken back. Playing anything else discards the tokens taken back.
    ///
    /// # Errors
    /// [`RedoError`] if fewer have been taken back.
    fn redo(&mut self, count: usize) -> Result<(), RedoError>;
    /// Replays a turn that was taken back, or the rest of one.
    ///
    /// # Errors
    /// [`RedoError`] if none has been taken back.
    fn redo_turn(&mut self) -> Result<(), RedoError>;
    /// The number of tokens taken back that can be replayed.
    fn undone(&self) -> usize;
    /// Checks that a token is the whole turn of the player to move, or the rest of it, and returns the number of its
    /// moves. A forfeit does not count as a turn.
    ///
    /// # Errors
    /// [`PlayError`] if the game is over, or the token is not a legal turn.
    fn check_turn(&self, token: &str) -> Result<usize, PlayError>;

    // # The engine's moves

    /// Chooses a move for a player, in the style of `params`, without playing it. `observer` receives reports of the
    /// search. After the end of the game, the result is [`Chosen::Over`].
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`]; and [`PlayError::Discarded`] if the search was cancelled without a result.
    fn choose(&mut self, color: Color, params: &SearchParams, observer: Option<Observer>) -> Result<Choice, PlayError>;
    /// Plays a choice, and remembers the clicks that follow it. A choice made after the end of the game changes
    /// nothing.
    ///
    /// # Errors
    /// [`PlayError`] if the choice is not legal in the current position.
    fn play_choice(&mut self, choice: &Choice) -> Result<(), PlayError>;
    /// Analyses the position for a player at full strength, within the limits or until it is cancelled. `observer`
    /// receives reports of the search. Returns the last report, which is empty after the end of the game.
    fn analyze(
        &mut self,
        color: Color,
        params: &SearchParams,
        observer: Option<Observer>,
    ) -> Result<Analysis, PlayError>;
    /// Searches on the opponent's time until it is cancelled. Only fills the tables.
    fn ponder(&mut self, params: &SearchParams);
    /// Clears the tables of earlier searches.
    fn release_memory(&mut self);

    // # What a board shows

    /// The board for people, with the side to move and the captures.
    fn draw(&self) -> String;
    /// The shape of the board.
    fn shape(&self) -> Shape;
    /// Every cell of the board with the stone on it, in rows from the top; on a hexagon, in the rows of the diagram.
    fn rows(&self) -> Vec<Vec<(Vertex, Option<Color>)>>;
    /// The enemy stones that the current jump has captured so far; they are still on the board.
    fn taken(&self) -> Vec<Vertex>;
    /// The vertices of the last turn, or of the current turn so far.
    fn last_turn(&self) -> Vec<Vertex>;
    /// The result and its reason in words: `White wins: Black cannot move.`
    fn result_in_words(&self) -> String;
    /// Everything that a front end displays of the game.
    fn snapshot(&self) -> Snapshot;
    /// The turns so far, in order, including the current one.
    fn turns(&self) -> Vec<Turn>;
    /// The last of these turns.
    fn latest_turn(&self) -> Option<Turn>;
    /// The views that the game offers.
    fn views(&self) -> &'static [View];
    /// The view with that name, if the game has one. `stop` is polled if drawing takes long.
    fn view(&self, name: &str, stop: Stop) -> Option<Drawing>;

    /// The expected owner of each cell at the end of the game, from 1 (Black) to -1 (White), in the order of `cells` in
    /// the [snapshot](Self::snapshot); `None` in a game without a view `ownership`. `stop` is polled.
    fn ownership(&self, stop: Stop) -> Option<Vec<f64>>;

    // # Proven results

    /// The result with perfect play for the player to move, with a whole turn that keeps it. It is unknown if later
    /// decisions of the turn cannot be proven. A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve.
    fn solve(&self, params: &SearchParams, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError>;
    /// The results of all legal moves with perfect play, sorted as [`SolvedMoves::sort`] does: whole turns, or in a turn of
    /// several moves the first one, with the rest of the turn chosen best. `watch` receives reports while the search runs.
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve, or there are too many moves to list.
    fn solve_moves(&self, params: &SearchParams, watch: Option<MovesWatch>) -> Result<SolvedMoves, SolveError>;
    /// Solves the position as if the game began with it, and returns the proof. The proof omits positions that an
    /// exhaustive search of at most `searched` positions decides, in games of
    /// [`NORMAL_PLAY`](crate::game::Rules::NORMAL_PLAY). A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve, no proof was found, or it does not fit in memory.
    fn certify(
        &self,
        searched: u64,
        params: &SearchParams,
        journal: Option<&mut Journal>,
    ) -> Result<Certificate, SolveError>;
    /// Checks a certificate for this game with these options, and returns the number of positions checked. `stop` is told
    /// how many turns of the certificate have been checked, and ends the check by returning true.
    fn verify(&self, certificate: &Certificate, stop: StopAfter) -> Result<u64, Flaw>;

    // # Counting

    /// Counts move sequences; `None` if `stop` returns true, or a position has more moves than fit in memory.
    fn perft(&self, depth: u32, stop: Stop) -> Option<u64>;
    /// Counts the sequences that begin with each move, sorted by text. `depth` 0 counts as 1.
    fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>> {
        let mut counts = Vec::new();
        self.perft_split(depth, stop, &mut |counted, _| {
            counts.extend(counted.map(|(name, count)| (name.to_owned(), count)))
        })?;
        counts.sort_unstable();
        Some(counts)
    }
    /// Counts the sequences that begin with each move. Calls `see` with the number of moves: before the first one, and after
    /// each, then also with its text and count. `None` as for [`perft`](Self::perft).
    fn perft_split(&self, depth: u32, stop: Stop, see: SeeCount) -> Option<()>;
    /// Plays `count` games of uniformly random moves from here, each of at most `most` moves, and returns the total
    /// number of moves.
    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64;
}
