//! The engine's choice of moves.

use std::time::{Duration, Instant};

use crate::game::{Color, Game, Level, MoveError, Style};
use crate::search::{Control, LEAST_WINRATE, Limits, Report, Watch};

use super::analysis::{Analysis, Observer, continued};
use super::decide::{Decision, Restriction, level};
use super::state::GameSession;
use super::{MAX_LEVEL, PlayError, SearchParams, Session};

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Play this turn; in steps style, make this click.
    Turn(String),
    /// Pass: to end a turn in Send It or a jump in Kangaroo, or to resign by Kangaroo's rules.
    Pass,
    /// Wait, in steps style, because it is the opponent's turn.
    Wait,
    /// Forfeit the game.
    Resign,
    /// Nothing: the game is over.
    Over {
        /// Whether the player has lost a game without points.
        lost: bool,
    },
}

/// A chosen move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The player who makes the move.
    pub player: Color,
    /// What the player does.
    pub chosen: Chosen,
    /// How it is written.
    pub style: Style,
    /// The expected score of the player, from 0 (a loss) to 1 (a win); `None` if nothing was searched.
    pub winrate: Option<f64>,
    /// `Some(true)` if the move is proven to win, `Some(false)` if every move is proven to lose.
    pub proven: Option<bool>,
    /// Nodes searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// In steps style, the remaining clicks of the turn that this click begins.
    pub rest: Vec<String>,
}

impl Choice {
    /// A choice that needs no search.
    fn without_search(player: Color, style: Style, chosen: Chosen) -> Self {
        let (winrate, proven, nodes, time, rest) = (None, None, 0, Duration::ZERO, Vec::new());
        Self { player, chosen, style, winrate, proven, nodes, time, rest }
    }

    /// Its text in the protocols. After the end of the game it is `resign` for the loser of a game without points,
    /// otherwise `PASS`.
    pub fn token(&self) -> &str {
        match &self.chosen {
            Chosen::Turn(token) => token,
            Chosen::Pass | Chosen::Wait | Chosen::Over { lost: false } => "PASS",
            Chosen::Resign | Chosen::Over { lost: true } => "resign",
        }
    }
}

impl Chosen {
    fn of(token: String) -> Self {
        if token == "PASS" { Self::Pass } else { Self::Turn(token) }
    }
}

/// The rest of a turn that a search found.
pub(super) struct FoundTurn<M> {
    pub moves: Vec<M>,
    pub winrate: Option<f64>,
    pub proven: Option<bool>,
    pub nodes: u64,
    /// The last report, if the search was watched.
    pub report: Option<Report<M>>,
}

impl<G: Game> GameSession<G> {
    pub(super) fn choose(
        &mut self,
        color: Color,
        params: &SearchParams,
        observer: Option<Observer>,
    ) -> Result<Choice, PlayError> {
        let without_search = |chosen| Choice::without_search(color, params.style, chosen);
        if let Some(outcome) = self.now.outcome {
            let lost = outcome.winner() == Some(!color) && !G::COUNTS_POINTS;
            return Ok(without_search(Chosen::Over { lost }));
        }
        if color != self.turn() {
            return match params.style {
                Style::Whole => Err(PlayError::OutOfTurn(self.turn())),
                Style::Steps => Ok(without_search(Chosen::Wait)),
            };
        }
        if let (Style::Steps, [next, rest @ ..]) = (params.style, &self.now.plan[..]) {
            return Ok(Choice { rest: rest.to_vec(), ..without_search(Chosen::of(next.clone())) });
        }
        let begun = Instant::now();
        let FoundTurn { moves, winrate, proven, nodes, .. } = self.search_turn(params, observer, false)?;
        if params.cancel.is_discarded() {
            return Err(PlayError::Discarded);
        }
        let (chosen, rest) = if winrate.is_some_and(|winrate| winrate < params.resign_below) {
            (Chosen::Resign, Vec::new())
        } else {
            let mut tokens = self.game.write(&self.now.position, &self.now.clicks, &moves, params.style).into_iter();
            // An unfinished game has a legal move, so there is a token.
            (tokens.next().map_or(Chosen::Over { lost: false }, Chosen::of), tokens.collect())
        };
        Ok(Choice { player: color, chosen, style: params.style, winrate, proven, nodes, time: begun.elapsed(), rest })
    }

    pub(super) fn play_choice(&mut self, choice: &Choice) -> Result<(), PlayError> {
        if matches!(choice.chosen, Chosen::Over { .. }) {
            return Ok(());
        }
        let waits = choice.chosen == Chosen::Wait;
        if waits && choice.player == self.turn() {
            return Err(PlayError::OutOfTurn(choice.player)); // here it would be a move
        }
        self.play(choice.player, choice.token(), choice.style)?;
        if !waits {
            self.now.plan.clone_from(&choice.rest);
        }
        Ok(())
    }

    pub(super) fn analyze(
        &mut self,
        color: Color,
        params: &SearchParams,
        observer: Option<Observer>,
    ) -> Result<Analysis, PlayError> {
        if self.now.outcome.is_some() {
            return Ok(Analysis::default());
        }
        if color != self.turn() {
            return Err(PlayError::OutOfTurn(self.turn()));
        }
        let params = SearchParams { level: MAX_LEVEL, ..params.clone() };
        let turn = match observer {
            Some(observer) => self.search_turn(&params, Some(observer), true)?,
            None => {
                let unseen = Observer { every: Duration::MAX, moves: 1, see: &mut |_| {} };
                self.search_turn(&params, Some(unseen), true)?
            }
        };
        let analysis = |report| Analysis::of(&self.game, &self.now.position, &self.now.clicks, &report, params.style);
        Ok(Analysis { is_final: true, ..turn.report.map(analysis).unwrap_or_default() })
    }

