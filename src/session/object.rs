//! Implements [`Session`] for [`GameSession`]. Anything longer than a line or two is in the file of its subject.

use crate::board::{Board, Shape, Vertex};
use crate::game::perft::perft_until;
use crate::game::{Color, Drawing, EndReason, Game, Outcome, Points, PositionError, Stop, Style, Values, View};
use crate::rng::Rng;
use crate::solve::verify::{Flaw, StopAfter, verify};
use crate::solve::{Answer, Certificate, Journal, Memory, MovesWatch, SolvedMoves};

use super::{
    Analysis, Choice, GameSession, Observer, PlayError, Record, RedoError, SearchParams, SeeCount, Session, Snapshot,
    SolveError, Turn, UndoError,
};

impl<G: Game> Session for GameSession<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn resized(&self, columns: u32, rows: u32) -> Result<String, &'static str> {
        G::resize(&self.values, columns, rows).map(|changes| self.values.with(&changes))
    }

    fn set_komi(&mut self, komi: Points) {
        self.game.set_komi(komi);
        self.table.clear();
        self.recount();
    }

    fn clear(&mut self) {
        self.start_from(self.game.start());
    }

    fn new_game(&self) -> Box<dyn Session> {
        Box::new(Self::new(self.game.clone(), self.values.clone()))
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        let position = self.game.read_position(text)?;
        self.start_from(position);
        Ok(())
    }

    fn set_up(&mut self, stones: &[(Color, Vertex)], turn: Color) -> Result<(), PositionError> {
        let position = self.game.set_up(stones, turn)?;
        self.start_from(position);
        Ok(())
    }

    fn position(&self) -> String {
        self.game.write_position(&self.now.position)
    }

    fn canonical_position(&self) -> String {
        let (game, position) = (&self.game, &self.now.position);
        let images = game.symmetries().iter().map(|map| game.write_position(&game.image(position, map)));
        images.min().unwrap_or_else(|| self.position())
    }

    fn captures(&self) -> [u32; 2] {
        self.now.captures
    }

    fn clicks(&self) -> &[Vertex] {
        &self.now.clicks
    }

    fn record(&self) -> Record {
        self.record()
    }

    fn turn(&self) -> Color {
        self.game.turn(&self.now.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    fn score(&self) -> Option<Outcome> {
        self.now.outcome.or_else(|| G::COUNTS_POINTS.then(|| self.game.adjudicate(&self.now.position)))
    }

    fn end_reason(&self) -> Option<EndReason> {
        self.end_reason()
    }

    fn counts_points(&self) -> bool {
        G::COUNTS_POINTS
    }

    fn instruction(&self) -> String {
        match self.now.outcome {
            None => {
                let instruction = self.game.instruction(&self.now.position, &self.now.clicks);
                // What ends the game is said before it happens.
                let last = if self.turns_left() == Some(1) { "; this is the last turn" } else { "" };
                instruction + last
            }
            Some(_) => String::new(),
        }
    }

    fn refuse_losing_pass(&mut self, refuse: bool) {
        self.refuses_losing_pass = refuse;
    }

    fn is_between_turns(&self) -> bool {
        self.is_between_turns(&self.now)
    }

    fn played(&self) -> usize {
        self.history.len()
    }

    fn legal_moves_until(&self, style: Style, stop: Stop) -> Option<Vec<String>> {
        self.legal_moves_until(style, stop)
    }

    fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError> {
        self.play(color, token, style)
    }

    fn play_all(&mut self, moves: &[(Color, &str)], style: Style) -> Result<(), (usize, PlayError)> {
        self.play_all(moves, style)
    }

    fn play_random_turn(&mut self, rng: &mut Rng) -> Option<String> {
        self.play_random_turn(rng)
    }

    fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        self.undo(count)
    }

    fn redo(&mut self, count: usize) -> Result<(), RedoError> {
        self.redo(count)
    }

    fn undone(&self) -> usize {
        self.undone.len()
    }

    fn undo_turn(&mut self) -> Result<(), UndoError> {
        self.undo_turn()
    }

    fn redo_turn(&mut self) -> Result<(), RedoError> {
        self.redo_turn()
    }

    fn check_turn(&self, token: &str) -> Result<usize, PlayError> {
        self.read_turn(token).map(|moves| moves.len())
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.copy())
    }

    fn draw(&self) -> String {
        self.draw()
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn rows(&self) -> Vec<Vec<(Vertex, Option<Color>)>> {
        self.game.rows(&self.now.position)
    }

    fn taken(&self) -> Vec<Vertex> {
        self.game.taken(&self.now.position, &self.now.clicks)
    }

    fn last_turn(&self) -> Vec<Vertex> {
        self.last_turn()
    }

    fn result_in_words(&self) -> String {
        self.result_in_words()
    }

    fn snapshot(&self) -> Snapshot {
        self.take_snapshot()
    }

    fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<_> = self.turns_backwards().collect();
        turns.reverse();
        turns
    }

    fn latest_turn(&self) -> Option<Turn> {
        self.turns_backwards().next()
    }

    fn views(&self) -> &'static [View] {
        G::VIEWS
    }

    fn view(&self, name: &str, stop: Stop) -> Option<Drawing> {
        G::VIEWS.iter().find(|view| view.name == name).map(|view| self.game.view(&self.now.position, view.name, stop))
    }

    fn ownership(&self, stop: Stop) -> Option<Vec<f64>> {
        let numbers = self.view("ownership", stop)?.numbers;
        let of = |cell| numbers.iter().find(|&&(vertex, _)| vertex == cell).map_or(0.0, |&(_, number)| number);
        // More digits of the view's single precision would mean nothing.
        let cells = self.game.board().rows().concat();
        Some(cells.into_iter().map(|cell| (f64::from(of(cell)) * 1e3).round() / 1e3).collect())
    }

    fn choose(&mut self, color: Color, params: &SearchParams, observer: Option<Observer>) -> Result<Choice, PlayError> {
        self.choose(color, params, observer)
    }

    fn play_choice(&mut self, choice: &Choice) -> Result<(), PlayError> {
        self.play_choice(choice)
    }

    fn analyze(
        &mut self,
        color: Color,
        params: &SearchParams,
        observer: Option<Observer>,
    ) -> Result<Analysis, PlayError> {
        self.analyze(color, params, observer)
    }

    fn ponder(&mut self, params: &SearchParams) {
        self.ponder(params)
    }

    fn release_memory(&mut self) {
        self.table.clear();
        self.proofs = Memory::default();
    }

    fn solve(&self, params: &SearchParams, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError> {
        self.solve(params, journal)
    }

    fn solve_moves(&self, params: &SearchParams, watch: Option<MovesWatch>) -> Result<SolvedMoves, SolveError> {
        self.solve_moves(params, watch)
    }

    fn certify(
        &self,
        searched: u64,
        params: &SearchParams,
        journal: Option<&mut Journal>,
    ) -> Result<Certificate, SolveError> {
        self.certify(searched, params, journal)
    }

    fn verify(&self, certificate: &Certificate, stop: StopAfter) -> Result<u64, Flaw> {
        if self.values.number("max_moves") > 0 {
            return Err(Flaw::Limited);
        }
        verify(&self.game, certificate, stop)
    }

    fn perft(&self, depth: u32, stop: Stop) -> Option<u64> {
        if self.is_forfeited() && depth > 0 {
            return Some(0);
        }
        perft_until(&self.game, &self.now.position, depth, stop)
    }

    fn perft_split(&self, depth: u32, stop: Stop, see: SeeCount) -> Option<()> {
        self.perft_split(depth, stop, see)
    }

    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64 {
        self.random_games(count, most, seed)
    }
}
