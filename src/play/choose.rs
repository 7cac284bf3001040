//! The engine's moves and analyses.

use std::time::{Duration, Instant};

use crate::game::{Color, Moves, Position, Style, Values, Verdict};
use crate::kernel::{FoundTurn, Moment, Observer, Reading};
use crate::search::Limits;
use crate::system::Cancel;

use super::moves::out_of_turn;
use super::{Analysis, Error, ErrorKind, Game, MAX_LEVEL, Search, SearchParams};

/// The cost of a choice besides the search, which is also charged to the clock.
pub(super) const OVERHEAD: Duration = Duration::from_millis(1);

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
#[derive(Clone, Debug)]
pub struct Choice {
    /// The player who makes the move.
    pub player: Color,
    /// What the player does.
    pub chosen: Chosen,
    /// How it is written.
    pub style: Style,
    /// The expected score of the player, from 0 (a loss) to 1 (a win); `None` if nothing was searched.
    pub winrate: Option<f64>,
    /// The result for the player, if it is proven: a win by this move, or a loss whatever the move.
    pub proven: Option<Verdict>,
    /// Nodes searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// In steps style, the remaining clicks of the turn that this click begins.
    pub rest: Vec<String>,
    /// Its moves; `None` for a click, and if nothing was searched.
    moves: Option<ChosenMoves>,
}

/// Moves, and where they are legal.
#[derive(Clone, Debug)]
struct ChosenMoves {
    game: &'static str,
    options: Values,
    position: Position,
    moves: Moves,
}

