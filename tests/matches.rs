//! Matches: the referee, engines that misbehave, records, and what is made of the results.
#![cfg(unix)] // the engines that misbehave are shell scripts

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use papamu::games::GAMES;
use papamu::tools::matches::{Fault, GameRecord, RecordFile, read_records};

const PAPAMU: &str = env!("CARGO_BIN_EXE_papamu");

/// A path for a file of one test, where there is none yet.
fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn run(arguments: &[&str]) -> Output {
    Command::new(PAPAMU).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Plays a match and returns what is printed.
fn play(arguments: &[&str]) -> String {
    let output = run(&[&["match"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn records(path: &Path) -> Vec<GameRecord> {
    let mut records: Vec<_> =
        fs::read_to_string(path).unwrap().lines().map(|line| GameRecord::read(line).unwrap()).collect();
    records.sort_by_key(|record| record.number);
    records
}

/// An engine that answers `=` to everything, but for these cases of a shell's `case`.
fn script(name: &str, cases: &str) -> String {
    let path = path(&format!("{name}.sh"));
    let text = format!(
        "while read -r command rest; do case $command in\n{cases}\nquit) exit ;;\n*) printf '=\\n\\n' ;;\nesac; done\n"
    );
    fs::write(&path, text).unwrap();
    format!("sh '{}'", path.display())
}

#[test]
fn engines_that_misbehave_lose_and_the_match_goes_on() {
    for (name, cases, reason) in [
        ("illegal", "genmove) printf '= Z9\\n\\n' ;;", "illegal move Z9"),
        ("nonsense", "genmove) printf '= what?\\n\\n' ;;", "illegal move what?"),
        ("empty", "genmove) printf '=\\n\\n' ;;", "malformed reply"),
        ("two-words", "genmove) printf '= D5 C5\\n\\n' ;;", "malformed reply: D5 C5"),
        ("refusing", "genmove) printf '? no idea\\n\\n' ;;", "refused 'genmove"),
        ("deaf", "play) printf '? no such move\\n\\n' ;;\ngenmove) printf '= D5\\n\\n' ;;", "refused 'play"),
        ("garbage", "genmove) echo hello; echo ;;", "malformed reply: hello"),
        ("flood", "genmove) exec yes ;;", "malformed reply: y"),
        ("endless", "genmove) printf '= '; exec tr '\\0' 'x' </dev/zero ;;", "malformed reply: it does not end"),
        ("crashing", "genmove) exit 3 ;;", "crashed"),
        ("dead", "set_game) exit ;;", "crashed"),
        ("silent", "genmove) exec sleep 1000 ;;", "silent for"),
        (
            "late",
            "genmove) sleep 1.5; case $rest in b*) printf '= D5\\n\\n' ;; *) printf '= C5\\n\\n' ;; esac ;;",
            "late by",
        ),
        ("ignorant", "set_game) printf '? unknown command\\n\\n' ;;", "refused 'set_game"),
        // It is told the time by which it is judged, or loses by saying that it cannot.
        (
            "whole",
            "param) printf '? unknown command\\n\\n' ;;\ntime_settings) case $rest in *.*) printf '? no\\n\\n' ;; *) printf '=\\n\\n' ;; esac ;;",
            "refused 'time_settings 0 0.05 1",
        ),
    ] {
        let file = path(&format!("{name}.jsonl"));
        let bad = format!("bad={}", script(name, cases));
        let good = format!("good={PAPAMU}");
        let begun = Instant::now();
        let printed = play(&[
            "-e",
            &good,
            "-e",
            &bad,
            "konane",
            "-n",
            "4",
            "--time",
            "50",
            // A busy machine holds the good one up.
            "--margin",
            "1000",
            "--random",
            "0",
            "--records",
            file.to_str().unwrap(),
        ]);
        assert!(begun.elapsed() < Duration::from_secs(30), "{name} holds the match up");
        let (records, others) = (records(&file), ["Black", "White"]);
        assert_eq!(records.len(), 4, "{name}: {printed}");
        for record in &records {
            let side = others[usize::from(record.white == "bad")];
            let found = record.reason.as_deref().unwrap_or_default();
            assert!(found.starts_with(&format!("{side} {reason}")), "{name}: {found:?}");
            let winner = if side == "Black" { "W+R" } else { "B+R" };
            assert_eq!(record.result, winner, "{name}");
            record.replay(GAMES).unwrap();
        }
        assert!(printed.starts_with("good - bad: +4 =0 -0\n"), "{name}: {printed}");
        let kind = Fault::KINDS.into_iter().find(|kind| reason.starts_with(kind)).unwrap();
        assert!(printed.contains("bad: ") && printed.contains(&format!("4 lost: {kind}\n")), "{name}: {printed}");
    }
    // Against one that cannot even be started there is no match.
    let output = run(&["match", "-e", PAPAMU, "-e", "/no/such/engine", "-n", "2", "--time", "20"]);
    let told = text(&output.stderr);
    assert!(!output.status.success() && told.contains("engine2 cannot be started: /no/such/engine: "), "{told}");
    assert_eq!(text(&output.stdout), "");
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    let mark = format!("mark-{}", std::process::id());
    let sleeper = script(&mark, "genmove) exec sleep 987 ;;");
    play(&["-e", PAPAMU, "-e", &sleeper, "-n", "2", "--time", "20"]);
    let mut left = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let command = fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
        if command.contains(&mark) || command.contains("sleep\u{0}987") {
            left.push(command);
        }
    }
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_games() {
    for game in ["konane,width=6,height=6", "kanga,width=5,height=5", "send_it,size=3", "kangaroo,size=6,max_moves=30"]
    {
        let mut games = Vec::new();
        for concurrency in ["1", "2"] {
            let file = path(&format!("same-{concurrency}.jsonl"));
            let one = format!("one={PAPAMU}");
            play(&[
                "-e",
                &one,
                "-e",
                &format!("two={PAPAMU} --hash 1"),
                game,
                "-n",
                "6",
                "--nodes",
                "60",
                "--seed",
                "3",
                "-c",
                concurrency,
                "--records",
                file.to_str().unwrap(),
            ]);
            let mut records = records(&file);
            records.iter_mut().for_each(|record| record.millis = [0; 2]);
            let openings: Vec<_> = records.iter().map(|record| record.moves[..record.opening].to_vec()).collect();
            assert!(openings.chunks(2).all(|pair| pair[0] == pair[1]), "each opening is played twice");
            assert!(records.chunks(2).all(|pair| pair[0].black == "one" && pair[1].black == "two"));
            // Blank lines, and a last one that was cut off, are no records.
            let written = fs::read_to_string(&file).unwrap();
            fs::write(&file, written.replacen('\n', "\n\n", 1) + "{\"game\"").unwrap();
            let results = run(&["results", file.to_str().unwrap(), "--json"]);
            fs::write(&file, written).unwrap();
            let results: serde_json::Value = serde_json::from_slice(&results.stdout).unwrap();
            let pairs = results["pairings"][0]["pairs"].as_array().unwrap();
            assert_eq!(pairs.iter().filter_map(|count| count.as_u64()).sum::<u64>(), 3);
            let replayed = run(&["replay", file.to_str().unwrap()]);
            assert_eq!(text(&replayed.stdout), "6 games are right\n");
            games.push(records);
        }
        assert_eq!(games[0], games[1], "{game}");
    }
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let file = path("resumed.jsonl");
    let name = file.to_str().unwrap();
    let arguments = [
        "match",
        "-e",
        PAPAMU,
        "-e",
        PAPAMU,
        "kanga,width=5,height=5",
        "-n",
        "30",
        "--nodes",
        "150",
        "--records",
        name,
    ];
    let whole = path("whole.jsonl");
    let mut uninterrupted = arguments;
    uninterrupted[arguments.len() - 1] = whole.to_str().unwrap();
    assert!(run(&uninterrupted).status.success());
    let mut child = Command::new(PAPAMU).args(arguments).stdout(Stdio::null()).spawn().unwrap();
    while fs::read_to_string(&file).unwrap_or_default().lines().count() < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if it had been killed while it wrote.
    let mut text_so_far = fs::read_to_string(&file).unwrap();
    let known = text_so_far.lines().count();
    assert!(known < 30, "it was killed too late to show anything");
    text_so_far += "{\"game\":\"kanga\",\"opt";
    fs::write(&file, text_so_far).unwrap();
    // Without --resume nothing is written over; with it the rest is played.
    let again = run(&arguments);
    assert!(!again.status.success() && text(&again.stderr).contains("resumed.jsonl"), "{}", text(&again.stderr));
    let resumed = run(&[&arguments[..], &["--resume"]].concat());
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let games = |path: &Path| {
        let mut records = records(path);
        records.iter_mut().for_each(|record| record.millis = [0; 2]);
        records
    };
    assert_eq!(games(&file), games(&whole));
    // A file of another match is refused, and stays as it is.
    let before = fs::read(&file).unwrap();
    for (change, reason) in [
        (&["konane"][..], "game 1 is of another match: kanga width=5 height=5"),
        (&["--nodes", "151"], "game 1 is of another match: 150 nodes a move, not 151 nodes a move"),
        (&["--seed", "2"], "game 1 is of another match: the opening, or the seed"),
        (&["-e", PAPAMU], "game 3 is of another match: engine1 against engine2"),
        (&["-n", "28"], "there is a game 29, and the match has 28"),
    ] {
        let mut terms = arguments.to_vec();
        let replaced = if change[0] == "konane" { "kanga,width=5,height=5" } else { change[0] };
        if let Some(place) = arguments.iter().position(|term| *term == replaced && *term != "-e") {
            terms.drain(place..place + change.len());
        }
        let other = run(&[&terms[..], change, &["--resume"]].concat());
        assert!(!other.status.success() && text(&other.stderr).contains(reason), "{}", text(&other.stderr));
        assert_eq!(fs::read(&file).unwrap(), before);
    }
    let twice = fs::read_to_string(&file).unwrap() + text(&before).lines().next().unwrap() + "\n";
    fs::write(&file, twice).unwrap();
    let other = run(&[&arguments[..], &["--resume"]].concat());
    assert!(text(&other.stderr).contains(" is there twice"), "{}", text(&other.stderr));
}

/// A last line is a record if all of it is there, with or without the end of the line; blank lines are none.
#[test]
fn records_are_read_to_the_last_that_is_whole() {
    let file = path("ends.jsonl");
    play(&["-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "3", "--records", file.to_str().unwrap()]);
    let whole = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let cut = &lines[2][..lines[2].len() / 2];
    for (text, count) in [
        (whole.clone(), 3),
        (whole.trim_end().to_owned(), 3),
        (format!("\n{}\n \n{}\n{cut}", lines[0], lines[1]), 2),
        (format!("{}\n\n{}", lines[0], lines[1]), 2),
        (cut.to_owned(), 0),
        (String::new(), 0),
    ] {
        fs::write(&file, &text).unwrap();
        assert_eq!(read_records(&file).unwrap().len(), count, "{text}");
        let (mut opened, known) = RecordFile::open(&file, true).unwrap();
        assert_eq!(known.len(), count, "{text}");
        opened.write(&GameRecord::read(lines[2]).unwrap()).unwrap();
        assert_eq!(read_records(&file).unwrap().len(), count + 1, "{text}");
    }
    fs::write(&file, format!("{cut}\n{}\n", lines[1])).unwrap();
    assert!(read_records(&file).unwrap_err().to_string().starts_with("line 1: "));
    assert!(RecordFile::open(&file, true).is_err());
}

/// Who is asked for one move has taken one.
#[test]
fn the_work_of_engines_is_told_by_the_moves_they_made() {
    let file = path("work.jsonl");
    let quitter = format!("b={}", script("quitter", "genmove) printf '= resign\\n\\n' ;;"));
    let engine = format!("a={PAPAMU}");
    play(&[
        "-e",
        &engine,
        "-e",
        &quitter,
        "-n",
        "2",
        "--nodes",
        "50",
        "--random",
        "0",
        "--records",
        file.to_str().unwrap(),
    ]);
    let asked: Vec<_> = records(&file).iter().map(|record| record.asked).collect();
    assert_eq!(asked, [[1, 1], [1, 0]]);
}

#[test]
fn matches_whose_results_cannot_be_kept_are_not_played() {
    for form in ["--pgn", "--svg"] {
        let output = run(&["match", "-e", PAPAMU, "-e", PAPAMU, form, "/nowhere/at/all"]);
        assert!(!output.status.success() && text(&output.stderr).contains("/nowhere/at/all"), "{output:?}");
    }
}

#[test]
fn records_are_not_written_over() {
    let file = path("precious.jsonl");
    let name = file.to_str().unwrap();
    play(&["-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2", "--records", name]);
    let before = fs::read(&file).unwrap();
    let again = ["match", "-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2", "--records", name, "--resume"];
    for form in ["--pgn", "--svg"] {
        for arguments in [&["results", name][..], &again] {
            let output = run(&[arguments, &[form, name]].concat());
            assert!(!output.status.success() && text(&output.stderr).contains("holds the records"), "{output:?}");
            assert_eq!(fs::read(&file).unwrap(), before);
        }
    }
}

#[test]
fn records_that_are_wrong_are_told() {
    let right = r#"{"game":"konane","options":"width=4 height=4","moves":["A4","A3","C4-A4"],"black":"a","white":"b","result":"none"}"#;
    for (line, told) in [
        (right.to_owned(), "1 games are right"),
        (right.replace("A3", "D1"), "move 2, D1: that stone may not be removed"),
        (right.replace("none", "B+1"), "the result is none, not B+1"),
        (right.replace("konane", "chess"), "unknown game 'chess'"),
        (right.replace("width=4", "width=99"), "allowed: 4 to 16"),
        (right.replace("[\"A4\"", "[\"?\""), "move 1, ?: "),
        ("{}".to_owned(), "no record: "),
        ("hello".to_owned(), "no record: "),
    ] {
        let file = path("wrong.jsonl");
        fs::write(&file, format!("{line}\n")).unwrap();
        let output = run(&["replay", file.to_str().unwrap()]);
        assert!(text(&output.stdout).contains(told), "{told}: {}", text(&output.stdout));
        assert_eq!(output.status.success(), told.contains("right"));
    }
}

#[test]
fn everybody_meets_everybody_or_the_first_all_others() {
    let engines = ["-e", PAPAMU, "-e", PAPAMU, "-e", PAPAMU];
    let common = ["kanga,width=3,height=3", "-n", "2", "--nodes", "10", "--random", "0", "--json"];
    for (extra, pairings) in [(&[][..], 3), (&["--gauntlet"][..], 2)] {
        let printed = play(&[&engines[..], &common, extra].concat());
        let table: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let rows = table["pairings"].as_array().unwrap();
        assert_eq!((rows.len(), table["games"].as_u64()), (pairings, Some(2 * pairings as u64)));
        for row in rows {
            let sum = |key: &str| row[key].as_array().unwrap().iter().filter_map(|n| n.as_u64()).sum::<u64>();
            assert_eq!((sum("wdl"), sum("as_black"), sum("as_white"), sum("pairs")), (2, 1, 1, 1));
        }
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let (picture, games) = (path("course.svg"), path("games.pgn"));
    let printed = play(&[
        "-e",
        &format!("strong={PAPAMU}"),
        "-e",
        &format!("weak={PAPAMU} --threads 1"),
        "konane,width=4,height=4",
        "-n",
        "1000",
        "--nodes",
        "1",
        "--sprt",
        "elo0=-200",
        "elo1=-100",
        "--svg",
        picture.to_str().unwrap(),
        "--pgn",
        games.to_str().unwrap(),
    ]);
    assert!(printed.contains("H1 accepted"), "{printed}");
    let played = fs::read_to_string(games).unwrap().matches("[Result ").count();
    assert!((10..1000).contains(&played), "{played} games");
    let picture = fs::read_to_string(picture).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && picture.contains("<polyline"));
    assert!(picture.contains("Elo of strong above weak"));
}

#[test]
fn openings_come_from_a_file() {
    let (openings, file) = (path("openings.txt"), path("opened.jsonl"));
    fs::write(&openings, "# two\nD5 C5 D7-D5\n8/2x2oxo/2o5/1o2x3/3x1x2/6x1/4o3/5o2 b\n").unwrap();
    let arguments =
        ["--nodes", "20", "-n", "6", "--openings", openings.to_str().unwrap(), "--records", file.to_str().unwrap()];
    play(&[&["-e", PAPAMU, "-e", PAPAMU][..], &arguments].concat());
    let records = records(&file);
    let starts: Vec<_> = records.iter().map(|record| (record.start.is_some(), record.opening)).collect();
    assert_eq!(starts, [(false, 3), (false, 3), (true, 0), (true, 0), (false, 3), (false, 3)]);
    for (wrong, told) in [
        ("D5 D5\n", "line 1: D5: "),
        ("D5\n8/8/8/8/8/8/8/8 x\n", "line 2: "),
        ("8/8/8/8/8/8/8/x7 b\n", "the game is over"),
        ("# none\n", "holds no openings"),
    ] {
        fs::write(&openings, wrong).unwrap();
        let output = run(&["match", "-e", PAPAMU, "-e", PAPAMU, "--openings", openings.to_str().unwrap()]);
        assert!(!output.status.success() && text(&output.stderr).contains(told), "{told}: {}", text(&output.stderr));
    }
}

#[test]
fn arguments_that_make_no_match_are_told() {
    for (arguments, told) in [
        (&["-e", PAPAMU][..], "two engines"),
        (&["-e", "a=x", "-e", "a=y"], "two engines are called a"),
        (&["-e", PAPAMU, "-e", PAPAMU, "chess"], "unknown game 'chess'"),
        (&["-e", PAPAMU, "-e", PAPAMU, "kanga,width=1"], "allowed: 3 to 19"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo0=5", "elo1=0"], "elo0 is below elo1"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo=5"], "not elo"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--clock", "fast"], "no number of seconds"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--clock", "1+1", "--nodes", "5"], "cannot be used with"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--resume"], "--records"),
        (&["-e", PAPAMU, "-e", PAPAMU, "-n", "0"], "0 is not in 1.."),
        (&["-e", PAPAMU, "-e", PAPAMU, "-c", "0"], "0 is not in 1.."),
        (&["-e", PAPAMU, "-e", PAPAMU, "--time", "0"], "--time is 0"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--size", "8x"], "8x' for '--size <N>': a number, or columns x rows"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--size", "3"], "allowed: 4 to 16"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--level", "3"], "unexpected argument '--level'"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--position", "8/8"], "unexpected argument '--position'"),
    ] {
        let output = run(&[&["match"], arguments].concat());
        assert!(!output.status.success() && text(&output.stderr).contains(told), "{told}: {}", text(&output.stderr));
    }
}

/// The script for matches in a plain shell.
#[test]
fn the_plain_script_tells_what_is_wrong() {
    let play = |arguments: &[&str]| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/match.sh");
        Command::new("sh").arg(script).args(["-r", PAPAMU]).args(arguments).output().unwrap()
    };
    let output = play(&["-g", "kanga", "-o", "width=3 height=3", "-n", "2", "-t", "10", PAPAMU, PAPAMU]);
    assert!(output.status.success() && text(&output.stdout).starts_with("kanga: +"), "{output:?}");
    for (arguments, told) in [
        (&["-n", "x", PAPAMU, PAPAMU][..], "scripts/match.sh [-g GAME]"),
        (&["-t", "", PAPAMU, PAPAMU], "scripts/match.sh [-g GAME]"),
        (&[PAPAMU], "scripts/match.sh [-g GAME]"),
        (&["-n", "1", PAPAMU, "true"], "refused: set_game konane"),
    ] {
        let output = play(arguments);
        assert!(matches!(output.status.code(), Some(1 | 2)) && text(&output.stderr).contains(told), "{output:?}");
    }
}

#[test]
fn the_board_can_be_told_as_for_any_other_command() {
    let (a, b, file) = (format!("a={PAPAMU}"), format!("b={PAPAMU}"), path("size.jsonl"));
    let engines = ["-e", &a, "-e", &b, "-n", "2", "--nodes", "10", "--records", file.to_str().unwrap()];
    for (board, options) in [
        (&["kanga", "--size", "5"][..], "width=5 height=5"),
        (&["send_it,board=square", "--size", "4"], "board=square size=4"),
        (&["konane,width=4,height=6"], "width=4 height=6"),
    ] {
        let _ = fs::remove_file(&file);
        let output = run(&[&["match"], board, &engines].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(
            records(&file).iter().all(|record| record.options.starts_with(options)),
            "{options}: {:?}",
            records(&file)
        );
    }
}

#[test]
fn clocks_run() {
    let file = path("clock.jsonl");
    let engine = format!("a={PAPAMU}");
    let printed = play(&[
        "-e",
        &engine,
        "-e",
        &format!("b={PAPAMU}"),
        "konane",
        "-n",
        "2",
        "--clock",
        "1+0.05",
        "--records",
        file.to_str().unwrap(),
    ]);
    assert!(printed.contains(" nodes\n"), "{printed}");
    assert!(records(&file).iter().all(|record| record.nodes.iter().all(|&nodes| nodes > 0)), "{printed}");
    assert!(records(&file).iter().all(|record| record.millis.iter().all(|&millis| millis > 0)), "{printed}");
}

/// Whether a program is on the path.
fn is_there(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap().status.success()
}

#[test]
fn a_tournament_is_spread_and_added_up() {
    if !is_there("parallel") {
        eprintln!("skipped: GNU parallel is not on the path");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tournament");
    let _ = fs::remove_dir_all(&folder);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/tournament.sh");
    let (one, two) = (format!("one={PAPAMU}"), format!("two={PAPAMU} --hash 1"));
    let play = || {
        let output = Command::new("sh")
            .arg(&script)
            .args(["-p", "3", "-j", "2", "-d", folder.to_str().unwrap(), "--", "-e", &one, "-e", &two])
            .args(["kanga,width=4,height=4", "-n", "2", "--nodes", "20"])
            .env("PAPAMU", PAPAMU)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let printed = play();
    assert!(printed.starts_with("6 games are right\none - two: "), "{printed}");
    // A part that is missing is played again, and only that.
    let kept = fs::metadata(folder.join("1.jsonl")).unwrap().modified().unwrap();
    fs::remove_file(folder.join("2.jsonl")).unwrap();
    assert!(play().starts_with("6 games are right"));
    assert_eq!(fs::metadata(folder.join("1.jsonl")).unwrap().modified().unwrap(), kept);
}

#[test]
fn regression_files_run_in_a_plain_shell() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/regress.sh");
    let run = |files: &[&str]| {
        let mut command = Command::new("sh");
        command.arg(&script).args(files).env("PAPAMU", PAPAMU).output().unwrap()
    };
    let output = run(&[]);
    assert!(
        output.status.success() && text(&output.stdout).ends_with(" passed, 0 failed\n"),
        "{}",
        text(&output.stdout)
    );
    let wrong = path("wrong.tst");
    fs::write(&wrong, "10 name\n#? [papamu]\n20 name\n#? [gnugo]\n").unwrap();
    let output = run(&[wrong.to_str().unwrap()]);
    assert!(!output.status.success());
    assert!(text(&output.stdout).contains("20 name: expected gnugo, but got papamu\n1 passed, 1 failed"));
}

/// They are what docs/strength.md measures against: a fault of theirs would be counted as a win.
#[test]
fn the_plain_players_play_every_game_without_a_fault() {
    let plain = Path::new(PAPAMU).with_file_name("examples").join("plain");
    if !plain.exists() {
        eprintln!("skipped: `cargo test` builds benches/plain, this run has not");
        return;
    }
    for (game, options) in [
        ("konane", ""),
        ("kanga", ",width=9,height=9"),
        ("send_it", ",size=3"),
        ("send_it", ",board=square,size=4"),
        ("kangaroo", ",size=6,max_moves=60"),
        ("kangaroo", ",size=10,max_moves=20"),
    ] {
        for player in ["alphabeta", "uct"] {
            let name = format!("plain-{game}-{}-{player}.jsonl", options.len());
            let records_file = path(&name);
            play(&[
                "-e",
                &format!("engine={PAPAMU}"),
                "-e",
                &format!("plain='{}' {player}", plain.display()),
                &format!("{game}{options}"),
                "-n",
                "2",
                "--nodes",
                "40",
                "--records",
                records_file.to_str().unwrap(),
            ]);
            for record in records(&records_file) {
                assert_eq!(record.reason, None, "{game}{options} {player}: {record:?}");
            }
        }
    }
}

#[test]
fn the_script_of_bars_prints_a_line_for_each_game() {
    let plain = script("bars-plain", "genmove) printf '= resign\\n\\n' ;;");
    let bars = |arguments: &[&str]| {
        let mut command = Command::new("sh");
        command.arg("scripts/bars.sh").args(arguments).env("PAPAMU", PAPAMU).env("PLAIN", &plain);
        command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
    };
    let output = bars(&["-t", "1", "-n", "2", "uct", "konane", "kanga,width=5,height=5"]);
    let lines: Vec<_> =
        text(&output.stdout).lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let expected = ["konane uct 1 ms +2 =0 -0 100.0 %", "kanga,width=5,height=5 uct 1 ms +2 =0 -0 100.0 %"];
    assert_eq!(lines, expected, "{}", text(&output.stderr));
    let wrong = bars(&["-x"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("scripts/bars.sh"), "{}", text(&wrong.stderr));
}

#[test]
fn the_script_of_threads_compares_times_to_the_same_depth() {
    let speedup = |arguments: &[&str], engine: &str| {
        // The engine is the shell, and runs the file that has the name of the command.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("speedup");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("genmove"), engine).unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/speedup.sh");
        let mut command = Command::new("sh");
        command.arg(script).args(arguments).env("PAPAMU", "sh").current_dir(folder).output().unwrap()
    };
    // To depth 6 one thread takes 8 ms, and two take 2 ms; the other thread and the turn's next search do not count.
    let engine = "case \"$*\" in *'--threads 1 '*) time=8000 ;; *) time=2000 ;; esac\n\
        echo '] thread 1 depth 6 score 0 nodes 9 microseconds 1'\n\
        echo \"] thread 0 depth 6 score 0 nodes 9 microseconds $time\"\n\
        echo '] thread 0 depth 5 score 0 nodes 9 microseconds 1'\n\
        echo '] thread 0 depth 7 score 0 nodes 9 microseconds 1'\n";
    let output = speedup(&["-n", "3", "-t", "20", "kanga", "send_it"], engine);
    let expected = "kanga: 4.00 times as soon (standard error 0 %, 3 positions)\n\
        send_it: 4.00 times as soon (standard error 0 %, 3 positions)\n";
    assert_eq!(text(&output.stdout), expected, "{}", text(&output.stderr));
    let hasty = speedup(&["-n", "3", "-t", "100", "kanga"], engine);
    assert_eq!((text(&hasty.stdout), hasty.status.success()), ("kanga: nothing was measured\n".into(), false));
    // What the program itself writes is read.
    let output = speedup(&["-n", "2", "-t", "0", "konane"], &format!("exec '{PAPAMU}' genmove konane --nodes 3000"));
    let line = text(&output.stdout);
    assert!(line.starts_with("konane: ") && line.ends_with(", 2 positions)\n"), "{line} {}", text(&output.stderr));
    // An engine that fails in the end is not one that was measured.
    let fails = format!("{engine}case \"$*\" in *'--threads 1 '*) echo out of order; exit 1 ;; esac\n");
    let failed = speedup(&["-n", "3", "-t", "20", "kanga"], &fails);
    assert_eq!((text(&failed.stdout), failed.status.success()), (String::new(), false));
    assert!(text(&failed.stderr).contains("out of order"), "{}", text(&failed.stderr));
    let wrong = speedup(&["-x"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("scripts/speedup.sh"), "{}", text(&wrong.stderr));
}
