//! Boards as text: the rows of a position string, and a drawing for people.

use nom::branch::alt;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map, value};
use nom::multi::{many1, separated_list1};
use nom::{IResult, Parser};
use thiserror::Error;

use super::{Bits, Geometry, Shape, Vertex};

/// Why a text cannot be read as the rows of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// The text contains something other than `x`, `o`, run lengths and `/`.
    #[error("rows are x, o and numbers of empty cells, with / between the rows")]
    Form,
    /// The text has too many or too few rows.
    #[error("{found} rows where the board has {expected}")]
    Rows {
        /// Rows of the board.
        expected: usize,
        /// Rows of the text.
        found: usize,
    },
    /// A row is too long or too short.
    #[error("row {row} from the top has {found} cells where the board has {expected}")]
    Length {
        /// The number of the row, counted from 1 at the top.
        row: usize,
        /// Cells of the board's row.
        expected: usize,
        /// Cells of the text's row.
        found: usize,
    },
}

#[derive(Clone, Copy)]
enum Run {
    Stone(usize),
    Empty(usize),
}

fn row(input: &str) -> IResult<&str, Vec<Run>> {
    let empty = map(digit1, |digits: &str| Run::Empty(digits.parse().unwrap_or(usize::MAX)));
    let run = alt((value(Run::Stone(0), char('x')), value(Run::Stone(1), char('o')), empty));
    many1(run).parse(input)
}

/// Reads `x1o/3/…`, top row first, into the sets of Black's and White's stones.
///
/// # Errors
/// [`DiagramError`] if the text does not fit the board.
pub fn parse_rows<const N: usize>(board: &Geometry<N>, text: &str) -> Result<[Bits<N>; 2], DiagramError> {
    let (_, rows) = all_consuming(separated_list1(char('/'), row)).parse(text).map_err(|_| DiagramError::Form)?;
    let expected = board.shape.rows();
    if rows.len() != expected.len() {
        return Err(DiagramError::Rows { expected: expected.len(), found: rows.len() });
    }
    let mut stones = [Bits::EMPTY; 2];
    for (number, (runs, cells)) in rows.iter().zip(&expected).enumerate() {
        let mut column = 0usize;
        for &run in runs {
            match run {
                Run::Empty(0) => return Err(DiagramError::Form),
                Run::Empty(length) => column = column.saturating_add(length),
                Run::Stone(color) => {
                    if let Some(cell) = cells.get(column).and_then(|&vertex| board.cell(vertex)) {
                        stones[color].insert(cell);
                    }
                    column = column.saturating_add(1);
                }
            }
        }
        if column != cells.len() {
            return Err(DiagramError::Length { row: number + 1, expected: cells.len(), found: column });
        }
    }
    Ok(stones)
}

/// The inverse of [`parse_rows`].
pub fn write_rows<const N: usize>(board: &Geometry<N>, stones: &[Bits<N>; 2]) -> String {
    marks(board, stones).into_iter().map(write_row).collect::<Vec<_>>().join("/")
}

/// The stones of each row, as characters.
fn marks<const N: usize>(board: &Geometry<N>, stones: &[Bits<N>; 2]) -> Vec<Vec<char>> {
    let mut marks = Vec::new();
    for row in board.shape.rows() {
        let mut line = Vec::new();
        for vertex in row {
            let is_on = |color: usize| board.cell(vertex).is_some_and(|cell| stones[color].contains(cell));
            line.push(if is_on(0) {
                'x'
            } else if is_on(1) {
                'o'
            } else {
                '.'
            });
        }
        marks.push(line);
    }
    marks
}

/// Writes a row: `x` and `o` for stones, numbers for runs of empty cells (`.` in `cells`).
pub fn write_row(cells: impl IntoIterator<Item = char>) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for cell in cells {
        if cell != '.' && run > 0 {
            text += &run.to_string();
            run = 0;
        }
        match cell {
            '.' => run += 1,
            stone => text.push(stone),
        }
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}

impl<const N: usize> Geometry<N> {
    /// Draws the stones with labels, one line per row. A square board has letters above and below and numbers on both
    /// sides; each row of a hexagon is labelled with its first and last vertex.
    pub(crate) fn draw(&self, stones: &[Bits<N>; 2]) -> String {
        draw(self.shape, &marks(self, stones))
    }
}

/// A drawing with these marks in its rows.
fn draw(shape: Shape, marks: &[Vec<char>]) -> String {
    let text = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    match shape {
        Shape::Square { width, height } => {
            let letters: Vec<_> = (0..width).map(|column| Vertex::letter(column).to_string()).collect();
            let letters = format!("   {}", letters.join(" "));
            let lines = marks.iter().zip((1..=height).rev());
            let lines = lines.map(|(row, number)| format!("{number:2} {} {number}", text(row)));
            std::iter::once(letters.clone()).chain(lines).chain([letters]).collect::<Vec<_>>().join("\n")
        }
        Shape::Hexagon { .. } => {
            let longest = marks.iter().map(Vec::len).max().unwrap_or(0);
            let rows = shape.rows();
            let lines = marks.iter().zip(&rows).filter_map(|(row, vertices)| {
                let (first, last) = (vertices.first()?.to_string(), vertices.last()?);
                let indent = longest - row.len() + 3;
                Some(format!("{first:>indent$} {} {last}", text(row)))
            });
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}
