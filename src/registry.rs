//! The games that papamu plays, one line each.

use serde::Serialize;

use crate::board::Vertex;
use crate::game::{About, Diagram, Error, Lesson, OptionSpec, Playable, Points, Rules, Values, lessons};
use crate::games::{Kanga, Kangaroo, Konane, SendIt};
use crate::kernel::{Core, Kernel};
use crate::play::{ByPlayer, Cell, Game, Snapshot};
use crate::puzzle::{self, GRADES};

#[derive(Clone, Copy)]
pub struct Entry {
    /// The name in commands.
    pub name: &'static str,
    /// What `papamu bench` runs: options, and the depth of the perft.
    pub benchmark: (&'static str, u32),
    /// The default `max_moves` of matches, for a game that may go on forever between strong players.
    pub match_max_moves: Option<u32>,
    /// What the game says about itself.
    pub about: About,
    pub(crate) options: &'static [OptionSpec],
    kernel: fn(&Values) -> Result<Box<dyn Kernel>, Error>,
}

impl Entry {
    /// The entry of a game whose type does not depend on its options.
    pub const fn of<G: Playable>() -> Self {
        Self {
            name: G::NAME,
            benchmark: ("", 3),
            match_max_moves: None,
            about: G::ABOUT,
            options: G::OPTIONS,
            kernel: kernel::<G>,
        }
    }

    /// The name for people, in ASCII, such as `Send it`.
    pub fn title(&self) -> String {
        let mut title = self.name.replace('_', " ");
        title[..1].make_ascii_uppercase();
        title
    }

    /// Whether the komi counts: it changes the score of the first position.
    pub fn has_komi(&self) -> bool {
        let score = |komi| {
            let kernel = self.kernel_with("", komi).ok()?.0;
            Some(kernel.rules().adjudicate(&kernel.start()))
        };
        score(Points::default()) != score(Points::whole(1))
    }

    /// Whether the game has an option of its own with this key.
    pub fn has_option(&self, key: &str) -> bool {
        self.options.iter().any(|option| option.key == key)
    }

    pub fn info(&self) -> GameInfo {
        GameInfo {
            name: self.name,
            title: self.title(),
            display_name: match self.about.display_name {
                "" => self.title(),
                name => name.to_owned(),
            },
            match_max_moves: self.match_max_moves,
            options: OptionSpec::all(self.options).collect(),
            has_komi: self.has_komi(),
            about: self.about,
            lessons: lessons(self.about.lessons),
            puzzles: puzzle::count(self.about.puzzles),
            diagrams: self.about.diagrams.iter().filter_map(|diagram| self.board_of(diagram)).collect(),
        }
    }

    /// A diagram with its board; `None` if its position cannot be set up, which a test rules out for the games here.
    fn board_of(&self, diagram: &Diagram) -> Option<DiagramInfo> {
        let mut session = self.open(diagram.options).ok()?;
        session.set_position(diagram.position).ok()?;
        let Snapshot { cell_shape, cells, stones_now: stones, blocked, .. } = session.snapshot();
        Some(DiagramInfo { diagram: *diagram, cell_shape, cells, stones, blocked })
    }

    /// Starts a game with options `text`: `key=value …`.
    pub fn open(&self, text: &str) -> Result<Game, Error> {
        let (kernel, values) = self.kernel(text)?;
        Ok(Game::with([*self].into(), *self, kernel, values))
    }

    /// The game with these options.
    pub(crate) fn kernel(&self, text: &str) -> Result<(Box<dyn Kernel>, Values), Error> {
        self.kernel_with(text, Points::default())
    }

    pub(crate) fn kernel_with(&self, text: &str, komi: Points) -> Result<(Box<dyn Kernel>, Values), Error> {
        let values = Values::parse(self.options, text)?.with_komi(komi);
        Ok(((self.kernel)(&values)?, values))
    }
}

/// A game as data, for menus.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GameInfo {
    pub name: &'static str,
    pub title: String,
    pub display_name: String,
    pub match_max_moves: Option<u32>,
    pub options: Vec<&'static OptionSpec>,
    pub has_komi: bool,
    #[serde(flatten)]
    pub about: About,
    pub lessons: Vec<Lesson>,
    /// How many puzzles it has of each grade, the easiest first.
    pub puzzles: [u32; GRADES as usize],
    pub diagrams: Vec<DiagramInfo>,
}

/// A diagram with its board, which a front end can draw without another command.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DiagramInfo {
    #[serde(flatten)]
    pub diagram: Diagram,
    pub cell_shape: &'static str,
    pub cells: Vec<Cell>,
    pub stones: ByPlayer<Vec<Vertex>>,
    pub blocked: Vec<Vertex>,
}

pub fn find<'a>(games: &'a [Entry], name: &str) -> Result<&'a Entry, Error> {
    games.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let known: Vec<_> = games.iter().map(|entry| entry.name).collect();
        Error::syntax(format_args!("unknown game '{name}'; games: {}", known.join(" ")))
    })
}

fn kernel<G: Playable>(values: &Values) -> Result<Box<dyn Kernel>, Error> {
    Ok(Box::new(Core::new(G::new(values)?)))
}

/// The entry of a game on bitboards. It opens the game at the narrowest of these widths that holds the board; each width is
/// compiled by itself. Those in parentheses are not in the engine for web pages, which must be small.
/// `tests/all/widths.rs` checks that the width makes no difference.
macro_rules! on_bitboards {
    ($game:ident: $narrowest:literal $(($between:literal))? $($wider:literal)*) => {
        Entry {
            kernel: |values| {
                let bits = <$game<1>>::shape_of(values).bits();
                if bits <= 64 * $narrowest {
                    return kernel::<$game<$narrowest>>(values);
                }
                $(#[cfg(not(target_family = "wasm"))]
                if bits <= 64 * $between {
                    return kernel::<$game<$between>>(values);
                })?
                $(if bits <= 64 * $wider {
                    return kernel::<$game<$wider>>(values);
                })*
                // The board is too large for every width; the error comes from the game itself.
                Err(<$game<1>>::new(values).err().unwrap_or_else(|| Error::syntax("the board is too large")))
            },
            ..Entry::of::<$game<1>>()
        }
    };
}

/// All games, in the order in which they are listed; the engine starts with the first. This is a static because a
/// constant would make every program that uses it compile all games again.
pub static GAMES: &[Entry] = &[
    Entry { benchmark: ("", 9), ..on_bitboards!(Konane: 1 (2) 4) },
    Entry { benchmark: ("", 5), ..on_bitboards!(Kanga: 1 (2) 6) },
    on_bitboards!(SendIt: 1 (2) 4 6),
    Entry { benchmark: ("resignation=off", 5), match_max_moves: Some(300), ..on_bitboards!(Kangaroo: 1 2) },
];
