//! The games, and the registry that knows them all.
//!
//! # Adding a game
//!
//! A game is one folder here and one line in [`GAMES`]; nothing else has to change. The folder implements four traits
//! of [`game`](crate::game), best in a file each:
//!
//! | file | trait | what it holds |
//! |---|---|---|
//! | `rules.rs` | [`Rules`] | name, options, the position, moves, when the game is over and who has won |
//! | `notation.rs` | [`Notation`](crate::game::Notation) | the text of moves and positions, the drawing for people |
//! | `eval.rs` | [`Hints`](crate::game::Hints) | which search plays it, and what helps that search; nearly all has a default |
//! | `view.rs` | [`Views`](crate::game::Views) | pictures for `show` and GoGui; none by default |
//!
//! The rules stand, in words, in the documentation of the folder's `mod.rs`.
//!
//! 1. *Rules.* A value of the game holds its options and the tables of its board; a `Position` is plain data, with
//!    all that decides what may follow and nothing else, for positions that compare equal are repetitions. Geometry,
//!    sets of cells and fills are in [`board`](crate::board). A move is one decision: if a turn has several, `turn`
//!    stays the same and `turn_begins` is false between them. `play` trusts its caller; `legal_moves` lists
//!    each move once, always in the same order, and none when `outcome` is some.
//! 2. *Notation.* [`parse_rows`](crate::board::parse_rows) and [`write_rows`](crate::board::write_rows) do the boards of
//!    position strings, [`vertex_path`](crate::board::vertex_path) and [`vertex_list`](crate::board::vertex_list) the
//!    vertices of moves. `read` tells text that is no move ([`MoveError::Syntax`](crate::game::MoveError)) from a
//!    move that the rules forbid. A game whose moves are single vertices has the same text in both styles.
//! 3. *Registry.* [`Entry::of`] makes the line of a game that is one type. Games on bitboards come in several widths, and
//!    `on_bitboards!` picks the narrowest that holds the board.
//! 4. *Evaluation.* What it weighs is in `looks`; `scripts/tune.sh` learns their weights and puts them into `weights.in`.
//! 5. *Tests.* Call the suite of `tests/conformance.rs` for it; add rows to `tests/data/perft.tsv`, best counted by
//!    another program, and a slow, obvious version of the rules to `tests/reference`.
//! 6. *Documentation.* Its rules and options go into `protocol.md`, a paragraph into the README.
//!
//! `tests/toy` is a whole game in one file, tic-tac-toe, which goes through the registry, the suite and the protocol.

mod kanga;
mod kangaroo;
mod konane;
mod send_it;

use thiserror::Error;

use crate::game::{Benchmark, Game, OptionError, OptionSpec, Rules, Values};
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
    /// What the game's speed is measured by.
    pub benchmark: Benchmark,
    options: &'static [OptionSpec],
    open: fn(Values) -> Result<Box<dyn Session>, OptionError>,
}

impl Entry {
    /// The entry of a game whose type does not depend on its options.
    pub const fn of<G: Game>() -> Self {
        Self { name: G::NAME, benchmark: G::BENCHMARK, options: G::OPTIONS, open: open::<G> }
    }

    /// Whether the game has an option of its own with this key.
    pub fn has_option(&self, key: &str) -> bool {
        self.options.iter().any(|option| option.key == key)
    }

    /// Starts a game with options `text`: `key=value …`.
    ///
    /// # Errors
    /// [`OptionError`], which names what is allowed.
    pub fn open(&self, text: &str) -> Result<Box<dyn Session>, OptionError> {
        (self.open)(Values::parse(self.options, text)?)
    }
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
/// assertions, as tests have, holds the narrowest and the widest only, and unit tests the widest: the searches are compiled
/// anew for each. (`tests/conformance.rs` checks that the width makes no difference.)
macro_rules! on_bitboards {
    ($game:ident in $folder:ident: $narrowest:literal $($between:literal)* .. $widest:literal) => {
        Entry {
            open: |values| {
                let bits = $folder::shape(&values).bits();
                #[cfg(not(test))]
                if bits <= 64 * $narrowest {
                    return open::<$game<$narrowest>>(values);
                }
                $(#[cfg(not(debug_assertions))]
                if bits <= 64 * $between {
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

/// All games, in the order in which they are listed; the first is the one that the engine starts with. Not a constant: every
/// program that used one would compile all games anew.
pub static GAMES: &[Entry] = &[
    on_bitboards!(Konane in konane: 1 2 3 .. 4),
    on_bitboards!(Kanga in kanga: 1 2 3 4 .. 6),
    on_bitboards!(SendIt in send_it: 1 2 3 4 .. 6),
    on_bitboards!(Kangaroo in kangaroo: 1 .. 2),
];
