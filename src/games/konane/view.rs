//! The views of a position: which stones can move, and how many moves each has.

use crate::board::Vertex;
use crate::game::{Color, Drawing, Mark, Pictures, Stop, View, counted};

use super::rules::{Konane, Position};

impl<const N: usize> Pictures for Konane<N> {
    const VIEWS: &'static [View] = &[
        View { name: "movable", label: "Movable stones", numbers: false },
        View { name: "mobility", label: "Moves of each stone", numbers: false },
    ];

    fn view(&self, position: &Position<N>, name: &str, _: Stop) -> Drawing {
        let mut drawing = Drawing::default();
        let mut counts = Vec::new();
        for (color, mark) in [(Color::Black, Mark::Circle), (Color::White, Mark::Square)] {
            let jumps = self.jumps_of_stones(position, color);
            let total: u32 = jumps.iter().map(|(_, count)| count).sum();
            counts.push(format!("{color}: {} of {}", counted(total, "move"), counted(jumps.len() as u32, "stone")));
            match name {
                "movable" => drawing.marks.push((mark, jumps.into_iter().map(|(vertex, _)| vertex).collect())),
                _ => drawing.labels.extend(jumps.into_iter().map(|(vertex, count)| (vertex, count.to_string()))),
            }
        }
        drawing.text = counts.join(", ");
        drawing
    }
}

impl<const N: usize> Konane<N> {
    /// The stones that `side` could move if it were its turn, each with the number of its moves.
    fn jumps_of_stones(&self, position: &Position<N>, side: Color) -> Vec<(Vertex, u32)> {
        let stones = &position.stones;
        if let Some(removals) = self.removals(&Position { turn: side, ..*position }) {
            return removals.iter().map(|cell| (self.board.vertex(cell), 1)).collect();
        }
        let mut moves = Vec::new();
        self.list_jumps(stones, side, &mut moves);
        let count = |cell| moves.iter().filter(|mv| usize::from(mv.from) == cell).count() as u32;
        let counted = stones[side.index()].iter().map(|cell| (self.board.vertex(cell), count(cell)));
        counted.filter(|&(_, count)| count > 0).collect()
    }
}
