//! What a search for a move obeys.

use std::path::PathBuf;

use crate::game::Style;
use crate::search::{DEFAULT_CONTEMPT, Limits};
use crate::system::Cancel;

/// The level of full strength.
pub const MAX_LEVEL: u64 = 10;
/// The most contempt: a lead of as many points is all but won.
pub const MAX_CONTEMPT: u64 = 2_000;

/// How to search, and what for. The default is full strength, one thread, 64 MiB, no limit.
///
/// ```
/// use papamu::search::Limits;
/// use papamu::session::SearchParams;
///
/// let params = SearchParams::within(Limits { nodes: Some(1_000), ..Limits::default() });
/// assert_eq!((params.threads, params.level), (1, 10));
/// ```
#[derive(Clone, Debug)]
pub struct SearchParams {
    /// How moves are written.
    pub style: Style,
    /// Limits of the turn.
    pub limits: Limits,
    /// The turns to choose from, in whole style, where not all of them: those that are not legal are left out.
    pub only: Vec<String>,
    /// Ends the search early.
    pub cancel: Cancel,
    /// Threads; 0 is taken for 1.
    pub threads: usize,
    /// Mebibytes for tables.
    pub hash_mb: u64,
    /// Seed of everything random.
    pub seed: u64,
    /// Strength from 1 to [`MAX_LEVEL`].
    pub level: u64,
    /// By how many points a draw is worse than an even position, for the player that the engine plays; at most
    /// [`MAX_CONTEMPT`]. More than [`DEFAULT_CONTEMPT`] also makes the search prefer
    /// [progress](crate::game::Evaluation::progress).
    pub contempt: u64,
    /// Judge positions by the points alone, as a beginner may: for learning.
    pub by_points: bool,
    /// Resign where the expected score, from 0 to 1, is below this.
    pub resign_below: f64,
    /// The folder with endgame tables, if there is one.
    pub endgames: Option<PathBuf>,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self {
            style: Style::Whole,
            limits: Limits::default(),
            only: Vec::new(),
            cancel: Cancel::default(),
            threads: 1,
            hash_mb: 64,
            seed: 1,
            level: MAX_LEVEL,
            contempt: DEFAULT_CONTEMPT as u64,
            by_points: false,
            resign_below: 0.0,
            endgames: None,
        }
    }
}

impl SearchParams {
    /// A search within limits, everything else as by default.
    pub fn within(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Bytes for tables.
    pub(super) fn bytes(&self) -> usize {
        usize::try_from(self.hash_mb.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}
