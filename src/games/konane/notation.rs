//! The text of moves: `D5` for a removal, `C3-E3` or `C3-G3` for a jump, `C3-E3-G3` with every landing named. In
//! clicks, a jump is its first and its last vertex.

use crate::board::{Bits, Geometry, Vertex};
use crate::game::{Color, Error, Notation, both};

use super::rules::{Konane, Move, Position};

impl<const N: usize> Notation for Konane<N> {
    type Board = Geometry<N>;

    const FORMS: &'static str = "D5, C3-E3 or C3-E3-G3";

    fn board(&self) -> &Geometry<N> {
        &self.board
    }

    fn occupied(&self, position: &Position<N>) -> [Bits<N>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<N>; 2], turn: Color) -> Result<Position<N>, Error> {
        Ok(Position { stones, turn })
    }

    fn clicks(&self, mv: Move) -> Vec<Vertex> {
        let [from, to] = both([mv.from, mv.to], |cell| self.board.vertex(usize::from(cell)));
        if from == to { vec![from] } else { vec![from, to] }
    }

    /// A path that names every landing is shortened to its first and last vertex.
    fn shortest_clicks(&self, clicks: Vec<Vertex>) -> Vec<Vertex> {
        let step = |pair: &[Vertex]| {
            let along = |of: fn(&Vertex) -> u8| i32::from(of(&pair[1])) - i32::from(of(&pair[0]));
            (along(|at| at.column), along(|at| at.row))
        };
        let mut steps = clicks.windows(2).map(step);
        let first = steps.next();
        let is_jump = matches!(first, Some((0, -2 | 2) | (-2 | 2, 0)));
        match clicks[..] {
            [from, _, .., to] if is_jump && steps.all(|step| Some(step) == first) => vec![from, to],
            _ => clicks,
        }
    }

    fn instruction(&self, position: &Position<N>, clicks: &[Vertex]) -> String {
        match (clicks, self.removals(position)) {
            ([], Some(_)) => "click a stone to remove",
            ([], None) => "click a stone that jumps",
            _ => "click where the stone lands",
        }
        .to_owned()
    }

    fn refusal(&self, position: &Position<N>, clicks: &[Vertex]) -> Error {
        let (moves, _) = self.moves_after(position, &clicks[..1], &|| false);
        let is_own = |vertex: &Vertex| {
            self.board.cell(*vertex).is_some_and(|cell| position.stones[position.turn.index()].contains(cell))
        };
        Error::rule(match self.removals(position) {
            _ if clicks[1..].iter().any(is_own) => {
                "one of your own stones is there; to move it instead, undo the first click"
            }
            _ if !moves.is_empty() => "that stone cannot jump there",
            Some(removals) => {
                let allowed: Vec<_> = removals.iter().map(|cell| self.board.vertex(cell).to_string()).collect();
                return Error::rule(format_args!("that stone may not be removed; allowed: {}", allowed.join(" ")));
            }
            None => "you have no stone there that can jump",
        })
    }
}
