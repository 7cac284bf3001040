//! Matches: the referee, engines that misbehave, records, and what is made of the results.
#![cfg(unix)] // the engines that misbehave are shell scripts

mod engines;
mod faults;
mod machine;
mod record_files;
mod scripts;
mod statistics;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use papamu::matches::{Fault, GameRecord, read_lines};
use papamu::registry::GAMES;

use crate::common::folder;

const PAPAMU: &str = env!("CARGO_BIN_EXE_papamu");

/// A path for a file of one test, where there is none yet.
fn path(name: &str) -> PathBuf {
    let path = folder("matches").join(name);
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

/// The records, each checked by playing the game again.
fn checked_records(path: &Path) -> Vec<GameRecord> {
    read_lines(&fs::read(path).unwrap(), GAMES).0.into_iter().map(|(_, record)| record.unwrap()).collect()
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

/// Plays a match against an engine that answers as the cases say, and checks that it forfeits every game for the reason.
fn misbehaves(name: &str, cases: &str, reason: &str) {
    let file = path(&format!("{name}.jsonl"));
    let (good, bad) = (format!("good={PAPAMU}"), format!("bad={}", script(name, cases)));
    let begun = Instant::now();
    // A busy machine holds the good one up, so only the bad one has a time, where it must have one.
    let times = match reason {
        "late by" | "late, no reply" => ["--set", "bad,time=50", "--margin", "2000"],
        _ => ["--timeout", "60000", "--margin", "100"],
    };
    let engines = ["match", "-e", &good, "-e", &bad, "konane", "-n", "4", "--records", file.to_str().unwrap()];
    let output = run(&[&engines[..], &times, &["--nodes", "1", "--random", "0"]].concat());
    let (printed, told) = (text(&output.stdout), text(&output.stderr));
    assert!(begun.elapsed() < Duration::from_secs(60), "{name} holds the match up");
    let records = records(&file);
    assert_eq!(records.len(), 4, "{name}: {printed} {told}");
    for record in &records {
        let side = ["Black", "White"][usize::from(record.white == "bad")];
        let found = record.reason.as_deref().unwrap_or_default();
        assert!(found.starts_with(&format!("{side} {reason}")), "{name}: {found:?}");
        if let Some((_, late)) = found.split_once("late by ") {
            let late: u64 = late.split(' ').next().unwrap().parse().unwrap();
            let taken = record.millis[usize::from(record.white == "bad")];
            assert!(late + 50 <= taken + 1, "{name}: {found}, it has taken {taken} ms");
        }
        let winner = if side == "Black" { "W+R" } else { "B+R" };
        assert_eq!(record.result, winner, "{name}");
        record.replay(GAMES).unwrap();
    }
    assert!(printed.starts_with("good - bad: +4 =0 -0\n"), "{name}: {printed}");
    let kind = Fault::KINDS.into_iter().find(|kind| reason.starts_with(kind)).unwrap();
    assert!(printed.contains(&format!("bad forfeited 4 of 4 games: 4 {kind}\n")), "{name}: {printed}");
    assert!(printed.contains("warning: 4 of 4 games were forfeited"), "{name}: {printed}");
    // Only these ever make a move that counts.
    let could_play = name == "refusing-play" || name == "busy";
    assert_eq!(output.status.success(), could_play, "{name}");
    assert_eq!(told.ends_with("papamu: could not play at all: bad\n"), !could_play, "{name}: {told}");
    assert!(told.contains(&format!("papamu: game 1 of 4: good - bad B+R, White {reason}")), "{name}: {told}");
}

#[test]
fn engines_that_misbehave_lose_and_the_match_goes_on() {
    let engines = [
        ("illegal", "genmove) printf '= Z9\\n\\n' ;;", "illegal move Z9"),
        ("nonsense", "genmove) printf '= what?\\n\\n' ;;", "illegal move what?"),
        ("empty", "genmove) printf '=\\n\\n' ;;", "malformed reply"),
        ("two-words", "genmove) printf '= D5 C5\\n\\n' ;;", "malformed reply: D5 C5"),
        ("refusing", "genmove) printf '? no idea\\n\\n' ;;", "refused 'genmove"),
        ("refusing-play", "play) printf '? no such move\\n\\n' ;;\ngenmove) printf '= D5\\n\\n' ;;", "refused 'play"),
        ("garbage", "genmove) echo hello; echo ;;", "malformed reply: hello"),
        ("flood", "genmove) exec yes ;;", "malformed reply: y"),
        ("endless", "genmove) printf '= '; exec tr '\\0' 'x' </dev/zero ;;", "malformed reply: it does not end"),
        ("crashing", "genmove) exit 3 ;;", "crashed"),
        ("dead", "set_game) exit ;;", "crashed"),
        ("silent", "genmove) exec sleep 1000 ;;", "late, no reply"),
        (
            "late",
            "genmove) sleep 2.2; case $rest in b*) printf '= D5\\n\\n' ;; *) printf '= C5\\n\\n' ;; esac ;;",
            "late by",
        ),
        ("ignorant", "set_game) printf '? unknown command\\n\\n' ;;", "refused 'set_game"),
        // What it does while it is told the opponent's move counts as its own time.
        ("busy", "play) sleep 2.2; printf '=\\n\\n' ;;\ngenmove) printf '= D5\\n\\n' ;;", "late by"),
        (
            "banner",
            "set_game) printf 'Welcome!\\n=\\n\\n' ;;",
            "malformed reply, a banner before the first reply: Welcome!",
        ),
        ("hasty", "set_game) printf '=\\n\\n= D5\\n\\n'; sleep 0.2 ;;", "unexpected reply: = D5"),
        // Many replies at once: one by one, an early reply can be taken for the answer to the next command.
        ("flooding", "set_game) exec yes '= resign\n' ;;", "unexpected reply: = resign"),
    ];
    thread::scope(|scope| {
        for (name, cases, reason) in engines {
            scope.spawn(move || misbehaves(name, cases, reason));
        }
    });
    // Without an engine that can be started there is no match.
    let output = run(&["match", "-e", PAPAMU, "-e", "/no/such/engine", "-n", "2", "--time", "20"]);
    let told = text(&output.stderr);
    assert!(!output.status.success() && told.contains("engine2 cannot be started: /no/such/engine: "), "{told}");
    assert_eq!(text(&output.stdout), "");
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
            games.push(records);
        }
        assert_eq!(games[0], games[1], "{game}");
    }
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
    let output = run(&["match", "-e", PAPAMU, "-e", PAPAMU, "--pgn", "/nowhere/at/all"]);
    assert!(!output.status.success() && text(&output.stderr).contains("/nowhere/at/all"), "{output:?}");
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
    let (games, file) = (path("games.pgn"), path("decided.jsonl"));
    let (strong, weak) =
        (format!("strong={PAPAMU}"), format!("weak={}", script("decided", "genmove) printf '= resign\\n\\n' ;;")));
    let arguments = ["-e", &strong, "-e", &weak, "konane,width=4,height=4", "-n", "1000", "--nodes", "1"];
    let files = ["--records", file.to_str().unwrap(), "--pgn", games.to_str().unwrap()];
    let test = ["--sprt", "elo0=0", "elo1=100"];
    let printed = play(&[&arguments[..], &files, &test, &["-c", "3"]].concat());
    assert!(printed.contains("H1 accepted"), "{printed}");
    let played = fs::read_to_string(&games).unwrap().matches("[Result ").count();
    let written = fs::read_to_string(&file).unwrap();
    assert!((4..1000).contains(&played) && written.lines().count() == played, "{played} games");
    // The last record has the decision.
    let decisions: Vec<_> = written.lines().map(|line| GameRecord::read(line).unwrap().sprt).collect();
    let (last, before) = decisions.split_last().unwrap();
    let decision = last.unwrap();
    assert!(before.iter().all(Option::is_none));
    let line = format!("SPRT elo0=0 elo1=100: LLR {:.2}, bounds -2.94 and 2.94, H1 accepted\n", decision.llr);
    assert!(printed.ends_with(&line), "{printed}");
    // It stays, with the test and without it, and no game is played any more.
    for test in [&test[..], &[]] {
        let resumed = run(&[&["match"], &arguments[..], &files, test, &["--resume"]].concat());
        let told = text(&resumed.stderr);
        assert!(resumed.status.success(), "{told}");
        assert!(told.contains("the match is decided: H1 was accepted; no game is played"), "{told}");
        assert!(text(&resumed.stdout).contains("H1 accepted"), "{}", text(&resumed.stdout));
        assert_eq!(fs::read_to_string(&file).unwrap(), written);
    }
    let results = run(&["results", file.to_str().unwrap()]);
    assert!(text(&results.stdout).contains("H1 accepted"), "{results:?}");
    let other = run(&[&["match"], &arguments[..], &files, &["--sprt", "elo0=0", "elo1=50", "--resume"]].concat());
    let told = text(&other.stderr);
    assert!(
        told.contains("it was decided by --sprt elo0=0 elo1=100 alpha=0.05 beta=0.05, not --sprt elo0=0 elo1=50"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), written);
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

/// With the same seed, matches that start elsewhere share an order.
#[test]
fn openings_are_played_in_the_order_given() {
    let lines = ["D5", "D5 C5", "D5 D6", "D5 E5", "D5 D4"];
    let (openings, file) = (path("ordered.txt"), path("ordered.jsonl"));
    fs::write(&openings, format!("\u{feff}{}\n", lines.join("\n# a comment\n"))).unwrap();
    let match_of = ["match", "-e", PAPAMU, "-e", PAPAMU, "--nodes", "1", "-n", "10"];
    let from_file = ["--openings", openings.to_str().unwrap(), "--records", file.to_str().unwrap()];
    for (choice, order) in [
        (&[][..], [1, 2, 3, 4, 5]),
        (&["--seed", "2", "--start", "3"], [3, 4, 5, 1, 2]),
        (&["--order", "random"], [3, 5, 1, 4, 2]),
        (&["--order", "random", "--start", "5"], [2, 3, 5, 1, 4]),
        (&["--order", "random", "--seed", "2"], [4, 5, 3, 1, 2]),
    ] {
        let _ = fs::remove_file(&file);
        let output = run(&[&match_of[..], &from_file, choice].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let opening = |record: &GameRecord| record.moves[..record.opening].join(" ");
        let played: Vec<_> = records(&file).iter().step_by(2).map(opening).collect();
        assert_eq!(played, order.map(|number| lines[number - 1]), "{choice:?}");
    }
    for (arguments, told) in [
        (&["--openings", openings.to_str().unwrap(), "--start", "6"][..], "ordered.txt is number 5"),
        (&["--start", "2"], "--openings"),
        (&["--order", "random"], "--openings"),
    ] {
        let output = run(&[&match_of[..], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains(told), "{told}: {}", text(&output.stderr));
    }
}

#[test]
fn arguments_that_make_no_match_are_told() {
    for (arguments, told) in [
        (&["-e", PAPAMU][..], "two engines"),
        (&["-e", "a=x", "-e", "a=y"], "two engines are called a"),
        (&["-e", PAPAMU, "-e", PAPAMU, "chess"], "unknown game 'chess'"),
        (&["-e", PAPAMU, "-e", PAPAMU, "kanga,width=1"], "allowed: 3 to 19"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo0=5", "elo1=0"], "elo0 must be less than elo1"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo=5"], "has no 'elo'"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "kanga"], "put the game or the files before --sprt"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "kanga,width=5"], "put the game or the files before --sprt"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo0=nan"], "elo0 must be less than elo1, both within ±2000"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo1=inf"], "elo0 must be less than elo1, both within ±2000"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo0=-infinity"], "elo0 must be less than elo1, both within ±2000"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "alpha=NaN"], "alpha and beta between 0 and 0.5"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "elo1=3000"], "both within ±2000"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--sprt", "beta=0.5"], "alpha and beta between 0 and 0.5"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--clock", "fast"], "not a number of seconds"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--clock", "1+-1"], "'-1' is not a number of seconds from 0 to 1000000000"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--clock", "1e19+1e19"], "'1e19' is not a number of seconds"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--clock", "1+1", "--nodes", "5"], "cannot be used with"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--set", "c,time=5"], "no engine is called 'c'; there are engine1, engine2"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--set", "engine1"], "give NAME,KEY=VALUE"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--set", "engine1,fast"], "'fast' is not KEY=VALUE"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--set", "engine1,nodes=0"], "nodes needs a number from 1"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--set", "engine1,time=5,nodes=5"], "one of time, clock and nodes"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--resume"], "--records"),
        (&["-e", PAPAMU, "-e", PAPAMU, "-n", "0"], "0 is not in 1.."),
        (&["-e", PAPAMU, "-e", PAPAMU, "-c", "0"], "0 is not in 1.."),
        (&["-e", PAPAMU, "-e", PAPAMU, "--time", "0"], "invalid value '0' for '--time <MS>': 0 is not in 1.."),
        (&["-e", PAPAMU, "-e", PAPAMU, "--size", "8x"], "8x' for '--size <N>': a number, or columns x rows"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--size", "3"], "allowed: 4 to 16"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--level", "3"], "unexpected argument '--level'"),
        (&["-e", PAPAMU, "-e", PAPAMU, "--position", "8/8"], "unexpected argument '--position'"),
    ] {
        let output = run(&[&["match"], arguments].concat());
        assert!(!output.status.success() && text(&output.stderr).contains(told), "{told}: {}", text(&output.stderr));
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

#[test]
fn what_the_user_did_not_ask_for_is_said() {
    let match_of = |game: &str, games: &str| {
        let output = run(&["match", "-e", PAPAMU, "-e", PAPAMU, game, "-n", games, "--nodes", "1", "--random", "0"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (printed, told) = match_of("kanga,width=3,height=3", "3");
    assert!(told.contains("4 games are played, because each opening is played twice"), "{told}");
    assert!(printed.contains("as Black +") && !printed.contains("forfeit"), "{printed}");
    let said = "kangaroo is played with max_moves=300; max_moves=0 removes the limit";
    assert!(match_of("kangaroo,size=6", "2").1.contains(said));
    assert!(!match_of("kangaroo,size=6,max_moves=9", "2").1.contains("max_moves"));
}

/// Won by one side, the match bounds the difference on one side only.
#[test]
fn numbers_that_do_not_exist_are_not_printed() {
    let quitter = format!("quitter={}", script("quitter-elo", "genmove) printf '= resign\\n\\n' ;;"));
    let arguments = ["-e", &format!("good={PAPAMU}"), "-e", &quitter, "-n", "20", "--nodes", "1"];
    let printed = play(&arguments);
    assert!(printed.contains("score 100.0 %, Elo n/a (95 %: +140 to n/a), superior with"), "{printed}");
    let json: serde_json::Value = serde_json::from_str(&play(&[&arguments[..], &["--json"]].concat())).unwrap();
    let row = &json["pairings"][0];
    assert!(row["elo"].is_null() && row["elo_high"].is_null() && row["elo_low"].is_f64(), "{row}");
}

#[test]
fn more_than_two_engines_get_a_cross_table_and_joint_ratings() {
    let quitter = format!("quitter={}", script("quitter-three", "genmove) printf '= resign\\n\\n' ;;"));
    let engines = ["-e", &format!("one={PAPAMU}"), "-e", &quitter, "-e", &format!("two={PAPAMU} --seed 2")];
    let arguments = [&engines[..], &["kanga,width=4,height=4", "-n", "8", "--nodes", "3", "--random", "2"]].concat();
    let printed = play(&arguments);
    let table: Vec<Vec<&str>> = printed
        .lines()
        .skip_while(|line| !line.trim().starts_with("Elo"))
        .map(|line| line.split_whitespace().collect())
        .take(4)
        .collect();
    assert_eq!(table[0], ["Elo", "95", "%", "points", "1", "2", "3"], "{printed}");
    // The one that resigns has lost all: it has no rating, and the others are rated by their own games.
    assert_eq!(table[3], ["3", "quitter", "n/a", "n/a", "0/16", "0/8", "0/8", "-"], "{printed}");
    assert!(printed.contains("\nn/a: a rating needs points both won and lost "), "{printed}");
    let json: serde_json::Value = serde_json::from_str(&play(&[&arguments[..], &["--json"]].concat())).unwrap();
    let rating = |index: usize| &json["engines"][index]["rating"];
    let sum = rating(0)["elo"].as_f64().unwrap() + rating(2)["elo"].as_f64().unwrap();
    assert!(sum.abs() < 1e-6 && rating(1).is_null(), "{json}");
    assert!(rating(0)["elo_low"].as_f64().unwrap() < rating(0)["elo_high"].as_f64().unwrap(), "{json}");
}

/// The names of all fields of an object and of those in it, except where names of faults or settings stand as keys.
fn fields(value: &serde_json::Value, names: &mut std::collections::BTreeSet<String>) {
    match value {
        serde_json::Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                if name != "forfeits" && name != "settings" {
                    fields(value, names);
                }
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_json_is_documented() {
    let file = path("fields.jsonl");
    let engines: Vec<String> = ["a", "b", "c"].map(|name| format!("{name}={PAPAMU}")).into();
    let mut arguments = vec!["konane,width=4,height=4", "-n", "2", "--nodes", "9", "--json"];
    engines.iter().for_each(|engine| arguments.extend(["-e", engine]));
    arguments.extend(["--set", "b,level=3", "--records", file.to_str().unwrap(), "--sprt", "elo0=0", "elo1=20"]);
    let table = play(&arguments);
    let mut names = std::collections::BTreeSet::new();
    fields(&serde_json::from_str(&table).unwrap(), &mut names);
    assert!(names.contains("rating") && names.contains("llr"), "{names:?}");
    let decided = r#","sprt":{"elo0":0,"elo1":20,"alpha":0.05,"beta":0.05,"llr":3,"accepted":"H1"}}"#;
    let (first, _) = text(&fs::read(&file).unwrap())
        .split_once("}\n")
        .map(|(line, rest)| (line.to_owned(), rest.to_owned()))
        .unwrap();
    GameRecord::read(&format!("{first}{decided}")).unwrap();
    for line in fs::read_to_string(&file).unwrap().lines().chain([&*format!("{first}{decided}")]) {
        fields(&serde_json::from_str(line).unwrap(), &mut names);
    }
    let page = fs::read_to_string("docs/matches.md").unwrap();
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "docs/matches.md does not describe {name}");
    }
}
