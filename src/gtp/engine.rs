//! The engine: a game, settings and clocks, and the answer to each request. It writes nothing itself; of files it knows those of games.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use crate::board::Vertex;
use crate::game::{Color, Outcome, Points, Style};
use crate::games::{self, Entry};
use crate::search::{Interrupt, Limits};
use crate::session::{
    Analysis, Budget, Clock, MAX_LEVEL, Observer, SETTINGS, Session, Setting, Settings, Thinking, TimeControl,
};

use super::commands::{self, COMMANDS};
use super::files::FileAccess;
use super::gogui;
use super::reply::{Failure, Reply};
use super::request::Request;

/// What answers requests.
pub struct Engine {
    games: &'static [Entry],
    session: Box<dyn Session>,
    style: Style,
    /// The engine's settings.
    pub settings: Settings,
    /// Which files the commands may use.
    pub files: FileAccess,
    clock: Clock,
    komi: Option<Points>,
    /// Whether the last command was a `genmove`, so that the other is to move.
    has_moved: bool,
}

/// Who asks.
pub struct Asked<'a> {
    /// The interrupt that may stop the work.
    pub interrupt: &'a Interrupt,
    /// The number of the line.
    pub line: u64,
    /// Takes what is told before the reply is complete.
    pub tell: &'a mut dyn FnMut(Tell),
}

