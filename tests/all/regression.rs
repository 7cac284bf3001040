//! Runs the files in `tests/regression`, which gogui-regress runs too: a numbered command is a test if a comment with its
//! reply follows, as `#? [PATTERN]`. Of the patterns this knows alternatives with `|`, `.*` and escaped characters; what has more is skipped.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether a reply is what a pattern asks for; `None` for patterns that are more than this knows.
fn matches(pattern: &str, reply: &str) -> Option<bool> {
    if pattern.contains(['[', '(', '^', '$', '{']) {
        return None;
    }
    Some(pattern.split('|').any(|one| {
        let parts: Vec<String> = one.split(".*").map(|part| part.replace('\\', "")).collect();
        let (first, last) = (&parts[0], &parts[parts.len() - 1]);
        match parts.len() {
            1 => reply == first,
            _ => reply.starts_with(first.as_str()) && reply[first.len()..].ends_with(last.as_str()),
        }
    }))
}

fn run(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let sent: Vec<&str> = lines.iter().copied().filter(|line| !line.starts_with('#')).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_papamu"))
        .current_dir(file.parent().unwrap())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(sent.join("\n").as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let mut replies = output.split_terminator("\n\n");
    let (mut reply, mut tests) = (String::new(), 0);
    for line in lines {
        if let Some(pattern) = line.strip_prefix("#? [").and_then(|rest| rest.strip_suffix(']')) {
            if let Some(right) = matches(pattern, &reply) {
                assert!(right, "{}: {pattern} expected, but {reply}", file.display());
                tests += 1;
            }
        } else if !line.starts_with('#') {
            let whole = replies.next().unwrap_or_else(|| panic!("{}: no reply to {line}", file.display()));
            assert!(whole.starts_with('='), "{}: {line}: {whole}", file.display());
            reply = whole.split_once(' ').map_or(String::new(), |(_, text)| text.to_owned());
        }
    }
    tests
}

#[test]
fn every_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regression");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let tests: usize =
        files.filter(|path| path.extension().is_some_and(|end| end == "tst")).map(|path| run(&path)).sum();
    assert!(tests >= 15, "only {tests} tests were found");
}
