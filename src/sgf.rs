//! Games as SGF (Smart Game Format, version 4: <https://www.red-bean.com/sgf/>), in the way of GoGui and gogui-twogtp:
//! every click is a node with `B[..]` or `W[..]`, also where a player clicks several times in a row.
//!
//! Only the main line is read. None of the maintained libraries fits: their trees recurse once a node, also when they are
//! dropped, so that a long game, or a file made for it, would overflow the stack.

use std::fmt::Write;

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_till1};
use nom::character::complete::{anychar, char, digit1, multispace0, one_of, satisfy};
use nom::combinator::{all_consuming, map, map_opt, map_res, opt, recognize, value};
use nom::multi::{fold_many0, many0, many1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use thiserror::Error;

use crate::board::Vertex;
use crate::game::{Color, Points};
use crate::session::Record;

/// Why a text is not a game that can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// The text has not the form of SGF. The number is that of the byte, from 1.
    #[error("the file is no SGF: byte {0} is not what is expected there")]
    Form(usize),
    /// A size that is no number.
    #[error("the size in SZ is not a number, or two with : between")]
    Size,
    /// A komi that is no number.
    #[error("the komi in KM is not a number")]
    Komi,
    /// A point that is none of the board.
    #[error("a point is not two letters on the board")]
    Point,
    /// Stones without end.
    #[error("more stones than any board has points")]
    Stones,
    /// Stones in a later node.
    #[error("stones are set up after the first node")]
    Setup,
}

/// More stones than this fit on no board that the format can write.
const MOST_STONES: usize = 2 * 52 * 52;

/// A point as the format has it: column from the left and row from the top, from 0.
pub type Point = (u8, u8);

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfMove {
    /// Who makes it.
    pub color: Color,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
    /// The token of a whole turn, where a point cannot say all (our own property `PT`).
    pub token: Option<String>,
}

/// A game as the file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfGame {
    /// Name and options of the game, if the rules in `RU` look like it.
    pub game: Option<(String, String)>,
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board, if they are given apart.
    pub rows: Option<u32>,
    /// The komi, if it is given.
    pub komi: Option<Points>,
    /// The position string that the game begins with (our own property `PS`).
    pub start: Option<String>,
    /// The stones that it begins with.
    pub stones: Vec<(Color, Point)>,
    /// Who begins.
    pub turn: Color,
    /// The moves.
    pub moves: Vec<SgfMove>,
    /// Who gave the game up or ran out of time, by its result, and the token that does so.
    pub forfeited: Option<(Color, &'static str)>,
}

/// The vertex at a point of a board with this many rows.
pub fn vertex((column, row): Point, rows: u8) -> Option<Vertex> {
    Some(Vertex::new(column, rows.checked_sub(row + 1)?))
}

type Property<'a> = (String, Vec<String>);

fn lexeme<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>> {
    terminated(parser, multispace0)
}

/// What stands between brackets; a backslash keeps the character after it, and takes a line break away.
fn text(input: &str) -> IResult<&str, String> {
    let broken = alt((tag("\r\n"), tag("\n\r"), tag("\n"), tag("\r")));
    let piece = alt((
        map(is_not("\\]"), str::to_owned),
        value(String::new(), preceded(char('\\'), broken)),
        map(preceded(char('\\'), anychar), String::from),
    ));
    delimited(char('['), fold_many0(piece, String::new, |all, piece| all + &piece), char(']')).parse(input)
}

fn property(input: &str) -> IResult<&str, Property<'_>> {
    // Older files have lower-case letters in the names, which do not count.
    let name = map(take_till1(|c: char| !c.is_ascii_alphabetic()), |name: &str| {
        name.chars().filter(char::is_ascii_uppercase).collect()
    });
    (lexeme(name), many1(lexeme(text))).parse(input)
}

fn node(input: &str) -> IResult<&str, Vec<Property<'_>>> {
    preceded(lexeme(char(';')), many0(property)).parse(input)
}

