//! Strategies: the moves to play in every position that may arise, to reach the proven result.

use std::collections::HashSet;
use std::fmt;

use crate::game::{Color, Memo, Moves, Position, Verdict};
use crate::search::Control;

use super::Positions;

/// The least result that a player wants to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Win,
    Draw,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if *self == Self::Win { "win" } else { "draw" })
    }
}

/// A solver that has proven a result, and can replay the proof.
pub(crate) trait Guide {
    /// A [`reply`](Self::reply) that the proof contains, without a new search.
    fn known_reply(&mut self, position: &Position, side: Color, goal: Goal) -> Option<Moves> {
        self.reply(position, side, goal)
    }

    /// A move that brings `side`, which is to move and can force the goal, nearer to it; `None` if the move is not
    /// found again.
    fn reply(&mut self, position: &Position, side: Color, goal: Goal) -> Option<Moves>;
}

/// A player, with the turn for each position that may arise at the beginning of a turn of that player.
pub(crate) type Strategy = (Color, Vec<(Position, Moves)>);

/// The representative of a position: itself, or its standard image if a strategy leaves positions to a search.
pub(crate) fn standard(rules: &dyn Positions, position: &Position, searched: u64) -> Position {
    if searched > 0 { rules.standard_image(position) } else { position.clone() }
}

pub(super) struct Planner<'a> {
    pub rules: &'a dyn Positions,
    /// The strategy leaves out positions that an exhaustive search of this many positions decides, and mirror images of
    /// others; 0 to leave out none.
    pub searched: u64,
    /// The most positions of both players.
    pub most: usize,
    pub control: &'a Control,
}

impl Planner<'_> {
    /// Whether to leave out a position that the player to move can win. Each search starts from the standard image and
    /// without results of other searches, so that a checker never needs more positions.
    fn leaves_out(&self, position: &Position) -> bool {
        let search = || self.rules.exhaust(&self.rules.standard_image(position), self.searched, &mut Memo::default());
        self.searched > 0 && search().is_some_and(|(verdict, _)| verdict == Some(Verdict::Win))
    }

    /// The strategy of `side`; `None` if it has too many positions, or is stopped.
    pub(crate) fn strategy(
        &self,
        start: &Position,
        side: Color,
        goal: Goal,
        guide: &mut dyn Guide,
    ) -> Option<Strategy> {
        let &Self { rules, control, .. } = self;
        let mut turns = Vec::new();
        let mut seen = HashSet::from([standard(rules, start, self.searched)]);
        let mut open = vec![start.clone()];
        while let Some(position) = open.pop() {
            let status = rules.status(&position);
            let after = if status.outcome.is_some() || status.turn == side && self.leaves_out(&position) {
                Vec::new()
            } else if status.turn == side {
                let (position, turn) = self.turn(position, side, goal, guide)?;
                let after = rules.after(&position, &turn);
                turns.push((position, turn));
                vec![after]
            } else {
                rules.children(&position, &|| control.should_stop(0))?
            };
            for after in after {
                if seen.insert(standard(rules, &after, self.searched)) {
                    open.push(after);
                }
            }
            if seen.len() > self.most || control.should_stop(0) {
                return None;
            }
        }
        Some((side, turns))
    }

    /// The turn of `side` in a position, or in an image of it: the proof may contain only a mirror image.
    fn turn(&self, position: Position, side: Color, goal: Goal, guide: &mut dyn Guide) -> Option<(Position, Moves)> {
        let rules = self.rules;
        let mut known = |image| guide.known_reply(&image, side, goal).map(|mv| (image, mv));
        let images = if self.searched > 0 { rules.images(&position) } else { Vec::new() };
        let (position, mut turn) = match images.into_iter().find_map(&mut known) {
            Some((image, mv)) => (image, vec![mv]),
            None => (position, Vec::new()),
        };
        let mut after = turn.iter().fold(position.clone(), |position, mv| rules.after(&position, mv));
        let goes_on = |after: &Position| {
            let status = rules.status(after);
            status.outcome.is_none() && status.turn == side && !status.begins
        };
        while turn.is_empty() || goes_on(&after) {
            let mv = guide.reply(&after, side, goal)?;
            after = rules.after(&after, &mv);
            turn.push(mv);
        }
        Some((position, rules.join(&turn)))
    }
}
