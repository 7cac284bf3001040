//! A search for a move: its parameters, and a request for one.

use std::time::Duration;

use crate::game::{Color, Style};
use crate::kernel::Observer;
use crate::search::Limits;
use crate::solve::Journal;
use crate::system::Cancel;

use super::Settings;

/// The level with full strength.
pub const MAX_LEVEL: u64 = 10;
/// The strength of each level from 1, in a sentence. `Hints::LEVELS` has the numbers.
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

/// How and what to search, for the programs of this crate. The default is full strength, one thread, 64 MiB, no limit.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct SearchParams {
    pub style: Style,
    pub limits: Limits,
    /// If not empty, the moves with which the turn may begin, in whole style.
    pub only: Vec<String>,
    /// Moves with which the turn must not begin, in whole style.
    pub avoid: Vec<String>,
    pub cancel: Cancel,
    /// Threads; 0 means 1.
    pub threads: usize,
    pub hash_mb: u64,
    pub seed: u64,
    /// Strength from 1 to [`MAX_LEVEL`].
    pub level: u64,
    /// Contempt: by how many points a draw is worse than an even position for the engine's side; at most
    /// `MAX_CONTEMPT`. More than `DEFAULT_CONTEMPT` also makes the search prefer
    /// [progress](crate::game::Hints::progress).
    pub contempt: u64,
    /// Evaluate positions by the points alone, as a beginner might; used in training.
    pub by_points: bool,
    /// Resign if the expected score, from 0 to 1, is below this.
    pub resign_below: f64,
}

impl Default for SearchParams {
    fn default() -> Self {
        Settings::default().params(Style::Whole, Limits::default(), &Cancel::default())
    }
}

impl SearchParams {
    pub fn within(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    pub(crate) fn bytes(&self) -> usize {
        usize::try_from(self.hash_mb.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}

/// A search request: what to search, and within what limits. By default, it searches for the player to move, in whole
/// style, without an observer.
#[derive(Default)]
#[must_use]
pub struct Search<'a> {
    pub(super) player: Option<Color>,
    style: Option<Style>,
    limits: Option<Limits>,
    only: Vec<String>,
    avoid: Vec<String>,
    cancel: Cancel,
    observer: Option<Observer<'a>>,
    pub(super) journal: Option<Journal<'a>>,
    params: Option<SearchParams>,
}

impl<'a> Search<'a> {
    pub fn new() -> Self {
        Self::default()
    }

    /// A request with parameters of its own instead of those of the game's settings.
    #[doc(hidden)]
    pub fn with(params: SearchParams) -> Self {
        Self { params: Some(params), ..Self::default() }
    }

    /// Searches for this player. On the opponent's turn that is an error, or for a choice in steps style a wait.
    pub fn player(self, player: Color) -> Self {
        Self { player: Some(player), ..self }
    }

    pub fn style(self, style: Style) -> Self {
        Self { style: Some(style), ..self }
    }

    /// Sets all limits. If neither this nor a single limit is set, the limits of a choice are those of
    /// [`Game::turn_limits`](super::Game::turn_limits); an analysis runs until it is cancelled or its result is
    /// proven.
    pub fn within(self, limits: Limits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    pub fn nodes(self, nodes: u64) -> Self {
        let limits = Limits { nodes: Some(nodes), ..self.limits.unwrap_or_default() };
        self.within(limits)
    }

    pub fn time(self, time: Duration) -> Self {
        let limits = Limits { time: Some(time), ..self.limits.unwrap_or_default() };
        self.within(limits)
    }

    /// Considers only turns that begin with one of these moves, written in whole style. No moves means no restriction.
    pub fn among(self, moves: &[String]) -> Self {
        Self { only: moves.to_vec(), ..self }
    }

    /// Considers no turn that begins with one of these moves, written in whole style.
    pub fn avoid(self, moves: &[String]) -> Self {
        Self { avoid: moves.to_vec(), ..self }
    }

    pub fn cancel(self, cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), ..self }
    }

    pub fn observe<'b>(self, observer: Observer<'b>) -> Search<'b> {
        let Self { player, style, limits, only, avoid, cancel, params, .. } = self;
        Search { player, style, limits, only, avoid, cancel, params, observer: Some(observer), journal: None }
    }

    /// For a proof, in place of an observer: reports its progress, and can save it in a file.
    pub fn journal<'b>(self, journal: Journal<'b>) -> Search<'b> {
        let Self { player, style, limits, only, avoid, cancel, params, .. } = self;
        Search { player, style, limits, only, avoid, cancel, params, observer: None, journal: Some(journal) }
    }

    /// The parameters of the request and its observer. `limits` are those of a request without any.
    pub(super) fn resolve(self, settings: &Settings, limits: Limits) -> (SearchParams, Option<Observer<'a>>) {
        let Self { style, only, avoid, cancel, observer, .. } = self;
        let made = || settings.params(style.unwrap_or(Style::Whole), self.limits.unwrap_or(limits), &cancel);
        (self.params.unwrap_or_else(|| SearchParams { only, avoid, ..made() }), observer)
    }
}
