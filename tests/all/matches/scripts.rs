//! The scripts, and the players to compare with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use papamu::matches::GameRecord;

use super::{PAPAMU, path, play, records, text};
use crate::common::folder;

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
        for player in ["alphabeta", "uct", "oneply", "captures", "random"] {
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

/// docs/strength.md has the numbers. With a node limit and fixed seeds, the games are the same in each run.
#[test]
fn level_1_is_weaker_than_a_player_who_looks_one_ply_ahead_and_stronger_than_chance() {
    let plain = Path::new(PAPAMU).with_file_name("examples").join("plain");
    if !plain.exists() {
        eprintln!("skipped: `cargo test` builds benches/plain, this run has not");
        return;
    }
    for (game, player) in [("konane", "oneply"), ("kanga", "captures"), ("kangaroo", "oneply")] {
        let score = |player: &str| {
            let records_file = path(&format!("level-{game}-{player}.jsonl"));
            let level = format!("level={PAPAMU} --level 1");
            let other = format!("plain='{}' {player}", plain.display());
            let file = records_file.to_str().unwrap();
            play(&["-e", &level, "-e", &other, game, "-n", "20", "--nodes", "1000", "--records", file]);
            let won = |record: &&GameRecord| (record.result.starts_with('B')) == (record.black == "level");
            records(&records_file).iter().filter(|record| record.result != "0").filter(won).count()
        };
        let [against_player, against_chance] = [score(player), score("random")];
        assert!(against_player <= 10, "{game}: {against_player} of 20 against {player}");
        assert!(against_chance >= 15, "{game}: {against_chance} of 20 against random play");
    }
}

#[test]
fn the_script_of_threads_compares_times_to_the_same_depth() {
    let speedup = |arguments: &[&str], engine: &str| {
        // The engine is the shell, and runs the file that has the name of the command.
        let folder = folder("matches").join("speedup");
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
    let expected = "kanga: 4.00 times faster (standard error 0 %, 3 positions)\n\
        send_it: 4.00 times faster (standard error 0 %, 3 positions)\n";
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
    let folder = folder("matches").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_script_tells_its_usage_and_does_nothing_else() {
    let folder = empty_folder("usage");
    let scripts = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts")).unwrap();
    let names: Vec<String> = scripts.map(|script| script.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name == "gogui.sh"), "{names:?}");
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
        assert!(told.contains("draws only square boards and hexagons"), "{told}");
    }
    for arguments in [&["konane", "--size", "6"][..], &["send_it"], &["kangaroo", "--time", "50"]] {
        let (printed, told, status) = gogui(arguments);
        assert_eq!((told.as_str(), status), ("", Some(0)));
        assert!(printed.contains("-computer-white -program ") && printed.contains("--refuse-losing-pass"), "{printed}");
    }
    let (_, told, status) = gogui(&["konane", "--size", "99"]);
    assert!(status == Some(1) && told.contains("allowed: 4 to 16"), "{told}");
}
