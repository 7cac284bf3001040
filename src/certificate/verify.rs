//! Checking a certificate: a player who follows the plan must reach the claimed result against every reply. The check
//! uses only the rules.

use std::collections::HashMap;

use thiserror::Error;

use crate::game::{Color, Memo, Outcome, Position, PositionError, Style, Verdict};
use crate::kernel::{Kernel, Reading};
use crate::solve::Positions;

use super::{Certificate, MOST_SEARCHED, Plan};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// A position string that cannot be read.
    #[error("'{0}': {1}")]
    Position(String, PositionError),
    /// A move limit may end the game, and positions do not record the number of moves.
    #[error("certificates cannot prove games with max_moves")]
    Limited,
    /// The plans do not fit the claim.
    #[error("a win needs one plan, the winner's; a draw needs one for each player")]
    Plans,
    /// The plan has no turn for a position.
    #[error("{0} has no turn for '{1}'")]
    Missing(Color, String),
    /// A turn that is illegal or incomplete.
    #[error("'{1}' is not a complete legal turn in '{0}'")]
    Illegal(String, String),
    /// A line of play that ends with another result than the claimed one.
    #[error("{1} does not reach the claimed result in '{0}'")]
    Missed(String, Color),
    /// Play returns to a position, so the goal may never be reached.
    #[error("the plan repeats the position '{0}' forever")]
    Circle(String),
    /// A position with too many moves to list.
    #[error("'{0}' has too many moves")]
    TooMany(String),
    /// The check was stopped.
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

/// The representative of a position: itself, or its standard image if the certificate leaves positions to a search.
fn standard(rules: &dyn Positions, position: &Position, searched: u64) -> Position {
    if searched > 0 { rules.standard_image(position) } else { position.clone() }
}

/// Whether a position is on the current path or already checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

/// Decides the positions that a plan leaves out.
struct Searcher<'a> {
    rules: &'a dyn Positions,
    /// The most positions of a search, from the certificate.
    most: u64,
    memo: Memo,
    /// Positions that the searches have visited.
    nodes: u64,
}

impl Searcher<'_> {
    /// The result for the player to move. Remembered results shorten most searches, but they can also lengthen one, because
    /// results below a remembered position may have been dropped. So a search that fails is repeated without remembered
    /// results, as the author of the certificate ran it.
    fn verdict(&mut self, position: &Position) -> Option<Verdict> {
        if self.most == 0 {
            return None;
        }
        for memo in [&mut self.memo, &mut Memo::default()] {
            let (verdict, nodes) = self.rules.exhaust(position, self.most, memo)?;
            self.nodes += nodes;
            if verdict.is_some() {
                return verdict;
            }
        }
        None
    }
}

/// The check of one plan.
struct Check<'a> {
    kernel: &'a dyn Kernel,
    side: Color,
    winner: Option<Color>,
    /// The plan's positions with their turns, by representative (see [`standard`]).
    turns: HashMap<Position, (Position, &'a str)>,
    states: HashMap<Position, State>,
    /// The number of turns of the plan that have been checked.
    checked: u64,
    searcher: Searcher<'a>,
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
        let searcher = Searcher { rules, most, memo: Memo::default(), nodes: 0 };
        let (side, winner) = (plan.side, certificate.winner);
        Ok(Self { kernel, side, winner, turns, states: HashMap::new(), checked: 0, searcher })
    }

    /// Plays the plan against every reply of the opponent, depth first.
    fn run(mut self, start: Position, stop: StopAfter) -> Result<u64, Flaw> {
        let (rules, most) = (self.kernel.rules(), self.searcher.most);
        let mut path = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(position) = next {
                let standard = standard(rules, &position, most);
                match self.states.get(&standard) {
                    Some(State::Done) => {}
                    // In games without points, a cycle is a draw. In games with points, the score would decide.
                    Some(State::Open) if self.winner.is_none() && !rules.counts_points() => {}
                    Some(State::Open) => return Err(Flaw::Circle(self.kernel.write_position(&position))),
                    None => {
                        let after = self.enter(&position, &standard, stop)?;
                        self.states.insert(standard.clone(), State::Open);
                        path.push((standard, after));
                    }
                }
            }
            let Some((_, after)) = path.last_mut() else { break };
            next = after.pop();
            if next.is_none()
                && let Some((standard, _)) = path.pop()
            {
                self.states.insert(standard, State::Done);
            }
        }
        Ok(self.states.len() as u64 + self.searcher.nodes)
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
            return match self.searcher.verdict(standard) {
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
