//! The engine's choice of moves.

use std::time::{Duration, Instant};

use crate::game::{Algorithm, Color, Game, Level, Reading, Style};
use crate::search::{Control, Limits, Report, Watch};
use crate::solve::Memory;

use super::analysis::{Analysis, Observer};
use super::decide::{Decision, algorithm, level};
use super::state::{Match, Played};
use super::{MAX_LEVEL, Play, PlayError, SearchParams};

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The text of the move; `PASS` or `resign` where there is none to make.
    pub token: String,
    /// The expected score of the player, from 0 (a loss) to 1 (a win); nothing where there was no choice, and so no
    /// search.
    pub winrate: Option<f64>,
    /// Whether the player is proven to win with it (`true`), or to lose whatever is played.
    pub proven: Option<bool>,
    /// Nodes searched, or playouts.
    pub nodes: u64,
    /// In steps style, the clicks still to come of the turn that the token begins.
    pub rest: Vec<String>,
}

impl Choice {
    /// A move that needs no search.
    fn forced(token: impl Into<String>) -> Self {
        Self { token: token.into(), winrate: None, proven: None, nodes: 0, rest: Vec::new() }
    }
}

/// The engine's choice of moves.
pub trait Choose {
    /// Chooses a move for a player and, if `commit`, plays it, while `observer` is shown the search. Answers `PASS` or
    /// `resign` after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn choose(
        &mut self,
        color: Color,
        commit: bool,
        params: &SearchParams,
        observer: Option<Observer>,
    ) -> Result<Choice, PlayError>;
    /// Plays a move that was chosen without being played, and remembers the clicks that are to follow.
    ///
    /// # Errors
    /// [`PlayError`], if the position is another one by now.
    fn play_choice(&mut self, color: Color, choice: &Choice, style: Style) -> Result<(), PlayError>;
    /// Searches for a player without choosing a move, within the limits or until it is cancelled, and shows `observer`
    /// the search. Returns the last report, empty after the end.
    ///
    /// # Errors
    /// [`PlayError::OutOfTurn`].
    fn analyze(&mut self, color: Color, params: &SearchParams, observer: Observer) -> Result<Analysis, PlayError>;
    /// Searches for the player to move, who is not the engine, until it is cancelled; fills the tables only.
    fn ponder(&mut self, params: &SearchParams);
    /// The expected score of the player to move, from 0 to 1, by a search; the game must go on.
    fn estimate(&mut self, params: &SearchParams) -> f64;
    /// Drops the tables and trees of earlier searches.
    fn release_memory(&mut self);
}

impl<G: Game> Choose for Match<G> {
    fn choose(
        &mut self,
        color: Color,
        commit: bool,
        params: &SearchParams,
        observer: Option<Observer>,
    ) -> Result<Choice, PlayError> {
        if let Some(outcome) = self.now.outcome {
            let lost = outcome.winner() == Some(!color) && !G::COUNTS_POINTS;
            return Ok(Choice::forced(if lost { "resign" } else { "PASS" }));
        }
        if color != self.turn() {
            if params.style == Style::Whole {
                return Err(PlayError::OutOfTurn(self.turn()));
            }
            if commit {
                self.remember(color, Played::WaitingPass, "PASS");
            }
            return Ok(Choice::forced("PASS"));
        }
        if let (Style::Steps, [next, rest @ ..]) = (params.style, &self.now.plan[..]) {
            let choice = Choice { rest: rest.to_vec(), ..Choice::forced(next.as_str()) };
            return self.choose_click(color, commit, choice);
        }
        let Turn { moves, winrate, proven, nodes } = self.choose_turn(params, observer);
        if params.cancel.is_discarded() {
            return Err(PlayError::Discarded);
        }
        let choice = |token: String| Choice { token, winrate, proven, nodes, rest: Vec::new() };
        if winrate.is_some_and(|winrate| winrate < params.resign_below) {
            return self.choose_click(color, commit, choice("resign".to_owned()));
        }
        let tokens = self.game.write(&self.now.position, &self.now.clicks, &moves, params.style);
        match (params.style, &tokens[..]) {
            (_, []) => Ok(choice("PASS".to_owned())), // not reached: a game that goes on has a move
            (Style::Whole, _) => {
                if commit {
                    self.apply(Reading::Moves(moves), &tokens.concat());
                    self.now.plan.clear();
                }
                Ok(choice(tokens.concat()))
            }
            (Style::Steps, [first, rest @ ..]) => {
                self.choose_click(color, commit, Choice { rest: rest.to_vec(), ..choice(first.clone()) })
            }
        }
    }

    fn play_choice(&mut self, color: Color, choice: &Choice, style: Style) -> Result<(), PlayError> {
        self.play(color, &choice.token, style)?;
        self.now.plan = choice.rest.clone();
        Ok(())
    }

