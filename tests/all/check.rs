//! `papamu check`: engines that keep to the protocol pass, and each kind of fault is found, shown and explained.
#![cfg(unix)] // the engines that misbehave are scripts

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::common::{folder, long_tests};
use crate::docs::anchors;

const PAPAMU: &str = env!("CARGO_BIN_EXE_papamu");

/// Limits that a busy machine keeps.
const PATIENT: [&str; 6] = ["--time", "20", "--margin", "60000", "--startup", "60000"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn check(arguments: &[&str]) -> Output {
    let mut command = Command::new(PAPAMU);
    // A user's Python buffers its output.
    command.arg("check").args(arguments).stdin(Stdio::null()).env_remove("PYTHONUNBUFFERED").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// Whether a program is there; a test without it is skipped.
fn has(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: there is no {program}");
    }
    found
}

/// The checks that an engine does not pass, with their outcomes.
fn not_passed(report: &Value) -> Vec<(String, String)> {
    let checks = report["checks"].as_array().unwrap().iter().filter(|check| check["outcome"] != "passed");
    checks.map(|check| (check["name"].as_str().unwrap().into(), check["outcome"].as_str().unwrap().into())).collect()
}

#[test]
fn papamu_passes_in_every_game() {
    let mut pages = Vec::new();
    for game in ["konane,width=5,height=6", "kanga,width=4,height=4", "send_it,size=2", "kangaroo,size=6"] {
        for rules in [&[][..], &["--rules"]] {
            let output = check(&[&PATIENT[..], &["--json", "--strict", "-n", "2", "-e", PAPAMU, game], rules].concat());
            assert!(output.status.success(), "{game} {rules:?}: {output:?}");
            let report = report(&output);
            assert_eq!(not_passed(&report), [], "{game} {rules:?}");
            assert_eq!(report["passed"], true);
            pages.extend(
                report["checks"].as_array().unwrap().iter().map(|check| check["page"].as_str().unwrap().to_owned()),
            );
        }
    }
    // The sections that explain what is expected are there.
    pages.sort();
    pages.dedup();
    assert!(pages.len() > 5, "{pages:?}");
    for page in pages {
        let (file, anchor) = page.split_once('#').unwrap();
        assert!(anchors(&fs::read_to_string(root().join(file)).unwrap()).contains(anchor), "{page}");
    }
}

/// The commands of the templates that a machine has the tools for.
fn templates() -> Vec<String> {
    let engines = root().join("clients/engines");
    let built = folder("check").join("built");
    fs::create_dir_all(&built).unwrap();
    let path = |name: &str| engines.join(name).display().to_string();
    let compile = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().unwrap();
        assert!(output.status.success(), "{program}: {}", text(&output.stderr));
    };
    let mut commands = Vec::new();
    if has("python3", "--version") {
        commands.push(format!("python3 {}", path("engine.py")));
    }
    if has("node", "--version") {
        commands.push(format!("node {}", path("engine.js")));
    }
    if has("javac", "-version") {
        compile("javac", &["-d", built.to_str().unwrap(), &path("Engine.java")]);
        commands.push(format!("java -cp {} Engine", built.display()));
    }
    if has("g++", "--version") {
        let program = built.join("cpp").display().to_string();
        compile("g++", &["-std=c++17", "-Wall", "-Werror", "-o", &program, &path("engine.cpp")]);
        commands.push(program);
    }
    let program = built.join("rust").display().to_string();
    compile("rustc", &["--edition", "2024", "-D", "warnings", "-o", &program, &path("engine.rs")]);
    commands.push(program);
    commands
}

