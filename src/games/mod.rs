//! The games, and the registry that knows them all.

mod kanga;
mod kangaroo;
mod konane;
mod send_it;

use crate::game::{Game, Measure, OptionError, OptionSpec, Rules, Values};
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
    /// How the game is measured.
    pub measure: Measure,
    options: &'static [OptionSpec],
    open: fn(Values) -> Result<Box<dyn Session>, OptionError>,
}

impl Entry {
    /// The entry of a game whose type does not depend on its options.
    pub const fn of<G: Game>() -> Self {
        Self { name: G::NAME, measure: G::MEASURE, options: G::OPTIONS, open: open::<G> }
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

fn open<G: Game>(values: Values) -> Result<Box<dyn Session>, OptionError> {
    Ok(Box::new(Match::new(G::new(&values)?, values)))
}

/// The entry of a game on bitboards: the narrowest of the widths listed that holds the board is used.
macro_rules! on_bitboards {
    ($game:ident in $folder:ident: $($words:literal)*) => {
        Entry {
            open: |values| {
                let bits = $folder::shape(&values).bits();
                $(if bits <= 64 * $words {
                    return open::<$game<$words>>(values);
                })*
                // Larger than any board of the game: its own rules say why.
                Err(<$game<1>>::new(&values).err().unwrap_or(OptionError::Combination("no board is so large")))
            },
            ..Entry::of::<$game<1>>()
        }
    };
}

/// All games, in the order in which they are listed; the first is the one that the engine starts with.
pub const GAMES: &[Entry] = &[
    on_bitboards!(Konane in konane: 1 2 3 4),
    on_bitboards!(Kanga in kanga: 1 2 3 4 6),
    on_bitboards!(SendIt in send_it: 1 2 3 4 6),
    on_bitboards!(Kangaroo in kangaroo: 1 2),
];
