//! The text of moves: the vertex, `D4`, in both styles.

use crate::board::{Bits, Geometry, Vertex};
use crate::game::{Color, Error, Notation};

use super::rules::{Kanga, Move, Position};

impl<const N: usize> Notation for Kanga<N> {
    type Board = Geometry<N>;

    const FORMS: &'static str = "D4";
    const LONGEST: usize = 1;

    fn board(&self) -> &Geometry<N> {
        &self.board
    }

    fn occupied(&self, position: &Position<N>) -> [Bits<N>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<N>; 2], turn: Color) -> Result<Position<N>, Error> {
        let mut position = Position { stones, turn, connected: None };
        let empty = self.board.empty(&stones);
        for color in Color::BOTH {
            for group in self.board.groups(stones[color.index()]) {
                if !self.board.beside(group).meets(empty) {
                    return Err(Error::syntax("a group has no liberty"));
                }
                if self.joins_edges(group) && position.connected.replace(color) == Some(!color) {
                    return Err(Error::syntax("both sides are connected"));
                }
            }
        }
        Ok(position)
    }

    fn clicks(&self, mv: Move) -> Vec<Vertex> {
        vec![self.board.vertex(usize::from(mv))]
    }

    fn refusal(&self, position: &Position<N>, clicks: &[Vertex]) -> Error {
        let is_empty = |&vertex: &Vertex| {
            self.board.cell(vertex).is_some_and(|cell| self.board.empty(&position.stones).contains(cell))
        };
        Error::rule(match clicks {
            [vertex] if is_empty(vertex) => "suicide: the stone's group would have no liberty",
            _ => "the cell is not empty",
        })
    }
}
