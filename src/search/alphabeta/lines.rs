//! Search reports: the best move and principal variations.

use std::sync::atomic::Ordering::Relaxed;

use crate::game::{Color, Searchable};
use crate::search::report::{LONGEST_LINE, Line, Report, Watch};
use crate::search::table::Bound;

use super::multipv::Ranking;
use super::root::RootMove;
use super::score::{PROVEN, WIN, distance, expected_score};
use super::{MAX_DEPTH, Worker};

impl<R: Searchable> Worker<'_, '_, R> {
    /// The report at the end of the search; it has principal variations only if the search is watched.
    pub(super) fn report(&mut self) -> Report<R::Move> {
        let latest = self.latest(true);
        loop {
            let (ranking, is_last) = match &mut self.multi {
                Some(multi) => multi.at_the_end(&latest),
                None => (latest.clone().sorted(), true),
            };
            let report = self.report_of(&ranking);
            if is_last {
                return report;
            }
            self.show_if_due(|_| report);
        }
    }

    /// The report of the search so far.
    fn report_so_far(&mut self) -> Report<R::Move> {
        let (latest, nodes) = (self.latest(false), self.all_nodes());
        let ranking = match &mut self.multi {
            // The second worker would make a search with a node limit depend on the times of the reports.
            Some(multi) if self.control.nodes.is_none() => multi.during(latest, nodes),
            _ => latest.sorted(),
        };
        self.report_of(&ranking)
    }

    fn report_of(&self, ranking: &Ranking<R::Move>) -> Report<R::Move> {
        let wanted = self.watch.as_ref().map_or(0, |watch| watch.lines);
        let lines = ranking.moves.iter().take(wanted).enumerate().map(|(order, root)| self.line(root, order == 0));
        let (best, score) = self.best;
        let lost = self.root.iter().filter(|root| root.is_lost()).map(|root| root.mv).collect();
        let score = self.reported(score);
        let further_nodes = self.multi.as_ref().map_or(0, |multi| multi.nodes());
        let mut report = Report {
            best,
            nodes: self.all_nodes() + further_nodes,
            further_nodes,
            value: expected_score(score),
            proven: score.abs() > PROVEN,
            depth: self.depth,
            lines: lines.collect(),
            lost,
        };
        if let Some(known) = self.task.known_result {
            report.add(known);
        }
        if !R::SINGLE_MOVE_TURNS {
            report.lines.iter_mut().for_each(|line| self.complete_win(line));
            report.lines.sort_by(|one, other| other.value.total_cmp(&one.value));
            report.best = report.lines.first().map_or(report.best, |line| line.moves[0]);
        }
        report
    }

