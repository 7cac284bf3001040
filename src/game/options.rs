//! The options of a game: their keys, the values they allow, and the current values.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{Error, Points, whole_number};

#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    pub key: &'static str,
    pub kind: OptionKind,
    pub default: &'static str,
    /// What it controls, in one line.
    pub help: &'static str,
    /// Other defaults: each entry is the key and a value of an option earlier in the list, and the default while that
    /// option has that value.
    pub unless: &'static [(&'static str, &'static str, &'static str)],
}

impl OptionSpec {
    /// An option with a single default.
    pub const fn new(key: &'static str, kind: OptionKind, default: &'static str, help: &'static str) -> Self {
        Self { key, kind, default, help, unless: &[] }
    }

    /// All options of a game: its `own`, then those that every game has.
    pub(crate) fn all(own: &'static [Self]) -> impl Iterator<Item = &'static Self> {
        own.iter().chain(&COMMON)
    }

    /// The words that it allows; empty for numbers.
    pub fn words(&self) -> &'static [&'static str] {
        if let OptionKind::Choice(words) = self.kind { words } else { &[] }
    }
}

/// What a menu needs, as `protocol.md` describes it.
impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, min, max) = match self.kind {
            OptionKind::Number { min, max } | OptionKind::Dependent { min, max, .. } => {
                ("number", Some(min), Some(max))
            }
            OptionKind::ZeroOrAtLeast(min) => ("number", Some(min), Some(u32::MAX)),
            OptionKind::Choice(_) => ("word", None, None),
        };
        let other = |&(option, value, default): &(&str, &str, &str)| json!({ "option": option, "value": plain(value), "default": plain(default) });
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("key", self.key)?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("min", &min)?;
        map.serialize_entry("max", &max)?;
        map.serialize_entry("zero", &matches!(self.kind, OptionKind::ZeroOrAtLeast(_)))?;
        map.serialize_entry("words", self.words())?;
        map.serialize_entry("default", &plain(self.default))?;
        map.serialize_entry("other_defaults", &self.unless.iter().map(other).collect::<Vec<_>>())?;
        map.serialize_entry("allowed", &self.kind.to_string())?;
        map.serialize_entry("help", self.help)?;
        map.end()
    }
}

/// The value of an option: a number as a number, a word as a word.
fn plain(text: &str) -> Value {
    text.parse::<u32>().map_or_else(|_| Value::from(text), Value::from)
}

/// The values that an option allows.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A whole number in a range.
    Number { min: u32, max: u32 },
    /// A whole number in a range that depends on other options; they are checked together later. From `min` to `max` is what
    /// any of them allows, and `allowed` is what they allow, in words.
    Dependent { min: u32, max: u32, allowed: &'static str },
    /// Zero, or a whole number of at least `min`.
    ZeroOrAtLeast(u32),
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    pub(crate) fn allows(&self, value: &str) -> bool {
        let number = || whole_number::<u32>(value);
        match *self {
            Self::Number { min, max } | Self::Dependent { min, max, .. } => {
                number().is_some_and(|n| (min..=max).contains(&n))
            }
            Self::ZeroOrAtLeast(min) => number().is_some_and(|n| n == 0 || n >= min),
            Self::Choice(words) => words.contains(&value),
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Number { min, max } => write!(f, "{min} to {max}"),
            Self::Dependent { allowed, .. } => f.write_str(allowed),
            Self::ZeroOrAtLeast(0 | 1) => write!(f, "0 to {}", u32::MAX),
            Self::ZeroOrAtLeast(min) => write!(f, "0, or {min} to {}", u32::MAX),
            Self::Choice(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// Options that every game has, printed after its own.
const COMMON: [OptionSpec; 2] = [
    OptionSpec::new(
        "repetition",
        OptionKind::ZeroOrAtLeast(2),
        "3",
        "occurrences of a position that end the game; 0: no limit",
    ),
    OptionSpec::new("max_moves", OptionKind::ZeroOrAtLeast(1), "0", "turns after which the game ends; 0: no limit"),
];

/// The current value of every option of a game, in the order in which they are printed; and the komi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Vec<(&'static str, String)>, Points);

impl Values {
    /// The defaults of a game with options `own`, changed by `text`: `key=value …`, in any order.
    pub fn parse(own: &'static [OptionSpec], text: &str) -> Result<Self, Error> {
        let specs = || OptionSpec::all(own);
        let keys = || specs().map(|spec| spec.key).collect::<Vec<_>>().join(" ");
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for word in text.split_whitespace() {
            let pair = word.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty());
            let Some((key, value)) = pair.filter(|(_, value)| !value.contains('=')) else {
                return Err(Error::syntax(format!("'{word}' is not of the form key=value; keys: {}", keys())));
            };
            let Some(spec) = specs().find(|spec| spec.key == key) else {
                return Err(Error::syntax(format_args!("unknown option '{key}'; keys: {}", keys())));
            };
            if given.iter().any(|&(known, _)| known == key) {
                return Err(Error::syntax(format_args!("option '{key}' is given twice")));
            }
            if !spec.kind.allows(value) {
                return Err(Error::value(key, value, spec.kind));
            }
            // Numbers are printed without leading zeros, however they were typed.
            let plain = value.parse::<u32>().map_or_else(|_| value.to_owned(), |number| number.to_string());
            given.push((spec.key, plain));
        }
        let mut values = Self(Vec::new(), Points::default());
        for spec in specs() {
            let given = given.iter().find(|&&(key, _)| key == spec.key).map(|(_, value)| value.clone());
            let other = spec.unless.iter().find(|&&(key, value, _)| values.get(key) == value);
            let default = other.map_or(spec.default, |&(_, _, default)| default);
            values.0.push((spec.key, given.unwrap_or_else(|| default.to_owned())));
        }
        Ok(values)
    }

    /// The value of a key; empty if the game has no such key.
    pub fn get(&self, key: &str) -> &str {
        self.0.iter().find(|&&(known, _)| known == key).map_or("", |(_, value)| value)
    }

    /// The value of a numeric key; 0 if the game has no such key.
    pub fn number(&self, key: &str) -> u32 {
        self.get(key).parse().unwrap_or(0)
    }

    /// Points added to White's score, in a game that counts points and in which komi counts.
    pub fn komi(&self) -> Points {
        self.1
    }

    pub(crate) fn with_komi(mut self, komi: Points) -> Self {
        self.1 = komi;
        self
    }

    /// These values with some replaced, as text for [`parse`](Self::parse).
    pub fn with(&self, changes: &[(&str, String)]) -> String {
        let value = |key: &str, old: &str| {
            let change = changes.iter().find(|&&(changed, _)| changed == key);
            change.map_or_else(|| old.to_owned(), |(_, value)| value.clone())
        };
        let words: Vec<_> = self.0.iter().map(|(key, old)| format!("{key}={}", value(key, old))).collect();
        words.join(" ")
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.with(&[]))
    }
}

/// An object: numbers as numbers, words as strings.
impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, &plain(value))?;
        }
        map.end()
    }
}
