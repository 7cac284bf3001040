//! Boards: sets of cells, geometry, vertex names and text diagrams.

mod bits;
mod diagram;
pub mod direction;
mod geometry;
mod tables;
mod vertex;

pub use bits::Bits;
pub use diagram::{DiagramError, parse_rows, write_row, write_rows};
pub(crate) use geometry::planes;
pub use geometry::{Geometry, Shape};
pub use tables::Board;
pub use vertex::{Vertex, VertexText, vertex_list, vertex_path};
