//! Strategies: what to play in every position that may arise, to reach what was proven.

use std::collections::HashSet;

use crate::game::{Color, Rules, Searchable};
use crate::search::Control;

/// What a player wants to reach at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
}

/// A solver that has proven a result, and can replay the proof.
pub(super) trait Guide<R: Searchable> {
    /// A move by which `side`, which is to move and can force the goal, comes nearer to it; `None` where it is not found
    /// again.
    fn reply(&mut self, position: &R::Position, side: Color, goal: Goal) -> Option<R::Move>;
}

/// What a player plays.
#[derive(Clone, Debug)]
pub struct Strategy<R: Rules> {
    /// The player.
    pub side: Color,
    /// The turn for each position that may arise at the beginning of a turn of that player.
    pub turns: Vec<(R::Position, Vec<R::Move>)>,
}

/// The strategy of `side`, of at most `most` positions of both; `None` where there are more, or `control` stops it.
pub(super) fn strategy<R: Searchable>(
    rules: &R,
    start: &R::Position,
    (side, goal): (Color, Goal),
    guide: &mut dyn Guide<R>,
    most: usize,
    control: &Control,
) -> Option<Strategy<R>> {
    let mut turns = Vec::new();
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        if rules.outcome(&position).is_some() {
            continue;
        }
        moves.clear();
        let mut after = position.clone();
        if rules.turn(&position) == side {
            while moves.is_empty() || turn_continues(rules, &after, side) {
                let mv = guide.reply(&after, side, goal)?;
                rules.play(&mut after, mv);
                moves.push(mv);
            }
            turns.push((position, moves.clone()));
            if seen.insert(after.clone()) {
                open.push(after);
            }
        } else {
            rules.legal_moves_until(&position, &mut moves, &|| control.should_stop(0))?;
            for &mv in &moves {
                let after = rules.after(&position, mv);
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        if seen.len() > most || control.should_stop(0) {
            return None;
        }
    }
    Some(Strategy { side, turns })
}

/// Whether a turn of `side` is not yet complete.
fn turn_continues<R: Searchable>(rules: &R, position: &R::Position, side: Color) -> bool {
    rules.outcome(position).is_none() && !rules.is_turn_over(position, side)
}
