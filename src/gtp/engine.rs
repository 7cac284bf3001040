//! The engine: a game, settings and clocks, and the answer to each request. It does no input or output.

use std::time::{Duration, Instant};

use crate::game::{Color, Outcome, Points, Style};
use crate::games::Entry;
use crate::search::Interrupt;
use crate::session::{Clock, Session, Settings, Thinking, TimeControl};

use super::commands::{self, COMMANDS};
use super::lines::{self, Line};
use super::reply::{Failure, Reply, render};
use super::request::{Request, Syntax, parse};

/// What answers requests.
pub struct Engine {
    games: &'static [Entry],
    session: Box<dyn Session>,
    style: Style,
    /// The engine's settings.
    pub settings: Settings,
    clock: Clock,
    komi: Option<Points>,
}

/// Who asks: the interrupt that may stop the work, and the number of the line.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    interrupt: &'a Interrupt,
    line: u64,
}

impl Engine {
    /// An engine that knows these games and starts with one of them: its name and options, as for `set_game`.
    ///
    /// # Errors
    /// [`Failure`] for a game or options that do not exist.
    pub fn new(games: &'static [Entry], name: &str, options: &str, style: Style) -> Result<Self, Failure> {
        let session = open(games, name, options)?;
        let (settings, clock) = (Settings::default(), Clock::default());
        Ok(Self { games, session, style, settings, clock, komi: None })
    }

    /// The game being played.
    pub fn session(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// Answers a line: the text of the reply, and whether the session ends with it.
    pub fn answer_line(&mut self, line: &Line, interrupt: &Interrupt) -> (String, bool) {
        let Syntax { id, mut request } = parse(&line.text);
        if line.too_long {
            request = Err(Failure::TooLong(lines::MAX_LENGTH));
        }
        let quit = request == Ok(Request::Quit);
        let asked = Asked { interrupt, line: line.number };
        let reply = request.and_then(|request| self.answer(request, asked));
        if let Err(failure) = &reply {
            log::info!("'{}': {failure}", line.text.chars().take(200).collect::<String>());
        }
        (render(&id, &reply), quit)
    }

    /// Answers a request. One that fails changes nothing.
    ///
    /// # Errors
    /// [`Failure`]: what is wrong.
    pub fn answer(&mut self, request: Request, asked: Asked) -> Reply {
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
                let komi = komi.ok_or(Failure::Komi)?;
                self.komi = Some(komi);
                self.session.set_komi(komi);
                Ok(String::new())
            }
            Request::Play { color, token } => {
                self.session.play(color, &token, self.style)?;
                Ok(String::new())
            }
            Request::Genmove(color) => self.genmove(color, true, asked),
            Request::RegGenmove(color) => self.genmove(color, false, asked),
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
            Request::PerftDivide(depth) => {
                let counts = self.session.perft_divide(depth, &|| asked.is_interrupted());
                let counts = counts.ok_or(Failure::Interrupted)?;
                Ok(join(counts.into_iter().map(|(name, count)| format!("{name} {count}"))))
            }
            Request::ListParams => {
                let params = self.settings.list();
                Ok(join(params.into_iter().map(|(name, value)| format!("[string] {name} {value}"))))
            }
            Request::SetParam { name, value } => {
                self.settings.set(&name, &value)?;
                Ok(String::new())
            }
        }
    }

    /// Puts a new game in the place of the old one.
    fn start(&mut self, mut session: Box<dyn Session>) -> Reply {
        if let Some(komi) = self.komi {
            session.set_komi(komi);
        }
        self.session = session;
        self.clock.reset();
        Ok(String::new())
    }

    fn resize(&mut self, columns: u32, rows: u32) -> Reply {
        let options = self.session.resized(columns, rows);
        let options = options.ok_or_else(|| Failure::Size(format!("{} has no such board", self.session.name())))?;
        let session = open(self.games, self.session.name(), &options);
        self.start(session.map_err(|failure| match failure {
            Failure::Options(error) => Failure::Size(error.to_string()),
            other => other,
        })?)
    }

    fn set_clock(&mut self, control: TimeControl) -> Reply {
        self.clock = Clock::new(control);
        Ok(String::new())
    }

    fn genmove(&mut self, color: Color, commit: bool, asked: Asked) -> Reply {
        let begun = Instant::now();
        let thinking = Thinking {
            style: self.style,
            settings: &self.settings,
            time: self.clock.budget(color),
            interrupt: asked.interrupt,
            line: asked.line,
        };
        let reply = self.session.genmove(color, commit, thinking)?;
        if commit {
            self.clock.spend(color, begun.elapsed() + Duration::from_millis(1));
        }
        Ok(reply)
    }
}

impl Asked<'_> {
    fn is_interrupted(self) -> bool {
        self.interrupt.is_stopped(self.line)
    }
}

fn open(games: &[Entry], name: &str, options: &str) -> Result<Box<dyn Session>, Failure> {
    let Some(game) = games.iter().find(|game| game.name == name) else {
        let names: Vec<_> = games.iter().map(|game| game.name).collect();
        return Err(Failure::UnknownGame(name.to_owned(), names.join(" ")));
    };
    Ok(game.open(options)?)
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
