//! The machine that a match runs on: what goes wrong there is no engine's loss, and nothing is left behind.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{PAPAMU, checked_records, path, play, records, run, script, text};

/// The processes whose command lines contain a word.
#[cfg(target_os = "linux")]
fn running(word: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let commands = processes.map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default());
    commands.filter(|command| command.contains(word)).collect()
}

/// A time to sleep that no other process has: another run of the tests may be under way.
fn unique_seconds(number: u32) -> u32 {
    10_000 + 10 * std::process::id() + number
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    let mark = format!("mark-{}-", std::process::id());
    let [one, two, three, four] = [1, 2, 3, 5].map(unique_seconds);
    // It is silent, and has started a process that outlives it.
    let sleeper = script(
        &format!("{mark}1"),
        &format!("set_game) sleep {two} & printf '=\\n\\n' ;;\ngenmove) exec sleep {one} ;;"),
    );
    let _ = run(&["match", "-e", PAPAMU, "-e", &sleeper, "-n", "2", "--time", "20"]);
    // This one leaves as it is told to, but not what it has started.
    let parent = script(&format!("{mark}2"), &format!("genmove) sleep {three} & printf '= resign\\n\\n' ;;"));
    play(&["-e", PAPAMU, "-e", &parent, "-n", "2", "--time", "20"]);
    // And this one starts a process that leaves its group.
    let daemon =
        format!("set_game) setsid sleep {four} >&2 & printf '=\\n\\n' ;;\ngenmove) printf '= resign\\n\\n' ;;");
    let daemon = script(&format!("{mark}3"), &daemon);
    play(&["-e", PAPAMU, "-e", &daemon, "-n", "2", "--time", "20"]);
    let sleeping = [one, two, three, four].map(|seconds| format!("sleep\0{seconds}\0"));
    for word in [mark].into_iter().chain(sleeping) {
        wait_until(|| running(&word).is_empty()); // a process that was killed takes a moment to go
    }
}

