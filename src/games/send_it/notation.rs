//! The text of moves: `D7,C8,E5` for a turn, `PASS` for one without a drop. In clicks, each drop is one click; clicking
//! the last drop again ends the turn.

use crate::board::{Bits, Board, Geometry, Vertex, vertex_list};
use crate::game::{Color, Error, Notation, Reading, Rules, Style, counted, on_board};

use super::rules::{Move, Position, SendIt, drops_allowed};

const PASS: &str = "PASS";

impl<const N: usize> Notation for SendIt<N> {
    type Board = Geometry<N>;

    const FORMS: &'static str = "D7, D7,C8,E5 or PASS";

    fn board(&self) -> &Geometry<N> {
        &self.board
    }

    fn occupied(&self, position: &Position<N>) -> [Bits<N>; 2] {
        position.stones
    }

    fn with_stones(&self, stones: [Bits<N>; 2], turn: Color) -> Result<Position<N>, Error> {
        let empty = self.board.empty(&stones);
        let alive = |color: Color| {
            let groups = self.board.groups(stones[color.index()]);
            groups.iter().all(|&group| self.board.beside(group).meets(empty))
        };
        if !Color::BOTH.into_iter().all(alive) {
            return Err(Error::syntax("a group has no liberty"));
        }
        Ok(Position { stones, turn, stage: 3, passes: 0, dropped: 0, drops: [0; 4], closed: Bits::EMPTY })
    }

    fn read_position(&self, text: &str) -> Result<Position<N>, Error> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, turn, stage, passes, drops] = fields[..] else {
            return Err(Error::fields("the rows, the side to move, the stage, the passes, and the drops or -"));
        };
        let stones = self.board.parse(rows).map_err(Error::syntax)?;
        let turn = Color::from_letter(turn)?;
        let number = |field: &str, range: std::ops::RangeInclusive<u8>, expected| {
            let number = field.bytes().all(|b| b.is_ascii_digit()).then(|| field.parse().ok()).flatten();
            let error = || Error::field(field, expected);
            number.filter(|number| range.contains(number)).ok_or_else(error)
        };
        let stage = number(stage, 1..=3, "the stage is 1, 2 or 3")?;
        let passes = number(passes, 0..=2, "the number of passes just made is 0, 1 or 2")?;
        if passes >= stage {
            return Err(Error::syntax("more passes than turns have been made"));
        }
        let mut position = Position { stage, passes, ..self.with_stones(stones, turn)? };
        if drops != "-" {
            self.read_drops(&mut position, drops)?;
        }
        Ok(position)
    }

    fn write_position(&self, position: &Position<N>) -> String {
        let drops = position.drops[..usize::from(position.dropped)].iter().map(|&cell| self.name(cell));
        let drops = drops.collect::<Vec<_>>().join(",");
        format!(
            "{} {} {} {} {}",
            self.board.write(&position.stones),
            position.turn.letter(),
            position.stage,
            position.passes,
            if drops.is_empty() { "-" } else { &drops },
        )
    }

    fn known_clicks(&self, position: &Position<N>) -> Vec<Vertex> {
        position.drops[..usize::from(position.dropped)]
            .iter()
            .map(|&cell| self.board.vertex(usize::from(cell)))
            .collect()
    }

    fn instruction(&self, position: &Position<N>, _: &[Vertex]) -> String {
        let left = counted((drops_allowed(position.stage) - position.dropped).into(), "drop");
        match (position.stage, position.dropped) {
            (3, 0) if position.passes == 1 => {
                format!("up to {left}; your opponent has passed, so a pass ends the game and it is counted")
            }
            (3, 0) => format!("up to {left}, or pass"),
            (3, _) => format!("{left} left; click the last drop again to end"),
            _ => format!("{left} left"),
        }
    }

    fn read(
        &self,
        position: &Position<N>,
        _: &[Vertex],
        token: &str,
        style: Style,
    ) -> Result<Reading<Vec<Move>>, Error> {
        if token.eq_ignore_ascii_case(PASS) {
            self.end(position)?;
            return Ok(Reading::Moves(vec![Move::End]));
        }
        let vertices = vertex_list(token).ok_or_else(|| Error::no_move(token, Self::FORMS))?;
        let cells = on_board(&vertices)?.into_iter().map(|vertex| self.board.cell(vertex));
        let cells = cells.collect::<Option<Vec<_>>>().ok_or_else(Error::off_board)?;
        if let (Style::Steps, [cell]) = (style, &cells[..]) {
            let mv = match position.last_drop() {
                Some(last) if usize::from(last) == *cell => self.end(position)?,
                _ => self.drop(position, *cell)?,
            };
            return Ok(Reading::Moves(vec![mv]));
        }
        let (mut after, mut moves) = (*position, Vec::new());
        for cell in cells {
            if !moves.is_empty() && after.dropped == 0 {
                return Err(Error::rule("more drops than the turn allows"));
            }
            let mv = self.drop(&after, cell)?;
            self.play(&mut after, mv);
            moves.push(mv);
        }
        if after.dropped > 0 {
            moves.push(self.end(&after)?);
        }
        Ok(Reading::Moves(moves))
    }

    fn write(&self, position: &Position<N>, _: &[Vertex], moves: &[Move], style: Style) -> Vec<String> {
        let (mut tokens, mut last) = (Vec::new(), position.last_drop());
        for &mv in moves {
            match (mv, style, last) {
                (Move::Drop(cell), ..) => {
                    tokens.push(self.name(cell));
                    last = Some(cell);
                }
                (Move::End, Style::Steps, Some(cell)) => tokens.push(self.name(cell)),
                (Move::End, Style::Whole, _) if !tokens.is_empty() => {} // the last drop listed ends the turn
                (Move::End, ..) => tokens.push(PASS.to_owned()),
            }
        }
        match style {
            Style::Steps => tokens,
            Style::Whole => vec![tokens.join(",")],
        }
    }
}

