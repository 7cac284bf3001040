//! Boards: sets of cells, geometry, vertex names and text diagrams.

mod bits;
mod diagram;
pub mod direction;
mod four;
mod geometry;
mod vertex;

pub use bits::Bits;
pub use diagram::{Board, write_row};
pub(crate) use diagram::{MARKS, draw};
pub(crate) use four::Four;
pub use geometry::{Geometry, Shape, Symmetry};
pub use vertex::{Vertex, vertex_list, vertex_path};
