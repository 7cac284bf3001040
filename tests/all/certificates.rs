//! Certificates, checked by a program that shares no code with papamu.

use std::path::Path;
use std::process::{Command, Output};

use papamu::game::Style;
use papamu::play::Search;

use crate::common;

fn check(file: &Path) -> Output {
    Command::new("python3").args(["scripts/check-certificate.py".as_ref(), file.as_os_str()]).output().unwrap()
}

#[test]
fn the_published_certificates_prove_their_claims() {
    let boards = [("7x7-middle", "black: "), ("6x8", "white: "), ("7x7-corner", "black: ")];
    for (board, winner) in boards.into_iter().take(if common::long_tests() { 3 } else { 1 }) {
        let packed = format!("docs/certificates/konane-{board}.txt.gz");
        let text = Command::new("gzip").args(["-dc", &packed]).output().unwrap();
        assert!(text.status.success(), "{text:?}");
        let file = common::folder("certificates").join(format!("konane-{board}.txt"));
        std::fs::write(&file, text.stdout).unwrap();
        let verified = Command::new(env!("CARGO_BIN_EXE_papamu")).arg("verify").arg(&file).output().unwrap();
        assert!(verified.stdout.starts_with(winner.as_bytes()), "{verified:?}");
    }
}

/// Checks both kinds of certificates of several boards, and finds faults in them.
#[test]
fn the_reference_checker_agrees() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 on the path");
        return;
    }
    let file = &common::folder("certificates").join("checked.txt");
    for (options, moves, searched, winner) in [
        ("width=4 height=4", "", 0, "white"),
        ("width=4 height=4", "", 5, "white"),
        ("width=5 height=5", "", 0, "black"),
        ("width=5 height=5", "", 20, "black"),
        ("width=4 height=6", "", 50, "white"),
        ("width=4 height=5", "A5", 20, "white"),
    ] {
        let args = (options, moves, searched);
        let mut session = common::open("konane", options);
        if !moves.is_empty() {
            session.play(session.turn(), moves, Style::Whole).unwrap();
        }
        session.certify(searched, Search::new()).unwrap().save(file).unwrap();
        let checked = check(file);
        assert!(checked.status.success(), "{args:?}: {checked:?}");
        assert!(checked.stdout.starts_with(winner.as_bytes()), "{args:?}: {checked:?}");

        let text = std::fs::read_to_string(file).unwrap();
        let mut faulty = vec![
            text.replacen("certificate ", "certificate 1", 1),
            text.replacen("game konane", "game kanga", 1),
            text.lines().take(4).map(|line| format!("{line}\n")).collect(),
        ];
        // Where positions are searched, a wrong claim takes the checker a search of the whole game.
        if searched == 0 {
            let other = if winner == "white" { "black" } else { "white" };
            let lines: Vec<&str> = text.trim_end().lines().collect();
            let count = lines.len() - 5;
            let lacking = lines[..lines.len() - 1].join("\n");
            faulty.push(lacking.replacen(
                &format!("plan {winner} {count}"),
                &format!("plan {winner} {}", count - 1),
                1,
            ));
            faulty.push(text.replace(&format!(" {winner}"), &format!(" {other}")));
        }
        for wrong in faulty {
            std::fs::write(file, &wrong).unwrap();
            let checked = check(file);
            assert_eq!((checked.status.code(), checked.stdout.len()), (Some(1), 0), "{args:?}: {checked:?}\n{wrong}");
        }
    }
}
