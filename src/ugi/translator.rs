//! The state of UGI and its answers: one engine, and at most one search, which owns the engine while it runs.

use std::io;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::engine::{Clock, Engine, SETTINGS, Search, Setting, Settings, TimeControl};
use crate::game::{Color, Style};
use crate::search::Limits;
use crate::session::{Analysis, Observer, Session};
use crate::system::Cancel;

use super::request::{Go, Query, Request};
use super::{Output, UgiError};

/// The interval between the reports of a search.
const INFO_INTERVAL: Duration = Duration::from_millis(500);

/// A setting without effect in UGI, because the manager decides when the engine thinks.
const MEANINGLESS: &str = "ponder";

/// The engine behind UGI.
pub struct Ugi {
    engine: Holder,
    /// The game that the last `position` set up; `None` if the engine's game has another origin.
    set_up: Option<SetUp>,
}

/// A game set up by `position`.
#[derive(Default, PartialEq, Eq)]
struct SetUp {
    /// The position string of its start; `None` is the game's starting position.
    start: Option<String>,
    moves: Vec<String>,
}

/// Where the engine is.
enum Holder {
    Here(Box<Engine>),
    /// Owned by the search, which returns it at the end. Cancelling ends the search at once.
    Searching(JoinHandle<io::Result<Box<Engine>>>, Cancel),
    /// Missing: only while it is being moved, or after a search that failed to write.
    Lost,
}

impl Ugi {
    /// The protocol on this engine.
    pub fn new(engine: Engine) -> Self {
        Self { engine: Holder::Here(Box::new(engine)), set_up: None }
    }

    /// The engine. A running search is stopped first, so that waiting lines are answered.
    fn engine(&mut self) -> io::Result<&mut Engine> {
        self.stop();
        self.finish()?;
        match &mut self.engine {
            Holder::Here(engine) => Ok(engine),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Stops the search, if there is one, with the best move found so far.
    pub(super) fn stop(&self) {
        if let Holder::Searching(_, cancel) = &self.engine {
            cancel.cancel();
        }
    }

    /// Waits for the search, if there is one.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.engine = match std::mem::replace(&mut self.engine, Holder::Lost) {
            Holder::Searching(search, _) => match search.join() {
                Ok(engine) => Holder::Here(engine?),
                Err(_) => return Err(io::Error::other("the search has failed")),
            },
            other => other,
        };
        Ok(())
    }

    /// Answers a request. Requests that need no engine have already been answered.
    pub(super) fn answer(&mut self, request: Request, cancel: &Cancel, output: &Output) -> io::Result<()> {
        match request {
            Request::Ugi => introduce(self.engine()?, output),
            Request::SetOption { name, value } => {
                let set = set_option(self.engine()?, &name, &value);
                if set == Ok(Changed::Game) {
                    self.set_up = Some(SetUp::default());
                }
                report(set.map(|_| ()), output)
            }
            Request::NewGame => {
                self.engine()?.clear();
                self.set_up = Some(SetUp::default());
                Ok(())
            }
            Request::Position { start, moves } => {
                self.engine()?;
                let set = self.set_position(SetUp { start, moves });
                report(set, output)
            }
            Request::Query(query) => {
                let engine = self.engine()?;
                output.line(&format!("response {}", reply(engine.game(), query)))
            }
            Request::Go(go) => self.go(go, cancel, output),
            Request::IsReady | Request::Stop | Request::Quit => Ok(()),
        }
    }

    /// Sets the position up. A manager sends the whole game each time; if it extends the current game, only the new
    /// moves are played.
    fn set_position(&mut self, wanted: SetUp) -> Result<(), UgiError> {
        let Holder::Here(engine) = &mut self.engine else { return Err(UgiError::NoGame) };
        let goes_on = |now: &&SetUp| now.start == wanted.start && wanted.moves.starts_with(&now.moves);
        if let Some(now) = self.set_up.as_ref().filter(goes_on) {
            play_all(engine, &wanted.moves[now.moves.len()..])?;
        } else {
            // An error in the new game must not change the old one.
            let mut fresh = engine.fresh();
            if let Some(text) = &wanted.start {
                fresh.set_position(text)?;
            }
            play_all(&mut fresh, &wanted.moves)?;
            **engine = fresh;
        }
        self.set_up = Some(wanted);
        Ok(())
    }

    fn go(&mut self, go: Go, cancel: &Cancel, output: &Output) -> io::Result<()> {
        if !go.unknown.is_empty() {
            report(Err(UgiError::Go(go.unknown.join(" ").chars().take(200).collect())), output)?;
        }
        let engine = self.engine()?;
        let is_over = engine.game().outcome().is_some();
        let mut search_moves = Vec::new();
        // A finished game has no legal moves, so `searchmoves` is ignored.
        for token in go.search_moves.iter().filter(|_| !is_over) {
            match engine.game().check_turn(token) {
                Ok(_) => search_moves.push(token.clone()),
                Err(error) => report(Err(UgiError::SearchMove(token.chars().take(100).collect(), error)), output)?,
            }
        }
        let Holder::Here(engine) = std::mem::replace(&mut self.engine, Holder::Lost) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        if is_over {
            self.engine = Holder::Here(engine);
            return output.line("bestmove none");
        }
        let limits = limits(&go, engine.settings(), engine.game().turn());
        let (token, cancel, output) = (cancel.clone(), cancel.clone(), output.clone());
        let search = move |mut engine: Box<Engine>| -> io::Result<Box<Engine>> {
            let best = think(&mut engine, &search_moves, limits, &cancel, &output)?;
            if go.infinite {
                cancel.wait();
            }
            output.line(&format!("bestmove {best}"))?;
            Ok(engine)
        };
        // If no thread can be started, the search runs in this one, and no lines are read meanwhile.
        let (give, take) = channel();
        let here = search.clone();
        let started = thread::Builder::new().spawn(move || search(take.recv().map_err(io::Error::other)?));
        self.engine = match started {
            Ok(searching) => {
                give.send(engine).map_err(|_| io::ErrorKind::BrokenPipe)?;
                Holder::Searching(searching, token)
            }
            Err(_) => Holder::Here(here(engine)?),
        };
        Ok(())
    }
}

