//! The views of a position: which stones can move, how many moves each has, and the points.

use crate::game::{Color, Drawing, Extras, Mark, Pictures, PlayersPoints, Points, Resignation, Stop, View, both};

use super::jumps::Extent;
use super::rules::{Kangaroo, Position};

impl<const N: usize> Pictures for Kangaroo<N> {
    const VIEWS: &'static [View] = &[
        View { name: "movable", label: "Movable stones", numbers: false },
        View { name: "mobility", label: "Moves of each stone", numbers: false },
    ];

    fn extras(&self, position: &Position<N>) -> Extras {
        let resignation = |cell: usize| {
            let lead = Points::whole(self.lead_after_giving(position, cell));
            let black = if position.turn == Color::Black { lead } else { Points::default() - lead };
            let outcome = black.lead_of_black();
            let token = format!("resign@{}", self.board.vertex(cell));
            Resignation { token, result: outcome.to_string(), winner: outcome.winner() }
        };
        Extras {
            turns_in_a_row: position.obligatory.map(u32::from),
            resignations: self.gifts(position).iter().map(resignation).collect(),
            ..Extras::default()
        }
    }

    fn points_of_players(&self, position: &Position<N>) -> Option<PlayersPoints> {
        Some((both(Color::BOTH, |side| self.points(position, side)), None))
    }

    fn view(&self, position: &Position<N>, name: &str, stop: Stop) -> Drawing {
        let mut drawing = Drawing::default();
        let mut texts = Vec::new();
        for (color, mark) in [(Color::Black, Mark::Circle), (Color::White, Mark::Square)] {
            let jumps = self.jumps(&position.stones, color);
            let jumpers = jumps.movable();
            match name {
                "movable" => {
                    texts.push(format!(
                        "{color}: {} movable stones, {} points",
                        jumpers.count(),
                        self.points(position, color)
                    ));
                    drawing.marks.push((mark, self.board.vertices(jumpers)));
                }
                _ => {
                    let mut total = 0;
                    for cell in jumpers {
                        let mut count = 0;
                        let complete = jumps
                            .each_bundle(cell, Extent::All(stop), |_, landings| count += u64::from(landings.count()));
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
