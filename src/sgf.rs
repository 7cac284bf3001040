//! Games as SGF (Smart Game Format, version 4: <https://www.red-bean.com/sgf/>), written as GoGui and gogui-twogtp do:
//! every click is a node with `B[..]` or `W[..]`, even if a player clicks several times in a row.
//!
//! Only the main line is read, one property at a time, so reading needs no more memory than the game itself. None of
//! the maintained libraries fits: their trees recurse at each node, even when dropped, so a long or malicious file
//! would overflow the stack.

use std::collections::BTreeMap;
use std::fmt::Write;

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while1};
use nom::character::complete::{anychar, char, digit1, one_of, satisfy};
use nom::combinator::{all_consuming, map, map_res, opt, recognize, value};
use nom::multi::fold_many0;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use crate::board::{Shape, Vertex};
use crate::game::{Color, Error, ErrorKind, Points};

/// The record of a game, as clicks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The position string that it began with; `None` for the game's own starting position.
    pub start: Option<String>,
    /// The stones of that position; empty for the starting position.
    pub stones: Vec<(Color, Vertex)>,
    pub clicks: Vec<Click>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Click {
    pub color: Color,
    /// The vertex; `None` for `PASS`.
    pub vertex: Option<Vertex>,
    /// The token in whole style, if clicks do not determine the move.
    pub token: Option<String>,
}

fn wrong(reason: impl ToString) -> Error {
    Error::new(ErrorKind::Load, reason)
}

pub(crate) fn no_point() -> Error {
    wrong("a point is not two letters on the board")
}

/// The most stones that fit on the largest board of the format, with room for replaced ones.
const MOST_STONES: usize = 2 * 52 * 52;

const MOST_MOVES: usize = 100_000;

