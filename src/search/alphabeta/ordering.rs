//! Move ordering: hash move, killers, countermoves, history heuristic.

use std::cmp::Reverse;

use crate::game::{Color, Hints, Rules};

use super::Worker;

/// The largest absolute value of the history.
const MOST: i32 = 1 << 13;

/// Listing more moves than this takes so long that the clock is checked afterwards.
const MANY: usize = 500;

/// This many moves of a list are selected one by one; then the rest are sorted.
const FEW: usize = 6;

/// The ordering score of a move, its index in the list of moves, and the move.
pub(super) type ScoredMove<R> = (i32, u16, <R as Rules>::Move);

pub(super) struct MoveHeuristics<R: Hints> {
    /// Quiet moves that refuted other moves at the same ply (Akl and Newborn, "The principal continuation and the
    /// killer heuristic", ACM 1977).
    killers: Vec<[Option<R::Move>; 2]>,
    /// The history heuristic, by side and history index (Schaeffer, "The history heuristic", ICCA Journal 6, 1983).
    history: [Vec<i16>; 2],
    /// The countermove heuristic, by side and the history index of the previous move: the place in `countermoves`, from 1,
    /// of the move that last refuted it (Uiterwijk, "The countermove heuristic", ICCA Journal 15, 1992). Zeros need not be
    /// written, which a search of few nodes would notice.
    counters: [Vec<u32>; 2],
    countermoves: Vec<R::Move>,
}

impl<R: Hints> MoveHeuristics<R> {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: <_>::default(), counters: <_>::default(), countermoves: Vec::new() }
    }

    /// The killers, and the countermove to the move with history index `last`.
    #[inline]
    pub(crate) fn refutations(&self, ply: usize, side: Color, last: Option<usize>) -> [Option<R::Move>; 3] {
        let [first, second] = self.killers.get(ply).copied().unwrap_or_default();
        let place = last.map_or(0, |last| self.counters[side.index()].get(last).copied().unwrap_or(0)) as usize;
        [first, second, place.checked_sub(1).map(|place| self.countermoves[place])]
    }

    #[inline]
    pub(super) fn history(&self, side: Color, index: usize) -> i32 {
        i32::from(self.history[side.index()].get(index).copied().unwrap_or(0))
    }

    /// Records that `mv` refuted the previous move, whose history index is `last`.
    pub(crate) fn reward(&mut self, rules: &R, ply: usize, side: Color, last: Option<usize>, mv: R::Move, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(last) = last {
            let place = grown(&mut self.counters[side.index()], last);
            if *place == 0 {
                self.countermoves.push(mv);
                *place = self.countermoves.len() as u32;
            }
            self.countermoves[*place as usize - 1] = mv;
        }
        self.change(side, rules.history_index(mv), bonus(depth));
    }

    /// History gravity: the closer a value is to the limit, the less is added.
    pub(super) fn change(&mut self, side: Color, index: usize, by: i32) {
        let value = grown(&mut self.history[side.index()], index);
        let now = i32::from(*value);
        *value = (now + by - now * by.abs() / MOST) as i16;
    }
}

/// The entry of a table, which grows to hold it.
fn grown<T: Copy + Default>(table: &mut Vec<T>, index: usize) -> &mut T {
    if table.len() <= index {
        table.resize((index + 1).next_power_of_two(), T::default());
    }
    &mut table[index]
}

pub(super) fn bonus(depth: u32) -> i32 {
    (16 * depth * depth).min(1_200) as i32
}

impl<R: Hints> Worker<'_, '_, R> {
    /// The unscored moves with their list indices, and whether losing with all of them proves the position lost.
    /// Indices too large for the table share one value, so such a move cannot be a hash move.
    pub(super) fn moves(&mut self, position: &R::Position) -> (Vec<ScoredMove<R>>, bool) {
        self.lists.moves.clear();
        let complete = self.task.list_moves(position, self.path.turns, &mut self.lists.moves);
        if self.lists.moves.len() > MANY && self.control.should_stop(self.count.nodes) {
            self.count.stopped = true;
        }
        let mut list = self.lists.free.pop().unwrap_or_default();
        for (index, &mv) in self.lists.moves.iter().enumerate() {
            list.push((0, u16::try_from(index).unwrap_or(u16::MAX), mv));
        }
        (list, complete)
    }

    pub(super) fn score_moves(
        &mut self,
        position: &R::Position,
        list: &mut [ScoredMove<R>],
        depth: u32,
        ply: u32,
        last: Option<usize>,
    ) {
        let rules = self.task.rules;
        let side = rules.turn(position);
        let refutations = self.heuristics.refutations(ply as usize, side, last);
        for (score, _, mv) in &mut *list {
            let mv = *mv;
            *score = match refutations.iter().position(|&refutation| refutation == Some(mv)) {
                Some(place) => (1 << 20) - place as i32,
                None if depth > 1 => {
                    rules.ordering_score(position, mv) + self.heuristics.history(side, rules.history_index(mv))
                }
                None => self.heuristics.history(side, rules.history_index(mv)),
            };
        }
    }
}

/// One step of a selection sort: moves the remaining move with the highest score to index `number`. The first few moves
/// decide most positions, so the others are sorted only if they are reached.
#[inline]
pub(super) fn pick<M>(list: &mut [(i32, u16, M)], number: usize) {
    let key = |&(score, index, _): &(i32, u16, M)| (Reverse(score), index);
    let left = &mut list[number..];
    if number == FEW {
        left.sort_unstable_by_key(key);
    } else if number < FEW {
        let best = (0..left.len()).min_by_key(|&index| key(&left[index])).unwrap_or(0);
        left.swap(0, best);
    }
}
