//! The positions to measure with: tactics that are proven, openings that are legal, balanced and all different. And the program.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, Parser};
use papamu::matches;
use papamu::play::SearchParams;
use papamu::registry::{self, GAMES};
use papamu::search::Limits;
use papamu_lab::commands::Program;
use papamu_lab::regret::{Findings, Regret};
use papamu_lab::suite;

/// The repository, in which people run the program.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A folder for files of these tests.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suite");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `papamu-lab`. Returns whether it succeeds, what it prints and what it reports.
fn run(arguments: &[&str]) -> (bool, String, String) {
    std::env::set_current_dir(ROOT).unwrap();
    let mut output = Vec::new();
    let error = match Program::try_parse_from([&["papamu-lab"], arguments].concat()) {
        Ok(program) => program.run(&mut output).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    (error.is_none(), String::from_utf8(output).unwrap(), error.unwrap_or_default())
}

fn file(folder: &str, game: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join("tests").join(folder).join(format!("{game}.txt"))).unwrap()
}

/// The games that have a file in this folder.
fn games_with(folder: &str) -> Vec<&'static str> {
    let folder = Path::new(ROOT).join("tests").join(folder);
    let games: Vec<_> =
        GAMES.iter().map(|game| game.name).filter(|game| folder.join(format!("{game}.txt")).exists()).collect();
    assert!(games.len() >= 4);
    games
}

#[test]
fn every_tactic_holds_by_exhaustive_search() {
    for game in games_with("tactics") {
        let tactics = suite::read(&file("tactics", game), GAMES).unwrap();
        assert!(tactics.len() >= 50, "{game}: {}", tactics.len());
        for (number, tactic) in tactics.iter().enumerate() {
            let mut proven = tactic.proven().unwrap();
            let mut best = tactic.best().to_vec();
            proven.sort();
            best.sort();
            assert_eq!(proven, best, "{game}: {number}");
        }
    }
}

#[test]
fn openings_are_legal_and_all_different() {
    for game in games_with("openings") {
        let entry = GAMES.iter().find(|entry| entry.name == game).unwrap();
        let open = || entry.open("").unwrap();
        let openings = matches::read_openings(&file("openings", game), &open()).unwrap();
        assert!(openings.len() >= 200, "{game}: {}", openings.len());
        let mut seen = HashSet::new();
        for opening in openings {
            let mut session = open();
            for (color, token) in &opening.moves {
                session.play(*color, token, papamu::game::Style::Whole).unwrap();
            }
            assert!(seen.insert(session.canonical_position()), "{game}: {opening:?} stands twice");
        }
    }
}

#[test]
fn a_suite_says_what_was_not_solved() {
    let folder = folder();
    let path = folder.join("missed.txt");
    // The first line claims that a move is best which the engine has no reason to play.
    let lines = "# a comment\nkanga width=3 height=3 | 3/xx1/oo1 b | A3\nkanga width=3 height=3 | 3/xx1/oo1 b | C2\n";
    fs::write(&path, lines).unwrap();
    let run = |more: &[&str]| {
        let (ok, printed, error) = run(&[&["suite", path.to_str().unwrap()], more].concat());
        assert!(ok, "{error}");
        printed.replace(path.to_str().unwrap(), "missed.txt")
    };
    let game = "kanga width=3 height=3 suicide=illegal repetition=3 max_moves=0";
    assert_eq!(
        run(&["--at", "1000"]),
        format!(
            "missed.txt: 2 positions, 1 with 1000 nodes\n\
             missed.txt:2: played C2, best A3: {game} | 3/xx1/oo1 b\n"
        )
    );
    let found: serde_json::Value = serde_json::from_str(&run(&["--at", "1000", "--json"])).unwrap();
    let missed =
        serde_json::json!([{ "line": 2, "game": game, "position": "3/xx1/oo1 b", "best": ["A3"], "played": "C2" }]);
    let scores = serde_json::json!([{ "nodes": 1000, "solved": 1, "missed": missed }]);
    assert_eq!(found, serde_json::json!({ "file": "missed.txt", "positions": 2, "scores": scores }));
}

#[test]
fn the_program_counts_what_it_solves_and_makes_more() {
    let (_, printed, _) = run(&["suite", "tests/tactics/konane.txt", "--at", "20000,10"]);
    // What is not solved with the last number of nodes has its line there.
    let missed =
        printed.lines().filter(|line| line.starts_with("tests/tactics/konane.txt:") && line.contains(": played "));
    let missed = missed.count() as u32;
    let printed = printed.lines().next().unwrap();
    let counts: Vec<u32> =
        printed.split(", ").skip(1).map(|part| part.split(' ').next().unwrap().parse().unwrap()).collect();
    assert!(printed.starts_with("tests/tactics/konane.txt: 60 positions, ") && counts[1] < counts[0], "{printed}");
    assert_eq!(missed, 60 - counts[1]);
    let (_, made, _) = run(&["tactics", "kanga,width=4,height=4", "-n", "3"]);
    assert_eq!(suite::read(&made, GAMES).unwrap().len(), 3, "{made}");
    let (_, made, _) = run(&["openings", "konane,width=6,height=6", "-n", "3", "--nodes", "200"]);
    assert_eq!(made.lines().count(), 3, "{made}");
    for (line, told) in [
        ("konane", "a line is a game"),
        ("chess | 8 b | D4", "unknown game 'chess'"),
        ("kanga | 8 b | D4", "rows where"),
        ("kanga | 7/7/7/7/7/7/7 b | D9", "D9 is not legal"),
        ("kanga | 7/7/7/7/7/7/7 b |", "no move"),
    ] {
        let path = folder().join("suite.txt");
        fs::write(&path, format!("# a comment\n{line}\n")).unwrap();
        let (ok, _, log) = run(&["suite", path.to_str().unwrap()]);
        assert!(!ok && log.contains("line 2: ") && log.contains(told), "{line}: {log}");
    }
}

