//! The scripts that play matches.

use std::fs;
use std::path::{Path, PathBuf};
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
    // What an engine says reaches the terminal without its control characters.
    for (name, cases) in [
        ("script-refusing", "set_game) printf '? \\033[2Jno\\n\\n' ;;"),
        ("script-forfeit", "genmove) printf '? \\033[2Jno\\n\\n' ;;"),
    ] {
        let told = text(&play(&["-n", "1", PAPAMU, &script(name, cases)]).stderr);
        assert!(told.contains("[2Jno") && !told.contains('\u{1b}'), "{name}: {told:?}");
    }
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

/// A script of the project, in an empty folder.
pub fn script_in(folder: &Path, name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)).args(arguments);
    command.current_dir(folder).env("PAPAMU", PAPAMU);
    command
}

pub fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_script_tells_its_usage_and_does_nothing_else() {
    let folder = empty_folder("usage");
    let scripts = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts")).unwrap();
    let names: Vec<String> = scripts.map(|script| script.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.len() >= 12, "{names:?}");
    for name in names.iter().filter(|name| name.ends_with(".sh")) {
        for arguments in [&["-h"][..], &["--help"], &["konane", "--help"]] {
            let output = script_in(&folder, name, arguments).env("PAPAMU", "/no/such/program").output().unwrap();
            let usage = text(&output.stdout);
            assert!(output.status.success() && output.stderr.is_empty(), "{name}: {}", text(&output.stderr));
            assert!(usage.contains(&format!("scripts/{name}")) && !usage.contains("set -eu"), "{name}: {usage}");
        }
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn gogui_is_not_started_with_a_board_that_it_cannot_draw() {
    let folder = empty_folder("gogui");
    // It shows how it would be started.
    let gogui = |arguments: &[&str]| {
        let output = script_in(&folder, "gogui.sh", arguments).env("GOGUI", "echo").output().unwrap();
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    for size in ["16x4", "6x8"] {
        let (printed, told, status) = gogui(&["konane", "--size", size]);
        assert_eq!((printed, status), (String::new(), Some(1)));
        assert!(told.contains("draws square boards and hexagons only"), "{told}");
    }
    for arguments in [&["konane", "--size", "6"][..], &["send_it"], &["kangaroo", "--time", "50"]] {
        let (printed, told, status) = gogui(arguments);
        assert_eq!((told.as_str(), status), ("", Some(0)));
        assert!(printed.contains("-computer-white -program ") && printed.contains("--refuse-losing-pass"), "{printed}");
    }
    let (_, told, status) = gogui(&["konane", "--size", "99"]);
    assert!(status == Some(1) && told.contains("allowed: 4 to 16"), "{told}");
}

/// The tool of GoGui is a script here that notes how it was started and writes a table of results.
#[test]
fn a_match_with_twogtp_is_what_was_asked_for_or_fails() {
    let folder = empty_folder("twogtp");
    let twogtp = |games: u32, status: u32, arguments: &[&str]| {
        let fake = folder.join("fake");
        let table = "printf '# comment\\n' >\"$file.dat\"; for n in $(seq $games); do printf '%s\\tB+R\\tB+R\\tB+R\\t0\\t-\\t9\\t0\\t0\\t0\\t0\\t0\\t\\n' \"$n\" >>\"$file.dat\"; done";
        let program = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" >arguments\ngames={games}\nfor word; do [ \"${{before:-}}\" = -sgffile ] && file=$word; before=$word; done\n{table}\nexit {status}\n"
        );
        fs::write(&fake, program).unwrap();
        assert!(Command::new("chmod").arg("+x").arg(&fake).status().unwrap().success());
        let output = script_in(&folder, "twogtp.sh", arguments).env("TWOGTP", &fake).output().unwrap();
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let game = "kanga,width=9,height=7,max_moves=200";
    let (printed, told, status) = twogtp(4, 0, &["-g", game, "-n", "4"]);
    assert_eq!((printed.as_str(), told.as_str(), status), (&*format!("{game}: +4 =0 -0, 0 errors\n"), "", Some(0)));
    // Both engines and the referee get the game, and the tool the number of columns.
    let arguments = fs::read_to_string(folder.join("arguments")).unwrap();
    assert_eq!(arguments.matches(&format!("--steps --game {game} ")).count(), 3, "{arguments}");
    assert!(arguments.contains("-size\n9\n"), "{arguments}");
    for (games, status) in [(3, 0), (3, 1), (4, 1)] {
        let (_, told, found) = twogtp(games, status, &["-n", "4"]);
        let expected = format!("gogui-twogtp failed (exit status {status}): {games} of 4 games were played");
        assert!(told.contains(&expected) && found == Some(1), "{told}");
    }
    let other = format!("{PAPAMU} --size 5");
    for (arguments, expected) in [
        (&["-g", "kanga", PAPAMU, &other][..], "plays 'kanga width=5 height=5"),
        (&["-g", "kanga", "true"], "true plays '', not 'kanga width=7"),
        (&["-g", "konane,width=6,height=8"], "exchange them"),
        (&["-g", "chess"], "unknown game 'chess'"),
        (&["-n", "x"], "scripts/twogtp.sh [-g GAME"),
    ] {
        let (printed, told, status) = twogtp(4, 0, arguments);
        assert!(told.contains(expected) && matches!(status, Some(1 | 2)), "{expected}: {told}");
        assert_eq!(printed, "");
    }
    let (printed, told, _) = twogtp(2, 0, &["-g", "kangaroo", "-n", "2"]);
    assert!(told.contains("kangaroo is played with max_moves=300"), "{told}");
    assert!(printed.starts_with("kangaroo,max_moves=300: +2"), "{printed}");
}

#[test]
fn the_plain_scripts_limit_kangaroo_and_say_so() {
    let folder = empty_folder("limits");
    let run = |name: &str, arguments: &[&str]| {
        let output = script_in(&folder, name, arguments).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    let said = "kangaroo is played with max_moves=300";
    assert!(run("match.sh", &["-g", "kangaroo", "-o", "size=6", "-n", "1", "-t", "2", PAPAMU, PAPAMU]).contains(said));
    assert!(
        !run("match.sh", &["-g", "kanga", "-o", "width=3 height=3", "-n", "1", "-t", "2", PAPAMU, PAPAMU])
            .contains(said)
    );
    assert!(run("selfplay.sh", &["kangaroo", "2", "size=6"]).contains(said));
    assert!(!run("selfplay.sh", &["kangaroo", "2", "size=6", "max_moves=4"]).contains(said));
}
