//! The binary as a process: arguments, pipes that close or stall, interrupts, and time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use papamu::registry::GAMES;

use crate::common::folder;

fn papamu(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papamu"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs to the end with some input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = papamu(arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A session that is talked to reply by reply.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Self {
        let mut child = papamu(arguments).stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { input: child.stdin.take(), output, child }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    fn reply(&mut self) -> String {
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert_ne!(self.output.read_line(&mut reply).unwrap(), 0, "the engine ended: {reply}");
        }
        reply.trim_end().to_owned()
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.reply()
    }

    fn ends_well(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn without_arguments_it_speaks_the_protocol() {
    let output = run(&[], "name\nquit\n");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "= papamu\n\n=\n\n");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn arguments_choose_the_start() {
    let position = |arguments: &[&str]| text(&run(arguments, "get_game\nposition").stdout);
    assert!(position(&["--game", "kanga", "--size", "9"]).starts_with("= kanga width=9 height=9 "));
    assert!(position(&["--game", "konane", "--size", "16x4"]).starts_with("= konane width=16 height=4 "));
    assert!(position(&["--game", "send_it", "--size", "3"]).contains("size=3"));
    assert!(position(&["--game", "send_it,board=square,push=true"]).contains("size=13"));
    assert!(position(&["--game", "kangaroo", "--position", "8/8/1x6/o3x2x/8/3o4/3oooo1/1o1o4 w 1"]).contains(" w 1\n"));
    let params =
        text(&run(&["--time", "5", "--nodes", "7", "--threads", "2", "--hash", "3", "--seed", "9"], "param").stdout);
    assert_eq!(
        params,
        "= [string] threads 2\n[string] hash_mb 3\n[string] seed 9\n[string] move_time_ms 5\n[string] move_overhead_ms 30\n[string] nodes 7\n[string] level 10\n[string] resign_threshold 0\n[string] contempt 20\n[bool] live_gfx 0\n\n"
    );
    assert_eq!(text(&run(&["--steps"], "genmove w").stdout), "= PASS\n\n");
}

#[test]
fn wrong_arguments_are_reported_on_stderr() {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    let unknown_game: &str = &format!("papamu: unknown game 'chess'; games: {}", names.join(" "));
    for (arguments, says) in [
        (&["--game", "chess"][..], unknown_game),
        (&["--game", "kanga", "--size", "2"], "'2' is not a value of width"),
        (&["--game", "kangaroo", "--size", "8x9"], "'8x9' is not a value of size"),
        (&["--game", "konane,a1=green"], "'green' is not a value of a1"),
        (&["--position", "8 b"], "rows"),
        (&["--threads", "0"], "'0' is not a value of threads"),
        (&["genmove", "kanga", "D4", "D4"], "D4: the cell is not empty"),
        (&["genmove"], "Usage"),
        (&["perft", "konane", "many"], "invalid value"),
        (&["--size", "big"], "invalid value"),
        (&["perft", "kanga", "20000"], "not in 0..=1000"),
        (&["suite", "no-file"], "unrecognized subcommand 'suite'"),
        (&["--game", "kanga", "genmove", "konane"], "'--game' before 'genmove' is an option of the line protocol"),
        (&["--steps", "bench"], "'--steps' before 'bench' is an option of the line protocol"),
        (&["--time", "5", "bench"], "'--time' before 'bench' is an option of the line protocol"),
        (&["bench", "--steps"], "unexpected argument '--steps'"),
        (&["solve", "chess"], unknown_game),
        (&["match", "chess", "-e", "a", "-e", "b"], unknown_game),
    ] {
        let output = run(arguments, "");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn one_liners_print_one_line() {
    let output = |arguments: &[&str]| text(&run(arguments, "").stdout);
    assert_eq!(output(&["perft", "kangaroo", "3"]), "16600\n");
    assert_eq!(output(&["perft", "kanga", "2", "--size", "3"]), "72\n");
    assert_eq!(output(&["perft", "konane", "2", "--divide", "--size", "4"]), "A4 2\nB3 4\nC2 4\nD1 2\n");
    let mv = output(&["genmove", "konane", "D5", "C5", "--nodes", "100"]);
    assert!(["D3-D5\n", "D7-D5\n", "F5-D5\n"].contains(&mv.as_str()), "{mv}");
    assert_eq!(output(&["genmove", "kanga", "--size", "3", "--position", "3/xx1/oo1 b", "--nodes", "500"]), "C2\n");
    let help = output(&["--help"]);
    for word in ["genmove", "perft", "bench", "--game", "--size", "--steps", "stderr".trim_start_matches("std")] {
        assert!(help.contains(word), "{word}");
    }
}

/// A stone here has more sets of captures than fit in memory.
#[test]
fn an_unfinished_count_is_not_zero() {
    let rows: Vec<_> = (0..10).map(|row| if row % 2 == 0 { "oooooooooo" } else { "1o1o1o1o1o" }).collect();
    let position = format!("{}xo1o1o1o1o b -", rows.join("/").trim_end_matches("1o1o1o1o1o"));
    for divide in [&[][..], &["--divide"]] {
        let arguments = ["perft", "kangaroo,size=10", "1", "--position", &position];
        let output = run(&[&arguments, divide].concat(), "");
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(
            output.stdout.is_empty() && text(&output.stderr).contains("more moves than fit in memory"),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn the_log_goes_to_stderr() {
    let output = run(&["-vv", "--nodes", "1000"], "genmove b\nfrobnicate\n");
    assert!(text(&output.stderr).contains("depth"));
    assert!(text(&output.stderr).contains("unknown command"));
    assert_eq!(text(&output.stdout).lines().count(), 4);
}

#[test]
fn every_line_of_a_script_is_answered_whatever_ends_it() {
    let output = run(&["--time", "50"], "genmove b\ngenmove w\nname");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).matches('=').count(), 3);
    // A search without limits ends with the input that could have interrupted it.
    let output = run(&["--time", "0", "--game", "kanga"], "genmove b\nname");
    assert_eq!(text(&output.stdout).matches('=').count(), 2);
}

#[test]
fn a_closed_output_is_a_normal_end() {
    let mut child = papamu(&[]).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The engine may end before it has read everything, which is not an error of the test.
    let _ = input.write_all("name\n".repeat(10_000).as_bytes());
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_closed_output_is_a_normal_end_for_every_command() {
    let folder = folder("cli");
    let records = folder.join("closed.jsonl");
    let _ = std::fs::remove_file(&records);
    let (records, certificate) = (records.to_str().unwrap(), folder.join("closed"));
    let certificate = certificate.to_str().unwrap();
    let engine = env!("CARGO_BIN_EXE_papamu");
    let played = ["match", "-e", engine, "-e", engine, "-n", "2", "--nodes", "1", "--quiet"];
    assert!(run(&[&played[..], &["--records", records]].concat(), "").status.success());
    assert!(run(&["solve", "kanga", "--size", "3", "--certificate", certificate], "").status.success());
    for arguments in [
        &played[..],
        &["results", records],
        &["results", "--json", records],
        &["solve", "kanga", "--size", "3"],
        &["verify", certificate],
        &["perft", "kanga", "1"],
        &["bench"],
        &["completions", "bash"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = papamu(arguments).stdout(writer).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn moves_that_do_not_exist_are_not_divided() {
    let output = run(&["perft", "konane", "0", "--divide"], "");
    assert!(text(&output.stderr).contains("at least 1") && !output.status.success(), "{output:?}");
}

#[test]
fn a_reader_that_stalls_gets_everything_in_the_end() {
    let mut talk = Talk::start(&[]);
    let mut input = talk.input.take().unwrap();
    let writer = std::thread::spawn(move || {
        for number in 0..30_000 {
            writeln!(input, "{number} showboard").unwrap();
        }
    });
    std::thread::sleep(Duration::from_millis(300));
    let mut all = String::new();
    talk.output.read_to_string(&mut all).unwrap();
    writer.join().unwrap();
    assert_eq!(all.matches("\n\n").count(), 30_000);
    talk.ends_well();
}

#[test]
fn interrupt_ends_a_search_and_nothing_later() {
    for game in GAMES.iter().map(|game| game.name) {
        let mut talk = Talk::start(&["--game", game, "--time", "600000"]);
        talk.send("1 genmove b");
        std::thread::sleep(Duration::from_millis(100));
        let begun = Instant::now();
        talk.send("# interrupt");
        assert!(talk.reply().starts_with("=1 "), "{game}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{game}");
        talk.send("param move_time_ms 300");
        talk.reply();
        let begun = Instant::now();
        assert!(talk.ask("2 genmove w").starts_with("=2 "), "{game}");
        let searched = begun.elapsed() > Duration::from_millis(100);
        // Only a board that is solved needs no time.
        assert!(searched || talk.ask("solve 10") != "= unknown", "{game}: the second search has its time");
        assert!(talk.ask("3 perft 2").starts_with("=3 "), "{game}");
        talk.ends_well();
    }
}

/// The memory of a process of its own: other tests allocate in this one.
#[test]
#[cfg(target_os = "linux")]
fn lowering_hash_mb_frees_the_memory_at_once() {
    let mut talk = Talk::start(&["--game", "kanga", "--size", "9", "--hash", "512", "--time", "1500"]);
    let statm = format!("/proc/{}/statm", talk.child.id());
    let resident_mb = || {
        let pages = std::fs::read_to_string(&statm).unwrap().split(' ').nth(1).unwrap().parse::<u64>().unwrap();
        (pages * 4096) >> 20
    };
    assert!(talk.ask("genmove b").starts_with("= "));
    let before = resident_mb();
    assert_eq!(talk.ask("param hash_mb 1"), "=");
    let after = resident_mb();
    assert!(before >= after + 20, "{before} MiB before, {after} MiB after");
    talk.ends_well();
}

#[test]
fn counting_is_interrupted_with_an_error() {
    let mut talk = Talk::start(&["--game", "kanga"]);
    talk.send("perft 50");
    std::thread::sleep(Duration::from_millis(50));
    talk.send("# interrupt");
    assert!(talk.reply().starts_with("? interrupted: "));
    assert_eq!(talk.ask("perft 1"), "= 49");
    talk.ends_well();
}

#[test]
fn an_interrupted_proof_answers_unknown() {
    for game in GAMES.iter().map(|game| game.name) {
        let mut talk = Talk::start(&["--game", game]);
        talk.send("solve 100000");
        std::thread::sleep(Duration::from_millis(300));
        talk.send("# interrupt");
        let reply = talk.reply();
        // A small board may have been solved before.
        assert!(reply == "= unknown" || reply == talk.ask("solve 100"), "{game}: {reply}");
        talk.ends_well();
    }
}

#[test]
fn the_shell_writes_and_verifies_a_certificate() {
    let file = folder("cli").join("certificate");
    let name = file.to_str().unwrap();
    let output = run(&["solve", "kanga", "--size", "3", "--certificate", name], "");
    assert!(text(&output.stdout).starts_with("black: "), "{output:?}");
    let output = run(&["verify", name], "");
    assert!(output.status.success() && text(&output.stdout).starts_with("black: "), "{output:?}");
    #[cfg(unix)]
    {
        // The target of a link is replaced, and keeps its permissions.
        use std::os::unix::fs::PermissionsExt;
        let link = format!("{name}-link");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&file, &link).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        let whole = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, "").unwrap();
        assert!(run(&["solve", "kanga", "--size", "3", "--certificate", &link], "").status.success());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    }
    // Without a proof, an old file stays as it was, and no new one is made.
    for name in [name, &format!("{name}-none")] {
        let before = std::fs::read(name).ok();
        let output = run(&["solve", "kanga", "--size", "9", "--time", "50", "--certificate", name], "");
        assert!(!output.status.success() && std::fs::read(name).ok() == before, "{output:?}");
    }

    let certificate = std::fs::read_to_string(&file).unwrap();
    for (from, to, reason) in [
        ("claim black", "claim white", "not proven: a win needs one plan"),
        ("game kanga ", "game chess ", "unknown game 'chess'"),
        ("width=3", "width=99", "width"),
        ("papamu", "papaya", "line 1: "),
    ] {
        std::fs::write(&file, certificate.replacen(from, to, 1)).unwrap();
        let output = run(&["verify", name], "");
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(reason), "{output:?}");
    }
    assert!(!run(&["verify", "/nowhere/to/be/found"], "").status.success());
    assert!(!run(&["solve", "kanga", "--certificate", name, "--time", "1"], "").status.success());
}

#[test]
fn files_can_be_switched_off() {
    let folder = folder("cli").join("files");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.sgf");
    let commands = format!("savesgf {0}\nloadsgf {0}\nprintsgf\n", file.display());
    let replies = |arguments: &[&str]| {
        let output = run(arguments, &commands);
        assert!(output.status.success());
        text(&output.stdout).split("\n\n").map(|reply| reply.trim().to_owned()).collect::<Vec<_>>()
    };
    let found = replies(&["--files", "none"]);
    assert!(found[..2].iter().all(|reply| reply.ends_with(": files are switched off")), "{found:?}");
    assert!(found[2].starts_with("=\n(;"), "{found:?}");
    assert!(!file.exists());
    assert_eq!(replies(&[])[..2], ["=", "="]);
    assert!(!run(&["--files", folder.to_str().unwrap()], "").status.success());
}

#[test]
fn there_are_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell], "");
        assert!(output.status.success());
        for word in ["certificate", "genmove", "threads"] {
            assert!(text(&output.stdout).contains(word), "{shell}: {word}");
        }
    }
    // Games are offered with their options, and words with their values (the generators of other shells complete only flags).
    for shell in ["bash", "zsh"] {
        let output = run(&["completions", shell], "");
        for word in ["send_it", "kanga,suicide=allowed", "kanga,suicide=illegal"] {
            assert!(text(&output.stdout).contains(word), "{shell}: {word}");
        }
    }
}

/// A reply comes out as soon as it is complete, even if a longer command has been read already.
#[test]
fn a_reply_does_not_wait_for_the_next_one() {
    let mut talk = Talk::start(&[]);
    talk.send("1 name\n2 perft 50");
    assert_eq!(talk.reply(), "=1 papamu");
    talk.send("# interrupt");
    assert!(talk.reply().starts_with("?2 "), "the count was still going on");
    talk.ends_well();
}

#[test]
fn input_is_read_while_thinking() {
    let mut talk = Talk::start(&["--game", "kanga", "--time", "1000"]);
    talk.send("1 genmove b\n2 name\n3 genmove w\n4 result");
    for reply in ["=1 ", "=2 papamu", "=3 ", "=4 none"] {
        let found = talk.reply();
        assert!(found.starts_with(reply), "{found}");
    }
    talk.ends_well();
}

#[test]
fn several_threads_play_legal_moves() {
    for game in GAMES.iter().map(|game| game.name) {
        let output = run(&["--game", game, "--threads", "4", "--time", "60"], &"genmove b\ngenmove w\n".repeat(4));
        assert_eq!(text(&output.stdout).matches('=').count(), 8, "{game}");
        assert!(output.status.success());
    }
}

#[test]
#[cfg(unix)]
fn the_launcher_checks_for_the_program_and_starts_it() {
    let script = |name: &str, arguments: &[&str], client: (&str, &str)| {
        Command::new("sh")
            .arg(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name))
            .args(arguments)
            .env("PAPAMU", env!("CARGO_BIN_EXE_papamu"))
            .env(client.0, client.1)
            .output()
            .unwrap()
    };
    let output = script("gogui.sh", &[], ("GOGUI", "no-such-program"));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("github.com/Remi-Coulom/gogui"));
    assert_eq!(script("gogui.sh", &["-x"], ("GOGUI", "echo")).status.code(), Some(2));
    // `echo` in the place of the client shows how it is started.
    let output = script("gogui.sh", &["-c", "both", "send_it", "--size", "4"], ("GOGUI", "echo"));
    let command = text(&output.stdout);
    assert!(command.starts_with("-komi 0 -computer-both -program "), "{command}");
    assert!(command.trim_end().ends_with("--steps --refuse-losing-pass --game send_it --size 4"), "{command}");
    let output = script("gogui.sh", &["konane", "--size", "5", "--position", "5/5/2x2/2o2/5 b"], ("GOGUI", "echo"));
    assert!(text(&output.stdout).trim_end().ends_with("--size 5 --position \"5/5/2x2/2o2/5 b\""));
    let output = script("gogui.sh", &["kanga", "--size", "99"], ("GOGUI", "echo"));
    assert!(!output.status.success() && text(&output.stdout).is_empty());
    assert!(text(&output.stderr).contains("allowed: 3 to 19"), "{}", text(&output.stderr));
}