/// What the engine gives away at a level, with a thousand nodes a move.
fn regret(game: &str, options: &str, level: u64, stones: Option<u32>) -> Findings {
    let limits = |nodes| SearchParams::within(Limits { nodes: Some(nodes), ..Limits::default() });
    let (engine, proof) = (SearchParams { level, ..limits(1_000) }, limits(30_000));
    let regret = Regret { wins: 30, turns: (6, 10), stones, seed: 1, engine, proof };
    let mut mistakes = 0;
    let findings = regret.run(&registry::find(GAMES, game).unwrap().open(options).unwrap(), |_| mistakes += 1, |_| ());
    assert_eq!(mistakes, findings.wins.given_away + findings.draws.given_away);
    assert_eq!(findings.wins.positions + findings.wins.unknown, 30);
    findings
}

#[test]
fn a_weak_engine_gives_wins_away_and_a_stronger_one_fewer() {
    let [weak, strong] = [1, 10].map(|level| regret("konane", "width=6 height=6", level, None).wins);
    assert!(weak.given_away > 2 * strong.given_away, "{weak:?} {strong:?}");
}

#[test]
fn drawn_positions_are_counted_apart() {
    let found = regret("kangaroo", "size=6", 1, Some(4));
    assert!(found.draws.positions > 0, "{found:?}");
}

#[test]
fn every_command_begins_its_help_with_an_example_that_works() {
    let mut program = Program::command();
    program.build();
    let commands: Vec<_> = program.get_subcommands().filter(|command| command.get_name() != "help").collect();
    assert_eq!(commands.len(), 6);
    for command in commands {
        let example = command.get_before_help().unwrap().to_string();
        let words = shlex::split(example.strip_prefix("Example: papamu-lab ").unwrap()).unwrap();
        assert_eq!(words[0], command.get_name());
        let (ok, printed, error) = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(ok && !printed.is_empty(), "{example}: {error}");
    }
}

#[test]
fn wrong_arguments_are_explained() {
    let unknown_game = registry::find(GAMES, "chess").err().unwrap().to_string();
    for (arguments, expected) in [
        (&["tune", "kanga", "--guests", "5"][..], "--guests is for games that count points"),
        (&["tune", "chess"], &unknown_game),
        (&["openings", "kanga", "--size", "2"], "'2' is not a value of width"),
        (&["openings", "kanga", "-n", "0"], "0 is not in 1.."),
        (&["suite", "no-file"], "no-file: "),
        (&["suite", "no-file", "--time", "5"], "unexpected argument '--time'"),
        (&["regret", "konane", "--turns", "0..4294967295"], "a number up to 600"),
        (&["regret", "konane", "--turns", "601"], "a number up to 600"),
        (&["regret", "konane", "--turns", "9..3"], "a number up to 600"),
        (&["regret", "konane", "--turns", "many"], "a number up to 600"),
    ] {
        let (ok, printed, error) = run(arguments);
        assert!(!ok && printed.is_empty() && error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn less_than_was_asked_for_is_an_error() {
    let (ok, _, error) = run(&["openings", "konane,width=4,height=4", "-n", "50", "--turns", "3", "--nodes", "10"]);
    assert!(!ok && error.contains("of 50 openings were found"), "{error}");
    // Black, who begins, loses Kōnane 4×4.
    let (ok, printed, error) = run(&["regret", "konane,width=4,height=4", "--turns", "0", "-n", "1"]);
    assert!(!ok && error.contains("only 0 of 1 proven wins were found"), "{error}");
    assert!(printed.starts_with("0 of 0 proven wins given away"), "{printed}");
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    std::env::set_current_dir(ROOT).unwrap();
    for arguments in [
        &["openings", "kanga", "-n", "1", "--nodes", "1"][..],
        &["tactics", "kanga,width=5,height=5", "-n", "1"],
        &["suite", "--at", "1", "tests/tactics/kanga.txt"],
        &["tune", "kanga,width=4,height=4", "-n", "1", "--nodes", "1"],
    ] {
        let (reader, mut writer) = std::io::pipe().unwrap();
        drop(reader);
        let program = Program::try_parse_from([&["papamu-lab"], arguments].concat()).unwrap();
        assert!(program.run(&mut writer).unwrap_err().is_closed_output(), "{arguments:?}");
    }
}