/// A point in the format's coordinates: the column from the left and the row from the top, both from 0.
pub(crate) type Point = (u8, u8);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfMove {
    pub color: Color,
    /// The point; `None` is a pass.
    pub point: Option<Point>,
    /// The token of the whole turn, if the point alone is not enough (the private property `PT`).
    pub token: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SgfGame {
    /// The name and options of the game, if `RU` has that form.
    pub game: Option<(String, String)>,
    /// Columns of the board; 19 if the file does not say.
    pub columns: u32,
    /// Rows of the board, if they are given separately.
    pub rows: Option<u32>,
    pub komi: Option<Points>,
    /// The position string of the starting position (the private property `PS`).
    pub start: Option<String>,
    /// The stones of the starting position. A later stone on the same point replaces an earlier one.
    pub stones: BTreeMap<Point, Color>,
    pub turn: Color,
    pub moves: Vec<SgfMove>,
    /// The player who forfeited or lost on time according to `RE`, with the token for `play`.
    pub forfeited: Option<(Color, &'static str)>,
}

/// The vertex at a point of a board with this many rows.
pub fn vertex((column, row): Point, rows: u8) -> Option<Vertex> {
    Some(Vertex::new(column, rows.checked_sub(row + 1)?))
}

/// The text between brackets. A backslash quotes the next character, and removes a line break.
fn text(input: &str) -> IResult<&str, String> {
    let broken = alt((tag("\r\n"), tag("\n\r"), tag("\n"), tag("\r")));
    let escaped = preceded(char('\\'), alt((value("", broken), recognize(anychar))));
    let add = |mut all: String, piece: &str| {
        all.push_str(piece);
        all
    };
    delimited(char('['), fold_many0(alt((is_not("\\]"), escaped)), String::new, add), char(']')).parse(input)
}

/// The name of a property. Older files contain lower-case letters, which are ignored.
fn name(input: &str) -> IResult<&str, String> {
    let letters = take_while1(|c: char| c.is_ascii_alphabetic());
    map(letters, |name: &str| name.chars().filter(char::is_ascii_uppercase).collect()).parse(input)
}

const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// The rest after opening brackets and white space. The main line takes the first variation everywhere.
fn after_brackets(text: &str) -> &str {
    text.trim_start_matches(['(', ' ', '\t', '\r', '\n'])
}

fn point(text: &str) -> Option<Point> {
    let index = |c: char| if c.is_ascii_lowercase() { c as u8 - b'a' } else { c as u8 - b'A' + 26 };
    let letter = || map(satisfy(|c| c.is_ascii_alphabetic()), index);
    let point: IResult<&str, Point> = all_consuming((letter(), letter())).parse(text);
    point.ok().map(|(_, point)| point)
}

/// The points of a value: a single point, or the rectangle between two corners.
fn points(text: &str) -> Result<Vec<Point>, Error> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (point(from).ok_or_else(no_point)?, point(to).ok_or_else(no_point)?);
    Ok((from.1..=to.1).flat_map(|row| (from.0..=to.0).map(move |column| (column, row))).collect())
}

fn size(text: &str) -> IResult<&str, (u32, Option<u32>)> {
    let number = || map_res(digit1, str::parse);
    all_consuming((number(), opt(preceded(one_of(":"), number())))).parse(text)
}

/// Reads the main line of the first game of a file.
pub fn read(text: &str) -> Result<SgfGame, Error> {
    let game = SgfGame { columns: 19, ..SgfGame::default() };
    let mut reader = Reader { game, length: text.len(), has_begun: false, points: 0, token: None };
    reader.main_line(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    Ok(reader.game)
}

struct Reader {
    game: SgfGame,
    length: usize,
    has_begun: bool,
    /// The number of points of stones so far, including replaced ones.
    points: usize,
    token: Option<String>,
}

impl Reader {
    /// The rest of the text begins with something that is not SGF.
    fn unexpected(&self, rest: &str) -> Error {
        wrong(format_args!("the file is not SGF: unexpected text at byte {}", self.length - rest.len() + 1))
    }

    /// Reads the nodes before the first closing bracket.
    fn main_line(&mut self, text: &str) -> Result<(), Error> {
        let start = text.trim_start_matches(SPACE);
        if !start.starts_with('(') {
            return Err(self.unexpected(start));
        }
        let mut rest = after_brackets(start);
        loop {
            let Some(node) = rest.strip_prefix(';') else { return Err(self.unexpected(rest)) };
            rest = after_brackets(self.node(node.trim_start_matches(SPACE))?);
            if rest.starts_with(')') {
                return Ok(());
            }
        }
    }

    fn node<'a>(&mut self, mut rest: &'a str) -> Result<&'a str, Error> {
        let before = self.game.moves.len();
        while let Ok((values, name)) = name(rest) {
            let values = values.trim_start_matches(SPACE);
            rest = values;
            while let Ok((next, value)) = text(rest) {
                self.value(&name, rest.len() == values.len(), value)?;
                rest = next.trim_start_matches(SPACE);
            }
            if rest.len() == values.len() {
                return Err(self.unexpected(rest)); // a name without a value
            }
        }
        // Only one move of a node can be the one that the token describes.
        let token = self.token.take();
        if let Some(mv) = self.game.moves.get_mut(before) {
            mv.token = token;
        }
        self.has_begun = true;
        Ok(rest)
    }

    /// Reads a value of a property; `is_first` tells whether it is the property's first.
    fn value(&mut self, name: &str, is_first: bool, text: String) -> Result<(), Error> {
        let game = &mut self.game;
        let value = text.trim();
        let color = if name.contains('W') { Color::White } else { Color::Black };
        match name {
            "AB" | "AW" | "AE" if self.has_begun => return Err(wrong("stones are set up after the first node")),
            "AB" | "AW" | "AE" => {
                let points = points(value)?;
                self.points += points.len();
                if self.points > MOST_STONES {
                    return Err(wrong("more stones than any board has points"));
                }
                for point in points {
                    match name {
                        "AE" => game.stones.remove(&point),
                        _ => game.stones.insert(point, color),
                    };
                }
            }
            _ if !is_first => {} // further values count only for lists of stones
            "B" | "W" => {
                // `tt` is the pass of older files on boards up to 19 wide.
                let pass = value.is_empty() || value == "tt" && game.columns <= 19;
                let point = if pass { None } else { Some(point(value).ok_or_else(no_point)?) };
                if game.moves.len() == MOST_MOVES {
                    return Err(wrong(format_args!("more than {MOST_MOVES} moves, the most allowed in a file")));
                }
                game.moves.push(SgfMove { color, point, token: None });
            }
            "PT" => drop(self.token.get_or_insert(text)),
            "SZ" => {
                let error = |_| wrong("the size in SZ is not a number, or two numbers separated by ':'");
                (game.columns, game.rows) = size(value).map_err(error)?.1;
            }
            "KM" if !value.is_empty() => {
                let komi = value.parse().ok().and_then(Points::from_f64);
                game.komi = Some(komi.ok_or_else(|| wrong("the komi in KM is not a number"))?);
            }
            "RU" => {
                let (name, options) = value.split_once(' ').unwrap_or((value, ""));
                game.game = options.contains('=').then(|| (name.to_owned(), options.to_owned()));
            }
            "RE" => {
                game.forfeited = match value.to_ascii_uppercase().as_str() {
                    "B+R" | "B+RESIGN" => Some((Color::White, "resign")),
                    "W+R" | "W+RESIGN" => Some((Color::Black, "resign")),
                    "B+T" | "B+TIME" => Some((Color::White, "timeout")),
                    "W+T" | "W+TIME" => Some((Color::Black, "timeout")),
                    _ => None,
                }
            }
            "PS" => game.start = Some(value.to_owned()),
            // GoGui writes `PL` in every node; it matters only in the first one.
            "PL" if !self.has_begun => {
                game.turn = if value.eq_ignore_ascii_case("w") { Color::White } else { Color::Black };
            }
            _ => {}
        }
        Ok(())
    }
}

