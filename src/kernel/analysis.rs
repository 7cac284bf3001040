//! A search report with moves as text.

use std::time::Duration;

use crate::board::Vertex;
use crate::game::{Outcome, Playable, RulesExt, Style, Verdict};
use crate::search::{Bound, LEAST_WINRATE, Line, Report};

use crate::play::{TurnData, vertices_of};

/// The best moves of a position. The lines of one report come from the same search, and are ordered by win rate.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Analysis {
    pub variations: Vec<Variation>,
    pub nodes: u64,
    pub depth: u32,
    /// The result for the player to move, if it is proven. The loss of the moves that were considered is not the loss of
    /// the position if others were left out.
    pub proven: Option<Verdict>,
    pub is_final: bool,
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Variation {
    /// The turns of the principal variation, at least one.
    pub turns: Vec<TurnData>,
    pub visits: u64,
    /// The depth of the search that scored the move, in plies; 0 if it was not searched.
    pub depth: u32,
    /// Whether `winrate` and `score` are exact at this depth, or bounds.
    pub bound: Bound,
    /// The expected score of the player to move, from 0 (a loss) to 1 (a win).
    pub winrate: f64,
    /// By how many points the player to move is expected to lead at the end of the game; `None` in games without
    /// points.
    pub score: Option<f64>,
    /// The result after the move for the player to move, if it is proven.
    pub proven: Option<Verdict>,
    /// If it is proven, the number of turns within which the winner can end the game, counting the turns of both
    /// players; `None` if the search does not know it.
    pub distance: Option<u32>,
}

impl Variation {
    pub fn token(&self) -> &str {
        self.tokens().next().unwrap_or_default()
    }

    pub(crate) fn tokens(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().flat_map(|turn| &turn.tokens).map(String::as_str)
    }
}

/// An observer, which receives the analysis while the engine searches.
pub struct Observer<'a> {
    pub every: Duration,
    pub moves: usize,
    pub see: &'a mut dyn FnMut(&Analysis),
}

impl Analysis {
    /// The expected score of the player to move; `None` after the end of the game.
    pub fn winrate(&self) -> Option<f64> {
        let best = self.variations.first()?.winrate;
        Some(if self.proven.is_none() { best.max(LEAST_WINRATE) } else { best })
    }

    /// Converts a report to text. The searched position is `start`, in which `clicks` have been made.
    pub(super) fn of<G: Playable>(
        game: &G,
        start: &G::Position,
        clicks: &[Vertex],
        report: &Report<G::Move>,
        style: Style,
    ) -> Self {
        let mut variations: Vec<Variation> = Vec::new();
        for line in &report.lines {
            let Line { visits, depth, bound, .. } = *line;
            let (moves, end) = completed(game, start, &line.moves);
            let turns = turns(game, start, clicks, &moves, style);
            // The rest of an unfinished turn, which the evaluation chooses, may miss the proven result.
            let is_open = turns.len() == 1 && moves.len() > line.moves.len();
            let proven = line.proven.filter(|&verdict| !(verdict == Verdict::Win && is_open));
            let value = if proven.is_some() { line.value } else { line.value.min(1.0 - LEAST_WINRATE) };
            let verdict = |end: Outcome| Verdict::of(end.winner(), game.turn(start));
            let end = end.filter(|&end| proven.is_none_or(|proven| proven == verdict(end)));
            let score = match end {
                Some(end) if proven.is_some() => game.counts_points().then(|| end.lead_of(game.turn(start))),
                _ => game.expected_lead(start, value),
            };
            // Where turns have several moves, the line with the most moves need not have the most turns.
            let ends_at_once = end.is_some() && proven == Some(Verdict::Win) && turns.len() == 1;
            let mut position = start.clone();
            let mut is_single = game.turn_begins(&position);
            for &mv in &moves {
                game.play(&mut position, mv);
                is_single &= game.turn_begins(&position);
            }
            let distance = if is_single { line.distance } else { ends_at_once.then_some(1) };
            let variation = Variation { turns, visits, depth, bound, winrate: value, score, proven, distance };
            // In steps style, several moves begin with a click on the same stone: the best of them stands for all.
            match variations.iter_mut().find(|other| other.token() == variation.token()) {
                _ if variation.token().is_empty() => {}
                Some(better) => better.visits += variation.visits,
                None => variations.push(variation),
            }
        }
        let is_win = variations.first().is_some_and(|best| best.proven == Some(Verdict::Win));
        let proven = report.proven.filter(|&verdict| verdict != Verdict::Win || is_win);
        Self { variations, nodes: report.nodes, depth: report.depth, proven, is_final: false }
    }
}

