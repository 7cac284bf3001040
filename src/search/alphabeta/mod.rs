//! Iterative-deepening alpha-beta with a transposition table: principal variation search, killer moves, and
//! several threads that share the table (lazy SMP).

mod ordering;

use std::thread;

use crate::endgames::Known;
use crate::game::{Color, Hints, Rules};
use crate::rng::mix;

use self::ordering::Ordering;
use super::report::{LONGEST_LINE, Line, Report, Watch};
use super::table::{Bound, Entry};
use super::{Control, Resources, Table, Task};

/// The score of a game won at the root; a win in `n` plies scores `n` less.
const WIN: i32 = 30_000;
/// Scores beyond this are proven wins or, negated, losses.
const PROVEN: i32 = WIN - 1_000;
const MAX_DEPTH: u32 = 250;
/// A draw is worth so much less than an even position: against the weaker player there is more to be had.
const CONTEMPT: i32 = 20;
/// Depth to which a position so far ahead is not searched.
const AHEAD_DEPTH: u32 = 5;
/// The largest depth at which late moves are left out.
const LATE_DEPTH: u32 = 4;
/// Nodes between two looks at the clock.
const LOOK: u64 = 64;
/// How far the first window reaches to either side of the last score.
const ASPIRATION: i32 = 24;
/// A lead of so many points is taken for three wins in four.
const LIKELY: f64 = 300.0;
/// A list of more moves than this takes so long that the clock is looked at after it.
const MANY: usize = 500;

/// Searches until the limits are reached or the result is proven.
pub(super) fn search<R: Hints>(
    task: &Task<R>,
    resources: &mut Resources<R>,
    control: &Control,
    watch: Option<Watch<R::Move>>,
) -> Report<R::Move> {
    if control.nodes.is_some() {
        // Such a search does not depend on earlier ones, so that it can be reproduced.
        resources.table.clear();
    }
    resources.table.prepare(table_size(resources.bytes, control));
    let table = &*resources.table;
    let seed = resources.seed;
    let mut main = Worker::new(task, table, control, seed);
    main.watch = watch;
    let helpers = resources.threads.saturating_sub(1);
    if helpers == 0 {
        main.deepen(1);
    } else {
        thread::scope(|scope| {
            for number in 0..helpers {
                // Half of the helpers are a ply ahead, so that the threads do not all do the same.
                scope.spawn(move || Worker::new(task, table, control, seed).deepen(1 + number as u32 % 2));
            }
            main.deepen(1);
            control.stop();
        });
    }
    main.report()
}

/// A table that the search can fill in its time: a larger one would take longer to lay out than it helps.
fn table_size(bytes: usize, control: &Control) -> usize {
    let by_time = control.time.map_or(usize::MAX, |time| time.as_millis() as usize * (64 << 10));
    let by_nodes = control.nodes.map_or(usize::MAX, |nodes| (nodes as usize).saturating_mul(32));
    bytes.min(by_time).min(by_nodes).max(64 << 10)
}

/// A move at the root and what is known of it.
struct RootMove<M> {
    mv: M,
    /// Its score, or, if it failed low, how much it is at most. `None` before it is searched.
    score: Option<i32>,
    exact: bool,
    nodes: u64,
}

/// What a move promises, its place among the legal ones, and the move.
type Ranked<R> = (i32, u16, <R as Rules>::Move);

/// One thread of a search.
struct Worker<'a, 'w, R: Hints> {
    task: &'a Task<'a, R>,
    table: &'a Table,
    control: &'a Control,
    nodes: u64,
    seed: u64,
    stopped: bool,
    /// Keys of the positions on the path from the root.
    path: Vec<u64>,
    /// The number of nodes at which to look at the clock.
    look_at: u64,
    ordering: Ordering<R>,
    /// The kind of each move on the path from the root.
    kinds: Vec<usize>,
    /// By depth and place in the list, how many plies less a move is searched at first.
    reductions: Box<[[u32; 64]; 64]>,
    /// Lists to be used again.
    lists: Vec<Vec<Ranked<R>>>,
    moves: Vec<R::Move>,
    /// The root moves, those thought best first.
    root: Vec<RootMove<R::Move>>,
    best: (R::Move, i32),
    /// Plies searched in full.
    depth: u32,
    watch: Option<Watch<'w, R::Move>>,
}

