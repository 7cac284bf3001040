//! Boards as text: the rows of a position string, and a drawing for people.

use nom::branch::alt;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map, value, verify};
use nom::multi::{many1, separated_list1};
use nom::{IResult, Parser};

use super::{Bits, Geometry, Shape, Symmetry, Vertex};

/// A board, independent of the width of its bitboards.
pub trait Board {
    type Set: Copy + PartialEq;

    fn shape(&self) -> Shape;
    fn contains(&self, set: &Self::Set, vertex: Vertex) -> bool;
    fn count(&self, set: &Self::Set) -> u32;
    /// The set of the given vertices that are on the board.
    fn set(&self, vertices: &[Vertex]) -> Self::Set;
    /// The symmetries of the board that preserve the game, the identity first; empty in a game without symmetries.
    fn symmetries(&self) -> &[Symmetry];
    fn image(&self, set: &Self::Set, symmetry: &Symmetry) -> Self::Set;

    fn has(&self, vertex: Vertex) -> bool {
        self.shape().has(vertex.column.into(), vertex.row.into())
    }

    /// Reads `x1o/3/…`, top row first, into the sets of Black's stones, White's stones and blocked cells. An error says
    /// what does not fit.
    fn parse(&self, rows: &str) -> Result<[Self::Set; 3], String> {
        Ok(parse_rows(self.shape(), rows)?.map(|vertices| self.set(&vertices)))
    }

    /// The inverse of [`parse`](Self::parse).
    fn write(&self, sets: &[Self::Set; 3]) -> String {
        let mark = |vertex: Vertex| {
            let place = sets.iter().position(|set| self.contains(set, vertex));
            place.map_or('.', |place| MARKS[place])
        };
        let rows = self.shape().rows().into_iter().map(|row| write_row(row.into_iter().map(mark)));
        rows.collect::<Vec<_>>().join("/")
    }
}

impl<const N: usize> Board for Geometry<N> {
    type Set = Bits<N>;

    fn shape(&self) -> Shape {
        self.shape
    }

    fn contains(&self, set: &Bits<N>, vertex: Vertex) -> bool {
        self.cell(vertex).is_some_and(|cell| set.contains(cell))
    }

    fn count(&self, set: &Bits<N>) -> u32 {
        set.count()
    }

    fn set(&self, vertices: &[Vertex]) -> Bits<N> {
        vertices.iter().filter_map(|&vertex| self.cell(vertex)).collect()
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn image(&self, set: &Bits<N>, symmetry: &Symmetry) -> Bits<N> {
        set.image(symmetry)
    }
}

/// A black stone, a white stone and a blocked cell in a position string.
pub(crate) const MARKS: [char; 3] = ['x', 'o', '*'];

/// A row as runs of equal cells: the index of their mark, and how many they are.
fn row(input: &str) -> IResult<&str, Vec<(Option<usize>, usize)>> {
    let number = map(digit1, |digits: &str| (None, digits.parse().unwrap_or(usize::MAX)));
    let empty = verify(number, |&(_, length): &(Option<usize>, usize)| length > 0);
    let mark = |index: usize| value((Some(index), 1), char(MARKS[index]));
    many1(alt((mark(0), mark(1), mark(2), empty))).parse(input)
}

fn parse_rows(shape: Shape, text: &str) -> Result<[Vec<Vertex>; 3], String> {
    let form = |_| "rows are x, o and numbers of empty cells, with / between the rows";
    let (_, rows) = all_consuming(separated_list1(char('/'), row)).parse(text).map_err(form)?;
    let expected = shape.rows();
    if rows.len() != expected.len() {
        return Err(format!("{} rows where the board has {}", rows.len(), expected.len()));
    }
    let mut marked = [Vec::new(), Vec::new(), Vec::new()];
    for (number, (runs, cells)) in rows.iter().zip(&expected).enumerate() {
        let mut column = 0usize;
        for &(mark, length) in runs {
            if let (Some(mark), Some(&vertex)) = (mark, cells.get(column)) {
                marked[mark].push(vertex);
            }
            column = column.saturating_add(length);
        }
        if column != cells.len() {
            let (row, expected) = (number + 1, cells.len());
            return Err(format!("row {row} from the top has {column} cells where the board has {expected}"));
        }
    }
    Ok(marked)
}

/// Writes a row: `x` and `o` for stones, `*` for blocked cells, numbers for runs of empty cells (`.` in `cells`).
pub fn write_row(cells: impl IntoIterator<Item = char>) -> String {
    let (cells, mut text) = (Vec::from_iter(cells), String::new());
    for run in cells.chunk_by(|a, b| a == b) {
        match run[0] {
            '.' => text += &run.len().to_string(),
            _ => text.extend(run),
        }
    }
    text
}

/// A drawing with these marks in its rows, and labels. A square board has letters above and below and numbers on both sides;
/// each row of a hexagon is labelled with its first and last vertex.
pub(crate) fn draw(shape: Shape, marks: &[Vec<char>]) -> String {
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
