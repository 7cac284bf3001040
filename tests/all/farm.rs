//! A proof on several machines: `scripts/solve-farm.sh` with two workers, each behind an SSH server of its own on this machine.
//! It takes two minutes, so it runs with the long suites only.

#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common;

const PAPAMU: &str = env!("CARGO_BIN_EXE_papamu");
const SSHD: &str = "/usr/sbin/sshd";

fn script() -> Command {
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/solve-farm.sh"))
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}

/// An SSH server, which ends with the test.
struct Server(Child);

impl Server {
    fn start(folder: &Path, port: u16) -> Self {
        let server = Command::new(SSHD)
            .args(["-D", "-e", "-f", "/dev/null", "-o", "UsePAM=no", "-o", "StrictModes=no", "-o", "PidFile=none"])
            .args(["-o", &format!("ListenAddress=127.0.0.1:{port}")])
            .args(["-o", &format!("HostKey={}", folder.join("host").display())])
            .args(["-o", &format!("AuthorizedKeysFile={}", folder.join("user.pub").display())])
            .stderr(Stdio::null())
            .spawn();
        Self(server.unwrap())
    }

    /// As if the machine lost its power: its connections end too.
    fn kill(&mut self) {
        let _ = Command::new("pkill").args(["-KILL", "-P", &self.0.id().to_string()]).status();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The farm under test.
struct Farm {
    /// Keys, servers' settings, and the list of the workers.
    folder: PathBuf,
    servers: Vec<Server>,
}

impl Farm {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("farm");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        // Of a server that root starts.
        let _ = fs::create_dir_all("/run/sshd");
        for key in ["host", "user"] {
            run(Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(folder.join(key)));
        }
        let key = folder.join("user");
        assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o77, 0, "ssh would not use the key");
        let listeners = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let ports = listeners.map(|listener| listener.local_addr().unwrap().port());
        let ssh = format!(
            "ssh -i {} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes",
            key.display()
        );
        let workers = ports.map(|port| format!("1/{ssh} -p {port} 127.0.0.1\n")).concat();
        fs::write(folder.join("workers.txt"), workers).unwrap();
        let servers = ports.map(|port| Server::start(&folder, port)).into();
        let mut check = Command::new("sh");
        check.args(["-c", &format!("{ssh} -p {} 127.0.0.1 true", ports[1])]);
        within(10, "the server answers", || check.status().unwrap().success());
        Self { folder, servers }
    }

    /// With jobs of a second, the proof takes many rounds; with a minute, few.
    fn start(&self, job_seconds: &str) -> Child {
        let variables =
            [("PAPAMU", PAPAMU), ("HASH", "64"), ("JOBS", "4"), ("JOB_SECONDS", job_seconds), ("MERGE_SECONDS", "1")];
        script()
            .args([self.folder.join("workers.txt"), self.folder.join("proof")])
            .args(["konane", "--size", "7", "D4"])
            .envs(variables)
            .env("LEAST", "100")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Files of the proof whose names begin so.
    fn files(&self, beginning: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.join("proof")).into_iter().flatten().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(beginning)).collect()
    }

    /// The positions searched, after each round.
    fn progress(&self) -> Vec<u64> {
        let text = fs::read_to_string(self.folder.join("proof/progress.txt")).unwrap_or_default();
        let count = |line: &str| line.split("s: ").nth(1)?.split(' ').next()?.parse().ok();
        text.lines().filter_map(count).collect()
    }
}

/// Whether there is such a program.
fn has(program: &str) -> bool {
    Command::new("which").arg(program).output().is_ok_and(|output| output.status.success())
}

fn within(seconds: u64, what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(seconds), "within {seconds} s: {what}");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_proof_survives_lost_workers_damaged_files_and_interruptions() {
    if !common::long_tests() {
        println!("skipped: set LONG_TESTS");
        return;
    }
    if let Some(missing) = ["parallel", "rsync", "ssh", "pkill", SSHD].into_iter().find(|program| !has(program)) {
        println!("skipped: there is no {missing}");
        return;
    }
    let mut farm = Farm::new();
    let mut first = farm.start("1");
    within(30, "the first round begins", || !farm.progress().is_empty());
    sleep(Duration::from_millis(500));
    farm.servers[1].kill();
    within(60, "the other worker returns something", || !farm.files("job-").is_empty());
    run(Command::new("kill").args(["-TERM", &first.id().to_string()]));
    assert_eq!(first.wait().unwrap().code(), Some(143));
    assert!(farm.files("pid").is_empty(), "the folder is free");
    let before = *farm.progress().last().unwrap();

    fs::write(farm.folder.join("proof/job-9.proof"), "not a proof").unwrap();
    let second = farm.start("60");
    within(30, "the folder is in use", || !farm.files("pid").is_empty());
    let third = farm.start("60").wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&third.stderr).contains("is in use by process"), "{third:?}");
    let output = second.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().last(), Some("loss"), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("job-9.proof: not a saved proof"), "{output:?}");
    assert_eq!(farm.files("bad-").len(), 1);
    assert!(farm.files("job-").is_empty() && *farm.progress().last().unwrap() > before, "{:?}", farm.progress());
}

/// GNU parallel copies no files to and from `:`.
#[test]
fn this_machine_can_be_a_worker() {
    if !common::long_tests() || !["parallel", "rsync"].iter().all(|program| has(program)) {
        println!("skipped: it takes LONG_TESTS, parallel and rsync");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("farm-here");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let workers = folder.join("workers.txt");
    fs::write(&workers, "2/:\n").unwrap();
    let output = script()
        .args([&workers, &folder.join("proof")])
        .args(["konane", "--size", "6x7"])
        .envs([("PAPAMU", PAPAMU), ("HASH", "64"), ("JOBS", "4"), ("JOB_SECONDS", "1"), ("MERGE_SECONDS", "1")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().last(), Some("loss"), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("no worker returned"), "{output:?}");
}

#[test]
fn a_farm_says_what_it_lacks() {
    let run = |arguments: &[&str], variable: (&str, &str)| {
        let output = script().args(arguments).envs([("PAPAMU", PAPAMU), variable]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(run(&["workers.txt", "farm"], ("HASH", "1")).contains("WORKERS FOLDER GAME"));
    assert!(run(&["/nowhere", "farm", "konane"], ("HASH", "1")).contains("/nowhere: no such file"));
    assert!(run(&["/nowhere", "farm", "konane"], ("JOBS", "some")).contains("some: not a positive number"));
    let help = String::from_utf8(script().arg("--help").output().unwrap().stdout).unwrap();
    assert!(help.starts_with("Solves a position") && help.contains("LEAST=1000"), "{help}");
}
