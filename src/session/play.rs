//! The one implementation of a session.

use std::time::Instant;

use crate::board::Vertex;
use crate::game::{Color, Game, Outcome, Points, PositionError, Reading, Stop, Style, Values};
use crate::perft::{perft_until, split};
use crate::rng::{Rng, mix};
use crate::search::{self, Control, Interrupt, Limits, Report, Resources, Table, Task};

use super::{PlayError, Session, Settings, Thinking, UndoError};

/// A game of `G` being played.
#[derive(Debug)]
pub struct Match<G: Game> {
    game: G,
    values: Values,
    now: State<G>,
    /// What stood before each accepted token.
    history: Vec<State<G>>,
    /// The positions at the beginning of each turn, the first one included.
    stood: Vec<G::Position>,
    /// In steps style, the clicks still to come of the move that the engine has begun.
    plan: Vec<String>,
    table: Table,
}

/// All that `undo` brings back.
#[derive(Clone, Debug)]
struct State<G: Game> {
    position: G::Position,
    /// Clicks of a move not yet complete.
    prefix: Vec<Vertex>,
    outcome: Option<Outcome>,
    /// Turns played since the start or the last position set up.
    turns: u32,
    /// Stones that Black and White have captured.
    captures: [u32; 2],
    /// How many of the positions in `stood` belong to this state.
    stood: usize,
}

impl<G: Game> Match<G> {
    /// A new game with the options in `values`.
    pub fn new(game: G, values: Values) -> Self {
        let start = game.start();
        let (now, stood) = Self::first(&game, start);
        Self { game, values, now, history: Vec::new(), stood, plan: Vec::new(), table: Table::default() }
    }

    fn first(game: &G, position: G::Position) -> (State<G>, Vec<G::Position>) {
        let stood: Vec<_> = game.turn_begins(&position).then(|| position.clone()).into_iter().collect();
        let outcome = game.outcome(&position);
        (State { outcome, position, prefix: Vec::new(), turns: 0, captures: [0; 2], stood: stood.len() }, stood)
    }

    fn start_from(&mut self, position: G::Position) {
        (self.now, self.stood) = Self::first(&self.game, position);
        self.history.clear();
        self.plan.clear();
        self.table.clear();
    }

    /// Remembers the present state: what follows can be taken back.
    fn remember(&mut self) {
        self.history.push(self.now.clone());
    }

    fn apply(&mut self, reading: Reading<G::Move>) {
        self.remember();
        match reading {
            Reading::Prefix(clicks) => self.now.prefix = clicks,
            Reading::Moves(moves) => {
                self.now.prefix.clear();
                moves.into_iter().for_each(|mv| self.apply_move(mv));
            }
        }
    }

    fn apply_move(&mut self, mv: G::Move) {
        let now = &mut self.now;
        let mover = self.game.turn(&now.position);
        let before = self.game.stones(&now.position);
        self.game.play(&mut now.position, mv);
        let after = self.game.stones(&now.position);
        let enemy = (!mover).index();
        now.captures[mover.index()] += before[enemy].saturating_sub(after[enemy]);
        now.outcome = self.game.outcome(&now.position);
        if self.game.turn_begins(&now.position) {
            now.turns += 1;
            self.stood.push(now.position.clone());
            now.stood += 1;
            if now.outcome.is_none() && self.is_stopped() {
                self.now.outcome = Some(self.game.adjudicate(&self.now.position));
            }
        }
    }

    /// Whether a player has given up: that ends a game whatever the position.
    fn is_forfeited(&self) -> bool {
        matches!(self.now.outcome, Some(Outcome::Forfeit { .. }))
    }

    /// Whether repetition or the move limit stops the game.
    fn is_stopped(&self) -> bool {
        let limit = self.values.number("max_moves");
        if limit > 0 && self.now.turns >= limit {
            return true;
        }
        let limit = self.values.number("repetition") as usize;
        G::CAN_REPEAT
            && limit > 0
            && self.stood.iter().filter(|&position| *position == self.now.position).count() >= limit
    }

    /// The engine's next move, `moves` being those it may choose from.
    fn choose(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        control: &Control,
        settings: &Settings,
    ) -> Option<Report<G::Move>> {
        let repetition = G::CAN_REPEAT && self.values.number("repetition") > 0;
        let past: Vec<u64> = match repetition {
            true => self.stood.iter().map(|position| self.game.hash(position)).collect(),
            false => Vec::new(),
        };
        let limit = self.values.number("max_moves");
        let turns_left = (limit > 0).then(|| limit.saturating_sub(self.now.turns));
        let task = Task { rules: &self.game, position, moves, past: &past, turns_left };
        let mut resources = Resources {
            threads: settings.threads as usize,
            bytes: (settings.hash_mb as usize) << 20,
            seed: mix(settings.seed ^ self.game.hash(position)),
            table: &mut self.table,
        };
        let report = search::choose(&task, &mut resources, control)?;
        log::debug!("{:?} after {} nodes, proven: {}", report.best, report.nodes, report.proven);
        Some(report)
    }

