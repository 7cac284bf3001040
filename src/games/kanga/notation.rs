//! Why a move is not legal, and what wins. The text of a move is its vertex, `D4`, in both styles.

use crate::board::{Bits, Vertex};
use crate::game::{Error, Extras, Notation};

use super::rules::{Kanga, Position};

impl<const N: usize> Notation for Kanga<N> {
    const FORMS: &'static str = "D4";

    fn extras(&self, position: &Position<N>) -> Extras {
        let groups = position.connected.map(|color| self.board.groups(position.stones[color.index()]));
        let joined = groups.into_iter().flatten().find(|&group| self.joins_edges(group)).unwrap_or(Bits::EMPTY);
        Extras { winning: self.board.vertices(joined), ..Extras::default() }
    }

    fn refusal(&self, position: &Position<N>, clicks: &[Vertex]) -> Error {
        let is_empty = |&vertex: &Vertex| {
            self.board.cell(vertex).is_some_and(|cell| self.board.empty(&position.stones).contains(cell))
        };
        Error::rule(match clicks {
            [vertex] if is_empty(vertex) => "suicide: the stone's group would have no liberty",
            [_] => "the cell is not empty",
            _ => "a turn is one stone",
        })
    }
}
