//! The names of the directions of [`Geometry`](super::Geometry), by which its tables are indexed.
//!
//! On a square board, north is towards higher rows. On a hexagon, whose rows are skewed, the names mean the same steps in
//! columns and rows; it has no steps to the north-west and the south-east.

/// A column to the right.
pub(crate) const EAST: usize = 0;
/// A row up.
pub const NORTH: usize = 1;
/// A column to the right and a row up.
pub const NORTH_EAST: usize = 2;
/// A column to the left and a row up.
pub const NORTH_WEST: usize = 3;
/// A column to the left.
pub(crate) const WEST: usize = 4;
/// A row down.
pub const SOUTH: usize = 5;
/// A column to the left and a row down.
pub const SOUTH_WEST: usize = 6;
/// A column to the right and a row down.
pub const SOUTH_EAST: usize = 7;
