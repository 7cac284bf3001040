//! The lessons of every game: each can be solved and missed, and the command `lesson` judges a turn without touching the game.

use std::path::Path;

use papamu::game::{Lesson, LessonGoal, Style, Verdict, lessons};
use papamu::gtp::Gtp;
use papamu::play::{Error, Game, LessonData, Search};
use papamu::registry::{Entry, GAMES, find};
use papamu::system::Cancel;
use serde_json::Value;

use crate::common::MORE_GAMES;
use crate::protocol::talk_to;

fn engine(game: &str) -> Game {
    Game::new(&MORE_GAMES, game, "").unwrap()
}

/// The lesson with that number after these tokens in whole style.
fn after(engine: &Game, number: usize, tokens: &[&str]) -> Result<LessonData, Error> {
    engine.lesson(number as u32, tokens, Style::Whole, &Cancel::default())
}

/// The faults of a game's lessons.
fn faults(entry: &Entry, engine: &Game) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, lesson) in lessons(entry.about.lessons).iter().enumerate() {
        let (number, title) = (index + 1, lesson.title);
        let begun = match after(engine, number, &[]) {
            Ok(begun) => begun,
            Err(error) => {
                faults.push(format!("{title}: cannot be set up: {error}"));
                continue;
            }
        };
        if begun.reached.is_some() || !begun.sentence.is_empty() {
            faults.push(format!("{title}: is judged before the first click"));
        }
        match after(engine, number, &[lesson.solution]) {
            Ok(LessonData { reached: Some(true), sentence, .. }) if sentence.ends_with(lesson.praise) => {}
            other => faults.push(format!("{title}: the solution {} fails: {other:?}", lesson.solution)),
        }
        let mut session = entry.open(lesson.options).unwrap();
        session.set_position(lesson.position).unwrap();
        let turns = session.legal_moves(Style::Whole);
        let misses = |turn: &String| {
            let judged = after(engine, number, &[turn]).unwrap();
            judged.reached == Some(false) && judged.sentence.ends_with(lesson.hint)
        };
        if !turns.iter().any(misses) {
            faults.push(format!("{title}: every turn reaches the goal"));
        }
    }
    faults
}

#[test]
fn every_lesson_can_be_solved_and_missed() {
    for entry in GAMES {
        assert_eq!(faults(entry, &engine(entry.name)), [""; 0], "{}", entry.name);
        let count = lessons(entry.about.lessons).len();
        assert!(count == 0 || (6..=10).contains(&count), "{}: {count} lessons", entry.name);
        assert_eq!(entry.about.lessons.matches("title: ").count(), count, "{}: one cannot be read", entry.name);
    }
}

/// Texts are plain, and no two lessons have the same title.
#[test]
fn lessons_are_plain_text() {
    for entry in GAMES {
        let mut titles = Vec::new();
        for Lesson { title, text, task, praise, hint, .. } in lessons(entry.about.lessons) {
            for words in [title, text, task, praise, hint] {
                assert!(!words.is_empty() && words.trim() == words, "{}: '{words}'", entry.name);
                assert!(!words.contains(['<', '>', '&', '\n', '*', '`', '_']), "{}: markup in '{words}'", entry.name);
            }
            for sentence in [text, task, praise, hint] {
                assert!(sentence.ends_with('.'), "{}: '{sentence}'", entry.name);
            }
            assert!(!titles.contains(&title), "{}: two lessons are called {title}", entry.name);
            titles.push(title);
        }
    }
}

