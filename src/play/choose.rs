//! The engine's moves and analyses.

use std::time::{Duration, Instant};

use crate::game::{Color, Moves, Style, Verdict};
use crate::kernel::{FoundTurn, Moment, Observer, Reading};
use crate::search::Limits;

use super::moves::out_of_turn;
use super::{Analysis, Error, ErrorKind, Game, MAX_LEVEL, Search, SearchParams};

/// The cost of a choice besides the search, which is also charged to the clock.
pub(super) const OVERHEAD: Duration = Duration::from_millis(1);

#[derive(Clone, Debug, Default)]
pub struct Choice {
    pub player: Color,
    token: String,
    /// Whether the player waits, in steps style, because it is the opponent's turn.
    waits: bool,
    /// Whether the game is over, so that there is nothing to play.
    is_over: bool,
    pub style: Style,
    /// The expected score of the player, from 0 (a loss) to 1 (a win); `None` if nothing was searched.
    pub winrate: Option<f64>,
    /// The result for the player, if it is proven: a win by this move, or a loss whatever the move.
    pub proven: Option<Verdict>,
    pub nodes: u64,
    pub time: Duration,
    /// In steps style, the remaining clicks of the turn that this click begins.
    pub rest: Vec<String>,
    /// Its moves, and where they are legal; `None` for a click, and if nothing was searched.
    moves: Option<(String, Moves)>,
}

impl Choice {
    /// Its text in the protocols. After the end of the game it is `resign` for the loser of a game without points,
    /// otherwise `PASS`.
    pub fn token(&self) -> &str {
        &self.token
    }
}

impl Game {
    /// Chooses a move without playing it: see [`play_choice`](Self::play_choice).
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`] if the search was cancelled without a result; [`ErrorKind::Move`] on the opponent's turn in
    /// whole style, and for restrictions that cannot be met.
    pub fn choose(&mut self, search: Search) -> Result<Choice, Error> {
        self.nodes = 0;
        let player = search.player.unwrap_or_else(|| self.turn());
        let (params, observer) = search.resolve(&self.settings, self.turn_limits(player));
        let style = params.style;
        let without_search = |token: &str| Choice { player, token: token.to_owned(), style, ..Choice::default() };
        if let Some(outcome) = self.now.outcome {
            let lost = outcome.winner() == Some(!player) && !self.counts_points();
            return Ok(Choice { is_over: true, ..without_search(if lost { "resign" } else { "PASS" }) });
        }
        if player != self.turn() {
            return match params.style {
                Style::Whole => Err(out_of_turn(self.turn())),
                Style::Steps => Ok(Choice { waits: true, ..without_search("PASS") }),
            };
        }
        if let (Style::Steps, [next, rest @ ..]) = (params.style, &self.now.plan[..]) {
            return Ok(Choice { rest: rest.to_vec(), ..without_search(next) });
        }
        let begun = Instant::now();
        let FoundTurn { moves, winrate, proven, nodes, .. } = self.search_turn(&params, observer, false)?;
        self.nodes = nodes;
        if params.cancel.is_discarded() {
            return Err(Error::new(ErrorKind::Interrupted, "on request; nothing was played"));
        }
        let mut choice = Choice { winrate, proven, nodes, ..without_search("resign") };
        if winrate.is_none_or(|winrate| winrate >= params.resign_below) {
            let clicks = &self.now.clicks;
            let mut tokens = self.kernel.write(&self.now.position, clicks, &moves, params.style).into_iter();
            // An unfinished game has a legal move, so there is a token.
            choice.token = tokens.next().unwrap_or_default();
            choice.rest = tokens.collect();
            let is_whole = params.style == Style::Whole && clicks.is_empty();
            choice.moves = is_whole.then(|| (self.place(), moves));
        }
        Ok(Choice { time: begun.elapsed(), ..choice })
    }

    /// Plays a choice, and charges its time to the player's clock. A choice made after the end of the game changes
    /// nothing.
    pub fn play_choice(&mut self, choice: &Choice) -> Result<(), Error> {
        self.check_room()?;
        // A clock stops after the end of the game and on the opponent's turn.
        let runs = self.now.outcome.is_none() && self.turn() == choice.player;
        match &choice.moves {
            _ if choice.is_over => {}
            _ if choice.waits && choice.player == self.turn() => return Err(out_of_turn(choice.player)), // it would be a move
            Some((place, moves)) if runs && self.now.clicks.is_empty() && *place == self.place() => {
                self.apply(Reading::Moves(moves.clone()), &choice.token);
                self.now.plan.clear();
            }
            _ => {
                self.play(choice.player, &choice.token, choice.style)?;
                if !choice.waits {
                    self.now.plan.clone_from(&choice.rest);
                }
            }
        }
        if runs {
            self.clock.spend(choice.player, choice.time + OVERHEAD);
        }
        Ok(())
    }

    /// The data that determine the legal moves.
    fn place(&self) -> String {
        format!("{} {} {}", self.name(), self.values, self.position())
    }

    /// Analyses the position for a player at full strength. Without limits, it runs until it is cancelled or has proven
    /// the result. Returns the last report, which is empty after the end of the game.
    pub fn analyze(&mut self, search: Search) -> Result<Analysis, Error> {
        let player = search.player.unwrap_or_else(|| self.turn());
        if self.now.outcome.is_some() {
            return Ok(Analysis::default());
        }
        if player != self.turn() {
            return Err(out_of_turn(self.turn()));
        }
        let (params, observer) = search.resolve(&self.settings, Limits::default());
        let params = SearchParams { level: MAX_LEVEL, ..params };
        let found = match observer {
            Some(observer) => self.search_turn(&params, Some(observer), true),
            None => {
                let unseen = Observer { every: Duration::MAX, moves: 1, see: &mut |_| {} };
                self.search_turn(&params, Some(unseen), true)
            }
        };
        Ok(found?.report.unwrap_or_default())
    }

    fn search_turn(
        &mut self,
        params: &SearchParams,
        observer: Option<Observer>,
        exact: bool,
    ) -> Result<FoundTurn, Error> {
        let restricted = |token: &String| {
            let reason = |reason| format!("the search is restricted by {token}: {reason}");
            self.read_beginning(token).map_err(|error| Error::rule(reason(error)))
        };
        let read = |tokens: &[String]| tokens.iter().map(restricted).collect::<Result<_, _>>();
        let (only, avoid) = (read(&params.only)?, read(&params.avoid)?);
        let moment = Moment { only, avoid, ..self.moment() };
        self.kernel
            .choose(&moment, params, observer, exact)
            .ok_or_else(|| Error::rule("the restrictions of the search leave no move"))
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits of a turn, from the clock, or from the settings if no clock is set.
    pub fn turn_limits(&self, color: Color) -> Limits {
        let overhead = Duration::from_millis(self.settings.move_overhead_ms);
        self.settings.limits(self.clock.budget(color, overhead))
    }
}
