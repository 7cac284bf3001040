//! Engines of other makers: what they need not understand, and games whose result is proven.

use std::fs;

use papamu::matches::GameRecord;
use papamu::registry::GAMES;

use super::{PAPAMU, path, play, records, run, script, text};
use crate::common::folder;

/// An engine that resigns, and refuses every command but the five that the referee needs and those of the cases.
fn minimal(name: &str, cases: &str) -> String {
    let needed = "set_game|set_position|play) printf '=\\n\\n' ;;\ngenmove) printf '= resign\\n\\n' ;;\nquit) exit ;;";
    script(name, &format!("{cases}\n{needed}\n*) printf '? unknown command\\n\\n' ;;"))
}

/// Plays two games of papamu against an engine, and returns the records and the log.
fn against(name: &str, engine: &str, arguments: &[&str]) -> (Vec<GameRecord>, String) {
    let (file, log) = (path(&format!("{name}.jsonl")), path(&format!("{name}.log")));
    let (good, other) = (format!("good={PAPAMU}"), format!("other={engine}"));
    let files = ["--records", file.to_str().unwrap(), "--log", log.to_str().unwrap()];
    play(&[&["-e", &good, "-e", &other, "-n", "2", "--margin", "2000"], arguments, &files].concat());
    let records = records(&file);
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record.reason, None, "{name}");
        record.clone().checked(GAMES).unwrap();
    }
    (records, fs::read_to_string(log).unwrap())
}

/// Whether the log says that these lines were sent to `other`, in this order.
fn were_sent(log: &str, lines: &[&str]) -> bool {
    let sent = log.lines().filter(|line| line.contains(" other(")).filter_map(|line| line.split_once(" > "));
    let mut sent = sent.map(|(_, line)| line);
    lines.iter().all(|line| sent.any(|found| found == *line))
}

#[test]
fn five_commands_are_enough_with_every_time_control() {
    let engine = minimal("minimal", "");
    for (number, (time, sent)) in [
        (["--clock", "10+0.1"], &["time_settings 10 0 0", "time_left b 10 0", "genmove b"][..]),
        (["--clock", "10"], &["time_settings 10 0 0", "time_left b 10 0", "genmove b"]),
        (["--clock", "0+2.5"], &["time_settings 0 2.5 1", "time_left b 2.5 0", "time_left b 2 0", "genmove b"]),
        (["--time", "50"], &["time_settings 0 0.05 1", "time_left b 0.05 1", "genmove b"]),
    ]
    .into_iter()
    .enumerate()
    {
        let (_, log) = against(&format!("minimal-{number}"), &engine, &time);
        assert!(were_sent(&log, sent), "{time:?}: {log}");
    }
}

#[test]
fn an_increment_is_told_to_engines_that_understand_it() {
    let kata = "list_commands) printf '= genmove\\nkata-time_settings\\n\\n' ;;";
    let known = "known_command) case $rest in kata-time_settings*) printf '= true\\n\\n' ;; *) printf '= false\\n\\n' ;; esac ;;";
    let (told, untold) = ("kata-time_settings) printf '=\\n\\n' ;;", "");
    let fischer = ["kata-time_settings fischer 10 0.5", "time_left b 10 0", "genmove b"];
    for (name, cases, sent) in [
        ("listed", format!("{kata}\n{told}"), &fischer[..]),
        ("known", format!("{known}\n{told}"), &fischer),
        ("listed-and-refused", format!("{kata}\n{untold}"), &["time_settings 10 0 0", "time_left b 10 0", "genmove b"]),
    ] {
        let (_, log) = against(name, &minimal(name, &cases), &["--clock", "10+0.5"]);
        assert!(were_sent(&log, sent), "{name}: {log}");
    }
    // papamu is one of them.
    let (_, log) = against("own", PAPAMU, &["kanga,width=4,height=4", "--clock", "10+0.1", "--random", "0"]);
    assert!(were_sent(&log, &["kata-time_settings fischer 10 0.1", "time_left b 10 0", "genmove b"]), "{log}");
    // Without an increment, standard GTP says all.
    let engine = minimal("no-increment", &format!("{kata}\n{told}"));
    let (_, log) = against("no-increment", &engine, &["--clock", "10"]);
    assert!(were_sent(&log, &["time_settings 10 0 0", "genmove b"]) && !log.contains("fischer"), "{log}");
}