impl<const N: usize> Position<N> {
    fn last_drop(&self) -> Option<u16> {
        self.drops[..usize::from(self.dropped)].last().copied()
    }
}

impl<const N: usize> SendIt<N> {
    fn name(&self, cell: u16) -> String {
        self.board.vertex(usize::from(cell)).to_string()
    }

    fn read_drops(&self, position: &mut Position<N>, text: &str) -> Result<(), Error> {
        let misfit = |expected| Error::field(text, expected);
        let vertices = vertex_list(text).ok_or_else(|| misfit("the drops are cells joined by commas, or -"))?;
        if vertices.len() >= usize::from(drops_allowed(position.stage)) {
            return Err(misfit("this many drops would have ended the turn"));
        }
        if position.passes > 0 {
            return Err(Error::syntax("passes are 0 once the turn has a drop"));
        }
        let own = position.stones[position.turn.index()];
        for vertex in vertices {
            let cell = vertex.and_then(|vertex| self.board.cell(vertex));
            let cell = cell
                .filter(|&cell| own.contains(cell))
                .ok_or_else(|| misfit("the drops are stones of the player to move"))?;
            if position.closed.contains(cell) {
                return Err(misfit("the drops stand in different groups"));
            }
            position.closed |= self.board.fill(Bits::single(cell), own);
            position.drops[usize::from(position.dropped)] = cell as u16;
            position.dropped += 1;
        }
        Ok(())
    }

    /// The drop on a cell, if it is legal.
    fn drop(&self, position: &Position<N>, cell: usize) -> Result<Move, Error> {
        if self.legal_drops(position).contains(cell) {
            return Ok(Move::Drop(cell as u16));
        }
        let own = position.stones[position.turn.index()];
        let neighbours = self.board.neighbours(cell);
        Err(Error::rule(if position.passes >= 2 {
            "the game is over"
        } else if !self.goals(position).contains(cell) {
            "the cell is not empty"
        } else if neighbours.meets(position.closed) {
            "the stone would join another stone of this turn"
        } else if !self.seen(own, self.board.empty(&position.stones)).contains(cell) && !self.drops_anywhere(position) {
            "none of your stones sees that cell"
        } else {
            "one of your groups would have no liberty"
        }))
    }

    /// The end of the turn, if it is legal.
    fn end(&self, position: &Position<N>) -> Result<Move, Error> {
        if position.stage == 3 || self.legal_drops(position).is_empty() {
            Ok(Move::End)
        } else {
            Err(Error::rule("an opening turn needs all its drops: Black's one, White's three"))
        }
    }
}
