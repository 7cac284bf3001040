//! `solve moves` and `papamu solve --moves`: the results of all moves, and in how many turns the game ends. The modules
//! `history` and `graphs` compare them with brute force.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use papamu::game::{Style, Verdict};
use papamu::gtp::Gtp;
use papamu::input::Line;
use papamu::play::{Game, Search, SearchParams};
use papamu::registry::GAMES;
use papamu::search::Limits;
use papamu::solve::{MovesWatch, SolvedMove, SolvedMoves};
use papamu::system::Cancel;

use crate::common::open;

fn solve(session: &Game) -> SolvedMoves {
    session.solve_moves(Search::new(), None).unwrap()
}

/// The boards that games offer for the study of perfect play are solved at once.
#[test]
fn boards_for_study_are_solved() {
    let offered: Vec<_> = GAMES.iter().filter(|entry| !entry.about.study.is_empty()).collect();
    assert!(offered.len() > 2);
    for entry in offered {
        let SolvedMoves { moves, nodes, .. } = solve(&entry.open(entry.about.study).unwrap());
        assert!(nodes < 100_000, "{}: {nodes} positions", entry.name);
        assert!(moves.iter().all(|solved| solved.result.is_some()), "{}", entry.name);
    }
}

fn ask(commands: &[&str], cancel: &Cancel) -> Result<Vec<String>, String> {
    let mut gtp = Gtp::new(Game::open("konane", "").unwrap(), Style::Whole);
    let mut lines = Vec::new();
    for command in commands {
        lines.clear();
        let mut tell = |line: &str| lines.push(line.to_owned());
        let reply = gtp.answer(&Line::new(command, cancel), &mut tell).map_err(|failure| failure.to_string())?;
        lines.extend(reply.lines().map(str::to_owned));
    }
    Ok(lines)
}