/// For each kind of goal, the explanation of a turn that misses it.
#[test]
fn a_missed_goal_is_explained_with_facts() {
    for (game, title, turn, fact) in [
        ("konane", "The first stone", "A6", "The corners are allowed"),
        ("konane", "Jump on", "A2-C2", "This turn captures 1 stone."),
        ("konane", "The last jump", "B1-D1", "The game goes on."),
        ("konane", "Stop in time", "D1-D5", "White wins with "),
        ("konane", "Leave few jumps", "D6-D4", "Now Black has 5 moves, and White would have 4 moves."),
        ("kanga", "Close in a line", "A1", "This turn captures no stone."),
        ("kanga", "Capture to defend", "E3", "White wins at once with E2."),
        ("send_it", "Sight", "D7", "You have no stone on G7."),
        ("send_it", "One stone for a group", "D7,G7", "You have placed 2 stones."),
        ("send_it", "Stop their view", "PASS", "The score is even."),
        ("send_it", "Shut them in", "E4", "You lead by 16 points."),
        ("kangaroo", "The far rank counts double", "C5-C3", "The score is even."),
        ("kangaroo", "Give a stone", "resign@B5", "Black wins"),
        ("kangaroo", "Which stone to give", "resign@C1", "The game is a draw."),
        ("kangaroo", "Strand your opponent", "A3-A1", "White can still move."),
    ] {
        let engine = engine(game);
        let entry = GAMES.iter().find(|entry| entry.name == game).unwrap();
        let index = lessons(entry.about.lessons).iter().position(|lesson| lesson.title == title).unwrap();
        let judged = after(&engine, index + 1, &[turn]).unwrap();
        assert!(judged.sentence.starts_with(fact), "{title}, {turn}: {}", judged.sentence);
        assert_eq!(judged.reached, Some(turn == "resign@B5"), "{title}, {turn}");
    }
}

/// A player who forfeits has not left the opponent without moves.
#[test]
fn a_forfeit_reaches_no_goal() {
    for entry in GAMES {
        let engine = engine(entry.name);
        for number in 1..=lessons(entry.about.lessons).len() {
            let judged = after(&engine, number, &["resign"]).unwrap();
            assert_eq!(judged.reached, Some(false), "{} {number}", entry.name);
        }
    }
}

/// The texts of these lessons say that all other turns lose.
#[test]
fn the_lessons_on_mobility_have_one_winning_turn() {
    let entry = GAMES.iter().find(|entry| entry.name == "konane").unwrap();
    let lessons = lessons(entry.about.lessons).into_iter();
    let taught: Vec<_> = lessons.filter(|lesson| matches!(lesson.goal, LessonGoal::Mobility { .. })).collect();
    assert!(taught.len() > 1);
    for lesson in taught {
        let mut session = entry.open(lesson.options).unwrap();
        session.set_position(lesson.position).unwrap();
        let solved = session.solve_moves(Search::new(), None).unwrap();
        for solved in solved.moves {
            let expected = if solved.mv == lesson.solution { Some(Verdict::Win) } else { Some(Verdict::Loss) };
            assert_eq!(solved.result, expected, "{}: {}", lesson.title, solved.mv);
        }
    }
}

/// Answers of the command, one a line of the input.
fn talk(game: &str, lines: &[&str]) -> Vec<String> {
    let mut gtp = Gtp::new(engine(game), Style::Steps);
    talk_to(&mut gtp, lines.join("\n").into_bytes())
}

fn json(reply: &str) -> Value {
    serde_json::from_str(reply.strip_prefix("= ").unwrap_or_else(|| panic!("{reply}"))).unwrap()
}

#[test]
fn a_lesson_is_done_click_by_click() {
    let replies = talk("send_it", &["lesson 3", "lesson 3 D7 G7 G4", "lesson 3 D7 G7 G4 D1", "lesson 3 D7 D7"]);
    let [begun, going, done, missed] = [0, 1, 2, 3].map(|index| json(&replies[index]));
    assert_eq!([&begun["reached"], &going["reached"]], [&Value::Null, &Value::Null]);
    assert_eq!((&begun["left_in_turn"], &going["left_in_turn"]), (&4.into(), &1.into()));
    assert_eq!(going["clicks"], serde_json::json!(["D7", "G7", "G4"]));
    assert_eq!([&done["reached"], &missed["reached"]], [&Value::Bool(true), &Value::Bool(false)]);
}

