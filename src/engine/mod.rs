//! The engine: a game being played with settings, komi and clocks. It knows no protocol; GTP, UGI and the command line
//! translate their commands to it.
//!
//! ```
//! use papamu::engine::{Engine, Search};
//! use papamu::game::Style;
//! use papamu::registry::GAMES;
//!
//! let mut engine = Engine::new(GAMES, "kanga", "width=5 height=5")?;
//! engine.set("nodes", "500")?;
//! let side = engine.game().turn();
//! engine.play(side, "C3", Style::Whole)?;
//! let choice = engine.choose(Search::new())?;
//! engine.play_choice(&choice)?;
//! assert_eq!(engine.game().played(), 2);
//! println!("{} {:?}\n{}", choice.token(), choice.winrate, engine.game().draw());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod error;
mod lesson;
mod puzzle;
mod record;
mod report;
mod request;
mod search;
mod settings;
mod state;

pub use clock::{Budget, Clock, TimeControl};
pub use error::{OpenError, SequenceError, SetUpError, SizeError, TooManyMoves};
pub use lesson::{LessonData, LessonError};
pub use puzzle::{LineTurn, PuzzleData, PuzzleError, Shown};
pub use record::{LoadError, sgf};
pub use report::{MoveData, ReportData, SCHEMA_VERSION, TurnData, ValueData, Versioned};
pub(crate) use report::{bound, proven, rounded, tenths};
pub use request::Search;
pub use settings::{Most, SETTINGS, Setting, SettingError, Settings};
pub use state::{State, TimeLeft};

use std::collections::BTreeMap;
use std::time::Duration;

use crate::board::Vertex;
use crate::game::{Color, OptionError, Outcome, Points, PositionError, Style};
use crate::registry::{self, Entry};
use crate::session::{PlayError, RedoError, Session, UndoError};

/// A game being played, with settings, komi and clocks. A call that fails changes nothing.
pub struct Engine {
    games: &'static [Entry],
    session: Box<dyn Session>,
    settings: Settings,
    clock: Clock,
    /// Applies to later games too, until one is opened by name.
    komi: Option<Points>,
    /// Nodes of the last choice.
    nodes: u64,
    /// Applies to all games: see [`refuse_losing_pass`](Self::refuse_losing_pass).
    refuses_losing_pass: bool,
    /// Whether the engine has just moved, so that it may search on the opponent's time.
    has_moved: bool,
}

impl Engine {
    /// An engine for these games, which starts with one of them, with options such as `width=6 height=6`.
    ///
    /// # Errors
    /// [`OpenError`] for a game or options that do not exist.
    pub fn new(games: &'static [Entry], name: &str, options: &str) -> Result<Self, OpenError> {
        Ok(Self {
            games,
            session: registry::find(games, name)?.open(options)?,
            settings: Settings::default(),
            clock: Clock::default(),
            komi: None,
            nodes: 0,
            refuses_losing_pass: false,
            has_moved: false,
        })
    }

    /// An engine like this one, at the start of the same game.
    pub fn fresh(&self) -> Self {
        let (mut session, mut clock) = (self.session.new_game(), self.clock.clone());
        session.refuse_losing_pass(self.refuses_losing_pass);
        clock.reset();
        Self { session, clock, settings: self.settings.clone(), nodes: 0, has_moved: false, ..*self }
    }

