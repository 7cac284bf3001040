//! How a session thinks: the moves to choose from, the searches of a turn, and what they say in the text of moves.

use std::time::{Duration, Instant};

use crate::board::Vertex;
use crate::endgames::Known;
use crate::game::{Algorithm, Color, Game, Level, Style};
use crate::rng::mix;
use crate::search::{self, Control, Interrupt, Limits, Report, Resources, Task, Watch};
use crate::solve::{Answer, Solution};

use super::late::{table_bytes, with_proof};
use super::play::Match;
use super::{Analysis, MAX_LEVEL, Observer, Settings, Thinking, Variation};

/// A move to choose.
struct Decision<'a, G: Game> {
    /// The player whom the engine plays.
    engine: Color,
    position: &'a G::Position,
    /// The moves that lead from the position of the match to that one.
    chosen: &'a [G::Move],
    /// Those to choose from.
    moves: &'a [G::Move],
    /// Whether the position is lost if they all lose.
    complete: bool,
}

impl<G: Game> Match<G> {
    /// The engine's move: what is proven, or else what a search finds.
    fn choose(
        &mut self,
        decision: &Decision<G>,
        control: &Control,
        settings: &Settings,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        let &Decision { position, moves, .. } = decision;
        let table = self.table_of_endgames(settings).filter(|_| level::<G>(settings).is_none());
        if let Some((known, best)) = table.and_then(|table| table.best(&self.game, position, moves)) {
            log::debug!("looked up: {known:?}");
            // Going round in circles may be no draw, but counted: the search looks for that. Other moves win nothing.
            if known == Known::Draw {
                return self.search_for(&Decision { moves: &best, ..*decision }, control, settings, watch);
            }
            if watch.is_none() {
                let value = f64::from(u8::from(matches!(known, Known::Win(_))));
                return best.first().map(|&best| Report { value, proven: true, ..Report::of(best) });
            }
        }
        let strongest = level::<G>(settings).is_none() && algorithm::<G>(settings) == Algorithm::AlphaBeta;
        let known = match moves {
            [_, _, ..] if strongest => self.prove_late(position, control, settings),
            _ => None,
        };
        // Clicks may have left out the move that wins.
        let known = known.filter(|known| !matches!(known.answer, Answer::Win(mv) if !moves.contains(&mv)));
        let Some(Solution { answer, nodes }) = known else {
            return self.search_for(decision, control, settings, watch);
        };
        log::debug!("solved: {answer:?}");
        let mut report = match (watch, answer) {
            (watch, Answer::Win(best)) if watch.as_ref().is_none_or(|watch| watch.exact == 1) => {
                Report { nodes, positions: nodes, ..Report::of(best) }
            }
            (None, _) => self.search_for(decision, control, settings, None)?,
            (Some(mut watch), _) => {
                let (lines, exact, every) = (watch.lines, watch.exact, watch.every());
                let mut see = |report: &Report<_>| {
                    let mut report = report.clone();
                    with_proof(&mut report, &answer);
                    watch.show(&report);
                };
                let watch = Watch::new(lines, exact, every, &mut see);
                self.search_for(decision, control, settings, Some(watch))?
            }
        };
        with_proof(&mut report, &answer);
        Some(report)
    }

    /// The move that a search finds.
    fn search_for(
        &mut self,
        decision: &Decision<G>,
        control: &Control,
        settings: &Settings,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        let &Decision { engine, position, chosen, moves, complete } = decision;
        let knows = self.table_of_endgames(settings).is_some() && level::<G>(settings).is_none();
        let mut past = self.worn();
        if G::CAN_REPEAT && self.values.number("repetition") > 0 {
            past.push(self.game.hash(self.stood.last().unwrap_or(position)));
        }
        let limit = self.values.number("max_moves");
        let turns_left = (limit > 0).then(|| limit.saturating_sub(self.now.turns));
        let recent = self.recent(chosen);
        let task = Task {
            rules: &self.game,
            position,
            moves,
            complete,
            past: &past,
            recent: &recent,
            turns_left,
            engine,
            noise: level::<G>(settings).map_or(0, |level| level.noise),
            by_points: settings.by_points,
            endgames: self.endgames.opened().filter(|_| knows),
        };
        let mut resources = Resources {
            algorithm: algorithm::<G>(settings),
            threads: settings.threads as usize,
            bytes: table_bytes::<G>(settings),
            seed: mix(settings.seed ^ self.game.hash(position)),
            table: &mut self.table,
            tree: &mut self.tree,
        };
        let report = search::choose(&task, &mut resources, control, watch)?;
        log::debug!("{:?} after {} nodes, proven: {}", report.best, report.nodes, report.proven);
        Some(report)
    }

