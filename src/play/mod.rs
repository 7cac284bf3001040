//! A game being played, for any game: history, undo, turns, repetition and the move limit; settings and clocks; the
//! engine's moves, analyses and proofs; lessons, puzzles and game records. It knows no protocol: GTP, UGI, JSON queries,
//! the terminal and the referee of matches all translate to it.
//!
//! ```
//! use papamu::game::Style;
//! use papamu::play::{Game, Search};
//!
//! let mut game = Game::open("kanga", "width=5 height=5")?;
//! game.set("nodes", "500")?;
//! game.play(game.turn(), "C3", Style::Whole)?;
//! let choice = game.choose(Search::new())?;
//! game.play_choice(&choice)?;
//! assert_eq!(game.played(), 2);
//! println!("{} {:?}\n{}", choice.token(), choice.winrate, game.draw());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choose;
mod clock;
mod display;
mod json;
mod lesson;
mod moves;
mod params;
mod puzzle;
mod settings;
mod sgf;
mod snapshot;
mod solve;
mod state;
mod turns;

pub use choose::Choice;
pub(crate) use clock::Clock;
pub use clock::TimeControl;
pub(crate) use json::{ReportData, bound, rounded, tenths};
pub use json::{TurnData, Versioned};
pub use lesson::LessonData;
pub(crate) use params::MAX_CONTEMPT;
pub use params::{LEVELS_IN_WORDS, MAX_LEVEL, Search, SearchParams};
pub use puzzle::{LineTurn, PuzzleData};
pub(crate) use settings::{SETTINGS, Setting};
pub use settings::{Settings, UserLimits};
pub use snapshot::{ByPlayer, Cell, GameResult, Score, Snapshot, State, TimeLeft};
pub use turns::Turn;
pub(crate) use turns::vertices_of;

pub use crate::game::{Error, ErrorKind};
pub use crate::kernel::{Analysis, Observer, Variation};
pub use crate::search::{Bound, Limits};
pub use crate::system::Cancel;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{Shape, Vertex};
use crate::game::{Color, Content, OptionKind, OptionSpec, Outcome, Points, Position, Values};
use crate::kernel::Kernel;
use crate::registry::{self, Entry};

use state::{State as Now, Step, Undone};

/// A game being played, with settings, komi and clocks. A call that fails changes nothing.
pub struct Game {
    games: Arc<[Entry]>,
    entry: Entry,
    kernel: Box<dyn Kernel>,
    values: Values,
    now: Now,
    start: Position,
    history: Vec<Step>,
    /// The positions at the beginning of each turn, including the first one, with their hashes. Repetition counts these.
    turn_positions: Vec<(Position, u64)>,
    /// The steps taken back; the last one is replayed first.
    undone: Vec<Undone>,
    begun: Instant,
    /// Applies to all games: see [`refuse_losing_pass`](Self::refuse_losing_pass).
    refuses_losing_pass: bool,
    settings: Settings,
    clock: Clock,
    /// Applies to later games too, until one is opened by name.
    komi: Option<Points>,
    nodes: u64,
}

impl Game {
    /// A game by its name, with options such as `width=6 height=6`.
    pub fn open(name: &str, options: &str) -> Result<Self, Error> {
        Self::new(registry::GAMES, name, options)
    }

    /// [`open`](Self::open) among these games, which may be your own.
    pub fn new(games: &[Entry], name: &str, options: &str) -> Result<Self, Error> {
        let entry = registry::find(games, name)?;
        let (kernel, values) = entry.kernel(options)?;
        Ok(Self::with(games.into(), *entry, kernel, values))
    }

    pub(crate) fn with(games: Arc<[Entry]>, entry: Entry, kernel: Box<dyn Kernel>, values: Values) -> Self {
        let start = kernel.start();
        let now = Now::first(&*kernel, start.clone());
        Self {
            games,
            entry,
            values,
            turn_positions: vec![(start.clone(), now.status.hash); now.turn_positions],
            kernel,
            now,
            start,
            history: Vec::new(),
            undone: Vec::new(),
            begun: Instant::now(),
            refuses_losing_pass: false,
            settings: Settings::default(),
            clock: Clock::default(),
            komi: None,
            nodes: 0,
        }
    }

    /// The same game at its start, with the same settings. Its tables are empty.
    pub fn fresh(&self) -> Self {
        self.renewed(self.entry, (self.kernel.renewed(), self.values.clone()), self.komi)
    }

    /// The same game at the position that it began with.
    pub(crate) fn restarted(&self) -> Self {
        let mut other = self.fresh();
        other.start_from(self.start.clone());
        other
    }