    /// The moves that the engine may choose from.
    fn moves_to_search(&self, position: &G::Position, prefix: &[Vertex]) -> Vec<G::Move> {
        if !prefix.is_empty() {
            return self.game.moves_after(position, prefix);
        }
        let mut moves = Vec::new();
        self.game.search_moves(position, &mut moves);
        moves
    }

    /// The rest of the turn: in whole style to its end, in steps style one move.
    fn choose_turn(&mut self, thinking: &Thinking) -> Vec<G::Move> {
        let side = self.turn();
        let mut position = self.now.position.clone();
        let mut moves = self.moves_to_search(&position, &self.now.prefix);
        let mut chosen = Vec::new();
        // What a decision leaves over goes to the later ones of the turn.
        let begun = Instant::now();
        let all = thinking.settings.limits(thinking.time);
        let (mut left, mut spent) = (all, 0);
        loop {
            let share = left.shared(self.game.decisions_left(&position));
            let control = Control::new(share, thinking.interrupt, thinking.line);
            let report = self.choose(&position, &moves, &control, thinking.settings);
            let Some(Report { best, nodes, .. }) = report else { break };
            self.game.play(&mut position, best);
            chosen.push(best);
            let turn_ends = self.game.turn(&position) != side || self.game.turn_begins(&position);
            if turn_ends || thinking.style == Style::Steps {
                break;
            }
            spent += nodes;
            left.time = all.time.map(|time| time.saturating_sub(begun.elapsed()));
            left.nodes = all.nodes.map(|nodes| nodes.saturating_sub(spent));
            moves = self.moves_to_search(&position, &[]);
        }
        chosen
    }
}

impl<G: Game> Session for Match<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn resized(&self, columns: u32, rows: u32) -> Option<String> {
        G::resize(&self.values, columns, rows).map(|changes| self.values.with(&changes))
    }

    fn set_komi(&mut self, komi: Points) {
        self.game.set_komi(komi);
        // A finished game is counted anew, unless it ended by forfeit.
        if matches!(self.now.outcome, Some(Outcome::Win { .. } | Outcome::Draw)) {
            let position = &self.now.position;
            let outcome = self.game.outcome(position).unwrap_or_else(|| self.game.adjudicate(position));
            self.now.outcome = Some(outcome);
        }
    }

    fn clear(&mut self) {
        self.start_from(self.game.start());
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        let position = self.game.read_position(text)?;
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
        if let Some(outcome) = self.now.outcome {
            return Err(PlayError::Over(outcome));
        }
        if token.eq_ignore_ascii_case("resign") {
            self.remember();
            self.now.outcome = Some(Outcome::Forfeit { winner: !color });
        } else if color != self.turn() {
            // Managers that alternate strictly pass for the player who waits.
            if style != Style::Steps || !token.eq_ignore_ascii_case("pass") {
                return Err(PlayError::OutOfTurn(self.turn()));
            }
            self.remember();
            return Ok(()); // the engine's plan stands
        } else {
            let reading = self.game.read(&self.now.position, &self.now.prefix, token, style)?;
            self.apply(reading);
        }
        self.plan.clear();
        Ok(())
    }

    fn genmove(&mut self, color: Color, commit: bool, thinking: Thinking) -> Result<String, PlayError> {
        if let Some(outcome) = self.now.outcome {
            let lost = outcome.winner() == Some(!color) && !G::COUNTS_POINTS;
            return Ok(if lost { "resign" } else { "PASS" }.to_owned());
        }
        if color != self.turn() {
            if thinking.style == Style::Whole {
                return Err(PlayError::OutOfTurn(self.turn()));
            }
            if commit {
                self.remember();
            }
            return Ok("PASS".to_owned());
        }
        let mut tokens = self.plan.clone();
        if tokens.is_empty() {
            let moves = self.choose_turn(&thinking);
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

    fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let played = self.history.len();
        let left = played.checked_sub(count).ok_or(UndoError { played })?;
        if let Some(state) = self.history.drain(left..).next() {
            self.now = state;
            self.stood.truncate(self.now.stood);
            self.plan.clear();
        }
        Ok(())
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
        let position = self.now.position.clone();
        let moves = self.moves_to_search(&position, &self.now.prefix);
        self.table.clear();
        let control = Control::new(limits, &Interrupt::default(), 1);
        let report = self.choose(&position, &moves, &control, settings);
        report.map_or(0, |report| report.positions)
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
