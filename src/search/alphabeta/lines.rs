//! Search reports: the best move and principal variations.

use std::sync::atomic::Ordering::Relaxed;

use crate::game::Searchable;
use crate::search::report::{LONGEST_LINE, Line, Report, Watch};

use crate::system::ranked;

use super::Worker;
use super::root::RootMove;
use super::score::{PROVEN, expected_score};

impl<R: Searchable> Worker<'_, '_, R> {
    /// The current report; it has principal variations only if the search is watched.
    pub(super) fn report(&self) -> Report<R::Move> {
        let (best, score) = self.best;
        let mut lines = Vec::new();
        if let Some(watch) = &self.watch {
            let known: Vec<_> = self.root.iter().filter(|root| root.score.is_some()).collect();
            let key = |root: &&RootMove<R::Move>| match root.score {
                _ if root.mv == best => [2, 0],
                Some(score) if root.exact => [1, score.into()],
                _ => [0, root.nodes as i64],
            };
            let order = ranked(&known.iter().map(key).collect::<Vec<_>>());
            lines = order.into_iter().take(watch.lines).map(|index| self.line(known[index])).collect();
            if lines.is_empty() {
                lines.push(self.line(&RootMove { mv: best, score: Some(score), exact: false, nodes: 0 }));
            }
        }
        let loses = |root: &&RootMove<R::Move>| root.score.is_some_and(|score| score < -PROVEN);
        let lost = self.root.iter().filter(loses).map(|root| root.mv).collect();
        let score = self.reported(score);
        let proven = score.abs() > PROVEN;
        let value = expected_score(score);
        let nodes = self.shared.nodes.load(Relaxed) + self.nodes - self.added;
        let mut report = Report { best, nodes, value, proven, depth: self.depth, lines, lost };
        if let Some(verdict) = self.task.verdict {
            report.add(verdict);
        }
        report
    }

    /// The score to report. If some moves were not searched, the position is not a proven loss.
    fn reported(&self, score: i32) -> i32 {
        if self.task.complete { score } else { score.max(-PROVEN) }
    }

    fn line(&self, root: &RootMove<R::Move>) -> Line<R::Move> {
        let score = self.reported(root.score.unwrap_or(0));
        // An upper bound can prove a loss, but not a win.
        let proven = (score < -PROVEN || score > PROVEN && root.exact).then_some(score > 0);
        let value = match proven {
            Some(wins) => f64::from(u8::from(wins)),
            None => expected_score(score.clamp(-PROVEN, PROVEN)),
        };
        Line { moves: self.variation(root.mv), visits: root.nodes, value, proven }
    }

    /// The principal variation of a root move, from the transposition table.
    fn variation(&self, mv: R::Move) -> Vec<R::Move> {
        let rules = self.task.rules;
        let mut position = self.task.position.clone();
        let (mut line, mut seen, mut turns) = (vec![mv], Vec::new(), 0);
        let mut moves = Vec::new();
        loop {
            rules.play(&mut position, line[line.len() - 1]);
            turns += u32::from(rules.turn_begins(&position));
            let key = self.table_key(rules.hash(&position), turns);
            let Some(entry) = self.table.probe(key) else { break };
            if rules.outcome(&position).is_some() || seen.contains(&key) || line.len() >= LONGEST_LINE {
                break;
            }
            seen.push(key);
            moves.clear();
            self.task.list_moves(&position, turns, &mut moves);
            let known = self.task.endgames.and_then(|endgames| endgames.best(rules, &position, &moves));
            let next = match known {
                Some((_, best)) => best.first().copied(),
                None => moves.get(usize::from(entry.best)).filter(|_| entry.best != u16::MAX).copied(),
            };
            let Some(next) = next else { break };
            line.push(next);
        }
        line
    }

    /// Shows a report, if it is time.
    pub(super) fn show_progress(&mut self) {
        if self.watch.as_ref().is_some_and(Watch::is_due) {
            let report = self.report();
            if let Some(watch) = &mut self.watch {
                watch.show(&report);
            }
        }
    }
}
