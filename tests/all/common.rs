//! What several subjects use.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use papamu::play::Game;
use papamu::registry::{Entry, GAMES};

use crate::amazons::Amazons;
use crate::breakthrough::Breakthrough;
use crate::clobber::Clobber;

/// A small board of every game, with its options.
pub const EVERY_GAME: [(&str, &str); 8] = [
    ("konane", "width=6 height=5"),
    ("konane", "width=6 height=5 opening=middle_off"),
    ("kanga", "width=5 height=4"),
    ("kanga", "width=4 height=4 suicide=allowed"),
    ("send_it", "size=3"),
    ("send_it", "board=square size=4 push=true"),
    ("kangaroo", "size=6"),
    ("kangaroo", "size=7 resignation=off obligatory=2"),
];

/// Whether to run the long suites: tests that take minutes run with `LONG_TESTS=1` only, as in `.ci/long`.
pub fn long_tests() -> bool {
    std::env::var_os("LONG_TESTS").is_some()
}

/// The registry with three games more. Made when it is first used: a constant table would compile all games again.
pub static MORE_GAMES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let examples = [Entry::of::<Clobber>(), Entry::of::<Breakthrough>(), Entry::of::<Amazons>()];
    GAMES.iter().copied().chain(examples).collect()
});

/// Starts a game of that registry; `-` are no options.
pub fn open(game: &str, options: &str) -> Game {
    let entry = MORE_GAMES.iter().find(|entry| entry.name == game).expect("a known game");
    entry.open(options.trim_matches('-')).unwrap_or_else(|error| panic!("{game} {options}: {error}"))
}

/// The folder for the files of one subject, which no other subject uses.
pub fn folder(subject: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(subject);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Settings of the profile `release` with which it compiles in a fraction of the time. Nothing that tests look at depends on
/// them: the searches are the same, only ten times slower.
pub const QUICKLY: [(&str, &str); 2] =
    [("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")];

/// The folder in which tests build the program as users do, which takes minutes the first time.
pub fn release_builds() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_papamu")).with_file_name("install-target")
}

/// The program as users have it.
pub fn released() -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--quiet", "--release", "--bin", "papamu"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", release_builds())
        .envs(QUICKLY)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    release_builds().join("release").join(format!("papamu{}", std::env::consts::EXE_SUFFIX))
}
