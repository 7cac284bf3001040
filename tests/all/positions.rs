//! The diagrams of the games' sources and what must hold in them: `data/positions.json`.

use std::collections::BTreeMap;

use papamu::game::{Color, Style};
use papamu::play::Game;
use papamu::registry::{self, GAMES};
use serde_json::Value;

use crate::common;
use crate::reference;
use crate::reference::board::{read_board, rectangle, vertex};

/// The rows of a board from the top, as in position strings, by a way of its own.
fn rows(session: &Game) -> Vec<Vec<(i32, i32)>> {
    let values = session.values();
    let size = values.number("size") as i32;
    match (session.name(), values.get("board")) {
        ("send_it", "hex") => reference::send_it::hexagon(size),
        ("send_it" | "kangaroo", _) => rectangle(size, size),
        _ => rectangle(values.number("width") as i32, values.number("height") as i32),
    }
}

/// Every stone by its vertex.
fn stones(session: &Game) -> BTreeMap<String, char> {
    let position = session.position();
    let board = read_board(position.split(' ').next().unwrap(), &rows(session));
    board.into_iter().filter(|&(_, stone)| stone != '.').map(|(cell, stone)| (vertex(cell), stone)).collect()
}

fn strings(value: &Value) -> Vec<String> {
    let mut list: Vec<_> = value.as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned()).collect();
    list.sort();
    list
}

fn play(session: &mut Game, token: &str) -> Result<(), String> {
    let color = session.turn();
    session.play(color, token, Style::Whole).map_err(|error| error.to_string())
}

/// The enemy stones that a move takes, by looking at the board before and after; the move is taken back.
fn taken(session: &mut Game, token: &str) -> Vec<String> {
    let enemy = if session.turn() == Color::Black { 'o' } else { 'x' };
    let before = stones(session);
    play(session, token).unwrap();
    let after = stones(session);
    session.undo(1).unwrap();
    before.into_iter().filter(|(at, stone)| *stone == enemy && !after.contains_key(at)).map(|(at, _)| at).collect()
}

/// Whether the player to move wins, by trying everything.
fn wins(session: &mut Game) -> bool {
    !winning(session).is_empty()
}

/// The moves that win, by trying everything.
fn winning(session: &mut Game) -> Vec<String> {
    let mut found = Vec::new();
    for token in session.legal_moves(Style::Whole) {
        let side = session.turn();
        play(session, &token).unwrap();
        let won = match session.outcome() {
            Some(outcome) => outcome.winner() == Some(side),
            None => !wins(session),
        };
        session.undo(1).unwrap();
        if won {
            found.push(token);
        }
    }
    found
}

/// The moves that end the game at once as won.
fn wins_at_once(session: &mut Game) -> Vec<String> {
    let side = session.turn();
    let mut found = Vec::new();
    for token in session.legal_moves(Style::Whole) {
        play(session, &token).unwrap();
        if session.outcome().and_then(|outcome| outcome.winner()) == Some(side) {
            found.push(token);
        }
        session.undo(1).unwrap();
    }
    found
}

