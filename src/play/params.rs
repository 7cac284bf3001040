//! The parameters of a search for a move.

use crate::game::Style;
use crate::search::{DEFAULT_CONTEMPT, Limits};
use crate::system::Cancel;

/// The level with full strength.
pub const MAX_LEVEL: u64 = 10;
/// What a person meets at each level from 1, in a sentence. `Ordering::LEVELS` has the numbers.
pub const LEVELS_IN_WORDS: [&str; MAX_LEVEL as usize] = [
    "Newcomer: overlooks many moves and judges the rest almost at random, but beats a player who moves at random.",
    "Beginner: sees some captures and misses many threats.",
    "Learner: sees most captures, and plans no further than the next turn.",
    "Casual player: misjudges positions by far, but rarely gives stones away.",
    "Regular player: looks a few turns ahead and still errs in quiet positions.",
    "Club player: looks several turns ahead, with small errors of judgement.",
    "Strong club player: finds most tactics and judges positions well.",
    "Expert: hardly errs, but does not search far.",
    "Master: judges as well as papamu can, with little time to search.",
    "Full strength: searches for all of its time.",
];
/// The most contempt. A lead of this many points is almost certainly a win.
pub(crate) const MAX_CONTEMPT: u64 = 2_000;

/// How and what to search. The default is full strength, one thread, 64 MiB, no limit.
#[derive(Clone, Debug)]
pub struct SearchParams {
    /// How moves are written.
    pub style: Style,
    /// Limits for the whole turn.
    pub limits: Limits,
    /// If not empty, the moves with which the turn may begin, in whole style.
    pub only: Vec<String>,
    /// Moves with which the turn must not begin, in whole style.
    pub avoid: Vec<String>,
    /// Ends the search early.
    pub cancel: Cancel,
    /// Threads; 0 means 1.
    pub threads: usize,
    /// Mebibytes for tables.
    pub hash_mb: u64,
    /// The random seed.
    pub seed: u64,
    /// Strength from 1 to [`MAX_LEVEL`].
    pub level: u64,
    /// Contempt: by how many points a draw is worse than an even position for the engine's side; at most
    /// `MAX_CONTEMPT`. More than `DEFAULT_CONTEMPT` also makes the search prefer
    /// [progress](crate::game::Evaluation::progress).
    pub contempt: u64,
    /// Evaluate positions by the points alone, as a beginner might; used in training.
    pub by_points: bool,
    /// Resign if the expected score, from 0 to 1, is below this.
    pub resign_below: f64,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self {
            style: Style::Whole,
            limits: Limits::default(),
            only: Vec::new(),
            avoid: Vec::new(),
            cancel: Cancel::default(),
            threads: 1,
            hash_mb: 64,
            seed: 1,
            level: MAX_LEVEL,
            contempt: DEFAULT_CONTEMPT as u64,
            by_points: false,
            resign_below: 0.0,
        }
    }
}

impl SearchParams {
    /// A search within limits, with defaults for everything else.
    pub fn within(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Bytes for tables.
    pub(crate) fn bytes(&self) -> usize {
        usize::try_from(self.hash_mb.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}
