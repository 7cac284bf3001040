//! UGI, the Universal Game Interface, as cutegames uses it: UCI for any two-player game. The engine is also the
//! referee: it tells whose turn it is, whether the game is over, and who has won.
//!
//! Bad input is answered with `info string error: …` and changes nothing; every `go` is answered with a `bestmove`,
//! even if it has errors, because the manager waits for it. Any line except `isready` ends a search, so that later
//! lines are answered at once.

mod go;

use std::error::Error;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::game::{Color, Style};
use crate::input::{self, Line, Lines};
use crate::play::{Analysis, Game, Observer, SETTINGS, Search};
use crate::search::Limits;
use crate::system::{Cancel, beginning, lock};

use go::Go;

/// The interval between the reports of a search.
const INFO_INTERVAL: Duration = Duration::from_millis(500);

type Rejection = Box<dyn Error>;

/// The output of all threads, which write whole lines one at a time.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    fn line(&self, text: &str) -> io::Result<()> {
        let mut output = lock(&self.0);
        writeln!(output, "{text}").and_then(|()| output.flush())
    }

    fn error(&self, error: impl std::fmt::Display) -> io::Result<()> {
        log::info!("{error}");
        self.line(&format!("info string error: {error}"))
    }
}

/// Answers lines until `quit` or the end of the input.
pub fn run(game: Game, lines: &mut Lines, output: impl Write + Send + 'static) -> io::Result<()> {
    let output = Output(Arc::new(Mutex::new(output)));
    Ugi { game: Arc::new(Mutex::new(game)), search: None, set_up: None }.answer_all(lines, &output)
}

/// The engine and at most one search, which keeps the engine locked.
struct Ugi {
    game: Arc<Mutex<Game>>,
    /// The thread of the search, and what ends it.
    search: Option<(JoinHandle<io::Result<()>>, Cancel)>,
    /// The start and the moves of the game that the last `position` set up; `None` if the engine's game has another origin.
    set_up: Option<(Option<String>, Vec<String>)>,
}

impl Ugi {
    fn answer_all(&mut self, lines: &mut Lines, output: &Output) -> io::Result<()> {
        for Line { text, too_long, cancel, .. } in lines {
            let (name, arguments) = text.split_once(' ').unwrap_or((&text, ""));
            match (name, arguments) {
                _ if too_long => output.error(format!("the line has more than {} bytes", input::MAX_LENGTH))?,
                ("quit", "") => {
                    self.stop();
                    break;
                }
                ("stop", "") => self.stop(),
                // Answered during a search as well: it shows that the engine is alive.
                ("isready", "") => output.line("readyok")?,
                ("go", _) => self.go(&Go::read(arguments), &cancel, output)?,
                ("ugi", "") => introduce(&*self.idle()?, output)?,
                ("query", _) => match reply(&*self.idle()?, arguments) {
                    Ok(reply) => output.line(&format!("response {reply}"))?,
                    Err(error) => output.error(error)?,
                },
                ("uginewgame", "") => {
                    self.idle()?.clear();
                    self.set_up = Some(Default::default());
                }
                ("setoption" | "position", _) => {
                    drop(self.idle()?);
                    let set =
                        if name == "position" { self.set_position(arguments) } else { self.set_option(arguments) };
                    set.or_else(|error| output.error(error))?;
                }
                ("quit" | "stop" | "isready" | "ugi" | "uginewgame", _) => {
                    output.error(format!("'{name}' takes no arguments"))?;
                }
                _ => output.error(format!("unknown command '{}'", beginning(name)))?,
            }
        }
        self.finish()
    }

