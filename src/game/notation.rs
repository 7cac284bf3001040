//! The text of moves and positions, and what a front end shows of them.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Vertex, vertex_path};

use super::{Color, Error, Extras, PlayersPoints, Rules, RulesExt, Stop};

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// One token is a player's whole turn: for people, scripts and most managers.
    #[default]
    Whole,
    /// Every token is one click, a vertex or `PASS`: for boards with clickable cells.
    Steps,
}

/// What a token means.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading<M> {
    /// One or several successive legal moves.
    Moves(M),
    /// A click that begins or continues a move: all its clicks so far.
    Prefix(Vec<Vertex>),
}

const NO_PASS: &str = "no move passes here";

/// The word for a move without clicks.
pub const PASS: &str = "PASS";

/// The text of a game's moves and positions, and what a front end shows of them. Everything has a default: a position is
/// its rows and the player to move, and the text of a turn is the clicks of its moves: `C3-E3` for two clicks,
/// `C3-E3,G5` for two moves, `PASS` for a move without clicks. A game defines what differs.
pub trait Notation: Rules {
    /// What moves look like, for an error message: `D5, C3-E3 or C3-E3-G3`.
    const FORMS: &'static str = "the cells to click, such as D5 or C3-E3";

    /// Why these clicks, of which there is at least one, neither make nor begin a legal move.
    fn refusal(&self, _position: &Self::Position, _clicks: &[Vertex]) -> Error {
        Error::rule("not a legal move")
    }

    /// What to click next, in English, while the game goes on: `click where the stone lands`.
    fn instruction(&self, _position: &Self::Position, clicks: &[Vertex]) -> String {
        if clicks.is_empty() { "click a cell" } else { "click where the stone lands" }.to_owned()
    }

    /// What a front end shows beside the stones.
    fn extras(&self, _position: &Self::Position) -> Extras {
        Extras::default()
    }

    /// The points, in a game that counts them.
    fn points_of_players(&self, _position: &Self::Position) -> Option<PlayersPoints> {
        None
    }

    /// The expected owner of each cell at the end of the game, from 1 (Black) to -1 (White), in the order of
    /// [`Shape::rows`](crate::board::Shape::rows), in a game in which players own cells. Returns early if `stop` returns true.
    fn ownership(&self, _position: &Self::Position, _stop: Stop) -> Option<Vec<f64>> {
        None
    }

    /// The fields of a position string after the rows and the player to move, in a game whose positions hold more.
    fn write_fields(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// Reads these fields into a position that [`with_blocked`](Rules::with_blocked) has made for this player to move.
    fn read_fields(&self, _position: &mut Self::Position, _turn: Color, fields: &[&str]) -> Result<(), Error> {
        if fields.is_empty() { Ok(()) } else { Err(Error::fields("the rows and the side to move")) }
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, Error> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, turn, rest @ ..] = &fields[..] else {
            return Err(Error::fields("the rows, the side to move, and any fields that the game adds"));
        };
        let [black, white, blocked] = self.board().parse(rows).map_err(Error::syntax)?;
        let turn = match *turn {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(Error::syntax(format_args!("the side to move must be b or w, not '{turn}'"))),
        };
        let mut position = self.with_blocked([black, white], blocked, turn)?;
        self.read_fields(&mut position, turn, rest)?;
        Ok(position)
    }

    fn write_position(&self, position: &Self::Position) -> String {
        let [black, white] = self.stones(position);
        let rows = self.board().write(&[black, white, self.blocked(position)]);
        let mut fields = vec![rows, self.turn(position).letter().to_string()];
        fields.extend(self.write_fields(position));
        fields.join(" ")
    }

    /// Parses a token of the player to move, who has made the clicks `prefix` of a move so far.
    fn read(
        &self,
        position: &Self::Position,
        prefix: &[Vertex],
        token: &str,
        style: Style,
    ) -> Result<Reading<Vec<Self::Move>>, Error> {
        read_clicks(self, position, prefix, token, style)
    }

    /// The tokens that play `moves`, successive legal moves of one turn, after the clicks in `prefix`: in whole style
    /// one token, in steps style one per click.
    fn write(&self, position: &Self::Position, prefix: &[Vertex], moves: &[Self::Move], style: Style) -> Vec<String> {
        let (mut now, mut tokens, mut prefix) = (position.clone(), Vec::new(), prefix);
        for (index, &mv) in moves.iter().enumerate() {
            let clicks = self.clicks(&now, mv);
            let rest = clicks.get(prefix.len()..).unwrap_or_default();
            let mut names: Vec<_> = rest.iter().map(Vertex::to_string).collect();
            match style {
                // The end of a turn is left out after other moves.
                Style::Whole if names.is_empty() || is_pass(self, &now, mv) => {
                    if tokens.is_empty() || index + 1 < moves.len() {
                        tokens.push(PASS.to_owned());
                    }
                }
                Style::Whole => tokens.push(names.join("-")),
                Style::Steps => {
                    let goes_on = |mv| self.clicks(&now, mv).len() > clicks.len();
                    if !clicks.is_empty() && self.moves_after(&now, &clicks, &|| false).0.into_iter().any(goes_on) {
                        names.extend(clicks.last().map(Vertex::to_string));
                    } else if clicks.is_empty() {
                        names.push(PASS.to_owned());
                    }
                    tokens.extend(names);
                }
            }
            self.play(&mut now, mv);
            prefix = &[];
        }
        match style {
            Style::Whole if tokens.is_empty() => tokens,
            Style::Whole => vec![tokens.join(",")],
            Style::Steps => tokens,
        }
    }

