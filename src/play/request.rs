//! A search request.

use std::time::Duration;

use crate::game::{Color, Style};
use crate::kernel::Observer;
use crate::search::Limits;
use crate::system::Cancel;

use super::{SearchParams, Settings};

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
    params: Option<SearchParams>,
}

impl Search<'_> {
    /// The default request.
    pub fn new() -> Self {
        Self::default()
    }

    /// A request with parameters of its own instead of those of the game's settings.
    pub fn with(params: SearchParams) -> Self {
        Self { params: Some(params), ..Self::default() }
    }

    /// Searches for this player. On the opponent's turn that is an error, or for a choice in steps style a wait.
    pub fn player(self, player: Color) -> Self {
        Self { player: Some(player), ..self }
    }

    /// Sets how moves are written.
    pub fn style(self, style: Style) -> Self {
        Self { style: Some(style), ..self }
    }

    /// Sets all limits. If neither this nor a single limit is set, the limits of a choice are those of
    /// [`Game::turn_limits`](super::Game::turn_limits); an analysis runs until it is cancelled or its result is
    /// proven.
    pub fn within(self, limits: Limits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    /// Limits the number of nodes.
    pub fn nodes(self, nodes: u64) -> Self {
        let limits = Limits { nodes: Some(nodes), ..self.limits.unwrap_or_default() };
        self.within(limits)
    }

    /// Limits the time.
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

    /// Sets a token that cancels the search.
    pub fn cancel(self, cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), ..self }
    }

    /// Sets an observer of the search.
    pub fn observe<'b>(self, observer: Observer<'b>) -> Search<'b> {
        let Self { player, style, limits, only, avoid, cancel, params, .. } = self;
        Search { player, style, limits, only, avoid, cancel, params, observer: Some(observer) }
    }
}

impl<'a> Search<'a> {
    /// The parameters of the request and its observer. `limits` are those of a request without any.
    pub(super) fn resolve(self, settings: &Settings, limits: Limits) -> (SearchParams, Option<Observer<'a>>) {
        let Self { style, only, avoid, cancel, observer, .. } = self;
        let limits = self.limits.unwrap_or(limits);
        let made = || settings.params(style.unwrap_or(Style::Whole), limits, &cancel);
        let params = self.params.unwrap_or_else(|| SearchParams { only, avoid, ..made() });
        (params, observer)
    }
}
