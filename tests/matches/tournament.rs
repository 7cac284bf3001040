//! `scripts/tournament.sh`: parts that fail, machines that fail, and interruptions lose nothing that was finished.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use crate::machine::wait_until;
use crate::scripts::{empty_folder, script_in};
use crate::{PAPAMU, text};

/// A tournament of parts with two short games each.
struct Tournament {
    folder: PathBuf,
    /// The program that plays the parts.
    papamu: PathBuf,
}

impl Tournament {
    /// None without GNU parallel.
    fn new(name: &str) -> Option<Self> {
        if !Command::new("sh").args(["-c", "command -v parallel"]).output().unwrap().status.success() {
            assert!(std::env::var_os("LONG_TESTS").is_none(), "GNU parallel is not on the path");
            println!("skipped: GNU parallel is not on the path");
            return None;
        }
        Some(Self { folder: empty_folder(name), papamu: PAPAMU.into() })
    }

    fn command(&self, script_options: &[&str], match_options: &[&str]) -> Command {
        let (one, two) = (format!("one={PAPAMU}"), format!("two='{PAPAMU}' --hash 1"));
        let engines = ["-d", "games", "--", "-e", &one, "-e", &two];
        let game = ["kanga,width=4,height=4", "-n", "2", "--nodes", "20"];
        let mut command =
            script_in(&self.folder, "tournament.sh", &[script_options, &engines, &game[..], match_options].concat());
        command.env("PAPAMU", &self.papamu);
        command
    }

    fn play(&self, script_options: &[&str]) -> Output {
        self.command(script_options, &[]).output().unwrap()
    }

    /// Plays, and expects that all parts are complete.
    fn complete(&self, script_options: &[&str], games: u32) {
        let output = self.play(script_options);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let printed = text(&output.stdout);
        assert!(printed.starts_with(&format!("{games} games are right\none - two: ")), "{printed}");
    }

