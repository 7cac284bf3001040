//! Results that are proven.

use std::path::{Path, PathBuf};

use crate::endgames::{EndgamesError, Tally};
use crate::exhaustive::forced_wins;
use crate::game::{Game, Stop, Style};
use crate::session::{Match, SolveError, Thinking};
use crate::solve::{Answer, Certificate, Journal, ValueError, value};
use crate::verify::{Flaw, verify};

/// Results that are proven.
pub trait Prove {
    /// Who wins with perfect play, for the player to move, proven within the limits; a move is a whole turn. A long proof
    /// can be kept in a journal.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve.
    fn solve(&self, thinking: Thinking, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError>;
    /// Solves the position as if the game began with it, and proves the answer.
    ///
    /// # Errors
    /// [`SolveError`]: there is nothing to solve, or no proof that fits.
    fn certify(&self, thinking: Thinking) -> Result<Certificate, SolveError>;
    /// Checks a certificate of this game with these options, and returns how many positions that took.
    ///
    /// # Errors
    /// [`Flaw`]: why it proves nothing.
    fn verify(&self, certificate: &Certificate, stop: Stop) -> Result<u64, Flaw>;
    /// Works out the table of endgames with at most so many stones, or as many as fit in a gibibyte, and writes it into a file
    /// in the folder, which it returns with what the table says in all.
    ///
    /// # Errors
    /// [`EndgamesError`].
    fn write_endgames(
        &self,
        stones: Option<u32>,
        threads: usize,
        folder: &Path,
    ) -> Result<(PathBuf, Tally), EndgamesError>;
    /// The value of the position in combinatorial game theory, whoever is to move; Left is Black.
    ///
    /// # Errors
    /// [`ValueError`].
    fn value(&self, stop: Stop) -> Result<String, ValueError>;
    /// The moves that force a win within `depth` moves, and soonest; proven by looking at everything, `most` positions at
    /// most: `None` where that is not enough.
    fn forced_wins(&self, depth: u32, most: u64) -> Option<Vec<String>>;
}

impl<G: Game> Prove for Match<G> {
    fn solve(&self, thinking: Thinking, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError> {
        self.check_unsolved()?;
        self.prove(&thinking, journal)
    }

    fn certify(&self, thinking: Thinking) -> Result<Certificate, SolveError> {
        self.check_unsolved()?;
        self.prove_on_paper(&thinking)
    }

    fn verify(&self, certificate: &Certificate, stop: Stop) -> Result<u64, Flaw> {
        if self.values.number("max_moves") > 0 {
            return Err(Flaw::Limited);
        }
        verify(&self.game, certificate, stop)
    }

    fn write_endgames(
        &self,
        stones: Option<u32>,
        threads: usize,
        folder: &Path,
    ) -> Result<(PathBuf, Tally), EndgamesError> {
        self.build_endgames(stones, threads, folder)
    }

    fn value(&self, stop: Stop) -> Result<String, ValueError> {
        value(&self.game, &self.now.position, stop)
    }

    fn forced_wins(&self, depth: u32, most: u64) -> Option<Vec<String>> {
        let position = &self.now.position;
        let wins = forced_wins(&self.game, position, depth, most)?;
        Some(wins.into_iter().map(|mv| self.game.write(position, &[], &[mv], Style::Whole).concat()).collect())
    }
}
