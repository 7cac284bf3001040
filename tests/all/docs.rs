//! Runs every command shown in README.md, protocol.md and docs/, and compares the output.
//!
//! `console` blocks hold shell commands, each after a `$`, with their output: `[..]` stands for any text within
//! a line, `...` for any lines, and a command shown without output has only to succeed. `gtp` blocks hold lines of the
//! protocol, each after a `>`, with the replies; what follows `gtp` on the fence are arguments of the program. `ugi` blocks
//! are the same in UGI.
//! With `UPDATE_DOCS=1` the replies in `gtp` blocks are written anew where they differ.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use papamu::registry::GAMES;
use regex::Regex;
use snapbox::assert::Assert;
use snapbox::{Data, IntoData};

use crate::common::{QUICKLY, folder, release_builds};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_papamu"))
}

/// Runs a command as a user would type it, with the program of this build on the path.
fn shell(command: &str) -> (bool, String, String) {
    let folder = binary().parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder.to_owned()].into_iter().chain(std::env::split_paths(&path))).unwrap();
    // Installed files go into the folder for builds, not into the user's home.
    let install: PathBuf = folder.join("installed-by-test");
    // The documents write there, and builds may go elsewhere.
    std::fs::create_dir_all(root().join("target")).unwrap();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", path)
        .env("CARGO_INSTALL_ROOT", &install)
        .env("CARGO_TARGET_DIR", release_builds())
        .envs(QUICKLY)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

/// A fenced block: the words after the fence, where its text begins, and the text.
struct Block {
    info: String,
    start: usize,
    text: String,
}

fn blocks(document: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let (mut at, mut inside) = (0, false);
    for line in document.split_inclusive('\n') {
        at += line.len();
        match (line.strip_prefix("```"), inside) {
            (Some(info), false) => {
                found.push(Block { info: info.trim().to_owned(), start: at, text: String::new() });
                inside = true;
            }
            (Some(_), true) => inside = false,
            (None, true) => found.last_mut().unwrap().text += line,
            (None, false) => {}
        }
    }
    assert!(!inside, "a block does not end");
    found
}

fn same(expected: &str, found: &str) -> bool {
    let found = Data::text(found.to_owned()).raw();
    Assert::new().try_eq(None::<&dyn std::fmt::Display>, found, expected.to_owned().into_data()).is_ok()
}

/// What may differ between the output that a page shows and the real one. A comment before a block says so, which readers do not see:
/// `<!-- test: moves vary -->`, `numbers vary` or `moves and numbers vary`.
fn varying(document: &str, block: &Block) -> Option<Regex> {
    let before = document[..block.start].trim_end().rsplit('\n').nth(1).unwrap_or_default();
    let kind = before.trim().strip_prefix("<!-- test: ")?.strip_suffix(" -->")?;
    const MOVES: &str = r"\b[A-T]\d+([-,][A-T]\d+)*|\bPASS\b";
    const NUMBERS: &str = r"[-+]?\b(\d+([.,]\d+)*|n/a)\b";
    let pattern = match kind {
        "moves vary" => MOVES.to_owned(),
        "numbers vary" => NUMBERS.to_owned(),
        "moves and numbers vary" => format!("({MOVES}|{NUMBERS})( ({MOVES}))*"),
        _ => panic!("what is '{kind}'?"),
    };
    Some(Regex::new(&pattern).unwrap())
}

/// Whether a page shows the real output, apart from what may vary. A line that ends with `…` shows the beginning of one.
fn shows(varying: Option<&Regex>, expected: &str, found: &str) -> bool {
    let masked = |text: &str| match varying {
        Some(varying) => varying.replace_all(text, "?").into_owned(),
        None => text.to_owned(),
    };
    let (expected, found) = (masked(expected), masked(found));
    let beginnings = expected.lines().map(|line| line.strip_suffix('…'));
    let cut = found.lines().zip(beginnings.chain(std::iter::repeat(None))).map(|(line, beginning)| match beginning {
        Some(beginning) if line.starts_with(beginning) => format!("{beginning}…\n"),
        _ => format!("{line}\n"),
    });
    same(&expected, &cut.collect::<String>())
}

