//! Retrograde analysis: solves all reachable positions, if they fit in memory, backwards from the ends of the game.

use std::collections::HashMap;
use std::time::Instant;

use crate::game::{Color, Searchable};
use crate::search::Control;

use super::strategy::{Goal, Guide};
use super::{Answer, Problem};

/// The number of positions between two checks of the clock.
const CHECK_EVERY: usize = 1 << 8;

/// The graph of the reachable positions.
pub(super) struct List<'a, R: Searchable> {
    rules: &'a R,
    places: HashMap<R::Position, u32>,
    positions: Vec<R::Position>,
    /// The index into `children` at which each position's children begin, with one more entry at the end.
    starts: Vec<u32>,
    /// Indices of positions, in the order of the moves.
    children: Vec<u32>,
    /// For each player, by [`Color::index`], the number of turns to a forced win, plus one; 0 if there is none. A turn
    /// that has begun counts as one.
    wins: [Vec<u32>; 2],
    /// The same for at least a draw; empty if it was not computed.
    draws: [Vec<u32>; 2],
}

impl<'a, R: Searchable> List<'a, R> {
    /// Solves all reachable positions. Returns `None` if there are too many, or if the game may end by repetition or a
    /// move limit, which depend on its history. Takes at most half of the time.
    pub fn new(problem: &Problem<'a, R>, control: &Control) -> Option<Self> {
        let deadline = control.time.and_then(|time| Instant::now().checked_add(time / 2));
        if !problem.repetition.final_keys().is_empty() || problem.turns_left.is_some() {
            return None;
        }
        let time_is_up = || control.should_stop(0) || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut list = Self::collect(problem, &time_is_up)?;
        for side in Color::BOTH {
            list.wins[side.index()] = list.forced(side, Goal::Win, &time_is_up)?;
        }
        if list.wins.iter().all(|wins| wins[0] == 0) {
            list.find_draws(&time_is_up)?;
        }
        Some(list)
    }

    /// Finds out where each player has at least a draw; `None` if the time is up.
    pub fn find_draws(&mut self, time_is_up: &dyn Fn() -> bool) -> Option<()> {
        for side in Color::BOTH {
            // If a cycle is a draw, a player who cannot be forced to lose has a draw.
            let lost = |&depth: &u32| u32::from(depth == 0);
            self.draws[side.index()] = match R::COUNTS_POINTS {
                true => self.forced(side, Goal::Draw, time_is_up)?,
                false => self.wins[(!side).index()].iter().map(lost).collect(),
            };
        }
        Some(())
    }

    /// The winner of a listed position and the number of turns to the win; the winner is `None` if it is a draw. `None`
    /// if the result is not known.
    pub fn result(&self, position: &R::Position) -> Option<(Option<Color>, u32)> {
        let place = *self.places.get(position)? as usize;
        let turns = |side: Color| self.wins[side.index()][place];
        let winner = Color::BOTH.into_iter().find(|&side| turns(side) > 0);
        let is_drawn = || self.draws.iter().all(|draws| draws.get(place).is_some_and(|&depth| depth > 0));
        match winner {
            Some(winner) => Some((Some(winner), turns(winner) - 1)),
            None => is_drawn().then_some((None, 0)),
        }
    }

