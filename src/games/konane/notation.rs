//! The text of moves: `D5` for a removal, `C3-E3` or `C3-G3` for a jump, `C3-E3-G3` with every landing named.
//! As clicks a jump is its start and its end.

use crate::board::{Shape, Vertex, parse_rows, vertex_path, write_rows};
use crate::game::{Color, MoveError, Notation, PositionError, Reading, Rules, Stop, Style, on_board, rows_of};

use super::rules::{Konane, Move, Position};

const FORMS: &str = "D5, C3-E3 or C3-E3-G3";

impl<const N: usize> Notation for Konane<N> {
    fn shape(&self) -> Shape {
        self.board.shape
    }

    fn rows(&self, position: &Position<N>) -> Vec<Vec<(Vertex, Option<Color>)>> {
        rows_of(&self.board, &position.stones)
    }

    fn read_position(&self, text: &str) -> Result<Position<N>, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, turn] = fields[..] else {
            return Err(PositionError::Fields("the rows and the side to move"));
        };
        Ok(Position { stones: parse_rows(&self.board, rows)?, turn: PositionError::turn(turn)? })
    }

    fn write_position(&self, position: &Position<N>) -> String {
        format!("{} {}", write_rows(&self.board, &position.stones), position.turn.letter())
    }

    fn draw(&self, position: &Position<N>) -> String {
        self.board.draw(&position.stones)
    }

    fn read(
        &self,
        position: &Position<N>,
        prefix: &[Vertex],
        token: &str,
        _: Style,
    ) -> Result<Reading<Move>, MoveError> {
        if token.eq_ignore_ascii_case("pass") {
            return Err(MoveError::Rule("there is no passing"));
        }
        let path = vertex_path(token).ok_or_else(|| MoveError::Syntax(token.to_owned(), FORMS))?;
        let clicks = [prefix, &on_board(&path)?].concat();
        let cells: Option<Vec<usize>> = clicks.iter().map(|&vertex| self.board.cell(vertex)).collect();
        let cells = cells.ok_or(MoveError::OffBoard)?;
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let from_here = |mv: &&Move| usize::from(mv.from) == cells[0];
        if !moves.iter().any(|mv| from_here(&mv)) {
            return Err(MoveError::Rule(match self.removals(position) {
                Some(_) => "that stone may not be removed",
                None => "no stone there that can jump",
            }));
        }
        let to = cells[cells.len() - 1];
        let jumps = |mv: &Move| {
            let [from, to] = [mv.from, mv.to].map(|cell| self.board.vertex(usize::from(cell)));
            usize::from(from.column.abs_diff(to.column) + from.row.abs_diff(to.row)) / 2
        };
        // Just the ends, or every landing: as many steps of two as the jump has leave no way but the straight one.
        let steps_of_two = || cells.windows(2).all(|pair| self.board.two_apart(pair[0], pair[1]));
        let well_named = |mv: &Move| match cells.len() - 1 {
            0 => mv.from == mv.to,
            1 => mv.from != mv.to,
            steps => steps == jumps(mv) && steps_of_two(),
        };
        match moves.iter().filter(from_here).find(|mv| usize::from(mv.to) == to) {
            Some(&mv) if well_named(&mv) => Ok(Reading::Moves(vec![mv])),
            None if cells.len() == 1 => Ok(Reading::Prefix(clicks)),
            _ => Err(MoveError::Rule("the stone cannot jump so")),
        }
    }

    fn write(&self, _: &Position<N>, prefix: &[Vertex], moves: &[Move], style: Style) -> Vec<String> {
        let Some(mv) = moves.first() else { return Vec::new() };
        let [from, to] = [mv.from, mv.to].map(|cell| self.board.vertex(usize::from(cell)).to_string());
        match (prefix.is_empty(), style) {
            _ if mv.from == mv.to => vec![from],
            (true, Style::Whole) => vec![format!("{from}-{to}")],
            (true, Style::Steps) => vec![from, to],
            (false, _) => vec![to],
        }
    }

    fn tokens(&self, position: &Position<N>, prefix: &[Vertex], style: Style, _: Stop) -> Option<Vec<String>> {
        let (moves, _) = self.moves_after(position, prefix, &|| false);
        let tokens = moves.iter().filter_map(|&mv| self.write(position, prefix, &[mv], style).into_iter().next());
        let mut tokens: Vec<_> = tokens.collect();
        tokens.sort();
        tokens.dedup(); // several jumps begin with the same click
        Some(tokens)
    }

    fn moves_after(&self, position: &Position<N>, prefix: &[Vertex], _: Stop) -> (Vec<Move>, bool) {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        if let Some(from) = prefix.first().and_then(|&vertex| self.board.cell(vertex)) {
            moves.retain(|mv| usize::from(mv.from) == from);
        }
        (moves, true)
    }
}