/// The nodes of the main line: all those before the first closing bracket.
fn main_line(input: &str) -> IResult<&str, Vec<Vec<Property<'_>>>> {
    let open = many0(lexeme(char('(')));
    let start = (opt(char('\u{feff}')), multispace0, recognize(many1(lexeme(char('(')))));
    delimited(start, many1(terminated(node, open)), char(')')).parse(input)
}

fn point(text: &str) -> Option<Point> {
    let letter = || {
        map_opt(satisfy(|c| c.is_ascii_alphabetic()), |c| match c {
            'a'..='z' => Some(c as u8 - b'a'),
            _ => Some(c as u8 - b'A' + 26),
        })
    };
    let point: IResult<&str, Point> = all_consuming((letter(), letter())).parse(text);
    point.ok().map(|(_, point)| point)
}

/// The points of a value: one, or the rectangle between two.
fn points(text: &str) -> Result<Vec<Point>, SgfError> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (point(from).ok_or(SgfError::Point)?, point(to).ok_or(SgfError::Point)?);
    Ok((from.1..=to.1).flat_map(|row| (from.0..=to.0).map(move |column| (column, row))).collect())
}

fn size(text: &str) -> IResult<&str, (u32, Option<u32>)> {
    let number = || map_res(digit1, str::parse);
    all_consuming((number(), opt(preceded(one_of(":"), number())))).parse(text)
}

/// Reads the main line of the first game of a file.
///
/// ```
/// let game = papamu::sgf::read("(;GM[1]RU[konane width=6 height=6]SZ[6];B[cc];W[dc])").unwrap();
/// assert_eq!((game.columns, game.moves.len()), (6, 2));
/// ```
///
/// # Errors
/// [`SgfError`].
pub fn read(text: &str) -> Result<SgfGame, SgfError> {
    let nodes = match main_line(text) {
        Ok((_, nodes)) => nodes,
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => {
            return Err(SgfError::Form(text.len() - error.input.len() + 1));
        }
        Err(nom::Err::Incomplete(_)) => return Err(SgfError::Form(text.len() + 1)),
    };
    let mut game = SgfGame {
        game: None,
        columns: 19, // the format's own default
        rows: None,
        komi: None,
        start: None,
        stones: Vec::new(),
        turn: Color::Black,
        moves: Vec::new(),
        forfeited: None,
    };
    for (number, node) in nodes.into_iter().enumerate() {
        let token = node.iter().find(|(name, _)| name == "PT").map(|(_, values)| values[0].clone());
        for (name, values) in node {
            read_property(&mut game, number == 0, &name, &values, &token)?;
        }
    }
    Ok(game)
}

