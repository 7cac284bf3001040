//! The games and their registry.
//!
//! # Adding a game
//!
//! A game is one folder here and one line in [`GAMES`]; nothing else has to change. The folder implements these traits
//! of [`game`](crate::game), usually one file each:
//!
//! | file | traits | what it holds |
//! |---|---|---|
//! | `rules.rs` | [`Rules`] | name, options, the position, moves, symmetries, when the game is over and who has won |
//! | `notation.rs` | [`Notation`](crate::game::Notation) | the text of moves and positions |
//! | `eval.rs` | [`Ordering`](crate::game::Ordering), [`Evaluation`](crate::game::Evaluation), [`Solving`](crate::game::Solving), [`EndgameTables`](crate::game::EndgameTables) | hints for search, tuning, the solver and the endgame tables; everything has a default |
//! | `view.rs` | [`Views`](crate::game::Views) | pictures for `show` and GoGui; none by default |
//!
//! The documentation of the folder's `mod.rs` states the rules in words.
//!
//! 1. *Rules.* A value of the game holds its options and the tables of its board. A `Position` is plain data. It
//!    contains everything that determines the legal continuations, and nothing else, because two positions that compare
//!    equal count as a repetition. Geometry, sets of cells and fills are in [`board`](crate::board). A move is one
//!    decision: if a turn has several, `turn` stays the same and `turn_begins` is false between them. `play` does not
//!    check legality. `legal_moves` lists each move once, always in the same order, and lists none when `outcome`
//!    returns a result. `symmetries` and `image` let the solver use one key for mirror images.
//! 2. *Notation.* If a position is stones plus a player to move, and a move is one click or a sequence of clicks, the
//!    game only states its board, its stones and the clicks of a move. Diagrams, position strings, and the parsing and
//!    printing of moves are derived from these.
//! 3. *Registry.* [`Entry::of`] makes the entry of a game that is one type. A game on bitboards has several widths;
//!    `on_bitboards!` picks the narrowest that holds the board.
//! 4. *Evaluation.* `features` returns the inputs of the evaluation; `papamu-lab tune` learns the weights and writes them to `weights.in`.
//! 5. *Tests.* Call the suite of `tests/all/conformance.rs` for it; add rows to `tests/data/perft.tsv`, preferably counted
//!    by another program, and add a slow, obvious version of the rules to `tests/all/reference`.
//! 6. *Documentation.* Describe the rules and options in `protocol.md`, and add a paragraph to the README.
//!
//! `tests/all/clobber.rs` is a complete example: a game in one file of 130 lines that runs through the registry, the
//! conformance suite, the protocol and the solver.

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
    /// The search that `papamu bench` runs.
    pub benchmark: Benchmark,
    /// The default `max_moves` of matches, for a game that may go on forever between strong players.
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
    /// The default `max_moves` of matches, for a game that may go on forever between strong players.
    pub match_max_moves: Option<u32>,
    /// The options.
    pub options: Vec<OptionInfo>,
}

/// The error for an unknown game name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game '{name}'; games: {}", .known.join(" "))]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// The names of all games.
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
/// [`UnknownGame`], which lists the known names.
pub fn find<'a>(games: &'a [Entry], name: &str) -> Result<&'a Entry, UnknownGame> {
    games
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| UnknownGame { name: name.to_owned(), known: games.iter().map(|entry| entry.name).collect() })
}

fn open<G: Game>(values: Values) -> Result<Box<dyn Session>, OptionError> {
    Ok(Box::new(Match::new(G::new(&values)?, values)))
}

/// The entry of a game on bitboards. It opens the game at the narrowest listed width that holds the board. A build with
/// debug assertions (such as a test build) contains only the narrowest and the widest, because the searches are
/// compiled once per width. `tests/all/conformance.rs` checks that the width makes no difference.
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
                // The board is too large for every width; the error comes from the game itself.
                Err(<$game<1>>::new(&values).err().unwrap_or(OptionError::Combination("the board is too large")))
            },
            ..Entry::of::<$game<1>>()
        }
    };
}

/// Whether the program contains bitboards of that many words. The WebAssembly build must be small, so besides the
/// narrowest and the widest it contains only the width of Send It's usual board.
#[cfg(not(debug_assertions))]
const fn is_wanted(words: usize) -> bool {
    !cfg!(target_family = "wasm") || words == 4
}

/// All games, in the order in which they are listed; the engine starts with the first. This is a static because a
/// constant would make every program that uses it compile all games again. Unit tests need only a few games, so they
/// get only the last.
pub static GAMES: &[Entry] = &[
    #[cfg(not(test))]
    on_bitboards!(Konane in konane: 1 2 3 .. 4),
    #[cfg(not(test))]
    on_bitboards!(Kanga in kanga: 1 2 3 4 .. 6),
    #[cfg(not(test))]
    on_bitboards!(SendIt in send_it: 1 2 3 4 .. 6),
    on_bitboards!(Kangaroo in kangaroo: 1 .. 2),
];
