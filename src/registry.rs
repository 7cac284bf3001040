//! The games that papamu plays, one line each.

use serde::Serialize;

use crate::board::Vertex;
use crate::game::{About, Diagram, Error, Lesson, OptionSpec, Playable, Rules, Values, View, lessons};
use crate::games::{Kanga, Kangaroo, Konane, SendIt};
use crate::kernel::{Core, Kernel};
use crate::play::{ByPlayer, Cell, Game};
use crate::puzzle::{self, GRADES};

/// A game in the registry.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name in commands.
    pub name: &'static str,
    /// The name for people, in ASCII.
    pub title: &'static str,
    /// What `papamu bench` runs: options, and the depth of the perft.
    pub benchmark: (&'static str, u32),
    /// The default `max_moves` of matches, for a game that may go on forever between strong players.
    pub match_max_moves: Option<u32>,
    /// Whether the komi counts.
    pub has_komi: bool,
    /// What the game says about itself.
    pub about: About,
    pub(crate) counts_points: bool,
    pub(crate) can_repeat: bool,
    pub(crate) single_move_turns: bool,
    pub(crate) views: &'static [View],
    pub(crate) options: &'static [OptionSpec],
    kernel: fn(&Values) -> Result<Box<dyn Kernel>, Error>,
}

impl Entry {
    /// The entry of a game whose type does not depend on its options.
    pub const fn of<G: Playable>() -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            benchmark: G::BENCHMARK,
            match_max_moves: G::MATCH_MAX_MOVES,
            has_komi: G::HAS_KOMI,
            about: G::ABOUT,
            counts_points: G::COUNTS_POINTS,
            can_repeat: G::CAN_REPEAT,
            single_move_turns: G::SINGLE_MOVE_TURNS,
            views: G::VIEWS,
            options: G::OPTIONS,
            kernel: kernel::<G>,
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
            options: OptionSpec::all(self.options).collect(),
            has_komi: self.has_komi,
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
        let board = session.snapshot();
        Some(DiagramInfo {
            diagram: *diagram,
            cell_shape: board.cell_shape,
            cells: board.cells,
            stones: board.stones_now,
        })
    }

    /// Starts a game with options `text`: `key=value …`.
    pub fn open(&self, text: &str) -> Result<Game, Error> {
        let (kernel, values) = self.kernel(text)?;
        Ok(Game::with([*self].into(), *self, kernel, values))
    }

    /// The game with these options.
    pub(crate) fn kernel(&self, text: &str) -> Result<(Box<dyn Kernel>, Values), Error> {
        let values = Values::parse(self.options, text)?;
        Ok(((self.kernel)(&values)?, values))
    }
}

/// A game as data, for menus.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// The name in commands.
    pub name: &'static str,
    /// The name for people, in ASCII.
    pub title: &'static str,
    /// The default `max_moves` of matches, for a game that may go on forever between strong players.
    pub match_max_moves: Option<u32>,
    /// The options.
    pub options: Vec<&'static OptionSpec>,
    /// Whether the komi counts.
    pub has_komi: bool,
    /// What the game says about itself.
    #[serde(flatten)]
    pub about: About,
    /// The lessons, in the order in which they are taught.
    pub lessons: Vec<Lesson>,
    /// How many puzzles it has of each grade, the easiest first.
    pub puzzles: [u32; GRADES as usize],
    /// Examples that explain the rules, with their boards.
    pub diagrams: Vec<DiagramInfo>,
}

/// A diagram with its board, which a front end can draw without another command.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiagramInfo {
    /// The caption, the position and the marks.
    #[serde(flatten)]
    pub diagram: Diagram,
    /// The shape of the cells.
    pub cell_shape: &'static str,
    /// All cells of the board.
    pub cells: Vec<Cell>,
    /// The stones on the board.
    pub stones: ByPlayer<Vec<Vertex>>,
}

/// The entry of the game with that name.
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
    on_bitboards!(Konane: 1 (2) 4),
    on_bitboards!(Kanga: 1 (2) 6),
    on_bitboards!(SendIt: 1 (2) 4 6),
    on_bitboards!(Kangaroo: 1 2),
];
