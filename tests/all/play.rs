//! `papamu play`: a game for a person, in a real terminal and without one.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::common::folder;

const PAPAMU: &str = env!("CARGO_BIN_EXE_papamu");

/// The output of the program when these lines come through a pipe.
fn piped(arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(PAPAMU);
    command.arg("play").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that has ended reads no more.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a terminal shows when these keys are pressed, each after some milliseconds; `None` without the program `script`,
/// which brings the terminal.
fn typed(command: &str, environment: &[(&str, &str)], keys: &[(u64, &str)]) -> Option<String> {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: there is no program 'script' to make a terminal");
        return None;
    }
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", command, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
    script.envs(environment.iter().copied()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = script.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    for (after, keys) in keys {
        std::thread::sleep(Duration::from_millis(*after));
        let _ = pipe.write_all(keys.as_bytes());
        let _ = pipe.flush();
    }
    // The end of the input would end the terminal before the program.
    let output = std::thread::spawn(move || child.wait_with_output().unwrap());
    while !output.is_finished() {
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(pipe);
    Some(text(&output.join().unwrap().stdout))
}

#[test]
fn a_game_is_played_without_a_terminal() {
    let output =
        piped(&["konane", "--size", "4", "--time", "10", "--level", "1"], "help\nZ9\nA4\nhint\nundo\nA4\nquit\n");
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for part in [
        "Konane. The engine plays at level 1 of 10.",
        "hint           print the move that the engine would play",
        "the board has no such cell. Type help",
        "White plays ",
        "hint: ",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(!printed.contains('\u{1b}'), "no colours where there is no terminal");
    assert_eq!(printed.matches("White plays ").count(), 2, "the turn was taken back: {printed}");
    // The end of the input ends the game too.
    assert!(piped(&["kanga"], "").status.success());
    // The engine against itself ends with the reason.
    let alone = text(&piped(&["kanga,width=3,height=3", "--side", "none", "--time", "5"], "").stdout);
    assert!(alone.ends_with("connects two opposite edges.\n") || alone.ends_with("cannot move.\n"), "{alone}");
}

#[test]
fn commands_that_fail_change_nothing() {
    let printed =
        text(&piped(&["--side", "both"], "D5\nlevel 99\nnew chess\nsave /nowhere/x\nundo\nundo\nD5\n QUIT \n").stdout);
    for part in ["allowed: 1 to 10", "unknown game 'chess'", "/nowhere/x: ", "no move to take back"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(printed.matches("White to move.").count() >= 2, "{printed}");
    for arguments in [&["chess"][..], &["--level", "11"], &["--side", "red"], &["konane,width=99"]] {
        assert!(!piped(arguments, "").status.success(), "{arguments:?}");
    }
}

/// Kangaroo has two kinds of resignation.
#[test]
fn resigning_in_kangaroo_asks_which_resignation_is_meant() {
    let game = ["kangaroo,size=6", "--side", "both"];
    let printed = text(&piped(&game, "resign\n\nresign\nresign@A6\nundo\nresign\nforfeit\nquit\n").stdout);
    assert!(printed.contains("  W+2: resign@A5 resign@B5"), "{printed}");
    assert!(
        printed.contains("White wins by 2 points: a player gave a stone and the stones were counted."),
        "{printed}"
    );
    assert!(printed.contains("White wins: Black has resigned."), "{printed}");
    let other = text(&piped(&["konane", "--side", "both"], "resign\nquit\n").stdout);
    assert!(other.contains("White wins: Black has resigned."), "{other}");
}

/// The program asks before it plays a word that ends the game.
#[test]
fn words_that_end_the_game_need_a_confirmation() {
    let game = ["kangaroo,size=6", "--side", "both"];
    let printed = text(&piped(&game, "pass\n\ntimeout\nno\nresign@A6\nquit\n").stdout);
    assert!(printed.contains("'pass' ends the game: "), "{printed}");
    assert!(printed.contains("'timeout' ends the game: White wins: Black has run out of time."), "{printed}");
    assert!(printed.contains("yes to end it, or nothing to play on> "), "{printed}");
    // The turn is still Black's, so that the resignation is played.
    assert!(
        printed.contains("White wins by 2 points: a player gave a stone and the stones were counted.\nnew, undo"),
        "{printed}"
    );
    let printed = text(&piped(&game, "timeout\nyes\nquit\n").stdout);
    assert!(printed.contains("\nWhite wins: Black has run out of time.\nnew, undo"), "{printed}");
    // The end of the input is not a yes.
    let printed = text(&piped(&game, "timeout\n").stdout);
    assert!(!printed.contains("\nWhite wins"), "{printed}");
    // A pass that only ends the turn is played at once.
    let printed = text(&piped(&["send_it,size=3", "--side", "both"], "C3\npass\nquit\n").stdout);
    assert!(!printed.contains("ends the game") && !printed.contains("yes to end it"), "{printed}");
}

#[test]
fn a_saved_game_can_be_loaded() {
    let file = folder("play").join("played.sgf");
    let printed =
        text(&piped(&["kanga", "--side", "both"], &format!("D4\nC3\nsave {}\nquit\n", file.display())).stdout);
    assert!(printed.contains("saved as SGF in "), "{printed}");
    assert!(std::fs::read_to_string(file).unwrap().contains(";B[dd];W[ce]"));
}

#[test]
fn a_terminal_has_completion_history_and_colour() {
    let command = format!("'{PAPAMU}' play konane --size 6 --side both");
    // Tab completes `hin`, and a move in small letters; the arrow brings the last line back.
    let keys = [(300, "boa\t\n"), (100, "a6\n"), (100, "un\t\n"), (100, "\u{1b}[A\n"), (100, "quit\n")];
    let Some(shown) = typed(&command, &[], &keys) else { return };
    assert!(shown.contains("\u{1b}[1m\u{1b}[31mx"), "{shown}");
    assert!(shown.contains("White to move") && shown.contains("no move to take back"), "{shown}");
    assert!(shown.matches(" 6 ").count() >= 3, "{shown}");
    let plain = typed(&command, &[("NO_COLOR", "1")], &[(300, "quit\n")]).unwrap();
    assert!(!plain.contains("[31m") && plain.contains("6 x o x"), "{plain}");
}

/// The first Ctrl-C stops the search, the second one ends the program.
#[test]
fn an_interrupt_stops_the_search_and_then_leaves() {
    let command = format!("'{PAPAMU}' play kanga --side white --level 10 --time 600000");
    let Some(shown) = typed(&command, &[], &[(1500, "\u{3}"), (1500, "\u{3}")]) else { return };
    assert!(shown.contains("Black plays ") && shown.contains("White to move"), "{shown}");
}

#[test]
fn a_signal_at_the_prompt_restores_the_terminal() {
    // The signal comes once the prompt has set the terminal to raw mode.
    let signal = "until stty -a < /dev/tty | grep -q -- -icanon; do sleep 0.02; done; kill -TERM $$";
    let command = format!("sh -c '({signal}) & exec {PAPAMU} play --side both'; echo \"status $?\"; stty -a");
    let Some(shown) = typed(&command, &[], &[]) else { return };
    let modes: Vec<_> = shown.split_once("status 143").expect(&shown).1.split_whitespace().collect();
    assert!(modes.contains(&"icanon") && modes.contains(&"isig"), "{shown}");
}

/// If the engine plays against itself, nobody can type, so an interrupt leaves at once.
#[test]
fn an_interrupt_leaves_a_game_of_the_engine_against_itself() {
    let arguments = ["play", "kanga", "--side", "none", "--level", "10", "--time", "600000"];
    let mut command = Command::new(PAPAMU);
    let mut child = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap()).lines();
    // The board is shown before the search begins, and an interrupt before that ends the program, too.
    assert!(shown.any(|line| line.unwrap().contains("Black to move")));
    std::thread::sleep(Duration::from_millis(200)); // so that the search is under way
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// The greeting is for a person at a terminal; a program does not get it.
#[test]
fn the_protocol_greets_a_person_only() {
    let Some(shown) = typed(&format!("'{PAPAMU}'"), &[], &[(300, "name\nquit\n")]) else { return };
    assert!(shown.contains("papamu play") && shown.contains("type help"), "{shown}");
    let mut child =
        Command::new(PAPAMU).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"quit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("=\n\n".to_owned(), String::new()));
}
