//! Records of games. Each game is written as a line of JSON when it ends, so a match that is stopped loses only the games in
//! progress.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{Color, Outcome, Style};
use crate::play::{Error, Game};
use crate::registry::Entry;
use crate::system::files::{Locked, open_regular};
use crate::system::printable;

use super::{Decision, failed};

/// What a record says of a game that the referee ended because its result was proven.
pub(super) const PROVEN: &str = "proven";

/// The program that plays as an engine in a game. Control characters are escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a JSON object")]
pub struct Identity {
    pub command: String,
    /// Its time control and settings, if they are not those of the match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limits: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

impl Identity {
    /// What the match started: the command line and the engine's own limits.
    pub(super) fn setup(&self) -> String {
        format!("{}, {}", self.command, self.limits).trim_end_matches(", ").to_owned()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "a JSON object")]
pub struct GameRecord {
    pub game: String,
    pub options: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    #[serde(default)]
    pub opening: usize,
    pub moves: Vec<String>,
    /// The player of each move, a letter each: `bwbw`. Older records lack it; it is derived when they are read.
    #[serde(default)]
    pub colors: String,
    pub black: String,
    pub white: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engines: Option<[Identity; 2]>,
    pub result: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<String>,
    #[serde(default)]
    pub number: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    #[serde(default)]
    pub asked: [u64; 2],
    #[serde(default)]
    pub millis: [u64; 2],
    #[serde(default)]
    pub nodes: [u64; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Decision>,
}

impl GameRecord {
    /// Reads a line. Control characters are escaped, so that all of it can be printed.
    pub fn read(line: &str) -> Result<Self, String> {
        fn escape(value: &mut Value) {
            match value {
                Value::String(text) => *text = printable(text).into_owned(),
                Value::Array(values) => values.iter_mut().for_each(escape),
                Value::Object(fields) => {
                    for (name, mut value) in std::mem::take(fields) {
                        escape(&mut value);
                        fields.insert(printable(&name).into_owned(), value);
                    }
                }
                _ => {}
            }
        }
        let record = serde_json::from_str::<Self>(line.trim_end()).and_then(|record| {
            let mut value = serde_json::to_value(record)?;
            escape(&mut value);
            serde_json::from_value(value)
        });
        record.map_err(|error| {
            let (text, column) = (error.to_string(), error.column());
            // A record is one line, so its number within the record says nothing.
            let reason = text.strip_suffix(&format!(" at line 1 column {column}")).unwrap_or(&text);
            match error.is_data() {
                true => format!("not a game record: {}", printable(reason)),
                false => format!("not a game record: invalid JSON at column {column}"),
            }
        })
    }

    /// The engine at fault and what it did wrong, if that ended the game.
    pub fn fault(&self) -> Result<Option<(Color, &str)>, String> {
        let Some(reason) = &self.reason else { return Ok(None) };
        let of = |color: Color| Some((color, reason.strip_prefix(&format!("{color} "))?));
        let fault = Color::BOTH.into_iter().find_map(of).map(Some);
        fault.ok_or_else(|| format!("the reason begins with neither Black nor White: {reason}"))
    }

    /// The half points of Black.
    pub(super) fn half_points(&self) -> u32 {
        match self.result.chars().next() {
            Some('B') => 2,
            Some('W') => 0,
            _ => 1,
        }
    }

    /// How the game ended, if not by its rules.
    pub(super) fn early_end(&self) -> Option<String> {
        self.reason.clone().or(self.adjudication.as_ref().map(|rule| format!("adjudication: {rule}")))
    }

    /// The same without the lines that explain a fault.
    pub fn short_end(&self) -> Option<String> {
        self.early_end()?.split("; ").next().map(str::to_owned)
    }

    /// Plays the game again and compares the players and the result. A game without a result is right if it is not over.
    /// Returns the game and the player of each move.
    pub fn replay(&self, games: &[Entry]) -> Result<(Game, String), String> {
        let mut session = Game::new(games, &self.game, &self.options).map_err(|error| error.to_string())?;
        if let Some(start) = &self.start {
            session.set_position(start).map_err(|error| error.to_string())?;
        }
        let mut colors = String::new();
        for (index, token) in self.moves.iter().enumerate() {
            colors.push(session.turn().letter());
            let played = session.play(session.turn(), token, Style::Whole);
            played.map_err(|error| format!("move {}, {token}: {error}", index + 1))?;
        }
        if !self.colors.is_empty() && self.colors != colors {
            return Err(format!("'colors' is '{}', but the players of the moves are '{colors}'", self.colors));
        }
        let forfeit = self.fault()?.map(|(color, _)| Outcome::Forfeit { winner: !color });
        let adjudicated = self.adjudication.as_deref().map(|rule| {
            matches!((rule, self.result.as_str()), (PROVEN | "draw", "0") | (PROVEN | "resign", "B+R" | "W+R"))
        });
        let found = match (session.outcome(), forfeit) {
            // The referee ends games that go on, and by its rules.
            (None, None) if adjudicated == Some(true) => self.result.clone(),
            _ if adjudicated.is_some() => "not one of the referee's".to_owned(),
            (Some(outcome), None) => outcome.to_string(),
            (None, Some(forfeit)) => forfeit.to_string(),
            // A game that is over cannot be forfeited.
            (Some(outcome), Some(_)) => format!("{outcome} without a fault"),
            (None, None) => "none".to_owned(),
        };
        if found != self.result {
            return Err(format!("the result is {found}, not {}", self.result));
        }
        Ok((session, colors))
    }