    fn collect(problem: &Problem<'a, R>, time_is_up: &dyn Fn() -> bool) -> Option<Self> {
        let &Problem { rules, position, bytes, .. } = problem;
        let mut places = HashMap::from([(position.clone(), 0u32)]);
        let mut positions = vec![position.clone()];
        let (mut starts, mut children): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        // Each position takes its entry in both containers and five numbers. Growing containers take up to three times
        // the size of their contents.
        let each = size_of::<R::Position>() + size_of::<(R::Position, u32)>() + 5 * size_of::<u32>();
        while starts.len() < positions.len() {
            let place = starts.len();
            let held = 3 * (positions.len() * each + size_of_val(&children[..]));
            if held > bytes || place.is_multiple_of(CHECK_EVERY) && time_is_up() {
                return None;
            }
            let position = positions[place].clone();
            starts.push(u32::try_from(children.len()).ok()?);
            moves.clear();
            rules.legal_moves_until(&position, &mut moves, time_is_up)?;
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
        starts.push(u32::try_from(children.len()).ok()?);
        Some(Self { rules, places, positions, starts, children, wins: Default::default(), draws: Default::default() })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The answer for the first position.
    pub fn answer(&self) -> Answer<R::Move> {
        let side = self.rules.turn(&self.positions[0]);
        let best = |goal| self.best(0, side, goal);
        let drawn = || Color::BOTH.iter().all(|side| self.draws[side.index()][0] > 0);
        if self.wins[side.index()][0] > 0 {
            best(Goal::Win).map_or(Answer::Unknown, Answer::Win)
        } else if self.wins[(!side).index()][0] > 0 {
            Answer::Loss
        } else if drawn() {
            best(Goal::Draw).map_or(Answer::Unknown, Answer::Draw)
        } else {
            Answer::Unknown
        }
    }

    /// The move with which `side`, which is to move, reaches the goal soonest.
    fn best(&self, place: usize, side: Color, goal: Goal) -> Option<R::Move> {
        let soonest = match goal {
            Goal::Win => &self.wins[side.index()],
            Goal::Draw => &self.draws[side.index()],
        };
        let mut moves = Vec::new();
        self.rules.legal_moves(&self.positions[place], &mut moves);
        let children = self.children(place).iter().map(|&child| soonest[child as usize]);
        let reaching = children.zip(moves).filter(|&(depth, _)| depth > 0);
        reaching.min_by_key(|&(depth, _)| depth).map(|(_, mv)| mv)
    }

    fn children(&self, place: usize) -> &[u32] {
        &self.children[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// For each position, the number of turns in which `side` can force the goal, plus one; 0 if it cannot. `None` if
    /// the time is up.
    fn forced(&self, side: Color, goal: Goal, time_is_up: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let reached = |position: &R::Position| {
            let outcome = self.rules.outcome(position)?;
            Some(outcome.winner().map_or(goal == Goal::Draw, |winner| winner == side))
        };
        let ends: Vec<Option<bool>> = self.positions.iter().map(reached).collect();
        let mut forced: Vec<u32> = ends.iter().map(|&end| u32::from(end == Some(true))).collect();
        // A move to a position in the middle of the turn is not a turn.
        let cost = |place: usize| u32::from(ends[place].is_some() || self.rules.turn_begins(&self.positions[place]));
        let costs: Vec<u32> = (0..forced.len()).map(cost).collect();
        for depth in 2.. {
            let mut is_last = true;
            // The moves of one turn need a pass each.
            loop {
                let mut new = Vec::new();
                for place in (0..forced.len()).filter(|&place| ends[place].is_none() && forced[place] == 0) {
                    if place.is_multiple_of(CHECK_EVERY) && time_is_up() {
                        return None;
                    }
                    let is_forced = |child: usize| forced[child] > 0 && forced[child] + costs[child] <= depth;
                    let mut after = self.children(place).iter().map(|&child| is_forced(child as usize));
                    let attacks = self.rules.turn(&self.positions[place]) == side;
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

impl<R: Searchable> Guide<R> for List<'_, R> {
    fn known_reply(&mut self, position: &R::Position, side: Color, goal: Goal) -> Option<R::Move> {
        self.reply(position, side, goal)
    }

    fn reply(&mut self, position: &R::Position, side: Color, goal: Goal) -> Option<R::Move> {
        self.best(*self.places.get(position)? as usize, side, goal)
    }
}

#[cfg(test)]
mod tests {
    use std::mem::discriminant;

    use crate::game::{Repetition, Rules, Values};
    use crate::games::Konane;
    use crate::search::Limits;
    use crate::system::Cancel;

    use super::*;

    /// The solver would find the same answers without this module, only later.
    #[test]
    fn a_game_that_fits_in_memory_is_solved_backwards() {
        let control = Control::new(Limits::default(), &Cancel::default());
        for options in ["width=4 height=4", "width=4 height=5", "width=5 height=4"] {
            let rules = Konane::<1>::new(&Values::parse(Konane::<1>::OPTIONS, options).unwrap()).unwrap();
            let start = rules.start();
            let (repetition, turns_left) = (Repetition::off(), None);
            let problem =
                Problem { rules: &rules, position: &start, repetition, turns_left, bytes: 1 << 24, threads: 1 };
            let answer = List::new(&problem, &control).unwrap().answer();
            assert_eq!(discriminant(&answer), discriminant(&problem.solve(&control).answer), "{options}");
            if let Answer::Win(mv) = answer {
                let after = rules.after(&start, mv);
                let after = Problem { position: &after, ..problem };
                assert!(matches!(List::new(&after, &control).unwrap().answer(), Answer::Loss), "{options}");
            }
        }
    }
}
