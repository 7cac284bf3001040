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
    let expected = board.diagram_rows();
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
                    if let Some(&cell) = cells.get(column) {
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
    let row = |cells: &Vec<usize>| write_row(cells.iter().map(|&cell| stone(stones, cell)));
    board.diagram_rows().iter().map(row).collect::<Vec<_>>().join("/")
}

/// Writes a row: `x` and `o` for stones, numbers for runs of empty cells (`.` in `cells`).
pub fn write_row(cells: impl Iterator<Item = char>) -> String {
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

fn stone<const N: usize>(stones: &[Bits<N>; 2], cell: usize) -> char {
    match (stones[0].contains(cell), stones[1].contains(cell)) {
        (true, _) => 'x',
        (_, true) => 'o',
        _ => '.',
    }
}

impl<const N: usize> Geometry<N> {
    /// Draws the stones with labels, one line per row. A square board has letters above and below and numbers on both
    /// sides; each row of a hexagon is labelled with its first and last vertex.
    pub fn draw(&self, stones: &[Bits<N>; 2]) -> String {
        let rows = self.diagram_rows();
        let text = |cells: &[usize]| {
            let marks: Vec<_> = cells.iter().map(|&cell| stone(stones, cell).to_string()).collect();
            marks.join(" ")
        };
        match self.shape {
            Shape::Square { width, height } => {
                let letters: Vec<_> = (0..width).map(|column| Vertex::letter(column).to_string()).collect();
                let letters = format!("   {}", letters.join(" "));
                let lines = rows.iter().zip((1..=height).rev());
                let lines = lines.map(|(cells, number)| format!("{number:2} {} {number}", text(cells)));
                std::iter::once(letters.clone()).chain(lines).chain([letters]).collect::<Vec<_>>().join("\n")
            }
            Shape::Hexagon { .. } => {
                let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
                let lines = rows.iter().filter_map(|cells| {
                    let first = self.vertex(*cells.first()?).to_string();
                    let last = self.vertex(*cells.last()?);
                    let indent = longest - cells.len() + 3;
                    Some(format!("{first:>indent$} {} {last}", text(cells)))
                });
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    }
}