impl<'a, 'w, R: Hints> Worker<'a, 'w, R> {
    fn new(task: &'a Task<'a, R>, table: &'a Table, control: &'a Control, seed: u64) -> Self {
        Self {
            task,
            table,
            control,
            nodes: 0,
            seed,
            stopped: false,
            path: task.past.to_vec(),
            look_at: LOOK.min(control.nodes.unwrap_or(LOOK)),
            ordering: Ordering::new(task.rules),
            kinds: Vec::new(),
            reductions: reductions(R::REDUCED),
            lists: Vec::new(),
            moves: Vec::new(),
            root: Vec::new(),
            best: (task.moves[0], 0),
            depth: 0,
            watch: None,
        }
    }

    /// Searches deeper and deeper, from `first` plies on.
    fn deepen(&mut self, first: u32) {
        let Task { rules, position, .. } = *self.task;
        let mut order: Vec<(i32, R::Move)> =
            self.task.moves.iter().map(|&mv| (rules.promise(position, mv), mv)).collect();
        order.sort_by_key(|&(promise, _)| -promise);
        self.best = (order[0].1, 0);
        let mut stability = 0;
        // Then so are all positions after it, and a look at each is all that is to be done.
        let is_known = self.known_score(position, 0).is_some();
        self.root = order.into_iter().map(|(_, mv)| RootMove { mv, score: None, exact: false, nodes: 0 }).collect();
        for depth in first..self.control.depth.map_or(MAX_DEPTH, |depth| (depth + 1).min(MAX_DEPTH)) {
            let found = self.search_within(depth);
            let Some(&(best, score)) = found.first() else { break };
            stability = if best == self.best.0 { stability + 1 } else { 0 };
            self.best = (best, score);
            for &(mv, _) in found.iter().rev() {
                if let Some(place) = self.root.iter().position(|root| root.mv == mv) {
                    self.root[..=place].rotate_right(1);
                }
            }
            log::debug!("depth {depth} score {score} nodes {}", self.nodes);
            if self.stopped {
                break;
            }
            self.depth = depth;
            if is_known || self.control.should_finish(stability) {
                break;
            }
            // A win was found by the shortest way; a loss is put off as long as the search can see.
            if score.abs() > PROVEN && WIN - score.abs() <= depth as i32 {
                break;
            }
        }
    }

    /// [`search_root`](Self::search_root) with a narrow window around the last score, and wider ones as it proves too
    /// narrow.
    fn search_within(&mut self, depth: u32) -> Vec<(R::Move, i32)> {
        let (_, last) = self.best;
        let several = self.watch.as_ref().is_some_and(|watch| watch.exact > 1);
        if depth < 5 || several || last.abs() > PROVEN {
            return self.search_root(depth, -WIN, WIN);
        }
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (last - width, last + width);
        loop {
            let found = self.search_root(depth, alpha, beta);
            let Some(&(_, score)) = found.first() else { return found };
            width *= 3;
            match score {
                _ if self.stopped => return found,
                _ if score <= alpha && alpha > -WIN => alpha = (last - width).max(-WIN),
                _ if score >= beta && beta < WIN => beta = (last + width).min(WIN),
                _ => return found,
            }
            if width > 50 * ASPIRATION {
                (alpha, beta) = (-WIN, WIN);
            }
        }
    }

