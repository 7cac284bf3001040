//! What can be shown of a position: the stones that can move, how much, and the points.

use crate::game::{Color, Drawing, Mark, Stop, View, Views};

use super::rules::{Kangaroo, Position};

impl<const N: usize> Views for Kangaroo<N> {
    const VIEWS: &'static [View] = &[
        View { name: "movable", label: "Movable stones", numbers: false },
        View { name: "mobility", label: "Moves of each stone", numbers: false },
    ];

    fn view(&self, position: &Position<N>, name: &str, stop: Stop) -> Drawing {
        let mut drawing = Drawing::default();
        let mut texts = Vec::new();
        for (color, mark) in [(Color::Black, Mark::Circle), (Color::White, Mark::Square)] {
            let jumpers = self.jumpers(&position.stones, color);
            match name {
                "movable" => {
                    texts.push(format!(
                        "{color}: {} movable stones, {} points",
                        jumpers.count(),
                        self.points(position, color)
                    ));
                    drawing.marks.push((mark, jumpers.iter().map(|cell| self.board.vertex(cell)).collect()));
                }
                _ => {
                    let mut total = 0;
                    for cell in jumpers {
                        let (complete, count) = self.count_of_stone(position, color, cell, stop);
                        total += count;
                        let more = if complete { "" } else { "+" };
                        drawing.labels.push((self.board.vertex(cell), format!("{count}{more}")));
                    }
                    texts.push(format!("{color}: {total} moves, {} points", self.points(position, color)));
                }
            }
        }
        drawing.text = texts.join(", ");
        drawing
    }
}
