//! Fuzzing: the seeds of `tests/fuzz/corpus`, then random changes of them, for `FUZZ_SECONDS` (1 if it is not
//! set) a target. `FUZZ_SEED` makes other changes. A failure leaves its input in the folder of the build.

mod targets;

use std::panic;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use papamu::rng::Rng;
use targets::TARGETS;

/// Longer inputs are cut.
const LONGEST: usize = 4_000;

/// The pieces of the texts.
const WORDS: &[&str] = &[
    "play",
    "genmove",
    "b",
    "w",
    "undo",
    "clear_board",
    "boardsize",
    "komi",
    "set_game",
    "set_position",
    "position",
    "konane",
    "kanga",
    "send_it",
    "kangaroo",
    "loadsgf",
    "printsgf",
    "savesgf",
    "perft",
    "perft_divide",
    "solve",
    "analyze",
    "lz-analyze",
    "legal_moves",
    "param",
    "nodes",
    "time_settings",
    "time_left",
    "gogui-setup",
    "gogui-play_sequence",
    "reg_genmove",
    "ownership",
    "json",
    "final_score",
    "gg-undo",
    "PASS",
    "resign",
    "resign@B2",
    "D4",
    "A1-C1",
    "Z99",
    "C3,D4",
    "-1",
    "0",
    "18446744073709551616",
    "1e308",
    "nan",
    "x",
    "o",
    "/",
    "8",
    "\n",
    "\n",
    " ",
    "#",
    "\"",
    "\u{0}",
    "\u{7f}",
    "\u{ff}",
    "ō",
    "size=3",
    "width=16",
    "height=4",
    "max_moves=3",
    "repetition=2",
    "obligatory=0",
    "go",
    "ugi",
    "position startpos moves",
    "movetime",
    "depth",
    "stop",
    "quit",
    "isready",
    ";B[aa]",
    "(;",
    ")",
    "AB[cc]",
    "PL[W]",
    "SZ[5]",
    "\\",
    "[",
    "]",
    "plan black 1",
    "claim draw",
    "{",
    "}",
    ":",
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(name)
}

/// The seeds of a target, always in the same order.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let files = std::fs::read_dir(folder(name)).expect("a folder of seeds");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a seed")).collect()
}

/// One of the seeds with some random changes.
fn changed(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut below = |most: usize| rng.below(most.max(1) as u32) as usize;
    let mut data = seeds[below(seeds.len())].clone();
    for _ in 0..=below(6) {
        let at = below(data.len() + 1);
        let end = (at + below(20)).min(data.len());
        match below(7) {
            0 => data.splice(at..at, WORDS[below(WORDS.len())].bytes()).for_each(drop),
            1 => data.splice(at..end, WORDS[below(WORDS.len())].bytes()).for_each(drop),
            2 => data.splice(at..end, []).for_each(drop),
            3 if !data.is_empty() => {
                let place = below(data.len());
                data[place] = below(256) as u8;
            }
            4 => data.truncate(at),
            5 => {
                let part = data[at..end].to_vec();
                let to = below(data.len() + 1);
                data.splice(to..to, part).for_each(drop);
            }
            _ => {
                let other = &seeds[below(seeds.len())];
                let from = below(other.len() + 1);
                data.truncate(at);
                data.extend_from_slice(&other[from..]);
            }
        }
    }
    data.truncate(LONGEST);
    data
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn fuzz(name: &str) {
    let (_, target) = *TARGETS.iter().find(|(target, _)| *target == name).expect("a target");
    let seeds = seeds(name);
    assert!(!seeds.is_empty());
    let run = |data: &[u8]| {
        let begun = Instant::now();
        let failed = panic::catch_unwind(|| target(data)).is_err();
        // What takes so long will not come to an end.
        if failed || begun.elapsed() > Duration::from_secs(60) {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
            std::fs::write(&file, data).expect("a place for what was found");
            panic!("{name}: {:?}, kept in {}", String::from_utf8_lossy(data), file.display());
        }
    };
    seeds.iter().for_each(|seed| run(seed));
    let until = Instant::now() + Duration::from_secs(number("FUZZ_SECONDS", 1));
    let mut rng = Rng::new(number("FUZZ_SEED", 1));
    let mut count = 0u64;
    while Instant::now() < until {
        run(&changed(&seeds, &mut rng));
        count += 1;
    }
    println!("{name}: {count} inputs");
}

macro_rules! tests {
    ($($name:ident)*) => { $(#[test] fn $name() { fuzz(stringify!($name)); })* };
}

tests! { session stream ugi position sgf record certificate }

#[test]
fn every_target_is_run() {
    let mut names = TARGETS.map(|(name, _)| name);
    names.sort_unstable();
    assert_eq!(names, ["certificate", "position", "record", "session", "sgf", "stream", "ugi"]);
}