    /// The games that can be opened.
    pub fn games(&self) -> &'static [Entry] {
        self.games
    }

    /// The game being played.
    pub fn game(&self) -> &dyn Session {
        &*self.session
    }

    /// The current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The player to move; after the end of the game, the player who would have moved next.
    pub fn turn(&self) -> Color {
        self.session.turn()
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// All legal moves in whole style, sorted by bytes. In a turn of several moves, these are the single moves. Empty
    /// after the end of the game.
    pub fn legal_moves(&self) -> Result<Vec<String>, TooManyMoves> {
        self.session.legal_moves_until(Style::Whole, &|| false).ok_or(TooManyMoves)
    }

    /// A copy of this engine with the game so far, in which to try moves. Its tables are empty.
    ///
    /// ```
    /// use papamu::engine::Engine;
    /// use papamu::game::Style;
    /// use papamu::registry::GAMES;
    ///
    /// let engine = Engine::new(GAMES, "kanga", "width=3 height=3")?;
    /// for token in engine.legal_moves()? {
    ///     let mut trial = engine.fork();
    ///     trial.play(trial.turn(), &token, Style::Whole)?;
    ///     println!("{token}: {} answers", trial.legal_moves()?.len());
    /// }
    /// assert_eq!(engine.game().played(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fork(&self) -> Self {
        let (settings, clock) = (self.settings.clone(), self.clock.clone());
        Self { session: self.session.fork(), settings, clock, nodes: 0, has_moved: false, ..*self }
    }

    /// Starts a game by name, with options such as `width=6 height=6`.
    ///
    /// # Errors
    /// [`OpenError`] for a game or options that do not exist.
    pub fn open(&mut self, name: &str, options: &str) -> Result<(), OpenError> {
        let session = registry::find(self.games, name)?.open(options)?;
        self.komi = None;
        self.start(session);
        Ok(())
    }

    /// Restarts the game on a board of this many columns and rows, with the other options unchanged.
    ///
    /// # Errors
    /// [`SizeError`] if the game has no such board.
    pub fn resize(&mut self, columns: u32, rows: u32) -> Result<(), SizeError> {
        let session = self.resized(columns, rows)?;
        self.start(session);
        Ok(())
    }

    /// Restarts the game.
    pub fn clear(&mut self) {
        self.session.clear();
        self.clock.reset();
        self.has_moved = false;
    }

    /// The komi: points added to White's score.
    pub fn komi(&self) -> Points {
        self.komi.unwrap_or_default()
    }

    /// Sets the komi. It stays until a game is opened by name; games without points ignore it.
    pub fn set_komi(&mut self, komi: Points) {
        self.komi = Some(komi);
        self.session.set_komi(komi);
        self.has_moved = false;
    }

    /// Sets whether to reject a `PASS` that ends and loses the game, in this game and later ones. On a board with a
    /// pass button, such a pass is a mistake.
    pub fn refuse_losing_pass(&mut self, refuse: bool) {
        self.refuses_losing_pass = refuse;
        self.session.refuse_losing_pass(refuse);
    }

    /// Restarts from a position string, in the current game with its current options.
    ///
    /// # Errors
    /// [`PositionError`] if the text does not fit the board, or the position cannot arise.
    pub fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        self.has_moved = false;
        self.session.set_position(text)
    }

    /// Restarts from a position with these stones, at the beginning of an ordinary turn of this player. A later stone
    /// on the same vertex replaces an earlier one.
    ///
    /// # Errors
    /// [`SetUpError`] if a stone is off the board, or the position cannot arise.
    pub fn set_up(&mut self, stones: &[(Color, Vertex)], turn: Color) -> Result<(), SetUpError> {
        self.has_moved = false;
        let stones: BTreeMap<Vertex, Color> = stones.iter().map(|&(color, vertex)| (vertex, color)).collect();
        let stones: Vec<_> = stones.into_iter().map(|(vertex, color)| (color, vertex)).collect();
        Ok(self.session.set_up(&stones, turn)?)
    }

    /// Changes the player to move in a position that was set up.
    ///
    /// # Errors
    /// [`SetUpError`] if moves have been played, or the position cannot arise with this player to move.
    pub fn set_up_turn(&mut self, turn: Color) -> Result<(), SetUpError> {
        if self.session.played() > 0 {
            return Err(SetUpError::Played);
        }
        if self.session.turn() == turn {
            return Ok(());
        }
        let stones = self.session.rows().into_iter().flatten();
        let stones: Vec<_> = stones.filter_map(|(vertex, stone)| Some((stone?, vertex))).collect();
        self.set_up(&stones, turn)
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// [`PlayError`] if it is not the turn of `color`, the game is over, or the move is illegal.
    pub fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError> {
        self.has_moved = false;
        self.check_length(&*self.session, &[(color, token)]).map_err(|(_, reason)| reason)?;
        self.session.play(color, token, style)
    }

    /// Plays either all of the moves or none.
    pub fn play_all<'a>(
        &mut self,
        moves: impl IntoIterator<Item = (Color, &'a str)>,
        style: Style,
    ) -> Result<(), SequenceError> {
        self.has_moved = false;
        let moves: Vec<_> = moves.into_iter().collect();
        let allowed = self.check_length(&*self.session, &moves);
        let played = allowed.and_then(|()| self.session.play_all(&moves, style));
        played.map_err(|(index, reason)| SequenceError { index, token: moves[index].1.to_owned(), reason })
    }

    /// Takes back the last `count` tokens. A single click of an unfinished move counts as one.
    ///
    /// # Errors
    /// [`UndoError`] if fewer have been played.
    pub fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        self.has_moved = false;
        self.session.undo(count)
    }

    /// Takes back the current turn, or the previous turn if the current one has not begun.
    ///
    /// # Errors
    /// [`UndoError`] if nothing has been played.
    pub fn undo_turn(&mut self) -> Result<(), UndoError> {
        self.has_moved = false;
        self.session.undo_turn()
    }

    /// Replays the last `count` tokens that were taken back.
    ///
    /// # Errors
    /// [`RedoError`] if fewer have been taken back.
    pub fn redo(&mut self, count: usize) -> Result<(), RedoError> {
        self.has_moved = false;
        self.session.redo(count)
    }

    /// Replays a turn that was taken back, or the rest of one.
    ///
    /// # Errors
    /// [`RedoError`] if none has been taken back.
    pub fn redo_turn(&mut self) -> Result<(), RedoError> {
        self.has_moved = false;
        self.session.redo_turn()
    }

    /// Changes a setting of [`SETTINGS`].
    ///
    /// # Errors
    /// [`SettingError`], which says what is allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let setting = Setting::find(name)?;
        let number = setting.read(value)?;
        self.configure(|settings| setting.put(settings, number))
    }

    /// Changes settings, including those that no protocol offers.
    ///
    /// ```
    /// use papamu::engine::Engine;
    /// use papamu::registry::GAMES;
    ///
    /// let mut engine = Engine::new(GAMES, "konane", "")?;
    /// engine.configure(|settings| (settings.level, settings.move_time_ms) = (3, 200))?;
    /// assert!(engine.configure(|settings| settings.level = 11).is_err());
    /// assert_eq!(engine.settings().level, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SettingError`], which says what is allowed.
    pub fn configure(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), SettingError> {
        let mut settings = self.settings.clone();
        change(&mut settings);
        settings.check(&self.settings)?;
        if settings.hash_mb < self.settings.hash_mb {
            self.session.release_memory();
        }
        self.settings = settings;
        Ok(())
    }

    /// Sets the time control, and resets both clocks.
    pub fn set_clock(&mut self, control: TimeControl) {
        self.clock = Clock::new(control);
    }

    /// Sets the remaining time of a player, for `stones` moves (or periods), or as main time if `stones` is 0.
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.clock.set_left(color, left, stones);
    }

    /// Rejects moves that would make the game or a turn longer than the limits allow, with the index of the first such
    /// move.
    fn check_length(&self, session: &dyn Session, moves: &[(Color, &str)]) -> Result<(), (usize, PlayError)> {
        let most = self.settings.most;
        // A turn may consist of several tokens of one player; a click has at least two characters.
        let (mut player, mut clicks) = (session.turn(), session.clicks().len());
        for (index, (color, token)) in moves.iter().enumerate() {
            clicks = token.len() / 2 + if *color == player { clicks } else { 0 };
            player = *color;
            if session.played() + index >= most.moves {
                return Err((index, PlayError::TooLong(most.moves)));
            }
            if clicks > most.clicks {
                return Err((index, PlayError::LongTurn(most.clicks)));
            }
        }
        Ok(())
    }

    /// Checks, before a move is chosen, that the limits allow one more. After the end of the game there is nothing to
    /// check, because a choice plays nothing.
    pub fn check_room(&self) -> Result<(), PlayError> {
        let most = self.settings.most.moves;
        let goes_on = self.session.outcome().is_none();
        if goes_on && self.session.played() >= most { Err(PlayError::TooLong(most)) } else { Ok(()) }
    }

    /// Replaces the game with a new one.
    fn start(&mut self, mut session: Box<dyn Session>) {
        if let Some(komi) = self.komi {
            session.set_komi(komi);
        }
        session.refuse_losing_pass(self.refuses_losing_pass);
        self.session = session;
        self.clock.reset();
        (self.has_moved, self.nodes) = (false, 0);
    }

    /// A new game like the current one on a board of this many columns and rows.
    fn resized(&self, columns: u32, rows: u32) -> Result<Box<dyn Session>, SizeError> {
        let game = self.session.name();
        let no_board = |allowed| SizeError::NoBoard { game, allowed };
        let options = self.session.resized(columns, rows).map_err(no_board)?;
        // Protocols clamp negative and huge numbers, so the message must not quote such a number.
        let is_far_off = ![columns, rows].iter().all(|extent| (1..1_000).contains(extent));
        self.opened(self.session.name(), &options).map_err(|error| match error {
            OpenError::Options(OptionError::Value { key, allowed, .. }) if is_far_off => {
                SizeError::Extent(format!("{key} {allowed}"))
            }
            OpenError::Options(error) => error.into(),
            OpenError::Game(_) => no_board("none"), // not reached, because the game is being played
        })
    }
}
