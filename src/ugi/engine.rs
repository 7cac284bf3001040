//! The engine behind UGI: one game, and at most one search, which has the game while it goes on.

use std::io;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::game::{Color, Style};
use crate::games::{self, Entry};
use crate::search::{Interrupt, Limits};
use crate::session::{Analysis, Clock, Observer, SETTINGS, Session, Settings, Thinking, TimeControl};

use super::Output;
use super::request::{Go, Query, Request};

/// How often a search tells how far it is.
const INFO_INTERVAL: Duration = Duration::from_millis(500);

/// Settings that have no meaning here: a manager says when to think, and no GoGui listens.
const MEANINGLESS: [&str; 2] = ["ponder", "live_gfx"];

/// What answers requests.
pub struct Engine {
    games: &'static [Entry],
    game: Game,
    /// The position string that the game began with, if not its own start.
    start: Option<String>,
    moves: Vec<String>,
    settings: Settings,
}

/// Where the game is.
enum Game {
    Here(Box<dyn Session>),
    /// With the search, which gives it back.
    Searched(JoinHandle<io::Result<Box<dyn Session>>>),
    /// Nowhere: only while it is moved, or after a search that could not write.
    Lost,
}

impl Engine {
    /// An engine that knows these games and plays this one.
    pub fn new(games: &'static [Entry], session: Box<dyn Session>, settings: Settings) -> Self {
        Self { games, game: Game::Here(session), start: None, moves: Vec::new(), settings }
    }

    /// The game, once the search that may have it has ended.
    fn session(&mut self) -> io::Result<&mut Box<dyn Session>> {
        self.finish()?;
        match &mut self.game {
            Game::Here(session) => Ok(session),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits for the search, if there is one.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.game = match std::mem::replace(&mut self.game, Game::Lost) {
            Game::Searched(search) => match search.join() {
                Ok(session) => Game::Here(session?),
                Err(_) => return Err(io::Error::other("the search has failed")),
            },
            other => other,
        };
        Ok(())
    }

    /// Answers a request; those that need no game have been answered.
    pub(super) fn answer(
        &mut self,
        request: Request,
        line: u64,
        interrupt: &Interrupt,
        output: &Output,
    ) -> io::Result<()> {
        match request {
            Request::Ugi => self.introduce(output),
            Request::SetOption { name, value } => {
                self.session()?;
                let set = self.set_option(&name, &value);
                self.report(set, output)
            }
            Request::NewGame => {
                self.session()?.clear();
                (self.start, self.moves) = (None, Vec::new());
                Ok(())
            }
            Request::Position { start, moves } => {
                self.session()?;
                let set = self.set_position(start, moves);
                self.report(set, output)
            }
            Request::Query(query) => {
                let session = self.session()?;
                output.line(&format!("response {}", reply(&**session, query)))
            }
            Request::Go(go) => self.go(go, line, interrupt, output),
            Request::IsReady | Request::Stop | Request::Quit => Ok(()),
        }
    }

    fn report(&self, result: Result<(), String>, output: &Output) -> io::Result<()> {
        match result {
            Ok(()) => Ok(()),
            Err(error) => {
                log::info!("{error}");
                output.line(&format!("info string error: {error}"))
            }
        }
    }

    fn introduce(&mut self, output: &Output) -> io::Result<()> {
        let session = self.session()?;
        let game = format!("{} {}", session.name(), session.values());
        output.line(concat!("id name papamu ", env!("CARGO_PKG_VERSION")))?;
        output.line("id author the papamu authors")?;
        for setting in SETTINGS.iter().filter(|setting| !MEANINGLESS.contains(&setting.name)) {
            let (name, min, max) = (setting.name, setting.min, setting.max);
            let value = setting.value(&self.settings);
            output.line(&match setting.is_switch() {
                true => format!("option name {name} type check default {}", value == 1),
                false => format!("option name {name} type spin default {value} min {min} max {max}"),
            })?;
        }
        output.line(&format!("option name Game type string default {game}"))?;
        output.line("ugiok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("game") {
            let (game, options) = value.split_once(' ').unwrap_or((value, ""));
            self.game = Game::Here(self.open(game, options)?);
            (self.start, self.moves) = (None, Vec::new());
            return Ok(());
        }
        let name = name.to_ascii_lowercase();
        let is_switch = SETTINGS.iter().any(|setting| setting.name == name && setting.is_switch());
        let value = match value {
            "true" if is_switch => "1",
            "false" if is_switch => "0",
            value => value,
        };
        self.settings.set(&name, value).map_err(|error| error.to_string())
    }

    fn open(&self, name: &str, options: &str) -> Result<Box<dyn Session>, String> {
        let game = games::find(self.games, name).map_err(|error| error.to_string())?;
        game.open(options).map_err(|error| error.to_string())
    }

    /// Sets the position up. A manager sends the whole game each time: of a game that goes on, only what is new is
    /// played.
    fn set_position(&mut self, start: Option<String>, moves: Vec<String>) -> Result<(), String> {
        let Game::Here(session) = &mut self.game else { return Err("there is no game".to_owned()) };
        let goes_on = start == self.start && moves.starts_with(&self.moves);
        if goes_on {
            let known = session.played();
            if let Err(error) = play_all(&mut **session, &moves[self.moves.len()..]) {
                let new = session.played() - known;
                session.undo(new).map_err(|error| error.to_string())?;
                return Err(error);
            }
        } else {
            let (name, options) = (session.name(), session.values().to_string());
            let mut fresh = self.open(name, &options)?;
            if let Some(text) = &start {
                fresh.set_position(text).map_err(|error| error.to_string())?;
            }
            play_all(&mut *fresh, &moves)?;
            self.game = Game::Here(fresh);
        }
        (self.start, self.moves) = (start, moves);
        Ok(())
    }

    fn go(&mut self, go: Go, line: u64, interrupt: &Interrupt, output: &Output) -> io::Result<()> {
        if !go.unknown.is_empty() {
            let unknown: String = go.unknown.join(" ").chars().take(200).collect();
            output.line(&format!("info string error: not understood in go: {unknown}"))?;
        }
        self.finish()?;
        let Game::Here(session) = std::mem::replace(&mut self.game, Game::Lost) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        if session.outcome().is_some() {
            self.game = Game::Here(session);
            return output.line("bestmove none");
        }
        let limits = limits(&go, &self.settings, session.turn());
        let (settings, interrupt, output) = (self.settings.clone(), interrupt.clone(), output.clone());
        let search = move |mut session: Box<dyn Session>| -> io::Result<Box<dyn Session>> {
            let best = think(&mut *session, limits, &settings, &interrupt, line, &output)?;
            while go.infinite && !interrupt.is_stopped(line) && !interrupt.is_closed() {
                thread::sleep(Duration::from_millis(5));
            }
            output.line(&format!("bestmove {best}"))?;
            Ok(session)
        };
        // Where no thread can be had, the search is made here; nothing is read meanwhile.
        let (give, take) = channel();
        let here = search.clone();
        let started = thread::Builder::new().spawn(move || search(take.recv().map_err(io::Error::other)?));
        self.game = match started {
            Ok(searching) => {
                give.send(session).map_err(|_| io::ErrorKind::BrokenPipe)?;
                Game::Searched(searching)
            }
            Err(_) => Game::Here(here(session)?),
        };
        Ok(())
    }
}

fn play_all(session: &mut dyn Session, moves: &[String]) -> Result<(), String> {
    for token in moves {
        let quoted: String = token.chars().take(100).collect();
        session.play(session.turn(), token, Style::Whole).map_err(|error| format!("move {quoted}: {error}"))?;
    }
    Ok(())
}

fn reply(session: &dyn Session, query: Query) -> &'static str {
    let yes = |is| if is { "true" } else { "false" };
    match (query, session.outcome()) {
        (Query::P1Turn, _) => yes(session.turn() == Color::Black),
        (Query::P2Turn, _) => yes(session.turn() == Color::White),
        (Query::GameOver, outcome) => yes(outcome.is_some()),
        (Query::Result, None) => "none",
        (Query::Result, Some(outcome)) => match outcome.winner() {
            None => "draw",
            Some(Color::Black) => "p1win",
            Some(Color::White) => "p2win",
        },
    }
}

