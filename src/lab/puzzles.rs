//! Makes the files of puzzles.

use std::collections::HashSet;
use std::io::{self, Write};

use papamu::puzzle::{GRADES, Puzzle, make};
use papamu::registry::Entry;
use papamu::rng::mix;
use papamu::system::Cancel;

/// The most puzzles of one game. More would be too much alike.
const OF_A_GAME: usize = 2;

/// Writes up to `count` puzzles of each grade, from at most `games` games on the board of these options. No two are images of each
/// other. Returns how many of each grade it found.
///
/// # Errors
/// Errors of writing.
pub fn write(
    entry: &Entry,
    options: &str,
    count: usize,
    games: u64,
    seed: u64,
    output: &mut impl Write,
) -> io::Result<[usize; GRADES as usize]> {
    let (mut found, mut seen) = ([0; GRADES as usize], HashSet::new());
    for number in 0..games {
        if found.iter().all(|&found| found >= count) {
            break;
        }
        let mut puzzles = Vec::new();
        let mut collect = |puzzle: &Puzzle| {
            if found[puzzle.grade as usize - 1] < count && is_new(puzzle, entry, &mut seen) {
                found[puzzle.grade as usize - 1] += 1;
                puzzles.push(puzzle.clone());
            }
            puzzles.len() == OF_A_GAME
        };
        make(entry, options, mix(seed ^ mix(number)), &Cancel::default(), &mut collect);
        puzzles.iter().try_for_each(|puzzle| writeln!(output, "{puzzle}"))?;
        output.flush()?;
    }
    Ok(found)
}

/// Whether no image of the position is among those seen, to which it is added.
fn is_new(puzzle: &Puzzle, entry: &Entry, seen: &mut HashSet<String>) -> bool {
    let Ok(mut session) = entry.open(&puzzle.options) else { return false };
    session.set_position(&puzzle.position).is_ok() && seen.insert(session.canonical_position())
}
