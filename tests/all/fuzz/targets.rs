//! The fuzz targets: functions of bytes that must not panic.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use papamu::certificate::Certificate;
use papamu::game::Style;
use papamu::gtp::{self, Gtp};
use papamu::input::{Line, Lines};
use papamu::matches::GameRecord;
use papamu::play::Game;
use papamu::registry::GAMES;
use papamu::sgf;
use papamu::system::Cancel;

/// A function that is called with an input.
type Target = fn(&[u8]);

/// The targets by name, that of their folders in `corpus`.
pub const TARGETS: [(&str, Target); 7] = [
    ("session", session),
    ("stream", stream),
    ("ugi", ugi),
    ("position", position),
    ("sgf", sgf),
    ("record", record),
    ("certificate", certificate),
];

/// Boards on which positions and files are read.
const BOARDS: [(&str, &str); 6] = [
    ("konane", "width=6 height=5"),
    ("konane", "width=16 height=16"),
    ("kanga", "width=5 height=4"),
    ("send_it", "size=3"),
    ("send_it", "board=square size=4 push=true"),
    ("kangaroo", "size=6"),
];

fn open(game: &str, options: &str) -> Option<Game> {
    GAMES.iter().find(|entry| entry.name == game)?.open(options).ok()
}

fn engine(game: &str, style: Style) -> Option<Gtp> {
    let mut gtp = Gtp::new(Game::open(game, "").ok()?, style);
    gtp.allows_files = false;
    gtp.game.set("nodes", "20").ok()?;
    Some(gtp)
}

/// The game to begin with, the style of moves, and the rest.
fn beginning(data: &[u8]) -> Option<(Gtp, String)> {
    let (&first, rest) = data.split_first()?;
    let game = GAMES[usize::from(first / 2) % GAMES.len()].name;
    let style = if first % 2 == 0 { Style::Whole } else { Style::Steps };
    Some((engine(game, style)?, String::from_utf8_lossy(rest).into_owned()))
}

/// Large boards, many threads and much memory only take time here.
fn is_heavy(line: &str) -> bool {
    line.contains("threads") || line.contains("hash") || line.contains("Hash") || line.contains("Threads")
}

/// A session goes on; a command that fails changes nothing that can be seen. Every other search is interrupted before it
/// begins.
pub fn session(data: &[u8]) {
    let Some((mut gtp, text)) = beginning(data) else { return };
    for (number, line) in text.lines().filter(|line| !is_heavy(line)).take(60).enumerate() {
        let seen = |gtp: &Gtp| (gtp.game.state(), gtp.game.record());
        let before = seen(&gtp);
        let (cancel, until_next) = (Cancel::default(), Cancel::default());
        if number % 2 == 0 || is_slow(line) {
            cancel.cancel();
        }
        cancel.abandon();
        until_next.cancel();
        match gtp.answer(&Line { until_next, ..Line::new(line, &cancel) }, &mut |_| {}) {
            Ok(reply) => assert!(!reply.contains("\n\n") && !reply.ends_with('\n'), "{line}: {reply:?}"),
            Err(failure) => assert_eq!(seen(&gtp), before, "{line}: {failure}"),
        }
    }
}

/// Work that no node limit ends.
fn is_slow(line: &str) -> bool {
    ["perft", "solve", "nodes", "legal", "time", "gogui"].iter().any(|word| line.contains(word))
}

/// A stream of lines is answered, each once, up to `quit`.
pub fn stream(data: &[u8]) {
    let Some((mut gtp, text)) = beginning(data) else { return };
    let (mut input, mut asked) = (String::new(), 0);
    for line in text.split('\n').filter(|line| !is_heavy(line)).take(40) {
        input += &format!("{line}\n# interrupt\n");
    }
    let lines = Lines::read(Cursor::new(input.clone())).unwrap();
    for line in lines {
        asked += 1;
        let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
        let command = match &words[..] {
            [id, command @ ..] if id.bytes().all(|byte| byte.is_ascii_digit()) => command,
            command => command,
        };
        if *command == ["quit"] {
            break;
        }
    }
    let mut output = Vec::new();
    let mut lines = Lines::read(Cursor::new(input)).unwrap();
    gtp::run(&mut gtp, &mut lines, &mut output).expect("memory can be written to");
    let output = String::from_utf8(output).expect("replies are text");
    assert_eq!(output.matches("\n\n").count(), asked, "{output}");
}

/// Takes the output of the threads of UGI.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().map(|mut all| all.extend_from_slice(bytes)).expect("no writer panics");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A stream of UGI: every `go` has its `bestmove`.
pub fn ugi(data: &[u8]) {
    let Some((Gtp { game: mut engine, .. }, text)) = beginning(data) else { return };
    engine.set("move_time_ms", "1").expect("a time");
    let (mut input, mut searches) = (String::from("ugi\n"), 0);
    for line in text.split('\n').filter(|line| !is_heavy(line)).take(40) {
        input += &format!("{line}\nstop\n");
    }
    let lines = Lines::read(Cursor::new(input.clone())).unwrap();
    for line in lines {
        match line.text.split(' ').next() {
            Some("quit") if line.text == "quit" => break,
            Some("go") => searches += 1,
            _ => {}
        }
    }
    let sink = Sink::default();
    let mut lines = Lines::read(Cursor::new(input)).unwrap();
    papamu::ugi::run(engine, &mut lines, sink.clone()).expect("memory can be written to");
    let output = String::from_utf8(sink.0.lock().expect("no writer panics").clone()).expect("replies are text");
    assert_eq!(output.lines().filter(|line| line.starts_with("bestmove")).count(), searches, "{output}");
}

/// The text of an accepted position is accepted again, and means the same.
pub fn position(data: &[u8]) {
    let Some((&first, text)) = data.split_first() else { return };
    let (game, options) = BOARDS[usize::from(first) % BOARDS.len()];
    let Some(mut session) = open(game, options) else { return };
    let begun = session.position();
    match session.set_position(&String::from_utf8_lossy(text)) {
        Err(_) => assert_eq!(session.position(), begun),
        Ok(()) => {
            let printed = session.position();
            session.set_position(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
            assert_eq!(session.position(), printed);
            let _ = (session.draw(), session.perft(1, &|| true), session.outcome());
        }
    }
}

/// Games in SGF are read.
pub fn sgf(data: &[u8]) {
    if let Ok(game) = sgf::read(&String::from_utf8_lossy(data)) {
        let points = game.moves.iter().filter_map(|mv| mv.point).chain(game.stones.keys().copied());
        for point in points {
            let _ = sgf::vertex(point, 8);
        }
    }
}

/// Records of matches are read and replayed.
pub fn record(data: &[u8]) {
    if let Ok(record) = GameRecord::read(&String::from_utf8_lossy(data)) {
        let _ = record.replay(GAMES);
    }
}

/// Certificates are read and checked.
pub fn certificate(data: &[u8]) {
    let Ok(certificate) = Certificate::read(data) else { return };
    let mut written = Vec::new();
    certificate.write(&mut written).expect("memory can be written to");
    assert_eq!(Certificate::read(&written[..]).ok().as_ref(), Some(&certificate));
    if let Some(session) = open(&certificate.game, &certificate.options) {
        let _ = session.verify(&certificate, &|_| false);
    }
}