fn run_console(document: &str, text: &str, block: &Block) -> usize {
    let varying = varying(text, block);
    let mut commands = 0;
    for part in block.text.split("$ ").skip(1) {
        let (command, expected) = part.split_once('\n').unwrap();
        commands += 1;
        // The tests cannot run themselves; .ci/run runs this command.
        if command.starts_with("cargo test") {
            assert!(std::fs::read_to_string(root().join(".ci/run")).unwrap().contains(command));
            continue;
        }
        // A release build takes minutes.
        if command.starts_with("cargo install") && std::env::var_os("LONG_TESTS").is_none() {
            eprintln!("skipped without LONG_TESTS=1: {command}");
            continue;
        }
        // On a busy machine an engine may be late by more than the usual grace period.
        let patient = command.replace("papamu check ", "papamu check --margin 60000 ");
        let (ok, output, log) = shell(&patient);
        assert!(ok, "{document}: {command}\n{output}\n{log}");
        let output = output.replace("a grace period of 60000 ms", "a grace period of 100 ms");
        let trimmed = |text: &str| text.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        let (expected, output) = (trimmed(expected), trimmed(&output));
        let is_shown = expected.is_empty() || shows(varying.as_ref(), &expected, &output);
        assert!(is_shown, "{document}: {command}\n{output}");
    }
    commands
}

/// What the program prints when it is sent these lines, in a folder for files.
fn talk<'a>(arguments: impl Iterator<Item = &'a str>, lines: &[&str]) -> String {
    let mut child = start(arguments);
    child.stdin.take().unwrap().write_all(lines.join("\n").as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

fn start<'a>(arguments: impl Iterator<Item = &'a str>) -> Child {
    Command::new(binary())
        .args(arguments)
        .current_dir(folder("docs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The same in UGI, where a line that comes during a search ends it: each search is waited for.
fn talk_ugi<'a>(arguments: impl Iterator<Item = &'a str>, lines: &[&str]) -> String {
    let mut child = start(arguments);
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut found = String::new();
    for line in lines {
        writeln!(input, "{line}").unwrap();
        if line.split(' ').next() == Some("go") {
            let searched = found.len();
            while !found[searched..].contains("bestmove ") {
                assert_ne!(output.read_line(&mut found).unwrap(), 0, "{line}: the engine has ended");
            }
        }
    }
    drop(input);
    output.read_to_string(&mut found).unwrap();
    assert!(child.wait().unwrap().success());
    found
}

/// The lines that a block sends.
fn sent(block: &Block) -> Vec<&str> {
    block.text.lines().filter_map(|line| line.strip_prefix("> ")).collect()
}

/// UGI has no replies to every line, so the answers are compared as a whole.
fn run_ugi(text: &str, block: &Block) -> usize {
    let lines = sent(block);
    let answers = block.text.lines().filter(|line| !line.starts_with("> "));
    let expected: String = answers.map(|line| format!("{line}\n")).collect();
    let found = talk_ugi(block.info.split_whitespace().skip(1), &lines);
    // A slow machine reports more often: the last report of each search counts.
    let is_report = |line: &str| line.starts_with("info depth ");
    let mut shown: Vec<&str> = Vec::new();
    for line in found.lines() {
        if is_report(line) && shown.last().is_some_and(|last| is_report(last)) {
            shown.pop();
        }
        shown.push(line);
    }
    let found: String = shown.iter().map(|line| format!("{line}\n")).collect();
    assert!(shows(varying(text, block).as_ref(), &expected, &found), "{}\nis now\n{found}", block.text);
    lines.len()
}

/// The block as it should read.
fn run_gtp(block: &Block) -> String {
    let lines = sent(block);
    let output = talk(block.info.split_whitespace().skip(1), &lines);
    let replies: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), lines.len(), "{}", block.text);
    lines.iter().zip(replies).map(|(line, reply)| format!("> {line}\n{}\n", without_new_games(reply))).collect()
}

/// A reply without the names of games that the page does not mention: a new game need not be described.
fn without_new_games(reply: &str) -> String {
    let page = std::fs::read_to_string(root().join("protocol.md")).unwrap();
    let new = GAMES.iter().map(|game| game.name).filter(|name| !page.contains(name));
    new.fold(reply.to_owned(), |reply, name| reply.replace(&format!("\n{name}"), "").replace(&format!(" {name}"), ""))
}

#[test]
fn readme() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let commands: usize = blocks(&text)
        .iter()
        .filter(|block| block.info == "console")
        .map(|block| run_console("README.md", &text, block))
        .sum();
    // Commands that run until the player leaves: the player leaves at once. tests/all/board.rs starts the boards.
    for line in text.lines().filter(|line| line.starts_with("papamu play ")) {
        let (ok, output, log) = shell(&format!("echo quit | {line}"));
        assert!(ok && output.contains("Type a move"), "{line}\n{output}\n{log}");
    }
    assert!(commands >= 6, "only {commands} commands were found");
    assert!(!text.contains("[..]"), "a reader wants to see output");
}

