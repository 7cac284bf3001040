//! The puzzles that the games ship are proven.

use papamu::game::Style;
use papamu::puzzle::{Puzzle, read};
use papamu::registry::{Entry, GAMES};
use papamu_lab::make::again;

fn shipped(entry: &Entry) -> Vec<Puzzle> {
    read(entry.about.puzzles).collect()
}

/// Exactly one first move wins, in as many turns as the file says, and wins of one length are in the order of the levels.
#[test]
fn a_sample_of_the_puzzles_holds() {
    let step = if std::env::var_os("LONG_TESTS").is_some() { 7 } else { 41 };
    for entry in GAMES {
        let mut before = (0, 0);
        for puzzle in shipped(entry).iter().skip(3).step_by(step) {
            let Some(found) = again(puzzle, entry) else { panic!("{}: {puzzle}", entry.name) };
            assert_eq!(found.puzzle, *puzzle, "{}", entry.name);
            let place = (puzzle.depth, found.level);
            assert!(before <= place, "{}: {puzzle}: {place:?} comes after {before:?}", entry.name);
            before = place;
        }
    }
}

#[test]
fn a_puzzle_that_is_wrong_is_found() {
    let entry = GAMES.iter().find(|entry| entry.name == "konane").unwrap();
    let right = shipped(entry).remove(0);
    assert_eq!(again(&right, entry).map(|found| found.puzzle), Some(right.clone()));
    let mut session = entry.open(&right.options).unwrap();
    session.set_position(&right.position).unwrap();
    let other = session.legal_moves(Style::Whole).into_iter().find(|mv| *mv != right.solution).unwrap();
    for wrong in [
        Puzzle { solution: other, ..right.clone() },
        Puzzle { depth: right.depth + 1, ..right.clone() },
        Puzzle { position: "6/6 b".to_owned(), ..right.clone() },
        Puzzle { options: "width=3".to_owned(), ..right },
    ] {
        assert_ne!(again(&wrong, entry).map(|found| found.puzzle), Some(wrong));
    }
}
