//! What a search has learned about moves, to look at the best ones first.

use std::cmp::Reverse;

use crate::game::{Color, Rules, Searchable};

use super::Worker;

/// The largest value of the history, up or down.
const MOST: i32 = 1 << 13;

/// A list of more moves than this takes so long that the clock is looked at after it.
const MANY: usize = 500;

/// So many moves of a list are picked one by one; then the rest is sorted.
const FEW: usize = 6;

/// What a move promises, its place among the legal ones, and the move.
pub(super) type Ranked<R> = (i32, u16, <R as Rules>::Move);

/// Moves that refuted others, and how well moves have done.
pub(super) struct Ordering<R: Searchable> {
    /// Quiet moves that refuted other moves at the same ply (Akl and Newborn, "The principal continuation and the
    /// killer heuristic", ACM 1977).
    killers: Vec<[Option<R::Move>; 2]>,
    /// How well moves of a kind have done, by side and kind (Schaeffer, "The history heuristic", ICCA Journal 6, 1983).
    history: [Vec<i16>; 2],
    /// The move that last refuted a move of a kind, by the side that moves now (Uiterwijk, "The countermove heuristic",
    /// ICCA Journal 15, 1992).
    counters: [Vec<Option<R::Move>>; 2],
}

impl<R: Searchable> Ordering<R> {
    pub fn new(rules: &R) -> Self {
        let kinds = rules.history_size();
        Self {
            killers: Vec::new(),
            history: [0; 2].map(|_| vec![0; kinds]),
            counters: [0; 2].map(|_| vec![None; kinds]),
        }
    }

    /// The moves that refuted something like this: killers, and the answer to a move of kind `last`.
    #[inline]
    pub fn refutations(&self, ply: usize, side: Color, last: Option<usize>) -> [Option<R::Move>; 3] {
        let [first, second] = self.killers.get(ply).copied().unwrap_or_default();
        [first, second, last.and_then(|kind| self.counters[side.index()][kind])]
    }

    #[inline]
    pub fn history(&self, side: Color, kind: usize) -> i32 {
        i32::from(self.history[side.index()][kind])
    }

    /// Remembers that `mv` refuted the last move, one of kind `last`.
    pub fn reward(&mut self, rules: &R, ply: usize, side: Color, last: Option<usize>, mv: R::Move, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(kind) = last {
            self.counters[side.index()][kind] = Some(mv);
        }
        self.change(side, rules.history_index(mv), bonus(depth));
    }

    /// Remembers that a move did not refute the last one, where another did.
    pub fn punish(&mut self, rules: &R, side: Color, mv: R::Move, depth: u32) {
        self.change(side, rules.history_index(mv), -bonus(depth));
    }

    /// The nearer to the limit, the less is added.
    fn change(&mut self, side: Color, kind: usize, by: i32) {
        let value = &mut self.history[side.index()][kind];
        let now = i32::from(*value);
        *value = (now + by - now * by.abs() / MOST) as i16;
    }
}

fn bonus(depth: u32) -> i32 {
    (16 * depth * depth).min(1_200) as i32
}

impl<R: Searchable> Worker<'_, '_, R> {
    /// The legal moves with their places in the list, and what they promise, which is nothing yet. Places beyond what the table
    /// holds are all the same: such a move is not found there again.
    /// And whether a loss after all of them is a loss.
    pub(super) fn moves(&mut self, position: &R::Position) -> (Vec<Ranked<R>>, bool) {
        self.moves.clear();
        let complete = self.task.rules.search_moves(position, &mut self.moves);
        if self.moves.len() > MANY && self.control.should_stop(self.nodes) {
            self.stopped = true;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        list.extend(
            self.moves.iter().enumerate().map(|(index, &mv)| (0, u16::try_from(index).unwrap_or(u16::MAX), mv)),
        );
        (list, complete)
    }

    /// Writes down what the moves promise.
    pub(super) fn rank(
        &mut self,
        position: &R::Position,
        list: &mut [Ranked<R>],
        depth: u32,
        ply: u32,
        last: Option<usize>,
    ) {
        let rules = self.task.rules;
        let side = rules.turn(position);
        let refutations = self.ordering.refutations(ply as usize, side, last);
        for (promise, _, mv) in &mut *list {
            let mv = *mv;
            *promise = match refutations.iter().position(|&refutation| refutation == Some(mv)) {
                Some(place) => (1 << 20) - place as i32,
                None if depth > 1 => {
                    R::ORDERING_UNIT * rules.ordering_score(position, mv)
                        + self.ordering.history(side, rules.history_index(mv))
                }
                None => self.ordering.history(side, rules.history_index(mv)),
            };
        }
    }
}

/// Brings the most promising move that is left to its place, `number`, of a list in order up to there. The first few decide
/// most positions, so that the others need no order.
#[inline]
pub(super) fn pick<R: Searchable>(list: &mut [Ranked<R>], number: usize) {
    let key = |&(promise, index, _): &Ranked<R>| (Reverse(promise), index);
    let left = &mut list[number..];
    if number == FEW {
        left.sort_unstable_by_key(key);
    } else if number < FEW {
        let best = (0..left.len()).min_by_key(|&index| key(&left[index])).unwrap_or(0);
        left.swap(0, best);
    }
}
