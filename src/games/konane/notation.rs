//! The text of moves: `D5` for a removal, `C3-E3` or `C3-G3` for a jump, `C3-E3-G3` with every landing named. In
//! clicks, a jump is its first and its last vertex.

use crate::board::{Vertex, vertex_path};
use crate::game::{Error, Notation, Reading, Style, read_clicks};

use super::rules::{Konane, Move, Position};

impl<const N: usize> Notation for Konane<N> {
    const FORMS: &'static str = "D5, C3-E3 or C3-E3-G3";

    /// A path that names every landing is read as its first and last vertex.
    fn read(
        &self,
        position: &Position<N>,
        prefix: &[Vertex],
        token: &str,
        style: Style,
    ) -> Result<Reading<Vec<Move>>, Error> {
        let path: Option<Vec<Vertex>> = vertex_path(token).and_then(|path| path.into_iter().collect());
        let short = path.and_then(|path| shortened(&[prefix, &path].concat()));
        match short {
            Some([from, to]) => read_clicks(self, position, &[], &format!("{from}-{to}"), style),
            None => read_clicks(self, position, prefix, token, style),
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
                "one of your own stones is there; to move it instead, cancel the turn"
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

/// The first and the last vertex of jumps in one direction.
fn shortened(path: &[Vertex]) -> Option<[Vertex; 2]> {
    let step = |pair: &[Vertex]| {
        let along = |of: fn(&Vertex) -> u8| i32::from(of(&pair[1])) - i32::from(of(&pair[0]));
        (along(|at| at.column), along(|at| at.row))
    };
    let mut steps = path.windows(2).map(step);
    let first = steps.next();
    let is_jump = matches!(first, Some((0, -2 | 2) | (-2 | 2, 0)));
    match *path {
        [from, _, .., to] if is_jump && steps.all(|step| Some(step) == first) => Some([from, to]),
        _ => None,
    }
}
