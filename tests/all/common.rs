//! What several subjects use.

use std::path::{Path, PathBuf};

use papamu::registry::GAMES;
use papamu::session::Session;

/// A small board of every game, with its options.
pub const EVERY_GAME: [(&str, &str); 7] = [
    ("konane", "width=6 height=5"),
    ("kanga", "width=5 height=4"),
    ("kanga", "width=4 height=4 suicide=allowed"),
    ("send_it", "size=3"),
    ("send_it", "board=square size=4 push=true"),
    ("kangaroo", "size=6"),
    ("kangaroo", "size=7 resignation=off obligatory=2"),
];

/// Whether the long suites are wanted: all that takes minutes runs with `LONG_TESTS=1` only, as in `.ci/run`.
pub fn long_tests() -> bool {
    std::env::var_os("LONG_TESTS").is_some()
}

/// Starts a game; `-` are no options.
pub fn open(game: &str, options: &str) -> Box<dyn Session> {
    let entry = GAMES.iter().find(|entry| entry.name == game).expect("a known game");
    entry.open(options.trim_matches('-')).unwrap_or_else(|error| panic!("{game} {options}: {error}"))
}

/// The folder for the files of one subject, which no other subject uses.
pub fn folder(subject: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(subject);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
