//! Makes the files of puzzles.

use std::collections::HashSet;
use std::io::{self, Write};

use papamu::puzzle::{GRADES, Puzzle};
use papamu::registry::Entry;
use papamu::rng::mix;
use papamu::system::Cancel;

use crate::make::{self, Found};

/// The most puzzles of one game. More would be too much alike.
const OF_A_GAME: usize = 2;
/// The fewest puzzles of a grade.
const LEAST_OF_A_GRADE: usize = 40;

/// Puzzles of a game, no two of which are images of each other.
pub struct Collection<'a> {
    entry: &'a Entry,
    found: Vec<Found>,
    seen: HashSet<String>,
}

impl<'a> Collection<'a> {
    pub fn new(entry: &'a Entry) -> Self {
        Self { entry, found: Vec::new(), seen: HashSet::new() }
    }

    /// Proves a puzzle again, and takes it if it is one.
    pub fn again(&mut self, puzzle: &Puzzle) {
        if let Some(found) = make::again(puzzle, self.entry) {
            self.take(&found);
        }
    }

    /// Looks for puzzles on the board of these options in at most `games` games, until there are `count`.
    pub fn search(&mut self, options: &str, count: usize, games: u64, seed: u64) {
        let entry = self.entry;
        for number in 0..games {
            if self.found.len() >= count {
                break;
            }
            let mut of_this_game = 0;
            let mut collect = |found: &Found| {
                of_this_game += usize::from(self.take(found));
                of_this_game == OF_A_GAME
            };
            make::make(entry, options, mix(seed ^ mix(number)), &Cancel::default(), &mut collect);
        }
    }

    /// Takes a puzzle if no image of it is there. Returns whether it was taken.
    fn take(&mut self, found: &Found) -> bool {
        let puzzle = &found.puzzle;
        let Ok(mut session) = self.entry.open(&puzzle.options) else { return false };
        let is_new = session.set_position(&puzzle.position).is_ok() && self.seen.insert(session.canonical_position());
        if is_new {
            log::info!("level {}: {puzzle}", found.level);
            self.found.push(found.clone());
        }
        is_new
    }

    /// Writes the puzzles, a line each, the easiest first, with grades of one size.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn write(mut self, output: &mut impl Write) -> io::Result<()> {
        self.found.sort_by_key(|found| (found.puzzle.depth, found.level));
        let count = self.found.len();
        let grades = (count / LEAST_OF_A_GRADE).clamp(1, GRADES as usize);
        for (index, found) in self.found.into_iter().enumerate() {
            let grade = (index * grades / count + 1) as u32;
            writeln!(output, "{}", Puzzle { grade, ..found.puzzle })?;
        }
        output.flush()
    }
}
