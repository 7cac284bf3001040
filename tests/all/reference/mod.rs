//! Slow, obvious reference implementation of the four games, written from the rules' text alone, to test a fast engine against.

use std::collections::BTreeMap;

use board::{Cell, letter, vertex};

pub mod board;
pub mod kanga;
pub mod kangaroo;
pub mod konane;
pub mod send_it;

/// What a test sees of a game: everything is text, as in the line protocol.
pub trait Reference {
    /// Starts from a well-formed position string; history and move count begin anew.
    fn set_position(&mut self, s: &str);
    /// The position string.
    fn position(&self) -> String;
    /// All legal tokens, sorted by bytes; empty when the game is over.
    fn legal(&self) -> Vec<String>;
    /// Plays one of `legal()` (in Send It one drop, or `PASS`).
    fn play(&mut self, token: &str);
    /// `none`, `0`, `B+n` or `W+n`.
    fn result(&self) -> String;
    /// As `result`; Send It and Kangaroo also score a game that goes on.
    fn final_score(&self) -> String;
    /// `b` or `w`: whose turn it is, or would have been.
    fn side(&self) -> char;
    /// The vertices of the stones taken by the last play, sorted by bytes.
    fn captured(&self) -> Vec<String>;
}

/// A game, ready to play from its start. `options` is the `set_game` text after the name; `-` or nothing means defaults.
pub fn reference(game: &str, options: &str) -> Box<dyn Reference> {
    let options = Options::read(options);
    match game {
        "konane" => Box::new(Match::new(konane::Konane::new(&options), &options)),
        "kanga" => Box::new(Match::new(kanga::Kanga::new(&options), &options)),
        "send_it" => Box::new(Match::new(send_it::SendIt::new(&options), &options)),
        "kangaroo" => Box::new(Match::new(kangaroo::Kangaroo::new(&options), &options)),
        _ => panic!("no such game: {game}"),
    }
}

/// A game's own rules, without history. Colours are `x` (Black) and `o` (White) as on the board.
trait Rules: Clone {
    fn set(&mut self, s: &str);
    fn text(&self) -> String;
    /// The legal tokens, each once, in any order; none when the game's own rules have ended it.
    fn tokens(&self) -> Vec<String>;
    /// Plays a legal token and tells which stones were taken.
    fn play(&mut self, token: &str) -> Vec<Cell>;
    /// The outcome by the game's own rules, if they have ended it.
    fn over(&self) -> Option<String>;
    /// The outcome if the game were stopped now: `0` (a draw) where the game counts no points.
    fn stopped(&self) -> String;
    /// Whether this game counts points, so that a game that goes on has a score too.
    fn counts_points(&self) -> bool;
    fn side(&self) -> char;
    /// False only in the middle of a turn of several moves (Send It).
    fn turn_begins(&self) -> bool {
        true
    }
}

/// A game being played: the rules, and what depends on its history, which is repetition and `max_moves`.
struct Match<R> {
    rules: R,
    repetition: usize,
    max_moves: usize,
    /// Every position since the start or `set_position` in which a turn began.
    seen: Vec<String>,
    turns: usize,
    /// The outcome, where repetition or `max_moves` ended the game.
    stopped: Option<String>,
    captured: Vec<String>,
}

impl<R: Rules> Match<R> {
    fn new(rules: R, options: &Options) -> Match<R> {
        Match {
            seen: vec![rules.text()],
            rules,
            repetition: options.number("repetition", 3) as usize,
            max_moves: options.number("max_moves", 0) as usize,
            turns: 0,
            stopped: None,
            captured: Vec::new(),
        }
    }
}

impl<R: Rules> Reference for Match<R> {
    fn set_position(&mut self, s: &str) {
        self.rules.set(s);
        self.seen.clear();
        if self.rules.turn_begins() {
            self.seen.push(self.rules.text());
        }
        self.turns = 0;
        self.stopped = None;
        self.captured.clear();
    }

    fn position(&self) -> String {
        self.rules.text()
    }

    fn legal(&self) -> Vec<String> {
        if self.result() != "none" {
            return Vec::new();
        }
        let mut tokens = self.rules.tokens();
        tokens.sort();
        tokens
    }

    fn play(&mut self, token: &str) {
        assert_eq!(self.result(), "none", "the game is over");
        self.captured = self.rules.play(token).into_iter().map(vertex).collect();
        self.captured.sort();
        if !self.rules.turn_begins() {
            return;
        }
        self.turns += 1;
        let now = self.rules.text();
        self.seen.push(now.clone());
        let times = self.seen.iter().filter(|text| **text == now).count();
        let repeated = self.repetition != 0 && times >= self.repetition;
        let too_long = self.max_moves != 0 && self.turns >= self.max_moves;
        // Where the move also ends the game by the game's own rules, those decide.
        if self.rules.over().is_none() && (repeated || too_long) {
            self.stopped = Some(self.rules.stopped());
        }
    }

    fn result(&self) -> String {
        match (self.rules.over(), &self.stopped) {
            (Some(outcome), _) => outcome,
            (None, Some(outcome)) => outcome.clone(),
            (None, None) => "none".to_string(),
        }
    }

    fn final_score(&self) -> String {
        let result = self.result();
        if result == "none" && self.rules.counts_points() { self.rules.stopped() } else { result }
    }

    fn side(&self) -> char {
        letter(self.rules.side())
    }

    fn captured(&self) -> Vec<String> {
        self.captured.clone()
    }
}

/// The `key=value` pairs of a `set_game` line.
pub struct Options(BTreeMap<String, String>);

impl Options {
    fn read(text: &str) -> Options {
        let mut pairs = BTreeMap::new();
        for word in text.split_whitespace().filter(|word| *word != "-") {
            let (key, value) = word.split_once('=').expect("key=value");
            pairs.insert(key.to_string(), value.to_string());
        }
        Options(pairs)
    }

    fn text<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.0.get(key).map_or(default, String::as_str)
    }

    fn number(&self, key: &str, default: i32) -> i32 {
        self.0.get(key).map_or(default, |value| value.parse().expect("a number"))
    }
}
