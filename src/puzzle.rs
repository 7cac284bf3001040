//! Puzzles: positions in which exactly one first move wins, with a proven result of every move.
//!
//! Each game ships some in a text file, [`About::puzzles`](crate::game::About::puzzles), a line each: grade, depth, first
//! move, options with commas between them (`-` for the default ones), and position. `papamu-lab puzzles` finds others.

use std::fmt;

/// The positions that the proof of the results of all moves may search.
pub const PROOF_NODES: u64 = 150_000;
/// The number of grades: from 1, easy, to this one.
pub const GRADES: u32 = 5;

/// A position in which exactly one first move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// How hard it is, from 1 to [`GRADES`], compared with the other puzzles of the game: shorter wins first, and among wins of
    /// one length those that a weaker level finds.
    pub grade: u32,
    /// The number of turns until the game is won, the first one included, if the loser holds out as long as possible.
    pub depth: u32,
    /// The first move, as the list of legal moves has it: a turn, or in a turn of several moves the first of them.
    pub solution: String,
    /// The options of the game, as for `set_game`.
    pub options: String,
    pub position: String,
}

impl Puzzle {
    /// Reads a line of a file of puzzles; `None` if it is none.
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.splitn(5, ' ');
        let mut next = || fields.next();
        let grade = next()?.parse().ok()?;
        let depth = next()?.parse().ok()?;
        let solution = next()?.to_owned();
        let options = next().map(|options| if options == "-" { String::new() } else { options.replace(',', " ") })?;
        Some(Self { grade, depth, solution, options, position: next()?.to_owned() })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { grade, depth, solution, options, position } = self;
        let options = if options.is_empty() { "-".to_owned() } else { options.replace(' ', ",") };
        write!(f, "{grade} {depth} {solution} {options} {position}")
    }
}

/// The puzzles of a text, in which lines that begin with `#` are comments.
pub fn read(text: &str) -> impl Iterator<Item = Puzzle> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(Puzzle::read)
}

/// How many puzzles of each grade a text has.
pub fn count(text: &str) -> [u32; GRADES as usize] {
    let grades: Vec<u32> = read(text).map(|puzzle| puzzle.grade).collect();
    std::array::from_fn(|index| grades.iter().filter(|&&grade| grade as usize == index + 1).count() as u32)
}
