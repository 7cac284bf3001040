//! Parsing a line into id, command and arguments.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{digit1, space1};
use nom::combinator::{eof, opt};
use nom::sequence::terminated;

use super::arguments::text_of_word;

/// A parsed line, as the user wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// The id; empty if the line has none.
    pub id: &'a str,
    /// The name of the command; empty if there is only an id.
    pub name: &'a str,
    /// The text after the name.
    pub arguments: &'a str,
}

impl<'a> Request<'a> {
    /// Parses a line that has been cleaned and is not blank.
    ///
    /// ```
    /// use papamu::gtp::Request;
    ///
    /// let request = Request::parse("7 play b D5");
    /// assert_eq!((request.id, request.name, request.arguments), ("7", "play", " b D5"));
    /// ```
    pub fn parse(line: &'a str) -> Self {
        let id = terminated(digit1::<&str, nom::error::Error<&str>>, alt((space1, eof)));
        let (line, id) = opt(id).parse(line.trim_ascii()).unwrap_or((line, None));
        let (arguments, name) = text_of_word(line).unwrap_or(("", ""));
        Self { id: id.unwrap_or(""), name, arguments }
    }
}
