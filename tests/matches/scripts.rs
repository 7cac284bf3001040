//! The scripts that play matches.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{PAPAMU, path, play, records, script, text};

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