fn read_property(
    game: &mut SgfGame,
    first: bool,
    name: &str,
    values: &[String],
    token: &Option<String>,
) -> Result<(), SgfError> {
    let value = values[0].trim();
    let color = if name.contains('W') { Color::White } else { Color::Black };
    match name {
        "B" | "W" => {
            // `tt` is the pass of older files on boards up to 19 wide.
            let pass = value.is_empty() || value == "tt" && game.columns <= 19;
            let point = if pass { None } else { Some(point(value).ok_or(SgfError::Point)?) };
            game.moves.push(SgfMove { color, point, token: token.clone() });
        }
        "SZ" => (game.columns, game.rows) = size(value).map_err(|_| SgfError::Size)?.1,
        "KM" if !value.is_empty() => {
            let komi = value.parse().ok().and_then(Points::from_f64);
            game.komi = Some(komi.ok_or(SgfError::Komi)?);
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
        // GoGui writes it in every node; only at the beginning is it anything new.
        "PL" if first => game.turn = if value.eq_ignore_ascii_case("w") { Color::White } else { Color::Black },
        "AB" | "AW" if first => {
            for value in values {
                game.stones.extend(points(value.trim())?.into_iter().map(|point| (color, point)));
                if game.stones.len() > MOST_STONES {
                    return Err(SgfError::Stones);
                }
            }
        }
        "AE" if first => {} // the board is empty before the first node
        "AB" | "AW" | "AE" => return Err(SgfError::Setup),
        _ => {}
    }
    Ok(())
}

/// Writes a game that [`read`] reads back. `size` is the value of `SZ`, `rows` the board's number of rows, `rules` name
/// and options of the game as for `set_game`, `details` further properties of the first node.
pub fn write(
    record: &Record,
    size: &str,
    rows: u8,
    rules: &str,
    komi: Points,
    result: Option<&str>,
    details: &[(&str, &str)],
) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("(;FF[4]GM[1]CA[UTF-8]AP[papamu:{version}]SZ[{size}]RU[{}]KM[{komi}]", escaped(rules));
    if let Some(result) = result {
        let _ = write!(text, "RE[{result}]");
    }
    for (name, value) in details {
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
    for (number, click) in record.clicks.iter().enumerate() {
        text += if number % 10 == 0 { "\n;" } else { ";" };
        let letter = click.color.letter().to_ascii_uppercase();
        let _ = write!(text, "{letter}[{}]", click.vertex.map_or_else(String::new, place));
        if let Some(token) = &click.token {
            let _ = write!(text, "PT[{}]", escaped(token));
        }
    }
    text + ")"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_of_what_others_write_is_read() {
        let text = "\u{feff} (;FF[4]CA[UTF-8]AP[GoGui:1.6]SZ[7]\nKM[6.5]C[a \\] bracket (;B[aa\\])]\n;B[dd]C[x];W[]\n;B[ab](;W[ba];B[cc])(;W[bb]))(;SZ[9])";
        let game = read(text).unwrap();
        assert_eq!((game.columns, game.rows, game.komi), (7, None, Points::from_f64(6.5)));
        let moves: Vec<_> = game.moves.iter().map(|mv| (mv.color.letter(), mv.point)).collect();
        let expected =
            [('b', Some((3, 3))), ('w', None), ('b', Some((0, 1))), ('w', Some((1, 0))), ('b', Some((2, 2)))];
        assert_eq!(moves, expected);
    }

    #[test]
    fn older_files_and_rectangles_of_stones_are_read() {
        let game = read("(;GaMe[1]SiZe[9]AddBlack[aa:cb][ii]PL[W];White[tt])").unwrap();
        assert_eq!(game.columns, 9);
        assert_eq!((game.stones.len(), game.turn), (7, Color::White));
        assert_eq!(game.moves, [SgfMove { color: Color::White, point: None, token: None }]);
    }

    #[test]
    fn what_is_no_sgf_is_told_with_its_place() {
        for (text, place) in [("", 1), ("hello", 1), ("(;B[aa]", 8), ("(;B[aa", 3), ("(B[aa])", 2), ("(;B[aa]x)", 8)] {
            assert_eq!(read(text), Err(SgfError::Form(place)), "{text}");
        }
        assert_eq!(read("(;SZ[big])"), Err(SgfError::Size));
        assert_eq!(read("(;SZ[99999999999])"), Err(SgfError::Size));
        assert_eq!(read("(;KM[a])"), Err(SgfError::Komi));
        assert_eq!(read("(;B[abc])"), Err(SgfError::Point));
        assert_eq!(read("(;B[é])"), Err(SgfError::Point));
        assert_eq!(read("(;B[aa];AB[bb])"), Err(SgfError::Setup));
        assert_eq!(read("(;AE[aa]AB[bb])").map(|game| game.stones.len()), Ok(1));
        assert_eq!(read(&format!("(;AB{})", "[aa:ZZ]".repeat(100_000))), Err(SgfError::Stones));
    }

    #[test]
    fn a_million_nodes_are_no_trouble() {
        let text = format!("({})", ";B[aa];W[bb]".repeat(500_000));
        assert_eq!(read(&text).unwrap().moves.len(), 1_000_000);
        let deep = format!("{}{}", "(;B[aa]".repeat(200_000), ")".repeat(200_000));
        assert_eq!(read(&deep).unwrap().moves.len(), 200_000);
    }
}
