//! Search reports: the best moves and their principal variations, with the triangular table of these (chessprogramming.org,
//! "Triangular PV-Table").

use std::sync::atomic::Ordering::Relaxed;

use crate::game::{Hints, Outcome, RulesExt, Verdict};
use crate::search::Task;
use crate::search::report::{LONGEST_LINE, Line, Report, Watch};
use crate::search::table::Bound;

use super::root::{RootMove, sort};
use super::score::{PROVEN, WIN, distance, expected_score, verdict};
use super::{Root, Worker};

/// The score of a root move as it is shown, and its result, if it is proven. A bound beyond which there are only wins, or
/// losses, proves nothing.
fn shown<M>(root: &RootMove<M>) -> (i32, Option<Verdict>) {
    let score = root.score.unwrap_or(0);
    let open = |verdict| if verdict == Verdict::Win { Bound::Upper } else { Bound::Lower };
    match verdict(score).filter(|&verdict| root.bound != open(verdict)) {
        None => (score.clamp(-PROVEN, PROVEN), None),
        proven => (score, proven),
    }
}

/// Sorts the moves after the best by score, and removes those whose scores are unknown, or come from an earlier iteration
/// and exceed the score of the best move, which says nothing at this depth.
fn sorted<M: Clone>(mut moves: Vec<RootMove<M>>) -> Vec<RootMove<M>> {
    let most = moves.first().map_or(WIN, |best| shown(best).0);
    let mut others = moves.split_off(1.min(moves.len()));
    others.retain(|root| root.score.is_some() && shown(root).0 <= most);
    sort(&mut others, |root| [i64::from(shown(root).0), i64::from(root.bound == Bound::Exact)]);
    moves.append(&mut others);
    moves
}

impl<R: Hints> Worker<'_, '_, R> {
    /// A report of the search so far, or at the end; it has principal variations only if the search is watched.
    pub(super) fn report(&self, is_over: bool) -> Report<R::Move> {
        let ranking = sorted(self.latest(is_over));
        let wanted = self.watch.as_ref().map_or(0, |watch| watch.lines);
        let (best, score) = match ranking.first() {
            Some(RootMove { mv, score: Some(score), .. }) => (*mv, *score),
            _ => self.root.best,
        };
        // If some moves were not searched, the position is not a proven loss.
        let score = if self.task.complete { score } else { score.max(-PROVEN) };
        let mut report = Report {
            best,
            nodes: self.shared.nodes.load(Relaxed) + self.count.nodes - self.count.added,
            value: expected_score(score),
            proven: verdict(score),
            depth: self.root.depth,
            lines: Vec::new(),
            lost: self.root.moves.iter().filter(|root| root.is_lost()).map(|root| root.mv).collect(),
        };
        for root in ranking.iter().take(wanted) {
            report.lines.push(self.line(root));
        }
        if let Some(known) = self.task.known_result {
            report.add(known);
        }
        report
    }

    /// The scores of the last completed iteration; at the end of the search, with the best move of the iteration that was
    /// stopped, if that is another one or has been proven.
    fn latest(&self, is_over: bool) -> Vec<RootMove<R::Move>> {
        let (Root { completed, ranked, .. }, (best, score)) = (&self.root, self.root.best);
        let is_known = !completed.is_empty();
        if is_known && (!is_over || completed[0].mv == best && score.abs() <= PROVEN) {
            return completed.clone();
        }
        let mut moves = if is_known && *ranked > 1 { completed.clone() } else { self.root.moves.clone() };
        let known = self.root.moves.iter().find(|root| root.mv == best);
        let mut first = known.cloned().unwrap_or_else(|| RootMove::new(best));
        moves.retain(|root| root.mv != best);
        first.bound = if first.score.is_some() { first.bound } else { Bound::Exact };
        first.score = Some(score);
        moves.insert(0, first);
        moves
    }

    fn line(&self, root: &RootMove<R::Move>) -> Line<R::Move> {
        let (score, proven) = shown(root);
        let known = self.task.known_result.filter(|(_, best)| best.is_none_or(|best| best == root.mv));
        let (visits, depth) = (root.nodes, root.depth);
        match (proven, known) {
            // The search does not know the winner's moves.
            (None, Some((verdict, _))) => {
                let moves = self.extended(vec![root.mv], Some(verdict));
                Line { moves, visits, depth, ..Line::proven(root.mv, verdict) }
            }
            _ => Line {
                moves: self.extended(root.line.clone(), proven),
                visits,
                depth,
                bound: if proven.is_some() { Bound::Exact } else { root.bound },
                value: expected_score(score),
                proven,
                distance: distance(score),
            },
        }
    }

