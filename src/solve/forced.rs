//! What a player can force within so many moves: for games in which positions may come again.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::endgames::Known;
use crate::game::{Color, Hints, Outcome};
use crate::rng::mix;
use crate::search::Control;

use super::strategy::{Goal, Guide};
use super::{Answer, Problem};

/// No search goes deeper.
const DEEPEST: u32 = 400;
/// A position with more moves is not searched: those of a few such positions would fill the memory.
const MANY: usize = 1 << 16;
/// Nodes between two looks at the clock.
const LOOK: u64 = 1 << 8;

/// What is known of a question: it was refuted to a depth, or proven within one.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    refuted: u16,
    /// 0 where it is not proven.
    proven: u16,
    best: u16,
}

/// A search for what can be forced.
pub(super) struct Forced<'a, R: Hints> {
    problem: &'a Problem<'a, R>,
    rules: &'a R,
    position: &'a R::Position,
    worn: HashSet<u64>,
    turns_left: Option<u32>,
    control: &'a Control,
    table: Vec<Entry>,
    /// Bytes that the table may take.
    bytes: usize,
    pub nodes: u64,
    pub stopped: bool,
}

impl<'a, R: Hints> Forced<'a, R> {
    pub fn new(problem: &'a Problem<'a, R>, control: &'a Control) -> Self {
        let &Problem { rules, position, ref worn, turns_left, bytes, .. } = problem;
        let worn = worn.iter().copied().collect();
        let table = vec![Entry::default(); 1];
        Self { problem, rules, position, worn, turns_left, control, table, bytes, nodes: 0, stopped: false }
    }

    /// Makes the table large enough for the nodes so far, if memory allows.
    fn grow(&mut self) {
        let most = 1 << (self.bytes / size_of::<Entry>()).max(1).ilog2();
        let size = (self.nodes as usize).saturating_mul(4).next_power_of_two().min(most);
        let mut table = Vec::new();
        if size <= self.table.len() || table.try_reserve_exact(size).is_err() {
            return;
        }
        table.resize(size, Entry::default());
        for entry in self.table.drain(..).filter(|entry| entry.key != 0) {
            table[entry.key as usize & (size - 1)] = entry;
        }
        self.table = table;
    }

    /// Looks deeper and deeper, whether either side can force anything.
    pub fn solve(&mut self) -> Answer<R::Move> {
        let position = self.position.clone();
        let side = self.rules.turn(&position);
        for depth in 1..=DEEPEST {
            let mut can = |side, goal| self.can_from(&position, side, goal, depth);
            // A draw is proven by both sides' not losing.
            let (wins, loses) = (can(side, Goal::Win), can(!side, Goal::Win));
            let draws = !wins && !loses && can(side, Goal::Draw) && can(!side, Goal::Draw);
            let mut best = |goal| self.best(&position, side, goal, depth, self.turns_left);
            let answer = match (wins, draws) {
                (true, _) => best(Goal::Win).map(Answer::Win),
                (_, true) => best(Goal::Draw).map(Answer::Draw),
                _ => loses.then_some(Answer::Loss),
            };
            if self.stopped {
                break;
            }
            if let Some(answer) = answer {
                return answer;
            }
        }
        Answer::Unknown
    }

    /// As [`can`](Self::can), from a position that play has reached: that it has stood before does not end the game now.
    fn can_from(&mut self, position: &R::Position, side: Color, goal: Goal, depth: u32) -> bool {
        if self.rules.turn(position) == side {
            return self.best(position, side, goal, depth, self.turns_left).is_some();
        }
        self.moves(position).into_iter().all(|mv| {
            let mut after = position.clone();
            self.rules.play(&mut after, mv);
            self.can(&after, side, goal, depth - 1, self.turns_after(&after, self.turns_left))
        }) && !self.stopped
    }

    /// The move by which `side`, who is to move, forces the goal within `depth` moves.
    fn best(
        &mut self,
        position: &R::Position,
        side: Color,
        goal: Goal,
        depth: u32,
        turns_left: Option<u32>,
    ) -> Option<R::Move> {
        self.moves(position).into_iter().find(|&mv| {
            let mut after = position.clone();
            self.rules.play(&mut after, mv);
            self.can(&after, side, goal, depth - 1, self.turns_after(&after, turns_left))
        })
    }

