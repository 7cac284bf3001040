//! Tables of endgames against the solver, their files, and play with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use papamu::endgames::{EndgameValue, Endgames, EndgamesError, Tally, build};
use papamu::game::{EndgameTables, Notation, Repetition, Rules, Values};
use papamu::games::{Kangaroo, Konane};
use papamu::rng::Rng;
use papamu::search::{Control, Limits};
use papamu::session::SearchParams;
use papamu::solve::{Answer, Problem};
use papamu::system::Cancel;

use crate::common::open;

const STONES: u32 = 4;
const OPTIONS: &str = "size=6";

fn game() -> Kangaroo<1> {
    Kangaroo::new(&values()).unwrap()
}

fn values() -> Values {
    Values::parse(Kangaroo::<1>::OPTIONS, OPTIONS).unwrap()
}

fn subject() -> String {
    format!("kangaroo {}", values().own())
}

/// The bytes of the table that these tests share.
fn table() -> &'static [u8] {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    TABLE.get_or_init(|| build(&game(), STONES, 2, &mut |_| false).unwrap().bytes)
}

/// An empty folder for a test.
fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("endgames-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder with the table as the engine looks for it.
fn folder(name: &str) -> (PathBuf, Endgames) {
    let folder = empty_folder(name);
    let path = folder.join(Endgames::file_name(&subject()));
    Endgames::write(&path, &subject(), STONES, table()).unwrap();
    let endgames = Endgames::open(&path, &subject(), &game()).unwrap();
    (folder, endgames)
}

#[test]
fn agrees_with_the_solver() {
    let (_folder, endgames) = folder("solver");
    let seen = compare(&game(), &endgames, STONES, 1_000);
    assert!(seen[..3].iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn agrees_with_the_solver_for_other_options() {
    let folder = empty_folder("options");
    for options in ["size=6 obligatory=0", "size=6 obligatory=40", "size=6 resignation=off", "size=7 penalty=remove"] {
        let values = Values::parse(Kangaroo::<1>::OPTIONS, options).unwrap();
        let game: Kangaroo<1> = Kangaroo::new(&values).unwrap();
        let path = folder.join(options);
        let bytes = build(&game, 3, 2, &mut |_| false).unwrap().bytes;
        Endgames::write(&path, options, 3, &bytes).unwrap();
        let seen = compare(&game, &Endgames::open(&path, options, &game).unwrap(), 3, 300);
        assert!(seen[0] > 20 && seen[1] + seen[2] > 5, "{options}: {seen:?}");
    }
}

/// Compares random positions of a table with the solver; how many were won, lost, drawn, and undecided.
fn compare(game: &Kangaroo<1>, endgames: &Endgames, stones: u32, count: u32) -> [u32; 4] {
    let mut rng = Rng::new(5);
    let mut seen = [0; 4];
    while seen.iter().sum::<u32>() < count {
        let number = u64::from(rng.below(game.table_size(stones) as u32));
        let Some(position) = game.position_at(number) else { continue };
        let most = 200_000;
        let control = Control::new(Limits { nodes: Some(most), ..Limits::default() }, &Cancel::default());
        let problem = |endgames| Problem {
            rules: game,
            position: &position,
            repetition: Repetition::off(),
            turns_left: None,
            endgames,
            bytes: 16 << 20,
            threads: 1,
        };
        let (without, with) = (problem(None).solve(&control), problem(Some(endgames)).solve(&control));
        assert!(without.nodes < most, "the solver was given up");
        let text = game.write_position(&position);
        let known = endgames.probe(game, &position);
        let (kind, agrees) = match known {
            Some(EndgameValue::Win(_)) => {
                (0, matches!((without.answer, with.answer), (Answer::Win(_), Answer::Win(_))))
            }
            Some(EndgameValue::Loss(_)) => (1, matches!((without.answer, with.answer), (Answer::Loss, Answer::Loss))),
            Some(EndgameValue::Draw) => {
                (2, matches!((without.answer, with.answer), (Answer::Draw(_), Answer::Draw(_))))
            }
            None => (3, matches!((without.answer, with.answer), (Answer::Unknown, Answer::Unknown))),
        };
        assert!(agrees, "{text}: {known:?}, but {without:?}, and with the table {with:?}");
        seen[kind] += 1;
    }
    seen
}

#[test]
fn every_win_has_a_way_that_gets_shorter() {
    let (_folder, endgames) = folder("ways");
    let game = game();
    let mut rng = Rng::new(6);
    let mut followed = 0;
    while followed < 500 {
        let number = u64::from(rng.below(game.table_size(STONES) as u32));
        let Some(position) = game.position_at(number) else { continue };
        let Some(EndgameValue::Win(within)) = endgames.probe(&game, &position) else { continue };
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let side = game.turn(&position);
        let left = moves.into_iter().filter_map(|mv| {
            let mut after = position;
            game.play(&mut after, mv);
            if let Some(outcome) = game.outcome(&after) {
                return (outcome.winner() == Some(side)).then_some(0);
            }
            match endgames.probe(&game, &after)? {
                EndgameValue::Win(moves) if game.turn(&after) == side => Some(moves),
                EndgameValue::Loss(moves) if game.turn(&after) != side => Some(moves),
                _ => None,
            }
        });
        assert_eq!(left.min(), Some(within - 1), "{}", game.write_position(&position));
        followed += 1;
    }
}

#[test]
fn does_not_depend_on_the_number_of_threads() {
    let game = game();
    let build = |threads| build(&game, 3, threads, &mut |_| false).map(|built| built.bytes);
    assert_eq!(build(1), build(5));
    assert!(build(1).unwrap() == table()[..game.table_size(3) as usize], "fewer stones come first");
}

#[test]
fn can_be_given_up() {
    assert_eq!(build(&game(), STONES, 2, &mut |_| true).unwrap().stones, 1, "one stone is done at once");
    // What is complete stays: the positions with fewer stones.
    let mut last = 0;
    let built = build(&game(), STONES, 2, &mut |progress| {
        last = progress.stones;
        progress.stones == 4 && progress.moves == Some(3)
    });
    let built = built.unwrap();
    assert_eq!((built.stones, last), (3, 4));
    assert!(built.bytes == table()[..built.bytes.len()] && built.bytes.len() as u64 == game().table_size(3));
}

#[test]
fn damaged_and_other_files_are_refused() {
    let (folder, _) = folder("files");
    let path = folder.join(Endgames::file_name(&subject()));
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&path, bytes).unwrap();
        let error = Endgames::open(&path, &subject(), &game()).err();
        assert!(matches!(error, Some(EndgamesError::NotATable { .. })), "{why}: {error:?}");
    };
    refused(&[], "nothing");
    refused(&whole[..whole.len() - 1], "cut short");
    refused(&[&whole[..], b"x"].concat(), "too long");
    refused(&[0xff; 10_000], "no text");
    let head = |stones: &str, subject: &str| format!("papamu endgames 2 {stones} {subject}\n").into_bytes();
    let body = &whole[whole.iter().position(|&byte| byte == b'\n').unwrap() + 1..];
    assert_eq!([&head("4", &subject())[..], body].concat(), whole);
    // The same table, and the same length, but not the line that was written.
    refused(&[&head("04", &subject())[..], &body[1..]].concat(), "another first line");
    let mut older = whole.clone();
    older["papamu endgames ".len()] = b'1';
    refused(&older, "an older version");
    refused(&[&head("3", &subject())[..], body].concat(), "another number of stones");
    refused(&[&head("4000000000", &subject())[..], body].concat(), "many stones");
    refused(&[&head("4", "kangaroo size=8")[..], body].concat(), "another game");
    fs::remove_file(&path).unwrap();
    assert!(matches!(Endgames::open(&path, &subject(), &game()), Err(EndgamesError::File { .. })));
    let error = Endgames::open(&folder, &subject(), &game()).unwrap_err().to_string();
    assert!(error.ends_with(": not a regular file"), "{error}");
}

/// A changed byte is not believed, nor anything else of the file.
#[test]
fn damage_is_found_when_it_is_read() {
    let (folder, endgames) = folder("damage");
    let game = game();
    let path = folder.join(Endgames::file_name(&subject()));
    let known =
        |number: &u64| game.position_at(*number).is_some_and(|position| endgames.probe(&game, &position).is_some());
    let number = (0..game.table_size(STONES)).rev().find(known).unwrap();
    let first = (0..).find(known).unwrap();
    let [first, last] = [first, number].map(|number| game.position_at(number).unwrap());
    let mut file = fs::read(&path).unwrap();
    // Behind the bytes stands a hash of eight.
    let damaged = file.len() - 9 - (game.table_size(STONES) - 1 - number) as usize;
    file[damaged] ^= 1;
    fs::write(&path, file).unwrap();
    let endgames = Endgames::open(&path, &subject(), &game).unwrap();
    assert!(endgames.probe(&game, &first).is_some());
    assert_eq!(endgames.probe(&game, &last), None);
    assert_eq!(endgames.probe(&game, &first), None);
}

/// With one node a move nothing but the table knows the way.
#[test]
fn the_engine_plays_by_the_table() {
    let (folder, endgames) = folder("play");
    let game = game();
    let mut rng = Rng::new(7);
    let mut won = 0;
    while won < 40 {
        let number = u64::from(rng.below(game.table_size(STONES) as u32));
        let Some(position) = game.position_at(number) else { continue };
        let Some(EndgameValue::Win(within)) = endgames.probe(&game, &position) else { continue };
        if within < 5 {
            continue;
        }
        let mut session = open("kangaroo", OPTIONS);
        session.set_position(&game.write_position(&position)).unwrap();
        let side = session.turn();
        let mut moves = 0;
        while session.outcome().is_none() {
            moves += 1;
            let endgames = Some(folder.clone()).filter(|_| session.turn() == side);
            let limits = Limits { nodes: Some(50), ..Limits::default() };
            let params = SearchParams { endgames, ..SearchParams::within(limits) };
            let choice = session.choose(session.turn(), &params, None).unwrap();
            session.play_choice(&choice).unwrap();
        }
        assert_eq!(session.outcome().unwrap().winner(), Some(side), "{}", game.write_position(&position));
        assert!(moves <= within, "{moves} moves, not {within}: {}", game.write_position(&position));
        won += 1;
    }
}

#[test]
fn the_program_makes_a_table_and_uses_it() {
    let folder = empty_folder("made");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_papamu"));
        command.args(arguments).arg("--endgames").arg(&folder).args(["--size", "6"]).output().unwrap()
    };
    let made = run(&["endgames", "kangaroo", "--stones", "3"]);
    assert!(made.status.success(), "{made:?}");
    let said = String::from_utf8(made.stdout).unwrap();
    let (path, tally) = said.trim_end().split_once(": ").unwrap();
    let path = Path::new(path);
    let bytes = &table()[..game().table_size(3) as usize];
    assert_eq!(tally, Tally::of(bytes).to_string());
    let expected = empty_folder("expected").join("table");
    Endgames::write(&expected, &subject(), 3, bytes).unwrap();
    assert!(fs::read(path).unwrap() == fs::read(expected).unwrap());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left there");

    // Two white stones that leap over each other against one: many moves, but no search.
    let game = game();
    let endgames = Endgames::open(path, &subject(), &game).unwrap();
    let deep = (0..game.table_size(3)).find_map(|number| {
        let position = game.position_at(number)?;
        matches!(endgames.probe(&game, &position), Some(EndgameValue::Win(5..))).then(|| game.write_position(&position))
    });
    let solved = run(&["solve", "kangaroo", "-v", "--position", &deep.unwrap()]);
    assert!(String::from_utf8(solved.stdout).unwrap().starts_with("win "));
    let log = String::from_utf8(solved.stderr).unwrap();
    assert!(log.contains(path.to_str().unwrap()), "it says that it uses the table: {log}");

    let failed = |arguments: &[&str]| {
        let made = run(arguments);
        assert!(!made.status.success(), "{arguments:?}");
        String::from_utf8(made.stderr).unwrap()
    };
    let whole = fs::read(path).unwrap();
    for stones in ["2", "3"] {
        let error = failed(&["endgames", "kangaroo", "--stones", stones]);
        assert!(error.contains("a table with 3 stones exists already"), "{error}");
    }
    assert!(fs::read(path).unwrap() == whole);
    assert!(failed(&["endgames", "kangaroo,max_moves=9"]).contains("max_moves"));

    let nowhere = folder.join("nowhere");
    let solve = ["solve", "kangaroo", "--endgames", nowhere.to_str().unwrap()];
    let solved = Command::new(env!("CARGO_BIN_EXE_papamu")).args(solve).output().unwrap();
    assert!(String::from_utf8(solved.stderr).unwrap().contains("there is no such folder"));
    let unknown = failed(&["endgames", "konane"]);
    assert_eq!(unknown.trim_end(), "papamu: konane has no endgame tables");
    let nowhere = Command::new(env!("CARGO_BIN_EXE_papamu"))
        .args(["endgames", "kangaroo", "--endgames", "/dev/null/nowhere"])
        .output()
        .unwrap();
    assert!(!nowhere.status.success());
}

#[test]
fn games_without_tables_number_nothing() {
    let konane: Konane<1> = Konane::new(&Values::parse(Konane::<1>::OPTIONS, "").unwrap()).unwrap();
    assert_eq!((konane.table_size(5), konane.table_index(&konane.start()), konane.position_at(0)), (0, None, None));
}
