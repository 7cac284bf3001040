//! Tests of single modules.

mod bits;
mod diagram;
mod exhaustive;
mod geometry;
mod hints;
mod memo;
mod net;
mod options;
mod outcome;
mod rating;
mod repetition;
mod sgf;
mod stats;
mod verdict;
mod vertex;
