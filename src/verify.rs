//! Checking a certificate with nothing but the rules: a player who follows the plan reaches what is claimed, whatever the
//! opponent does.

use std::collections::HashMap;

use thiserror::Error;

use crate::game::{Color, Notation, Outcome, PositionError, Reading, Rules, Stop, Style};
use crate::solve::{Certificate, Claim, Plan};

/// Positions between two looks at the clock.
const LOOK: usize = 1 << 10;

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// A position string that cannot be read.
    #[error("'{0}': {1}")]
    Position(String, PositionError),
    /// The game may be stopped by the number of moves, which positions do not tell.
    #[error("it is about a game with max_moves")]
    Limited,
    /// The claim wants other plans.
    #[error("who wins has one plan, and a draw one for each player")]
    Plans,
    /// The plan does not say what to play.
    #[error("{0} has no turn for '{1}'")]
    Missing(Color, String),
    /// A turn that cannot be played, or is not a whole one.
    #[error("'{1}' is not a whole legal turn in '{0}'")]
    Illegal(String, String),
    /// A game that ends otherwise than is claimed.
    #[error("'{0}' is not what {1} was to reach")]
    Missed(String, Color),
    /// Play comes back to a position, so that the goal may never be reached.
    #[error("'{0}' comes again and again")]
    Circle(String),
    /// A position with more moves than can be listed.
    #[error("'{0}' has too many moves")]
    TooMany(String),
    /// It was told to stop.
    #[error("the check was stopped")]
    Stopped,
}

/// Checks a certificate of the game, whose own position it begins from, and returns how many positions that took.
///
/// ```
/// use papamu::games::{self, GAMES};
/// use papamu::session::SearchParams;
///
/// let session = games::find(GAMES, "kanga")?.open("width=3 height=3")?;
/// let certificate = session.certify(&SearchParams::default())?;
/// assert_eq!(certificate.claim.to_string(), "black");
/// assert!(session.verify(&certificate, &|| false)? > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Flaw`]: why it proves nothing.
pub fn verify<G: Rules + Notation>(game: &G, certificate: &Certificate, stop: Stop) -> Result<u64, Flaw> {
    let start = read(game, &certificate.position)?;
    let sides: Vec<Color> = certificate.plans.iter().map(|plan| plan.side).collect();
    let right = match certificate.claim {
        Claim::Wins(winner) => sides == [winner],
        Claim::Draw => sides.len() == 2 && sides[0] != sides[1],
    };
    if !right {
        return Err(Flaw::Plans);
    }
    certificate.plans.iter().map(|plan| Check::new(game, plan, certificate.claim)?.run(start.clone(), stop)).sum()
}

fn read<G: Rules + Notation>(game: &G, text: &str) -> Result<G::Position, Flaw> {
    game.read_position(text).map_err(|error| Flaw::Position(text.to_owned(), error))
}

/// Whether a position is on the path, or checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

/// The check of one plan.
struct Check<'a, G: Rules> {
    game: &'a G,
    side: Color,
    claim: Claim,
    turns: HashMap<G::Position, &'a str>,
    states: HashMap<G::Position, State>,
}

impl<'a, G: Rules + Notation> Check<'a, G> {
    fn new(game: &'a G, plan: &'a Plan, claim: Claim) -> Result<Self, Flaw> {
        let turn = |(position, turn): &'a (String, String)| Ok((read(game, position)?, turn.as_str()));
        let turns = plan.turns.iter().map(turn).collect::<Result<_, Flaw>>()?;
        Ok(Self { game, side: plan.side, claim, turns, states: HashMap::new() })
    }

    /// Plays the plan against everything that the other may do, depth first.
    fn run(mut self, start: G::Position, stop: Stop) -> Result<u64, Flaw> {
        let mut path = vec![(start.clone(), self.enter(&start, stop)?)];
        while let Some((_, after)) = path.last_mut() {
            let Some(next) = after.pop() else {
                let done = path.pop().map(|(position, _)| self.states.insert(position, State::Done));
                debug_assert!(done.is_some());
                continue;
            };
            match self.states.get(&next) {
                Some(State::Done) => {}
                // Where points are counted the score would decide, else going round in circles is a draw.
                Some(State::Open) if self.claim == Claim::Draw && !G::COUNTS_POINTS => {}
                Some(State::Open) => return Err(Flaw::Circle(self.game.write_position(&next))),
                None => {
                    let after = self.enter(&next, stop)?;
                    path.push((next, after));
                }
            }
        }
        Ok(self.states.len() as u64)
    }

    /// The positions that may follow upon one that is new.
    fn enter(&mut self, position: &G::Position, stop: Stop) -> Result<Vec<G::Position>, Flaw> {
        let game = self.game;
        let text = || game.write_position(position);
        if self.states.len().is_multiple_of(LOOK) && stop() {
            return Err(Flaw::Stopped);
        }
        self.states.insert(position.clone(), State::Open);
        if let Some(outcome) = game.outcome(position) {
            return if self.is_reached(outcome) { Ok(Vec::new()) } else { Err(Flaw::Missed(text(), self.side)) };
        }
        if game.turn(position) != self.side {
            let mut moves = Vec::new();
            let listed = game.legal_moves_until(position, &mut moves, stop);
            listed.ok_or_else(|| Flaw::TooMany(text()))?;
            return Ok(moves.into_iter().map(|mv| game.after(position, mv)).collect());
        }
        let turn = *self.turns.get(position).ok_or_else(|| Flaw::Missing(self.side, text()))?;
        let illegal = || Flaw::Illegal(text(), turn.to_owned());
        let Ok(Reading::Moves(moves)) = game.read(position, &[], turn, Style::Whole) else { return Err(illegal()) };
        let mut after = position.clone();
        moves.into_iter().for_each(|mv| game.play(&mut after, mv));
        let whole = game.outcome(&after).is_some() || game.is_turn_over(&after, self.side);
        if whole { Ok(vec![after]) } else { Err(illegal()) }
    }

    fn is_reached(&self, outcome: Outcome) -> bool {
        match self.claim {
            Claim::Wins(winner) => outcome.winner() == Some(winner),
            Claim::Draw => outcome.winner() != Some(!self.side),
        }
    }
}
