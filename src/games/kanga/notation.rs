//! The text of moves: the vertex, `D4`, in both styles.

use crate::board::{Shape, Vertex, parse_rows, vertex_path, write_rows};
use crate::game::{Color, MoveError, Notation, PositionError, Reading, Stop, Style, on_board, rows_of};

use super::rules::{Kanga, Move, Position};

impl<const N: usize> Notation for Kanga<N> {
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
        let stones = parse_rows(&self.board, rows)?;
        let mut position = Position { stones, turn: PositionError::turn(turn)?, connected: None };
        let empty = self.empty(&position);
        for color in Color::BOTH {
            for group in self.board.groups(stones[color.index()]) {
                if !self.board.beside(group).meets(empty) {
                    return Err(PositionError::CannotStand("a group has no liberty"));
                }
                if self.joins_edges(group) && position.connected.replace(color) == Some(!color) {
                    return Err(PositionError::CannotStand("both sides are connected"));
                }
            }
        }
        Ok(position)
    }

    fn write_position(&self, position: &Position<N>) -> String {
        format!("{} {}", write_rows(&self.board, &position.stones), position.turn.letter())
    }

    fn draw(&self, position: &Position<N>) -> String {
        self.board.draw(&position.stones)
    }

    fn read(&self, position: &Position<N>, _: &[Vertex], token: &str, _: Style) -> Result<Reading<Move>, MoveError> {
        if token.eq_ignore_ascii_case("pass") {
            return Err(MoveError::Rule("there is no passing"));
        }
        let path = vertex_path(token).ok_or_else(|| MoveError::Syntax(token.to_owned(), "D4"))?;
        let [vertex] = on_board(&path)?[..] else {
            return Err(MoveError::Syntax(token.to_owned(), "D4"));
        };
        let cell = self.board.cell(vertex).ok_or(MoveError::OffBoard)?;
        if !self.empty(position).contains(cell) {
            return Err(MoveError::Rule("the vertex is not empty"));
        }
        if !self.legal(position).contains(cell) {
            return Err(MoveError::Rule("suicide: the stone's group would have no liberty"));
        }
        Ok(Reading::Moves(vec![cell as Move]))
    }

    fn write(&self, _: &Position<N>, _: &[Vertex], moves: &[Move], _: Style) -> Vec<String> {
        moves.iter().map(|&mv| self.board.vertex(usize::from(mv)).to_string()).collect()
    }

    fn tokens(&self, position: &Position<N>, _: &[Vertex], style: Style, _: Stop) -> Option<Vec<String>> {
        Some(self.write(position, &[], &self.moves_after(position, &[], &|| false).0, style))
    }
}
