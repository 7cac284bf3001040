//! The options of a game: their keys, the values they allow, and the current values.

use std::fmt;

use nom::bytes::complete::{is_not, take_while1};
use nom::character::complete::char;
use nom::combinator::all_consuming;
use nom::sequence::separated_pair;
use nom::{IResult, Parser};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use thiserror::Error;

/// An option: a key and its values.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The key.
    pub key: &'static str,
    /// The values it allows.
    pub kind: OptionKind,
    /// The default value.
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
}

/// An option as data, for menus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// The key.
    pub key: &'static str,
    /// `number` or `word`.
    pub kind: &'static str,
    /// The smallest number.
    pub min: Option<u32>,
    /// The largest number.
    pub max: Option<u32>,
    /// Whether 0 is allowed too, below the smallest number.
    pub zero: bool,
    /// The words.
    pub words: &'static [&'static str],
    /// The default.
    pub default: OptionValue,
    /// Defaults that depend on other options.
    pub other_defaults: Vec<OtherDefault>,
    /// What is allowed, in words.
    pub allowed: String,
    /// What it controls.
    pub help: &'static str,
}

/// The value of an option: a number, or a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// A number.
    Number(u32),
    /// A word.
    Word(String),
}

impl OptionValue {
    fn of(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Word(text.to_owned()), Self::Number)
    }
}

/// A default that applies while another option has a certain value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherDefault {
    /// The key of the other option.
    pub option: &'static str,
    /// Its value.
    pub value: OptionValue,
    /// The default in that case.
    pub default: OptionValue,
}

impl OptionSpec {
    fn info(&self) -> OptionInfo {
        let (kind, min, max, words): (_, _, _, &[&str]) = match self.kind {
            OptionKind::Number { min, max } | OptionKind::Dependent { min, max, .. } => {
                ("number", Some(min), Some(max), &[])
            }
            OptionKind::ZeroOrAtLeast(min) => ("number", Some(min), Some(u32::MAX), &[]),
            OptionKind::Choice(words) => ("word", None, None, words),
        };
        let other_default = |&(option, value, default): &(&'static str, &'static str, &'static str)| OtherDefault {
            option,
            value: OptionValue::of(value),
            default: OptionValue::of(default),
        };
        OptionInfo {
            key: self.key,
            kind,
            min,
            max,
            zero: matches!(self.kind, OptionKind::ZeroOrAtLeast(_)),
            words,
            default: OptionValue::of(self.default),
            other_defaults: self.unless.iter().map(other_default).collect(),
            allowed: self.kind.to_string(),
            help: self.help,
        }
    }
}

/// All options of a game as data: its `own`, then those that every game has.
pub(crate) fn option_infos(own: &[OptionSpec]) -> Vec<OptionInfo> {
    own.iter().chain(&COMMON).map(OptionSpec::info).collect()
}

/// The values that an option allows.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A whole number in a range.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
    },
    /// A whole number in a range that depends on other options; they are checked together later.
    Dependent {
        /// The smallest that any of them allows.
        min: u32,
        /// The largest.
        max: u32,
        /// What is allowed, in words.
        allowed: &'static str,
    },
    /// Zero, or a whole number of at least `min`.
    ZeroOrAtLeast(u32),
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    fn allows(&self, value: &str) -> bool {
        let number = || value.bytes().all(|b| b.is_ascii_digit()).then(|| value.parse::<u32>().ok()).flatten();
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

/// Why options are rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The text is not `key=value …`.
    #[error("'{0}' is not of the form key=value; keys: {1}")]
    Form(String, String),
    /// No such key.
    #[error("unknown option '{0}'; keys: {1}")]
    Key(String, String),
    /// The key does not allow this value.
    #[error("'{value}' is not a value of {key}; allowed: {allowed}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value given.
        value: String,
        /// The values it allows.
        allowed: String,
    },
    /// The key is given twice.
    #[error("option '{0}' is given twice")]
    Twice(&'static str),
    /// Values that cannot be combined.
    #[error("{0}")]
    Combination(&'static str),
}

/// The current value of every option of a game, in the order in which they are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Vec<(&'static str, String)>);

impl Values {
    /// The defaults of a game with options `own`, changed by `text`: `key=value …`, in any order.
    ///
    /// # Errors
    /// [`OptionError`], which says what is allowed.
    pub fn parse(own: &'static [OptionSpec], text: &str) -> Result<Self, OptionError> {
        let specs = || own.iter().chain(&COMMON);
        let keys = || specs().map(|spec| spec.key).collect::<Vec<_>>().join(" ");
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for word in text.split_whitespace() {
            let Ok((_, (key, value))) = pair(word) else {
                return Err(OptionError::Form(word.to_owned(), keys()));
            };
            let Some(spec) = specs().find(|spec| spec.key == key) else {
                return Err(OptionError::Key(key.to_owned(), keys()));
            };
            if given.iter().any(|&(known, _)| known == key) {
                return Err(OptionError::Twice(spec.key));
            }
            if !spec.kind.allows(value) {
                let (value, allowed) = (value.to_owned(), spec.kind.to_string());
                return Err(OptionError::Value { key: spec.key, value, allowed });
            }
            // Numbers are printed without leading zeros, however they were typed.
            let plain = value.parse::<u32>().map_or_else(|_| value.to_owned(), |number| number.to_string());
            given.push((spec.key, plain));
        }
        let mut values = Self(Vec::new());
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
            map.serialize_entry(key, &OptionValue::of(value))?;
        }
        map.end()
    }
}

fn pair(word: &str) -> IResult<&str, (&str, &str)> {
    let key = is_not("=");
    let value = take_while1(|c| c != '=');
    all_consuming(separated_pair(key, char('='), value)).parse(word)
}