/// What is told before a reply is complete.
pub enum Tell<'a> {
    /// A line of the reply.
    Line(&'a str),
    /// Graphics for GoGui's board, not a part of the reply.
    Graphics(&'a str),
}

impl Engine {
    /// An engine that knows these games and starts with one of them: its name and options, as for `set_game`.
    ///
    /// # Errors
    /// [`Failure`] for a game or options that do not exist.
    pub fn new(games: &'static [Entry], name: &str, options: &str, style: Style) -> Result<Self, Failure> {
        let session = open(games, name, options)?;
        let (settings, clock) = (Settings::default(), Clock::default());
        let files = FileAccess::default();
        Ok(Self { games, session, style, settings, files, clock, komi: None, has_moved: false })
    }

    /// The game and the settings, for another protocol.
    pub fn into_parts(self) -> (Box<dyn Session>, Settings) {
        (self.session, self.settings)
    }

    /// The game being played.
    pub fn session(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// Thinks on the other player's time, where that is wanted and a `genmove` has just been answered: until the next
    /// line comes. What it finds is in the tables when it has to move.
    pub fn ponder(&mut self, interrupt: &Interrupt, line: u64) {
        let Settings { ponder, level, nodes, .. } = self.settings;
        // A search of so many nodes starts with empty tables, and a level is not to think longer than its own time.
        if !self.has_moved || ponder == 0 || nodes > 0 || level < MAX_LEVEL {
            return;
        }
        let limits = Limits::default();
        let thinking = Thinking { style: self.style, settings: &self.settings, limits, interrupt, line };
        self.session.ponder(thinking);
    }

    /// Answers a request. One that fails changes nothing.
    ///
    /// # Errors
    /// [`Failure`]: what is wrong.
    pub fn answer(&mut self, request: Request, asked: &mut Asked) -> Reply {
        self.has_moved = false;
        match request {
            Request::ProtocolVersion => Ok("2".to_owned()),
            Request::Name => Ok(env!("CARGO_PKG_NAME").to_owned()),
            Request::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Request::KnownCommand(name) => Ok(commands::find(&name).is_some().to_string()),
            Request::ListCommands => Ok(join(COMMANDS.iter().map(|command| command.name))),
            Request::Help(name) => help(name.as_deref()),
            Request::Quit => Ok(String::new()),
            Request::ListGames => Ok(join(self.games.iter().map(|game| game.name))),
            Request::SetGame { name, options } => {
                let session = open(self.games, &name, &options)?;
                self.komi = None;
                self.start(session)
            }
            Request::GetGame => Ok(format!("{} {}", self.session.name(), self.session.values())),
            Request::BoardSize { columns, rows } => self.resize(columns, rows),
            Request::ClearBoard => {
                self.session.clear();
                self.clock.reset();
                Ok(String::new())
            }
            Request::Komi(komi) => {
                self.set_komi(komi.ok_or(Failure::Komi)?);
                Ok(String::new())
            }
            Request::Play { color, token } => {
                self.session.play(color, &token, self.style)?;
                Ok(String::new())
            }
            Request::Genmove(color) => self.genmove_drawn(color, true, asked),
            Request::RegGenmove(color) => self.genmove_drawn(color, false, asked),
            Request::Undo(count) => {
                self.session.undo(count)?;
                Ok(String::new())
            }
            Request::Time(control) => self.set_clock(control),
            Request::TimeLeft { color, left, stones } => {
                self.clock.set_left(color, left, stones);
                Ok(String::new())
            }
            Request::LegalMoves => {
                let tokens = self.session.tokens_until(self.style, &|| asked.is_interrupted());
                tokens.map(|tokens| tokens.join(" ")).ok_or(Failure::Interrupted)
            }
            Request::SideToMove => Ok(self.session.turn().letter().to_string()),
            Request::Position => Ok(self.session.position()),
            Request::SetPosition(text) => {
                self.session.set_position(&text)?;
                Ok(String::new())
            }
            Request::Result => Ok(outcome_or_none(self.session.outcome())),
            Request::FinalScore => Ok(outcome_or_none(self.session.score())),
            Request::ShowBoard => Ok(format!("\n{}", self.session.draw())),
            Request::Perft(depth) => {
                let count = self.session.perft(depth, &|| asked.is_interrupted());
                count.map(|count| count.to_string()).ok_or(Failure::Interrupted)
            }
            Request::Solve(time) => self.solve(time, asked),
            Request::PerftDivide(depth) => {
                let counts = self.session.perft_divide(depth, &|| asked.is_interrupted());
                let counts = counts.ok_or(Failure::Interrupted)?;
                Ok(join(counts.into_iter().map(|(name, count)| format!("{name} {count}"))))
            }
            Request::ListParams => {
                let line = |setting: &Setting| {
                    let kind = if setting.is_switch() { "bool" } else { "string" };
                    format!("[{kind}] {} {}", setting.name, setting.value(&self.settings))
                };
                Ok(join(SETTINGS.iter().map(line)))
            }
            Request::SetParam { name, value } => {
                self.settings.set(&name, &value)?;
                Ok(String::new())
            }
            Request::CpuTime => match ProcessTime::try_now() {
                Ok(time) => Ok(format!("{:.3}", time.as_duration().as_secs_f64())),
                Err(error) => Err(Failure::CpuTime(error.to_string())),
            },
            Request::Nodes => Ok(self.session.searched().to_string()),
            Request::Analyze { color, report } => self.analyze(color, report, asked),
            Request::GenmoveAnalyze { color, report } => self.genmove_analyze(color, report, asked),
            Request::Show(name) => self.show(&name, asked),
            Request::LoadSgf { file, number } => self.load(&file, number),
            Request::PrintSgf => Ok(format!("\n{}", self.sgf())),
            Request::SaveSgf(file) => self.save(&file),
            Request::AnalyzeCommands => Ok(gogui::analyze_commands(self.playing())),
            Request::Picture { picture, color } => self.picture(picture, color, asked),
            Request::Nothing => Ok(String::new()),
            Request::PlaySequence(moves) => self.play_all(&moves),
            Request::SetUp(stones) => self.set_up(&stones, Color::Black),
            Request::SetUpPlayer(color) => self.give_turn(color),
            Request::Title => Ok(gogui::title(self.playing())),
            Request::RunsInGoGui => {
                self.settings.live_gfx = 1;
                Ok(String::new())
            }
            Request::GameId => Ok(self.session.title().to_owned()),
            Request::RulesBoardSize => Ok(gogui::board_size(self.session.shape())),
            Request::RulesBoard => Ok(gogui::board(self.playing())),
            Request::RulesBoardGfx => Ok(gogui::board_graphics(self.playing())),
            Request::RulesLegalMoves => self.clickable(asked),
            Request::CapturedCount => {
                let [black, white] = self.session.captures();
                Ok(format!("{black} {white}"))
            }
            Request::FinalResult => Ok(gogui::result(self.session.outcome())),
        }
    }

    /// The game being played, to be looked at.
    pub(super) fn playing(&self) -> &dyn Session {
        &*self.session
    }

    pub(super) fn open(&self, name: &str, options: &str) -> Result<Box<dyn Session>, Failure> {
        let mut session = open(self.games, name, options)?;
        if let Some(komi) = self.komi {
            session.set_komi(komi);
        }
        Ok(session)
    }

    pub(super) fn komi(&self) -> Points {
        self.komi.unwrap_or_default()
    }

    pub(super) fn set_komi(&mut self, komi: Points) {
        self.komi = Some(komi);
        self.session.set_komi(komi);
    }

    /// Plays all of the moves, or none.
    fn play_all(&mut self, moves: &[(Color, String)]) -> Reply {
        for (played, (color, token)) in moves.iter().enumerate() {
            if let Err(error) = self.session.play(*color, token, self.style) {
                self.session.undo(played)?;
                return Err(error.into());
            }
        }
        Ok(String::new())
    }

    /// Begins a game from these stones.
    fn set_up(&mut self, stones: &[(Color, Vertex)], turn: Color) -> Reply {
        let set_up = self.session.set_up(stones, turn);
        set_up.map_err(|error| Failure::SetUp(error.to_string()))?;
        Ok(String::new())
    }

    /// Gives a player the turn in a position that was set up.
    fn give_turn(&mut self, turn: Color) -> Reply {
        if self.session.played() > 0 {
            return Err(Failure::SetUp("moves have been played since".to_owned()));
        }
        if self.session.turn() == turn {
            return Ok(String::new());
        }
        let stones = self.session.rows().into_iter().flatten();
        let stones: Vec<_> = stones.filter_map(|(vertex, stone)| Some((stone?, vertex))).collect();
        self.set_up(&stones, turn)
    }

    /// Puts a new game in the place of the old one.
    pub(super) fn start(&mut self, mut session: Box<dyn Session>) -> Reply {
        if let Some(komi) = self.komi {
            session.set_komi(komi);
        }
        self.session = session;
        self.clock.reset();
        Ok(String::new())
    }

    fn resize(&mut self, columns: u32, rows: u32) -> Reply {
        let session = self.resized(columns, rows)?;
        self.start(session)
    }

    /// A new game like the present one on a board of that many columns and rows.
    pub(super) fn resized(&self, columns: u32, rows: u32) -> Result<Box<dyn Session>, Failure> {
        if ![columns, rows].iter().all(|extent| (1..1_000).contains(extent)) {
            return Err(Failure::Size("no board has so many columns or rows".to_owned()));
        }
        let options = self.session.resized(columns, rows);
        let options = options.ok_or_else(|| Failure::Size(format!("{} has no such board", self.session.name())))?;
        self.open(self.session.name(), &options).map_err(|failure| match failure {
            Failure::Options(error) => Failure::Size(error.to_string()),
            other => other,
        })
    }

    fn set_clock(&mut self, control: TimeControl) -> Reply {
        self.clock = Clock::new(control);
        Ok(String::new())
    }

    pub(super) fn budget(&self, color: Color) -> Option<Budget> {
        self.clock.budget(color)
    }

    pub(super) fn think(
        &mut self,
        color: Color,
        limits: Limits,
        interrupt: &Interrupt,
        line: u64,
        observer: Observer,
    ) -> Result<Analysis, Failure> {
        let thinking = Thinking { style: self.style, settings: &self.settings, limits, interrupt, line };
        Ok(self.session.analyze(color, thinking, observer)?)
    }

    pub(super) fn genmove(
        &mut self,
        color: Color,
        commit: bool,
        interrupt: &Interrupt,
        line: u64,
        observer: Option<Observer>,
    ) -> Reply {
        let begun = Instant::now();
        let limits = self.settings.limits(self.clock.budget(color));
        let thinking = Thinking { style: self.style, settings: &self.settings, limits, interrupt, line };
        let reply = self.session.genmove(color, commit, thinking, observer)?;
        if commit {
            self.has_moved = true;
            self.clock.spend(color, begun.elapsed() + Duration::from_millis(1));
        }
        Ok(reply)
    }
}

impl Asked<'_> {
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_stopped(self.line)
    }
}

fn open(games: &[Entry], name: &str, options: &str) -> Result<Box<dyn Session>, Failure> {
    Ok(games::find(games, name)?.open(options)?)
}

fn help(name: Option<&str>) -> Reply {
    let line = |command: &commands::Command| format!("{}: {}", command.usage, command.about);
    match name {
        None => Ok(join(COMMANDS.iter().map(line))),
        Some(name) => commands::find(name).map(line).ok_or_else(|| Failure::UnknownCommand(name.to_owned())),
    }
}

fn outcome_or_none(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}

fn join<T: ToString>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join("\n")
}