fn papamu(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_papamu")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Both players play the first move of the list, a drop at a time in Send It, and the game ends in the announced turn.
#[test]
fn play_by_the_distances_ends_the_game_in_time() {
    for (game, options, position) in [
        ("konane", "width=5 height=5", ""),
        ("konane", "width=4 height=6", ""),
        ("kanga", "width=3 height=3", ""),
        ("kanga", "width=3 height=3 suicide=allowed", ""),
        ("send_it", "size=2", ""),
        ("send_it", "board=square size=3 push=true", ""),
        ("kangaroo", "size=6", "x5/2o1o1/3o1x/6/6/6 w -"),
        ("clobber", "width=3 height=3", ""),
        ("breakthrough", "width=3 height=4", ""),
    ] {
        let mut session = open(game, options);
        if !position.is_empty() {
            session.set_position(position).unwrap();
        }
        let mut told = None;
        let mut turns = 0;
        while session.outcome().is_none() {
            let solved = solve(&session);
            let context = || format!("{game} {options}: {}\n{:?}", session.position(), solved.moves);
            let SolvedMove { mv, result, distance: Some(distance) } = &solved.moves[0] else { panic!("{}", context()) };
            let mover = session.turn();
            let winner = if *result == Some(Verdict::Win) { mover } else { !mover };
            assert_eq!(told.unwrap_or((*distance, winner)), (*distance, winner), "{}", context());
            let style = if game == "send_it" && mv != "PASS" { Style::Steps } else { Style::Whole };
            session.play(mover, mv, style).unwrap();
            // A position of Send It lists the drops of a turn under way.
            let is_under_way = session.position().split(' ').nth(4).is_some_and(|drops| drops != "-");
            told = Some((if is_under_way { *distance } else { distance - 1 }, winner));
            turns += 1;
        }
        assert_eq!(told.map(|(left, _)| left), Some(0), "{game} {options}");
        assert!(turns > 2, "{game} {options}");
    }
}

#[test]
fn the_best_moves_come_first() {
    let solved = |mv: &str, result, distance| SolvedMove { mv: mv.to_owned(), result, distance };
    let [win, draw, loss] = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(Some);
    let sorted = [
        solved("B1", win, Some(3)),
        solved("A1", win, Some(5)),
        solved("C1", win, Some(5)),
        solved("A9", win, None),
        solved("D1", draw, None),
        solved("D2", draw, None),
        solved("A2", None, None),
        solved("E1", loss, Some(8)),
        solved("E2", loss, Some(4)),
        solved("A3", loss, None),
    ];
    let mut moves = SolvedMoves { moves: sorted.iter().rev().cloned().collect(), nodes: 0, progress: None };
    moves.sort();
    assert_eq!(moves.moves, sorted);
    assert_eq!((moves.known(), moves.result()), (9, win));
    assert_eq!(["A1 win 5", "D1 draw", "A3 loss"], [1, 4, 9].map(|place: usize| sorted[place].to_string()));
    // A move that is not known may be better than a draw, and than a loss.
    for (results, result) in [(&[draw, loss][..], draw), (&[draw, None], None), (&[loss], loss), (&[None, win], win)] {
        moves.moves = results.iter().map(|&result| solved("A1", result, None)).collect();
        assert_eq!(moves.result(), result, "{results:?}");
    }
}

/// All moves of small boards are solved, in a number of nodes that takes a second or two.
#[test]
fn small_boards_are_known_completely() {
    for (game, options, nodes, best) in [
        ("konane", "width=5 height=5", 20_000, "C3 win 15"),
        ("kanga", "width=3 height=3", 5_000, "A1 win 7"),
        ("send_it", "size=2", 5_000, "B2 win 7"),
    ] {
        let session = open(game, options);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solved = session.solve_moves(Search::new().within(limits), None).unwrap();
        assert_eq!(solved.moves[0].to_string(), best, "{game}");
        assert!(solved.moves.iter().all(|solved| solved.distance.is_some()), "{game} {:?}", solved.moves);
    }
}

#[test]
fn the_protocol_answers_in_lines_and_as_json() {
    let never = Cancel::default();
    let lines = ask(&["boardsize 4", "solve moves 100"], &never).unwrap();
    assert_eq!(lines, ["A4 loss 6", "B3 loss 6", "C2 loss 6", "D1 loss 6"]);
    let lines = ask(&["set_game send_it size=2", "play b B2", "solve moves 100 json"], &never).unwrap();
    let objects: Vec<_> = lines.iter().map(|line| json(line)).collect();
    let (last, before) = objects.split_last().unwrap();
    assert!(last["final"] == true && before.iter().all(|object| object["final"] == false), "{lines:?}");
    assert_eq!((&last["schema_version"], &last["result"]), (&3.into(), &"loss".into()));
    assert!(last["nodes"].as_u64().unwrap() > 0);
    let first = &last["moves"][0];
    assert_eq!((&first["result"], &first["distance"]), (&"loss".into(), &6.into()));
    // The moves are those of the list of legal moves.
    let mut moves: Vec<&str> =
        last["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    moves.sort_unstable();
    let legal = ask(&["set_game send_it size=2", "play b B2", "legal_moves"], &never).unwrap();
    assert_eq!(moves.join(" "), legal[0]);

    for (commands, failure) in [
        (&["solve json"][..], "syntax error: usage: solve [moves] [SECONDS] [json] [report]"),
        (&["solve moves json 5"], "syntax error: usage: solve [moves] [SECONDS] [json] [report]"),
        (&["play b resign", "solve moves"], "cannot solve: the game is over: W+R"),
        (
            &["set_game kangaroo", "style steps", "play b B8", "solve moves"],
            "cannot solve: a move is unfinished: complete it, or take it back",
        ),
    ] {
        assert_eq!(ask(commands, &never).unwrap_err(), failure, "{commands:?}");
    }
}

/// A cancelled command reports the known results: at least the moves that end the game.
#[test]
fn a_cancelled_command_reports_known_results() {
    let cancelled = Cancel::default();
    let mut gtp = Gtp::new(Game::open("kanga", "").unwrap(), Style::Whole);
    gtp.game.set_position("xxxxxx1/7/7/7/7/7/o1o1o1o b").unwrap();
    cancelled.cancel();
    let reply = gtp.answer(&Line::new("solve moves 100000", &cancelled), &mut |_| ()).unwrap();
    let (first, others) = reply.split_once('\n').unwrap();
    assert_eq!(first, "G7 win 1");
    assert!(others.lines().all(|line| line.ends_with(" unknown")), "{others}");
    assert_eq!(others.lines().count(), 38);
}

#[test]
fn reports_show_the_progress_of_a_proof() {
    let never = Cancel::default();
    let lines = ask(&["boardsize 8", "solve 1 report"], &never).unwrap();
    let (answer, infos) = lines.split_last().unwrap();
    assert_eq!((answer.as_str(), infos.is_empty()), ("unknown", false));
    for info in infos {
        let words: Vec<&str> = info.split(' ').collect();
        let names: Vec<&str> = words.iter().skip(1).step_by(2).copied().collect();
        assert_eq!(
            (words[0], &names[..]),
            ("info", &["nodes", "nps", "player", "goal", "proof", "disproof", "move"][..])
        );
        assert!(words[2].parse::<u64>().unwrap() > 0 && words[6] == "b" && words[8] == "win", "{info}");
        assert!(["A8", "D5", "E4", "H1"].contains(&words[14]), "{info}");
    }
    assert_eq!(ask(&["boardsize 4", "solve"], &never).unwrap(), ["loss"]);

    // Of all moves, it says how many are known.
    let mut reports = Vec::new();
    let mut see = |solved: &SolvedMoves| {
        let progress = solved.progress.as_ref().unwrap();
        reports.push((solved.known(), progress.nodes, progress.best.clone().unwrap(), progress.numbers));
    };
    let watch = MovesWatch { every: Duration::from_millis(1), see: &mut see };
    let session = open("konane", "width=6 height=6");
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let solved = session.solve_moves(Search::new().within(limits), Some(watch)).unwrap();
    assert!(reports.len() > 3 && reports.is_sorted_by_key(|report| report.1), "{reports:?}");
    assert!(reports.iter().all(|report| solved.moves.iter().any(|solved| solved.mv == report.2)), "{reports:?}");
}

#[test]
fn the_shell_has_lines_json_and_an_exit_status() {
    let output = papamu(&["solve", "konane", "--size", "4", "--moves"]);
    assert_eq!(
        (output.status.code(), text(&output.stdout).as_str()),
        (Some(0), "A4 loss 6\nB3 loss 6\nC2 loss 6\nD1 loss 6\n")
    );
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    let output = papamu(&["solve", "konane", "--size", "4", "--moves", "--json", "--quiet"]);
    let printed = text(&output.stdout);
    let answer = json(&printed);
    assert_eq!(
        (&answer["final"], &answer["moves"][0]),
        (&true.into(), &serde_json::json!({"move": "A4", "result": "loss", "distance": 6}))
    );
    let output = papamu(&["solve", "kanga", "--moves", "--nodes", "1000"]);
    assert_eq!(output.status.code(), Some(3), "not every move is known");
    assert_eq!(text(&output.stdout).lines().count(), 49);
    for option in ["--certificate", "--checkpoint"] {
        let output = papamu(&["solve", "konane", "--moves", option, "x"]);
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
}

#[test]
fn a_position_with_too_many_moves_is_an_error() {
    let mut session = open("kangaroo", "size=8");
    for (position, hash_mb) in [
        ("ox1x1x1x/xxxxxxxx/1x1x1x1x/xxxxxxx1/1x1x1x2/xxxxx3/1x6/8 w -", 64),
        ("ox1x1x1x/xxxxxxxx/1x1x1x1x/xxxxx3/8/8/8/8 w -", 1),
    ] {
        session.set_position(position).unwrap();
        let solved = session.solve_moves(Search::with(SearchParams { hash_mb, ..SearchParams::default() }), None);
        let reason = solved.unwrap_err().to_string();
        assert_eq!(reason, "the position has more moves than fit in memory", "{position}");
    }
    // Only the complete list shows whether there are too many.
    let stopped = SearchParams::within(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let reason = session.solve_moves(Search::with(stopped), None).unwrap_err().to_string();
    assert_eq!(reason, "stopped before all moves were listed");
}