    /// The moves that the engine may choose from, and whether the position is lost if they all lose.
    fn moves_to_search(&self, position: &G::Position, prefix: &[Vertex], control: &Control) -> (Vec<G::Move>, bool) {
        if !prefix.is_empty() {
            return self.game.moves_after(position, prefix, &|| control.should_stop(0));
        }
        let mut moves = Vec::new();
        let complete = self.game.search_moves(position, &mut moves);
        (moves, complete)
    }

    /// The rest of the turn: in whole style to its end, in steps style one move.
    pub(super) fn choose_turn(&mut self, thinking: &Thinking, mut observer: Option<Observer>) -> Vec<G::Move> {
        let start = self.now.position.clone();
        let prefix = self.now.prefix.clone();
        let side = self.game.turn(&start);
        let mut position = start.clone();
        let mut chosen = Vec::new();
        // What a decision leaves over goes to the later ones of the turn.
        let begun = Instant::now();
        let limits = match level::<G>(thinking.settings) {
            Some(Level { nodes, .. }) => {
                Limits { nodes: Some(thinking.limits.nodes.map_or(nodes, |most| most.min(nodes))), ..thinking.limits }
            }
            None => thinking.limits,
        };
        let (mut left, mut spent) = (limits, 0);
        loop {
            let share = left.shared(self.game.decisions_left(&position));
            let control = Control::new(share, thinking.interrupt, thinking.line);
            let clicks = if chosen.is_empty() { &prefix[..] } else { &[] };
            let (moves, complete) = self.moves_to_search(&position, clicks, &control);
            let decision = Decision { engine: side, position: &position, chosen: &chosen, moves: &moves, complete };
            let report = match &mut observer {
                None => self.choose(&decision, &control, thinking.settings, None),
                Some(Observer { every, moves: lines, see }) => {
                    let game = self.game.clone();
                    let mut tell =
                        |report: &Report<_>| see(&analysis(&game, &start, &prefix, &chosen, report, thinking.style));
                    let watch = Watch::new(*lines, 1, *every, &mut tell);
                    let report = self.choose(&decision, &control, thinking.settings, Some(watch));
                    report.iter().for_each(tell);
                    report
                }
            };
            let Some(Report { best, nodes, value, proven, .. }) = report else { break };
            if chosen.is_empty() {
                self.expected = (nodes > 0 || proven).then_some(value);
            }
            self.searched += nodes;
            self.game.play(&mut position, best);
            chosen.push(best);
            let turn_ends = self.game.turn(&position) != side || self.game.turn_begins(&position);
            if turn_ends || thinking.style == Style::Steps {
                break;
            }
            spent += nodes;
            left.time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            left.soft = limits.soft.map(|time| time.saturating_sub(begun.elapsed()));
            left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        }
        chosen
    }

    /// Thinks about the next decision.
    pub(super) fn think(&mut self, thinking: &Thinking, observer: Observer) -> Analysis {
        let (start, prefix) = (self.now.position.clone(), self.now.prefix.clone());
        let control = match thinking.limits.is_none() {
            true => Control::until_next_line(thinking.interrupt, thinking.line),
            false => Control::new(thinking.limits, thinking.interrupt, thinking.line),
        };
        let (moves, complete) = self.moves_to_search(&start, &prefix, &control);
        let game = self.game.clone();
        let tell = |report: &Report<_>| analysis(&game, &start, &prefix, &[], report, thinking.style);
        let mut see = |report: &Report<_>| (observer.see)(&tell(report));
        let watch = Watch::new(observer.moves, observer.moves, observer.every, &mut see);
        let settings = Settings { level: MAX_LEVEL, ..thinking.settings.clone() };
        let decision =
            Decision { engine: self.game.turn(&start), position: &start, chosen: &[], moves: &moves, complete };
        let report = self.choose(&decision, &control, &settings, Some(watch));
        report.as_ref().map(tell).unwrap_or_default()
    }