    /// The engine. A running search is stopped first, so that waiting lines are answered.
    fn idle(&mut self) -> io::Result<MutexGuard<'_, Game>> {
        self.stop();
        self.finish()?;
        Ok(lock(&self.game))
    }

    /// Stops the search, if there is one, with the best move found so far.
    fn stop(&self) {
        if let Some((_, cancel)) = &self.search {
            cancel.cancel();
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some((search, _)) = self.search.take() else { return Ok(()) };
        search.join().unwrap_or_else(|_| Err(io::Error::other("the search has failed")))
    }

    fn set_option(&mut self, arguments: &str) -> Result<(), Rejection> {
        let option = arguments.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
        let (name, value) = option.ok_or("usage: setoption name NAME value VALUE")?;
        let mut game = lock(&self.game);
        if name.eq_ignore_ascii_case("game") {
            let (name, options) = value.split_once(' ').unwrap_or((value, ""));
            game.set_game(name, options)?;
            self.set_up = Some(Default::default());
        } else {
            game.set(&name.to_ascii_lowercase(), value)?;
        }
        Ok(())
    }

    /// Sets the position up. A manager sends the whole game each time; if it extends the current game, only the new
    /// moves are played.
    fn set_position(&mut self, arguments: &str) -> Result<(), Rejection> {
        let words: Vec<&str> = arguments.split(' ').collect();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let start = match words[..end] {
            ["startpos"] => None,
            ["fen", ref position @ ..] => Some(position.join(" ")),
            _ => return Err("usage: position startpos|fen POSITION [moves MOVE ...]".into()),
        };
        let moves: Vec<String> = words.iter().skip(end + 1).map(|&word| word.to_owned()).collect();
        let mut game = lock(&self.game);
        match &self.set_up {
            Some((now, played)) if *now == start && moves.starts_with(played) => {
                play_all(&mut game, &moves[played.len()..])?;
            }
            _ => {
                // An error in the new game must not change the old one.
                let mut fresh = game.fresh();
                if let Some(text) = &start {
                    fresh.set_position(text)?;
                }
                play_all(&mut fresh, &moves)?;
                *game = fresh;
            }
        }
        self.set_up = Some((start, moves));
        Ok(())
    }

    fn go(&mut self, go: &Go, cancel: &Cancel, output: &Output) -> io::Result<()> {
        if !go.unknown.is_empty() {
            output.error(format!("unknown words in go are ignored: {}", beginning(&go.unknown.join(" "))))?;
        }
        let game = self.idle()?;
        if game.outcome().is_some() {
            return output.line("bestmove none");
        }
        let limits = go.limits(game.settings(), game.turn());
        // Without another thread, the search runs in this one, which reads no line meanwhile: it must end by itself.
        let bounded = game.settings().limits(None);
        drop(game);
        let (game, infinite, token, output) = (self.game.clone(), go.infinite, cancel.clone(), output.clone());
        let search = move |limits, waits: bool| {
            let best = think(&mut lock(&game), limits, &token, &output)?;
            if waits {
                token.wait();
            }
            output.line(&format!("bestmove {best}"))
        };
        let elsewhere = search.clone();
        match thread::Builder::new().spawn(move || elsewhere(limits, infinite)) {
            Ok(searching) => self.search = Some((searching, cancel.clone())),
            Err(_) => search(if infinite { bounded } else { limits }, false)?,
        }
        Ok(())
    }
}

fn introduce(game: &Game, output: &Output) -> io::Result<()> {
    output.line(concat!("id name papamu ", env!("CARGO_PKG_VERSION")))?;
    output.line("id author the papamu authors")?;
    for setting in SETTINGS.iter().filter(|setting| setting.name != "live_gfx") {
        let (name, min, max) = (setting.name, setting.min, setting.max);
        let value = setting.value(game.settings());
        output.line(&format!("option name {name} type spin default {value} min {min} max {max}"))?;
    }
    output.line(&format!("option name Game type string default {} {}", game.name(), game.values()))?;
    output.line("ugiok")
}

/// Plays all of the moves, or none.
fn play_all(game: &mut Game, moves: &[String]) -> Result<(), Rejection> {
    let before = game.played();
    for token in moves {
        if let Err(error) = game.play(game.turn(), token, Style::Whole) {
            // The moves just played can always be taken back.
            let _ = game.undo(game.played() - before);
            return Err(format!("move {}: {error}", beginning(token)).into());
        }
    }
    Ok(())
}

fn reply(session: &Game, query: &str) -> Result<&'static str, &'static str> {
    let yes = |is| if is { "true" } else { "false" };
    Ok(match (query, session.outcome()) {
        ("p1turn", _) => yes(session.turn() == Color::Black),
        ("p2turn", _) => yes(session.turn() == Color::White),
        ("gameover", outcome) => yes(outcome.is_some()),
        ("result", None) => "none",
        ("result", Some(outcome)) => match outcome.winner() {
            None => "draw",
            Some(Color::Black) => "p1win",
            Some(Color::White) => "p2win",
        },
        _ => return Err("usage: query p1turn|p2turn|gameover|result"),
    })
}

/// The move to play; the game must not be over.
fn think(game: &mut Game, limits: Limits, cancel: &Cancel, output: &Output) -> io::Result<String> {
    let begun = Instant::now();
    let mut written = Ok(());
    let mut see = |analysis: &Analysis| {
        if let (Some(best), true) = (analysis.variations.first(), written.is_ok()) {
            let pv: Vec<_> = best.tokens().collect();
            let (depth, nodes, time) = (analysis.depth, analysis.nodes, begun.elapsed().as_millis());
            let winrate = (10_000.0 * best.winrate).round();
            let pv = pv.join(" ");
            written = output.line(&format!("info depth {depth} nodes {nodes} time {time} winrate {winrate} pv {pv}"));
        }
    };
    let observer = Observer { every: INFO_INTERVAL, moves: 1, see: &mut see };
    let best = game.choose(Search::new().within(limits).cancel(cancel).observe(observer));
    written?;
    // The search is always for the player to move.
    Ok(best.map_or_else(|_| "none".to_owned(), |choice| choice.token().to_owned()))
}