#[test]
fn installing() {
    run_page("docs/install.md", 1);
}

fn run_page(document: &str, least: usize) {
    let text = std::fs::read_to_string(root().join(document)).unwrap();
    let blocks = blocks(&text);
    let console = blocks.iter().filter(|block| block.info == "console");
    let commands: usize = console.map(|block| run_console(document, &text, block)).sum();
    assert!(commands >= least, "{document}: only {commands} commands were found");
    assert!(!text.contains("[..]"), "{document}: a reader wants to see output");
}

#[test]
fn matches() {
    run_page("docs/matches.md", 5);
}

#[test]
#[cfg(unix)]
fn writing_an_engine() {
    if !shell("python3 --version").0 {
        println!("skipped: there is no python3");
        return;
    }
    run_page("docs/write-an-engine.md", 7);
}

/// The steps are run with three small engines, those in a sandbox where it is there.
#[test]
#[cfg(unix)]
fn a_class_tournament() {
    if !shell("python3 --version").0 {
        println!("skipped: there is no python3");
        return;
    }
    let document = "docs/class-tournament.md";
    run_page(document, 5);
    let page = std::fs::read_to_string(root().join("target/class/site/index.html")).unwrap();
    assert_eq!(page.matches("<a href=\"board/#game=konane&amp;options=width=6,height=6").count(), 6, "{page}");
    assert!(page.contains("<td>1 ") && page.contains("<td>3 ") && page.contains("cleo"), "{page}");
    let text = std::fs::read_to_string(root().join(document)).unwrap();
    for block in blocks(&text).iter().filter(|block| block.info == "sh") {
        let words = block.text.trim();
        let works = |prefix: &str| {
            words.starts_with(prefix) && shell(&words.replace("python3 clients/engines/engine.py", "true")).0
        };
        if works("bwrap ") || works("systemd-run ") {
            let (ok, output, log) =
                shell(&format!("papamu check --margin 60000 -n 1 -e \"{}\" konane", words.replace('"', "")));
            assert!(ok, "{words}: {output}\n{log}");
        } else {
            println!("skipped: {words}");
        }
    }
}

#[test]
fn analysis() {
    run_page("docs/analysis.md", 2);
}

/// The client on the page prints a line for each position of its game.
#[test]
#[cfg(unix)]
fn the_client_of_the_analysis_engine_prints_a_game() {
    if !shell("python3 --version").0 {
        println!("skipped: there is no python3");
        return;
    }
    let text = std::fs::read_to_string(root().join("docs/analysis.md")).unwrap();
    let blocks = blocks(&text);
    let client = blocks.iter().find(|block| block.info == "python").unwrap();
    let file = folder("analysis").join("client.py");
    std::fs::write(&file, &client.text).unwrap();
    let (ok, output, log) = shell(&format!("python3 {}", file.display()));
    assert!(ok, "{output}\n{log}");
    let lines: Vec<_> = output.lines().collect();
    assert!(lines.len() == 6 && lines[0].starts_with("0  black ") && lines[5].contains(" % "), "{output}");
}

