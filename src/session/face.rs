//! The one implementation of [`Session`]: a match of any game.

use std::path::{Path, PathBuf};

use crate::board::{Shape, Vertex};
use crate::endgames::{EndgamesError, Tally};
use crate::evaluation::Looks;
use crate::exhaustive::forced_wins;
use crate::game::{Color, Drawing, Game, Outcome, Points, PositionError, Reading, Stop, Style, Values, View};
use crate::perft::{perft_until, split};
use crate::rng::Rng;
use crate::search::Limits;
use crate::solve::{Answer, Certificate, Journal, ValueError, value};
use crate::verify::{Flaw, verify};

use super::play::{Match, Played};
use super::{Analysis, Observer, PlayError, Record, Session, Settings, SolveError, Thinking, UndoError};

impl<G: Game> Session for Match<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn resized(&self, columns: u32, rows: u32) -> Option<String> {
        G::resize(&self.values, columns, rows).map(|changes| self.values.with(&changes))
    }

    fn set_komi(&mut self, komi: Points) {
        self.game.set_komi(komi);
        self.table.clear();
        self.tree = None;
        self.recount();
    }

    fn clear(&mut self) {
        self.start_from(self.game.start());
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

    fn draw(&self) -> String {
        let [black, white] = self.now.captures;
        let state = match self.now.outcome {
            Some(outcome) => format!("Game over: {outcome}"),
            None => format!("{} to move", self.turn()),
        };
        let clicks: Vec<_> = self.now.prefix.iter().map(Vertex::to_string).collect();
        let clicks = if clicks.is_empty() { String::new() } else { format!(", {} begun", clicks.join("-")) };
        let board = self.game.draw(&self.now.position);
        format!("{board}\n{state}{clicks}. Captured: {black} by Black (x), {white} by White (o)")
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn rows(&self) -> Vec<Vec<(Vertex, Option<Color>)>> {
        self.game.rows(&self.now.position)
    }

    fn captures(&self) -> [u32; 2] {
        self.now.captures
    }

    fn clicks(&self) -> &[Vertex] {
        &self.now.prefix
    }

    fn taken(&self) -> Vec<Vertex> {
        self.game.taken(&self.now.position, &self.now.prefix)
    }

    fn last_turn(&self) -> Vec<Vertex> {
        let moves = self.history.iter().rev().filter(|step| !matches!(step.played, Played::WaitingPass));
        // Clicks under way show by themselves: the turn before them is meant.
        let mut moves = moves.skip(self.now.prefix.len()).peekable();
        let Some(color) = moves.peek().map(|step| step.color) else { return Vec::new() };
        let mut clicks = Vec::new();
        while let Some(step) = moves.next_if(|step| step.color == color) {
            clicks.extend(self.clicks_of(step).into_iter().rev().filter_map(|click| click.vertex));
            let begins = self.game.turn_begins(&step.before.position) && step.before.prefix.is_empty();
            if begins {
                break;
            }
        }
        clicks.reverse();
        clicks.dedup();
        clicks
    }

    fn views(&self) -> &'static [View] {
        G::VIEWS
    }

    fn view(&self, name: &str, stop: Stop) -> Option<Drawing> {
        G::VIEWS.iter().find(|view| view.name == name).map(|view| self.game.view(&self.now.position, view.name, stop))
    }

    fn record(&self) -> Record {
        let own_start = self.start == self.game.start();
        let stones = self.game.rows(&self.start).into_iter().flatten();
        let stones = stones.filter_map(|(vertex, stone)| Some((stone?, vertex)));
        Record {
            start: (!own_start).then(|| self.game.write_position(&self.start)),
            stones: if own_start { Vec::new() } else { stones.collect() },
            // What is passed after a game was given up is no move of it.
            clicks: self
                .history
                .iter()
                .take_while(|step| !matches!(step.played, Played::Forfeit))
                .flat_map(|step| self.clicks_of(step))
                .collect(),
        }
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

    fn played(&self) -> usize {
        self.history.len()
    }

    fn tokens_until(&self, style: Style, stop: Stop) -> Option<Vec<String>> {
        if self.now.outcome.is_some() {
            return Some(Vec::new());
        }
        let mut tokens = self.game.tokens(&self.now.position, &self.now.prefix, style, stop)?;
        tokens.sort_unstable();
        tokens.dedup();
        Some(tokens)
    }

    fn play(&mut self, color: Color, token: &str, style: Style) -> Result<(), PlayError> {
        // Managers that alternate strictly pass for the player who waits, and for both once the game is over.
        let waits = self.now.outcome.is_some() || color != self.turn();
        if waits && style == Style::Steps && token.eq_ignore_ascii_case("pass") {
            self.remember(color, Played::WaitingPass);
            return Ok(()); // the engine's plan stands
        }
        if let Some(outcome) = self.now.outcome {
            return Err(PlayError::Over(outcome));
        }
        if token.eq_ignore_ascii_case("resign") {
            self.remember(color, Played::Forfeit);
            self.now.outcome = Some(Outcome::Forfeit { winner: !color });
        } else if color != self.turn() {
            return Err(PlayError::OutOfTurn(self.turn()));
        } else {
            let reading = self.game.read(&self.now.position, &self.now.prefix, token, style)?;
            self.apply(reading);
        }
        self.plan.clear();
        Ok(())
    }

    fn genmove(
        &mut self,
        color: Color,
        commit: bool,
        thinking: Thinking,
        observer: Option<Observer>,
    ) -> Result<String, PlayError> {
        self.searched = 0;
        if let Some(outcome) = self.now.outcome {
            let lost = outcome.winner() == Some(!color) && !G::COUNTS_POINTS;
            return Ok(if lost { "resign" } else { "PASS" }.to_owned());
        }
        if color != self.turn() {
            if thinking.style == Style::Whole {
                return Err(PlayError::OutOfTurn(self.turn()));
            }
            if commit {
                self.remember(color, Played::WaitingPass);
            }
            return Ok("PASS".to_owned());
        }
        let mut tokens = self.plan.clone();
        if tokens.is_empty() {
            let moves = self.choose_turn(&thinking, observer);
            if self.expected.is_some_and(|value| value * 100.0 < thinking.settings.resign_threshold as f64) {
                if commit {
                    self.play(color, "resign", thinking.style)?;
                }
                return Ok("resign".to_owned());
            }
            tokens = self.game.write(&self.now.position, &self.now.prefix, &moves, thinking.style);
            if commit && thinking.style == Style::Whole {
                self.apply(Reading::Moves(moves));
                self.plan.clear();
                return Ok(tokens.concat());
            }
        }
        if tokens.is_empty() {
            return Ok("PASS".to_owned()); // no game comes here: one that goes on has a move
        }
        let token = tokens.remove(0);
        if commit {
            self.play(color, &token, thinking.style)?;
            self.plan = tokens;
        }
        Ok(token)
    }

    fn analyze(&mut self, color: Color, thinking: Thinking, observer: Observer) -> Result<Analysis, PlayError> {
        if self.now.outcome.is_some() {
            return Ok(Analysis::default());
        }
        if color != self.turn() {
            return Err(PlayError::OutOfTurn(self.turn()));
        }
        Ok(self.think(&thinking, observer))
    }

    fn ponder(&mut self, thinking: Thinking) {
        if self.now.outcome.is_none() {
            self.think_ahead(&thinking);
        }
    }

    fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let played = self.history.len();
        let left = played.checked_sub(count).ok_or(UndoError { played })?;
        let first = self.history.drain(left..).next();
        if let Some(step) = first {
            self.now = step.before;
            self.recount();
            self.stood.truncate(self.now.stood);
            self.plan.clear();
        }
        Ok(())
    }

    fn expectation(&mut self, limits: Limits, settings: &Settings) -> f64 {
        self.expect(limits, settings)
    }

    fn looks(&self) -> Looks {
        self.game.looks(&self.now.position)
    }

    fn plays_captures_out(&self) -> bool {
        G::FORCING
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        self.game.symmetries()
    }

    fn units(&self) -> usize {
        G::UNITS
    }

    fn expected(&self) -> Option<f64> {
        self.expected
    }

    fn searched(&self) -> u64 {
        self.searched
    }

    fn solve(&self, thinking: Thinking, journal: Option<&mut Journal>) -> Result<Answer<String>, SolveError> {
        self.check_unsolved()?;
        self.prove(&thinking, journal)
    }

    fn certify(&self, thinking: Thinking) -> Result<Certificate, SolveError> {
        self.check_unsolved()?;
        self.prove_on_paper(&thinking)
    }

    fn verify(&self, certificate: &Certificate, stop: Stop) -> Result<u64, Flaw> {
        if self.values.number("max_moves") > 0 {
            return Err(Flaw::Limited);
        }
        verify(&self.game, certificate, stop)
    }

    fn write_endgames(
        &self,
        stones: Option<u32>,
        threads: usize,
        folder: &Path,
    ) -> Result<(PathBuf, Tally), EndgamesError> {
        self.build_endgames(stones, threads, folder)
    }

    fn value(&self, stop: Stop) -> Result<String, ValueError> {
        value(&self.game, &self.now.position, stop)
    }

    fn forced_wins(&self, depth: u32, most: u64) -> Option<Vec<String>> {
        let position = &self.now.position;
        let wins = forced_wins(&self.game, position, depth, most)?;
        Some(wins.into_iter().map(|mv| self.game.write(position, &[], &[mv], Style::Whole).concat()).collect())
    }

    fn random_games(&self, count: u32, most: u32, seed: u64) -> u64 {
        let mut rng = Rng::new(seed);
        let mut total = 0;
        for _ in 0..count {
            let mut position = self.now.position.clone();
            let mut moves = 0;
            while let Some(mv) = self.game.random_move(&position, &mut rng).filter(|_| moves < most) {
                self.game.play(&mut position, mv);
                moves += 1;
            }
            total += u64::from(moves);
        }
        total
    }

    fn search(&mut self, limits: Limits, settings: &Settings) -> u64 {
        self.search_afresh(limits, settings)
    }

    fn perft(&self, depth: u32, stop: Stop) -> Option<u64> {
        if self.is_forfeited() && depth > 0 {
            return Some(0);
        }
        perft_until(&self.game, &self.now.position, depth, stop)
    }

    fn perft_divide(&self, depth: u32, stop: Stop) -> Option<Vec<(String, u64)>> {
        if self.is_forfeited() {
            return Some(Vec::new());
        }
        let named = self.game.named_moves(&self.now.position, stop)?;
        let mut counts = split(&self.game, &self.now.position, named, depth, stop)?;
        counts.sort_unstable();
        Some(counts)
    }
}
