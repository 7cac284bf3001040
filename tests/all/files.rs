//! Files on the disk: refused kinds of files, locks, and the state after a failure.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const PAPAMU: &str = env!("CARGO_BIN_EXE_papamu");

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(arguments: &[&str]) -> Output {
    Command::new(PAPAMU).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Reading a pipe may never end, and a device is no place for data.
#[test]
fn only_regular_files_are_read_and_written() {
    let folder = folder("kinds");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.to_str().unwrap(), folder.to_str().unwrap(), "/dev/null"] {
        for command in [
            &["solve", "kanga", "--size", "3", "--certificate", path][..],
            &["solve", "konane", "--size", "4", "--checkpoint", path],
            &["verify", path],
        ] {
            let output = run(command);
            let expected = format!("{path}: not a regular file");
            assert!(!output.status.success() && told(&output).contains(&expected), "{command:?}: {}", told(&output));
            assert!(output.stdout.is_empty());
        }
    }
    assert_eq!(names(&folder), ["pipe"]);
}

#[test]
fn a_certificate_larger_than_memory_is_not_read() {
    let file = folder("large").join("large.certificate");
    // It has no blocks on the disk.
    fs::File::create(&file).unwrap().set_len((1 << 30) + 1).unwrap();
    let output = run(&["verify", file.to_str().unwrap()]);
    assert!(told(&output).contains("larger than 1073741824 bytes"), "{}", told(&output));
}

#[test]
fn a_file_too_large_for_a_game_is_not_loaded() {
    let folder = folder("large-game");
    let file = folder.join("large.sgf");
    fs::File::create(&file).unwrap().set_len((16 << 20) + 1).unwrap();
    let mut child = Command::new(PAPAMU).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let line = format!("loadsgf {}\nquit\n", file.display());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), line.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let replies = String::from_utf8_lossy(&output.stdout);
    assert!(replies.starts_with('?') && replies.contains("more than 16777216 bytes"), "{replies}");
}

/// What `loadsgf` answers to a file, in a process that may not have more than 400 MB of memory.
#[cfg(target_os = "linux")]
fn load_in_little_memory(file: &Path, text: &str) -> String {
    fs::write(file, text).unwrap();
    let script = format!("ulimit -v 400000; printf 'loadsgf {}\nname\n' | {PAPAMU} --hash 1", file.display());
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let replies = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(replies.ends_with("= papamu\n\n"), "{replies} {}", told(&output));
    replies.trim_end_matches("\n\n= papamu\n\n").to_owned()
}

/// Files of a quarter of the largest size, full of one short piece that a reader might keep in memory each time.
#[test]
#[cfg(target_os = "linux")]
fn a_file_made_to_fill_the_memory_does_not() {
    let file = folder("memory").join("flood.sgf");
    let flood = |begin: &str, piece: &str, end: &str| {
        let times = ((4 << 20) - begin.len() - end.len()) / piece.len();
        load_in_little_memory(&file, &format!("{begin}{}{end}", piece.repeat(times)))
    };
    assert_eq!(flood("(;SZ[8]", ";", ")"), "=");
    assert_eq!(flood("(;SZ[8]C", "[]", ")"), "=");
    assert_eq!(flood("(;SZ[8]", "C[]", ")"), "=");
    assert_eq!(flood("(;SZ[8]C[", "\\]", "])"), "=");
    assert_eq!(flood("(", "(", ";SZ[8])"), "=");
    assert!(flood("(;SZ[8]", ";B[]", ")").starts_with("? cannot load file: more than 100000 moves"));
    let token = "A1-".repeat(100_000);
    assert!(flood(&format!("(;SZ[8];PT[{token}]"), "B[aa]", ")").contains("more than 100000 moves"));
}

/// The link stays, and the file that it points to is replaced.
#[test]
fn a_game_is_saved_through_a_link() {
    let folder = folder("link");
    let (link, real) = (folder.join("link.sgf"), folder.join("deeper/real.sgf"));
    fs::create_dir(folder.join("deeper")).unwrap();
    symlink("deeper/real.sgf", &link).unwrap();
    let script = format!("printf 'savesgf {0}\nloadsgf {0}\n' | {PAPAMU}", link.display());
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "=\n\n=\n\n");
    assert!(link.is_symlink() && real.is_file());
}

#[test]
fn only_one_solver_writes_a_checkpoint() {
    let folder = folder("solvers");
    let file = folder.join("proof");
    let arguments = ["solve", "konane", "--size", "8", "--hash", "4", "--checkpoint", file.to_str().unwrap()];
    let mut first = Command::new(PAPAMU).args(arguments).stderr(Stdio::null()).spawn().unwrap();
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    // By another name it is the same file.
    let link = folder.join("link");
    symlink("proof", &link).unwrap();
    for name in [&file, &link] {
        let second = run(&["solve", "konane", "--size", "8", "--hash", "4", "--checkpoint", name.to_str().unwrap()]);
        assert!(!second.status.success());
        assert!(told(&second).contains(": in use by another solver"), "{}", told(&second));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let third = run(&[&arguments[..], &["--time", "100"]].concat());
    assert_eq!(third.status.code(), Some(3), "a lock is released by the death of its process: {}", told(&third));
    assert_eq!(names(&folder), ["link", "proof", "proof.lock"]);
}

/// A failed write leaves only the old file.
#[test]
fn a_failed_write_leaves_nothing() {
    let folder = folder("failed");
    let file = folder.join("game.sgf");
    fs::write(&file, "as it was").unwrap();
    let script =
        format!("trap '' XFSZ; ulimit -f 0; printf 'play b D5\nsavesgf {0}\nname\n' | {1}", file.display(), PAPAMU);
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let replies = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(replies.contains("? cannot use file ") && replies.contains("File too large"), "{replies}");
    assert_eq!(names(&folder), ["game.sgf"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "as it was");
}

/// A user who can write in the folder must not be able to redirect the file: temporary files have names that nobody can
/// guess, and are new ones.
#[test]
fn a_planted_link_is_not_followed() {
    let folder = folder("planted");
    let (inside, outside) = (folder.join("inside"), folder.join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::write(&outside, "precious").unwrap();
    let mut engine = Command::new(PAPAMU);
    engine.current_dir(&inside).stdin(Stdio::piped()).stdout(Stdio::piped());
    let engine = engine.spawn().unwrap();
    // Names that an earlier version used for temporary files.
    for name in [format!("game.sgf.{}.part", engine.id()), "game.sgf.part".to_owned(), ".game.sgf.part".to_owned()] {
        symlink(&outside, inside.join(name)).unwrap();
    }
    use std::io::Write;
    let mut engine = engine;
    engine.stdin.take().unwrap().write_all(b"savesgf game.sgf\n").unwrap();
    let output = engine.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "=\n\n");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "precious");
    assert!(inside.join("game.sgf").is_file() && names(&inside).len() == 4, "{:?}", names(&inside));
}
