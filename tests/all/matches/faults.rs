//! What is told about an engine at fault, and what is not let through of it.

use std::fs;

use super::{PAPAMU, path, records, run, script, text};

#[test]
fn the_last_words_of_an_engine_explain_its_fault() {
    let (file, log) = (path("words.jsonl"), path("words.log"));
    let bad = format!("bad={}", script("words", "genmove) echo 'license expired' >&2; exit 1 ;;"));
    let engines = ["-vv", "match", "-e", PAPAMU, "-e", &bad, "-n", "2", "--nodes", "1", "--random", "0"];
    let files = ["--records", file.to_str().unwrap(), "--log", log.to_str().unwrap()];
    let output = run(&[&engines[..], &files].concat());
    let reason = records(&file)[0].reason.clone().unwrap();
    assert!(
        reason.starts_with("White crashed; exit status: 1; standard error: license expired; conversation: "),
        "{reason}"
    );
    assert!(reason.ends_with(" | > genmove w"), "{reason}");
    // Readers of PGN may have little room for a tag.
    let pgn = path("words.pgn");
    run(&["results", file.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()]);
    assert!(fs::read_to_string(pgn).unwrap().contains("[Termination \"White crashed\"]\n"));
    let told = text(&output.stderr);
    assert!(told.contains(&format!("papamu: game 1 of 2: engine1 - bad B+R, {reason}\n")), "{told}");
    let log = fs::read_to_string(log).unwrap();
    for text in [&log, &told] {
        assert!(text.lines().any(|line| line.contains(" bad(") && line.ends_with(") ! license expired")), "{text}");
        assert!(text.lines().any(|line| line.contains(" engine1(") && line.contains(") > genmove b")), "{text}");
        assert!(text.lines().any(|line| line.contains(" engine1(") && line.contains(") < = ")), "{text}");
    }
}

/// The status says how an engine has crashed, also where a process that it started keeps its output open.
#[test]
fn how_an_engine_ends_explains_its_fault() {
    for (command, end) in [
        ("sh -c 'kill -ABRT $$'", "signal: 6"),
        ("sh -c 'sleep 600 & exit 3'", "exit status: 3"),
        ("sh -c 'exec 1>&-; sleep 600'", "it closed its output but did not exit"),
    ] {
        let output = run(&["match", "-e", PAPAMU, "-e", command, "-n", "2", "--nodes", "1"]);
        let told = text(&output.stderr);
        assert!(told.contains(&format!(" B+R, White crashed; {end}")), "{command}: {told}");
        let printed = text(&run(&["check", "-e", command, "--only", "start"]).stdout);
        assert!(printed.contains(&format!("({end}")), "{command}: {printed}");
    }
}

/// A flood of output does not fill the disk, and what comes after it is logged.
#[test]
fn the_log_leaves_out_a_flood() {
    let log = path("flood.log");
    let flood = script("flood-errors", "genmove) yes noise | head -n 200000 >&2; printf '= resign\\n\\n' ;;");
    let engines = ["match", "-e", &flood, "-e", &flood, "-n", "2", "--nodes", "1", "--random", "0"];
    assert!(run(&[&engines[..], &["--log", log.to_str().unwrap()]].concat()).status.success());
    let log = fs::read_to_string(log).unwrap();
    assert!(log.len() < 6 << 18, "{}", log.len());
    assert!(log.matches("has printed more than 256 KiB").count() >= 2, "{}", log.len());
    assert!(log.contains(" ! noise\n") && log.matches(" > nodes\n").count() == 2);
}

#[test]
fn all_of_a_banner_is_in_the_log() {
    let (file, log) = (path("long-banner.jsonl"), path("long-banner.log"));
    let bad = script("long-banner", "set_game) printf '****\\n* Go 1.2 *\\n=\\n\\n' ;;");
    let engines = ["match", "-e", PAPAMU, "-e", &bad, "-n", "2", "--nodes", "1"];
    run(&[&engines[..], &["--records", file.to_str().unwrap(), "--log", log.to_str().unwrap()]].concat());
    let reason = records(&file)[0].reason.clone().unwrap();
    assert!(reason.starts_with("White malformed reply, a banner before the first reply: ****; "), "{reason}");
    assert!(reason.contains(" | < * Go 1.2 *"), "{reason}");
    assert!(fs::read_to_string(log).unwrap().contains(" < * Go 1.2 *\n"));
}