    fn analyze(&mut self, color: Color, params: &SearchParams, observer: Observer) -> Result<Analysis, PlayError> {
        if self.now.outcome.is_some() {
            return Ok(Analysis::default());
        }
        if color != self.turn() {
            return Err(PlayError::OutOfTurn(self.turn()));
        }
        let (game, start, clicks) = (self.game.clone(), self.now.position.clone(), self.now.clicks.clone());
        let control = Control::new(params.limits, &params.cancel);
        let tell = |report: &Report<_>| Analysis::of(&game, &start, &clicks, &[], report, params.style);
        let mut see = |report: &Report<_>| (observer.see)(&tell(report));
        let watch = Watch::new(observer.moves, observer.moves, observer.every, &mut see);
        let params = SearchParams { level: MAX_LEVEL, ..params.clone() };
        let decision = Decision::here(self, &control);
        let report = self.decide(&decision, &control, &params, Some(watch));
        Ok(report.as_ref().map(tell).unwrap_or_default())
    }

    fn ponder(&mut self, params: &SearchParams) {
        // In the middle of a turn its rest is chosen already.
        let Some(engine) = self.history.last().map(|step| step.color) else { return };
        if self.now.outcome.is_some() || !self.is_between_turns(&self.now) {
            return;
        }
        let control = Control::new(params.limits, &params.cancel);
        let decision = Decision { engine, ..Decision::here(self, &control) };
        self.search(&decision, &control, params, None);
    }

    /// Of a short Monte Carlo search the mean of all playouts says more than the best move, which may have been lucky.
    fn estimate(&mut self, params: &SearchParams) -> f64 {
        let control = Control::new(params.limits, &params.cancel);
        let decision = Decision::here(self, &control);
        let mut see = |_: &Report<_>| {};
        let watch = Watch::new(usize::MAX, 1, Duration::from_secs(3600), &mut see);
        let report = self.decide(&decision, &control, params, Some(watch));
        let Some(Report { value, lines, .. }) = report else { return 0.5 };
        match algorithm::<G>(params) {
            Algorithm::AlphaBeta => value,
            Algorithm::MonteCarlo => {
                let visits: u64 = lines.iter().map(|line| line.visits).sum();
                lines.iter().map(|line| line.value * line.visits as f64).sum::<f64>() / visits.max(1) as f64
            }
        }
    }

    fn release_memory(&mut self) {
        self.table.clear();
        self.tree = None;
        self.proofs = Memory::default();
    }
}

/// The rest of a turn that was chosen.
struct Turn<M> {
    moves: Vec<M>,
    winrate: Option<f64>,
    proven: Option<bool>,
    nodes: u64,
}

impl<G: Game> Match<G> {
    /// Answers one token.
    fn choose_click(&mut self, color: Color, commit: bool, choice: Choice) -> Result<Choice, PlayError> {
        if commit {
            self.play_choice(color, &choice, Style::Steps)?;
        }
        Ok(choice)
    }

    /// The rest of the turn, within one budget.
    fn choose_turn(&mut self, params: &SearchParams, mut observer: Option<Observer>) -> Turn<G::Move> {
        let (start, clicks) = (self.now.position.clone(), self.now.clicks.clone());
        let side = self.game.turn(&start);
        let mut position = start.clone();
        let mut turn = Turn { moves: Vec::new(), winrate: None, proven: None, nodes: 0 };
        // What a decision leaves over goes to the later ones of the turn.
        let begun = Instant::now();
        let limits = match level::<G>(params) {
            Some(Level { nodes, .. }) => {
                Limits { nodes: Some(params.limits.nodes.map_or(nodes, |most| most.min(nodes))), ..params.limits }
            }
            None => params.limits,
        };
        let mut left = limits;
        let only: Vec<_> = params.only.iter().filter_map(|token| self.read_turn(token).ok()).collect();
        loop {
            let share = left.share(self.game.decisions_left(&position), self.game.share_of_time(&position));
            let control = Control::new(share, &params.cancel);
            let clicks_now = if turn.moves.is_empty() { &clicks[..] } else { &[] };
            let decision = Decision::new(self, position.clone(), clicks_now, turn.moves.clone(), &control).among(&only);
            let report = match &mut observer {
                None => self.decide(&decision, &control, params, None),
                Some(Observer { every, moves: lines, see }) => {
                    let game = self.game.clone();
                    let mut tell = |report: &Report<_>| {
                        see(&Analysis::of(&game, &start, &clicks, &decision.chosen, report, params.style));
                    };
                    let watch = Watch::new(*lines, 1, *every, &mut tell);
                    let report = self.decide(&decision, &control, params, Some(watch));
                    report.iter().for_each(tell);
                    report
                }
            };
            let Some(Report { best, nodes, value, proven, .. }) = report else { break };
            // After moves of the same turn a loss proves these wrong, and nothing of the turn.
            if turn.moves.is_empty() || proven && value == 1.0 {
                turn.winrate = (nodes > 0 || proven).then_some(value);
                turn.proven = proven.then_some(value == 1.0);
            }
            turn.nodes += nodes;
            self.game.play(&mut position, best);
            turn.moves.push(best);
            if self.game.is_turn_over(&position, side) {
                break;
            }
            left.time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            left.soft = limits.soft.map(|time| time.saturating_sub(begun.elapsed()));
            left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(turn.nodes));
        }
        turn
    }
}
