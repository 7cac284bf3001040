//! Retrograde analysis: solves all reachable positions, if they fit in memory, backwards from the ends of the game.

use std::time::Instant;

use crate::game::{Color, Moves, Position, Verdict};
use crate::search::Control;

use super::strategy::{Goal, Guide};
use super::{Positions, Problem, Solution};

/// The number of positions between two checks of the clock.
pub(super) const CHECK_EVERY: usize = 1 << 8;

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    /// Where its children begin.
    pub begin: u32,
    pub turn: Color,
    pub begins: bool,
    /// The winner, if the game is over; `Some(None)` is a draw.
    pub end: Option<Option<Color>>,
}

type Places = dyn Fn(&Position) -> Option<u32>;

/// All positions that can be reached from one, by their places; the first is the start.
pub struct Graph {
    pub(super) vertices: Vec<Vertex>,
    /// The places of the positions after the moves of each position, in the order of the moves.
    pub(super) children: Vec<u32>,
    pub(super) place: Box<Places>,
}

impl Graph {
    fn children(&self, place: usize) -> &[u32] {
        let end = self.vertices.get(place + 1).map_or(self.children.len(), |next| next.begin as usize);
        &self.children[self.vertices[place].begin as usize..end]
    }
}

pub(super) struct List<'a> {
    rules: &'a dyn Positions,
    start: Position,
    graph: Graph,
    /// For each player, by [`Color::index`], the number of turns to a forced win, plus one; 0 if there is none. A turn
    /// that has begun counts as one.
    wins: [Vec<u32>; 2],
    /// The same for at least a draw; empty if it was not computed.
    draws: [Vec<u32>; 2],
}

impl<'a> List<'a> {
    /// Solves all reachable positions. Returns `None` if there are too many, or if the game may end by repetition or a
    /// move limit, which depend on its history. Takes at most half of the time.
    pub(super) fn new(problem: &Problem<'a>, control: &Control) -> Option<Self> {
        let &Problem { rules, bytes, .. } = problem;
        let deadline = control.limits.time.and_then(|time| Instant::now().checked_add(time / 2));
        if !problem.repetition.final_keys().is_empty() || problem.turns_left.is_some() {
            return None;
        }
        let time_is_up = || control.should_stop(0) || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let start = problem.position.clone();
        let graph = rules.graph(&start, bytes, &time_is_up)?;
        let mut list = Self { rules, start, graph, wins: Default::default(), draws: Default::default() };
        for side in Color::BOTH {
            list.wins[side.index()] = list.forced(side, Goal::Win, &time_is_up)?;
        }
        if list.wins.iter().all(|wins| wins[0] == 0) {
            list.find_draws(&time_is_up)?;
        }
        Some(list)
    }

    /// Finds out where each player has at least a draw; `None` if the time is up.
    pub(crate) fn find_draws(&mut self, time_is_up: &dyn Fn() -> bool) -> Option<()> {
        for side in Color::BOTH {
            // If a cycle is a draw, a player who cannot be forced to lose has a draw.
            let lost = |&depth: &u32| u32::from(depth == 0);
            self.draws[side.index()] = match self.rules.counts_points() {
                true => self.forced(side, Goal::Draw, time_is_up)?,
                false => self.wins[(!side).index()].iter().map(lost).collect(),
            };
        }
        Some(())
    }

    /// The winner of a listed position and the number of turns to the win; the winner is `None` if it is a draw. `None`
    /// if the result is not known.
    pub(super) fn result(&self, position: &Position) -> Option<(Option<Color>, u32)> {
        self.result_at((self.graph.place)(position)? as usize)
    }

    fn result_at(&self, place: usize) -> Option<(Option<Color>, u32)> {
        let turns = |side: Color| self.wins[side.index()][place];
        let winner = Color::BOTH.into_iter().find(|&side| turns(side) > 0);
        let is_drawn = || self.draws.iter().all(|draws| draws.get(place).is_some_and(|&depth| depth > 0));
        match winner {
            Some(winner) => Some((Some(winner), turns(winner) - 1)),
            None => is_drawn().then_some((None, 0)),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.graph.vertices.len()
    }

    pub(super) fn solution(&self) -> Solution {
        let (side, nodes) = (self.graph.vertices[0].turn, self.len() as u64);
        let Some((winner, _)) = self.result_at(0) else { return Solution::unknown(nodes) };
        let verdict = Verdict::of(winner, side);
        let goal = match verdict {
            Verdict::Win => Some(Goal::Win),
            Verdict::Draw => Some(Goal::Draw),
            Verdict::Loss => None,
        };
        Solution::by(verdict, goal.and_then(|goal| self.best(&self.start, 0, side, goal)), nodes)
    }

    /// The move with which `side`, which is to move, reaches the goal soonest.
    fn best(&self, position: &Position, place: usize, side: Color, goal: Goal) -> Option<Moves> {
        let soonest = match goal {
            Goal::Win => &self.wins[side.index()],
            Goal::Draw => &self.draws[side.index()],
        };
        let moves = self.rules.moves(position, &|| false)?;
        let children = self.graph.children(place).iter().map(|&child| soonest[child as usize]);
        children.zip(moves).filter(|&(depth, _)| depth > 0).min_by_key(|&(depth, _)| depth).map(|(_, mv)| mv)
    }

    /// For each position, the number of turns in which `side` can force the goal, plus one; 0 if it cannot. `None` if
    /// the time is up.
    fn forced(&self, side: Color, goal: Goal, time_is_up: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let Graph { vertices, .. } = &self.graph;
        let reached = |end: Option<Color>| end.map_or(goal == Goal::Draw, |winner| winner == side);
        let mut forced: Vec<u32> = vertices.iter().map(|vertex| u32::from(vertex.end.is_some_and(reached))).collect();
        // A move to a position in the middle of the turn is not a turn.
        let costs: Vec<u32> = vertices.iter().map(|vertex| u32::from(vertex.end.is_some() || vertex.begins)).collect();
        for depth in 2.. {
            let mut is_last = true;
            // The moves of one turn need a pass each.
            loop {
                let mut new = Vec::new();
                for place in (0..forced.len()).filter(|&place| vertices[place].end.is_none() && forced[place] == 0) {
                    if place.is_multiple_of(CHECK_EVERY) && time_is_up() {
                        return None;
                    }
                    let is_forced = |child: usize| forced[child] > 0 && forced[child] + costs[child] <= depth;
                    let mut after = self.graph.children(place).iter().map(|&child| is_forced(child as usize));
                    let attacks = vertices[place].turn == side;
                    if if attacks { after.any(|forced| forced) } else { after.all(|forced| forced) } {
                        new.push(place);
                    }
                }
                if new.is_empty() {
                    break;
                }
                is_last = false;
                for place in new {
                    forced[place] = depth;
                }
            }
            if is_last {
                return Some(forced);
            }
        }
        None
    }
}

impl Guide for List<'_> {
    fn reply(&mut self, position: &Position, side: Color, goal: Goal) -> Option<Moves> {
        self.best(position, (self.graph.place)(position)? as usize, side, goal)
    }
}
