//! Send It in words, diagrams and colours: slate.

use crate::game::{About, Diagram, Palette, Preset};

pub(super) const ABOUT: About = About {
    tagline: "Four stones a turn, each in sight of another.",
    credit: "By João Neto, 2004.",
    presets: &[
        Preset::new("side 5", "size=5"),
        Preset::new("side 8", ""),
        Preset::new("square 9×9", "board=square size=9"),
    ],
    study: "size=2",
    rules: &[
        "The board starts empty. Black drops one stone, then White drops three; from then on, a turn is up to four drops.",
        "Drop a stone on an empty cell that one of your stones sees: along a straight line with nothing in between.",
        "A stone that you dropped earlier in the turn counts as well.",
        "A player without stones may drop anywhere in the first turn.",
        "A group may get only one new stone in a turn: the stones that you drop must end up in different groups.",
        "Opposing groups without an adjacent empty cell are captured after each drop, as in Go.",
        "A drop that leaves a group of yours without an adjacent empty cell is illegal.",
        "You may end your turn after any drop, or pass. The game ends when both players pass.",
        "You score a point for each of your stones and for each cell that you control: an empty cell where your opponent cannot drop.",
        "The higher score wins.",
    ],
    diagrams: &[
        Diagram {
            choices: &["A4", "B4", "C4", "E4", "D1", "D2", "D3", "D5", "D6", "D7", "A1", "B2", "C3", "E5", "F6", "G7"],
            ..Diagram::new(
                "The black stone sees the cells with a dot. The white stone stops its view.",
                "size=4",
                "4/5/6/3x3/6/3o1/4 b 3 0 -",
            )
        },
        Diagram {
            turn: &["B2", "B5", "F6"],
            ..Diagram::new(
                "A turn with three drops: each stone is in sight of another, and in a group of its own.",
                "size=4",
                "1x2/3o1/6/1x1x1x1/1o1o2/5/4 b 3 0 B2,B5,F6",
            )
        },
    ],
    palette: Palette {
        frame: "#2e4654",
        field: "#2e4654",
        cell: "#7d9aa8",
        odd_cell: "#7d9aa8",
        line: Some("#2e4654"),
        line_width: 4,
        label: "#dbe7ee",
        ..Palette::WOOD
    },
    lessons: include_str!("lessons.txt"),
    puzzles: include_str!("puzzles.txt"),
    display_name: "Send It",
    ..About::PLAIN
};