    /// The best root moves at this depth with their scores, best first: one, or as many as are watched. Of a search
    /// broken off, the best of the moves searched, if any. Where all are worse than `alpha`, the first.
    fn search_root(&mut self, depth: u32, lowest: i32, beta: i32) -> Vec<(R::Move, i32)> {
        let Task { rules, position, .. } = *self.task;
        let wanted = self.watch.as_ref().map_or(1, |watch| watch.exact);
        let mut best: Vec<(R::Move, i32)> = Vec::new();
        for index in 0..self.root.len() {
            // A move has to beat the last of those wanted.
            let narrow = best.len() == wanted;
            let alpha = if narrow { best[wanted - 1].1 } else { lowest };
            let (mv, nodes) = (self.root[index].mv, self.nodes);
            let mut after = position.clone();
            rules.play(&mut after, mv);
            self.kinds.clear();
            self.kinds.push(rules.kind(mv));
            let mut score = self.reply(position, &after, depth, alpha, beta, 1, narrow);
            self.root[index].nodes += self.nodes - nodes;
            if self.stopped {
                break;
            }
            if !narrow && score <= alpha {
                score = alpha; // even a lost position has a best move
            }
            let exact = score > alpha || !narrow && lowest == -WIN;
            (self.root[index].score, self.root[index].exact) = (Some(score), exact);
            if exact || !narrow {
                let place = best.iter().position(|&(_, other)| score > other).unwrap_or(best.len());
                best.insert(place, (mv, score));
                best.truncate(wanted);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// What is known by now; the lines only where somebody watches.
    fn report(&self) -> Report<R::Move> {
        let (best, score) = self.best;
        let mut lines = Vec::new();
        if let Some(watch) = &self.watch {
            let mut known: Vec<_> = self.root.iter().filter(|root| root.score.is_some()).collect();
            known.sort_by_key(|root| {
                let rank = if root.exact { i64::from(root.score.unwrap_or(0)) } else { root.nodes as i64 };
                std::cmp::Reverse((root.mv == best, root.exact, rank))
            });
            known.truncate(watch.lines);
            lines = known.into_iter().map(|root| self.line(root)).collect();
            if lines.is_empty() {
                lines.push(self.line(&RootMove { mv: best, score: Some(score), exact: false, nodes: 0 }));
            }
        }
        let proven = score.abs() > PROVEN;
        let value = chance(score);
        Report { best, nodes: self.nodes, positions: self.nodes, value, proven, depth: self.depth, lines }
    }

    fn line(&self, root: &RootMove<R::Move>) -> Line<R::Move> {
        let score = root.score.unwrap_or(0);
        // A move that is good at most is proven only where even that is a loss.
        let proven = (score < -PROVEN || score > PROVEN && root.exact).then_some(score > 0);
        let value = proven.map_or(chance(score), |wins| f64::from(u8::from(wins)));
        Line { moves: self.variation(root.mv), visits: root.nodes, value, proven }
    }

    /// A root move and what the table holds of the play after it.
    fn variation(&self, mv: R::Move) -> Vec<R::Move> {
        let rules = self.task.rules;
        let mut position = self.task.position.clone();
        let (mut line, mut seen) = (vec![mv], Vec::new());
        let mut moves = Vec::new();
        loop {
            rules.play(&mut position, line[line.len() - 1]);
            let key = rules.hash(&position);
            let Some(entry) = self.table.probe(key) else { break };
            if rules.outcome(&position).is_some() || seen.contains(&key) || line.len() >= LONGEST_LINE {
                break;
            }
            seen.push(key);
            moves.clear();
            rules.search_moves(&position, &mut moves);
            let Some(&next) = moves.get(usize::from(entry.best)) else { break };
            line.push(next);
        }
        line
    }

    /// Shows whoever watches what is known, if it is time.
    fn show_progress(&mut self) {
        if self.watch.as_ref().is_some_and(Watch::is_due) {
            let report = self.report();
            if let Some(watch) = &mut self.watch {
                watch.show(&report);
            }
        }
    }

    /// The value of a move for the player who makes it in `before`: its position is searched with the window
    /// turned round if it is the other's turn, and first with an empty one where `narrow`.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn reply(
        &mut self,
        before: &R::Position,
        after: &R::Position,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: u32,
        narrow: bool,
    ) -> i32 {
        let rules = self.task.rules;
        let same = rules.turn(before) == rules.turn(after);
        let mut value = |alpha: i32, beta: i32| {
            if same {
                self.search(after, depth - 1, alpha, beta, ply)
            } else {
                -self.search(after, depth - 1, -beta, -alpha, ply)
            }
        };
        if narrow && beta > alpha + 1 {
            let score = value(alpha, alpha + 1);
            if score <= alpha || score >= beta {
                return score;
            }
        }
        value(alpha, beta)
    }

    /// The score of a finished or stopped game for `side`.
    fn final_score(&self, winner: Option<Color>, side: Color, ply: u32) -> i32 {
        match winner {
            None if side == self.task.engine => -CONTEMPT,
            None => CONTEMPT,
            Some(winner) if winner == side => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        }
    }

    /// Whether the position is on the path from the root, or stood in the game.
    fn has_stood(&self, position: &R::Position) -> bool {
        let key = self.task.rules.hash(position);
        self.path.iter().rev().any(|&past| past == key)
    }

    /// The score by the table of endgames, where the position is in it.
    #[inline]
    fn known_score(&self, position: &R::Position, ply: u32) -> Option<i32> {
        let known = self.task.endgames?.probe(self.task.rules, position)?;
        Some(match known {
            Known::Win(moves) => WIN - (ply + moves) as i32,
            Known::Loss(moves) => (ply + moves) as i32 - WIN,
            Known::Draw => self.final_score(None, self.task.rules.turn(position), ply),
        })
    }

    fn search(&mut self, position: &R::Position, mut depth: u32, mut alpha: i32, mut beta: i32, ply: u32) -> i32 {
        if self.count_node() {
            return alpha;
        }
        let rules = self.task.rules;
        let side = rules.turn(position);
        if let Some(outcome) = rules.outcome(position) {
            return self.final_score(outcome.winner(), side, ply);
        }
        let turn_begins = rules.turn_begins(position);
        if turn_begins && self.task.turns_left.is_some_and(|left| ply >= left) {
            return self.final_score(rules.adjudicate(position).winner(), side, ply);
        }
        if self.task.repetition() && turn_begins && self.has_stood(position) {
            return self.final_score(rules.adjudicate(position).winner(), side, ply);
        }
        // No score can be better than a win by the next move.
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return beta;
        }
        if rules.wins_at_once(position) {
            return WIN - ply as i32 - 1;
        }
        if let Some(score) = self.known_score(position, ply) {
            return score;
        }
        if depth == 0 || ply >= MAX_DEPTH {
            return self.quiesce(position, alpha, beta, ply, 0);
        }

        let key = rules.hash(position);
        let known = self.table.probe(key);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth) {
            let score = from_table(i32::from(entry.score), ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return score;
            }
        }

        // So far ahead that the enemy will hardly catch up (reverse futility pruning; Heinz, "Extended futility pruning",
        // ICCA Journal 21, 1998). In these games a move is never worse than none by as much.
        if let Some(ahead) = R::AHEAD.filter(|_| depth <= AHEAD_DEPTH && beta == alpha + 1 && beta.abs() < PROVEN) {
            let score = self.evaluate(position);
            if score - ahead * depth as i32 >= beta {
                return score;
            }
        }
        let last = self.kinds.last().copied();
        let mut list = self.moves(position);
        // The best move of an earlier search often decides alone, so that the others need no order.
        let first = known.map(|entry| usize::from(entry.best)).filter(|&best| best < list.len());
        match first {
            Some(best) => list.swap(0, best),
            None => self.sort(position, &mut list, depth, ply, last),
        }
        if list.len() == 1 {
            depth += 1; // a forced move costs nothing
        }
        self.path.push(key);
        let (mut best, mut best_index, lower) = (-WIN, 0, alpha);
        for number in 0..list.len() {
            if number == 1 && first.is_some() {
                self.sort(position, &mut list[1..], depth, ply, last);
            }
            let (_, index, mv) = list[number];
            // Late moves at little depth are left out (pruning by move count, as chess programs do), unless all before lose.
            let late = R::LATE_MOVES.is_some_and(|most| number >= most + (depth * depth) as usize);
            if late && depth <= LATE_DEPTH && beta == lower + 1 && best > -PROVEN && !rules.is_forcing(position, mv) {
                break;
            }
            let mut after = position.clone();
            rules.play(&mut after, mv);
            self.kinds.push(rules.kind(mv));
            let reduction = self.reduction(position, mv, number, depth);
            let mut score = alpha + 1;
            if reduction > 0 {
                score = self.reply(position, &after, depth - reduction, alpha, alpha + 1, ply + 1, false);
            }
            if score > alpha {
                score = self.reply(position, &after, depth, alpha, beta, ply + 1, number > 0);
            }
            self.kinds.pop();
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_index) = (score, index);
                alpha = alpha.max(score);
                if score >= beta {
                    if !rules.is_forcing(position, mv) {
                        self.ordering.reward(rules, ply as usize, side, last, mv, depth);
                        for &(_, _, failed) in &list[..number] {
                            self.ordering.punish(rules, side, failed, depth);
                        }
                    }
                    break;
                }
            }
        }
        self.path.pop();
        list.clear();
        self.lists.push(list);
        if !self.stopped {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > lower => Bound::Exact,
                _ => Bound::Upper,
            };
            let score = to_table(best, ply) as i16;
            self.table.store(key, Entry { depth: depth as u8, bound, score, best: best_index });
        }
        best
    }

    /// Counts a node, and looks at the clock now and then. Whether to stop.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.stopped |= self.control.should_stop(self.nodes);
            self.show_progress();
            self.look_at = (self.nodes + LOOK).min(self.control.nodes.unwrap_or(u64::MAX));
        }
        self.stopped
    }

    /// By how many plies a move is searched less at first: late ones are rarely the best.
    #[inline]
    fn reduction(&self, position: &R::Position, mv: R::Move, number: usize, depth: u32) -> u32 {
        if depth < 3 || number < R::REDUCED.0 || self.task.rules.is_forcing(position, mv) {
            return 0;
        }
        self.reductions[depth.min(63) as usize][number.min(63)].min(depth - 1)
    }

    /// The evaluation, less exact where that is wanted; the same each time that the position comes.
    #[inline]
    fn evaluate(&self, position: &R::Position) -> i32 {
        let rules = self.task.rules;
        let score = rules.evaluate(position);
        if self.task.noise == 0 {
            return score;
        }
        let noise = mix(rules.hash(position) ^ self.seed);
        // The sum of two even distributions, so that small errors come more often than large ones.
        let [first, second] = [noise & 0xffff, noise >> 16 & 0xffff].map(|part| part as i32 - 0x8000);
        score + ((i64::from(first + second) * i64::from(self.task.noise)) >> 16) as i32
    }

    /// The score once nothing is forced: the player to move may take it as it is, or go on with a forcing move.
    fn quiesce(&mut self, position: &R::Position, mut alpha: i32, beta: i32, ply: u32, depth: u32) -> i32 {
        let rules = self.task.rules;
        let mut best = self.evaluate(position);
        if !R::FORCING || best >= beta || depth >= 8 {
            return best;
        }
        alpha = alpha.max(best);
        let mut list = self.lists.pop().unwrap_or_default();
        self.moves.clear();
        rules.forcing_moves(position, &mut self.moves);
        list.extend(self.moves.iter().map(|&mv| (rules.promise(position, mv), 0, mv)));
        list.sort_unstable_by_key(|&(promise, ..)| std::cmp::Reverse(promise));
        for &(_, _, mv) in &list {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            if self.count_node() {
                break;
            }
            let side = rules.turn(position);
            let score = match rules.outcome(&after) {
                Some(outcome) => self.final_score(outcome.winner(), side, ply + 1),
                None if rules.turn(&after) == side => {
                    if rules.wins_at_once(&after) {
                        WIN - ply as i32 - 2
                    } else {
                        self.quiesce(&after, alpha, beta, ply + 1, depth + 1)
                    }
                }
                None if rules.wins_at_once(&after) => ply as i32 + 2 - WIN,
                None => -self.quiesce(&after, -beta, -alpha, ply + 1, depth + 1),
            };
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        list.clear();
        self.lists.push(list);
        best
    }

    /// The legal moves with their places in the list, and what they promise, which is nothing yet.
    fn moves(&mut self, position: &R::Position) -> Vec<Ranked<R>> {
        self.moves.clear();
        self.task.rules.search_moves(position, &mut self.moves);
        if self.moves.len() > MANY && self.control.should_stop(self.nodes) {
            self.stopped = true;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        list.extend(self.moves.iter().enumerate().map(|(index, &mv)| (0, index as u16, mv)));
        list
    }

    /// Puts the most promising moves first.
    fn sort(&mut self, position: &R::Position, list: &mut [Ranked<R>], depth: u32, ply: u32, last: Option<usize>) {
        let rules = self.task.rules;
        let side = rules.turn(position);
        let refutations = self.ordering.refutations(ply as usize, side, last);
        for (promise, _, mv) in &mut *list {
            let mv = *mv;
            *promise = match refutations.iter().position(|&refutation| refutation == Some(mv)) {
                Some(place) => (1 << 20) - place as i32,
                None if depth > 1 => {
                    R::PROMISE_UNIT * rules.promise(position, mv) + self.ordering.history(side, rules.kind(mv))
                }
                None => self.ordering.history(side, rules.kind(mv)),
            };
        }
        list.sort_unstable_by_key(|&(promise, index, _)| (std::cmp::Reverse(promise), index));
    }
}

/// Late moves at great depth are reduced most (Romstad, "An introduction to late move reductions", 2006).
fn reductions((first, slowness): (usize, f64)) -> Box<[[u32; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(3) {
        for (number, reduction) in row.iter_mut().enumerate().skip(first) {
            *reduction = (0.3 + (depth as f64).ln() * (number as f64).ln() / slowness) as u32;
        }
    }
    table
}

/// What a score promises, from 0 (a loss) to 1.
fn chance(score: i32) -> f64 {
    match score {
        _ if score > PROVEN => 1.0,
        _ if score < -PROVEN => 0.0,
        _ => 1.0 / (1.0 + 3f64.powf(-f64::from(score) / LIKELY)),
    }
}

/// Proven scores count plies from the root; in the table they count from the position.
fn to_table(score: i32, ply: u32) -> i32 {
    match score {
        _ if score > PROVEN => score + ply as i32,
        _ if score < -PROVEN => score - ply as i32,
        _ => score,
    }
}

fn from_table(score: i32, ply: u32) -> i32 {
    match score {
        _ if score > PROVEN => score - ply as i32,
        _ if score < -PROVEN => score + ply as i32,
        _ => score,
    }
}