#[test]
fn the_templates_pass_and_are_short() {
    for entry in fs::read_dir(root().join("clients/engines")).unwrap() {
        let path = entry.unwrap().path();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 60 || path.extension().is_some_and(|ending| ending == "md"), "{}: {lines}", path.display());
    }
    for engine in templates() {
        let boards = [("8", &["-n", "1"][..]), ("5x7", &["--rules"]), ("4x9", &["--rules"]), ("7", &["--rules"])];
        for (size, more) in &boards[..if long_tests() { 4 } else { 2 }] {
            let output = check(&[&PATIENT[..], &["--strict", "-e", &engine, "konane", "--size", size], more].concat());
            assert!(output.status.success(), "{engine} {size}: {output:?}");
        }
        // Whatever it is sent, it goes on.
        let odd = [
            "",
            "genmove",
            "play",
            "play b",
            "set_position",
            "set_position 99 b",
            "set_position x/xoxo b",
            "set_game",
            "17",
            "1 2 3",
        ];
        let mut talk: String = odd.iter().map(|line| format!("{line}\n")).collect();
        talk += "99 set_game konane\n";
        let words: Vec<_> = engine.split(' ').collect();
        let mut child =
            Command::new(words[0]).args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), talk.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && text(&output.stdout).contains("=99"), "{engine}: {output:?}");
    }
}

/// How the template in Python chooses a move.
const CHOICE: &str = r#"random.choice(list(moves) or ["resign"])"#;

/// A copy of the template in Python with something changed. It plays the first of its moves, so that no fault is found by luck.
fn changed(name: &str, changes: &[(&str, &str)]) -> String {
    let mut code = fs::read_to_string(root().join("clients/engines/engine.py")).unwrap();
    for (old, new) in changes {
        assert!(code.contains(old), "{old}");
        code = code.replace(old, new);
    }
    let code = code.replace(CHOICE, r#"(list(moves) or ["resign"])[0]"#);
    let path: PathBuf = folder("check").join(format!("{name}.py"));
    fs::write(&path, code).unwrap();
    format!("python3 '{}'", path.display())
}

/// Makes one check of an engine, which fails; returns what is printed.
fn fails(engine: &str, name: &str, limits: &[&str]) -> (String, Option<i32>) {
    let output = check(&[limits, &["-e", engine, "konane", "--size", "6", "-n", "2", "--only", name]].concat());
    (text(&output.stdout) + &text(&output.stderr), output.status.code())
}

/// How the failure of a check is marked: a match needs it, or other programs do.
fn sign(name: &str) -> &'static str {
    match name {
        "start" | "genmove" | "opening" | "case" | "set_position" | "restart" => "FAIL",
        _ => "warn",
    }
}

/// What is wrong with the outcome of a check that should have failed; nothing if it says what it should.
fn complaint(name: &str, found: &str, (printed, status): (String, Option<i32>)) -> Option<String> {
    let again = format!("; to repeat this check: --only {name}\n");
    let explains = printed.contains(" (expected: ")
        && printed.contains("\n      > ")
        && printed.contains("\n      see ")
        && printed.contains(&again);
    let begins = printed.contains(&format!("\n{}  {name}: ", sign(name)));
    let is_right = begins && explains && printed.contains(found);
    (!is_right || status != Some(i32::from(sign(name) == "FAIL")))
        .then(|| format!("{name}, {found}: {status:?} {printed}"))
}