    pub(super) fn ponder(&mut self, params: &SearchParams) {
        // In the middle of a turn, the rest of the turn is already chosen.
        let Some(engine) = self.history.last().map(|step| step.color) else { return };
        if self.now.outcome.is_some() || !self.is_between_turns(&self.now) {
            return;
        }
        let control = Control::new(params.limits, &params.cancel);
        let decision = Decision { engine, ..Decision::here(self, &control) };
        self.search(&decision, &control, params, None);
    }

    /// Searches the rest of the turn within one budget. `exact` is as in [`Watch`].
    fn search_turn(
        &mut self,
        params: &SearchParams,
        mut observer: Option<Observer>,
        exact: bool,
    ) -> Result<FoundTurn<G::Move>, PlayError> {
        let (start, clicks) = (self.now.position.clone(), self.now.clicks.clone());
        let side = self.game.turn(&start);
        let mut position = start.clone();
        let mut turn = FoundTurn { moves: Vec::new(), winrate: None, proven: None, nodes: 0, report: None };
        let mut first: Option<Report<G::Move>> = None;
        // Time and nodes that a decision does not use are left for later decisions of the turn.
        let begun = Instant::now();
        let limits = match level::<G>(params) {
            Some(Level { nodes, .. }) => {
                Limits { nodes: Some(params.limits.nodes.map_or(nodes, |most| most.min(nodes))), ..params.limits }
            }
            None => params.limits,
        };
        let mut left = limits;
        let restriction = self.restriction(params)?;
        loop {
            let share = left.share(self.game.decisions_left(&position), self.game.share_of_time(&position));
            let control = Control::new(share, &params.cancel);
            let decision = match turn.moves[..] {
                [] => Decision::new(self, position.clone(), &clicks, &restriction, &control),
                _ => Decision::new(self, position.clone(), &[], &Restriction::NONE, &control),
            };
            if decision.moves.is_empty() && turn.moves.is_empty() {
                return Err(PlayError::NothingLeft);
            }
            let report = match &mut observer {
                None => self.decide(decision, &control, params, None),
                Some(Observer { every, moves: lines, see }) => {
                    let game = self.game.clone();
                    let whole = |report: &Report<_>| match &first {
                        Some(first) => continued(first, &turn.moves, report),
                        None => report.clone(),
                    };
                    let mut tell = |report: &Report<_>| {
                        // After a proven win, the next decision soon finds it, too.
                        if first.as_ref().is_none_or(|first| !first.wins() || report.wins()) {
                            see(&Analysis::of(&game, &start, &clicks, &whole(report), params.style));
                        }
                    };
                    // The lines begin with the first decision; later decisions continue the best one.
                    let watch = match first {
                        None => Watch::new(*lines, exact, *every, &mut tell),
                        Some(_) => Watch::new(1, false, *every, &mut tell),
                    };
                    let report = self.decide(decision, &control, params, Some(watch));
                    turn.report = report.as_ref().map(whole).or(turn.report);
                    report
                }
            };
            let Some(report) = report else { break };
            let (wins, Report { best, nodes, value, proven, .. }) = (report.wins(), report);
            if turn.moves.is_empty() {
                turn.winrate = (nodes > 0 || proven).then_some(value);
                turn.proven = proven.then_some(wins);
            } else if wins || turn.proven == Some(true) {
                // After earlier moves of the same turn, a loss proves only that these were wrong, not that the turn is
                // lost.
                turn.winrate = (nodes > 0 || wins).then_some(value.max(LEAST_WINRATE));
                turn.proven = wins.then_some(true);
            }
            turn.nodes += nodes;
            self.game.play(&mut position, best);
            turn.moves.push(best);
            if self.game.is_turn_over(&position, side) {
                break;
            }
            if observer.is_some() {
                first = turn.report.clone();
            }
            left.time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            left.soft = limits.soft.map(|time| time.saturating_sub(begun.elapsed()));
            left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(turn.nodes));
        }
        if let (Some(observer), Some(report), false) = (&mut observer, &turn.report, exact) {
            let analysis = Analysis::of(&self.game, &start, &clicks, report, params.style);
            (observer.see)(&Analysis { is_final: true, ..analysis });
        }
        Ok(turn)
    }

    /// What restricts the first move of the turn.
    fn restriction(&self, params: &SearchParams) -> Result<Restriction<G::Move>, PlayError> {
        let illegal = |token: &str, reason| PlayError::Restricted { token: token.to_owned(), reason: Box::new(reason) };
        let first = |token: &String| match self.read_beginning(token).map_err(|reason| illegal(token, reason))?[..] {
            [mv] => Ok(mv),
            _ => Err(illegal(token, MoveError::Rule("name the first move of a turn alone"))),
        };
        let read = |tokens: &[String]| tokens.iter().map(first).collect::<Result<_, _>>();
        Ok(Restriction { only: read(&params.only)?, avoid: read(&params.avoid)? })
    }
}
