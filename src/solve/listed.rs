//! All positions that can arise, where memory holds them, and who wins in each: from the ends of the game backwards
//! (retrograde analysis).

use std::collections::HashMap;

use std::time::Instant;

use crate::game::{Color, Hints};
use crate::search::Control;

use super::forced::Goal;
use super::{Answer, Problem, Solution};

/// Bytes that a position takes in the list, besides itself and 4 for each of its moves.
const OVERHEAD: usize = 48;
/// Positions between two looks at the clock.
const LOOK: usize = 1 << 8;

/// Solves by a list; `None` where that cannot be done: there are too many positions, or the game may end by repetition or
/// the number of moves in ways that depend on what was before.
pub(super) fn solve<R: Hints>(problem: &Problem<R>, control: &Control) -> Option<Solution<R::Move>> {
    let &Problem { rules, position, bytes, .. } = problem;
    let deadline = control.time.map(|time| Instant::now() + time / 2);
    if !problem.worn.is_empty() || problem.turns_left.is_some() {
        return None;
    }
    let late = || control.should_stop(0) || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut places = HashMap::from([(position.clone(), 0u32)]);
    let mut positions = vec![position.clone()];
    let (mut starts, mut children): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut moves = Vec::new();
    let mut next = 0;
    while next < positions.len() {
        let held = positions.len() * (2 * size_of::<R::Position>() + OVERHEAD) + 4 * children.len();
        if held > bytes || next.is_multiple_of(LOOK) && late() {
            return None;
        }
        let position = positions[next].clone();
        next += 1;
        starts.push(children.len() as u32);
        moves.clear();
        rules.legal_moves(&position, &mut moves);
        for &mv in &moves {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let new = positions.len() as u32;
            let place = *places.entry(after.clone()).or_insert(new);
            if place == new {
                positions.push(after);
            }
            children.push(place);
        }
    }
    starts.push(children.len() as u32);
    drop(places);
    let list = List { rules, positions, starts, children };
    let side = rules.turn(position);
    moves.clear();
    rules.legal_moves(position, &mut moves);
    let [wins, loses] = [side, !side].map(|side| list.forced(side, Goal::Win, &late));
    let (wins, loses) = (wins?, loses?);
    let answer = if wins[0] > 0 {
        // The soonest of the moves after which it is still a win.
        let soonest = |&(_, &child): &(usize, &u32)| wins[child as usize];
        let winning = |&(_, &child): &(usize, &u32)| wins[child as usize] > 0;
        list.children(0)
            .iter()
            .enumerate()
            .filter(winning)
            .min_by_key(soonest)
            .map(|(index, _)| Answer::Win(moves[index]))
    } else if loses[0] > 0 {
        Some(Answer::Loss)
    } else {
        // Where going round in circles is drawn, whoever cannot be made to lose draws; else both must be able to force it.
        let [own, other] = match R::COUNTS_POINTS {
            true => [list.forced(side, Goal::Draw, &late)?, list.forced(!side, Goal::Draw, &late)?],
            false => [loses.iter().map(|&depth| u32::from(depth == 0)).collect(), vec![1]],
        };
        let drawing = |&(_, &child): &(usize, &u32)| own[child as usize] > 0;
        let soonest = |&(_, &child): &(usize, &u32)| own[child as usize];
        let best = list.children(0).iter().enumerate().filter(drawing).min_by_key(soonest);
        best.filter(|_| own[0] > 0 && other[0] > 0).map(|(index, _)| Answer::Draw(moves[index]))
    };
    Some(Solution { answer: answer.unwrap_or(Answer::Unknown), nodes: list.positions.len() as u64 })
}

/// Positions with those that their moves lead to.
struct List<'a, R: Hints> {
    rules: &'a R,
    positions: Vec<R::Position>,
    /// Where the children of each position begin; one more at the end.
    starts: Vec<u32>,
    /// Places of positions, in the order of the moves.
    children: Vec<u32>,
}

impl<R: Hints> List<'_, R> {
    fn children(&self, place: usize) -> &[u32] {
        &self.children[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// For each position, within how many moves `side` can force the goal, plus one; 0 where he cannot. `None` when it is too
    /// late.
    fn forced(&self, side: Color, goal: Goal, late: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let reached = |position: &R::Position| {
            let outcome = self.rules.outcome(position)?;
            Some(outcome.winner().map_or(goal == Goal::Draw, |winner| winner == side))
        };
        let ends: Vec<Option<bool>> = self.positions.iter().map(reached).collect();
        let mut forced: Vec<u32> = ends.iter().map(|&end| u32::from(end == Some(true))).collect();
        for depth in 2.. {
            let mut new = Vec::new();
            for place in (0..forced.len()).filter(|&place| ends[place].is_none()) {
                if place.is_multiple_of(LOOK) && late() {
                    return None;
                }
                let mut after = self.children(place).iter().map(|&child| forced[child as usize] > 0);
                let attacks = self.rules.turn(&self.positions[place]) == side;
                if forced[place] == 0 && if attacks { after.any(|forced| forced) } else { after.all(|forced| forced) } {
                    new.push(place);
                }
            }
            if new.is_empty() {
                return Some(forced);
            }
            for place in new {
                forced[place] = depth;
            }
        }
        None
    }
}