#[test]
fn each_fault_is_found_and_explained() {
    if !has("python3", "--version") {
        return;
    }
    let mut complaints = Vec::new();
    const ILLEGAL: &str = r#" or command == "play" and move not in moves"#;
    let unknown = [(r#"raise ValueError("unknown command")"#, r#"return """#)];
    let list = [(r#""genmove", "#, r#""genmove", "undo", "clear_board", "final_score", "#)];
    for (name, changes, found) in [
        ("start", &[("flush=True", "flush=False")][..], "flush standard output after each reply"),
        (
            "start",
            &[("for line in sys.stdin", "print('Welcome')\nfor line in sys.stdin")],
            "a banner before the first reply: Welcome",
        ),
        ("start", &[("\\n\", flush=True)", "\", flush=True)")], "ends with a blank line; flush"),
        (
            "start",
            &[("for line in sys.stdin", "print('=' * 3000000)\nfor line in sys.stdin")],
            "it does not end; a reply has at most 1048576 bytes",
        ),
        ("genmove", &[(CHOICE, "exit()")], "crashed"),
        ("genmove", &[(CHOICE, r#"print("thinking")"#)], "malformed reply: thinking; print nothing but replies"),
        (
            "genmove",
            &[("abs(2 * x - width + 1) + abs(2 * y - height + 1) <= 2", "True"), (CHOICE, "list(moves)[1]")],
            "that stone may not be removed",
        ),
        ("opening", &[("words[1].upper()", "list(moves)[0]")], "played"),
        ("case", &[(".upper()", "")], "refused 'play b"),
        ("set_position", &[("\"w\": \"o\"}[side]", "\"w\": \"x\"}[side]")], "; the position was "),
        (
            "restart",
            &[("global turn\n    if", "global turn\n    if command == 'set_game' and board: return ''\n    if")],
            "refused",
        ),
        ("unknown", &unknown, "'papamu-no-such-command' was accepted"),
        (
            "illegal",
            &[
                (ILLEGAL, ""),
                ("if move in moves:", "if True:"),
                ("*path, last = moves[move]", "*path, last = moves.get(move, [(0, 0)])"),
            ],
            "was accepted, which is illegal",
        ),
        (
            "illegal",
            &[
                (ILLEGAL, ""),
                (
                    "elif command in (\"play\"",
                    "elif command == 'play' and words[1].upper() not in legal_moves():\n        turn = 'o'\n        raise ValueError('no')\n    elif command in (\"play\"",
                ),
            ],
            "refused 'genmove b'",
        ),
        ("end_of_input", &[("for line in sys.stdin", "for line in iter(sys.stdin.readline, 'quit')")], "it still runs"),
        ("blank", &[("    if command:\n", "    if True:\n")], "unknown command"),
        ("id", &[("={number} ", "= ")], "does not begin with '=17' or '?17'"),
        ("crlf", &[("rest.split()", "rest.split(' ')[1:]")], "refused"),
        ("colours", &[("words[0][0].lower()", "words[0]")], "refused 'play black"),
        (
            "list_commands",
            &[("\"\\n\".join(COMMANDS)", "\"play\"")],
            "does not have set_game, set_position, genmove, quit",
        ),
        ("clear_board", &list, "played"),
        ("undo", &list, "refused 'play"),
        ("final_score", &list, "final_score is , and the result is"),
    ] {
        let is_silent = ["ends with", "flush", "it still"].iter().any(|word| found.starts_with(word));
        let limits = if is_silent { &["--startup", "5000"][..] } else { &PATIENT };
        complaints.extend(complaint(name, found, fails(&changed(name, changes), name, limits)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    // What only warns fails where it is asked to.
    let engine = changed("strict", &[("={number} ", "= ")]);
    let (printed, status) = fails(&engine, "id", &["--strict"]);
    let reason = "id: the reply to '17 set_game konane width=6 height=6' does not begin with '=17' or '?17'";
    let expected = format!("\nwarn  {reason} (expected: repeats the id of a command)\n");
    assert!(printed.contains(&expected) && status == Some(1), "{printed}");
    assert!(printed.ends_with(&format!("papamu: {engine} failed {reason}\n")), "{printed}");
}

#[test]
fn an_engine_may_start_slowly_and_gets_the_time_limit_of_a_match() {
    if !has("python3", "--version") {
        return;
    }
    // It starts in two seconds, and thinks for three in games without `param move_time_ms`.
    let slow = changed(
        "slow-start",
        &[
            ("for line in sys.stdin", "import time\ntime.sleep(2)\nfor line in sys.stdin"),
            (
                "global turn\n    if",
                "global turn
    if command == 'set_game' and words[0] == 'konane': answer.seconds = 3
    if command == 'genmove': time.sleep(answer.seconds)
    if command == 'param' and words[0] == 'move_time_ms':
        answer.seconds = 0
        return ''
    if",
            ),
        ],
    );
    let limits = ["--json", "--time", "20", "--margin", "1500", "--startup", "60000", "konane", "--size", "6"];
    let only = ["genmove", "unknown", "illegal", "end_of_input", "blank", "crlf", "colours"];
    let only = only.into_iter().flat_map(|name| ["--only", name]);
    let output = check(&limits.into_iter().chain(only).chain(["-e", &slow]).collect::<Vec<_>>());
    assert_eq!(not_passed(&report(&output)), [], "{output:?}");
}

#[test]
fn resignations_at_the_first_move_are_counted() {
    if !has("python3", "--version") {
        return;
    }
    let resigns = changed("resigns", &[(CHOICE, r#""resign""#)]);
    let arguments = ["-e", &resigns, "konane", "--size", "6", "-n", "2", "--only", "time", "--only", "games"];
    let output = check(&[&PATIENT[..], &arguments].concat());
    let printed = text(&output.stdout);
    for line in [
        "\npass  keeps a time limit for each move: games that the engine resigned at its first move: 1\n",
        "\npass  plays whole games from random openings: games that the engine resigned at its first move: 2\n",
    ] {
        assert!(printed.contains(line) && output.status.success(), "{printed}");
    }
    let report = report(&check(&[&PATIENT[..], &["--json"], &arguments].concat()));
    assert_eq!(report["checks"][1]["reason"], "games that the engine resigned at its first move: 2", "{report}");
}

#[test]
fn an_engine_that_hangs_does_not_hold_the_check_up() {
    if !has("python3", "--version") {
        return;
    }
    let sleeps = changed(
        "sleeps",
        &[(
            "    elif command in (\"play\"",
            "    elif command == \"genmove\":\n        import time\n        time.sleep(600)\n    elif command in (\"play\"",
        )],
    );
    // Only one check waits for a move.
    let output = check(&["--startup", "4000", "-e", &sleeps, "konane", "--size", "6"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("\nFAIL  genmove: silent for "), "{printed}");
    assert!(printed.contains(" 15 skipped (follows from genmove): the engine cannot play in a match\n"), "{printed}");
    assert_eq!(output.status.code(), Some(1));
    // One that thinks too long is late.
    let late = changed(
        "late",
        &[(
            "    elif command in (\"play\"",
            "    elif command == \"genmove\" and __import__('time').sleep(0.6): pass\n    elif command in (\"play\"",
        )],
    );
    for name in ["time", "clock"] {
        let (printed, _) = fails(&late, name, &["--time", "1", "--margin", "100"]);
        assert!(printed.contains("a move took "), "{printed}");
    }
}

#[test]
fn checks_that_follow_from_a_failed_one_are_skipped() {
    if !has("python3", "--version") {
        return;
    }
    for (broken, changes, expected) in [
        (
            "genmove",
            &[(CHOICE, "exit()")][..],
            "opening case set_position restart time clock games unknown illegal end_of_input blank crlf colours \
             clear_board undo",
        ),
        (
            "opening",
            &[("words[1].upper()", "list(moves)[0]"), (r#""genmove", "#, r#""genmove", "final_score", "#)],
            "case restart time clock games illegal blank crlf colours clear_board undo final_score",
        ),
    ] {
        let engine = changed(&format!("follows-{broken}"), changes);
        let arguments = ["--json", "-e", &engine, "konane", "--size", "6", "-n", "2"];
        let report = report(&check(&[&PATIENT[..], &arguments].concat()));
        let names = |field: &str, value: &str| {
            let checks = report["checks"].as_array().unwrap().iter().filter(|check| check[field] == value);
            checks.map(|check| check["name"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("outcome", "failed"), broken, "{report}");
        assert_eq!(names("reason", &format!("follows from {broken}")), expected, "{report}");
    }
}

#[test]
fn an_engine_without_what_only_other_programs_need_can_play() {
    if !has("python3", "--version") {
        return;
    }
    let engine = changed(
        "easygoing",
        &[
            ("if command == \"quit\": break", "if False: break"),
            (r#"raise ValueError("unknown command")"#, r#"return """#),
            (
                "elif command == \"set_position\":",
                "elif command == \"set_position\":\n        raise ValueError('no positions')",
            ),
        ],
    );
    let limits = ["--time", "20", "--margin", "60000", "--startup", "4000"];
    let output = check(&[&limits[..], &["--json", "-e", &engine, "konane", "--size", "6", "-n", "2"]].concat());
    let report = report(&output);
    let checks = report["checks"].as_array().unwrap().iter().filter(|check| check["outcome"] != "passed");
    let found: Vec<_> =
        checks.map(|check| ["name", "class", "outcome"].map(|field| check[field].as_str().unwrap())).collect();
    let expected = [
        ["set_position", "match", "not_supported"],
        ["unknown", "programs", "failed"],
        ["quit", "programs", "failed"],
        ["clear_board", "programs", "not_supported"],
        ["undo", "programs", "not_supported"],
        ["final_score", "programs", "not_supported"],
    ];
    assert_eq!(found, expected, "{report}");
    assert!(report["passed"] == true && output.status.success(), "{output:?}");
    assert!(text(&output.stdout).contains("it still runs 4000 ms after quit"), "{report}");
}

#[test]
fn an_engine_has_ended_although_its_child_keeps_its_output_open() {
    if !has("python3", "--version") {
        return;
    }
    let child = "import subprocess\nsubprocess.Popen(['sleep', '600'])\nfor line in sys.stdin";
    let engine = changed("child", &[("for line in sys.stdin", child)]);
    let arguments = ["--json", "-e", &engine, "konane", "--size", "6", "--only", "quit"];
    let report = report(&check(&[&PATIENT[..], &arguments].concat()));
    assert_eq!(not_passed(&report), [], "{report}");
    assert_eq!(report["checks"][0]["reason"], "a process that it started keeps its standard output open", "{report}");
}

#[test]
fn other_rules_are_found() {
    if !has("python3", "--version") {
        return;
    }
    let perft = |text: &str| {
        format!("elif command == \"perft\": return str(len(legal_moves()){text})\n    elif command not in")
    };
    let lists = (r#""genmove", "#, r#""genmove", "perft", "#);
    let no_list = (r#""legal_moves", "list_commands""#, r#""list_commands""#);
    let run = |name: &str, changes: &[(&str, &str)]| {
        let output =
            check(&[&PATIENT[..], &["--rules", "-e", &changed(name, changes), "konane", "--size", "6"]].concat());
        (text(&output.stdout), output.status.code())
    };
    for (name, changes, found) in [
        (
            "missing",
            &[("moves[f\"", "moves[f\"A1-A3\" if 0 else f\""), ("in (1, 0), (-1, 0)", "in (-1, 0), (-1, 0)")][..],
            "is legal in",
        ),
        ("too-many", &[("<= 2}", "<= 6}")], "is listed in"),
        ("no-list", &[no_list], "does not list legal_moves"),
        (
            "perft",
            &[lists, ("elif command not in", &perft("+ 1"))],
            "perft 1 is 5, and 4 is right, in xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox b; to compare",
        ),
        ("perft-2", &[lists, ("elif command not in", &perft(""))], "perft 2 is 4, and 12 is right"),
    ] {
        let (printed, status) = run(name, changes);
        assert!(printed.contains(found) && status == Some(1), "{name}: {printed}");
    }
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, status, found) in [
        (&["-e", PAPAMU, "chess"][..], 2, "chess"),
        (&["-e", PAPAMU, "--only", "nothing"], 2, "--only nothing: there is no such check; there are start, genmove"),
        (&["-e", "'"], 2, "a quote in the command is not closed"),
    ] {
        let output = check(arguments);
        let told = text(&output.stderr);
        assert!(
            output.status.code() == Some(status) && told.contains(found) && output.stdout.len() < 200,
            "{arguments:?}: {told}"
        );
    }
}

#[test]
fn a_command_that_cannot_be_started_is_reported_in_the_form_that_is_asked_for() {
    const REASON: &str = "cannot be started: /no/such/engine: No such file or directory";
    let output = check(&["--json", "-e", "/no/such/engine"]);
    let report = report(&output);
    assert_eq!((output.status.code(), &report["passed"]), (Some(1), &Value::from(false)), "{report}");
    let start = &report["checks"][0];
    assert!(start["outcome"] == "failed" && start["reason"].as_str().unwrap().starts_with(REASON), "{report}");
    assert!(not_passed(&report)[1..].iter().all(|(_, outcome)| outcome == "skipped"), "{report}");
    let output = check(&["-e", "/no/such/engine"]);
    let told = text(&output.stdout).contains(&format!("FAIL  start: {REASON}"));
    assert!(told && output.status.code() == Some(1), "{output:?}");
}

#[test]
fn check_and_match_have_the_same_grace_period() {
    let margin = |command| {
        let help = text(&Command::new(PAPAMU).args([command, "-h"]).output().unwrap().stdout);
        help.lines().find_map(|line| Some(line.trim().strip_prefix("--margin <MS>")?.trim().to_owned())).unwrap()
    };
    assert_eq!(margin("check"), margin("match"));
}