/// Checks one expectation; `false` if it is not known.
fn holds(session: &mut Game, case: &Value, key: &str, expected: &Value, name: &str) -> bool {
    match key {
        "about" | "name" | "source" | "game" | "options" | "position" | "line" | "other_moves_capture" => {}
        "legal" | "legal_after" => assert_eq!(session.legal_moves(Style::Whole), strings(expected), "{name}"),
        "legal_count" => {
            assert_eq!(session.legal_moves(Style::Whole).len() as u64, expected.as_u64().unwrap(), "{name}")
        }
        "jumps" => {
            let jumps = session.legal_moves(Style::Whole).iter().filter(|token| !token.contains('@')).count();
            assert_eq!(jumps as u64, expected.as_u64().unwrap(), "{name}");
        }
        "winning" | "winning_after" => assert_eq!(winning(session), strings(expected), "{name}"),
        "wins_at_once" => assert_eq!(wins_at_once(session), strings(expected), "{name}"),
        "every_reply_lets_the_other_win_at_once" => {
            for token in session.legal_moves(Style::Whole) {
                play(session, &token).unwrap();
                assert!(!wins_at_once(session).is_empty(), "{name}: {token}");
                session.undo(1).unwrap();
            }
        }
        "captures" => {
            let expected = expected.as_object().unwrap();
            for (token, stones) in expected {
                assert_eq!(taken(session, token), strings(stones), "{name}: {token}");
            }
            if case["other_moves_capture"] == Value::Bool(false) {
                for token in session.legal_moves(Style::Whole).iter().filter(|token| !expected.contains_key(*token)) {
                    assert!(taken(session, token).is_empty(), "{name}: {token}");
                }
            }
        }
        "rows" => {
            let rows = rows(session);
            assert_eq!(rows.len(), expected.as_array().unwrap().len(), "{name}");
            // A stone on the first and the last cell of each row stands where the row of the string says.
            for (index, expected) in expected.as_array().unwrap().iter().enumerate() {
                for (place, mark) in [(0, &expected[0]), (rows[index].len() - 1, &expected[1])] {
                    session.play(Color::Black, mark.as_str().unwrap(), Style::Whole).unwrap();
                    let position = session.position();
                    let row: String = position.split(['/', ' ']).nth(index).unwrap().to_owned();
                    let before = if place == 0 { String::new() } else { place.to_string() };
                    assert!(row.starts_with(&format!("{before}x")), "{name}: {mark} in {position}");
                    session.undo(1).unwrap();
                }
                assert_eq!(rows[index].len() as u64, expected[2].as_u64().unwrap(), "{name}");
            }
        }
        "stones" | "last_turns" => {
            let board = stones(session);
            for (side, stone) in [("b", 'x'), ("w", 'o')] {
                let found: Vec<_> = board.iter().filter(|&(_, s)| *s == stone).map(|(at, _)| at.clone()).collect();
                match key {
                    "stones" => assert_eq!(found, strings(&expected[side]), "{name}"),
                    _ => assert!(strings(&expected[side]).iter().all(|at| found.contains(at)), "{name}"),
                }
            }
        }
        "counts" => {
            let count = |stone| stones(session).values().filter(|&&s| s == stone).count() as u64;
            let expected = ["black", "white"].map(|side| expected[side].as_u64().unwrap());
            assert_eq!(['x', 'o'].map(count), expected, "{name}");
        }
        "illegal" => {
            for token in strings(expected) {
                let before = session.position();
                assert!(play(session, &token).is_err(), "{name}: {token}");
                assert_eq!(session.position(), before, "{name}: {token}");
            }
        }
        "legal_turns" => {
            for token in strings(expected) {
                play(session, &token).unwrap_or_else(|error| panic!("{name}: {token}: {error}"));
                session.undo(1).unwrap();
            }
        }
        _ => return false,
    }
    true
}

#[test]
fn every_expectation_holds() {
    let file: Value = serde_json::from_str(include_str!("../data/positions.json")).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(cases.len() >= 17);
    for case in cases {
        let text = |key: &str| case[key].as_str().unwrap();
        let name = text("name");
        let mut session = common::open(text("game"), text("options"));
        session.set_position(text("position")).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(session.position(), text("position"), "{name}");
        for step in case["line"].as_array().into_iter().flatten() {
            let (side, token) = step["play"].as_str().unwrap().split_once(' ').unwrap();
            assert_eq!(session.turn().letter().to_string(), side, "{name}: {token}");
            if !step["takes"].is_null() {
                assert_eq!(taken(&mut session, token), strings(&step["takes"]), "{name}: {token}");
            }
            play(&mut session, token).unwrap_or_else(|error| panic!("{name}: {token}: {error}"));
            if let Some(position) = step["position"].as_str() {
                assert_eq!(session.position(), position, "{name}: {token}");
            }
            if let Some(result) = step["result"].as_str() {
                let found = session.outcome().map_or("none".to_owned(), |outcome| outcome.to_string());
                assert_eq!(found, result, "{name}: {token}");
            }
        }
        for (key, expected) in case.as_object().unwrap() {
            assert!(holds(&mut session, case, key, expected, name), "{name}: nothing checks '{key}'");
        }
    }
}