/// A match that was stopped (by Ctrl-Z) while an engine thought does not charge the engine for that.
#[test]
fn a_pause_of_the_match_costs_no_engine_a_game() {
    let (file, flags) = (path("paused.jsonl"), ["asked", "go", "answered"].map(|name| path(&format!("paused.{name}"))));
    let [asked, go, answered] = flags.each_ref().map(|path| path.display());
    let waiting = format!(
        "genmove) touch '{asked}'; until [ -e '{go}' ]; do sleep 0.01; done; printf '= resign\\n\\n'; touch '{answered}' ;;"
    );
    let waiting = script("paused", &waiting);
    let child = Command::new(PAPAMU)
        .args(["match", "-e", PAPAMU, "-e", &waiting, "-n", "2", "--random", "0"])
        .args(["--time", "50", "--margin", "1500", "--records"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let signal = |name: &str| {
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
    };
    wait_until(|| flags[0].exists());
    signal("-STOP");
    thread::sleep(Duration::from_secs(4)); // more than an engine may be silent: 2.55 seconds
    fs::write(&flags[1], "").unwrap();
    wait_until(|| flags[2].exists());
    signal("-CONT");
    let output = child.wait_with_output().unwrap();
    let reasons: Vec<_> = records(&file).into_iter().map(|record| (record.result, record.reason)).collect();
    assert_eq!(reasons, [("B+R".to_owned(), None), ("W+R".to_owned(), None)], "{}", text(&output.stderr));
}

/// Too few file descriptors, processes or threads end the match; no game is lost by that, and it can be resumed.
#[test]
fn a_machine_that_is_exhausted_ends_the_match() {
    let file = path("exhausted.jsonl");
    let arguments = format!(
        "match -e '{PAPAMU}' -e '{PAPAMU}' konane,width=4,height=4 --nodes 1 -n 120 -c 60 --records '{}'",
        file.display()
    );
    let limited = format!("ulimit -n 64; exec '{PAPAMU}' {arguments}");
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(" cannot be started: ") && told.contains("Too many open files"), "{told}");
    assert!(told.contains("fewer games at a time"), "{told}");
    // A match without a game leaves no file.
    let played = if file.exists() { checked_records(&file) } else { Vec::new() };
    assert!(played.len() < 120 && played.iter().all(|record| record.reason.is_none()), "{played:?}");
    let resumed = format!("exec '{PAPAMU}' {arguments} --resume").replace("-c 60", "-c 2");
    let output = Command::new("sh").args(["-c", &resumed]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(records(&file).len(), 120);
}

/// The program as a user that has no other process, and may have one only. No limit holds for the superuser, and nobody else
/// can become such a user.
fn limited_to_one_process() -> Option<Command> {
    let user = ["--reuid", "64321", "--regid", "64321", "--clear-groups", "--"];
    let can = Command::new("setpriv").args(user).args(["prlimit", "--nproc=9", PAPAMU, "--version"]).output();
    if !can.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this user cannot become another, or that one cannot run {PAPAMU}");
        return None;
    }
    let mut limited = Command::new("setpriv");
    limited.args(user).args(["prlimit", "--nproc=1", PAPAMU]).stdin(Stdio::null());
    Some(limited)
}

#[test]
fn a_thread_that_cannot_be_started_is_an_error_message() {
    for (arguments, told) in [
        (&["match", "-e", PAPAMU, "-e", PAPAMU, "-n", "2", "--nodes", "1"][..], "engine1 cannot be started: "),
        (&[], "no thread to read the input: "),
    ] {
        let Some(mut limited) = limited_to_one_process() else { return };
        let output = limited.args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    }
}

/// The largest resident size of a process so far, in kibibytes.
#[cfg(target_os = "linux")]
fn peak_memory(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_floods_its_output_takes_no_memory() {
    let peak = |engine: &str| {
        let arguments = ["match", "-e", PAPAMU, "-e", engine, "-n", "4", "--time", "20"];
        let mut running = Command::new(PAPAMU);
        let mut running = running.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut peak = 0;
        while running.try_wait().unwrap().is_none() {
            peak = peak.max(peak_memory(&running).unwrap_or(0));
            thread::sleep(Duration::from_millis(2));
        }
        peak
    };
    let usual = peak(PAPAMU);
    for (name, cases) in [
        ("flood-replies", "*) yes '= resign\n' | sed 's/$/\\n/' ;;"),
        ("flood-line", "*) printf '= '; tr '\\0' 'x' </dev/zero ;;"),
        ("flood-blank", "genmove) yes '' ;;"),
    ] {
        let flooding = peak(&script(name, cases));
        assert!(flooding < usual + (64 << 10), "{name}: {flooding} kB, else {usual} kB");
    }
}

/// Waits for a condition; a machine may be busy.
pub fn wait_until(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_prints_the_result_so_far() {
    let file = path("interrupted.jsonl");
    // More games than fit in memory, and an engine that would keep the match waiting.
    let mark = format!("interrupted-{}-", std::process::id());
    let seconds = unique_seconds(4);
    let silent = format!("genmove) [ -e \"$0.silent\" ] && exec sleep {seconds}; printf '= resign\\n\\n' ;;");
    let silent = script(&mark, &silent);
    let sleeping = format!("sleep\0{seconds}\0");
    let switch = format!("{}.silent", silent.split('\'').nth(1).unwrap());
    let arguments = ["match", "-e", PAPAMU, "-e", &silent, "-n", "10000000000", "--nodes", "1", "--records"];
    let mut command = Command::new(PAPAMU);
    command.args(arguments).arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    wait_until(|| fs::read_to_string(&file).unwrap_or_default().lines().count() >= 2);
    fs::write(switch, "").unwrap();
    wait_until(|| !running(&sleeping).is_empty());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (printed, told) = (text(&output.stdout), text(&output.stderr));
    let played = records(Path::new(&file)).len();
    assert!(printed.starts_with(&format!("engine1 - engine2: +{played} =0 -0\n")), "{printed}");
    assert!(told.contains(&format!("interrupted after {played} of 10000000000 games")), "{told}");
    // What resumes the match is a command that a shell reads as it was given.
    let resume = told.rsplit_once("; to go on: ").unwrap().1.trim();
    let words = Command::new("sh").args(["-c", &format!("printf '%s\\n' {resume}")]).output().unwrap();
    let expected = [&[PAPAMU], &arguments[..], &[file.to_str().unwrap(), "--resume"]].concat().join("\n") + "\n";
    assert_eq!(text(&words.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
    wait_until(|| running(&mark).is_empty() && running(&sleeping).is_empty());
}

#[test]
fn each_game_is_a_line_where_there_is_no_terminal() {
    let bad = format!("bad={}", script("listed-games", "genmove) printf '? no idea\\n\\n' ;;"));
    let engines = ["match", "-e", PAPAMU, "-e", &bad, "-n", "2", "--nodes", "1", "--random", "0"];
    let told = text(&run(&engines).stderr);
    // The first fault of a kind is explained, --quiet or not.
    let first = "papamu: game 1 of 2: engine1 - bad B+R, White refused 'genmove w': no idea; conversation: ";
    let second = "\npapamu: game 2 of 2: bad - engine1 W+R, Black refused 'genmove b': no idea\n";
    assert!(told.starts_with(first) && told.contains(second), "{told}");
    let told = text(&run(&[&engines[..], &["--quiet"]].concat()).stderr);
    assert!(told.starts_with(first) && !told.contains(" game 2 "), "{told}");
}
