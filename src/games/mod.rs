//! The games, and the registry that knows them all.
//!
//! # Adding a game
//!
//! A game is one folder here and one line in [`GAMES`]; nothing else has to change. The folder implements these traits of
//! [`game`](crate::game), best in a file each:
//!
//! | file | traits | what it holds |
//! |---|---|---|
//! | `rules.rs` | [`Rules`] | name, options, the position, moves, symmetries, when the game is over and who has won |
//! | `notation.rs` | [`Notation`](crate::game::Notation) | the text of moves and positions |
//! | `eval.rs` | [`Ordering`](crate::game::Ordering), [`Evaluation`](crate::game::Evaluation), [`Solving`](crate::game::Solving), [`EndgameTables`](crate::game::EndgameTables) | what helps the searches, the learning, the solver and the tables; everything has a default |
//! | `view.rs` | [`Views`](crate::game::Views) | pictures for `show` and GoGui; none by default |
//!
//! The documentation of the folder's `mod.rs` states the rules in words.
//!
//! 1. *Rules.* A value of the game holds its options and the tables of its board; a `Position` is plain data, with
//!    all that decides what may follow and nothing else, because positions that compare equal are repetitions. Geometry,
//!    sets of cells and fills are in [`board`](crate::board). A move is one decision: if a turn has several, `turn`
//!    stays the same and `turn_begins` is false between them. `play` trusts its caller; `legal_moves` lists
//!    each move once, always in the same order, and none when `outcome` is some. `symmetries` and `image` give the solver
//!    a key that mirrored positions share.
//! 2. *Notation.* A game whose positions are stones and a player to move, and whose moves are one click or a click after the
//!    other, tells its board, its stones and the clicks of a move; diagrams, position strings and the reading and writing of
//!    moves follow from these.
//! 3. *Registry.* [`Entry::of`] makes the line of a game that is one type. Games on bitboards come in several widths, and
//!    `on_bitboards!` picks the narrowest that holds the board.
//! 4. *Evaluation.* What it weighs is in `features`; `papamu tune` learns the weights and writes them to `weights.in`.
//! 5. *Tests.* Call the suite of `tests/conformance.rs` for it; add rows to `tests/data/perft.tsv`, best counted by
//!    another program, and a slow, obvious version of the rules to `tests/reference`.
//! 6. *Documentation.* Its rules and options go into `protocol.md`, a paragraph into the README.
//!
//! `tests/clobber` is a whole game in one file of 130 lines, which goes through the registry, the suite, the protocol and the
//! solver.

mod kanga;
mod kangaroo;
mod konane;
mod send_it;

use serde::Serialize;
use thiserror::Error;

use crate::game::{Benchmark, Game, OptionError, OptionInfo, OptionSpec, Rules, Values, option_infos};
use crate::session::{Match, Session};

pub use kanga::Kanga;
pub use kangaroo::Kangaroo;
pub use konane::Konane;
pub use send_it::SendIt;

/// A game in the registry.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name in commands.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What the game's speed is measured by.
    pub benchmark: Benchmark,
    /// The `max_moves` of matches, for a game that strong players may never end.
    pub match_max_moves: Option<u32>,
    options: &'static [OptionSpec],
    open: fn(Values) -> Result<Box<dyn Session>, OptionError>,
}

impl Entry {
    /// The entry of a game whose type does not depend on its options.
    pub const fn of<G: Game>() -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            benchmark: G::BENCHMARK,
            match_max_moves: G::MATCH_MAX_MOVES,
            options: G::OPTIONS,
            open: open::<G>,
        }
    }

    /// Whether the game has an option of its own with this key.
    pub fn has_option(&self, key: &str) -> bool {
        self.options.iter().any(|option| option.key == key)
    }

    /// The game as data, for menus.
    pub fn info(&self) -> GameInfo {
        GameInfo {
            name: self.name,
            title: self.title,
            match_max_moves: self.match_max_moves,
            options: option_infos(self.options),
        }
    }

    /// Starts a game with options `text`: `key=value …`.
    ///
    /// # Errors
    /// [`OptionError`], which names what is allowed.
    pub fn open(&self, text: &str) -> Result<Box<dyn Session>, OptionError> {
        (self.open)(Values::parse(self.options, text)?)
    }
}

/// A game as data, for menus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameInfo {
    /// The name in commands.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The `max_moves` of matches, for a game that strong players may never end.
    pub match_max_moves: Option<u32>,
    /// The options.
    pub options: Vec<OptionInfo>,
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game '{name}'; games: {}", .known.join(" "))]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// The names that games have.
    pub known: Vec<&'static str>,
}

/// The entry of the game with that name.
///
/// ```
/// use papamu::games::{self, GAMES};
///
/// let session = games::find(GAMES, "kangaroo")?.open("size=6")?;
/// assert_eq!(session.perft(1, &|| false), Some(26));
/// assert!(games::find(GAMES, "chess").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`UnknownGame`].
pub fn find<'a>(games: &'a [Entry], name: &str) -> Result<&'a Entry, UnknownGame> {
    games
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| UnknownGame { name: name.to_owned(), known: games.iter().map(|entry| entry.name).collect() })
}

fn open<G: Game>(values: Values) -> Result<Box<dyn Session>, OptionError> {
    Ok(Box::new(Match::new(G::new(&values)?, values)))
}

/// The entry of a game on bitboards: the narrowest of the widths listed that holds the board is used. A build with debug
/// assertions, as tests have, holds the narrowest and the widest only: the searches are compiled again for each width.
/// (`tests/conformance.rs` checks that the width makes no difference.)
macro_rules! on_bitboards {
    ($game:ident in $folder:ident: $narrowest:literal $($between:literal)* .. $widest:literal) => {
        Entry {
            open: |values| {
                let bits = $folder::shape(&values).bits();
                if bits <= 64 * $narrowest {
                    return open::<$game<$narrowest>>(values);
                }
                $(#[cfg(not(debug_assertions))]
                if bits <= 64 * $between && is_wanted($between) {
                    return open::<$game<$between>>(values);
                })*
                if bits <= 64 * $widest {
                    return open::<$game<$widest>>(values);
                }
                // Larger than any board of the game: its own rules say why.
                Err(<$game<1>>::new(&values).err().unwrap_or(OptionError::Combination("no board is so large")))
            },
            ..Entry::of::<$game<1>>()
        }
    };
}

/// Whether the program has a game on bitboards of that many words. In a web page its size counts, so it has those for
/// Send It's usual board only, besides the narrowest and the widest.
#[cfg(not(debug_assertions))]
const fn is_wanted(words: usize) -> bool {
    !cfg!(target_family = "wasm") || words == 4
}

/// All games, in the order in which they are listed; the first is the one that the engine starts with. Not a constant: every
/// program that used one would compile all games again. Unit tests, which play few games, have only the last.
pub static GAMES: &[Entry] = &[
    #[cfg(not(test))]
    on_bitboards!(Konane in konane: 1 2 3 .. 4),
    #[cfg(not(test))]
    on_bitboards!(Kanga in kanga: 1 2 3 4 .. 6),
    #[cfg(not(test))]
    on_bitboards!(SendIt in send_it: 1 2 3 4 .. 6),
    on_bitboards!(Kangaroo in kangaroo: 1 .. 2),
];