#[test]
fn the_game_being_played_stays_as_it_is() {
    for entry in GAMES {
        let lessons = lessons(entry.about.lessons);
        let solved = |(lesson, number): (&Lesson, u32)| format!("lesson {number} {}", lesson.solution);
        let lessons: Vec<_> = lessons.iter().zip(1..).map(solved).collect();
        let mut lines = vec!["genmove b", "state", "history"];
        lines.extend(lessons.iter().map(String::as_str));
        lines.extend(["state", "history", "undo"]);
        let mut gtp = Gtp::new(engine(entry.name), Style::Whole);
        gtp.game.set("nodes", "20").unwrap();
        let replies = talk_to(&mut gtp, lines.join("\n").into_bytes());
        let count = replies.len();
        assert_eq!(replies[1..3], replies[count - 3..count - 1], "{}", entry.name);
        assert!(replies.iter().all(|reply| reply.starts_with('=')), "{}: {replies:?}", entry.name);
    }
}

#[test]
fn lessons_that_do_not_exist_are_refused() {
    for (game, line, reply) in [
        ("konane", "lesson", "? syntax error: usage: lesson NUMBER [MOVE …]"),
        ("konane", "lesson one", "? syntax error: usage: lesson NUMBER [MOVE …]"),
        ("konane", "lesson 0", "? syntax error: konane has lessons 1 to 7"),
        ("konane", "lesson 8", "? syntax error: konane has lessons 1 to 7"),
        ("konane", "lesson 4294967295", "? syntax error: konane has lessons 1 to 7"),
        ("konane", "lesson 1 A5", "? illegal move: "),
        ("konane", "lesson 1 A99", "? illegal move: "),
        (
            "konane",
            "lesson 1 C4 C5",
            "? syntax error: a lesson is a single turn, which ends before C5; leave the rest out",
        ),
        ("clobber", "lesson 1", "? syntax error: clobber has no lessons; `games` lists the lessons of each game"),
    ] {
        let answer = talk(game, &[line]).remove(0);
        assert!(answer.starts_with(reply), "{line}: {answer}");
    }
}

/// protocol.md documents every field of a lesson, and of the reply that `state` does not have.
#[test]
fn every_field_is_documented() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = std::fs::read_to_string(file).unwrap();
    let (_, section) = text.split_once("#### Lessons").unwrap();
    let (section, _) = section.split_once("\n### ").unwrap();
    let replies = talk("konane", &["games", "lesson 1", "state"]);
    let [games, lesson, state] = [0, 1, 2].map(|index| json(&replies[index]));
    let listed = games["games"][0]["lessons"][0].as_object().unwrap().keys();
    let shown = lesson.as_object().unwrap().keys().filter(|field| state.get(field).is_none());
    for field in listed.chain(shown) {
        assert!(section.contains(&format!("`{field}`")), "protocol.md does not describe {field}");
    }
    let missing: Vec<_> = state.as_object().unwrap().keys().filter(|field| lesson.get(field).is_none()).collect();
    assert_eq!(missing, ["clocks", "komi", "style"]);
}

/// The test of all lessons finds each kind of fault.
#[test]
fn a_false_lesson_is_found() {
    let kanga = find(GAMES, "kanga").unwrap();
    let lesson = kanga.about.lessons.split("\n\n").nth(2).unwrap();
    for (field, wrong, fault) in [
        ("position", "7/7 b", "cannot be set up"),
        ("options", "depth=3", "cannot be set up"),
        ("solution", "A1", "the solution A1 fails"),
        ("solution", "B3", "the solution B3 fails"),
        ("goal", "captures 0", "every turn reaches the goal"),
    ] {
        let right = lesson.lines().find(|line| line.starts_with(field)).unwrap();
        let mut entry = *kanga;
        entry.about.lessons = String::leak(lesson.replacen(right, &format!("{field}: {wrong}"), 1));
        let entries = Vec::leak(vec![entry]);
        let engine = Game::new(entries, "kanga", "").unwrap();
        let found = faults(&entries[0], &engine);
        assert!(found.iter().any(|found| found.contains(fault)), "{fault}: {found:?}");
    }
}