    /// Searches the position for the tables, until the next line of input comes.
    pub(super) fn think_ahead(&mut self, thinking: &Thinking) {
        let (position, prefix) = (self.now.position.clone(), self.now.prefix.clone());
        let control = Control::until_next_line(thinking.interrupt, thinking.line);
        let (moves, complete) = self.moves_to_search(&position, &prefix, &control);
        let engine = !self.game.turn(&position);
        let decision = Decision { engine, position: &position, chosen: &[], moves: &moves, complete };
        self.search_for(&decision, &control, thinking.settings, None);
    }

    /// Searches with empty tables and returns the number of positions looked at.
    pub(super) fn search_afresh(&mut self, limits: Limits, settings: &Settings) -> u64 {
        let position = self.now.position.clone();
        self.table.clear();
        self.tree = None;
        let control = Control::new(limits, &Interrupt::default(), 1);
        let (moves, complete) = self.moves_to_search(&position, &self.now.prefix, &control);
        let decision =
            Decision { engine: self.game.turn(&position), position: &position, chosen: &[], moves: &moves, complete };
        let report = self.choose(&decision, &control, settings, None);
        report.map_or(0, |report| report.positions)
    }

    /// What the player to move may expect. Of a short Monte Carlo search the mean of all playouts says more than the best
    /// move, which may have been lucky.
    pub(super) fn expect(&mut self, limits: Limits, settings: &Settings) -> f64 {
        let position = self.now.position.clone();
        let control = Control::new(limits, &Interrupt::default(), 1);
        let (moves, complete) = self.moves_to_search(&position, &self.now.prefix, &control);
        let mut see = |_: &Report<_>| {};
        let watch = Watch::new(usize::MAX, 1, Duration::from_secs(3600), &mut see);
        let decision =
            Decision { engine: self.game.turn(&position), position: &position, chosen: &[], moves: &moves, complete };
        let report = self.choose(&decision, &control, settings, Some(watch));
        let lines = report.map_or_else(Vec::new, |report| report.lines);
        match algorithm::<G>(settings) {
            Algorithm::AlphaBeta => lines.first().map_or(0.5, |line| line.value),
            Algorithm::MonteCarlo => {
                let visits: u64 = lines.iter().map(|line| line.visits).sum();
                lines.iter().map(|line| line.value * line.visits as f64).sum::<f64>() / visits.max(1) as f64
            }
        }
    }
}

/// The game's own search, or the other one where that is wanted.
fn algorithm<G: Game>(settings: &Settings) -> Algorithm {
    if settings.monte_carlo == 1 { Algorithm::MonteCarlo } else { G::ALGORITHM }
}

/// The level to play at, where it is not the highest.
fn level<G: Game>(settings: &Settings) -> Option<Level> {
    let index = settings.level.max(1) as usize - 1;
    G::LEVELS.get(index).copied()
}

/// A report in the text of moves: the position is `chosen` moves after `start`, where the clicks in `prefix` have
/// been made.
fn analysis<G: Game>(
    game: &G,
    start: &G::Position,
    prefix: &[Vertex],
    chosen: &[G::Move],
    report: &Report<G::Move>,
    style: Style,
) -> Analysis {
    let variation = |line: &search::Line<G::Move>| Variation {
        turns: turns(game, start, prefix, &[chosen, &line.moves].concat(), style),
        visits: line.visits,
        winrate: line.value,
        proven: line.proven,
    };
    let variations = report.lines.iter().map(variation).filter(|variation| !variation.token().is_empty()).collect();
    Analysis { variations, nodes: report.nodes, depth: report.depth }.merged()
}

/// The tokens of successive moves, turn by turn.
fn turns<G: Game>(
    game: &G,
    start: &G::Position,
    prefix: &[Vertex],
    moves: &[G::Move],
    style: Style,
) -> Vec<(Color, Vec<String>)> {
    let mut turns = Vec::new();
    let (mut position, mut prefix, mut moves) = (start.clone(), prefix, moves);
    while !moves.is_empty() {
        let (begun, side) = (position.clone(), game.turn(&position));
        let mut length = 0;
        for &mv in moves {
            game.play(&mut position, mv);
            length += 1;
            if game.turn(&position) != side || game.turn_begins(&position) {
                break;
            }
        }
        turns.push((side, game.write(&begun, prefix, &moves[..length], style)));
        (prefix, moves) = (&[], &moves[length..]);
    }
    turns
}