/// The report of a later decision of a turn, as a report of the first decision: its best line goes on with the moves
/// chosen since, and with the best line of the later decision. If that does not win, neither does this line, even if
/// another turn is proven to win.
pub(super) fn continued<M: Copy + PartialEq>(first: &Report<M>, chosen: &[M], later: &Report<M>) -> Report<M> {
    let wins = later.wins();
    let nodes = first.nodes + later.nodes;
    let (value, proven) = match wins {
        true => (1.0, later.proven),
        false if first.wins() => (later.value.max(LEAST_WINRATE), None),
        false => (first.value, first.proven),
    };
    let mut report = Report { nodes, proven, value, ..first.clone() };
    if let Some(best) = report.lines.first_mut() {
        best.visits += later.nodes;
        best.moves = chosen.to_vec();
        match later.lines.first() {
            Some(line) => best.moves.extend(&line.moves),
            None => best.moves.push(later.best),
        }
        if wins && best.proven.is_none() {
            let plies = later.lines.first().and_then(|line| line.distance);
            best.distance = plies.map(|plies| plies + chosen.len() as u32);
        } else if first.wins() && !wins {
            best.distance = None;
        }
        if wins || first.wins() {
            (best.proven, best.value, best.bound) = (wins.then_some(Verdict::Win), value, Bound::Exact);
        }
    }
    report
}

/// The moves of a line with a whole last turn, and the outcome if the game then ends. A search that ends in the middle
/// of a turn leaves the rest open, so the rest is the moves after which the evaluation is best.
fn completed<G: Playable>(game: &G, start: &G::Position, line: &[G::Move]) -> (Vec<G::Move>, Option<Outcome>) {
    let (mut position, mut moves) = (start.clone(), line.to_vec());
    let mut side = game.turn(start);
    let mut is_open = false;
    for &mv in line {
        side = game.turn(&position);
        game.play(&mut position, mv);
        is_open = !game.is_turn_over(&position, side);
    }
    while is_open && game.outcome(&position).is_none() {
        let mut legal = Vec::new();
        game.legal_moves(&position, &mut legal);
        let merit = |&mv: &G::Move| {
            let after = game.after(&position, mv);
            match game.outcome(&after).map(|end| Verdict::of(end.winner(), side)) {
                Some(Verdict::Win) => i32::MAX,
                Some(Verdict::Loss) => i32::MIN,
                Some(Verdict::Draw) => 0,
                None if game.turn(&after) == side => game.evaluate(&after),
                None => -game.evaluate(&after),
            }
        };
        let Some(best) = legal.into_iter().max_by_key(merit) else { break };
        game.play(&mut position, best);
        moves.push(best);
        is_open = !game.is_turn_over(&position, side);
    }
    (moves, game.outcome(&position))
}

fn turns<G: Playable>(
    game: &G,
    start: &G::Position,
    clicks: &[Vertex],
    moves: &[G::Move],
    style: Style,
) -> Vec<TurnData> {
    let mut turns = Vec::new();
    let (mut position, mut clicks, mut moves) = (start.clone(), clicks, moves);
    while !moves.is_empty() {
        let (begun, side) = (position.clone(), game.turn(&position));
        let mut length = 0;
        for &mv in moves {
            game.play(&mut position, mv);
            length += 1;
            if game.is_turn_over(&position, side) {
                break;
            }
        }
        let tokens = game.write(&begun, clicks, &moves[..length], style);
        let steps = game.write(&begun, clicks, &moves[..length], Style::Steps);
        turns.push(TurnData { player: side, tokens, clicks: vertices_of(&steps.join(",")) });
        (clicks, moves) = (&[], &moves[length..]);
    }
    turns
}