fn report(result: Result<(), UgiError>, output: &Output) -> io::Result<()> {
    match result {
        Ok(()) => Ok(()),
        Err(error) => {
            log::info!("{error}");
            output.line(&format!("info string error: {error}"))
        }
    }
}

/// The settings that are offered.
fn settings() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| setting.name != MEANINGLESS)
}

fn introduce(engine: &Engine, output: &Output) -> io::Result<()> {
    output.line(concat!("id name papamu ", env!("CARGO_PKG_VERSION")))?;
    output.line("id author the papamu authors")?;
    for setting in settings() {
        let (name, min, max) = (setting.name, setting.min, setting.max);
        let value = setting.value(engine.settings());
        output.line(&format!("option name {name} type spin default {value} min {min} max {max}"))?;
    }
    let game = engine.game();
    output.line(&format!("option name Game type string default {} {}", game.name(), game.values()))?;
    output.line("ugiok")
}

/// What `setoption` changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Changed {
    Game,
    Setting,
}

fn set_option(engine: &mut Engine, name: &str, value: &str) -> Result<Changed, UgiError> {
    if name.eq_ignore_ascii_case("game") {
        let (game, options) = value.split_once(' ').unwrap_or((value, ""));
        engine.open(game, options)?;
        return Ok(Changed::Game);
    }
    engine.set(&name.to_ascii_lowercase(), value)?;
    Ok(Changed::Setting)
}

/// Plays all of the moves, or none.
fn play_all(engine: &mut Engine, moves: &[String]) -> Result<(), UgiError> {
    let before = engine.game().played();
    for token in moves {
        let side = engine.game().turn();
        if let Err(error) = engine.play(side, token, Style::Whole) {
            // The moves just played can always be taken back.
            let _ = engine.undo(engine.game().played() - before);
            return Err(UgiError::Move(token.chars().take(100).collect(), error));
        }
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

/// The limits of a search. If `go` has none, those of the settings apply.
fn limits(go: &Go, settings: &Settings, side: Color) -> Limits {
    if go.infinite {
        return Limits::default();
    }
    let clock = go.times[side.index()].and_then(|left| {
        let increment = go.increments[side.index()];
        Clock::new(TimeControl::Increment { main: left, increment }).budget(side, settings.move_overhead())
    });
    let by_move = go.move_time.map(|time| time.saturating_sub(Settings::margin(time)));
    let time = clock.map(|budget| budget.hard).into_iter().chain(by_move).min();
    let limits = Limits { time, soft: clock.map(|budget| budget.soft), nodes: go.nodes, depth: go.depth, whole: None };
    if limits.is_none() { settings.limits(None) } else { limits }
}

/// The move to play; the game must not be over.
fn think(
    engine: &mut Engine,
    search_moves: &[String],
    limits: Limits,
    cancel: &Cancel,
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
    let best = engine.choose(Search::new().among(search_moves).within(limits).cancel(cancel).observe(observer));
    written?;
    // It is always the turn of the player asked.
    Ok(best.map_or_else(|_| "none".to_owned(), |choice| choice.token().to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::registry::GAMES;

    use super::super::request::parse;
    use super::*;

    /// The same clock gives the same limits as in GTP.
    #[test]
    fn a_clock_is_used_as_in_gtp() {
        let mut engine = Engine::new(GAMES, "kangaroo", "").unwrap();
        for overhead in ["0", "30", "400"] {
            engine.set("move_overhead_ms", overhead).unwrap();
            for (left, increment) in [(0, 0), (40, 0), (1_000, 0), (60_000, 0), (900, 5_000), (10_000, 100), (0, 50)] {
                let [main, later] = [left, increment].map(Duration::from_millis);
                let line = format!("go p1time 1 p2time {left} p1inc 7 p2inc {increment}");
                let Ok(Request::Go(go)) = parse(&line) else { panic!("{line}") };
                let found = limits(&go, engine.settings(), Color::White);
                engine.set_clock(TimeControl::Increment { main, increment: later });
                assert_eq!(found, engine.turn_limits(Color::White), "{line}");
                if increment == 0 {
                    engine.set_clock(TimeControl::Canadian { main, period: Duration::ZERO, stones: 0 });
                    assert_eq!(found, engine.turn_limits(Color::White), "{line}");
                }
                engine.set_time_left(Color::White, Duration::from_millis(left + 500), 0);
                assert_ne!(found, engine.turn_limits(Color::White), "{line}");
            }
        }
        engine.set_clock(TimeControl::None);
        engine.set("move_time_ms", "700").unwrap();
        let Ok(Request::Go(go)) = parse("go movetime 700") else { panic!() };
        assert_eq!(limits(&go, engine.settings(), Color::Black), engine.turn_limits(Color::Black));
    }
}
