//! The names of the directions of [`Geometry`](super::Geometry), by which its tables are indexed.
//!
//! On a square board, north is towards higher rows. On a hexagon, whose rows are skewed, the names mean the same steps in
//! columns and rows; it has no steps to the north-west and the south-east.

pub const EAST: usize = 0;
pub const NORTH: usize = 1;
pub const NORTH_EAST: usize = 2;
pub const NORTH_WEST: usize = 3;
pub const WEST: usize = 4;
pub const SOUTH: usize = 5;
pub const SOUTH_WEST: usize = 6;
pub const SOUTH_EAST: usize = 7;