    /// The moves, the most promising first; none, and the search is stopped, where there are too many.
    fn moves(&mut self, position: &R::Position) -> Vec<R::Move> {
        let Self { rules, control, .. } = *self;
        let mut moves = Vec::new();
        let listed = rules.legal_moves_until(position, &mut moves, &|| control.should_stop(0));
        if listed.is_none() || moves.len() > MANY {
            self.stopped = true;
            return Vec::new();
        }
        moves.sort_by_cached_key(|&mv| Reverse(rules.promise(position, mv)));
        moves
    }

    fn turns_after(&self, after: &R::Position, left: Option<u32>) -> Option<u32> {
        left.map(|left| left - u32::from(self.rules.turn_begins(after)).min(left))
    }

    /// How the game ends here, if it does.
    fn end(&self, position: &R::Position, key: u64, turns_left: Option<u32>) -> Option<Outcome> {
        let rules = self.rules;
        rules.outcome(position).or_else(|| {
            let stops = rules.turn_begins(position) && (turns_left == Some(0) || self.worn.contains(&key));
            stops.then(|| rules.adjudicate(position))
        })
    }

    fn can(&mut self, position: &R::Position, side: Color, goal: Goal, depth: u32, turns_left: Option<u32>) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.stopped |= self.control.should_stop(self.nodes);
            if self.nodes as usize > self.table.len() {
                self.grow();
            }
        }
        let key = self.rules.hash(position);
        if let Some(outcome) = self.end(position, key, turns_left) {
            return outcome.winner().map_or(goal == Goal::Draw, |winner| winner == side);
        }
        // Who follows the table wins by the shortest way, and so comes to no position twice.
        if let Some(known) = self.problem.known(position) {
            let winner = match known {
                Known::Win(_) => Some(self.rules.turn(position)),
                Known::Loss(_) => Some(!self.rules.turn(position)),
                Known::Draw => None,
            };
            return winner.map_or(goal == Goal::Draw, |winner| winner == side);
        }
        if depth == 0 || self.stopped {
            return false;
        }
        let question = 2 * side.index() as u64 + u64::from(goal == Goal::Win);
        let key = mix(key ^ mix(question + 4 * turns_left.map_or(0, |left| u64::from(left) + 1)));
        let slot = |table: &[Entry]| key as usize & (table.len() - 1);
        let known = Some(self.table[slot(&self.table)]).filter(|entry| entry.key == key);
        let mut best = None;
        if let Some(Entry { refuted, proven, best: first, .. }) = known {
            match depth as u16 {
                depth if proven > 0 && depth >= proven => return true,
                depth if depth <= refuted => return false,
                _ => best = Some(usize::from(first)),
            }
        }
        let moves = self.moves(position);
        let count = moves.len();
        // The move that decided it before, first; its place is remembered as in the sorted list.
        let mut order: Vec<usize> = (0..count).collect();
        if let Some(best) = best.filter(|&best| best < count) {
            order[..=best].rotate_right(1);
        }
        let attacks = self.rules.turn(position) == side;
        let decisive = order.into_iter().find(|&index| {
            let mut after = position.clone();
            self.rules.play(&mut after, moves[index]);
            self.can(&after, side, goal, depth - 1, self.turns_after(&after, turns_left)) == attacks
        });
        if self.stopped {
            return false;
        }
        let can = decisive.is_some() == attacks;
        let slot = slot(&self.table);
        let entry = &mut self.table[slot];
        if entry.key != key {
            *entry = Entry { key, ..Entry::default() };
        }
        entry.best = decisive.unwrap_or(0).min(usize::from(u16::MAX)) as u16;
        match can {
            true => entry.proven = depth as u16,
            false => entry.refuted = depth as u16,
        }
        can
    }
}

impl<R: Hints> Guide<R> for Forced<'_, R> {
    fn reply(&mut self, position: &R::Position, side: Color, goal: Goal) -> Option<R::Move> {
        // The fewer moves it takes each time, the sooner the goal is reached, and nothing is repeated.
        let depth = (1..=DEEPEST).find(|&depth| self.can(position, side, goal, depth, None) || self.stopped)?;
        self.best(position, side, goal, depth, None)
    }
}