#[test]
fn engines_that_read_whole_seconds_are_told_those() {
    let whole = "time_settings|time_left) case $rest in *.*) printf '? no\\n\\n' ;; *) printf '=\\n\\n' ;; esac ;;";
    let (_, log) = against("whole-seconds", &minimal("whole-seconds", whole), &["--clock", "7.5+0.1"]);
    assert!(were_sent(&log, &["time_settings 7 0 0", "time_left b 7.5 0", "time_left b 7 0", "genmove b"]), "{log}");
}

#[test]
fn an_engine_can_have_limits_and_settings_of_its_own() {
    let engine = minimal("own-limits", "param) printf '=\\n\\n' ;;");
    let own = ["--time", "50", "--set", "other,nodes=7,level=3"];
    let (records, log) = against("own-limits", &engine, &own);
    assert!(were_sent(&log, &["param nodes 7", "param level 3", "genmove b"]), "{log}");
    let sent = |engine: &str, line: &str| log.lines().any(|sent| sent.contains(engine) && sent.contains(line));
    assert!(sent(" good(", "> param move_time_ms 50") && !sent(" other(", "move_time_ms"), "{log}");
    assert!(!sent(" good(", "> param level"), "{log}");
    for record in &records {
        let limits = record.engines.as_ref().unwrap().each_ref().map(|engine| engine.limits.as_str());
        let [good, other] = if record.black == "good" { limits } else { [limits[1], limits[0]] };
        assert_eq!((record.time.as_deref(), good, other), (Some("50 ms a move"), "", "7 nodes a move, level=3"));
    }
    // Games with other limits are another match.
    let file = folder("matches").join("own-limits.jsonl");
    let (good, other) = (format!("good={PAPAMU}"), format!("other={engine}"));
    let again = ["match", "-e", &good, "-e", &other, "-n", "2", "--time", "50", "--resume", "--records"];
    let told = text(&run(&[&again[..], &[file.to_str().unwrap()]].concat()).stderr);
    let difference = format!("other was '{engine}, 7 nodes a move, level=3', not '{engine}'");
    assert!(told.contains(&difference), "{told}");
    // A setting that the engine does not have ends the match before the first game.
    let refusing = format!("other={}", minimal("no-settings", ""));
    let output = run(&["match", "-e", &good, "-e", &refusing, "-n", "2", "--set", "other,level=3"]);
    let told = text(&output.stderr);
    assert_eq!(
        (output.status.code(), told.as_str()),
        (Some(1), "papamu: other refused 'param level 3': unknown command\n")
    );
}

#[test]
fn a_proven_game_is_ended() {
    let file = path("proven.jsonl");
    let name = file.to_str().unwrap();
    let board = ["kanga,width=3,height=3", "-n", "2", "--nodes", "1", "--random", "0"];
    let printed = play(&[&["-e", PAPAMU, "-e", PAPAMU, "--prove", "60", "--records", name], &board[..]].concat());
    assert!(!printed.contains("forfeit"), "{printed}");
    let records = records(&file);
    for record in &records {
        // Black wins on 3x3, as docs/solved.md says.
        let found = (record.result.as_str(), record.adjudication.as_deref(), record.moves.len());
        assert_eq!(found, ("B+R", Some("proven"), 0));
        record.clone().checked(GAMES).unwrap();
    }
    assert!(run(&["results", name]).status.success());
    // A match without the rule is another one.
    let output = run(&[&["match", "-e", PAPAMU, "-e", PAPAMU, "--records", name, "--resume"], &board[..]].concat());
    let told = text(&output.stderr);
    assert!(told.contains("game 1 is of another match: ended early by the rule 'proven'"), "{told}");
    // Older matches had two more rules. A rule that cannot have given the result is not believed.
    for (rule, result, is_right) in [
        ("draw", "0", true),
        ("resign", "W+R", true),
        ("draw", "B+R", false),
        ("resign", "0", false),
        ("proven", "B+1", false),
        ("whim", "B+R", false),
    ] {
        let (adjudication, result) = (Some(rule.to_owned()), result.to_owned());
        let record = GameRecord { adjudication, result, ..records[0].clone() };
        assert_eq!(record.clone().checked(GAMES).is_ok(), is_right, "{rule} {}", record.result);
    }
}

#[test]
fn times_of_zero_are_told() {
    for (arguments, told) in [
        (["--prove", "0"], "there is no time to prove anything"),
        (["--prove", "nan"], "'nan' is not a number of seconds from 0 to 1000000000"),
        (["--clock", "0"], "there is no time to play"),
    ] {
        let output = run(&[&["match", "-e", PAPAMU, "-e", PAPAMU][..], &arguments].concat());
        assert!(!output.status.success() && text(&output.stderr).contains(told), "{told}: {}", text(&output.stderr));
    }
}
