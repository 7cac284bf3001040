//! The operations of a board that do not depend on the width of its bitboards.

use super::{Bits, DiagramError, Geometry, Shape, Vertex, parse_rows, write_rows};

/// A board, independent of the width of its bitboards.
pub trait Board {
    /// A set of cells.
    type Set: Copy;

    /// The shape of the board.
    fn shape(&self) -> Shape;
    /// Whether the board has this vertex.
    fn has(&self, vertex: Vertex) -> bool;
    /// Whether the set contains this vertex.
    fn contains(&self, set: &Self::Set, vertex: Vertex) -> bool;
    /// The set of the given vertices that are on the board.
    fn set(&self, vertices: &[Vertex]) -> Self::Set;
    /// The vertices of the rows of a diagram, from the top, each from left to right.
    fn rows(&self) -> Vec<Vec<Vertex>>;
    /// Reads the rows of a position string.
    ///
    /// # Errors
    /// [`DiagramError`] if the text does not fit the board.
    fn parse(&self, rows: &str) -> Result<[Self::Set; 2], DiagramError>;
    /// The rows of a position string.
    fn write(&self, stones: &[Self::Set; 2]) -> String;
    /// A drawing of the board for people.
    fn draw(&self, stones: &[Self::Set; 2]) -> String;
    /// The image of a vertex under a symmetry.
    fn image(&self, vertex: Vertex, map: &[usize]) -> Option<Vertex>;
}

impl<const N: usize> Board for Geometry<N> {
    type Set = Bits<N>;

    fn shape(&self) -> Shape {
        self.shape
    }

    fn has(&self, vertex: Vertex) -> bool {
        self.cell(vertex).is_some()
    }

    fn contains(&self, set: &Bits<N>, vertex: Vertex) -> bool {
        self.cell(vertex).is_some_and(|cell| set.contains(cell))
    }

    fn set(&self, vertices: &[Vertex]) -> Bits<N> {
        let mut set = Bits::EMPTY;
        for &vertex in vertices {
            if let Some(cell) = self.cell(vertex) {
                set.insert(cell);
            }
        }
        set
    }

    fn rows(&self) -> Vec<Vec<Vertex>> {
        self.shape.rows()
    }

    fn parse(&self, rows: &str) -> Result<[Bits<N>; 2], DiagramError> {
        parse_rows(self, rows)
    }

    fn write(&self, stones: &[Bits<N>; 2]) -> String {
        write_rows(self, stones)
    }

    fn draw(&self, stones: &[Bits<N>; 2]) -> String {
        Geometry::draw(self, stones)
    }

    fn image(&self, vertex: Vertex, map: &[usize]) -> Option<Vertex> {
        Some(self.vertex(*map.get(self.cell(vertex)?)?))
    }
}
