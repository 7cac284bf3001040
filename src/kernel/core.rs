//! The one implementation of [`Kernel`], for any game. Proofs and searches are in files of their own.

use serde_json::Value;

use crate::board::{Board, Shape, Vertex};
use crate::game::{
    self, Color, Drawing, Effects, EndReason, Error, Moves, Outcome, Playable, PlayersPoints, Points, Position, Stones,
    Stop, Style, Values, both, perft,
};
use crate::play::SearchParams;
use crate::rng::Rng;
use crate::search::{Control, TranspositionTable};
use crate::solve::{Memory, Positions};

use super::decide::Decision;
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
        if !self.game.is_passive(position, mv) {
            return false;
        }
        let (mover, after) = (self.game.turn(position), self.game.after(position, mv));
        let loses = self.game.outcome(&after).and_then(Outcome::winner) == Some(!mover);
        loses && self.game.end_reason(&after) == EndReason::RESIGNATION
    }

    /// The cells of Black's stones and of White's.
    fn cells(&self, stones: Stones<G>) -> [Vec<Vertex>; 2] {
        let board = self.game.board();
        let vertices = board.shape().rows().concat();
        both(stones, |set| vertices.iter().copied().filter(|&vertex| board.contains(&set, vertex)).collect())
    }
}

impl<G: Playable> Kernel for Core<G> {
    fn resize(&self, values: &Values, columns: u32, rows: u32) -> Result<Vec<(&'static str, String)>, &'static str> {
        G::resize(values, columns, rows)
    }

    fn set_komi(&mut self, komi: Points) {
        self.game.set_komi(komi);
        self.table.clear();
    }

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

    fn set_up(&self, stones: &[(Color, Vertex)], turn: Color) -> Result<Position, Error> {
        self.game.set_up(stones, turn).map(Position::new)
    }

    fn end_reason(&self, position: &Position) -> EndReason {
        self.game.end_reason(position.of())
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
        self.game.turn_text(position.of(), clicks, moves.of())
    }

    fn tokens(&self, position: &Position, clicks: &[Vertex], style: Style, stop: Stop) -> Option<Vec<String>> {
        self.game.tokens(position.of(), clicks, style, stop)
    }

    fn play(&self, position: &Position, moves: &Moves) -> Vec<Position> {
        let mut now: G::Position = position.of::<G::Position>().clone();
        let mut positions = Vec::new();
        for &mv in moves.of() {
            self.game.play(&mut now, mv);
            positions.push(Position::new(now.clone()));
        }
        positions
    }

    fn effects(&self, position: &Position, moves: &Moves) -> Vec<Effects> {
        let (game, mut position) = (&self.game, position.of::<G::Position>().clone());
        let mut effects = Vec::new();
        for &mv in moves.of() {
            let [own, enemy] = [game.turn(&position).index(), (!game.turn(&position)).index()];
            let before = self.cells(game.occupied(&position));
            game.play(&mut position, mv);
            let after = self.cells(game.occupied(&position));
            let mut done = Effects::difference([&before[own], &before[enemy]], [&after[own], &after[enemy]]);
            if let Some((from, to)) = game.journey(mv) {
                (done.moved, done.placed) = (Some((from, Some(to))), Vec::new());
            }
            effects.push(done);
        }
        effects
    }

    fn resigns(&self, position: &Position, moves: &Moves) -> bool {
        moves.of().iter().any(|&mv| self.is_losing_resignation(position.of(), mv))
    }

    fn random_turn(&self, position: &Position, rng: &mut Rng) -> Option<Moves> {
        let game = &self.game;
        let (mut position, mut turn) = (position.of::<G::Position>().clone(), Vec::new());
        let side = game.turn(&position);
        loop {
            // The names are sorted, so that the same numbers draw the same moves.
            let (mut moves, mut names) = (Vec::new(), Vec::new());
            for (mv, name) in game.named_moves(&position, &|| false)? {
                if !game.is_passive(&position, mv) {
                    names.push((name, moves.len()));
                    moves.push(mv);
                }
            }
            names.sort_unstable();
            let mut end = None;
            for &(_, index) in names.iter().filter(|_| !turn.is_empty()) {
                let after = game.after(&position, moves[index]);
                if game.is_turn_over(&after, side) && game.stones(&after) == game.stones(&position) {
                    end = Some(index);
                    break;
                }
            }
            let random = || Some(names.get(rng.below(names.len().max(1) as u32) as usize)?.1);
            let mv = moves[end.or_else(random)?];
            game.play(&mut position, mv);
            turn.push(mv);
            if game.is_turn_over(&position, side) || game.outcome(&position).is_some() {
                return Some(Moves::new(turn));
            }
        }
    }

    fn stones(&self, position: &Position, clicks: &[Vertex]) -> [Vec<Vertex>; 2] {
        self.cells(self.game.stones_after(position.of(), clicks))
    }

    fn known_clicks(&self, position: &Position) -> Vec<Vertex> {
        self.game.known_clicks(position.of())
    }

    fn instruction(&self, position: &Position, clicks: &[Vertex]) -> String {
        self.game.instruction(position.of(), clicks)
    }

    fn extras(&self, position: &Position, clicks: &[Vertex], goes_on: bool) -> Vec<(&'static str, Value)> {
        self.game.extras(position.of(), clicks, goes_on)
    }

    fn points(&self, position: &Position) -> Option<PlayersPoints> {
        self.game.points_of_players(position.of())
    }

    fn view(&self, position: &Position, name: &str, stop: Stop) -> Drawing {
        self.game.view(position.of(), name, stop)
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

    fn ponder(&mut self, moment: &Moment, engine: Color, params: &SearchParams) {
        let control = Control::new(params.limits, &params.cancel);
        let position = moment.position.of::<G::Position>().clone();
        let decision = Decision { engine, ..Decision::new(self, moment, position, true, &control) };
        self.search(moment, &decision, &control, params, None);
    }

    fn release_memory(&mut self) {
        self.table.clear();
        self.proofs = Memory::default();
    }

    fn rules(&self) -> &dyn Positions {
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

    fn random_games(&self, position: &Position, count: u32, most: u32, seed: u64) -> u64 {
        let mut rng = Rng::new(seed);
        let mut total = 0;
        for _ in 0..count {
            let mut position = position.of::<G::Position>().clone();
            let mut moves = 0;
            while let Some(mv) = self.game.random_move(&position, &mut rng).filter(|_| moves < most) {
                self.game.play(&mut position, mv);
                moves += 1;
            }
            total += u64::from(moves);
        }
        total
    }
}
