//! What the engine searches for: a move, an analysis, a proof.

use std::path::Path;
use std::time::Duration;

use crate::game::{Color, Style};
use crate::search::Limits;
use crate::session::{Analysis, Choice, MAX_LEVEL, PlayError, SearchParams, SolveError};
use crate::solve::{Answer, Certificate, Journal};
use crate::system::Cancel;

use super::{Engine, Search};

/// What a choice costs besides the search, taken off the clock with it.
pub(super) const OVERHEAD: Duration = Duration::from_millis(1);

impl Engine {
    /// Chooses a move without playing it: see [`play_choice`](Self::play_choice).
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`] in whole style, and [`PlayError::Discarded`] where it was cancelled so.
    pub fn choose(&mut self, search: Search) -> Result<Choice, PlayError> {
        (self.has_moved, self.nodes) = (false, 0);
        let player = search.player.unwrap_or_else(|| self.session.turn());
        let limits = search.limits.unwrap_or_else(|| self.turn_limits(player));
        let params = SearchParams { only: search.only, ..self.params(search.style, limits, &search.cancel) };
        let choice = self.session.choose(player, &params, search.observer)?;
        self.nodes = choice.nodes;
        Ok(choice)
    }

    /// Plays a move that was chosen, and takes the time that it took off the player's clock. A choice that was made after
    /// the end of the game changes nothing.
    ///
    /// # Errors
    /// [`PlayError::TooLong`] where no further move may be played, and others if the position is another one by now.
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

    /// Whether a player's clock runs: not after the end of the game, nor on the opponent's turn.
    pub(super) fn clock_runs(&self, color: Color) -> bool {
        self.session.outcome().is_none() && self.session.turn() == color
    }

    /// Searches for a player at full strength, without choosing a move. Without limits it goes on until it is cancelled or has
    /// proven the result.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    pub fn analyze(&mut self, search: Search) -> Result<Analysis, PlayError> {
        self.has_moved = false;
        let player = search.player.unwrap_or_else(|| self.session.turn());
        let params = self.params(search.style, search.limits.unwrap_or_default(), &search.cancel);
        self.session.analyze(player, &params, search.observer)
    }

    /// Disables [`ponder`](Self::ponder) until the engine moves again. A front end calls this for every user
    /// request.
    pub fn stop_pondering(&mut self) {
        self.has_moved = false;
    }

    /// Thinks on the opponent's time until it is cancelled, where that is wanted and the engine has just moved. What it
    /// finds is in its tables for the next choice.
    pub fn ponder(&mut self, cancel: &Cancel) {
        let super::Settings { ponder, level, nodes, .. } = self.settings;
        // A search by nodes starts with empty tables, and a level must not think longer than its own time.
        if self.has_moved && ponder && nodes == 0 && level == MAX_LEVEL {
            let params = self.params(None, Limits::default(), cancel);
            self.session.ponder(&params);
        }
    }

    /// Who wins with perfect play, for the player to move. A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve.
    pub fn solve(
        &self,
        limits: Limits,
        cancel: &Cancel,
        journal: Option<&mut Journal>,
    ) -> Result<Answer<String>, SolveError> {
        self.session.solve(&self.params(None, limits, cancel), journal)
    }

    /// Splits a long proof that is saved in a file into `count` jobs for several machines, or fewer (see
    /// [`Solve::split`](crate::session::Session::split)).
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve, or the file cannot be used.
    pub fn split(&self, file: &Path, subject: &str, count: usize) -> Result<Vec<Vec<String>>, SolveError> {
        let params = self.params(None, Limits::default(), &Cancel::default());
        self.session.split(file, subject, count, &params)
    }

    /// Solves the position as if the game began with it, and returns the proof, without what an exhaustive search of at most
    /// `searched` positions decides (see [`Solve::certify`](crate::session::Session::certify)).
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve, or no proof that fits in memory.
    pub fn certify(
        &self,
        searched: u64,
        limits: Limits,
        cancel: &Cancel,
        journal: Option<&mut Journal>,
    ) -> Result<Certificate, SolveError> {
        self.session.certify(searched, &self.params(None, limits, cancel), journal)
    }

    /// Nodes of the last choice.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits of a turn by the clock, or by the settings where no clock runs.
    pub fn turn_limits(&self, color: Color) -> Limits {
        self.settings.limits(self.clock.budget(color, self.settings.move_overhead()))
    }

    pub(super) fn params(&self, style: Option<Style>, limits: Limits, cancel: &Cancel) -> SearchParams {
        self.settings.params(style.unwrap_or(Style::Whole), limits, cancel)
    }
}