/// Additions to a turn of a written game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub begin: usize,
    /// The index of its last click, whose node gets the properties.
    pub end: usize,
    /// Further properties of that node.
    pub properties: Vec<(&'static str, String)>,
    /// Clicks that replace those from `begin` on, as a variation; empty for none.
    pub variation: Vec<Click>,
}

/// Writes a game that [`read`] reads back. `rules` are its name and options as for `set_game`, `details` further
/// properties of the first node; `notes` are in the order of the turns.
pub(crate) fn write(
    record: &Record,
    shape: Shape,
    rules: &str,
    komi: Points,
    result: Option<&str>,
    details: &[(&str, &str)],
    notes: &[Note],
) -> String {
    let (columns, rows) = shape.extent();
    let size = match shape {
        Shape::Square { .. } if columns != rows => format!("{columns}:{rows}"),
        _ => columns.to_string(),
    };
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("(;FF[4]GM[1]CA[UTF-8]AP[papamu:{version}]SZ[{size}]RU[{}]KM[{komi}]", escaped(rules));
    for (name, value) in result.map(|result| ("RE", result)).iter().chain(details) {
        let _ = write!(text, "{name}[{}]", escaped(value));
    }
    let place = |vertex: Vertex| {
        let letter = |index: u8| char::from(if index < 26 { b'a' + index } else { b'A' + index - 26 });
        format!("{}{}", letter(vertex.column), letter(rows - 1 - vertex.row))
    };
    if let Some(start) = &record.start {
        for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let stones = record.stones.iter().filter(|(stone, _)| *stone == color);
            let stones: String = stones.map(|&(_, vertex)| format!("[{}]", place(vertex))).collect();
            if !stones.is_empty() {
                text += &format!("{name}{stones}");
            }
        }
        let turn = start.split(' ').nth(1).unwrap_or("b").to_uppercase();
        let _ = write!(text, "PL[{turn}]PS[{}]", escaped(start));
    }
    let node = |click: &Click| {
        let letter = click.color.letter().to_ascii_uppercase();
        let mut text = format!(";{letter}[{}]", click.vertex.map_or_else(String::new, place));
        if let Some(token) = &click.token {
            let _ = write!(text, "PT[{}]", escaped(token));
        }
        text
    };
    let (mut begun, mut noted) = (notes.iter().peekable(), notes.iter().peekable());
    let mut variations: Vec<&[Click]> = Vec::new();
    for (number, click) in record.clicks.iter().enumerate() {
        if number % 10 == 0 {
            text.push('\n');
        }
        while let Some(note) = begun.next_if(|note| note.begin <= number) {
            if !note.variation.is_empty() {
                variations.push(&note.variation);
                text.push('(');
            }
        }
        text += &node(click);
        while let Some(note) = noted.next_if(|note| note.end <= number) {
            note.properties.iter().for_each(|(name, value)| text += &format!("{name}[{}]", escaped(value)));
        }
    }
    // The main line comes first among the branches, and ends here.
    for variation in variations.into_iter().rev() {
        text += ")\n(";
        variation.iter().for_each(|click| text += &node(click));
        text.push(')');
    }
    text + ")"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
