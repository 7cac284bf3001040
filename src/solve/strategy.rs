//! Strategies: the moves to play in every position that may arise, to reach the proven result.

use std::collections::HashSet;
use std::fmt;

use crate::game::{Color, Memo, Rules, Searchable};
use crate::search::Control;

/// The least result that a player wants to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win.
    Win,
    /// At least a draw.
    Draw,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if *self == Self::Win { "win" } else { "draw" })
    }
}

/// A solver that has proven a result, and can replay the proof.
pub(super) trait Guide<R: Searchable> {
    /// A [`reply`](Self::reply) that the proof contains, without a new search.
    fn known_reply(&mut self, position: &R::Position, side: Color, goal: Goal) -> Option<R::Move>;

    /// A move that brings `side`, which is to move and can force the goal, nearer to it; `None` if the move is not
    /// found again.
    fn reply(&mut self, position: &R::Position, side: Color, goal: Goal) -> Option<R::Move>;
}

/// The strategy of one player.
#[derive(Clone, Debug)]
pub struct Strategy<R: Rules> {
    /// The player.
    pub side: Color,
    /// The turn for each position that may arise at the beginning of a turn of that player.
    pub turns: Vec<(R::Position, Vec<R::Move>)>,
}

/// The positions that a strategy leaves out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Omissions {
    /// None.
    Nothing,
    /// Positions that an exhaustive search of this many positions decides, and mirror images of other positions.
    Searched(u64),
}

impl Omissions {
    /// Whether to leave out a position that the player to move can win. Each search starts from the standard image and
    /// without results of other searches, so that a checker never needs more positions.
    fn leave_out<R: Searchable>(self, rules: &R, position: &R::Position) -> bool {
        let Self::Searched(most) = self else { return false };
        let standard = rules.standard_image(position);
        rules.exhaust(&standard, most, &mut Memo::default()).is_some_and(|exhausted| exhausted.wins == Some(true))
    }

    /// The representative of a position among those already visited.
    fn standard<R: Searchable>(self, rules: &R, position: &R::Position) -> R::Position {
        match self {
            Self::Searched(_) => rules.standard_image(position),
            Self::Nothing => position.clone(),
        }
    }
}

/// The strategy of `side`, with at most `most` positions of both players; `None` if there are more, or if `control`
/// stops it.
pub(super) fn strategy<R: Searchable>(
    rules: &R,
    start: &R::Position,
    (side, goal): (Color, Goal),
    guide: &mut dyn Guide<R>,
    omissions: Omissions,
    most: usize,
    control: &Control,
) -> Option<Strategy<R>> {
    let mut turns = Vec::new();
    let mut seen = HashSet::from([omissions.standard(rules, start)]);
    let mut open = vec![start.clone()];
    let mut moves = Vec::new();
    while let Some(mut position) = open.pop() {
        if rules.outcome(&position).is_some() {
            continue;
        }
        moves.clear();
        let mut after = position.clone();
        if rules.turn(&position) == side {
            if omissions.leave_out(rules, &position) {
                continue;
            }
            if matches!(omissions, Omissions::Searched(_)) {
                // The proof may contain only a mirror image.
                let known = |image| guide.known_reply(&image, side, goal).map(|mv| (image, mv));
                let found = rules.images(&position).find_map(known);
                if let Some((image, mv)) = found {
                    after = rules.after(&image, mv);
                    position = image;
                    moves.push(mv);
                }
            }
            while moves.is_empty() || turn_continues(rules, &after, side) {
                let mv = guide.reply(&after, side, goal)?;
                rules.play(&mut after, mv);
                moves.push(mv);
            }
            turns.push((position, moves.clone()));
            if seen.insert(omissions.standard(rules, &after)) {
                open.push(after);
            }
        } else {
            rules.legal_moves_until(&position, &mut moves, &|| control.should_stop(0))?;
            for &mv in &moves {
                let after = rules.after(&position, mv);
                if seen.insert(omissions.standard(rules, &after)) {
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
