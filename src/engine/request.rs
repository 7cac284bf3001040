//! What the engine is asked to search for.

use std::time::Duration;

use crate::game::{Color, Style};
use crate::search::Limits;
use crate::session::Observer;
use crate::system::Cancel;

/// What to search for, and within what limits, put together step by step. By default it is for the player to move, in whole
/// style, and nobody watches it.
///
/// ```
/// use papamu::engine::{Engine, Search};
/// use papamu::registry::GAMES;
///
/// let mut engine = Engine::new(GAMES, "konane", "")?;
/// let choice = engine.choose(Search::new().nodes(500))?;
/// engine.play_choice(&choice)?;
/// println!("{} {:?}", choice.token(), choice.winrate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
#[must_use]
pub struct Search<'a> {
    pub(super) player: Option<Color>,
    pub(super) style: Option<Style>,
    pub(super) limits: Option<Limits>,
    pub(super) only: Vec<String>,
    pub(super) cancel: Cancel,
    pub(super) observer: Option<Observer<'a>>,
}

impl Search<'_> {
    /// The default.
    pub fn new() -> Self {
        Self::default()
    }

    /// For this player. If it is the opponent's turn, that is an error, or in steps style a pass.
    pub fn player(self, player: Color) -> Self {
        Self { player: Some(player), ..self }
    }

    /// How moves are written.
    pub fn style(self, style: Style) -> Self {
        Self { style: Some(style), ..self }
    }

    /// Within these limits. Without any call that sets a limit, a move is chosen within those of
    /// [`Engine::turn_limits`](super::Engine::turn_limits); an analysis goes on until it is cancelled or its result is
    /// proven.
    pub fn within(self, limits: Limits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    /// Within this number of nodes.
    pub fn nodes(self, nodes: u64) -> Self {
        let limits = self.limits.unwrap_or_default();
        self.within(Limits { nodes: Some(nodes), ..limits })
    }

    /// Within this time.
    pub fn time(self, time: Duration) -> Self {
        let limits = self.limits.unwrap_or_default();
        self.within(Limits { time: Some(time), ..limits })
    }

    /// To this depth in plies.
    pub fn depth(self, depth: u32) -> Self {
        let limits = self.limits.unwrap_or_default();
        self.within(Limits { depth: Some(depth), ..limits })
    }

    /// Among these turns, written in whole style. Those that are not legal are left out; if none is left, any turn may be
    /// chosen.
    pub fn among(self, turns: &[String]) -> Self {
        Self { only: turns.to_vec(), ..self }
    }

    /// Until this token is cancelled.
    pub fn cancel(self, cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), ..self }
    }

    /// Watched by this observer.
    pub fn observe<'b>(self, observer: Observer<'b>) -> Search<'b> {
        let Self { player, style, limits, only, cancel, .. } = self;
        Search { player, style, limits, only, cancel, observer: Some(observer) }
    }
}
