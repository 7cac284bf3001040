//! Parsers of arguments. They check only the syntax, not whether a move is legal or a size is possible.
//!
//! Each parser except [`remainder`] reads one argument and the space before it.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till1};
use nom::character::complete::{char, digit1, space1};
use nom::combinator::{all_consuming, map, map_opt, map_res, recognize, rest, value, verify};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use crate::board::{Vertex, vertex_path};
use crate::game::Color;

pub(crate) type Parsed<'a, T> = IResult<&'a str, T>;

pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    preceded(space1, take_till1(|c: char| c == ' ')).parse(input)
}

/// A word that another parser must consume completely.
fn word_of<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>> {
    word.and_then(all_consuming(parser))
}

pub(crate) fn remainder(input: &str) -> Parsed<'_, &str> {
    map(rest, str::trim).parse(input)
}

/// This word, in any case.
pub(crate) fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = (), Error = nom::error::Error<&'a str>> {
    map(word_of(tag_no_case(name)), |_| ())
}

pub(crate) fn integer(input: &str) -> Parsed<'_, u32> {
    word_of(map_res(digit1, str::parse)).parse(input)
}

/// A number of columns or rows. An impossible number is rejected later, as a size, not as a syntax error.
pub(super) fn extent(input: &str) -> Parsed<'_, u32> {
    let number = |digits: &str| digits.parse().unwrap_or(u32::MAX);
    word_of(alt((value(0, (char('-'), digit1)), map(digit1, number)))).parse(input)
}

pub(super) fn number(input: &str) -> Parsed<'_, f64> {
    word_of(nom::number::complete::double).parse(input)
}

/// `b`, `black`, `w` or `white`.
pub(super) fn color(input: &str) -> Parsed<'_, Color> {
    let black = value(Color::Black, alt((tag_no_case("black"), tag_no_case("b"))));
    let white = value(Color::White, alt((tag_no_case("white"), tag_no_case("w"))));
    word_of(alt((black, white))).parse(input)
}

/// Seconds, whole or decimal; a billion at most, so that sums cannot overflow.
pub(super) fn seconds(input: &str) -> Parsed<'_, Duration> {
    let decimal = recognize((digit1, nom::combinator::opt((char('.'), digit1))));
    let number = verify(map_res(decimal, str::parse::<f64>), |&seconds| seconds <= 1e9);
    word_of(map(number, Duration::from_secs_f64)).parse(input)
}

/// Seconds on a clock. A clock that has run out may be below zero.
pub(crate) fn clock_seconds(input: &str) -> Parsed<'_, Duration> {
    let below = (char('-'), digit1, nom::combinator::opt((char('.'), digit1)));
    alt((value(Duration::ZERO, word_of(recognize(below))), seconds)).parse(input)
}

/// The name of a file: a word, or anything in double quotes.
pub(super) fn file_name(input: &str) -> Parsed<'_, &str> {
    let quoted = delimited(char('"'), take_till1(|c| c == '"'), char('"'));
    let bare = verify(take_till1(|c: char| c == ' '), |name: &str| !name.starts_with('"'));
    preceded(space1, alt((quoted, bare))).parse(input)
}

pub(super) fn vertex(input: &str) -> Parsed<'_, Vertex> {
    let single = |text: &str| match vertex_path(text).as_deref() {
        Some(&[vertex]) => vertex,
        _ => None,
    };
    map_opt(word, single).parse(input)
}
