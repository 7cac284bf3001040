//! Puzzles: those that the games ship are all different (`lab/tests/puzzles.rs` proves them), and the command `puzzle` judges a turn without touching
//! the game.

use std::collections::HashSet;
use std::path::Path;

use papamu::game::Style;
use papamu::gtp::Gtp;
use papamu::play::{Error, Game, LineTurn, PuzzleData};
use papamu::puzzle::{Puzzle, count, read};
use papamu::registry::{Entry, GAMES, find};
use papamu::system::Cancel;
use serde_json::Value;

use crate::common::MORE_GAMES;
use crate::protocol::talk_to;

fn engine(game: &str) -> Game {
    Game::new(&MORE_GAMES, game, "").unwrap()
}

fn shipped(entry: &Entry) -> Vec<Puzzle> {
    read(entry.about.puzzles).collect()
}

/// The position of a puzzle.
fn open(puzzle: &Puzzle, entry: &Entry) -> Game {
    let mut session = entry.open(&puzzle.options).unwrap();
    session.set_position(&puzzle.position).unwrap();
    session
}

/// The puzzle of that grade and seed after these turns in whole style.
fn after(engine: &Game, grade: u32, seed: u32, tokens: &[&str]) -> Result<PuzzleData, Error> {
    engine.puzzle(grade, Some(seed), Some(tokens), Style::Whole, &Cancel::default())
}

#[test]
fn every_game_ships_different_puzzles() {
    for entry in GAMES {
        let (puzzles, counts) = (shipped(entry), count(entry.about.puzzles));
        let lines = entry.about.puzzles.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(puzzles.len(), lines.clone().count(), "{}: a line is not a puzzle", entry.name);
        assert!(puzzles.iter().map(Puzzle::to_string).eq(lines), "{}", entry.name);
        assert_eq!(puzzles.len(), counts.iter().sum::<u32>() as usize, "{}: a grade is wrong", entry.name);
        // The shortest wins come first, in grades of one size.
        assert!(puzzles.is_sorted_by_key(|puzzle| (puzzle.grade, puzzle.depth)), "{}", entry.name);
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.depth), "{}", entry.name);
        let offered: Vec<_> = counts.into_iter().take_while(|&count| count > 0).collect();
        assert_eq!(offered.iter().sum::<u32>() as usize, puzzles.len(), "{}: {counts:?}", entry.name);
        if let (Some(least), Some(most)) = (offered.iter().min(), offered.iter().max()) {
            assert!(*least >= 40 && most - least <= 1, "{}: {counts:?}", entry.name);
        }
        let mut seen = HashSet::new();
        for puzzle in &puzzles {
            let session = open(puzzle, entry);
            let moves = session.legal_moves(Style::Whole);
            assert!(moves.contains(&puzzle.solution) && moves.len() > 2, "{}: {puzzle}", entry.name);
            assert!(seen.insert((&puzzle.options, session.canonical_position())), "{}: twice: {puzzle}", entry.name);
        }
    }
}

