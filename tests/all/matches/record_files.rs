//! Files of records: kept whole, continued, and checked.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use papamu::matches::{GameRecord, RecordFile};
use papamu::play::Game;
use papamu::registry::GAMES;
use papamu::sgf;

use super::{PAPAMU, checked_records, path, play, records, run, script, text};
use crate::common::folder;

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
    // Its first game is older than an option of the game.
    text_so_far = text_so_far.replacen(" suicide=illegal", "", 1);
    fs::write(&file, text_so_far).unwrap();
    // Without --resume nothing is written over; with it the rest is played.
    let again = run(&arguments);
    let hint = "resumed.jsonl: exists already; --resume continues the match in it";
    assert!(!again.status.success() && text(&again.stderr).contains(hint), "{}", text(&again.stderr));
    let resumed = run(&[&arguments[..], &["--resume"]].concat());
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let games = |path: &Path| {
        let mut records = records(path);
        for record in &mut records {
            record.millis = [0; 2];
            record.options = record.options.replace(" suicide=illegal", "");
        }
        records
    };
    let results = run(&["results", name]);
    assert!(results.status.success(), "{}", text(&results.stderr));
    assert_eq!(games(&file), games(&whole));
    // A file of another match is refused, and stays as it is.
    let other_level = format!("{PAPAMU} --level 1");
    let before = fs::read(&file).unwrap();
    for (change, reason) in [
        (&["konane"][..], "game 1 is of another match: kanga width=5 height=5"),
        (&["--nodes", "151"], "game 1 is of another match: 150 nodes a move, not 151 nodes a move"),
        (&["--seed", "2"], "game 1 is of another match: the opening, or the seed"),
        (&["-e", PAPAMU], "game 3 is of another match: engine1 against engine2"),
        (&["-n", "28"], "game 29 is recorded, but the match has 28 games"),
        (&["-e", &other_level], "game 1 is of another match: engine2 was '"),
    ] {
        let mut terms = arguments.to_vec();
        let replaced = if change[0] == "konane" { "kanga,width=5,height=5" } else { change[0] };
        if let Some(place) = arguments.iter().position(|term| *term == replaced && *term != "-e") {
            terms.drain(place..place + change.len());
        }
        if change[1..] == [&other_level] {
            terms.drain(3..5); // the second engine
        }
        let other = run(&[&terms[..], change, &["--resume"]].concat());
        assert!(!other.status.success() && text(&other.stderr).contains(reason), "{}", text(&other.stderr));
        assert_eq!(fs::read(&file).unwrap(), before);
    }
    let twice = fs::read_to_string(&file).unwrap() + text(&before).lines().next().unwrap() + "\n";
    fs::write(&file, twice).unwrap();
    let other = run(&[&arguments[..], &["--resume"]].concat());
    assert!(text(&other.stderr).contains(" is recorded twice"), "{}", text(&other.stderr));
}

