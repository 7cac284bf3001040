//! The searches of the engine: choosing a move, analysis, proofs.

use std::time::Duration;

use crate::game::{Color, Style};
use crate::search::Limits;
use crate::session::{Analysis, Choice, MAX_LEVEL, PlayError, SearchParams, SolveError};
use crate::solve::{Answer, Certificate, Journal, MovesWatch, SolvedMoves};
use crate::system::Cancel;

use super::{Engine, Search};

/// The cost of a choice besides the search, which is also charged to the clock.
pub(super) const OVERHEAD: Duration = Duration::from_millis(1);

impl Engine {
    /// Chooses a move without playing it: see [`play_choice`](Self::play_choice).
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`] in whole style, [`PlayError::Discarded`] if the search was cancelled without a result,
    /// and [`PlayError::Restricted`] and [`PlayError::NothingLeft`] for restrictions that cannot be met.
    pub fn choose(&mut self, search: Search) -> Result<Choice, PlayError> {
        (self.has_moved, self.nodes) = (false, 0);
        let player = search.player.unwrap_or_else(|| self.session.turn());
        let limits = search.limits.unwrap_or_else(|| self.turn_limits(player));
        let params = self.params(search.style, limits, &search.cancel);
        let params = SearchParams { only: search.only, avoid: search.avoid, ..params };
        let choice = self.session.choose(player, &params, search.observer)?;
        self.nodes = choice.nodes;
        Ok(choice)
    }

    /// Plays a choice, and charges its time to the player's clock. A choice made after the end of the game changes
    /// nothing.
    ///
    /// # Errors
    /// [`PlayError::TooLong`] if the limits allow no further move; others if the choice is not legal in the current
    /// position.
    pub fn play_choice(&mut self, choice: &Choice) -> Result<(), PlayError> {
        self.check_room()?;
        let runs = self.clock_runs(choice.player);
        self.session.play_choice(choice)?;
        self.has_moved = true;
        if runs {
            self.clock.spend(choice.player, choice.time + OVERHEAD);
        }
        Ok(())
    }

    /// Whether a player's clock is running. It stops after the end of the game and on the opponent's turn.
    pub(super) fn clock_runs(&self, color: Color) -> bool {
        self.session.outcome().is_none() && self.session.turn() == color
    }

    /// Analyses the position for a player at full strength. Without limits, it runs until it is cancelled or has proven
    /// the result.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`], [`PlayError::Restricted`] and [`PlayError::NothingLeft`].
    pub fn analyze(&mut self, search: Search) -> Result<Analysis, PlayError> {
        self.has_moved = false;
        let player = search.player.unwrap_or_else(|| self.session.turn());
        let params = self.params(search.style, search.limits.unwrap_or_default(), &search.cancel);
        let params = SearchParams { only: search.only, avoid: search.avoid, ..params };
        self.session.analyze(player, &params, search.observer)
    }

    /// Disables [`ponder`](Self::ponder) until the engine moves again. A front end calls this for every user
    /// request.
    pub fn stop_pondering(&mut self) {
        self.has_moved = false;
    }

    /// Searches on the opponent's time until it is cancelled, if the setting `ponder` is on and the engine has just
    /// moved. The next choice uses the results in the tables.
    pub fn ponder(&mut self, cancel: &Cancel) {
        let super::Settings { ponder, level, nodes, .. } = self.settings;
        // A search with a node limit starts with empty tables, and a reduced level must not search longer than its own
        // time.
        if self.has_moved && ponder && nodes == 0 && level == MAX_LEVEL {
            let params = self.params(None, Limits::default(), cancel);
            self.session.ponder(&params);
        }
    }

    /// The result with perfect play for the player to move. A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve.
    pub fn solve(
        &self,
        limits: Limits,
        cancel: &Cancel,
        journal: Option<&mut Journal>,
    ) -> Result<Answer<String>, SolveError> {
        self.session.solve(&self.params(None, limits, cancel), journal)
    }

    /// The results of all legal moves with perfect play (see [`Session::solve_moves`](crate::session::Session::solve_moves)).
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve, or there are too many moves to list.
    pub fn solve_moves(
        &self,
        limits: Limits,
        cancel: &Cancel,
        watch: Option<MovesWatch>,
    ) -> Result<SolvedMoves, SolveError> {
        self.session.solve_moves(&self.params(None, limits, cancel), watch)
    }

    /// Solves the position as if the game began with it, and returns the proof, which omits positions that an
    /// exhaustive search of at most `searched` positions decides (see
    /// [`Session::certify`](crate::session::Session::certify)).
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve, no proof was found, or it does not fit in memory.
    pub fn certify(
        &self,
        searched: u64,
        limits: Limits,
        cancel: &Cancel,
        journal: Option<&mut Journal>,
    ) -> Result<Certificate, SolveError> {
        self.session.certify(searched, &self.params(None, limits, cancel), journal)
    }

    /// The number of nodes of the last choice.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits of a turn, from the clock, or from the settings if no clock is set.
    pub fn turn_limits(&self, color: Color) -> Limits {
        self.settings.limits(self.clock.budget(color, self.settings.move_overhead()))
    }

    /// The parameters of a search with the current settings.
    pub fn params(&self, style: Option<Style>, limits: Limits, cancel: &Cancel) -> SearchParams {
        self.settings.params(style.unwrap_or(Style::Whole), limits, cancel)
    }
}