    /// Plays a whole game again, and returns its record with what older ones do not have: the players of the moves, and newer
    /// options.
    pub fn checked(mut self, games: &[Entry]) -> Result<Self, String> {
        let (session, colors) = self.replay(games)?;
        if session.outcome().is_none() && self.reason.is_none() && self.adjudication.is_none() {
            return Err("the game is not over".to_owned());
        }
        self.colors = colors;
        self.options = session.values().to_string();
        Ok(self)
    }
}

/// Why records cannot be added up in one table, if they cannot: different games or time controls, or one name for two programs.
pub fn mixture<'a>(records: impl IntoIterator<Item = &'a GameRecord>) -> Option<String> {
    let mut records = records.into_iter().peekable();
    let first = *records.peek()?;
    let kind = |record: &GameRecord| format!("{} {}", record.game, record.options).trim().to_owned();
    let mut programs: BTreeMap<&str, &Identity> = BTreeMap::new();
    for record in records {
        if kind(record) != kind(first) {
            return Some(format!("games of {} and of {}", kind(first), kind(record)));
        }
        if let (Some(one), Some(other)) = (&first.time, &record.time)
            && one != other
        {
            return Some(format!("games with {one} and with {other}"));
        }
        for (name, engine) in [&record.black, &record.white].into_iter().zip(record.engines.iter().flatten()) {
            let known = programs.entry(name).or_insert(engine);
            if known.setup() != engine.setup() {
                return Some(format!("games of {name} as '{}' and as '{}'", known.setup(), engine.setup()));
            }
            match [&known.version, &engine.version] {
                [one, other] if one == other || other.is_empty() => {}
                [one, _] if one.is_empty() => *known = engine,
                [one, other] => return Some(format!("games of version {one} and of version {other} of {name}")),
            }
        }
    }
    None
}

fn of_file(path: &Path) -> impl Fn(io::Error) -> Error {
    move |error| failed(format!("{}: {error}", path.display()))
}

/// A line of a file: its number from 1, and the record, or what is wrong with it.
pub(crate) type RecordLine = (usize, Result<GameRecord, String>);

/// Reads the records of a match and checks each by playing the game again. Skips blank lines. Also returns the number of bytes
/// that were read: all except a last line that was cut off.
pub fn read_lines(bytes: &[u8], games: &[Entry]) -> (Vec<RecordLine>, usize) {
    let (mut lines, mut whole) = (Vec::new(), 0);
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let text = String::from_utf8_lossy(line);
        if !text.trim().is_empty() {
            if !line.ends_with(b"\n") && serde_json::from_str::<IgnoredAny>(&text).is_err_and(|error| error.is_eof()) {
                break;
            }
            lines.push((index + 1, GameRecord::read(&text).and_then(|record| record.checked(games))));
        }
        whole += line.len();
    }
    (lines, whole)
}

/// A file of records that is written during a match. Only one process at a time can open it.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: Locked,
}

impl RecordFile {
    /// Opens a file for records: a new one, or with `resume` an existing one, whose records are checked and returned. A last
    /// line that was cut off is removed.
    pub fn open(path: &Path, resume: bool, games: &[Entry]) -> Result<(Self, Vec<GameRecord>), Error> {
        let wrong = of_file(path);
        let file = open_regular(path, OpenOptions::new().read(true).append(true).create(true)).map_err(&wrong)?;
        let mut file = Locked::new(file, "another match").map_err(&wrong)?;
        let mut bytes = Vec::new();
        file.0.read_to_end(&mut bytes).map_err(&wrong)?;
        if !resume && !bytes.is_empty() {
            return Err(failed(format!("{}: exists already; --resume continues the match in it", path.display())));
        }
        let (lines, whole) = read_lines(&bytes, games);
        let read = |(line, record): RecordLine| {
            record.map_err(|error| failed(format!("{}: line {line}: {error}", path.display())))
        };
        let records = lines.into_iter().map(read).collect::<Result<_, _>>()?;
        file.0.set_len(whole as u64).map_err(&wrong)?;
        if bytes[..whole].last().is_some_and(|&last| last != b'\n') {
            file.0.write_all(b"\n").map_err(&wrong)?;
        }
        Ok((Self { path: path.to_owned(), file }, records))
    }

    pub fn write(&mut self, record: &GameRecord) -> Result<(), Error> {
        let line = serde_json::to_string(record).map_err(io::Error::from);
        line.and_then(|line| self.file.0.write_all((line + "\n").as_bytes())).map_err(of_file(&self.path))
    }
}
