//! What a game says about itself to people: rules in words, diagrams, lessons and colours. Front ends show it and need not know the
//! games.

use serde::Serialize;

/// A game in words, diagrams, lessons and colours. [`About::PLAIN`] is enough for a game that says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// The name as people write it, such as `Kōnane`; empty if that is the name in ASCII.
    #[serde(skip)]
    pub display_name: &'static str,
    pub tagline: &'static str,
    /// Where the game comes from.
    pub credit: &'static str,
    /// What a blocked cell is called, such as `burnt cell`; empty if the game has none.
    pub blocked: &'static str,
    /// The rules that a player needs, as sentences of plain text.
    pub rules: &'static [&'static str],
    /// Boards that people play on, the default one among them.
    pub presets: &'static [Preset],
    /// The options of a small board whose every move is solved at once, for the study of perfect play; empty if there is none.
    pub study: &'static str,
    /// Examples. Not part of the JSON, because a front end gets them with their boards.
    #[serde(skip)]
    pub diagrams: &'static [Diagram],
    /// Lessons, in the order in which they are taught: a text as [`lessons`](super::lessons) reads it; empty if there are none.
    #[serde(skip)]
    pub lessons: &'static str,
    /// Puzzles, the text of a file as [`puzzle`](crate::puzzle) describes it; empty if there are none.
    #[serde(skip)]
    pub puzzles: &'static str,
    pub palette: Palette,
}

impl About {
    /// A game without text, on a wooden board.
    pub const PLAIN: Self = Self {
        display_name: "",
        tagline: "",
        credit: "",
        blocked: "",
        rules: &[],
        presets: &[],
        study: "",
        diagrams: &[],
        lessons: "",
        puzzles: "",
        palette: Palette::WOOD,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Preset {
    pub name: &'static str,
    /// The options that differ from their defaults, in the order of [`Rules::OPTIONS`](super::Rules::OPTIONS).
    pub options: &'static str,
}

impl Preset {
    pub(crate) const fn new(name: &'static str, options: &'static str) -> Self {
        Self { name, options }
    }
}

/// A position that explains a rule. `tests/all/about.rs` checks that what it marks is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Diagram {
    pub caption: &'static str,
    /// The options of the game, as for `set_game`.
    pub options: &'static str,
    pub position: &'static str,
    /// Cells that the player to move can choose.
    pub choices: &'static [&'static str],
    /// Stones of one turn, in the order in which they were placed.
    pub turn: &'static [&'static str],
    /// The path of a stone in a legal turn, from its start to its last landing.
    pub path: &'static [&'static str],
    /// Stones that are being captured.
    pub captured: &'static [&'static str],
}

impl Diagram {
    pub const fn new(caption: &'static str, options: &'static str, position: &'static str) -> Self {
        Self { caption, options, position, choices: &[], turn: &[], path: &[], captured: &[] }
    }
}

/// Colours as `#rrggbb`; `None` where nothing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Palette {
    pub frame: &'static str,
    /// The surface under the cells.
    pub field: &'static str,
    pub cell: &'static str,
    /// A cell whose column and row add up to an odd number. The same as `cell` unless the board is chequered.
    pub odd_cell: &'static str,
    pub line: Option<&'static str>,
    /// The width of these lines in hundredths of a cell.
    pub line_width: u8,
    pub pit: Option<&'static str>,
    pub pit_edge: Option<&'static str>,
    pub label: &'static str,
    pub black: Stone,
    pub white: Stone,
}

impl Palette {
    /// A wooden board with lines, a black stone and a white one.
    pub const WOOD: Self = Self {
        frame: "#a9743f",
        field: "#d9a866",
        cell: "#dcad6c",
        odd_cell: "#dcad6c",
        line: Some("#8a5a2b"),
        line_width: 2,
        pit: None,
        pit_edge: None,
        label: "#3c240f",
        black: Stone { light: "#80838b", middle: "#2b2d33", dark: "#0c0d0f", edge: "#000000" },
        white: Stone { light: "#ffffff", middle: "#f1ede2", dark: "#b9b19d", edge: "#8d8672" },
    };
}

/// The colours of a stone that is lit from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stone {
    /// Where the light falls.
    pub light: &'static str,
    pub middle: &'static str,
    /// Away from the light.
    pub dark: &'static str,
    pub edge: &'static str,
}
