//! The choice among given turns of several moves. Each is searched alone, because the search of a first move does not know
//! which moves may follow it.

use std::time::{Duration, Instant};

use crate::game::Game;
use crate::search::{Control, LEAST_WINRATE, Limits, Line, Report, Watch};

use super::SearchParams;
use super::analysis::{Analysis, Observer, completed};
use super::choose::FoundTurn;
use super::decide::Decision;
use super::state::GameSession;

/// The time for each turn in the first round of a search without limits. Each further round takes twice as long.
const FIRST_ROUND: Duration = Duration::from_millis(50);
/// The last round that takes longer than the one before.
const LONGEST_ROUND: u32 = 12;

impl<G: Game> GameSession<G> {
    /// Chooses among turns, or beginnings of turns, at least one, each of which gets an equal share of the limits.
    pub(super) fn choose_among(
        &mut self,
        entries: &[Vec<G::Move>],
        limits: Limits,
        params: &SearchParams,
        observer: &mut Option<Observer>,
    ) -> FoundTurn<G::Move> {
        let (start, count) = (self.now.position.clone(), entries.len() as u32);
        let mut lines: Vec<Option<Line<G::Move>>> = vec![None; entries.len()];
        let (mut nodes, mut round, mut shown_at) = (0, 0, Instant::now());
        let report = loop {
            let share = match limits.is_none() {
                true => Limits { time: Some(FIRST_ROUND * 2u32.pow(round)), ..limits },
                false => limits.share(count, [1, count]),
            };
            for (entry, known) in entries.iter().zip(&mut lines) {
                let Some((visited, line)) = self.search_entry(entry, share, params) else { continue };
                nodes += visited;
                if known.as_ref().is_none_or(|known| line.depth >= known.depth) {
                    *known = Some(line);
                }
            }
            let report = report_of(lines.iter().flatten().cloned().collect(), nodes);
            let is_decided = report
                .as_ref()
                .is_some_and(|report| report.wins() || report.lines.iter().all(|line| line.proven.is_some()));
            let is_stopped = params.cancel.is_cancelled() || limits.is_none() && params.cancel.is_abandoned();
            if let (Some(observer), Some(report)) = (&mut *observer, &report)
                && shown_at.elapsed() >= observer.every
            {
                shown_at = Instant::now();
                let shown =
                    Report { lines: report.lines.iter().take(observer.moves).cloned().collect(), ..report.clone() };
                (observer.see)(&Analysis::of(&self.game, &start, &[], &shown, params.style));
            }
            if !limits.is_none() || is_decided || is_stopped {
                break report;
            }
            round = (round + 1).min(LONGEST_ROUND);
        };
        let most = observer.as_ref().map_or(0, |observer| observer.moves);
        let Some(mut report) = report else {
            return FoundTurn { moves: entries[0].clone(), winrate: None, proven: None, nodes, report: None };
        };
        let moves = self.first_turn(&report.lines[0].moves);
        report.lines.truncate(most);
        let (winrate, proven) = (Some(report.value), report.wins().then_some(true));
        FoundTurn { moves, winrate, proven, nodes, report: Some(report) }
    }

    /// The line of a turn, or of the best turn with a beginning, and the number of nodes searched.
    fn search_entry(
        &mut self,
        entry: &[G::Move],
        share: Limits,
        params: &SearchParams,
    ) -> Option<(u64, Line<G::Move>)> {
        let (&last, earlier) = entry.split_last()?;
        let mut position = self.now.position.clone();
        earlier.iter().for_each(|&mv| self.game.play(&mut position, mv));
        let decision = Decision::of(self, position, last);
        let mut unseen = |_: &Report<G::Move>| {};
        let watch = Watch::new(1, false, Duration::MAX, &mut unseen);
        let report = self.search(&decision, &Control::new(share, &params.cancel), params, Some(watch))?;
        let mut line = report.lines.into_iter().next()?;
        line.moves.splice(0..0, earlier.iter().copied());
        line.distance = line.distance.map(|plies| plies + earlier.len() as u32);
        Some((report.nodes, line))
    }

    /// The moves of the first turn of a line, which are completed if the line ends before the turn does.
    fn first_turn(&self, line: &[G::Move]) -> Vec<G::Move> {
        let (moves, _) = completed(&self.game, &self.now.position, line);
        let side = self.game.turn(&self.now.position);
        let mut position = self.now.position.clone();
        let mut turn = Vec::new();
        for mv in moves {
            self.game.play(&mut position, mv);
            turn.push(mv);
            if self.game.is_turn_over(&position, side) {
                break;
            }
        }
        turn
    }
}

/// The report of some turns, each searched alone: those that were searched come first. `None` without any.
fn report_of<M: Copy>(mut lines: Vec<Line<M>>, nodes: u64) -> Option<Report<M>> {
    let is_known = |line: &Line<M>| line.depth > 0 || line.proven.is_some();
    lines.sort_by(|one, other| is_known(other).cmp(&is_known(one)).then_with(|| other.value.total_cmp(&one.value)));
    let best = lines.first()?;
    let proven = best.proven == Some(true);
    let (mv, value, depth) = (best.moves[0], if proven { 1.0 } else { best.value.max(LEAST_WINRATE) }, best.depth);
    Some(Report { nodes, value, proven, depth, lines, ..Report::of(mv) })
}