    /// A line and what follows it. A score from the transposition table has cut it short, so it goes on with the best moves
    /// from there. Where the result is proven, the winner plays only moves that are known to win.
    fn extended(&self, mut line: Vec<R::Move>, proven: Option<Verdict>) -> Vec<R::Move> {
        let &Task { rules, turns_left, repetition, .. } = self.task;
        let (mut position, mut turns) = (self.task.position.clone(), 0);
        let side = rules.turn(&position);
        let (mut seen, mut moves) = (vec![rules.hash(&position)], Vec::new());
        let mut played = 0;
        loop {
            let mut repeats = false;
            for &mv in &line[played..] {
                rules.play(&mut position, mv);
                turns += u32::from(rules.turn_begins(&position));
                let hash = rules.hash(&position);
                repeats = seen.contains(&hash) || rules.turn_begins(&position) && repetition.ends_with(hash);
                seen.push(hash);
            }
            played = line.len();
            let is_late = rules.turn_begins(&position) && turns_left.is_some_and(|left| turns >= left);
            if repeats || is_late || played >= LONGEST_LINE || rules.outcome(&position).is_some() {
                break;
            }
            let key = self.table_key(rules.hash(&position), turns);
            moves.clear();
            self.task.list_moves(&position, turns, &mut moves);
            let to_move = rules.turn(&position);
            let winner = |mv| rules.outcome(&rules.after(&position, mv)).and_then(Outcome::winner);
            let wins = |&mv: &R::Move| winner(mv) == Some(to_move);
            // A proof before the search knows the result of the position after the move.
            let is_proven = |&mv: &R::Move| {
                let verdict = self.task.proofs.and_then(|proofs| proofs.verdict(rules, &rules.after(&position, mv)));
                verdict == Some(Verdict::Loss)
            };
            let next = match self.table.probe(key) {
                _ if rules.wins_at_once(&position) => moves.iter().copied().find(wins),
                Some(entry) => {
                    let is_win = i32::from(entry.score) > PROVEN && entry.bound != Bound::Upper;
                    let must_win = proven == Some(Verdict::of(Some(to_move), side));
                    moves.get(usize::from(entry.best)).copied().filter(|_| is_win || !must_win)
                }
                None => None,
            };
            let Some(next) = next.or_else(|| moves.iter().copied().find(is_proven)) else { break };
            line.push(next);
        }
        line
    }

    pub(super) fn show_progress(&mut self) {
        if self.watch.as_ref().is_some_and(Watch::is_due) {
            let report = self.report(false);
            if let Some(watch) = &mut self.watch {
                watch.show(&report);
            }
        }
    }
}

/// For each ply, the best line found from there.
#[derive(Debug)]
pub(super) struct PvTable<M>(pub Vec<Vec<M>>);

impl<M: Copy> PvTable<M> {
    pub(super) fn clear(&mut self, ply: usize) {
        if self.0.len() <= ply {
            self.0.resize(ply + 1, Vec::new());
        }
        self.0[ply].clear();
    }

    /// The line from this ply is this move and the line from the next ply, which has been cleared before its search.
    pub(super) fn set(&mut self, ply: usize, mv: M) {
        let (before, after) = self.0.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend(after.first().into_iter().flatten());
    }

    pub(super) fn line(&self, ply: usize) -> &[M] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bound above a win is shown as an open score, however high it is.
    #[test]
    fn moves_are_sorted_by_the_scores_that_are_shown() {
        let root = |mv, score, bound| RootMove { score: Some(score), bound, ..RootMove::new(mv) };
        let moves = vec![
            root('a', WIN - 1, Bound::Exact),
            root('b', WIN - 2, Bound::Upper),
            root('c', 90, Bound::Exact),
            root('d', WIN - 5, Bound::Exact),
        ];
        let order: Vec<_> = sorted(moves).iter().map(|root| root.mv).collect();
        assert_eq!(order, ['a', 'd', 'b', 'c']);
    }
}
