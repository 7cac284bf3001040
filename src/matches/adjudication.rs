//! Adjudication: the referee ends a game before its end, if the user asks for it.

use std::fmt;
use std::time::Duration;

use crate::game::{Color, Outcome};
use crate::search::Limits;
use crate::session::{SearchParams, Session};
use crate::solve::Answer;
use crate::system::Cancel;

/// When the referee ends a game early.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// A player who expects to lose loses.
    pub resign: Option<ResignRule>,
    /// A game that both players expect to be even is drawn.
    pub draw: Option<DrawRule>,
    /// Before each move, papamu tries for this long to prove the result.
    pub prove: Option<Duration>,
}

/// A player who reports a win rate of at most `winrate` in `moves` consecutive moves loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// Moves of that player.
    pub moves: u32,
    /// From 0 to 1.
    pub winrate: f64,
}

/// A game is drawn if both players report win rates within `winrate` of one half in `moves` consecutive moves each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// Moves of each player.
    pub moves: u32,
    /// From 0 to ½.
    pub winrate: f64,
    /// Not before this many moves of both players have been made after the opening.
    pub after: u32,
}

impl Adjudication {
    /// Whether it needs the win rates that engines report.
    pub fn needs_winrates(&self) -> bool {
        self.resign.is_some() || self.draw.is_some()
    }

    /// Whether the rule with this name in records is in force.
    pub(super) fn has(&self, rule: &str) -> bool {
        match Rule::read(rule) {
            Some(Rule::Resign) => self.resign.is_some(),
            Some(Rule::Draw) => self.draw.is_some(),
            Some(Rule::Proven) => self.prove.is_some(),
            None => false,
        }
    }
}

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Resign,
    Draw,
    Proven,
}

impl Rule {
    /// All of them.
    const ALL: [Self; 3] = [Self::Resign, Self::Draw, Self::Proven];

    /// The rule of a record.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.to_string() == text)
    }

    /// Whether it can end a game with this result.
    pub fn allows(self, result: &str) -> bool {
        match result {
            "0" => self != Self::Resign,
            "B+R" | "W+R" => self != Self::Draw,
            _ => false,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Resign => "resign",
            Self::Draw => "draw",
            Self::Proven => "proven",
        })
    }
}

/// The referee of one game, as far as it ends games early.
#[derive(Debug)]
pub(super) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// Moves made after the opening.
    moves: u32,
    /// For Black and White, the moves in a row whose win rates are low.
    hopeless: [u32; 2],
    /// Likewise for win rates near one half.
    even: [u32; 2],
}

impl<'a> Adjudicator<'a> {
    pub fn new(rules: &'a Adjudication) -> Self {
        Self { rules, moves: 0, hopeless: [0; 2], even: [0; 2] }
    }

    /// Records the win rate that a player reports with a move. Returns the result if it ends the game.
    pub fn observe(&mut self, color: Color, winrate: Option<f64>) -> Option<(Rule, Outcome)> {
        self.moves = self.moves.saturating_add(1);
        let side = color.index();
        let count = |before: u32, is: bool| if is { before.saturating_add(1) } else { 0 };
        if let Some(rule) = self.rules.resign {
            self.hopeless[side] = count(self.hopeless[side], winrate.is_some_and(|winrate| winrate <= rule.winrate));
            if self.hopeless[side] >= rule.moves {
                return Some((Rule::Resign, Outcome::Forfeit { winner: !color }));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_even = winrate.is_some_and(|winrate| (winrate - 0.5).abs() <= rule.winrate);
            self.even[side] = count(self.even[side], is_even);
            if self.even.iter().all(|&even| even >= rule.moves) && self.moves >= rule.after {
                return Some((Rule::Draw, Outcome::Draw));
            }
        }
        None
    }

    /// The result of the position with perfect play, if it can be proven in time. The margin is not determined.
    pub fn prove(&self, session: &dyn Session, stop: &Cancel) -> Option<(Rule, Outcome)> {
        let limits = Limits { time: Some(self.rules.prove?), ..Limits::default() };
        let params = SearchParams { cancel: stop.clone(), ..SearchParams::within(limits) };
        let side = session.turn();
        let outcome = match session.solve(&params, None).ok()? {
            Answer::Win(_) => Outcome::Forfeit { winner: side },
            Answer::Loss => Outcome::Forfeit { winner: !side },
            Answer::Draw(_) => Outcome::Draw,
            Answer::Unknown => return None,
        };
        Some((Rule::Proven, outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK_LOSES: Option<(Rule, Outcome)> = Some((Rule::Resign, Outcome::Forfeit { winner: Color::White }));

    #[test]
    fn a_player_that_expects_to_lose_for_long_enough_loses() {
        let rules = Adjudication { resign: Some(ResignRule { moves: 2, winrate: 0.1 }), ..Adjudication::default() };
        let mut adjudicator = Adjudicator::new(&rules);
        for winrate in [Some(0.1), Some(0.11), Some(0.0), None, Some(0.05)] {
            assert_eq!(adjudicator.observe(Color::Black, winrate), None, "{winrate:?}");
            assert_eq!(adjudicator.observe(Color::White, Some(0.9)), None);
        }
        assert_eq!(adjudicator.observe(Color::Black, Some(0.0)), BLACK_LOSES);
    }

    #[test]
    fn both_players_must_expect_a_draw() {
        let draw = Some(DrawRule { moves: 2, winrate: 0.05, after: 7 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let mut adjudicator = Adjudicator::new(&rules);
        for (color, winrate) in [
            (Color::Black, Some(0.5)),
            (Color::White, Some(0.6)),
            (Color::Black, Some(0.54)),
            (Color::White, Some(0.46)),
            (Color::Black, Some(0.5)),
            (Color::White, Some(0.5)), // after six moves
        ] {
            assert_eq!(adjudicator.observe(color, winrate), None);
        }
        assert_eq!(adjudicator.observe(Color::Black, Some(0.5)), Some((Rule::Draw, Outcome::Draw)));
        assert_eq!(adjudicator.observe(Color::White, None), None);
    }
}
