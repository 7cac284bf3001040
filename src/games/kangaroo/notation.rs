//! What the board shows, and the text of moves: the path `B8-B6-D4`, or `resign@B2` for the resignation that gives B2
//! away. In clicks, each vertex of the path is one click; clicking the last landing again stops a stone that could jump on.

use crate::board::{Bits, Vertex, vertex_path};
use crate::game::{
    Color, Error, Extras, Notation, PASS, PlayersPoints, Points, Reading, Resignation, Stop, Style, both, counted,
    on_board, whole_number,
};

use super::jumps::Extent;
use super::paths::{Path, State, landings};
use super::rules::{Kangaroo, Move, Position};

impl<const N: usize> Kangaroo<N> {
    fn name(&self, cell: usize) -> String {
        self.board.vertex(cell).to_string()
    }

    fn names(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>().join("-")
    }

    /// Follows clicks: the stone, then each landing.
    fn walk(&self, position: &Position<N>, clicks: &[Vertex]) -> Result<Path<'_, N>, Error> {
        let cells = clicks.iter().map(|&vertex| self.board.cell(vertex));
        let cells = cells.collect::<Option<Vec<_>>>().ok_or_else(Error::off_board)?;
        let (&from, rest) = cells.split_first().ok_or_else(|| Error::rule("no cell"))?;
        if !self.jumpers(&position.stones, position.turn).contains(from) {
            return Err(Error::rule("you have no stone there that can jump"));
        }
        let mut path = self.standing(position, from);
        match rest.iter().find(|&&to| !path.jump(to)) {
            None => Ok(path),
            Some(&to) if position.stones[position.turn.index()].contains(to) && to != from => {
                Err(Error::rule("one of your own stones is there; to move it instead, cancel the turn"))
            }
            Some(_) => Err(Error::rule("that stone cannot jump there")),
        }
    }

    fn resignation(&self, position: &Position<N>, cell: usize) -> Result<Reading<Vec<Move<N>>>, Error> {
        if !self.gifts(position).contains(cell) {
            return Err(Error::rule(if position.obligatory.is_some() {
                "a player cannot resign during obligatory moves"
            } else if self.gifts(position).is_empty() {
                "this game has resignation=off"
            } else {
                "none of your stones is there to give away"
            }));
        }
        Ok(Reading::Moves(vec![Move { from: cell as u8, to: cell as u8, captured: Bits::EMPTY }]))
    }

    /// The unfinished jump that the clicks so far describe, if there are any.
    fn unfinished_path(&self, position: &Position<N>, prefix: &[Vertex]) -> Option<Path<'_, N>> {
        if prefix.is_empty() { None } else { self.walk(position, prefix).ok() }
    }

    /// The moves that continue from here, each with its text after the clicks in `prefix`.
    fn named_from(&self, path: &Path<N>, prefix: &[Vertex], stop: Stop) -> Option<Vec<(Move<N>, String)>> {
        let states = path.explore(stop)?;
        let named = (1..states.len()).filter_map(|index| {
            let State { at, captured, .. } = states[index];
            let end = Path { jumper: path.jumper, from: path.from, at, captured };
            Some((end.stop()?, self.rest_of_path(&end, prefix, &landings(&states, index))))
        });
        Some(named.collect())
    }

    /// The text of a path that ends at `end`, after the clicks in `prefix`; `cells` are its further landings. A single
    /// vertex would be read as a click, so if the stone could jump on, the vertex is written twice to stop there.
    fn rest_of_path(&self, end: &Path<N>, prefix: &[Vertex], cells: &[usize]) -> String {
        match (prefix, cells) {
            ([], _) => self.names(&[&[end.from], cells].concat()),
            (_, []) => PASS.to_owned(),
            (_, [cell]) if end.can_go_on() => self.names(&[*cell, *cell]),
            _ => self.names(cells),
        }
    }

    /// The path of the stone on `from` before its first jump.
    fn standing(&self, position: &Position<N>, from: usize) -> Path<'_, N> {
        Path { jumper: self.jumper(position, from), from, at: from, captured: Bits::EMPTY }
    }
}

