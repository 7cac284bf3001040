//! Kōnane in words, diagrams and colours: a slab of lava with pits.

use crate::game::{About, Diagram, Palette, Preset};

pub(super) const ABOUT: About = About {
    tagline: "Jump until you cannot. From Hawaiʻi.",
    credit: "A traditional Hawaiian game, played on boards of lava and wood called papamū.",
    presets: &[
        Preset::new("6×6 travel", "width=6 height=6"),
        Preset::new("8×8", ""),
        Preset::new("10×10", "width=10 height=10"),
        Preset::new("14×14", "width=14 height=14"),
        Preset::new("16×16", "width=16 height=16"),
        Preset::new("Naihe 7×6", "width=7 height=6 a1=black opening=middle_off"),
        Preset::new("Naihe 9×8", "width=9 a1=black opening=middle_off"),
        Preset::new("Naihe 11×8", "width=11 a1=black opening=middle_off"),
        Preset::new("Naihe 15×12", "width=15 height=12 a1=black opening=middle_off"),
    ],
    study: "width=5 height=5",
    rules: &[
        "The board starts full: black and white stones alternate.",
        "Black first removes a black stone from a corner or from the middle of the board.",
        "White then removes a white stone next to that hole.",
        "From then on, you must jump with one of your stones in each turn.",
        "A jump goes over one adjacent opposing stone, along a row or a column, to the empty cell just behind it.",
        "The stone jumped over is removed.",
        "The same stone may jump on in the same direction, and may stop after any jump.",
        "In the Naihe opening, the two stones in the middle are off from the start, and Black jumps first.",
        "There are no diagonal jumps, no changes of direction within a turn, and no passing.",
        "A player who cannot jump loses. There are no draws.",
        "To jump, choose the stone, then the cell where it lands.",
    ],
    diagrams: &[
        Diagram {
            choices: &["A6", "F1", "C4", "D3"],
            ..Diagram::new(
                "Black may remove a stone in a corner or in the middle.",
                "width=6 height=6",
                "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox b",
            )
        },
        Diagram {
            path: &["A2", "C2", "E2"],
            ..Diagram::new(
                "Black jumps twice and removes two stones, or stops after the first jump.",
                "width=5 height=4",
                "xoxox/oxoxo/xo1o1/oxoxo b",
            )
        },
    ],
    palette: Palette {
        frame: "#3f3b3a",
        field: "#5a5452",
        cell: "#5a5452",
        odd_cell: "#5a5452",
        line: None,
        pit: Some("#45403f"),
        pit_edge: Some("#6d6663"),
        label: "#d8d2cc",
        ..Palette::WOOD
    },
    lessons: include_str!("lessons.txt"),
    puzzles: include_str!("puzzles.txt"),
    display_name: "Kōnane",
    ..About::PLAIN
};
