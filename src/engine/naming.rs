//! The names of vertices and moves on the wire: GTP's, or algebraic ones.
//!
//! The engine knows only GTP's names. Algebraic names are a translation of lines: moves in the arguments on the way in,
//! all vertices, paths, `PASS` and `RESIGN` in a reply on the way out. This works because GTP's names are the only words
//! of the engine that consist of a capital letter and a number.

use std::str::FromStr;

use nom::Parser;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{all_consuming, map, opt};
use nom::multi::separated_list1;
use serde::Deserialize;
use serde_json::Value;

use crate::board::Vertex;

/// How vertices and moves are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Naming {
    /// As in GTP: `C3-E3`; the letter I is left out.
    #[default]
    Gtp,
    /// As in chess and in OpenSpiel: `c3e3`; the letter i is the ninth column.
    Algebraic,
}

impl FromStr for Naming {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        [Self::Gtp, Self::Algebraic].into_iter().find(|notation| notation.name() == name).ok_or("gtp or algebraic")
    }
}

impl Naming {
    /// The name of this notation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gtp => "gtp",
            Self::Algebraic => "algebraic",
        }
    }

    /// Translates a token that was received into GTP's notation. Any other text stays as it is.
    ///
    /// ```
    /// use papamu::engine::Naming;
    ///
    /// assert_eq!(Naming::Algebraic.read("c3e3"), "C3-E3");
    /// assert_eq!(Naming::Algebraic.read("resign@i2"), "resign@J2");
    /// assert_eq!(Naming::Algebraic.read("d7,c8,e5"), "D7,C8,E5");
    /// ```
    pub fn read(self, token: &str) -> String {
        match self {
            Self::Gtp => token.to_owned(),
            Self::Algebraic => token.split(',').map(path_to_gtp).collect::<Vec<_>>().join(","),
        }
    }

    /// Translates the tokens among words: arguments, or the fields of a position.
    pub fn read_words(self, arguments: &str) -> String {
        arguments.split(' ').map(|word| self.read(word)).collect::<Vec<_>>().join(" ")
    }

    /// Translates the tokens in a text of the engine: a line, or JSON.
    ///
    /// ```
    /// use papamu::engine::Naming;
    ///
    /// assert_eq!(Naming::Algebraic.write("D5 C3-E3 PASS"), "d5 c3e3 pass");
    /// assert_eq!(Naming::Algebraic.write(r#"{"move":"J9","clicks":["J9"]}"#), r#"{"move":"i9","clicks":["i9"]}"#);
    /// ```
    pub fn write(self, text: &str) -> String {
        match self {
            Self::Gtp => text.to_owned(),
            Self::Algebraic => text.split_inclusive('\n').map(line_to_algebraic).collect(),
        }
    }

    /// Translates the tokens in all strings of a value, except what its user has named: the fields called `id`.
    pub fn write_json(self, value: Value) -> Value {
        match value {
            Value::String(text) => self.write(&text).into(),
            Value::Array(items) => items.into_iter().map(|item| self.write_json(item)).collect(),
            Value::Object(fields) => {
                let translated = |(name, value): (String, Value)| {
                    let value = if name == "id" { value } else { self.write_json(value) };
                    (name, value)
                };
                fields.into_iter().map(translated).collect()
            }
            other => other,
        }
    }
}

/// Translates a vertex, a path, or a path after `resign@`.
fn path_to_gtp(token: &str) -> String {
    let vertex = || (satisfy(|c| c.is_ascii_alphabetic()), digit1);
    let path = map(separated_list1(opt(char('-')), vertex()), |path: Vec<(char, &str)>| {
        let name = |&(letter, row): &(char, &str)| match letter.to_ascii_lowercase() {
            'z' => "Z0".to_owned(), // a column that GTP does not have, so no board either
            letter => format!("{}{row}", Vertex::letter(letter as u8 - b'a')),
        };
        path.iter().map(name).collect::<Vec<_>>().join("-")
    });
    let gift = opt(tag_no_case::<&str, &str, nom::error::Error<&str>>("resign@"));
    let parsed = all_consuming((gift, path)).parse(token);
    parsed.map_or_else(|_| token.to_owned(), |(_, (gift, path))| gift.unwrap_or("").to_owned() + &path)
}

/// The algebraic letter of the column.
fn algebraic_letter(letter: u8) -> char {
    char::from(letter.to_ascii_lowercase() - u8::from(letter > b'I'))
}

/// Translates a line: words, which are runs of letters and digits, and what is between them.
fn line_to_algebraic(line: &str) -> String {
    let is_diagram_head = line.split_whitespace().all(|word| matches!(word.as_bytes(), [b'A'..=b'Z']));
    let (mut translated, mut rest) = (String::with_capacity(line.len()), line);
    let mut after_vertex = false;
    while !rest.is_empty() {
        let (gap, begun) = rest.split_at(gap_length(rest));
        let (word, after) = begun.split_at(begun.find(|c: char| !c.is_alphanumeric()).unwrap_or(begun.len()));
        let vertex = vertex_to_algebraic(word, is_diagram_head);
        if !(gap == "-" && after_vertex && vertex.is_some()) {
            translated += gap;
        }
        after_vertex = vertex.is_some();
        match vertex {
            Some(name) => translated += &name,
            None if matches!(word, "PASS" | "RESIGN") => translated += &word.to_ascii_lowercase(),
            None => translated += word,
        }
        rest = after;
    }
    translated
}

/// The length of what comes before the next word. The letter after a backslash belongs to an escape of JSON.
fn gap_length(text: &str) -> usize {
    let mut escaped = false;
    let word = text.find(|c: char| {
        let begins = c.is_alphanumeric() && !escaped;
        escaped = c == '\\' && !escaped;
        begins
    });
    word.unwrap_or(text.len())
}

/// The name of a vertex, or of a column where only columns stand, in algebraic notation.
fn vertex_to_algebraic(word: &str, is_column: bool) -> Option<String> {
    let (&letter, row) = word.as_bytes().split_first()?;
    let is_row = !row.is_empty() && row.iter().all(u8::is_ascii_digit);
    let is_name = letter.is_ascii_uppercase() && letter != b'I' && (is_row || is_column && row.is_empty());
    is_name.then(|| format!("{}{}", algebraic_letter(letter), &word[1..]))
}