impl<const N: usize> Notation for Kangaroo<N> {
    const FORMS: &'static str = "B8-B6-D4, B8 as a first click, or resign@B2";

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

    fn read_fields(&self, position: &mut Position<N>, turn: Color, fields: &[&str]) -> Result<(), Error> {
        let [obligatory] = *fields else {
            return Err(Error::fields("the rows, the side to move, and the obligatory moves left or -"));
        };
        if obligatory == "-" {
            return Ok(());
        }
        let stones = position.stones;
        let no_stones = stones.iter().any(|stones| stones.is_empty());
        let [can_jump, other_can] = both([turn, !turn], |side| self.can_jump(&stones, side));
        let misfit = |expected| Error::field(obligatory, expected);
        let left = whole_number::<u8>(obligatory).filter(|&left| left <= self.obligatory);
        let left =
            left.ok_or_else(|| misfit("obligatory moves left are a number up to the option 'obligatory', or -"))?;
        if left == 0 && can_jump && !no_stones {
            return Err(misfit("0 obligatory moves are left only if the player to move has no jump"));
        }
        if left > 0 && other_can && !no_stones {
            return Err(misfit("obligatory moves are left only while the opponent has no jump"));
        }
        if left > 0 && (no_stones || !can_jump) {
            return Err(misfit("obligatory moves are left only to a player who can jump"));
        }
        *position = Position { stones, turn, obligatory: Some(left), over: left == 0, resigned: None };
        Ok(())
    }

    fn write_fields(&self, position: &Position<N>) -> Vec<String> {
        vec![position.obligatory.map_or_else(|| "-".to_owned(), |left| left.to_string())]
    }

    fn read(
        &self,
        position: &Position<N>,
        prefix: &[Vertex],
        token: &str,
        _: Style,
    ) -> Result<Reading<Vec<Move<N>>>, Error> {
        let syntax = || Error::no_move(token, Self::FORMS);
        let stop = |path: &Path<N>, otherwise: &str| match path.stop() {
            Some(mv) => Ok(Reading::Moves(vec![mv])),
            None => Err(Error::rule(otherwise)),
        };
        if token.eq_ignore_ascii_case(PASS) {
            if let Some(path) = self.unfinished_path(position, prefix) {
                return stop(&path, "the stone has not moved");
            }
            let least =
                self.least_gift(position).ok_or_else(|| Error::rule("PASS resigns, which is not allowed here"))?;
            return self.resignation(position, least);
        }
        if let Some(vertex) = token.to_ascii_lowercase().strip_prefix("resign@") {
            let [vertex] = on_board(&vertex_path(vertex).ok_or_else(syntax)?)?[..] else {
                return Err(syntax());
            };
            if !prefix.is_empty() {
                return Err(Error::rule("a jump is under way"));
            }
            return self.resignation(position, self.board.cell(vertex).ok_or_else(Error::off_board)?);
        }
        let vertices = on_board(&vertex_path(token).ok_or_else(syntax)?)?;
        let before = self.unfinished_path(position, prefix);
        if let ([vertex], Some(path)) = (&vertices[..], &before)
            && self.board.cell(*vertex) == Some(path.at)
        {
            return stop(path, "the stone has not moved");
        }
        // A path that repeats its last vertex stops there.
        let named = match &vertices[..] {
            [before @ .., last] if before.last() == Some(last) => before,
            all => all,
        };
        let clicks = [prefix, named].concat();
        let path = self.walk(position, &clicks)?;
        if vertices.len() == 1 && path.can_go_on() {
            return Ok(Reading::Prefix(clicks));
        }
        stop(&path, "the stone would end where it began and capture nothing")
    }

