//! Proven results, certificates, and counts.

use crate::game::Stop;
use crate::solve::verify::{Flaw, StopAfter};
use crate::solve::{Answer, Certificate, Journal, MovesWatch, SolvedMoves};

use super::{Game, SearchParams, SolveError};

/// Receives the text of a move with its count, and the number of all moves.
pub type SeeCount<'a> = &'a mut dyn FnMut(Option<(&str, u64)>, usize);

impl Game {
    /// The result with perfect play for the player to move, with a whole turn that keeps it. It is unknown if later
    /// decisions of the turn cannot be proven. A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve.
    pub fn solve(&self, params: &SearchParams, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError> {
        self.check_unsolved()?;
        self.kernel.solve(&self.moment(), params, journal)
    }

    /// The results of all legal moves with perfect play, sorted as [`SolvedMoves::sort`] does: whole turns, or in a turn
    /// of several moves the first one, with the rest of the turn chosen best. `watch` receives reports while the search
    /// runs.
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve, or there are too many moves to list.
    pub fn solve_moves(&self, params: &SearchParams, watch: Option<MovesWatch>) -> Result<SolvedMoves, SolveError> {
        self.check_unsolved()?;
        self.kernel.solve_moves(&self.moment(), params, watch)
    }

    /// Solves the position as if the game began with it, and returns the proof. The proof omits positions that an
    /// exhaustive search of at most `searched` positions decides, in games of
    /// [`NORMAL_PLAY`](crate::game::Rules::NORMAL_PLAY). A long proof can be saved in a journal.
    ///
    /// # Errors
    /// [`SolveError`] if there is nothing to solve, no proof was found, or it does not fit in memory.
    pub fn certify(
        &self,
        searched: u64,
        params: &SearchParams,
        journal: Option<&mut Journal>,
    ) -> Result<Certificate, SolveError> {
        self.check_unsolved()?;
        if self.turns_left().is_some() {
            return Err(SolveError::Limited);
        }
        self.kernel.certify(&self.now.position, &self.values, searched, params, journal)
    }

    /// Checks a certificate for this game with these options, and returns the number of positions checked. `stop` is
    /// told how many turns of the certificate have been checked, and ends the check by returning true.
    pub fn verify(&self, certificate: &Certificate, stop: StopAfter) -> Result<u64, Flaw> {
        if self.turns_left().is_some() {
            return Err(Flaw::Limited);
        }
        self.kernel.verify(certificate, stop)
    }

    fn check_unsolved(&self) -> Result<(), SolveError> {
        match self.now.outcome {
            Some(outcome) => Err(SolveError::Over(outcome)),
            None if !self.now.clicks.is_empty() => Err(SolveError::Begun),
            None => Ok(()),
        }
    }

    /// Counts move sequences; `None` if `stop` returns true, or a position has more moves than fit in memory.
    pub fn perft(&self, depth: u32, stop: Stop) -> Option<u64> {
        if self.is_forfeited() && depth > 0 {
            return Some(0);
        }
        self.kernel.perft(&self.now.position, depth, stop)
    }

    /// Counts the sequences that begin with each move, sorted by text. `depth` 0 counts as 1.
    pub fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>> {
        let mut counts = Vec::new();
        self.perft_split(depth, stop, &mut |counted, _| {
            counts.extend(counted.map(|(name, count)| (name.to_owned(), count)))
        })?;
        counts.sort_unstable();
        Some(counts)
    }

    /// Counts the sequences that begin with each move. Calls `see` with the number of moves: before the first one, and
    /// after each, then also with its text and count. `None` as for [`perft`](Self::perft).
    pub fn perft_split(&self, depth: u32, stop: Stop, see: SeeCount) -> Option<()> {
        if self.is_forfeited() {
            return Some(());
        }
        self.kernel.perft_split(&self.now.position, depth, stop, see)
    }

    /// Plays `count` games of uniformly random moves from here, each of at most `most` moves, and returns the total
    /// number of moves.
    pub fn random_games(&self, count: u32, most: u32, seed: u64) -> u64 {
        self.kernel.random_games(&self.now.position, count, most, seed)
    }
}
