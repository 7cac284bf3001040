//! Replays recorded lines of real clients, and compares the replies: a change that would break GoGui
//! breaks a test.
//!
//! Each file of `tests/transcripts` holds what one process of papamu was sent, after `>`, with its replies; `[..]` and
//! `...` stand for any text and any lines. In UGI the answers follow at the end, without `info` and `bestmove` lines. A
//! change of playing strength is no matter: the engine is asked for a move, and then the recorded one is played.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::assert::Assert;
use snapbox::{Data, IntoData};

/// Prints what comes of it when all lines are sent at once.
fn talk(arguments: &str, lines: &[String]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papamu"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut input, text) = (child.stdin.take().unwrap(), lines.join("\n") + "\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    writer.join().unwrap();
    output
}

fn assert_same(what: &str, expected: &str, found: &str) {
    let found = Data::text(found.to_owned()).raw();
    let same = Assert::new().try_eq(None::<&dyn std::fmt::Display>, found, expected.to_owned().into_data());
    if let Err(difference) = same {
        panic!("{what}: {difference}");
    }
}

/// A line with the reply that it must get.
struct Step {
    line: String,
    reply: String,
}

/// The recorded lines and replies. In the place of a `genmove` the engine is asked for a move, and plays the recorded one;
/// only giving up a lost game is left to it.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("> ") {
            Some(sent) => steps.push(Step { line: sent.to_owned(), reply: String::new() }),
            None => {
                let reply = &mut steps.last_mut().unwrap().reply;
                *reply += if reply.is_empty() { "" } else { "\n" };
                *reply += line;
            }
        }
    }
    let recorded = |step: Step| {
        let reply = step.reply.trim_start_matches(|c: char| c == '=' || c.is_ascii_digit()).trim().to_owned();
        let words: Vec<&str> = step.line.split(' ').collect();
        let play = |reply: &str| format!("play {} {reply}", words[words.len() - 1]);
        match words[..] {
            ["genmove", color] if reply != "resign" && step.reply.starts_with('=') => vec![
                Step { line: format!("reg_genmove {color}"), reply: "= [..]".to_owned() },
                Step { line: play(&reply), reply: "=".to_owned() },
            ],
            ["lz-genmove_analyze", color, _] => {
                vec![Step { line: format!("lz-genmove_analyze {color} 5"), reply: "=\n...\nplay [..]".to_owned() }]
            }
            _ => vec![step],
        }
    };
    steps.into_iter().flat_map(recorded).collect()
}

fn replay_gtp(name: &str, arguments: &str, text: &str) -> usize {
    let steps = steps(text);
    let lines: Vec<_> = steps.iter().map(|step| step.line.clone()).collect();
    let output = talk(arguments, &lines);
    let replies: Vec<_> = output.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), steps.len(), "{name}: the replies are not one to one");
    for (number, (step, reply)) in steps.iter().zip(replies).enumerate() {
        // The number of reports before the next line depends on the time.
        let lines = if step.line.contains("analyze") && step.reply.contains("info") { 2 } else { usize::MAX };
        let reply: Vec<_> = reply.lines().take(lines).map(str::trim_end).collect();
        assert_same(&format!("{name}: {number}: {}", step.line), &step.reply, &reply.join("\n"));
    }
    steps.len()
}

fn replay_ugi(name: &str, arguments: &str, text: &str) -> usize {
    let (sent, answers): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("> "));
    let lines: Vec<_> = sent.iter().map(|line| line[2..].to_owned()).collect();
    let output = talk(arguments, &lines);
    let is_move = |line: &&str| line.starts_with("bestmove ");
    let searches = lines.iter().filter(|line| line.starts_with("go")).count();
    assert_eq!(output.lines().filter(is_move).count(), searches, "{name}: every go is answered once");
    let rest: Vec<_> = output.lines().filter(|line| !line.starts_with("info ") && !is_move(line)).collect();
    assert_same(name, &answers.join("\n"), &rest.join("\n"));
    lines.len()
}

#[test]
fn every_recording() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut lines = 0;
    for file in &files {
        let name = file.file_stem().unwrap().to_string_lossy();
        let text = std::fs::read_to_string(file).unwrap();
        let (head, text) = text.split_once("\n> ").unwrap();
        let arguments = head.lines().find_map(|line| line.strip_prefix("args: ")).unwrap();
        let text = format!("> {text}");
        lines += match arguments.contains("--ugi") {
            true => replay_ugi(&name, arguments, &text),
            false => replay_gtp(&name, arguments, &text),
        };
    }
    assert!(files.len() >= 15 && lines >= 2_000, "only {lines} lines in {} files were found", files.len());
}

/// Plays through the client itself, where node and the client are installed.
#[test]
fn sabaki() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/sabaki.js");
    let found = Command::new("node").args(["-e", "require('@sabaki/gtp')"]).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        eprintln!("skipped: node finds no @sabaki/gtp (npm install @sabaki/gtp, or set NODE_PATH)");
        return;
    }
    let output = Command::new("node").arg(script).arg(env!("CARGO_BIN_EXE_papamu")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "ok");
}