/// The Naihe ruleset: the two stones in the middle are off, and Black jumps first.
#[test]
fn the_middle_is_off_on_boards_that_have_two_cells_there() {
    let opened =
        |options: &str| registry::find(GAMES, "konane").unwrap().open(&format!("{options} opening=middle_off"));
    for (options, middle) in [
        ("width=7 height=6 a1=black", ["D3", "D4"]),
        ("width=9 height=8 a1=black", ["E4", "E5"]),
        ("width=11 height=8", ["F4", "F5"]),
        ("width=15 height=12 a1=white", ["H6", "H7"]),
        ("width=4 height=5", ["B3", "C3"]),
    ] {
        let mut session = opened(options).unwrap();
        let (first, chosen) = (session.position(), common::open("konane", options));
        let (with, without) = (stones(&chosen), stones(&session));
        let off: Vec<_> = with.keys().filter(|cell| !without.contains_key(*cell)).collect();
        assert_eq!(off, middle, "{options}");
        // The same position that is set up on a board without the option goes on in the same way.
        let mut set_up = common::open("konane", options);
        set_up.set_position(&first).unwrap();
        for depth in 1..=4 {
            assert_eq!(session.perft(depth, &|| false), set_up.perft(depth, &|| false), "{options}: depth {depth}");
        }
        let jump = session.legal_moves(Style::Whole).swap_remove(0);
        play(&mut session, &jump).unwrap();
        session.clear();
        assert_eq!(session.position(), first);
    }
    let naihe = opened("width=7 height=6 a1=black").unwrap();
    assert_eq!(naihe.legal_moves(Style::Whole), ["B4-D4", "D6-D4", "F4-D4"]);
    for options in ["", "width=7 height=7", "width=4 height=16"] {
        let error = opened(options).err().unwrap().to_string();
        assert!(error.contains("two middle cells"), "{options}: {error}");
    }
}

#[test]
fn symmetries_are_told_apart_from_differences() {
    let key = |game: &str, position: &str| {
        let (name, options) = game.split_once(' ').unwrap();
        let mut session = common::open(name, options);
        session.set_position(position).unwrap();
        session.canonical_position()
    };
    let kanga = |position: &str| key("kanga width=3 height=3", position);
    let images =
        ["xo1/3/3 b", "1ox/3/3 b", "3/3/xo1 b", "3/3/1ox b", "x2/o2/3 b", "2x/2o/3 b", "3/o2/x2 b", "3/2o/2x b"];
    assert!(images.iter().all(|image| kanga(image) == kanga(images[0])));
    for other in ["ox1/3/3 b", "x1o/3/3 b", "x2/1o1/3 b"] {
        assert_ne!(kanga(other), kanga(images[0]), "{other}");
    }
    let hexagon = |position: &str| key("send_it size=2", position);
    let images = [
        "xo/3/2 w 2 0 -",
        "1x/2o/2 w 2 0 -",
        "2/2x/1o w 2 0 -",
        "2/3/ox w 2 0 -",
        "2/o2/x1 w 2 0 -",
        "o1/x2/2 w 2 0 -",
    ];
    assert!(images.iter().all(|image| hexagon(image) == hexagon(images[0])), "turned");
    assert_eq!(hexagon("ox/3/2 w 2 0 -"), hexagon(images[0]), "mirrored");
    assert_ne!(hexagon("x1/2o/2 w 2 0 -"), hexagon(images[0]));
    assert_ne!(hexagon("x1/1o1/2 w 2 0 -"), hexagon(images[0]));
}