/// The limits of a search; those of the settings where `go` has none.
fn limits(go: &Go, settings: &Settings, side: Color) -> Limits {
    if go.infinite {
        return Limits::default();
    }
    let clock = go.times[side.index()].and_then(|left| {
        let increment = go.increments[side.index()];
        Clock::new(TimeControl::Increment { main: left, increment }).budget(side)
    });
    let by_move = go.move_time.map(|time| time.saturating_sub(Settings::margin(time)));
    let time = clock.map(|budget| budget.hard).into_iter().chain(by_move).min();
    let limits = Limits { time, soft: clock.map(|budget| budget.soft), nodes: go.nodes, depth: go.depth };
    if limits.is_none() { settings.limits(None) } else { limits }
}

/// The move to play; the game must not be over.
fn think(
    session: &mut dyn Session,
    limits: Limits,
    settings: &Settings,
    interrupt: &Interrupt,
    line: u64,
    output: &Output,
) -> io::Result<String> {
    let begun = Instant::now();
    let mut written = Ok(());
    let mut see = |analysis: &Analysis| {
        if let (Some(best), true) = (analysis.variations.first(), written.is_ok()) {
            let pv: Vec<_> = best.tokens().map(|(_, token)| token).collect();
            let (depth, nodes, time) = (analysis.depth, analysis.nodes, begun.elapsed().as_millis());
            let winrate = (10_000.0 * best.winrate).round();
            let pv = pv.join(" ");
            written = output.line(&format!("info depth {depth} nodes {nodes} time {time} winrate {winrate} pv {pv}"));
        }
    };
    let observer = Observer { every: INFO_INTERVAL, moves: 1, see: &mut see };
    let thinking = Thinking { style: Style::Whole, settings, limits, interrupt, line };
    let best = session.genmove(session.turn(), false, thinking, Some(observer));
    written?;
    Ok(best.unwrap_or_else(|_| "none".to_owned())) // it is always the turn of the player asked
}