/// The right turn wins, another one is refuted, and the turns of the line are legal and end the game.
#[test]
fn turns_are_judged_and_refuted() {
    for entry in GAMES {
        let engine = engine(entry.name);
        let puzzles: Vec<_> = shipped(entry).into_iter().filter(|puzzle| puzzle.grade == 1).collect();
        let Some(puzzle) = puzzles.first() else { continue };
        let begun = after(&engine, 1, 1, &[]).unwrap();
        assert_eq!((begun.reached, &*begun.sentence, begun.line.len()), (None, "", 0));
        assert!(!begun.hint.is_empty() && begun.task.contains(&puzzle.depth.to_string()));
        let session = open(puzzle, entry);
        let solver = session.turn();

        let solved = engine.puzzle(1, Some(1), None, Style::Whole, &Cancel::default()).unwrap();
        let [first, rest @ ..] = &solved.line[..] else { panic!("{}: no line", entry.name) };
        assert!(first.player == solver && first.turn.starts_with(&puzzle.solution), "{}: {first:?}", entry.name);
        assert_eq!(solved.line.len(), puzzle.depth as usize, "{}", entry.name);
        let right = after(&engine, 1, 1, &[&first.turn]).unwrap();
        assert_eq!((right.reached, &right.line[..]), (Some(true), rest), "{}", entry.name);
        // Both players and all turns of the line can be shown.
        let turns: Vec<_> = solved.line.iter().map(|turn| turn.turn.as_str()).collect();
        let end = after(&engine, 1, 1, &turns).unwrap();
        assert_eq!(end.game.result.and_then(|result| result.winner), Some(solver), "{}", entry.name);

        let first = puzzle.solution.as_str();
        let wrong = session.legal_moves(Style::Whole).into_iter().find(|mv| mv != first && mv != "PASS").unwrap();
        let missed = after(&engine, 1, 1, &[&wrong]).unwrap();
        assert_eq!(missed.reached, Some(false), "{}: {wrong}", entry.name);
        assert!(missed.sentence.ends_with('.') && !missed.sentence.contains("no proof"), "{}", missed.sentence);
        let line: Vec<_> = missed.line.iter().map(|turn| turn.turn.as_str()).collect();
        let refuted = after(&engine, 1, 1, &[&[wrong.as_str()], &line[..]].concat()).unwrap();
        assert_ne!(
            refuted.game.result.and_then(|result| result.winner),
            Some(solver),
            "{}: {wrong} {line:?}",
            entry.name
        );
    }
}

/// The turn that refutes another one is the one that the line plays. In each of these, several turns do.
#[test]
fn the_refutation_that_is_named_is_played() {
    for (game, puzzle, wrong) in [
        ("konane", "1 7 D2-B2 width=6,height=6 xoxo1o/3x1x/x3xo/3x1x/2xo1o/2o3 w", "D6-D4"),
        ("kanga", "1 5 D1 width=4,height=4 ox1x/4/oo1x/2o1 b", "A1"),
        ("send_it", "1 4 E5 size=3 x2/oxxx/ooxo1/1oxo/ooo w 3 0 -", "B1"),
        ("kangaroo", "1 7 C6-E6-C4-A4 size=6 2oo1x/3x2/1x4/x4o/x5/1o2o1 w -", "C6-E6-C4"),
    ] {
        let mut entry = *find(GAMES, game).unwrap();
        entry.about.puzzles = puzzle;
        let engine = Game::new(&[entry], game, "").unwrap();
        let PuzzleData { reached, sentence, line, .. } = after(&engine, 1, 1, &[wrong]).unwrap();
        let [LineTurn { player, turn, .. }, ..] = &line[..] else { panic!("{game}: no line") };
        assert_eq!((reached, sentence), (Some(false), format!("{player} wins with {turn}.")), "{game}");
    }
}

/// The solver's turns are judged up to the end of the game, and the opponent's are not.
#[test]
fn every_turn_of_the_solver_is_judged() {
    for entry in GAMES {
        let engine = engine(entry.name);
        let Some(puzzle) = shipped(entry).into_iter().find(|puzzle| puzzle.depth == 5) else { continue };
        let grade = puzzle.grade;
        let mut of_grade = shipped(entry).into_iter().filter(|other| other.grade == grade);
        let seed = of_grade.position(|other| other == puzzle).unwrap() as u32 + 1;
        let line = engine.puzzle(grade, Some(seed), None, Style::Whole, &Cancel::default()).unwrap().line;
        let solver = line[0].player;
        let turns: Vec<_> = line.iter().map(|turn| turn.turn.as_str()).collect();
        for (index, turn) in line.iter().enumerate() {
            let played = after(&engine, grade, seed, &turns[..=index]).unwrap();
            let expected = (turn.player == solver).then_some(true);
            assert_eq!(played.reached, expected, "{}: {turns:?} up to {index}", entry.name);
            let rest = if expected.is_some() { &line[index + 1..] } else { &[] };
            assert_eq!(played.line, rest, "{}: {turns:?} up to {index}", entry.name);
        }
    }
}

