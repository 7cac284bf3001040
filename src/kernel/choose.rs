//! The search of a turn: one decision for each of its moves, within one budget.

use std::time::Instant;

use crate::game::{Moves, Playable, RulesExt, Verdict};
use crate::play::SearchParams;
use crate::search::{Control, LEAST_WINRATE, Limits, Report, Watch};

use super::analysis::{Analysis, Observer, continued};
use super::decide::{Decision, level};
use super::{Core, Moment};

pub(crate) struct FoundTurn<M = Moves, R = Analysis> {
    pub moves: M,
    pub winrate: Option<f64>,
    pub proven: Option<Verdict>,
    pub nodes: u64,
    pub report: Option<R>,
}

impl<G: Playable> Core<G> {
    pub(super) fn search_turn(
        &mut self,
        moment: &Moment,
        params: &SearchParams,
        mut observer: Option<Observer>,
        exact: bool,
    ) -> Option<FoundTurn> {
        let (start, clicks) = (moment.position.of::<G::Position>(), &moment.clicks);
        let side = self.game.turn(start);
        let mut position = start.clone();
        let mut turn = FoundTurn { moves: Vec::new(), winrate: None, proven: None, nodes: 0, report: None };
        let mut first: Option<Report<G::Move>> = None;
        // Time and nodes that a decision does not use are left for later decisions of the turn.
        let begun = Instant::now();
        let of_level = level(params).map(|level| G::LEVELS.nodes[level]);
        let limits = Limits { nodes: params.limits.nodes.into_iter().chain(of_level).min(), ..params.limits };
        let mut left = limits;
        loop {
            let (decisions, time) = self.game.decisions_left(&position);
            let control = Control::new(left.share(decisions, time), &params.cancel);
            let decision = Decision::new(self, moment, position.clone(), turn.moves.is_empty(), &control);
            if decision.moves.is_empty() && turn.moves.is_empty() {
                return None;
            }
            let report = match &mut observer {
                None => self.decide(moment, decision, &control, params, None),
                Some(Observer { every, moves: lines, see }) => {
                    let game = self.game.clone();
                    let whole = |report: &Report<_>| match &first {
                        Some(first) => continued(first, &turn.moves, report),
                        None => report.clone(),
                    };
                    let mut tell = |report: &Report<_>| {
                        // After a proven win, the next decision soon finds it, too.
                        if first.as_ref().is_none_or(|first| !first.wins() || report.wins()) {
                            see(&Analysis::of(&game, start, clicks, &whole(report), params.style));
                        }
                    };
                    // The lines begin with the first decision; later decisions continue the best one.
                    let watch = match first {
                        None => Watch::new(*lines, exact, *every, &mut tell),
                        Some(_) => Watch::new(1, false, *every, &mut tell),
                    };
                    let report = self.decide(moment, decision, &control, params, Some(watch));
                    turn.report = report.as_ref().map(whole).or(turn.report);
                    report
                }
            };
            let Some(report) = report else { break };
            let (wins, Report { best, nodes, value, proven, .. }) = (report.wins(), report);
            if turn.moves.is_empty() {
                turn.winrate = (nodes > 0 || proven.is_some()).then_some(value);
                turn.proven = proven;
            } else if wins || turn.proven == Some(Verdict::Win) {
                // After earlier moves of the same turn, a loss proves only that these were wrong, not that the turn is
                // lost.
                turn.winrate = (nodes > 0 || wins).then_some(value.max(LEAST_WINRATE));
                turn.proven = wins.then_some(Verdict::Win);
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
        let analysis = |report| Analysis::of(&self.game, start, clicks, report, params.style);
        let report = turn.report.as_ref().map(|report| Analysis { is_final: true, ..analysis(report) });
        if let (Some(observer), Some(report), false) = (&mut observer, &report, exact) {
            (observer.see)(report);
        }
        let FoundTurn { moves, winrate, proven, nodes, .. } = turn;
        Some(FoundTurn { moves: Moves::new(moves), winrate, proven, nodes, report })
    }
}