    /// The nodes of all threads, as far as they are known.
    fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.added
    }

    /// Keeps the scores of the iteration that has just been completed, if the search is watched.
    pub(super) fn keep_iteration(&mut self) {
        if self.watch.is_some() {
            self.completed = Some(Ranking { depth: self.depth, moves: self.root.clone() });
        }
    }

    /// The scores of the last completed iteration; at the end of the search, those of the iteration that was stopped if
    /// it changed the best move.
    fn latest(&self, is_over: bool) -> Ranking<R::Move> {
        let (best, score) = self.best;
        match &self.completed {
            Some(completed) if !is_over || completed.best() == Some(best) => completed.clone(),
            completed => {
                let mut moves = self.root.clone();
                match moves.iter().position(|root| root.mv == best) {
                    Some(place) => moves[..=place].rotate_right(1),
                    None => moves.insert(0, RootMove::new(best)), // not reached: the best move is a root move
                }
                let first = &mut moves[0];
                // Without any score, the search knows nothing, at depth 0.
                first.bound = if first.score.is_some() { first.bound } else { Bound::Exact };
                first.score = Some(score);
                let depth =
                    if first.depth > 0 { completed.as_ref().map_or(1, |completed| completed.depth + 1) } else { 0 };
                Ranking { depth, moves }
            }
        }
    }

    /// The score to report. If some moves were not searched, the position is not a proven loss.
    fn reported(&self, score: i32) -> i32 {
        if self.task.complete { score } else { score.max(-PROVEN) }
    }

    fn line(&self, root: &RootMove<R::Move>, is_first: bool) -> Line<R::Move> {
        let score = root.score.unwrap_or(0);
        let proven = match root.bound {
            _ if score > PROVEN && root.bound != Bound::Upper => Some(true),
            _ if score < -PROVEN && root.bound != Bound::Lower => Some(false),
            _ => None,
        };
        let bound = if proven.is_some() { Bound::Exact } else { root.bound };
        let score = if proven.is_some() { score } else { score.clamp(-PROVEN, PROVEN) };
        let worker = self.multi.as_ref().filter(|_| !is_first).map_or(self, |multi| multi.worker());
        let moves = worker.variation(&[root.mv], proven);
        let (value, distance) = (expected_score(score), distance(score));
        Line { moves, visits: root.nodes, depth: root.depth, bound, value, proven, distance }
    }

    /// Lets a line that is proven to win begin with a whole turn that wins. The best moves in the transposition table may
    /// come from searches that did not know of the win. If no such turn is found, the line is no longer proven.
    fn complete_win(&self, line: &mut Line<R::Move>) {
        if line.proven != Some(true) {
            return;
        }
        let turn = self.multi.iter().map(|multi| multi.worker()).chain([self]).find_map(|worker| {
            let turn = worker.winning_turn(line.moves[0])?;
            let known = line.moves.starts_with(&turn);
            Some(if known { line.moves.clone() } else { worker.variation(&turn, line.proven) })
        });
        match turn {
            Some(moves) => line.moves = moves,
            None => (line.value, line.proven, line.distance) = (expected_score(PROVEN), None, None),
        }
    }

    /// The shortest known win among the turns that begin with a root move.
    fn winning_turn(&self, mv: R::Move) -> Option<Vec<R::Move>> {
        let rules = self.task.rules;
        let side = rules.turn(self.task.position);
        let mut position = rules.after(self.task.position, mv);
        let mut turn = vec![mv];
        while rules.outcome(&position).is_none() && !rules.is_turn_over(&position, side) {
            let next = self.winning_move(&position, side, 0)?;
            rules.play(&mut position, next);
            turn.push(next);
        }
        self.known_win(&position, side, u32::from(rules.turn_begins(&position))).map(|_| turn)
    }

    /// The move to the shortest known win of `side`, which is to move after this many turns.
    fn winning_move(&self, position: &R::Position, side: Color, turns: u32) -> Option<R::Move> {
        let rules = self.task.rules;
        let mut moves = Vec::new();
        self.task.list_moves(position, turns, &mut moves);
        let win = |mv: R::Move| {
            let after = rules.after(position, mv);
            self.known_win(&after, side, turns + u32::from(rules.turn_begins(&after))).map(|score| (score, mv))
        };
        moves.into_iter().filter_map(win).max_by_key(|&(score, _)| score).map(|(_, mv)| mv)
    }

    /// The score for `side` of a position after this many turns, if it is known to be won; as if it were the root.
    fn known_win(&self, position: &R::Position, side: Color, turns: u32) -> Option<i32> {
        let rules = self.task.rules;
        let ends = rules.turn_begins(position)
            && self.task.turns_left.is_some_and(|left| turns >= left)
            && !self.task.repetition.is_on();
        if let Some(outcome) = rules.outcome(position).or_else(|| ends.then(|| rules.adjudicate(position))) {
            return (outcome.winner() == Some(side)).then_some(WIN);
        }
        let sign = if rules.turn(position) == side { 1 } else { -1 };
        let key = self.table_key(rules.hash(position), turns);
        let entries = [Some(self.table), self.base].into_iter().flatten().filter_map(|table| table.probe(key));
        let by_table = entries.filter_map(|entry| {
            let score = sign * i32::from(entry.score);
            let opposite = if sign == 1 { Bound::Upper } else { Bound::Lower };
            (score > PROVEN && entry.bound != opposite).then_some(score)
        });
        let by_proof = self.proven_score(position, MAX_DEPTH, 0).map(|score| sign * score).filter(|&score| score > 0);
        by_table.chain(by_proof).max()
    }

    /// The principal variation that begins with these moves of the first turn, from the transposition table. If the result is
    /// proven, the winner plays only moves that are known to win, and the line ends where none is.
    pub(super) fn variation(&self, first: &[R::Move], proven: Option<bool>) -> Vec<R::Move> {
        let rules = self.task.rules;
        let mut position = self.task.position.clone();
        let [earlier @ .., _] = first else { return Vec::new() };
        earlier.iter().for_each(|&mv| rules.play(&mut position, mv));
        let side = rules.turn(self.task.position);
        let winner = proven.map(|wins| if wins { side } else { !side });
        let (mut line, mut seen, mut turns) = (first.to_vec(), Vec::new(), 0);
        let mut moves = Vec::new();
        loop {
            rules.play(&mut position, line[line.len() - 1]);
            turns += u32::from(rules.turn_begins(&position));
            let key = self.table_key(rules.hash(&position), turns);
            let entry = self.probe(key);
            if rules.outcome(&position).is_some() || seen.contains(&key) || line.len() >= LONGEST_LINE {
                break;
            }
            seen.push(key);
            moves.clear();
            self.task.list_moves(&position, turns, &mut moves);
            let to_move = Some(rules.turn(&position));
            let known = self.task.endgames.and_then(|endgames| endgames.best(rules, &position, &moves));
            let next = match known {
                Some((_, best)) => best.first().copied(),
                None if winner == to_move => self.winning_move(&position, rules.turn(&position), turns),
                None => entry.and_then(|entry| moves.get(usize::from(entry.best)).copied()),
            };
            let Some(next) = next else { break };
            line.push(next);
        }
        line
    }

    /// Shows a report of the search so far, if it is time.
    pub(super) fn show_progress(&mut self) {
        self.show_if_due(Self::report_so_far);
    }

    fn show_if_due(&mut self, report: impl FnOnce(&mut Self) -> Report<R::Move>) {
        if self.watch.as_ref().is_some_and(Watch::is_due) {
            let report = report(self);
            if let Some(watch) = &mut self.watch {
                watch.show(&report);
            }
        }
    }
}
