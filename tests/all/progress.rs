//! The progress of long work: a line on a terminal, nothing elsewhere, and what an interrupt leaves.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use papamu::certificate::Flaw;
use papamu::play::Search;

use crate::common::{folder, open};

const PAPAMU: &str = env!("CARGO_BIN_EXE_papamu");

/// What a terminal shows of a command that is interrupted once it shows a text; `None` without the program `script`, which
/// brings the terminal.
fn interrupted_at(arguments: &str, awaited: &str) -> Option<String> {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: there is no program 'script' to make a terminal");
        return None;
    }
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &format!("'{PAPAMU}' {arguments}"), "/dev/null"]);
    script.env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = script.spawn().unwrap();
    let (mut keys, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut shown, mut has_pressed) = (String::new(), false);
    let mut bytes = [0; 4096];
    loop {
        let read = output.read(&mut bytes).unwrap();
        if read == 0 {
            break;
        }
        shown += &String::from_utf8_lossy(&bytes[..read]);
        if !has_pressed && shown.contains(awaited) {
            has_pressed = true;
            keys.write_all(b"\x03").unwrap();
            keys.flush().unwrap();
        }
    }
    child.wait().unwrap();
    assert!(has_pressed, "{arguments} does not show '{awaited}': {shown}");
    Some(shown)
}

/// Shows which first move a proof is working on, with its proof numbers; an interrupt ends it with what is known.
#[test]
fn a_proof_shows_its_numbers() {
    let Some(shown) = interrupted_at("solve konane --size 8", "; Black to win: proof ") else { return };
    let (progress, rest) = shown.split_once("interrupted: ").unwrap_or_else(|| panic!("{shown}"));
    for part in [" positions, ", "/s; now ", "; Black to win: proof "] {
        assert!(progress.contains(part) && rest.contains(part), "{part}: {shown}");
    }
    assert!(rest.trim_end().ends_with("unknown"), "{shown}");

    let shown = interrupted_at("solve konane --size 8 --moves", "0 of 4 moves known, ").unwrap();
    for mv in ["A8", "D5", "E4", "H1"] {
        assert!(shown.contains(&format!("{mv} unknown")), "{shown}");
    }
}

/// Neither a pipe nor a terminal with `--quiet` shows progress.
#[test]
fn no_progress_is_shown_without_a_terminal() {
    let arguments = ["solve", "konane", "--size", "8", "--time", "2500"];
    let output = Command::new(PAPAMU).args(arguments).stdin(Stdio::null()).output().unwrap();
    assert_eq!((output.status.code(), &output.stdout[..], &output.stderr[..]), (Some(3), &b"unknown\n"[..], &b""[..]));
    let quiet = format!("{} --quiet", arguments.join(" "));
    let Some(shown) = interrupted_at(&quiet, "unknown") else { return };
    assert_eq!(shown.trim_end().trim_end_matches("^C").trim_end(), "unknown", "{shown}");
}

/// An interrupt ends a proof as its time limit does: the checkpoint is saved, and the answer is `unknown`.
#[test]
fn an_interrupted_proof_is_saved() {
    let file = folder("progress-proof").join("proof");
    let _ = fs::remove_file(&file);
    let path = file.display().to_string();
    let arguments = ["solve", "konane", "--size", "8", "--checkpoint", &path];
    let mut command = Command::new(PAPAMU);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // The proof begins once the file is there.
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(saved_nodes(&file), 0);
    std::thread::sleep(Duration::from_millis(200));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(3), &b"unknown\n"[..]));
    let line = String::from_utf8_lossy(&output.stderr);
    assert!(line.contains(" positions, ") && line.contains(": proof "), "{line}");
    assert!(saved_nodes(&file) > 0);
}

/// The number of positions in the first line of a checkpoint.
fn saved_nodes(file: &Path) -> u64 {
    let bytes = fs::read(file).unwrap();
    let head = String::from_utf8_lossy(&bytes[..bytes.iter().position(|&byte| byte == b'\n').unwrap()]).into_owned();
    head.split(' ').nth(3).unwrap().parse().unwrap()
}

/// A check says how many turns of the certificate it has seen, and can be stopped at each.
#[test]
fn a_check_counts_turns() {
    let session = open("kanga", "width=3 height=3");
    let certificate = session.certify(0, Search::new()).unwrap();
    let turns: usize = certificate.plans.iter().map(|plan| plan.turns.len()).sum();
    let seen = std::cell::RefCell::new(Vec::new());
    let watch = |checked: u64| {
        seen.borrow_mut().push(checked);
        false
    };
    session.verify(&certificate, &watch).unwrap();
    let seen = seen.into_inner();
    assert!(seen.is_sorted() && seen[0] == 0 && seen.len() > turns, "{seen:?}");
    // The last positions follow the last turn.
    assert_eq!(seen.last(), Some(&(turns as u64)));
    assert_eq!(session.verify(&certificate, &|checked| checked == 5), Err(Flaw::Stopped));
}
