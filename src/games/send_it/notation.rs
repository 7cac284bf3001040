//! What the board shows, and the text of moves: `D7,C8,E5` for a turn, `PASS` for one without a drop. In clicks, each
//! drop is one click; clicking the last drop again ends the turn.

use crate::board::{Bits, Vertex, vertex_list};
use crate::game::{
    Color, Error, Extras, Notation, PASS, PlayersPoints, Reading, Rules, RulesExt, Stop, Style, counted, read_clicks,
    whole_number,
};

use super::rules::{Move, Position, SendIt, drops_allowed};

const NEEDS_ALL: &str = "an opening turn needs all its drops: Black's one, White's three";

impl<const N: usize> Notation for SendIt<N> {
    const FORMS: &'static str = "D7, D7,C8,E5 or PASS";

    fn extras(&self, position: &Position<N>) -> Extras {
        let left = drops_allowed(position.stage) - position.dropped;
        Extras { left_in_turn: Some(left.into()), ..Extras::default() }
    }

    fn points_of_players(&self, position: &Position<N>) -> Option<PlayersPoints> {
        Some((self.points(position), Some(self.controlled(position).map(|cells| self.board.vertices(cells)))))
    }

    fn ownership(&self, position: &Position<N>, stop: Stop) -> Option<Vec<f64>> {
        Some(self.played_out(position, stop))
    }

    fn read_fields(&self, position: &mut Position<N>, _: Color, fields: &[&str]) -> Result<(), Error> {
        let [stage, passes, drops] = *fields else {
            return Err(Error::fields("the rows, the side to move, the stage, the passes, and the drops or -"));
        };
        let number = |field: &str, range: std::ops::RangeInclusive<u8>, expected| {
            let number: Option<u8> = whole_number(field);
            let error = || Error::field(field, expected);
            number.filter(|number| range.contains(number)).ok_or_else(error)
        };
        position.stage = number(stage, 1..=3, "the stage is 1, 2 or 3")?;
        position.passes = number(passes, 0..=2, "the number of passes just made is 0, 1 or 2")?;
        if position.passes >= position.stage {
            return Err(Error::syntax("more passes than turns have been made"));
        }
        if drops == "-" { Ok(()) } else { self.read_drops(position, drops) }
    }

    fn write_fields(&self, position: &Position<N>) -> Vec<String> {
        let name = |&cell: &u16| self.board.vertex(usize::from(cell)).to_string();
        let drops: Vec<_> = position.drops[..usize::from(position.dropped)].iter().map(name).collect();
        let drops = if drops.is_empty() { "-".to_owned() } else { drops.join(",") };
        vec![position.stage.to_string(), position.passes.to_string(), drops]
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
        prefix: &[Vertex],
        token: &str,
        style: Style,
    ) -> Result<Reading<Vec<Move>>, Error> {
        let reading = read_clicks(self, position, prefix, token, style);
        if token.eq_ignore_ascii_case(PASS) && reading.is_err() {
            return Err(Error::rule(NEEDS_ALL));
        }
        let reading = reading?;
        let Reading::Moves(moves) = &reading else { return Ok(reading) };
        let mut after = *position;
        moves.iter().for_each(|&mv| self.play(&mut after, mv));
        match style == Style::Whole && !self.is_turn_over(&after, position.turn) {
            true => Err(Error::rule(NEEDS_ALL)),
            false => Ok(reading),
        }
    }

    fn refusal(&self, position: &Position<N>, clicks: &[Vertex]) -> Error {
        let [vertex] = clicks else { return Error::rule("each drop is one cell; write commas between drops") };
        let Some(cell) = self.board.cell(*vertex) else { return Error::off_board() };
        let own = position.stones[position.turn.index()];
        let neighbours = self.board.neighbours(cell);
        Error::rule(if position.passes >= 2 {
            "the game is over"
        } else if position.stage < 3 && position.last_drop().map(usize::from) == Some(cell) {
            NEEDS_ALL
        } else if !self.goals(position).contains(cell) {
            "the cell is not empty"
        } else if neighbours.meets(position.closed) {
            "the stone would join another stone of this turn"
        } else if !self.seen(own, self.board.empty(&position.stones)).contains(cell) && !self.drops_anywhere(position) {
            "none of your stones sees that cell"
        } else {
            "one of your groups would have no liberty"
        })
    }
}

impl<const N: usize> Position<N> {
    pub(super) fn last_drop(&self) -> Option<u16> {
        self.drops[..usize::from(self.dropped)].last().copied()
    }
}

impl<const N: usize> SendIt<N> {
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
}
