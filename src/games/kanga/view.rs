//! The views of a position: the shortest connections, and the stones under threat of capture.

use std::collections::VecDeque;

use crate::board::Bits;
use crate::game::{Color, Drawing, Extras, Mark, Pictures, Stop, View, counted};

use super::rules::{Kanga, Position};

impl<const N: usize> Pictures for Kanga<N> {
    const VIEWS: &'static [View] = &[
        View { name: "connection", label: "Shortest connections", numbers: false },
        View { name: "threatened", label: "Threatened stones", numbers: false },
    ];

    fn extras(&self, position: &Position<N>) -> Extras {
        let groups = position.connected.map(|color| self.board.groups(position.stones[color.index()]));
        let joined = groups.into_iter().flatten().find(|&group| self.joins_edges(group)).unwrap_or(Bits::EMPTY);
        Extras { winning: self.board.vertices(joined), ..Extras::default() }
    }

    fn view(&self, position: &Position<N>, name: &str, _: Stop) -> Drawing {
        match name {
            "connection" => self.connections(position),
            _ => self.threats(position),
        }
    }
}

impl<const N: usize> Kanga<N> {
    /// The empty vertices that each player has to fill to connect, ignoring captures.
    fn connections(&self, position: &Position<N>) -> Drawing {
        let mut drawing = Drawing::default();
        let mut texts = Vec::new();
        for (color, mark) in [(Color::Black, Mark::Circle), (Color::White, Mark::Square)] {
            let paths = self.edges.iter().filter_map(|&[from, to]| self.shortest_path(position, color, from, to));
            match paths.min_by_key(|path| path.count()) {
                Some(path) => {
                    texts.push(format!("{color} needs {}", counted(path.count(), "stone")));
                    drawing.marks.push((mark, self.board.vertices(path)));
                }
                None => texts.push(format!("{color} has to capture")),
            }
        }
        drawing.text = texts.join(", ");
        drawing
    }

    /// The empty vertices of a path from edge to edge that has the fewest of them; `None` if there is no path.
    fn shortest_path(&self, position: &Position<N>, side: Color, from: Bits<N>, to: Bits<N>) -> Option<Bits<N>> {
        let own = position.stones[side.index()];
        let open = own | self.board.empty(&position.stones);
        // A 0-1 breadth-first search: the player's own stones cost nothing and go to the front of the queue.
        let mut cost = vec![u32::MAX; self.board.shape.bits()];
        let mut parent = vec![None; cost.len()];
        let mut queue = VecDeque::new();
        let step = |cell| u32::from(!own.contains(cell));
        for cell in from & open {
            cost[cell] = step(cell);
            if own.contains(cell) { queue.push_front(cell) } else { queue.push_back(cell) }
        }
        while let Some(cell) = queue.pop_front() {
            if to.contains(cell) {
                let path = std::iter::successors(Some(cell), |&cell| parent[cell]);
                return Some(path.filter(|&cell| !own.contains(cell)).collect());
            }
            for next in self.board.neighbours(cell) & open {
                let through = cost[cell] + step(next);
                if through < cost[next] {
                    (cost[next], parent[next]) = (through, Some(cell));
                    if own.contains(next) { queue.push_front(next) } else { queue.push_back(next) }
                }
            }
        }
        None
    }

    /// The stones that the opponent could capture with one move, and the cells of those moves.
    fn threats(&self, position: &Position<N>) -> Drawing {
        let mut drawing = Drawing::default();
        let mut texts = Vec::new();
        for color in Color::BOTH {
            let attack = Position { turn: !color, ..*position };
            let (mut hanging, mut takers) = (Bits::EMPTY, Bits::EMPTY);
            for cell in self.legal(&attack) {
                let captured = self.captures(&attack, cell);
                if !captured.is_empty() {
                    hanging |= captured;
                    takers.insert(cell);
                }
            }
            texts.push(format!("{color}: {} threatened", counted(hanging.count(), "stone")));
            let vertices = |set: Bits<N>| self.board.vertices(set);
            let taker = if color == Color::Black { Mark::Square } else { Mark::Circle };
            drawing.marks.push((Mark::Cross, vertices(hanging)));
            drawing.marks.push((taker, vertices(takers)));
        }
        drawing.text = texts.join(", ");
        drawing
    }
}
