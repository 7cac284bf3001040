//! Search reports: the best moves and their principal variations.

use std::sync::atomic::Ordering::Relaxed;

use crate::game::{Outcome, Searchable, Verdict};
use crate::search::report::{LONGEST_LINE, Line, Report, Watch};
use crate::search::table::Bound;

use super::Worker;
use super::root::{RootMove, sort};
use super::score::{PROVEN, WIN, distance, expected_score, verdict};

/// The root moves with their scores at one depth, best first.
#[derive(Clone, Debug)]
pub(super) struct Ranking<M> {
    pub depth: u32,
    pub moves: Vec<RootMove<M>>,
}

impl<M: Copy + PartialEq> Ranking<M> {
    /// Sorts the moves after the best by score, and removes those whose scores are unknown, or come from an earlier
    /// iteration and exceed the score of the best move, which says nothing at this depth.
    fn sorted(mut self) -> Self {
        let most = self.moves.first().and_then(|best| best.score).unwrap_or(WIN);
        let mut others = self.moves.split_off(1.min(self.moves.len()));
        others.retain(|root| root.score.is_some_and(|score| score <= most));
        sort(&mut others, |root| [root.score.map_or(i64::MIN, i64::from), i64::from(root.bound == Bound::Exact)]);
        self.moves.append(&mut others);
        self
    }
}

impl<R: Searchable> Worker<'_, '_, R> {
    /// A report of the search so far, or at the end; it has principal variations only if the search is watched.
    pub(super) fn report(&self, is_over: bool) -> Report<R::Move> {
        let ranking = self.latest(is_over).sorted();
        let wanted = self.watch.as_ref().map_or(0, |watch| watch.lines);
        let (best, score) = match ranking.moves.first() {
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
        for root in ranking.moves.iter().take(wanted) {
            report.lines.push(self.line(root));
        }
        if let Some(known) = self.task.known_result {
            report.add(known);
        }
        report
    }

    /// The scores of the last completed iteration; at the end of the search, with the best move of the iteration that was
    /// stopped, if that is another one or has been proven.
    fn latest(&self, is_over: bool) -> Ranking<R::Move> {
        let (best, score) = self.root.best;
        let completed = match &self.root.completed {
            Some(completed) if !is_over || completed.moves[0].mv == best && score.abs() <= PROVEN => {
                return completed.clone();
            }
            completed => completed.as_ref(),
        };
        let ranked = completed.filter(|_| self.root.ranked > 1);
        let mut moves = ranked.map_or_else(|| self.root.moves.clone(), |completed| completed.moves.clone());
        let known = self.root.moves.iter().find(|root| root.mv == best);
        let mut first = known.cloned().unwrap_or_else(|| RootMove::new(best));
        moves.retain(|root| root.mv != best);
        // Without any score, the search knows nothing, at depth 0.
        first.bound = if first.score.is_some() { first.bound } else { Bound::Exact };
        first.score = Some(score);
        let depth = if first.depth > 0 { completed.map_or(1, |completed| completed.depth + 1) } else { 0 };
        moves.insert(0, first);
        Ranking { depth, moves }
    }

    fn line(&self, root: &RootMove<R::Move>) -> Line<R::Move> {
        let score = root.score.unwrap_or(0);
        let open = |verdict| if verdict == Verdict::Win { Bound::Upper } else { Bound::Lower };
        let proven = verdict(score).filter(|&verdict| root.bound != open(verdict));
        let bound = if proven.is_some() { Bound::Exact } else { root.bound };
        let score = if proven.is_some() { score } else { score.clamp(-PROVEN, PROVEN) };
        let (value, distance) = (expected_score(score), distance(score));
        Line {
            moves: self.extended(root, proven),
            visits: root.nodes,
            depth: root.depth,
            bound,
            value,
            proven,
            distance,
        }
    }

    /// The principal variation of a root move. A score from the transposition table has cut it short, so it goes on with the
    /// best moves from there. Where the result is proven, the winner plays only moves that are known to win.
    fn extended(&self, root: &RootMove<R::Move>, proven: Option<Verdict>) -> Vec<R::Move> {
        let rules = self.task.rules;
        let (mut position, mut turns) = (self.task.position.clone(), 0);
        let side = rules.turn(&position);
        let (mut line, mut seen, mut moves) = (root.line.clone(), Vec::new(), Vec::new());
        let mut played = 0;
        loop {
            for &mv in &line[played..] {
                rules.play(&mut position, mv);
                turns += u32::from(rules.turn_begins(&position));
            }
            played = line.len();
            let key = self.table_key(rules.hash(&position), turns);
            if played >= LONGEST_LINE || rules.outcome(&position).is_some() || seen.contains(&key) {
                break;
            }
            seen.push(key);
            moves.clear();
            self.task.list_moves(&position, turns, &mut moves);
            let to_move = rules.turn(&position);
            let next = match self.table.probe(key) {
                _ if rules.wins_at_once(&position) => self.winning(&position, &moves),
                Some(entry) => {
                    let is_win = i32::from(entry.score) > PROVEN && entry.bound != Bound::Upper;
                    let must_win = proven == Some(Verdict::of(Some(to_move), side));
                    moves.get(usize::from(entry.best)).copied().filter(|_| is_win || !must_win)
                }
                None => None,
            };
            let Some(next) = next else { break };
            line.push(next);
        }
        line
    }

    /// The move with which the player to move wins at once.
    fn winning(&self, position: &R::Position, moves: &[R::Move]) -> Option<R::Move> {
        let rules = self.task.rules;
        let wins =
            |mv| rules.outcome(&rules.after(position, mv)).and_then(Outcome::winner) == Some(rules.turn(position));
        moves.iter().copied().find(|&mv| wins(mv))
    }

    /// Shows a report of the search so far, if it is time.
    pub(super) fn show_progress(&mut self) {
        if self.watch.as_ref().is_some_and(Watch::is_due) {
            let report = self.report(false);
            if let Some(watch) = &mut self.watch {
                watch.show(&report);
            }
        }
    }
}