impl Choice {
    /// A choice that needs no search.
    fn without_search(player: Color, style: Style, chosen: Chosen) -> Self {
        let (winrate, proven, nodes, time, rest, moves) = (None, None, 0, Duration::ZERO, Vec::new(), None);
        Self { player, chosen, style, winrate, proven, nodes, time, rest, moves }
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

impl Game {
    /// Chooses a move without playing it: see [`play_choice`](Self::play_choice). After the end of the game, the choice is
    /// [`Chosen::Over`].
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`] if the search was cancelled without a result; [`ErrorKind::Move`] on the opponent's turn in
    /// whole style, and for restrictions that cannot be met.
    pub fn choose(&mut self, search: Search) -> Result<Choice, Error> {
        (self.has_moved, self.nodes) = (false, 0);
        let player = search.player.unwrap_or_else(|| self.turn());
        let limits = self.turn_limits(player);
        let (params, observer) = search.resolve(&self.settings, limits);
        let without_search = |chosen| Choice::without_search(player, params.style, chosen);
        if let Some(outcome) = self.now.outcome {
            let lost = outcome.winner() == Some(!player) && !self.counts_points();
            return Ok(without_search(Chosen::Over { lost }));
        }
        if player != self.turn() {
            return match params.style {
                Style::Whole => Err(out_of_turn(self.turn())),
                Style::Steps => Ok(without_search(Chosen::Wait)),
            };
        }
        if let (Style::Steps, [next, rest @ ..]) = (params.style, &self.now.plan[..]) {
            return Ok(Choice { rest: rest.to_vec(), ..without_search(Chosen::of(next.clone())) });
        }
        let begun = Instant::now();
        let FoundTurn { moves, winrate, proven, nodes, .. } = self.search_turn(&params, observer, false)?;
        self.nodes = nodes;
        if params.cancel.is_discarded() {
            return Err(Error::new(ErrorKind::Interrupted, "on request; nothing was played"));
        }
        let mut choice = Choice { winrate, proven, nodes, ..without_search(Chosen::Resign) };
        if winrate.is_none_or(|winrate| winrate >= params.resign_below) {
            let (position, clicks) = (self.now.position.clone(), &self.now.clicks);
            let mut tokens = self.kernel.write(&position, clicks, &moves, params.style).into_iter();
            // An unfinished game has a legal move, so there is a token.
            choice.chosen = tokens.next().map_or(Chosen::Over { lost: false }, Chosen::of);
            choice.rest = tokens.collect();
            let is_whole = params.style == Style::Whole && clicks.is_empty();
            let (game, options) = (self.name(), self.values.clone());
            choice.moves = is_whole.then_some(ChosenMoves { game, options, position, moves });
        }
        Ok(Choice { time: begun.elapsed(), ..choice })
    }

    /// Plays a choice, and charges its time to the player's clock. A choice made after the end of the game changes
    /// nothing.
    pub fn play_choice(&mut self, choice: &Choice) -> Result<(), Error> {
        self.check_room()?;
        let runs = self.clock_runs(choice.player);
        let waits = choice.chosen == Chosen::Wait;
        match &choice.moves {
            _ if matches!(choice.chosen, Chosen::Over { .. }) => {}
            _ if waits && choice.player == self.turn() => return Err(out_of_turn(choice.player)), // it would be a move
            Some(chosen) if runs && self.allows(chosen) => {
                self.apply(Reading::Moves(chosen.moves.clone()), choice.token());
                self.now.plan.clear();
            }
            _ => {
                self.play(choice.player, choice.token(), choice.style)?;
                if !waits {
                    self.now.plan.clone_from(&choice.rest);
                }
            }
        }
        self.has_moved = true;
        if runs {
            self.clock.spend(choice.player, choice.time + OVERHEAD);
        }
        Ok(())
    }

    /// Whether moves were chosen where the game stands now.
    fn allows(&self, chosen: &ChosenMoves) -> bool {
        let is_same_game = chosen.game == self.name() && chosen.options == self.values;
        is_same_game && chosen.position == self.now.position && self.now.clicks.is_empty()
    }

    /// Whether a player's clock is running. It stops after the end of the game and on the opponent's turn.
    pub(super) fn clock_runs(&self, color: Color) -> bool {
        self.now.outcome.is_none() && self.turn() == color
    }

    /// Analyses the position for a player at full strength. Without limits, it runs until it is cancelled or has proven
    /// the result. Returns the last report, which is empty after the end of the game.
    pub fn analyze(&mut self, search: Search) -> Result<Analysis, Error> {
        self.has_moved = false;
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

    /// Searches the rest of the turn.
    fn search_turn(
        &mut self,
        params: &SearchParams,
        observer: Option<Observer>,
        exact: bool,
    ) -> Result<FoundTurn, Error> {
        let restricted = |token: &String| {
            let reason = |reason| format!("the search is restricted by {token}: {reason}");
            self.read_beginning(token).map_err(|error| Error::new(ErrorKind::Move, reason(error)))
        };
        let read = |tokens: &[String]| tokens.iter().map(restricted).collect::<Result<_, _>>();
        let (only, avoid) = (read(&params.only)?, read(&params.avoid)?);
        let moment = Moment { only, avoid, ..self.moment() };
        self.kernel
            .choose(&moment, params, observer, exact)
            .ok_or_else(|| Error::new(ErrorKind::Move, "the restrictions of the search leave no move"))
    }

    /// Disables [`ponder`](Self::ponder) until the engine moves again. A front end calls this for every user
    /// request.
    pub fn stop_pondering(&mut self) {
        self.has_moved = false;
    }

    /// Searches on the opponent's time until it is cancelled, if the setting `ponder` is on and the engine has just
    /// moved. The next choice uses the results in the tables.
    pub fn ponder(&mut self, cancel: &Cancel) {
        let super::Settings { ponder, level, nodes, .. } = self.settings;
        // A search with a node limit starts with empty tables, and a reduced level must not search longer than its own
        // time.
        let may_search = self.has_moved && ponder && nodes == 0 && level == MAX_LEVEL;
        // In the middle of a turn, the rest of the turn is already chosen.
        if may_search
            && self.now.outcome.is_none()
            && self.is_between_turns()
            && let Some(engine) = self.history.last().map(|step| step.color)
        {
            let params = self.params(Limits::default(), cancel);
            self.kernel.ponder(&self.moment(), engine, &params);
        }
    }

    /// The number of nodes of the last choice.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits of a turn, from the clock, or from the settings if no clock is set.
    pub fn turn_limits(&self, color: Color) -> Limits {
        self.settings.limits(self.clock.budget(color, self.settings.move_overhead()))
    }

    /// The parameters of a search with the current settings.
    pub fn params(&self, limits: Limits, cancel: &Cancel) -> SearchParams {
        self.settings.params(Style::Whole, limits, cancel)
    }
}