/// Answers of the command, one a line of the input.
fn talk(game: &str, style: Style, lines: &[&str]) -> Vec<String> {
    let mut gtp = Gtp::new(engine(game), style);
    talk_to(&mut gtp, lines.join("\n").into_bytes())
}

fn json(reply: &str) -> Value {
    serde_json::from_str(reply.strip_prefix("= ").unwrap_or_else(|| panic!("{reply}"))).unwrap()
}

#[test]
fn the_game_being_played_stays_as_it_is() {
    for entry in GAMES.iter().filter(|entry| !entry.about.puzzles.is_empty()) {
        let lines =
            ["play b resign", "state", "history", "puzzle", "puzzle 1 2", "puzzle 1 1 solution", "state", "history"];
        let replies = talk(entry.name, Style::Whole, &lines);
        assert_eq!(replies[1..3], replies[6..8], "{}", entry.name);
        assert!(replies.iter().all(|reply| reply.starts_with('=')), "{}: {replies:?}", entry.name);
    }
}

#[test]
fn the_answer_is_the_requested_puzzle() {
    let replies =
        talk("konane", Style::Steps, &["puzzle 1 1", "puzzle 2 1", "puzzle 1 2", "set_game kanga", "puzzle 1 2"]);
    let fields = |index: usize| {
        let reply = json(&replies[index]);
        ["game", "grade", "seed", "position"].map(|field| reply[field].to_string())
    };
    let all: HashSet<_> = [0, 1, 2, 4].map(fields).into();
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(fields(4)[..3], ["\"kanga\"", "1", "2"]);
}

#[test]
fn puzzles_that_do_not_exist_are_refused() {
    let usage = "? syntax error: usage: puzzle [GRADE [SEED [solution|MOVE …]]]";
    for (game, line, reply) in [
        ("konane", "puzzle easy", usage),
        ("konane", "puzzle 1 one", usage),
        ("konane", "puzzle 1 1 solution A1", "? "),
        ("konane", "puzzle 0", "? syntax error: no puzzle of grade 0; konane has puzzles of grade 1 2 3 4 5"),
        ("konane", "puzzle 6 1", "? syntax error: no puzzle of grade 6; konane has puzzles of grade 1 2 3 4 5"),
        ("konane", "puzzle 5 0", "? syntax error: no puzzle 0; the puzzles of grade 5 are numbered from 1 to "),
        ("konane", "puzzle 5 999", "? syntax error: no puzzle 999; the puzzles of grade 5 are numbered from 1 to "),
        ("konane", "puzzle 1 1 A99", "? illegal move: "),
        ("clobber", "puzzle", "? syntax error: clobber has no puzzles; `games` says how many puzzles each game has"),
    ] {
        let answer = talk(game, Style::Whole, &[line]).remove(0);
        assert!(answer.starts_with(reply), "{line}: {answer}");
    }
}

/// protocol.md documents every field of the reply that `state` does not have.
#[test]
fn every_field_is_documented() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = std::fs::read_to_string(file).unwrap();
    let (_, section) = text.split_once("#### Puzzles").unwrap();
    let (section, _) = section.split_once("\n### ").unwrap();
    let replies = talk("konane", Style::Whole, &["puzzle 1 1 solution", "state"]);
    let [puzzle, state] = [0, 1].map(|index| json(&replies[index]));
    let line = puzzle["line"][0].as_object().unwrap().keys();
    for field in puzzle.as_object().unwrap().keys().filter(|field| state.get(field).is_none()).chain(line) {
        assert!(section.contains(&format!("`{field}`")), "protocol.md does not describe {field}");
    }
    let missing: Vec<_> = state.as_object().unwrap().keys().filter(|field| puzzle.get(field).is_none()).collect();
    assert_eq!(missing, ["clocks", "komi", "style"]);
}