/// A build for newer processors says so on an older one, instead of dying from an illegal instruction.
#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn an_older_processor_is_told_which_build_to_take() {
    let qemu = |cpu: &str| {
        let words = ["-cpu", cpu, env!("CARGO_BIN_EXE_papamu"), "perft", "konane", "2"];
        Command::new("qemu-x86_64").args(words).output()
    };
    let Ok(old) = qemu("Nehalem") else {
        println!("skipped: there is no qemu-x86_64");
        return;
    };
    if cfg!(target_feature = "avx2") {
        assert_eq!(old.status.code(), Some(1));
        assert!(text(&old.stderr).contains("RUSTFLAGS=\"\" cargo install"), "{}", text(&old.stderr));
    } else {
        assert_eq!(text(&old.stdout), "12\n");
    }
    assert_eq!(text(&qemu("Haswell").unwrap().stdout), "12\n");
}

/// Every command's help begins with an example that can be pasted; those that need no files are run.
#[test]
fn help_begins_with_an_example() {
    let help = text(&run(&["--help"], "").stdout);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\nArguments").next().unwrap();
    let commands = commands.split("\n\nOptions").next().unwrap();
    let names: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() >= 13, "{names:?}");
    assert_eq!(&names[..2], ["board", "play"], "what people look for comes first");
    for name in names {
        let help = text(&run(&[name, "--help"], "").stdout);
        let example =
            help.lines().next().unwrap().strip_prefix("Example: papamu ").unwrap_or_else(|| panic!("{name}: {help}"));
        assert!(example.starts_with(name), "{name}: {example}");
        if ["genmove", "solve", "perft"].contains(&name) {
            let words = shlex::split(example).unwrap();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = run(&words, "");
            assert!(output.status.success() && !output.stdout.is_empty(), "{example}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn answers_can_be_printed_as_json() {
    let json = |arguments: &[&str]| -> serde_json::Value {
        let output = run(&[arguments, &["--json"]].concat(), "");
        assert!(matches!(output.status.code(), Some(0 | 3)), "{arguments:?}: {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let small = ["konane", "--size", "4"];
    let of = |name: &'static str| [&[name][..], &small].concat();
    assert!(json(&[&of("genmove")[..], &["--nodes", "50"]].concat())["move"].is_string());
    let plain = text(&run(&of("solve"), "").stdout);
    let solved = json(&of("solve"));
    let line = format!("{} {}", solved["result"].as_str().unwrap(), solved["move"].as_str().unwrap_or_default());
    assert_eq!(line.trim(), plain.trim());
    assert_eq!(json(&["perft", "kanga", "2"])["count"], 49 * 48);
    let divided = json(&["perft", "kanga", "2", "--divide"]);
    assert_eq!((&divided["count"], &divided["moves"]["D4"]), (&(49 * 48).into(), &48.into()));
}

/// A script can tell an answer from none: 0, 1 for an error, 2 for wrong arguments, 3 for `unknown`.
#[test]
fn the_exit_status_tells_an_unknown_result() {
    for (arguments, status, printed) in [
        (&["solve", "konane", "--size", "4"][..], 0, "loss"),
        (&["solve", "kanga", "--size", "9", "--nodes", "100"], 3, "unknown\n"),
        (&["solve", "kanga", "--size", "9", "--nodes", "100", "--json"], 3, "{\"move\":null,\"result\":\"unknown\"}\n"),
        (&["solve", "chess"], 2, ""),
        // The score at the move limit decides, which a repetition before it can prevent.
        (&["solve", "kangaroo,size=6,max_moves=3"], 3, "unknown\n"),
        (&["solve", "kangaroo,size=6,max_moves=3,repetition=0"], 0, ""),
        (&["solve", "kangaroo,size=6,max_moves=2"], 0, ""),
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(text(&output.stdout).starts_with(printed), "{arguments:?}: {}", text(&output.stdout));
        let is_explained = text(&output.stderr).contains("only results before the move limit are proven");
        assert_eq!(is_explained, status == 3 && arguments[1].starts_with("kangaroo"), "{arguments:?}");
    }
}

/// Wrong arguments have exit status 2, whichever part of the program finds them.
#[test]
fn wrong_arguments_have_their_exit_status() {
    for arguments in [
        "--level 11",
        "play --level 11",
        "solve chess",
        "genmove konane --size 3",
        "genmove konane --position 4/4",
        "genmove konane --time 0",
        "match konane -e papamu -e papamu --nodes 0",
        "match konane -e papamu",
        "perft konane 0 --divide",
        "review - chess",
        "--no-such-option",
    ] {
        let output = run(&Vec::from_iter(arguments.split(' ')), "");
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", text(&output.stderr));
    }
    for arguments in ["genmove konane A1", "review /no/such/file", "results /no/such/file"] {
        let output = run(&Vec::from_iter(arguments.split(' ')), "");
        assert_eq!(output.status.code(), Some(1), "{arguments}: {}", text(&output.stderr));
    }
}

/// A finished game has no move, and the exit status says so.
#[test]
fn a_finished_game_has_no_move() {
    let kanga = ["genmove", "kanga", "--size", "3", "B2", "C3", "A2", "C1", "C2"];
    for more in [&[][..], &["--json"]] {
        let output = run(&[&kanga, more].concat(), "");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()), "{output:?}");
        assert_eq!(text(&output.stderr), "papamu: the game is over: B+1\n");
    }
}

#[test]
fn sequences_are_counted_after_moves() {
    let count = |arguments: &[&str]| text(&run(&[&["perft"], arguments].concat(), "").stdout);
    let divided = count(&["konane", "--size", "4", "2", "--divide"]);
    let after = count(&["konane", "--size", "4", "1", "A4"]);
    assert!(divided.lines().any(|line| line == format!("A4 {}", after.trim())), "{divided}{after}");
    assert_eq!(count(&["kanga", "--size", "3", "1", "--position", "3/1x1/3 w", "A1"]), "7\n");
    assert_eq!(count(&["konane", "--size", "4", "0", "A4", "--json"]), "{\"count\":1,\"depth\":0}\n");
}

#[test]
fn verify_prints_json() {
    let file = folder("cli").join("json.certificate");
    let file = file.to_str().unwrap();
    assert!(run(&["solve", "kanga", "--size", "3", "--certificate", file], "").status.success());
    let (plain, json) = (run(&["verify", file], ""), run(&["verify", file, "--json"], ""));
    let proven: serde_json::Value = serde_json::from_str(&text(&json.stdout)).unwrap();
    let sentence = format!(
        "{}: {} positions of {} {} from {}\n",
        proven["claim"].as_str().unwrap(),
        proven["positions"],
        proven["game"].as_str().unwrap(),
        proven["options"].as_str().unwrap(),
        proven["position"].as_str().unwrap()
    );
    assert_eq!(sentence, text(&plain.stdout));
}

#[test]
fn a_quote_that_is_not_closed_is_named() {
    for (engine, told) in [("papamu 'x", "a quote in the command is not closed"), ("  ", "the command is empty")] {
        let output = run(&["match", "konane", "-e", engine, "-e", "papamu", "-n", "2"], "");
        assert!(!output.status.success() && text(&output.stderr).contains(told), "{output:?}");
    }
}
