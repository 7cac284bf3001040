//! Kangaroo in words, diagrams and colours: a chequered board of sand.

use crate::game::{About, Diagram, Palette, Preset};

pub(super) const ABOUT: About = About {
    tagline: "Jump in all directions, and stop counting in time.",
    credit: "By John Flagg, 1977.",
    presets: &[Preset::new("6×6", "size=6"), Preset::new("8×8", ""), Preset::new("10×10", "size=10")],
    rules: &[
        "Each player starts with two full ranks. Black begins.",
        "In each turn you jump with one stone, in any of the eight directions, over one adjacent stone to the empty cell just behind it.",
        "An opposing stone that you jump over is removed at once. Your own stones stay.",
        "The same stone may jump on in any direction, and may stop after any jump.",
        "At the end, a stone counts one point, or two on the rank furthest from where it started.",
        "Instead of moving you may give a stone: you lose its value, your opponent gains a point, and the game ends and is counted.",
        "So a lead of three points wins at once.",
        "A player who cannot jump is stranded: the opponent then makes up to five obligatory moves in a row.",
        "If the stranded player can jump again, play goes on. Otherwise the game ends and is counted.",
        "The game also ends when a player has no stones left.",
    ],
    diagrams: &[Diagram {
        path: &["A6", "C6", "E6", "C4", "C2", "E4"],
        ..Diagram::new(
            "Black jumps over its own stone, then over four white stones, which are removed.",
            "size=6",
            "xx1o2/x2o2/o5/o1oo2/6/6 b -",
        )
    }],
    palette: Palette {
        frame: "#6a3f26",
        cell: "#e3c191",
        odd_cell: "#b9814f",
        line: None,
        label: "#f3e3cd",
        ..Palette::WOOD
    },
    lessons: include_str!("lessons.txt"),
    puzzles: include_str!("puzzles.txt"),
    ..About::PLAIN
};