/// Escape sequences of engines and of records reach no terminal and no file.
#[test]
fn control_characters_are_escaped() {
    let is_clean = |name: &str, bytes: &[u8]| {
        let text = text(bytes);
        let unsafe_ones: Vec<_> = text.chars().filter(|c| c.is_control() && *c != '\n').collect();
        assert!(unsafe_ones.is_empty() && !text.contains('\u{202e}'), "{name}: {unsafe_ones:?} in {text:?}");
    };
    let (file, log) = (path("escapes.jsonl"), path("escapes.log"));
    let evil = "\\033[2J\\033]0;owned\\007\\342\\200\\256";
    for (number, cases) in [
        format!("genmove) printf '{evil}\\n' >&2; printf '{evil}\\n' ;;"),
        format!("genmove) printf '= {evil}\\n\\n' ;;"),
        format!("genmove) printf '? {evil}\\n\\n' ;;"),
    ]
    .iter()
    .enumerate()
    {
        let _ = [&file, &log].map(fs::remove_file);
        let bad = script(&format!("escapes-{number}"), cases);
        let engines = ["-vv", "match", "-e", PAPAMU, "-e", &bad, "-n", "2", "--nodes", "1"];
        let output =
            run(&[&engines[..], &["--records", file.to_str().unwrap(), "--log", log.to_str().unwrap()]].concat());
        assert!(records(&file)[0].reason.is_some());
        is_clean("stderr", &output.stderr);
        is_clean("stdout", &output.stdout);
        is_clean("log", &fs::read(&log).unwrap());
        is_clean("records", &fs::read(&file).unwrap());
    }
    // Whoever wrote the record.
    let pgn = path("escapes.pgn");
    let record = |black: &str| {
        format!(
            "{{\"game\":\"konane\",\"options\":\"\",\"moves\":[],\"black\":\"{black}\",\"white\":\"b\\u001b[2J\",\
             \"result\":\"W+R\",\"reason\":\"Black \\u001b]0;x\\u0007\\r\"}}\n"
        )
    };
    fs::write(&file, record("a\\u009b31m\\u202e")).unwrap();
    let file = file.to_str().unwrap();
    let output = run(&["results", file, "--pgn", pgn.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    is_clean("stdout", &output.stdout);
    is_clean("pgn", &fs::read(&pgn).unwrap());
    assert!(fs::read_to_string(&pgn).unwrap().contains("a\\\\u{9b}31m\\\\u{202e}"));
    for wrong in
        [record("a").replace("W+R", "W+\\u001b[2J"), record("a").replace("konane", "\\u001b[2J"), "\u{1b}\n".into()]
    {
        fs::write(file, wrong).unwrap();
        let output = run(&["results", file]);
        assert!(!output.status.success());
        is_clean("stdout", &output.stdout);
        is_clean("stderr", &output.stderr);
    }
    // A certificate, too.
    let proof = path("escapes.txt");
    fs::write(&proof, "papamu certificate \u{1b}[2J\ngame \u{1b}[2J\n").unwrap();
    is_clean("verify", &run(&["verify", proof.to_str().unwrap()]).stderr);
    // And a path.
    is_clean("path", &run(&["results", "no\u{1b}[2Jsuch"]).stderr);
}

/// A file that was there is replaced as a whole: its other name still shows the old one.
#[test]
fn results_are_written_atomically() {
    let file = path("atomic.jsonl");
    let engines = ["match", "-e", PAPAMU, "-e", PAPAMU, "kanga,width=3,height=3", "-n", "2", "--nodes", "1"];
    assert!(run(&[&engines[..], &["--records", file.to_str().unwrap()]].concat()).status.success());
    let (written, other) = (path("atomic.out"), path("atomic.old"));
    fs::write(&written, "old").unwrap();
    fs::hard_link(&written, &other).unwrap();
    let output = run(&["results", file.to_str().unwrap(), "--pgn", written.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(fs::read_to_string(&written).unwrap().starts_with("[Event "));
    assert_eq!(fs::read_to_string(&other).unwrap(), "old");
}

#[test]
fn the_time_to_start_up_and_that_of_a_move_with_nodes_can_be_set() {
    for (name, cases, option) in [
        ("slow-start", "set_game) exec sleep 1000 ;;", "--startup"),
        ("slow-move", "genmove) exec sleep 1000 ;;", "--timeout"),
    ] {
        let file = path(&format!("{name}.jsonl"));
        let slow = script(name, cases); // both sides, so that a busy machine is no matter
        let engines = ["match", "-e", &slow, "-e", &slow, "-n", "2", "--nodes", "1", "--random", "0"];
        run(&[&engines[..], &["-c", "2", option, "1234", "--records", file.to_str().unwrap()]].concat());
        let records = records(&file);
        assert_eq!(records.len(), 2, "{name}");
        for record in records {
            let reason = record.reason.unwrap_or_default();
            assert!(reason.starts_with("Black silent for 1234 ms"), "{name}: {reason}");
        }
    }
}
