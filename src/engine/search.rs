//! What the engine searches for: a move, an analysis, a proof.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::game::{Color, Style};
use crate::search::Limits;
use crate::session::{Analysis, Choice, MAX_LEVEL, Observer, PlayError, SearchParams, SolveError};
use crate::solve::{Answer, Certificate, Journal};
use crate::system::Cancel;

use super::Engine;

/// What a choice costs besides the search, taken off the clock with it.
pub(super) const OVERHEAD: Duration = Duration::from_millis(1);

impl Engine {
    /// Chooses a move for a player within the limits of [`turn_limits`](Self::turn_limits) and, if `commit`, plays it.
    /// `observer` is shown the search.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`], and [`PlayError::TooLong`] where another move may not be played.
    pub fn choose(
        &mut self,
        color: Color,
        style: Style,
        commit: bool,
        cancel: &Cancel,
        observer: Option<Observer>,
    ) -> Result<Choice, PlayError> {
        let limits = self.turn_limits(color);
        self.choose_within(color, style, commit, limits, cancel, observer)
    }

    /// As [`choose`](Self::choose), within limits of the caller's.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`], and [`PlayError::TooLong`] where another move may not be played.
    pub fn choose_within(
        &mut self,
        color: Color,
        style: Style,
        commit: bool,
        limits: Limits,
        cancel: &Cancel,
        observer: Option<Observer>,
    ) -> Result<Choice, PlayError> {
        (self.has_moved, self.nodes) = (false, 0);
        let (begun, runs) = (Instant::now(), self.clock_runs(color));
        self.check_room(commit)?;
        let params = self.params(style, limits, cancel);
        let choice = self.session.choose(color, commit, &params, observer)?;
        self.nodes = choice.nodes;
        if commit {
            self.has_moved = true;
            if runs {
                self.clock.spend(color, begun.elapsed() + OVERHEAD);
            }
        }
        Ok(choice)
    }

    /// Chooses one of these turns of a player, which are written in whole style, without playing it; any turn if none of
    /// them is legal.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    pub fn choose_among(
        &mut self,
        turns: &[String],
        color: Color,
        limits: Limits,
        cancel: &Cancel,
        observer: Option<Observer>,
    ) -> Result<Choice, PlayError> {
        (self.has_moved, self.nodes) = (false, 0);
        let params = SearchParams { only: turns.to_vec(), ..self.params(Style::Whole, limits, cancel) };
        let choice = self.session.choose(color, false, &params, observer)?;
        self.nodes = choice.nodes;
        Ok(choice)
    }

    /// Whether a player's clock runs: not after the end of the game, nor on the opponent's turn.
    pub(super) fn clock_runs(&self, color: Color) -> bool {
        self.session.outcome().is_none() && self.session.turn() == color
    }

    /// Searches for a player without choosing a move, at full strength, and shows `observer` the search. Without limits
    /// it goes on until it is cancelled or has proven the result.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    pub fn analyze(
        &mut self,
        color: Color,
        style: Style,
        limits: Limits,
        cancel: &Cancel,
        observer: Observer,
    ) -> Result<Analysis, PlayError> {
        self.has_moved = false;
        let params = self.params(style, limits, cancel);
        self.session.analyze(color, &params, observer)
    }

    /// Disables [`ponder`](Self::ponder) until the engine moves again. A front end calls this for every user
    /// request.
    pub fn stop_pondering(&mut self) {
        self.has_moved = false;
    }

    /// Thinks on the opponent's time until it is cancelled, where that is wanted and the engine has just moved. What it
    /// finds is in its tables for the next choice.
    pub fn ponder(&mut self, style: Style, cancel: &Cancel) {
        let super::Settings { ponder, level, nodes, .. } = self.settings;
        // A search by nodes starts with empty tables, and a level must not think longer than its own time.
        if self.has_moved && ponder && nodes == 0 && level == MAX_LEVEL {
            let params = self.params(style, Limits::default(), cancel);
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
        self.session.solve(&self.params(Style::Whole, limits, cancel), journal)
    }

    /// Splits a long proof that is saved in a file into `count` jobs for several machines, or fewer (see
    /// [`Solve::split`](crate::session::Solve::split)).
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve, or the file cannot be used.
    pub fn split(&self, file: &Path, subject: &str, count: usize) -> Result<Vec<Vec<String>>, SolveError> {
        let params = self.params(Style::Whole, Limits::default(), &Cancel::default());
        self.session.split(file, subject, count, &params)
    }

    /// Solves the position as if the game began with it, and returns the proof, without what an exhaustive search of at most
    /// `searched` positions decides (see [`Solve::certify`](crate::session::Solve::certify)).
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
        self.session.certify(searched, &self.params(Style::Whole, limits, cancel), journal)
    }

    /// Nodes, or playouts, of the last choice.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits of a turn by the clock, or by the settings where no clock runs.
    pub fn turn_limits(&self, color: Color) -> Limits {
        self.settings.limits(self.clock.budget(color, self.settings.move_overhead()))
    }

    pub(super) fn params(&self, style: Style, limits: Limits, cancel: &Cancel) -> SearchParams {
        self.settings.params(style, limits, cancel)
    }
}
