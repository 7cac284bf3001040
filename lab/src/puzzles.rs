//! Makes the files of puzzles.

use std::collections::HashSet;
use std::io::{self, Write};

use papamu::puzzle::{GRADES, Puzzle};
use papamu::registry::Entry;
use papamu::rng::mix;
use papamu::system::Cancel;

use crate::make;

/// The most puzzles of one game. More would be too much alike.
const OF_A_GAME: usize = 2;

/// Writes puzzles, a line each, no two of which are images of each other.
pub struct Writer<'a, W> {
    entry: &'a Entry,
    /// The most puzzles of each grade.
    count: usize,
    /// How many there are of each grade.
    found: [usize; GRADES as usize],
    seen: HashSet<String>,
    output: &'a mut W,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Writes at most `count` puzzles of each grade.
    pub fn new(entry: &'a Entry, count: usize, output: &'a mut W) -> Self {
        Self { entry, count, found: [0; GRADES as usize], seen: HashSet::new(), output }
    }

    /// Proves and grades a puzzle again, and writes it if it is one.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn again(&mut self, puzzle: &Puzzle) -> io::Result<()> {
        let puzzle = make::again(puzzle, self.entry).filter(|puzzle| self.takes(puzzle));
        puzzle.map_or(Ok(()), |puzzle| writeln!(self.output, "{puzzle}"))?;
        self.output.flush()
    }

    /// Looks for puzzles in at most `games` games on the board of these options. Returns how many of each grade there are now.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn search(mut self, options: &str, games: u64, seed: u64) -> io::Result<[usize; GRADES as usize]> {
        for number in 0..games {
            if self.found.iter().all(|&found| found >= self.count) {
                break;
            }
            let (entry, mut puzzles) = (self.entry, Vec::new());
            let mut collect = |puzzle: &Puzzle| {
                if self.takes(puzzle) {
                    puzzles.push(puzzle.clone());
                }
                puzzles.len() == OF_A_GAME
            };
            make::make(entry, options, mix(seed ^ mix(number)), &Cancel::default(), &mut collect);
            puzzles.iter().try_for_each(|puzzle| writeln!(self.output, "{puzzle}"))?;
            self.output.flush()?;
        }
        Ok(self.found)
    }

    /// Whether a puzzle of this grade is wanted, and none of its images has been written. Counts it.
    fn takes(&mut self, puzzle: &Puzzle) -> bool {
        let index = puzzle.grade as usize - 1;
        let is_taken = self.found[index] < self.count && is_new(puzzle, self.entry, &mut self.seen);
        self.found[index] += usize::from(is_taken);
        is_taken
    }
}

/// Whether no image of the position is among those seen, to which it is added.
fn is_new(puzzle: &Puzzle, entry: &Entry, seen: &mut HashSet<String>) -> bool {
    let Ok(mut session) = entry.open(&puzzle.options) else { return false };
    session.set_position(&puzzle.position).is_ok() && seen.insert(session.canonical_position())
}
