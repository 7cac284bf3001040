//! Kanga in words and diagrams.

use crate::game::{About, Diagram, Preset};

pub(super) const ABOUT: About = About {
    tagline: "Connect two opposite edges, and take what is in between.",
    credit: "By Tijn van der Zant and Marco Wiering, 2002.",
    presets: &[Preset::new("5×5", "width=5 height=5"), Preset::new("7×7", ""), Preset::new("9×9", "width=9 height=9")],
    study: "width=4 height=3",
    rules: &[
        "The board starts empty. In each turn you place one stone of your colour on an empty cell. Black begins.",
        "You win when a group of your stones, connected along rows and columns, touches two opposite edges.",
        "A stone captures opposing stones in a line that it closes in, in any of the eight directions.",
        "Such a line starts beside the new stone, holds 3, 5, 7 … stones without a gap, and ends at another stone of yours or at the edge of the board.",
        "Lines of one stone or of an even number are safe, and so is a line from edge to edge.",
        "A line between two of your stones that your opponent completes stays where it is.",
        "A stone also captures opposing groups that have no adjacent empty cell left, as in Go.",
        "All captured stones leave the board together, before the winner is determined.",
        "Your new stone must not stand in a group without an adjacent empty cell after the captures.",
        "There is no passing. A player without a legal move loses.",
    ],
    diagrams: &[
        Diagram {
            turn: &["F3"],
            captured: &["C3", "D3", "E3"],
            ..Diagram::new(
                "White plays F3 and captures the three black stones between F3 and B3.",
                "width=7 height=5",
                "7/3o3/1oxxxo1/2o1x2/7 b",
            )
        },
        Diagram::new(
            "Black has connected the left edge with the right edge, and wins.",
            "width=5 height=5",
            "1o3/xx1o1/1xxxx/1oo2/3o1 w",
        ),
    ],
    lessons: include_str!("lessons.txt"),
    puzzles: include_str!("puzzles.txt"),
    ..About::PLAIN
};
