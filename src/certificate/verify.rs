//! Checking a certificate: a player who follows the plan must reach the claimed result against every reply. The check
//! uses only the rules.

use std::collections::HashMap;

use crate::game::{Color, Error, Memo, Outcome, Position, Style, Verdict};
use crate::kernel::{Kernel, Reading};
use crate::solve::standard;

use super::{Certificate, MOST_SEARCHED, Plan};

/// Why a certificate proves nothing. Each reason prints what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    #[error("'{0}': {1}")]
    Position(String, Error),
    #[error("certificates cannot prove games with max_moves")]
    Limited, // positions do not record the number of moves
    #[error("a win needs one plan, the winner's; a draw needs one for each player")]
    Plans,
    #[error("{0} has no turn for '{1}'")]
    Missing(Color, String),
    #[error("'{1}' is not a complete legal turn in '{0}'")]
    Illegal(String, String),
    #[error("{1} does not reach the claimed result in '{0}'")]
    Missed(String, Color),
    #[error("the plan repeats the position '{0}' forever")]
    Circle(String),
    #[error("'{0}' has too many moves")]
    TooMany(String),
    #[error("the check was stopped")]
    Stopped,
}

/// Polled during a check, with the number of turns of the certificate that have been checked; `true` means stop.
pub(crate) type StopAfter<'a> = &'a dyn Fn(u64) -> bool;

/// Checks a certificate of the game, from the position that the certificate names, and returns the number of positions
/// checked.
pub(crate) fn verify(kernel: &dyn Kernel, certificate: &Certificate, stop: StopAfter) -> Result<u64, Flaw> {
    let start = read(kernel, &certificate.position)?;
    let sides: Vec<Color> = certificate.plans.iter().map(|plan| plan.side).collect();
    let right = match certificate.winner {
        Some(winner) => sides == [winner],
        None => sides.len() == 2 && sides[0] != sides[1],
    };
    if !right {
        return Err(Flaw::Plans);
    }
    let (mut positions, mut turns) = (0, 0);
    for plan in &certificate.plans {
        positions += Check::new(kernel, plan, certificate)?.run(start.clone(), &|checked| stop(turns + checked))?;
        turns += plan.turns.len() as u64;
    }
    Ok(positions)
}

fn read(kernel: &dyn Kernel, text: &str) -> Result<Position, Flaw> {
    kernel.read_position(text).map_err(|error| Flaw::Position(text.to_owned(), error))
}

struct Check<'a> {
    kernel: &'a dyn Kernel,
    side: Color,
    winner: Option<Color>,
    /// The plan's positions with their turns, by representative (see [`standard`]).
    turns: HashMap<Position, (Position, &'a str)>,
    /// The positions on the current path, and those that have been checked (`true`).
    states: HashMap<Position, bool>,
    /// The number of turns of the plan that have been checked.
    checked: u64,
    /// The most positions of a search that decides a position that the plan leaves out, from the certificate.
    most: u64,
    memo: Memo,
    /// Positions that these searches have visited.
    nodes: u64,
}

impl<'a> Check<'a> {
    fn new(kernel: &'a dyn Kernel, plan: &'a Plan, certificate: &Certificate) -> Result<Self, Flaw> {
        let rules = kernel.rules();
        let most = if rules.is_normal_play() { certificate.searched.min(MOST_SEARCHED) } else { 0 };
        let turn = |(position, turn): &'a (String, String)| {
            let position = read(kernel, position)?;
            Ok((standard(rules, &position, most), (position, turn.as_str())))
        };
        let turns = plan.turns.iter().map(turn).collect::<Result<_, Flaw>>()?;
        let (side, winner, states, memo) = (plan.side, certificate.winner, HashMap::new(), Memo::default());
        Ok(Self { kernel, side, winner, turns, states, checked: 0, most, memo, nodes: 0 })
    }

    /// The result for the player to move by a search. Remembered results shorten most searches, but they can also lengthen
    /// one, because results below a remembered position may have been dropped. So a search that fails is repeated without
    /// remembered results, as the author of the certificate ran it: on one of the images, which another version may choose
    /// in another way.
    fn searched(&mut self, position: &Position) -> Option<Verdict> {
        if self.most == 0 {
            return None;
        }
        let rules = self.kernel.rules();
        let (mut verdict, mut nodes) = rules.exhaust(position, self.most, &mut self.memo)?;
        for image in if verdict.is_none() { rules.images(position) } else { Vec::new() } {
            self.nodes += nodes;
            (verdict, nodes) = rules.exhaust(&image, self.most, &mut Memo::default())?;
            if verdict.is_some() {
                break;
            }
        }
        self.nodes += nodes;
        verdict
    }

    /// Plays the plan against every reply of the opponent, depth first.
    fn run(mut self, start: Position, stop: StopAfter) -> Result<u64, Flaw> {
        let (rules, most) = (self.kernel.rules(), self.most);
        let mut path = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(position) = next {
                let standard = standard(rules, &position, most);
                match self.states.get(&standard) {
                    Some(true) => {}
                    // In games without points, a cycle is a draw. In games with points, the score would decide.
                    Some(false) if self.winner.is_none() && !rules.counts_points() => {}
                    Some(false) => return Err(Flaw::Circle(self.kernel.write_position(&position))),
                    None => {
                        let after = self.enter(&position, &standard, stop)?;
                        self.states.insert(standard.clone(), false);
                        path.push((standard, after));
                    }
                }
            }
            let Some((_, after)) = path.last_mut() else { break };
            next = after.pop();
            if next.is_none()
                && let Some((standard, _)) = path.pop()
            {
                self.states.insert(standard, true);
            }
        }
        Ok(self.states.len() as u64 + self.nodes)
    }

    /// The positions to check after a new one, whose representative is `standard`.
    fn enter(&mut self, position: &Position, standard: &Position, stop: StopAfter) -> Result<Vec<Position>, Flaw> {
        let (kernel, rules, checked) = (self.kernel, self.kernel.rules(), self.checked);
        let text = || kernel.write_position(position);
        if stop(checked) {
            return Err(Flaw::Stopped);
        }
        let status = rules.status(position);
        if let Some(outcome) = status.outcome {
            return if self.is_reached(outcome) { Ok(Vec::new()) } else { Err(Flaw::Missed(text(), self.side)) };
        }
        if status.turn != self.side {
            let listed = rules.children(position, &|| stop(checked));
            return listed.ok_or_else(|| if stop(checked) { Flaw::Stopped } else { Flaw::TooMany(text()) });
        }
        let Some((position, turn)) = self.turns.get(standard) else {
            return match self.searched(standard) {
                Some(Verdict::Win) => Ok(Vec::new()),
                Some(_) => Err(Flaw::Missed(text(), self.side)),
                None => Err(Flaw::Missing(self.side, text())),
            };
        };
        self.checked += 1;
        let illegal = || Flaw::Illegal(kernel.write_position(position), (*turn).to_owned());
        let Ok(Reading::Moves(moves)) = kernel.read(position, &[], turn, Style::Whole) else { return Err(illegal()) };
        let after = rules.after(position, &moves);
        let status = rules.status(&after);
        let is_whole = status.outcome.is_some() || status.turn != self.side || status.begins;
        if is_whole { Ok(vec![after]) } else { Err(illegal()) }
    }

    fn is_reached(&self, outcome: Outcome) -> bool {
        match self.winner {
            Some(winner) => outcome.winner() == Some(winner),
            None => outcome.winner() != Some(!self.side),
        }
    }
}
