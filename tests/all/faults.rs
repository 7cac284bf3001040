//! Failures outside the program: input that ends anywhere, a full output, signals, too little memory.

use std::fs::File;
use std::io::{Cursor, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use papamu::game::Style;
use papamu::gtp::{self, Gtp};
use papamu::input::Lines;
use papamu::play::Game;

const SCRIPT: &str = "1 set_game kanga width=3 height=3\nplay b B2 # why\r\n\t2 genmove w\nundo\nlegal_moves\n\
    3 set_position 3/1x1/2o b\nprintsgf\nanalyze b 5\n\nperft 2\nparam level 3\n# interrupt\nsolve 1\nquit\n";

fn papamu(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papamu"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(mut child: Child, input: &str) -> Output {
    let mut pipe = child.stdin.take().unwrap();
    // A program that does not read to the end closes the pipe, which is not an error of the test.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    child.wait_with_output().unwrap()
}

/// The input may end at any byte: what came before is answered, and the engine ends well.
#[test]
fn input_may_end_anywhere() {
    for end in 0..=SCRIPT.len() {
        let mut gtp = Gtp::new(Game::open("konane", "").unwrap(), Style::Whole);
        gtp.game.set("nodes", "10").unwrap();
        let mut lines = Lines::read(Cursor::new(SCRIPT.as_bytes()[..end].to_vec())).unwrap();
        let mut output = Vec::new();
        gtp::run(&mut gtp, &mut lines, &mut output).unwrap();
        let complete = SCRIPT[..end].lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).count();
        let replies = String::from_utf8(output).unwrap().matches("\n\n").count();
        // The last line may be blank as far as it goes.
        assert!(replies == complete || replies + 1 == complete, "{end}: {replies} of {complete}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_output_ends_the_engine_with_an_error() {
    for (arguments, input) in [(&[][..], "name\n".repeat(100_000)), (&["bench"], String::new())] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = finish(papamu(arguments).stdout(full).spawn().unwrap(), &input);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.starts_with("papamu: ") && error.contains("No space left"), "{error}");
    }
}

/// The engine works even if nobody reads its standard error.
#[test]
#[cfg(target_os = "linux")]
fn a_closed_standard_error_stops_nothing() {
    let mut engine = papamu(&["--nodes", "100"]).spawn().unwrap();
    drop(engine.stderr.take());
    let output = finish(engine, "param live_gfx 1\ngenmove b\nname\nquit\n");
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("= papamu"), "{output:?}");

    let file = std::env::temp_dir().join(format!("papamu-faults-{}.proof", std::process::id()));
    let mut proof = papamu(&["solve", "konane", "--size", "6", "--checkpoint"]);
    let mut proof = proof.arg(&file).spawn().unwrap();
    drop(proof.stderr.take());
    let output = finish(proof, "");
    let _ = std::fs::remove_file(file);
    assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn records_that_cannot_be_written_end_a_match_with_an_error() {
    let engine = format!("a={} --nodes 5", env!("CARGO_BIN_EXE_papamu"));
    let other = format!("b={} --nodes 5", env!("CARGO_BIN_EXE_papamu"));
    for records in ["/dev/full", "/nowhere/at/all"] {
        let match_of_two = ["match", "-e", &engine, "-e", &other, "--games", "2", "--records", records];
        let output = finish(papamu(&match_of_two).spawn().unwrap(), "");
        assert!(!output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(records), "{output:?}");
    }
}

/// By SIGTERM, because tests in the background may inherit an ignored SIGINT.
#[test]
#[cfg(unix)]
fn a_signal_ends_a_search() {
    let mut child = papamu(&["--time", "60000", "--threads", "2"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"genmove b\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it is still thinking");
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    drop(input);
    // Without the signal it would answer after a minute, and end well.
    assert_eq!(child.wait().unwrap().code(), None);
}

#[test]
fn any_number_of_threads_plays() {
    for threads in ["1", "2", "3", "64"] {
        let output = finish(
            papamu(&["--threads", threads, "--time", "50"]).spawn().unwrap(),
            "genmove b\ngenmove w\nsolve 0.05\ngg-undo 2\nposition\n",
        );
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.ends_with("= xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox b\n\n"),
            "{text}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn more_memory_than_the_machine_has_is_refused() {
    let output = finish(papamu(&[]).spawn().unwrap(), "param hash_mb 1048576\nparam hash_mb 2\nname\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("? syntax error: 1048576 MiB is more memory than this machine has; allowed: up to "),
        "{text}"
    );
    assert!(text.ends_with("\n\n=\n\n= papamu\n\n"), "{text}");
}

/// Work ends once the reader of its output has gone. A closed input alone still gets all answers.
#[test]
#[cfg(unix)]
fn work_ends_when_nobody_reads_the_output() {
    for command in ["perft 12", "solve", "genmove b", "analyze b", "perft_divide 12"] {
        let mut engine = papamu(&["--time", "600000"]).spawn().unwrap();
        let lines = format!("name\n{command}\nname\n").repeat(2_000);
        engine.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        assert!(engine.try_wait().unwrap().is_none(), "{command}: it had to work");
        drop(engine.stdout.take());
        let begun = std::time::Instant::now();
        while engine.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let has_ended = engine.try_wait().unwrap().is_some();
        let _ = engine.kill();
        assert!(has_ended, "{command}: it works for nobody");
    }
}