#[test]
fn proofs() {
    run_page("docs/proofs.md", 6);
}

#[test]
fn solved_results_are_verified_as_shown() {
    run_page("docs/solved.md", 2);
}

#[test]
fn single_questions_are_answered_as_shown() {
    run_page("docs/frontends.md", 1);
}

/// The script on the page plays a game to its end, and prints the result last.
#[test]
#[cfg(unix)]
fn the_conversation_in_a_shell_plays_a_game() {
    let text = std::fs::read_to_string(root().join("docs/frontends.md")).unwrap();
    let blocks = blocks(&text);
    let script = blocks.iter().find(|block| block.text.contains("mkfifo")).unwrap();
    let (ok, output, log) = shell(&script.text);
    assert!(ok, "{output}\n{log}");
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("b ") && lines[1].starts_with("w "), "{output}");
    assert!(lines.last().is_some_and(|result| *result == "0" || result.contains('+')), "{output}");
    let (ok, _, log) = shell(&script.text.replace("width=5", "width=99"));
    assert!(!ok && log.contains("'99' is not a value of width"), "{log}");
}

#[test]
fn protocol() {
    let path = root().join("protocol.md");
    let mut text = std::fs::read_to_string(&path).unwrap();
    let mut found = 0;
    for block in blocks(&text.clone()).iter().rev() {
        match block.info.split_whitespace().next() {
            Some("console") => found += run_console("protocol.md", &text, block),
            Some("ugi") => found += run_ugi(&text, block),
            Some("gtp") => {
                let now = run_gtp(block);
                found += now.matches("\n> ").count() + 1;
                if !shows(varying(&text, block).as_ref(), &block.text, &now) {
                    assert!(
                        std::env::var_os("UPDATE_DOCS").is_some(),
                        "protocol.md:\n{}\nis now\n{now}UPDATE_DOCS=1 cargo test --test all docs::protocol writes it",
                        block.text
                    );
                    text.replace_range(block.start..block.start + block.text.len(), &now);
                }
            }
            _ => {}
        }
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert!(found >= 60, "only {found} lines were found");
    assert!(!text.contains("[..]"), "a reader wants to see output");
    // Every command has an example.
    for command in papamu::gtp::commands::all() {
        let shown = text.lines().filter_map(|line| line.strip_prefix("> "));
        let mut names = shown.map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start());
        let has_example = names.any(|line| line.split(' ').next() == Some(command.name()));
        assert!(has_example, "protocol.md has no example of {}", command.name());
    }
}

/// The state that the page shows in full is the real one.
#[test]
fn the_state_on_the_page_is_what_the_program_answers() {
    let text = std::fs::read_to_string(root().join("protocol.md")).unwrap();
    let blocks = blocks(&text);
    let shown = blocks.iter().find(|block| block.info == "json").unwrap();
    let printed = talk(["--steps"].into_iter(), &["set_game konane width=4 height=4", "play b A4", "state"]);
    let reply = printed.trim().rsplit("\n\n").next().unwrap().trim_start_matches("= ");
    let [mut shown, mut found] =
        [&shown.text, reply].map(|text| serde_json::from_str::<serde_json::Value>(text).expect("JSON"));
    for state in [&mut shown, &mut found] {
        state["last_turns"]["black"]["time_ms"] = 0.into();
    }
    assert_eq!(shown, found);
}