    fn write(&self, position: &Position<N>, prefix: &[Vertex], moves: &[Move<N>], style: Style) -> Vec<String> {
        let Some(mv) = moves.first() else { return Vec::new() };
        if mv.is_resignation() {
            return vec![match style {
                Style::Whole => format!("resign@{}", self.name(usize::from(mv.from))),
                Style::Steps => PASS.to_owned(),
            }];
        }
        let start = || self.standing(position, usize::from(mv.from));
        let mut path = self.unfinished_path(position, prefix).unwrap_or_else(start);
        let Some(cells) = path.way_to(mv) else { return Vec::new() };
        (path.at, path.captured) = (usize::from(mv.to), mv.captured);
        match style {
            Style::Whole => vec![self.rest_of_path(&path, prefix, &cells)],
            Style::Steps => {
                let first = prefix.is_empty().then_some(usize::from(mv.from));
                let last = path.can_go_on().then_some(path.at);
                first.into_iter().chain(cells).chain(last).map(|cell| self.name(cell)).collect()
            }
        }
    }

    fn tokens(&self, position: &Position<N>, prefix: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>> {
        if position.over {
            return Some(Vec::new());
        }
        match (self.unfinished_path(position, prefix), style) {
            (Some(path), Style::Steps) => {
                let stop = path.stop().map(|_| path.at);
                let landings = path.jumper.jumps(path.at, path.captured).into_iter().map(|(landing, _)| landing);
                Some(landings.chain(stop).map(|cell| self.name(cell)).collect())
            }
            (Some(path), Style::Whole) => {
                let named = self.named_from(&path, prefix, stop)?;
                Some(named.into_iter().map(|(_, text)| text).chain(path.stop().map(|_| PASS.to_owned())).collect())
            }
            (None, Style::Steps) => {
                let pass = self.least_gift(position).map(|_| PASS.to_owned());
                let jumpers = self.jumpers(&position.stones, position.turn).iter();
                Some(jumpers.map(|cell| self.name(cell)).chain(pass).collect())
            }
            (None, Style::Whole) => Some(self.named_moves(position, stop)?.into_iter().map(|(_, text)| text).collect()),
        }
    }

    fn named_moves(&self, position: &Position<N>, stop: Stop) -> Option<Vec<(Move<N>, String)>> {
        let mut named = Vec::new();
        if position.over {
            return Some(named);
        }
        // One search per stone finds the text of all its moves. One search per move is too slow if there are tens of
        // thousands.
        for from in self.jumpers(&position.stones, position.turn) {
            named.extend(self.named_from(&self.standing(position, from), &[], stop)?);
        }
        for cell in self.gifts(position) {
            let mv = Move { from: cell as u8, to: cell as u8, captured: Bits::EMPTY };
            named.push((mv, format!("resign@{}", self.name(cell))));
        }
        Some(named)
    }

    fn instruction(&self, position: &Position<N>, clicks: &[Vertex]) -> String {
        match (self.unfinished_path(position, clicks), position.obligatory) {
            (None, None) => "click a stone that jumps".to_owned(),
            (None, Some(left)) => format!("click a stone that jumps; {} left", counted(left.into(), "obligatory move")),
            (Some(path), _) if path.stop().is_some() => {
                "click where the stone lands next, or the last landing again to stop".to_owned()
            }
            (Some(_), _) => "click where the stone lands".to_owned(),
        }
    }

    fn moves_after(&self, position: &Position<N>, prefix: &[Vertex], stop: Stop) -> (Vec<Move<N>>, bool) {
        match self.unfinished_path(position, prefix) {
            // If there are too many to list, the moves that stop here or after one more jump are enough.
            Some(path) => match path.explore(stop) {
                Some(states) => {
                    (states.iter().filter_map(|state| path.move_to(state.at, state.captured)).collect(), true)
                }
                None => {
                    let taken = |jumped| path.captured | Bits::single(jumped) & path.jumper.enemy;
                    let jumps = path.jumper.jumps(path.at, path.captured).into_iter();
                    let next = jumps.filter_map(|(landing, jumped)| path.move_to(landing, taken(jumped)));
                    (path.stop().into_iter().chain(next).collect(), false)
                }
            },
            None => {
                let mut moves = Vec::new();
                let complete = self.list_moves(position, &mut moves, Extent::All(stop));
                (moves, complete)
            }
        }
    }
}
