//! The one implementation of [`Kernel`], for any game. Proofs and searches are in files of their own.

use std::collections::BTreeMap;

use crate::board::{Board, Shape, Vertex};
use crate::game::{
    self, Color, Content, Effects, EndReason, Error, Extras, Moves, Playable, PlayersPoints, Position, RulesExt, Stop,
    Style, passing_move, perft,
};
use crate::play::SearchParams;
use crate::rng::Rng;
use crate::search::TranspositionTable;
use crate::solve::{self, Memory};

use super::{FoundTurn, Kernel, Moment, Observer, Reading};

pub(crate) struct Core<G: Playable> {
    pub(super) game: G,
    pub(super) table: TranspositionTable,
    pub(super) proofs: Memory,
}

impl<G: Playable> Core<G> {
    pub(crate) fn new(game: G) -> Self {
        Self { game, table: TranspositionTable::default(), proofs: Memory::default() }
    }

    /// Whether a move is a resignation of the player to move, who loses by it.
    pub(super) fn is_losing_resignation(&self, position: &G::Position, mv: G::Move) -> bool {
        let end = self.game.end(&self.game.after(position, mv));
        let lost = Some(!self.game.turn(position));
        end.is_some_and(|(outcome, reason)| reason == EndReason::RESIGNATION && outcome.winner() == lost)
    }
}

impl<G: Playable> Kernel for Core<G> {
    fn renewed(&self) -> Box<dyn Kernel> {
        Box::new(Self::new(self.game.clone()))
    }

    fn shape(&self) -> Shape {
        self.game.board().shape()
    }

    fn start(&self) -> Position {
        Position::new(self.game.start())
    }

    fn read_position(&self, text: &str) -> Result<Position, Error> {
        self.game.read_position(text).map(Position::new)
    }

    fn write_position(&self, position: &Position) -> String {
        self.game.write_position(position.of())
    }

    fn set_up(&self, contents: &BTreeMap<Vertex, Content>, turn: Color) -> Result<Position, Error> {
        let board = self.game.board();
        if !contents.keys().all(|&vertex| board.has(vertex)) {
            return Err(Error::off_board());
        }
        let set = |content| {
            let vertices = contents.iter().filter(|cell| *cell.1 == content).map(|cell| *cell.0);
            board.set(&vertices.collect::<Vec<_>>())
        };
        let stones = Color::BOTH.map(|color| set(Content::Stone(color)));
        self.game.with_blocked(stones, set(Content::Blocked), turn).map(Position::new)
    }

    fn end_reason(&self, position: &Position) -> Option<EndReason> {
        self.game.end(position.of()).map(|(_, reason)| reason)
    }

    fn read(&self, position: &Position, clicks: &[Vertex], token: &str, style: Style) -> Result<Reading, Error> {
        Ok(match self.game.read(position.of(), clicks, token, style)? {
            game::Reading::Moves(moves) => Reading::Moves(Moves::new(moves)),
            game::Reading::Prefix(clicks) => Reading::Prefix(clicks),
        })
    }

    fn write(&self, position: &Position, clicks: &[Vertex], moves: &Moves, style: Style) -> Vec<String> {
        self.game.write(position.of(), clicks, moves.of(), style)
    }

    fn turn_text(&self, position: &Position, clicks: &[Vertex], moves: &Moves) -> String {
        let (position, moves) = (position.of(), moves.of::<G::Move>());
        let names: Vec<_> = clicks.iter().map(Vertex::to_string).collect();
        let text = names.join("-");
        match self.game.read(position, &[], &text, Style::Whole) {
            Ok(game::Reading::Moves(read)) if read == moves => text,
            _ => self.game.write(position, &[], moves, Style::Whole).concat(),
        }
    }

    fn tokens(&self, position: &Position, clicks: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>> {
        self.game.tokens(position.of(), clicks, style, stop)
    }

    fn play(&self, position: &Position, moves: &Moves) -> Vec<(Position, Effects)> {
        let (mut now, mut played) = (position.of::<G::Position>().clone(), Vec::new());
        for &mv in moves.of() {
            let effects = self.game.effects(&now, mv);
            self.game.play(&mut now, mv);
            played.push((Position::new(now.clone()), effects));
        }
        played
    }

    fn resigns(&self, position: &Position, moves: &Moves) -> bool {
        moves.of().iter().any(|&mv| self.is_losing_resignation(position.of(), mv))
    }

    fn random_turn(&self, position: &Position, rng: &mut Rng) -> Option<Moves> {
        let game = &self.game;
        let (mut position, mut turn) = (position.of::<G::Position>().clone(), Vec::new());
        let side = game.turn(&position);
        loop {
            let end = if turn.is_empty() { None } else { passing_move(game, &position) };
            let draw = || {
                let named = game.named_moves(&position, &|| false)?;
                let active = (0..named.len()).filter(|&index| !game.is_passive(&position, named[index].0));
                // Sorted by name, so that the same numbers draw the same moves.
                let mut names: Vec<_> = active.map(|index| (&named[index].1, index)).collect();
                names.sort_unstable();
                let &(_, index) = names.get(rng.below(names.len() as u32) as usize)?;
                Some(named[index].0)
            };
            let mv = end.or_else(draw)?;
            game.play(&mut position, mv);
            turn.push(mv);
            if game.is_turn_over(&position, side) || game.outcome(&position).is_some() {
                return Some(Moves::new(turn));
            }
        }
    }

    fn contents(&self, position: &Position, clicks: &[Vertex]) -> Vec<(Vertex, Content)> {
        let position = position.of();
        // The last click again is the move that stops there.
        let stop =
            clicks.last().and_then(|last| self.game.read(position, clicks, &last.to_string(), Style::Steps).ok());
        match stop {
            Some(game::Reading::Moves(moves)) if moves.len() == 1 => {
                self.game.contents(&self.game.after(position, moves[0]))
            }
            _ => self.game.contents(position),
        }
    }

    fn last_click(&self, position: &Position, clicks: &[Vertex]) -> Option<Vertex> {
        let position: &G::Position = position.of();
        match clicks {
            [] if self.game.turn_begins(position) => None,
            [] => self.game.clicks(position, passing_move(&self.game, position)?).last().copied(),
            [.., last] => Some(*last),
        }
    }

    fn instruction(&self, position: &Position, clicks: &[Vertex]) -> String {
        self.game.instruction(position.of(), clicks)
    }

    fn extras(&self, position: &Position) -> Extras {
        self.game.extras(position.of())
    }

    fn points(&self, position: &Position) -> Option<PlayersPoints> {
        self.game.points_of_players(position.of())
    }

    fn ownership(&self, position: &Position, stop: Stop) -> Option<Vec<f64>> {
        self.game.ownership(position.of(), stop)
    }

    fn choose(
        &mut self,
        moment: &Moment,
        params: &SearchParams,
        observer: Option<Observer>,
        exact: bool,
    ) -> Option<FoundTurn> {
        self.search_turn(moment, params, observer, exact)
    }

    fn release_memory(&mut self) {
        self.table.clear();
        self.proofs = Memory::default();
    }

    fn rules(&self) -> &dyn solve::Positions {
        &self.game
    }

    fn named_moves(&self, position: &Position, stop: Stop) -> Option<Vec<(Moves, String)>> {
        let mut named = Vec::new();
        for (mv, name) in self.game.named_moves(position.of(), stop)? {
            named.push((Moves::new(vec![mv]), name));
        }
        Some(named)
    }

    fn perft(&self, position: &Position, depth: u32, stop: Stop) -> Option<u64> {
        perft::count(&self.game, position.of(), depth, stop, &mut Vec::new())
    }
}