/// The documents that people read, with their folders.
fn documents() -> Vec<PathBuf> {
    let folders = ["docs", "docs/lab"].into_iter();
    let docs =
        folders.flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    let more =
        ["README.md", "protocol.md", "CONTRIBUTING.md", "CHANGELOG.md", "clients/python/README.md", "lab/README.md"];
    let more = more.iter().map(|name| root().join(name));
    docs.chain(more).filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

/// The anchors of a page's headings, as they are made on the web: lower case, dashes for spaces, no other signs.
pub fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings
        .map(|heading| {
            let kept = heading.to_lowercase().replace(' ', "-");
            kept.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
        })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut links = 0;
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        for found in link.captures_iter(&text) {
            let target = &found[1];
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: nothing is at {target}", path.display());
            if !anchor.is_empty() {
                let anchors = anchors(&std::fs::read_to_string(&file).unwrap());
                assert!(anchors.contains(anchor), "{}: no heading {target}; {anchors:?}", path.display());
            }
            links += 1;
        }
    }
    assert!(links >= 50, "only {links} links were found");
}

/// The client on the page plays every game.
#[test]
fn the_client_of_the_page_on_front_ends_plays() {
    let document = "docs/write-a-front-end.md";
    let text = std::fs::read_to_string(root().join(document)).unwrap();
    let blocks = blocks(&text);
    for block in blocks.iter().filter(|block| block.info.starts_with("gtp")) {
        assert!(same(&block.text, &run_gtp(block)), "{document}: {}\nis now\n{}", block.text, run_gtp(block));
    }
    let client = folder("docs").join("client.py");
    let code = blocks.iter().find(|block| block.info == "python").unwrap();
    std::fs::write(&client, &code.text).unwrap();
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 on the path");
        return;
    }
    for (game, end) in [
        ("konane width=4 height=4", "cannot move"),
        ("kanga width=4 height=4", "connects two opposite edges"),
        ("send_it size=2", "both players passed"),
        ("kangaroo size=6 max_moves=2", "the move limit was reached"),
    ] {
        let mut child = Command::new("python3")
            .arg(&client)
            .arg(format!("--program={}", binary().display()))
            .args(game.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A hint, a move that does not exist, a turn taken back, and then whatever is legal; Kangaroo's jumps are ended.
        let input =
            "hint\nZ9\n\nundo\n".to_owned() + &(if game.starts_with("kangaroo") { KANGAROO } else { "\n" }).repeat(200);
        let mut pipe = child.stdin.take().unwrap();
        // A game that is over reads no more.
        let _ = pipe.write_all(input.as_bytes());
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        let (printed, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{game}: {told}");
        assert!(
            printed.contains("hint: ") && printed.contains("illegal move: the board has no such cell"),
            "{game}: {printed}"
        );
        assert!(printed.trim_end().ends_with(end), "{game}: {printed}");
    }
}

/// From the corner over one stone, and stop there.
const KANGAROO: &str = "A6\nA4\nA4\n";

/// The commands in the first cells of tables whose head says so, without the section on UGI.
fn documented_commands(text: &str) -> BTreeSet<String> {
    let text = text.split("\n## UGI").next().unwrap_or_default();
    let mut commands = BTreeSet::new();
    let mut inside = false;
    for line in text.lines() {
        inside = line.starts_with("| command |") || inside && line.starts_with('|');
        let cell = line.trim_start_matches('|').split(" |").next().unwrap_or_default();
        if inside {
            // Names stand in backticks, with their arguments: `play COLOR MOVE`.
            let names = cell.split('`').skip(1).step_by(2).filter_map(|name| name.split(' ').next());
            commands.extend(names.filter(|&name| name != "…").map(str::to_owned));
        }
    }
    commands
}

#[test]
fn the_protocol_documents_exactly_the_commands_there_are() {
    let text = std::fs::read_to_string(root().join("protocol.md")).unwrap();
    let there: BTreeSet<String> = papamu::gtp::commands::all().map(|command| command.name().to_owned()).collect();
    let documented = documented_commands(&text);
    assert_eq!(there.difference(&documented).collect::<Vec<_>>(), Vec::<&String>::new(), "not documented");
    assert_eq!(documented.difference(&there).collect::<Vec<_>>(), Vec::<&String>::new(), "documented, and not there");
}
