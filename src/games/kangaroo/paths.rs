//! The paths of a jumping stone: following a path, and finding the paths of moves.

use std::collections::{HashMap, HashSet};

use crate::board::Bits;
use crate::game::Stop;

use super::jumps::{Extent, Jumper};
use super::rules::Move;

/// If a stone can reach more states than this, its moves cannot be listed.
const MOST_STATES: usize = 2_000_000;
/// The most states searched for the shortest path to a move; beyond that, any path suffices.
const MOST_ON_THE_WAY: usize = 50_000;
/// The beam width of the search for any path: sets with the same number of captures.
const WIDEST: usize = 20_000;

/// An unfinished jump: the vertex and the captures that a path has reached.
pub(super) struct Path<'a, const N: usize> {
    pub(super) jumper: Jumper<'a, N>,
    pub(super) from: usize,
    pub(super) at: usize,
    pub(super) captured: Bits<N>,
}

/// A vertex and captures that a path reaches; `parent` is the index of the state one jump before.
pub(super) struct State<const N: usize> {
    pub(super) at: usize,
    pub(super) captured: Bits<N>,
    parent: usize,
}

impl<const N: usize> Path<'_, N> {
    /// Jumps to a vertex, if one jump leads there.
    pub(super) fn jump(&mut self, to: usize) -> bool {
        let jumps = self.jumper.jumps(self.at, self.captured);
        let Some(&(_, jumped)) = jumps.iter().find(|&&(landing, _)| landing == to) else {
            return false;
        };
        self.at = to;
        if self.jumper.enemy.contains(jumped) {
            self.captured.insert(jumped);
        }
        true
    }

    pub(super) fn can_go_on(&self) -> bool {
        !self.jumper.jumps(self.at, self.captured).is_empty()
    }

    /// The move that stops here, if that is a move.
    pub(super) fn stop(&self) -> Option<Move<N>> {
        self.move_to(self.at, self.captured)
    }

    pub(super) fn move_to(&self, at: usize, captured: Bits<N>) -> Option<Move<N>> {
        let mv = Move { from: self.from as u8, to: at as u8, captured };
        (!mv.is_resignation()).then_some(mv)
    }

    /// All reachable states, shortest paths first, then in the order of vertices: the path along the parents is the one
    /// to print. `None` if `stop` returns true, or if there are too many.
    pub(super) fn explore(&self, stop: Stop) -> Option<Vec<State<N>>> {
        self.explore_for(None, self.jumper.enemy, MOST_STATES, stop)
    }

    /// The landings on a path from here to a move: the shortest path if few enough states have to be searched, else
    /// any. `None` if no path is found.
    pub(super) fn way_to(&self, goal: &Move<N>) -> Option<Vec<usize>> {
        let shortest = |most| self.explore_for(Some(goal), goal.captured, most, &|| false);
        let some = || {
            // The search generated its moves with this extent, so it finds them again.
            let all = self.jumper.enemy;
            let searched = || self.way_among(goal, all, Extent::SEARCHED);
            searched().or_else(|| self.way_among(goal, goal.captured, Extent::Beam(WIDEST)))
        };
        let way = |states: Vec<State<N>>| landings(&states, states.len() - 1);
        shortest(MOST_ON_THE_WAY).map(way).or_else(some).or_else(|| shortest(MOST_STATES).map(way))
    }

    /// A path to a move that captures only stones of `within`, built backwards from its end.
    fn way_among(&self, goal: &Move<N>, within: Bits<N>, extent: Extent) -> Option<Vec<usize>> {
        let jumper = Jumper { enemy: self.jumper.enemy.minus(self.captured), ..self.jumper };
        let start = self.without_captures().iter().map(|state| state.at).collect();
        let bundles = jumper.bundles(start, within & jumper.enemy, extent).0;
        let reached: HashMap<_, _> = bundles.iter().map(|bundle| (bundle.captured, bundle.landings)).collect();
        let (mut at, mut captured) = (usize::from(goal.to), goal.captured.minus(self.captured));
        let mut way = vec![at];
        loop {
            // Jumps over friendly stones are reversible.
            let around = Path { jumper, from: self.from, at, captured }.without_captures();
            if captured.is_empty() {
                let index = around.iter().position(|state| state.at == self.at)?;
                way.extend(landings(&around, index));
                way.pop();
                way.reverse();
                return Some(way);
            }
            let (index, jumped, before) = around.iter().enumerate().find_map(|(index, state)| {
                let over = |d| {
                    let jumped = jumper.board.next(state.at, d).filter(|&cell| captured.contains(cell))?;
                    let before = jumper.board.next(jumped, d)?;
                    let reached = reached.get(&captured.minus(Bits::single(jumped)))?;
                    reached.contains(before).then_some((index, jumped, before))
                };
                (0..8).find_map(over)
            })?;
            way.extend(landings(&around, index));
            way.push(before);
            (at, captured) = (before, captured.minus(Bits::single(jumped)));
        }
    }

    /// The states that jumps over friendly stones reach.
    fn without_captures(&self) -> Vec<State<N>> {
        self.explore_for(None, Bits::EMPTY, usize::MAX, &|| false).unwrap_or_default()
    }

    /// A breadth-first search that captures only stones of `within`. With a goal, it ends there.
    fn explore_for(&self, goal: Option<&Move<N>>, within: Bits<N>, most: usize, stop: Stop) -> Option<Vec<State<N>>> {
        let mut states = vec![State { at: self.at, captured: self.captured, parent: 0 }];
        let mut known = HashSet::from([(self.at, self.captured)]);
        let mut next = 0;
        while next < states.len() {
            if states.len() > most || next.is_multiple_of(256) && stop() {
                return None;
            }
            let State { at, captured, .. } = states[next];
            if goal.is_some_and(|goal| usize::from(goal.to) == at && goal.captured == captured) {
                states.truncate(next + 1);
                return Some(states);
            }
            for (landing, jumped) in self.jumper.jumps(at, captured) {
                let taken = Bits::single(jumped) & self.jumper.enemy;
                if taken.minus(within).is_empty() && known.insert((landing, captured | taken)) {
                    states.push(State { at: landing, captured: captured | taken, parent: next });
                }
            }
            next += 1;
        }
        goal.is_none().then_some(states)
    }
}

/// The landings that lead to a state, in the order of the jumps.
pub(super) fn landings<const N: usize>(states: &[State<N>], mut index: usize) -> Vec<usize> {
    let mut path = Vec::new();
    while index > 0 {
        path.push(states[index].at);
        index = states[index].parent;
    }
    path.reverse();
    path
}
