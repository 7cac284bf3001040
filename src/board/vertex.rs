//! Vertices and their names: a column letter (without `I`) and a row number from 1, as in GTP.

use std::fmt;

use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{all_consuming, map};
use nom::multi::{many1, separated_list1};
use nom::{IResult, Parser};
use serde::{Serialize, Serializer};

/// A place on the board, counted from 0: column 0, row 0 is `A1`, the bottom left.
/// Compares by row, then by column.
///
/// ```
/// use papamu::board::Vertex;
///
/// assert_eq!(Vertex::new(0, 0).to_string(), "A1");
/// assert_eq!(Vertex::new(8, 3).to_string(), "J4"); // I is skipped
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex {
    pub row: u8,
    pub column: u8,
}

impl Serialize for Vertex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Vertex {
    pub const fn new(column: u8, row: u8) -> Self {
        Self { row, column }
    }

    /// The letter of a column, counted from 0. Columns beyond `Z` have no letter and give `?`.
    pub(crate) fn letter(column: u8) -> char {
        LETTERS.get(usize::from(column)).map_or('?', |&letter| char::from(letter))
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", Self::letter(self.column), u32::from(self.row) + 1)
    }
}

fn vertex(input: &str) -> IResult<&str, Option<Vertex>> {
    let letter = satisfy(|c| c.is_ascii_alphabetic() && !c.eq_ignore_ascii_case(&'i'));
    map((letter, digit1), |(letter, digits): (char, &str)| {
        let column = LETTERS.iter().position(|&l| letter.to_ascii_uppercase() == char::from(l))?;
        let row = digits.parse::<u8>().ok()?.checked_sub(1)?;
        Some(Vertex::new(column as u8, row))
    })
    .parse(input)
}

/// Reads `C3-E3-G3`, `C3E3G3`, or a single vertex; `None` if the text is not of that form. A vertex outside 25 × 255, the range
/// of [`Vertex`], is `None`: it is an illegal move, not a syntax error.
///
/// ```
/// use papamu::board::{Vertex, vertex_path};
///
/// assert_eq!(vertex_path("c3-E3").unwrap()[1], Some(Vertex::new(4, 2)));
/// assert_eq!(vertex_path("c3e3"), vertex_path("C3-E3"));
/// assert_eq!(vertex_path("hello"), None);
/// ```
pub fn vertex_path(text: &str) -> Option<Vec<Option<Vertex>>> {
    separated(text, '-').or_else(|| all_consuming(many1(vertex)).parse(text).ok().map(|(_, vertices)| vertices))
}

/// Reads `D7,C8,E5`, or a single vertex; `None` if the text is not of that form.
pub fn vertex_list(text: &str) -> Option<Vec<Option<Vertex>>> {
    separated(text, ',')
}

fn separated(text: &str, separator: char) -> Option<Vec<Option<Vertex>>> {
    all_consuming(separated_list1(char(separator), vertex)).parse(text).ok().map(|(_, vertices)| vertices)
}
