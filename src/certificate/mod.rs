//! Certificates: the text of a winning strategy that anyone can check with nothing but the rules.
//!
//! ```text
//! papamu certificate 1
//! game konane width=4 height=4 a1=auto opening=choose repetition=3 max_moves=0
//! position oxox/xoxo/oxox/xoxo b
//! claim white
//! plan white 2
//! D3 ox1x/…
//! …
//! ```
//!
//! The claim is `black`, `white` (the winner) or `draw`. A plan holds the turn to play for each position that its player may
//! reach at the beginning of a turn. A draw needs a plan for each player.
//!
//! Version 2 has one more line, `search N`, after the claim: the plan leaves out positions that an exhaustive search of
//! N positions decides, in games of [`NORMAL_PLAY`](crate::game::Hints::NORMAL_PLAY).

mod verify;

pub use verify::Flaw;
pub(crate) use verify::{StopAfter, verify};

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use crate::game::{Color, whole_number};
use crate::system::files::{self, open_regular};

/// The largest certificate file that is accepted, in bytes.
const MOST_BYTES: u64 = 1 << 30;
/// The largest search that a certificate may leave to its checker, in positions. It keeps each check short enough to
/// interrupt, and small enough for memory.
const MOST_SEARCHED: u64 = 1_000_000;
const HEAD: &str = "papamu certificate ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub side: Color,
    /// Position strings, each with the turn to play there.
    pub turns: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub game: String,
    pub options: String,
    pub position: String,
    /// The winner with perfect play; `None` if the game is a draw.
    pub winner: Option<Color>,
    /// The most positions that a search needs to decide a position that a plan leaves out, up to a million; 0
    /// if the plans leave none out.
    pub searched: u64,
    /// The winner's plan, or both players' plans for a draw.
    pub plans: Vec<Plan>,
}

impl Certificate {
    /// The claim: `black`, `white` or `draw`.
    pub fn claim(&self) -> &'static str {
        self.winner.map_or("draw", name)
    }

    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let Self { game, options, position, searched, plans, .. } = self;
        let version = if *searched == 0 { 1 } else { 2 };
        let claim = self.claim();
        writeln!(output, "{HEAD}{version}\ngame {game} {options}\nposition {position}\nclaim {claim}")?;
        if *searched > 0 {
            writeln!(output, "search {searched}")?;
        }
        for Plan { side, turns } in plans {
            writeln!(output, "plan {} {}", name(*side), turns.len())?;
            for (position, turn) in turns {
                writeln!(output, "{turn} {position}")?;
            }
        }
        Ok(())
    }

    /// Writes the certificate to a file atomically: a failure leaves the old file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        files::replace(path, |mut file| self.write(&mut file))
    }

    /// Reads a certificate from a regular file of at most one gibibyte, so that it fits in memory.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = open_regular(path, OpenOptions::new().read(true))?;
        if file.metadata()?.len() > MOST_BYTES {
            return Err(io::Error::other(format!("larger than {MOST_BYTES} bytes, the largest certificate allowed")));
        }
        // The file may grow while it is read.
        Self::read(BufReader::new(file.take(MOST_BYTES)))
    }

    /// Reads a certificate. Errors name the line. Moves and positions are not checked.
    pub fn read(input: impl BufRead) -> io::Result<Self> {
        let mut lines = Lines { lines: input.lines(), line: 0 };
        let version = lines.next(
            HEAD,
            |rest| ["1", "2"].into_iter().find(|&version| version == rest),
            "a certificate begins with 'papamu certificate 1' or 'papamu certificate 2'",
        )?;
        let (game, options) = lines.next("game ", words, "the game and its options: 'game konane width=8 …'")?;
        let position = lines.next("position ", |rest| Some(rest.to_owned()), "'position …'")?;
        let winner = lines.next("claim ", claim, "'claim black', 'claim white' or 'claim draw'")?;
        let searched = match version {
            "1" => 0,
            _ => lines.next(
                "search ",
                |rest| whole_number::<u64>(rest).filter(|&number| number <= MOST_SEARCHED),
                "'search N', where N is at most a million: the search that decides positions not in the plan",
            )?,
        };
        let plan = |rest: &str| {
            let (side, count) = rest.split_once(' ')?;
            Some((claim(side)??, whole_number::<u64>(count)?))
        };
        let mut plans = Vec::new();
        for _ in 0..if winner.is_none() { 2 } else { 1 } {
            let (side, count) =
                lines.next("plan ", plan, "'plan black' or 'plan white', and the number of its turns")?;
            let mut turns = Vec::new();
            for _ in 0..count {
                let (turn, position) = lines.next("", words, "a turn and the position in which it is played")?;
                turns.push((position, turn));
            }
            plans.push(Plan { side, turns });
        }
        lines.line += 1;
        match lines.lines.next().transpose()? {
            Some(_) => Err(lines.wrong("the end of the file")),
            None => Ok(Self { game, options, position, winner, searched, plans }),
        }
    }
}

fn name(color: Color) -> &'static str {
    ["black", "white"][color.index()]
}

/// A word, then the rest of the line.
fn words(text: &str) -> Option<(String, String)> {
    let (word, rest) = text.split_once(' ').filter(|(word, _)| !word.is_empty())?;
    Some((word.to_owned(), rest.to_owned()))
}

fn claim(text: &str) -> Option<Option<Color>> {
    [Some(Color::Black), Some(Color::White), None].into_iter().find(|winner| winner.map_or("draw", name) == text)
}

struct Lines<L> {
    lines: L,
    line: u64,
}

impl<L: Iterator<Item = io::Result<String>>> Lines<L> {
    /// Parses the rest of the next line, after its `key`.
    fn next<T>(&mut self, key: &str, parse: impl Fn(&str) -> Option<T>, expected: &str) -> io::Result<T> {
        self.line += 1;
        let line = self.lines.next().transpose()?.unwrap_or_default();
        line.trim_end().strip_prefix(key).and_then(parse).ok_or_else(|| self.wrong(expected))
    }

    fn wrong(&self, expected: &str) -> io::Error {
        io::Error::other(format!("line {}: {expected}", self.line))
    }
}
