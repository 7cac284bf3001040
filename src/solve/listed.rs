//! All positions that can arise, where memory holds them, and who wins in each: from the ends of the game backwards
//! (retrograde analysis). What neither player can force is drawn.

use std::collections::HashMap;

use std::time::Instant;

use crate::game::{Color, Hints};
use crate::search::Control;

use super::{Answer, Problem, Solution};

/// Bytes that a position takes in the list, besides itself and 4 for each of its moves.
const OVERHEAD: usize = 48;
/// Positions between two looks at the clock.
const LOOK: usize = 1 << 8;

/// Who can force a win, and within how many moves.
type Value = Option<(Color, u32)>;

/// Solves by a list; `None` where that cannot be done: the positions are too many, or a game goes on for points when a
/// position comes again.
pub(super) fn solve<R: Hints>(problem: &Problem<R>, control: &Control) -> Option<Solution<R::Move>> {
    let &Problem { rules, position, bytes, .. } = problem;
    let deadline = control.time.map(|time| Instant::now() + time / 2);
    if R::COUNTS_POINTS || !problem.worn.is_empty() || problem.turns_left.is_some() {
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
    let mut values: Vec<Value> = positions
        .iter()
        .map(|position| rules.outcome(position).and_then(|outcome| outcome.winner()).map(|winner| (winner, 0)))
        .collect();
    let ended: Vec<bool> = positions.iter().map(|position| rules.outcome(position).is_some()).collect();
    let of = |place: usize| &children[starts[place] as usize..starts[place + 1] as usize];
    // Backwards: later positions of the list are nearer to the end, as a rule.
    for depth in 1.. {
        let mut changed = Vec::new();
        for place in (0..positions.len()).rev() {
            if values[place].is_some() || ended[place] {
                continue;
            }
            if place.is_multiple_of(LOOK) && late() {
                return None;
            }
            let side = rules.turn(&positions[place]);
            let winners = || of(place).iter().map(|&child| values[child as usize].map(|(winner, _)| winner));
            if winners().any(|winner| winner == Some(side)) {
                changed.push((place, (side, depth)));
            } else if winners().all(|winner| winner == Some(!side)) {
                changed.push((place, (!side, depth)));
            }
        }
        if changed.is_empty() {
            break;
        }
        for (place, value) in changed {
            values[place] = Some(value);
        }
    }
    moves.clear();
    rules.legal_moves(position, &mut moves);
    let side = rules.turn(position);
    let child = |wanted: &dyn Fn(Value) -> bool| {
        let fits = |&(_, &child): &(usize, &u32)| wanted(values[child as usize]);
        let soonest = of(0)
            .iter()
            .enumerate()
            .filter(fits)
            .min_by_key(|&(_, &child)| values[child as usize].map(|(_, depth)| depth));
        soonest.map(|(index, _)| moves[index])
    };
    let answer = match values[0] {
        Some((winner, _)) if winner != side => Answer::Loss,
        Some(_) => child(&|value| value.is_some_and(|(winner, _)| winner == side)).map_or(Answer::Unknown, Answer::Win),
        None => child(&|value| value.is_none()).map_or(Answer::Unknown, Answer::Draw),
    };
    Some(Solution { answer, nodes: positions.len() as u64 })
}