    /// A shell script in the folder.
    fn program(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// papamu, but for what this does first to a match.
    fn papamu_but(&self, first: &str) -> PathBuf {
        self.program("papamu", &format!("[ \"$1\" != match ] || {{\n{first}\n}}\nexec '{PAPAMU}' \"$@\""))
    }

    fn part(&self, number: u32) -> PathBuf {
        self.folder.join(format!("games/{number}.jsonl"))
    }

    /// What is in the folder of the tournament.
    fn files(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder.join("games")).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn a_tournament_is_spread_and_added_up() {
    let Some(tournament) = Tournament::new("tournament") else { return };
    tournament.complete(&["-p", "3"], 6);
    // A part that is missing is played again, and only that.
    let kept = modified(&tournament.part(1));
    fs::remove_file(tournament.part(2)).unwrap();
    tournament.complete(&["-p", "3"], 6);
    assert_eq!(modified(&tournament.part(1)), kept);
    tournament.complete(&["-p", "4", "-j", "1"], 8);
}

#[test]
fn a_part_that_fails_is_reported_and_loses_no_other() {
    let Some(mut tournament) = Tournament::new("tournament-fails") else { return };
    tournament.papamu = tournament.papamu_but("case \"$* \" in *'--seed 2 '*) echo no such luck >&2; exit 7 ;; esac");
    let output = tournament.play(&["-p", "3"]);
    let (printed, told) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(printed.starts_with("4 games are right\none - two: "), "{printed}");
    assert!(told.contains("part 2: no such luck"), "{told}");
    assert!(told.contains("1 of 3 parts are not complete: 2; to play them, run the same command again"), "{told}");
    assert_eq!(tournament.files(), ["1.jsonl", "3.jsonl", "options"]);
    let kept = modified(&tournament.part(3));
    tournament.papamu = PAPAMU.into();
    tournament.complete(&["-p", "3"], 6);
    assert_eq!(modified(&tournament.part(3)), kept);
    // Where nothing is played, there are no results.
    fs::remove_dir_all(tournament.folder.join("games")).unwrap();
    tournament.papamu = tournament.papamu_but("exit 7");
    let output = tournament.play(&[]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
}

/// The machines are programs in place of `ssh`; GNU parallel gives them the host, `--` and the command.
#[test]
fn a_machine_that_fails_loses_nothing() {
    let Some(tournament) = Tournament::new("tournament-machines") else { return };
    let dead = tournament.program("dead", "echo no route to host >&2; exit 255");
    // The connection breaks within a part: 100 bytes are less than a record.
    let breaks = tournament.program("breaks", ">>broken; shift 2; sh -c \"$*\" | head -c 100; exit 255");
    let (dead, breaks) = (format!("1/{} host", dead.display()), format!("1/{} host", breaks.display()));
    tournament.complete(&["-p", "4", "-j", "1", "-S", &format!(":,{dead},{breaks}")], 8);
    assert!(tournament.folder.join("broken").exists(), "a part was tried there");
    fs::remove_file(tournament.part(1)).unwrap();
    for (machine, reason) in [(&dead, "part 1: no route to host"), (&breaks, "1 of 4 parts are not complete: 1;")] {
        let output = tournament.play(&["-p", "4", "-S", machine]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stdout).starts_with("6 games are right"), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
    tournament.complete(&["-p", "4"], 8);
}

#[test]
fn an_interruption_keeps_what_is_finished() {
    let Some(mut tournament) = Tournament::new("tournament-interrupted") else { return };
    let finished = |tournament: &Tournament| {
        let new = tournament.folder.join("games/new/1");
        fs::read_to_string(new).is_ok_and(|part| part.ends_with("\nend\n"))
    };
    for (signal, status) in [("-INT", Some(130)), ("-TERM", Some(143)), ("-KILL", None)] {
        let _ = fs::remove_dir_all(tournament.folder.join("games"));
        // The second part waits until the file is away, a minute at most: nothing is left behind, whatever the signal ends.
        let waits = tournament.folder.join("waits");
        fs::write(&waits, "").unwrap();
        tournament.papamu = tournament.papamu_but(&format!(
            "case \"$* \" in *'--seed 2 '*) for _ in $(seq 600); do [ -e '{}' ] && sleep 0.1; done; exit 7 ;; esac",
            waits.display()
        ));
        let mut first = tournament.command(&[], &[]).stderr(Stdio::piped()).spawn().unwrap();
        wait_until(|| finished(&tournament));
        let second = tournament.play(&[]);
        assert_eq!(second.status.code(), Some(2));
        assert!(text(&second.stderr).contains("games is in use by process"), "{}", text(&second.stderr));
        assert!(Command::new("kill").args([signal, &first.id().to_string()]).status().unwrap().success());
        assert_eq!(first.wait().unwrap().code(), status);
        if status.is_some() {
            assert_eq!(tournament.files(), ["1.jsonl", "options"]);
        }
        fs::remove_file(&waits).unwrap();
        // The first part is not played again: here it could not be.
        tournament.papamu = tournament.papamu_but("case \"$* \" in *'--seed 1 '*) exit 7 ;; esac");
        tournament.complete(&[], 4);
    }
}

#[test]
fn a_folder_holds_one_tournament() {
    let Some(tournament) = Tournament::new("tournament-options") else { return };
    tournament.complete(&[], 4);
    let kept = tournament.files();
    let refused = |options: &[&str], expected: &str| {
        let output = tournament.command(&[], options).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    };
    refused(
        &["--random", "6"],
        "games has parts with other options; choose another folder with -d, or repeat: '-e' 'one=",
    );
    assert_eq!(tournament.files(), kept);
    fs::remove_file(tournament.folder.join("games/options")).unwrap();
    refused(&[], "1.jsonl is of a tournament whose options are unknown");
    for wrong in [["-p", "0"], ["-j", "x"]] {
        let output = tournament.play(&wrong);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("not a positive number"), "{}", text(&output.stderr));
    }
}