    /// Another game at its start, with the settings of this one.
    fn renewed(&self, entry: Entry, (kernel, values): (Box<dyn Kernel>, Values), komi: Option<Points>) -> Self {
        let mut other = Self::with(self.games.clone(), entry, kernel, values);
        (other.settings, other.clock) = (self.settings.clone(), self.clock.clone());
        other.refuses_losing_pass = self.refuses_losing_pass;
        other.clock.reset();
        if let Some(komi) = komi {
            other.set_komi(komi);
        }
        other
    }

    /// A copy of the game so far, in which to try moves. It shares nothing with this game, and its tables are empty.
    ///
    /// ```
    /// use papamu::game::Style;
    /// use papamu::play::Game;
    ///
    /// let game = Game::open("kanga", "width=3 height=3")?;
    /// for token in game.legal_moves(Style::Whole) {
    ///     let mut trial = game.fork();
    ///     trial.play(trial.turn(), &token, Style::Whole)?;
    ///     println!("{token}: {} answers", trial.legal_moves(Style::Whole).len());
    /// }
    /// assert_eq!(game.played(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fork(&self) -> Self {
        let (history, turn_positions) = (self.history.clone(), self.turn_positions.clone());
        let (now, start, undone, begun) = (self.now.clone(), self.start.clone(), self.undone.clone(), self.begun);
        let clock = self.clock.clone();
        Self { now, start, history, turn_positions, undone, begun, clock, ..self.fresh() }
    }

    /// Starts a game by name, with options such as `width=6 height=6`.
    pub fn set_game(&mut self, name: &str, options: &str) -> Result<(), Error> {
        *self = self.opened(name, options, None)?;
        Ok(())
    }

    /// Restarts the game on a board of this many columns and rows, with the other options unchanged.
    pub fn resize(&mut self, columns: u32, rows: u32) -> Result<(), Error> {
        *self = self.resized(columns, rows)?;
        Ok(())
    }

    pub fn clear(&mut self) {
        self.start_from(self.kernel.start());
    }

    /// A new game by name, with the settings of this one.
    fn opened(&self, name: &str, options: &str, komi: Option<Points>) -> Result<Self, Error> {
        let entry = *registry::find(&self.games, name)?;
        Ok(self.renewed(entry, entry.kernel(options)?, komi))
    }

    /// A new game like this one on a board of this many columns and rows.
    fn resized(&self, columns: u32, rows: u32) -> Result<Self, Error> {
        let wrong = |reason: String| Error::new(ErrorKind::Size, reason);
        let changes = self.size_options(columns, rows).map_err(wrong)?;
        // Protocols clamp negative and huge numbers, so the message must not quote such a number.
        let is_far_off = ![columns, rows].iter().all(|extent| (1..1_000).contains(extent));
        let refuses =
            |spec: &&OptionSpec| changes.iter().any(|(key, value)| *key == spec.key && !spec.kind.allows(value));
        if let (true, Some(OptionSpec { key, kind, .. })) = (is_far_off, self.option_specs().iter().find(refuses)) {
            return Err(wrong(format!("the number of columns or rows is out of range; allowed: {key} {kind}")));
        }
        let opened = self.entry.kernel(&self.values.with(&changes)).map_err(|error| wrong(error.to_string()))?;
        Ok(self.renewed(self.entry, opened, self.komi))
    }

    /// The changes to the options that give a board of this many columns and rows: of `width` and `height`, or of `size`
    /// to the value that gives this board.
    fn size_options(&self, columns: u32, rows: u32) -> Result<Vec<(&'static str, String)>, String> {
        let has = |key| self.option_specs().iter().find(|spec| spec.key == key);
        if has("width").and(has("height")).is_some() {
            return Ok(vec![("width", columns.to_string()), ("height", rows.to_string())]);
        }
        let (width, height) = self.shape().extent();
        if (u32::from(width), u32::from(height)) == (columns, rows) {
            return Ok(Vec::new());
        }
        let mut allowed = Vec::new();
        if let Some(OptionKind::Number { min, max } | OptionKind::Dependent { min, max, .. }) =
            has("size").map(|spec| spec.kind)
        {
            for size in min..=max {
                let change = vec![("size", size.to_string())];
                let Ok((kernel, _)) = self.entry.kernel(&self.values.with(&change)) else { continue };
                let (width, height) = kernel.shape().extent();
                if (u32::from(width), u32::from(height)) == (columns, rows) {
                    return Ok(change);
                }
                allowed.push(format!("{width}×{height}"));
            }
        }
        let allowed = if allowed.is_empty() { "only this one".to_owned() } else { allowed.join(" ") };
        Err(format!("{} has no such board; allowed: {allowed}", self.name()))
    }

    pub fn games(&self) -> &[Entry] {
        &self.games
    }

    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    pub fn title(&self) -> String {
        self.entry.title()
    }

    pub fn values(&self) -> &Values {
        &self.values
    }

    pub fn option_specs(&self) -> &'static [OptionSpec] {
        self.entry.options
    }

    pub fn shape(&self) -> Shape {
        self.kernel.shape()
    }

    pub fn counts_points(&self) -> bool {
        self.kernel.rules().counts_points()
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The player to move; after the end of the game, the player who would have moved next.
    pub fn turn(&self) -> Color {
        self.now.status.turn
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    /// The result, or in games with points the current score.
    pub fn score(&self) -> Option<Outcome> {
        self.now.outcome.or_else(|| self.counts_points().then(|| self.kernel.rules().adjudicate(&self.now.position)))
    }

    pub(crate) fn is_between_turns(&self) -> bool {
        self.now.is_between_turns()
    }

    /// The position string. Clicks of a move that is not complete do not show in it.
    pub fn position(&self) -> String {
        self.kernel.write_position(&self.now.position)
    }

    /// The position string of the canonical image, which is the same for all images of a position under the symmetries
    /// of the game.
    pub fn canonical_position(&self) -> String {
        let images = self.kernel.rules().images(&self.now.position);
        images.iter().map(|image| self.kernel.write_position(image)).min().unwrap_or_default()
    }

    pub fn captures(&self) -> [u32; 2] {
        self.now.captures
    }

    pub(crate) fn clicks(&self) -> &[Vertex] {
        &self.now.clicks
    }

    /// The komi: points added to White's score.
    pub fn komi(&self) -> Points {
        self.komi.unwrap_or_default()
    }

    /// Sets the komi. It stays until a game is opened by name; games without points ignore it.
    pub fn set_komi(&mut self, komi: Points) {
        self.komi = Some(komi);
        if self.values.komi() != komi
            && let Ok((kernel, values)) = self.entry.kernel_with(&self.values.to_string(), komi)
        {
            (self.kernel, self.values) = (kernel, values);
        }
        self.recount();
    }

    /// Sets whether to reject a `PASS` that ends and loses the game, and never to choose one, in this game and later
    /// ones. On a board with a pass button, such a pass is a mistake. A player can still forfeit.
    pub fn refuse_losing_pass(&mut self, refuse: bool) {
        self.refuses_losing_pass = refuse;
    }

    /// Restarts from a position string, in the current game with its current options.
    pub fn set_position(&mut self, text: &str) -> Result<(), Error> {
        self.start_from(self.kernel.read_position(text)?);
        Ok(())
    }

    /// Restarts from a position with these stones and blocked cells, at the beginning of an ordinary turn of this player.
    /// Later contents of a vertex replace earlier ones.
    pub fn set_up<C: Into<Content> + Copy>(&mut self, contents: &[(C, Vertex)], turn: Color) -> Result<(), Error> {
        let contents: BTreeMap<Vertex, Content> =
            contents.iter().map(|&(content, vertex)| (vertex, content.into())).collect();
        self.start_from(self.kernel.set_up(&contents, turn).map_err(|error| Error::new(ErrorKind::SetUp, error))?);
        Ok(())
    }

    /// Changes the player to move in a position that was set up.
    pub fn set_up_turn(&mut self, turn: Color) -> Result<(), Error> {
        if self.played() > 0 {
            let reason = "moves have been played since; take them back, or clear the board first";
            return Err(Error::new(ErrorKind::SetUp, reason));
        }
        if self.turn() == turn {
            return Ok(());
        }
        self.set_up(&self.contents(), turn)
    }

    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let setting = Setting::find(name)?;
        let number = setting.read(value)?;
        self.configure(|settings| *(setting.field)(settings) = number)
    }

    /// Changes settings, including those that no protocol offers.
    pub fn configure(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), Error> {
        let mut settings = self.settings.clone();
        change(&mut settings);
        settings.check(&self.settings)?;
        if settings.hash_mb < self.settings.hash_mb {
            self.kernel.release_memory();
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

    /// Checks, before a move is chosen, that the limits allow one more. After the end of the game there is nothing to
    /// check, because a choice plays nothing.
    pub fn check_room(&self) -> Result<(), Error> {
        let most = self.settings.user_limits.moves;
        if self.outcome().is_none() && self.played() >= most { Err(moves::too_long(most)) } else { Ok(()) }
    }
}