/// A last line is a record if all of it is there, with or without the end of the line; blank lines are none.
#[test]
fn records_are_read_to_the_last_that_is_whole() {
    let file = path("ends.jsonl");
    play(&["-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "4", "--records", file.to_str().unwrap()]);
    let whole: String = fs::read_to_string(&file).unwrap().split_inclusive('\n').take(3).collect();
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
        assert_eq!(checked_records(&file).len(), count, "{text}");
        let (mut opened, known) = RecordFile::open(&file, true, GAMES).unwrap();
        assert_eq!(known.len(), count, "{text}");
        opened.write(&GameRecord::read(lines[2]).unwrap()).unwrap();
        assert_eq!(checked_records(&file).len(), count + 1, "{text}");
    }
    fs::write(&file, format!("{cut}\n{}\n", lines[1])).unwrap();
    let error = RecordFile::open(&file, true, GAMES).unwrap_err().to_string();
    assert!(error.contains("ends.jsonl: line 1: not a game record: "), "{error}");
    // A file of something else is left alone.
    fs::write(&file, "notes").unwrap();
    assert!(RecordFile::open(&file, true, GAMES).is_err());
    assert_eq!(fs::read_to_string(&file).unwrap(), "notes");
}

#[test]
fn records_are_not_written_over() {
    let file = path("precious.jsonl");
    let name = file.to_str().unwrap();
    play(&["-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2", "--records", name]);
    let before = fs::read(&file).unwrap();
    let again = ["match", "-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2", "--records", name, "--resume"];
    for arguments in [&["results", name][..], &again] {
        let output = run(&[arguments, &["--pgn", name]].concat());
        assert!(!output.status.success() && text(&output.stderr).contains("holds the records"), "{output:?}");
        assert_eq!(fs::read(&file).unwrap(), before);
    }
    // A new file with two names.
    let (new, folder) = (path("twice.jsonl"), folder("matches"));
    let other = folder.join("..").join("matches").join("twice.jsonl");
    for option in ["--pgn", "--log"] {
        let files = ["--records", new.to_str().unwrap(), option, other.to_str().unwrap()];
        let output = run(&[&["match", "-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2"], &files[..]].concat());
        let told = text(&output.stderr);
        assert!(told.contains("records, or the log") || told.contains("records or for the log"), "{told}");
        assert!(!new.exists());
    }
}

#[test]
fn records_that_are_wrong_are_told() {
    let right = r#"{"game":"konane","options":"width=4 height=4","moves":["A4","A3","C4-A4"],"black":"a","white":"b","result":"W+R","reason":"Black crashed"}"#;
    let without_fault = |result: &str| right.replace(r#""W+R","reason":"Black crashed""#, &format!("\"{result}\""));
    let file = path("wrong.jsonl");
    let results = || run(&["results", file.to_str().unwrap()]);
    for (line, told) in [
        (right.replace("A3", "D1"), "move 2, D1: that stone may not be removed"),
        (without_fault("B+1"), "the result is none, not B+1"),
        (without_fault("banana"), "the result is none, not banana"),
        (without_fault("none"), "the game is not over"),
        (right.replace("W+R", "B+R"), "the result is W+R, not B+R"),
        (right.replace("Black crashed", "crashed"), "the reason begins with neither Black nor White"),
        (right.replace("konane", "chess"), "unknown game 'chess'"),
        (right.replace("width=4", "width=99"), "allowed: 4 to 16"),
        (right.replace("[\"A4\"", "[\"?\""), "move 1, ?: "),
        (right.replace("\"black\"", "\"result\":\"B+R\",\"black\""), "not a game record: duplicate field `result`"),
        ("{}".to_owned(), "not a game record: missing field `game`"),
        ("hello".to_owned(), "not a game record: invalid JSON at column 1"),
        ("{\"game\":".to_owned(), "not a game record: invalid JSON at column 8"),
        ("5".to_owned(), "not a game record: invalid type: integer `5`, expected a JSON object"),
    ] {
        // Every wrong record is told, not only the first.
        fs::write(&file, format!("{line}\n{right}\n{line}\n")).unwrap();
        let output = results();
        let errors = text(&output.stderr);
        for number in [1, 3] {
            let start = format!("wrong.jsonl: line {number}: ");
            assert!(errors.lines().any(|line| line.contains(&start) && line.contains(told)), "{told}: {errors}");
        }
        assert!(errors.ends_with("papamu: invalid game records: 2 of 3\n"), "{told}: {errors}");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
    }
    // As in a match that is continued, a last line that was cut off counts as not written.
    let cut = "wrong.jsonl: the last line is cut off and does not count\n";
    fs::write(&file, format!("{right}\n{}", &right[..40])).unwrap();
    let output = results();
    assert!(output.status.success() && text(&output.stdout).starts_with("a - b: +0 =0 -1\n"), "{output:?}");
    assert!(text(&output.stderr).ends_with(cut), "{output:?}");
    // Whatever is not the beginning of a record was not cut off.
    let garbage =
        "wrong.jsonl: line 1: not a game record: invalid JSON at column 1\npapamu: invalid game records: 1 of 1\n";
    for (content, told) in [
        ("garbage", garbage),
        ("", "wrong.jsonl: holds no game records\n"),
        ("\n \n", "wrong.jsonl: holds no game records\n"),
        (&right[..40], "wrong.jsonl: holds no game records\n"),
    ] {
        fs::write(&file, content).unwrap();
        let output = results();
        assert!(output.status.code() == Some(1) && text(&output.stderr).ends_with(told), "{content}: {output:?}");
        assert_eq!(text(&output.stderr).contains(cut), content.starts_with('{'), "{output:?}");
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn results_are_read_from_pipes() {
    let (file, folder) = (path("piped.jsonl"), folder("matches").join("piped"));
    let _ = fs::remove_dir_all(&folder);
    play(&["-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2", "--records", file.to_str().unwrap()]);
    let (records, folder) = (file.display(), folder.display());
    let piped = format!(
        "head -n 1 '{records}' | {{ tail -n 1 '{records}' | '{PAPAMU}' results /dev/fd/3 - --json --sgf '{folder}' 3<&3; }} 3<&0"
    );
    let output = Command::new("sh").args(["-c", &piped]).output().unwrap();
    assert!(output.status.success() && text(&output.stdout).contains("\"games\": 2,"), "{output:?}");
    assert!(fs::exists(format!("{folder}/3-1.sgf")).unwrap() && fs::exists(format!("{folder}/stdin-1.sgf")).unwrap());
}

/// Two records of games that are over, and what is wrong with them after a change.
#[test]
fn results_are_checked_against_the_moves() {
    let file = path("checked.jsonl");
    let name = file.to_str().unwrap();
    let arguments = ["match", "-e", PAPAMU, "-e", PAPAMU, "konane,width=4,height=4", "--nodes", "1", "-n", "2"];
    let arguments = [&arguments[..], &["--records", name]].concat();
    assert!(run(&arguments).status.success());
    let whole = fs::read_to_string(&file).unwrap();
    let second = whole.lines().nth(1).unwrap();
    let (winner, loser) = if second.contains("\"result\":\"B+1\"") { ("B+1", "W+1") } else { ("W+1", "B+1") };
    let no_end = &second[second.find("\"moves\":[").unwrap()..second.find("],").unwrap() + 2];
    let colors = &second[second.find("\"colors\":").unwrap()..second.find("\"black\":").unwrap()];
    let cut = second.replace(no_end, "\"moves\":[],").replace(colors, "");
    for (wrong, told) in [
        (second.replace(winner, loser), format!("line 2: the result is {winner}, not {loser}")),
        (second.replace(winner, "banana"), format!("line 2: the result is {winner}, not banana")),
        (second.replace(winner, "none"), format!("line 2: the result is {winner}, not none")),
        (cut.replace(winner, "none"), "line 2: the game is not over".to_owned()),
        (second.replace(no_end, "\"moves\":[],"), "line 2: 'colors' is 'b".to_owned()),
    ] {
        let first = whole.lines().next().unwrap();
        fs::write(&file, format!("{first}\n{wrong}\n")).unwrap();
        let before = fs::read(&file).unwrap();
        for output in [run(&["results", name]), run(&[&arguments[..], &["--resume"]].concat())] {
            let error = text(&output.stderr);
            assert!(
                !output.status.success() && error.contains("checked.jsonl: ") && error.contains(&told),
                "{told}: {error}"
            );
            assert_eq!(text(&output.stdout), "");
        }
        assert_eq!(fs::read(&file).unwrap(), before);
    }
}

#[test]
fn only_one_match_writes_a_file() {
    let file = path("shared.jsonl");
    let slow = ["match", "-e", PAPAMU, "-e", PAPAMU, "-n", "1000", "--time", "50", "--records", file.to_str().unwrap()];
    let mut first = Command::new(PAPAMU).args(slow).stdout(Stdio::null()).spawn().unwrap();
    // Only who has the lock writes.
    while fs::read_to_string(&file).unwrap_or_default().is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(&[&slow[..], &["--resume"]].concat());
    assert!(text(&second.stderr).contains("shared.jsonl: in use by another match"), "{}", text(&second.stderr));
    assert_eq!(second.status.code(), Some(1));
    // Whoever is killed holds no lock any more, once a process that it was starting runs a program of its own.
    first.kill().unwrap();
    first.wait().unwrap();
    let begun = Instant::now();
    while let Err(error) = RecordFile::open(&file, true, GAMES) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{error}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn records_go_into_regular_files_only() {
    let pipe = path("pipe.jsonl");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let folder = env!("CARGO_TARGET_TMPDIR");
    for place in [pipe.to_str().unwrap(), folder, "/dev/null"] {
        let output = run(&["match", "-e", PAPAMU, "-e", PAPAMU, "--resume", "--records", place]);
        let told = text(&output.stderr);
        assert!(!output.status.success() && told.contains(&format!("{place}: not a regular file")), "{told}");
    }
}

#[test]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let file = path("full.jsonl");
    // Writing beyond the largest size that a file may have fails as on a full disk.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 20; exec '{PAPAMU}' match -e '{PAPAMU}' -e '{PAPAMU}' --nodes 1 -n 50 --records '{}'",
        file.display()
    );
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let told = text(&output.stderr);
    assert!(output.status.code() == Some(1) && told.contains("full.jsonl: File too large"), "{told}");
    // What was written before is whole, and the rest can be played.
    let known = checked_records(&file);
    assert!(!known.is_empty() && known.len() < 50, "{}", known.len());
}

#[test]
fn counts_saturate() {
    let file = path("saturated.jsonl");
    play(&["-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2", "--records", file.to_str().unwrap()]);
    let mut text_of_records = String::new();
    for mut record in records(&file) {
        (record.nodes, record.millis, record.asked) = ([u64::MAX; 2], [u64::MAX; 2], [u64::MAX; 2]);
        text_of_records += &(serde_json::to_string(&record).unwrap() + "\n");
    }
    fs::write(&file, text_of_records).unwrap();
    let output = run(&["results", file.to_str().unwrap()]);
    assert!(text(&output.stdout).contains("engine1: 1 ms a move, 1 nodes"), "{}", text(&output.stdout));
}

#[test]
fn records_say_who_played_what() {
    let file = path("who.jsonl");
    let name = file.to_str().unwrap();
    let level = format!("level={PAPAMU} --level 3");
    let mute = format!(
        "mute={}",
        script("mute", "genmove) printf '= resign\\n\\n' ;;\nname|version|param) printf '? unknown command\\n\\n' ;;")
    );
    let arguments =
        ["match", "-e", &level, "-e", &mute, "kanga,width=4,height=4", "-n", "2", "--time", "50", "--records", name];
    let output = run(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for record in records(&file) {
        let [mut level, mut mute] = record.engines.clone().unwrap();
        if record.black == "mute" {
            (level, mute) = (mute, level);
        }
        assert_eq!(level.command, format!("{PAPAMU} --level 3"));
        assert_eq!((&*level.name, &*level.version), ("papamu", env!("CARGO_PKG_VERSION")));
        assert_eq!(level.settings.get("level").map(String::as_str), Some("3"), "{:?}", level.settings);
        assert!(level.settings.contains_key("seed") && level.settings.contains_key("threads"));
        assert!(mute.command.starts_with("sh ") && mute.name.is_empty() && mute.settings.is_empty(), "{mute:?}");
        let whole = "bwbwbwbwbw";
        assert_eq!(record.colors, whole[..record.moves.len()]);
    }
    // Another program under the same command line is another engine.
    let written = fs::read_to_string(&file).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&file, written.lines().next().unwrap().replace(&version, "\"version\":\"0.0.9\"") + "\n").unwrap();
    let resumed = run(&[&arguments[..], &["--resume"]].concat());
    let told = format!("level was 'papamu 0.0.9', not 'papamu {}'", env!("CARGO_PKG_VERSION"));
    assert!(text(&resumed.stderr).contains(&told), "{}", text(&resumed.stderr));
}

/// Records of before the players were noted can be read, and players that are noted must be right.
#[test]
fn older_records_are_read() {
    let older = r#"{"game":"kangaroo","options":"size=6 max_moves=4","moves":[],"black":"a","white":"b","result":"W+R","reason":"Black crashed"}"#;
    let file = path("older.jsonl");
    let name = file.to_str().unwrap();
    play(&["-e", PAPAMU, "-e", PAPAMU, "kangaroo,size=6,max_moves=4", "-n", "2", "--nodes", "1", "--records", name]);
    let mut record = records(&file).remove(0);
    let noted = std::mem::take(&mut record.colors);
    fs::write(&file, serde_json::to_string(&record).unwrap() + "\n").unwrap();
    assert_eq!(checked_records(&file)[0].colors, noted, "found out by playing");
    fs::write(&file, format!("{older}\n")).unwrap();
    assert!(run(&["results", name]).status.success());
    let wrong = r#"{"game":"konane","options":"width=4 height=4","moves":["A4","A3"],"colors":"bb","black":"a","white":"b","result":"none"}"#;
    fs::write(&file, format!("{wrong}\n")).unwrap();
    let told = text(&run(&["results", name]).stderr);
    assert!(told.contains("'colors' is 'bb', but the players of the moves are 'bw'"), "{told}");
}

#[test]
fn a_file_without_records_is_no_reason_to_refuse() {
    let file = path("nothing.jsonl");
    let name = file.to_str().unwrap();
    let output = run(&["match", "-e", PAPAMU, "-e", "/no/such/engine", "--records", name]);
    assert!(!output.status.success() && fs::read(&file).unwrap().is_empty());
    play(&["-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "2", "--records", name]);
    assert_eq!(records(&file).len(), 2);
}

#[test]
fn results_add_up_each_file_once_and_one_kind_of_games() {
    let (konane, kanga, link) = (path("kind-konane.jsonl"), path("kind-kanga.jsonl"), path("kind-link.jsonl"));
    for (game, file) in [("konane,width=4,height=4", &konane), ("kanga,width=3,height=3", &kanga)] {
        play(&["-e", PAPAMU, "-e", PAPAMU, game, "-n", "2", "--nodes", "1", "--records", file.to_str().unwrap()]);
    }
    std::os::unix::fs::symlink(&konane, &link).unwrap();
    let [konane, kanga, link] = [&konane, &kanga, &link].map(|path| path.to_str().unwrap());
    for (files, told) in [
        ([konane, konane], "are the same file"),
        ([konane, link], "are the same file"),
        ([konane, kanga], "games of konane width=4"),
    ] {
        let output = run(&[&["results"], &files[..]].concat());
        assert!(!output.status.success() && text(&output.stderr).contains(told), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn records_become_sgf() {
    let (file, folder) = (path("to-sgf.jsonl"), folder("matches").join("to-sgf"));
    let _ = fs::remove_dir_all(&folder);
    let name = file.to_str().unwrap();
    let arguments =
        ["-e", PAPAMU, "-e", PAPAMU, "kangaroo,size=6,max_moves=9", "-n", "4", "--nodes", "1", "--records", name];
    play(&arguments);
    let output = run(&["results", name, "--sgf", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut engine = Game::open("konane", "").unwrap();
    let written = fs::read_to_string(&file).unwrap();
    for (index, line) in written.lines().enumerate() {
        let record = GameRecord::read(line).unwrap();
        let text = fs::read_to_string(folder.join(format!("to-sgf-{}.sgf", index + 1))).unwrap();
        engine.load(&sgf::read(&text).unwrap(), None, "", &|| false).unwrap();
        assert_eq!(engine.name(), "kangaroo");
        assert_eq!(engine.outcome().map(|outcome| outcome.to_string()), Some(record.result));
    }
    let copy = folder.join("to-sgf.jsonl");
    fs::copy(&file, &copy).unwrap();
    let output = run(&["results", name, copy.to_str().unwrap(), "--sgf", folder.to_str().unwrap()]);
    assert!(!output.status.success() && text(&output.stderr).contains("have the same name"), "{output:?}");
}