    /// All legal tokens, in any order and perhaps with duplicates. In a turn of several moves, these are the single
    /// moves. `None` if `stop` returns true, or if there are too many.
    fn tokens(&self, position: &Self::Position, prefix: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>> {
        let (moves, complete) = self.moves_after(position, prefix, stop);
        let mut tokens = Vec::new();
        for mv in moves {
            tokens.extend(match (style, self.clicks(position, mv).get(prefix.len())) {
                (Style::Steps, Some(click)) => Some(click.to_string()),
                _ => self.write(position, prefix, &[mv], style).into_iter().next(),
            });
        }
        complete.then_some(tokens)
    }

    /// The legal moves that begin with the clicks in `prefix`, each once, always in the same order; and whether the
    /// list is complete. It may be incomplete if `stop` returns true, or if there are too many moves.
    fn moves_after(&self, position: &Self::Position, prefix: &[Vertex], _stop: Stop) -> (Vec<Self::Move>, bool) {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        if !prefix.is_empty() {
            moves.retain(|&mv| self.clicks(position, mv).starts_with(prefix));
        }
        (moves, true)
    }

    /// Every legal move with its text in whole style, in any order. `None` as for [`tokens`](Self::tokens).
    fn named_moves(&self, position: &Self::Position, _stop: Stop) -> Option<Vec<(Self::Move, String)>> {
        let mut named = Vec::new();
        for mv in self.moves_after(position, &[], &|| false).0 {
            named.push((mv, self.write(position, &[], &[mv], Style::Whole).concat()));
        }
        Some(named)
    }
}

/// The legal move that passes, or ends the turn: it needs no click, or leaves the board as it is in the middle of a
/// turn.
pub(crate) fn passing_move<G: Notation>(game: &G, position: &G::Position) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves.into_iter().rev().find(|&mv| is_pass(game, position, mv))
}

fn is_pass<G: Rules>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let leaves_board = || game.looks_like(position, &game.after(position, mv));
    game.clicks(position, mv).is_empty() || !game.turn_begins(position) && leaves_board()
}

/// [`Notation::read`] of a game in which the clicks of a move determine it.
pub(crate) fn read_clicks<G: Notation>(
    game: &G,
    position: &G::Position,
    prefix: &[Vertex],
    token: &str,
    style: Style,
) -> Result<Reading<Vec<G::Move>>, Error> {
    let passing = |position: &G::Position| passing_move(game, position);
    if token.eq_ignore_ascii_case(PASS) {
        let stop = || {
            game.moves_after(position, prefix, &|| false).0.into_iter().find(|&mv| game.clicks(position, mv) == prefix)
        };
        let pass = if prefix.is_empty() { passing(position) } else { stop() };
        return pass.map(|mv| Reading::Moves(vec![mv])).ok_or_else(|| Error::rule(NO_PASS));
    }
    // In a turn that is written whole, its end is left out, or written as a pass.
    let is_turn = style == Style::Whole || token.contains(',');
    let side = game.turn(position);
    let paths: Vec<&str> = token.split(',').collect();
    let (mut now, mut moves, mut before) = (position.clone(), Vec::new(), prefix.to_vec());
    let is_over = |now: &G::Position| game.is_turn_over(now, side) || game.end(now).is_some();
    for (index, path) in paths.iter().enumerate() {
        if index > 0 && is_over(&now) {
            return Err(Error::rule("more moves than the turn allows"));
        }
        if path.eq_ignore_ascii_case(PASS) {
            let mv = passing(&now).ok_or_else(|| Error::rule(NO_PASS))?;
            game.play(&mut now, mv);
            moves.push(mv);
            continue;
        }
        let path = vertex_path(path).ok_or_else(|| Error::no_move(token, G::FORMS))?;
        let path = on_board(&path)?;
        if !path.iter().all(|&vertex| game.board().has(vertex)) {
            return Err(Error::off_board());
        }
        let clicks = [&before[..], &path].concat();
        let begun = |clicks: &[Vertex]| {
            let (mut whole, mut goes_on) = (None, false);
            for mv in game.moves_after(&now, clicks, &|| false).0 {
                if game.clicks(&now, mv) != clicks {
                    goes_on = true;
                } else if !(is_turn && is_pass(game, &now, mv)) {
                    whole = whole.or(Some(mv));
                }
            }
            (whole, goes_on)
        };
        // A single click that more may follow waits for them; the same click again says that none does.
        let waits = paths.len() == 1 && path.len() == 1 && (style == Style::Steps || !before.is_empty());
        let mv = match begun(&clicks) {
            (Some(mv), goes_on) if !(goes_on && waits) => mv,
            (_, true) if paths.len() == 1 => return Ok(Reading::Prefix(clicks)),
            _ if path.len() == 1 && before.last() == path.first() => match begun(&before) {
                (Some(mv), _) => mv,
                _ => return Err(game.refusal(&now, &clicks)),
            },
            _ => return Err(game.refusal(&now, &clicks)),
        };
        game.play(&mut now, mv);
        moves.push(mv);
        before.clear();
    }
    if is_turn && !is_over(&now) {
        match passing(&now) {
            Some(end) => moves.push(end),
            None if paths.len() > 1 => return Err(Error::rule("this is only part of a turn")),
            None => {}
        }
    }
    Ok(Reading::Moves(moves))
}

/// The vertices, if every one of them can be on some board.
pub(crate) fn on_board(path: &[Option<Vertex>]) -> Result<Vec<Vertex>, Error> {
    path.iter().map(|vertex| vertex.ok_or_else(Error::off_board)).collect()
}

/// A count and its noun in English: `1 stone`, `2 stones`.
pub(crate) fn counted(number: u32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A number that consists of digits alone. The standard library also accepts a plus sign.
pub(crate) fn whole_number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
