//! Checking a certificate: a player who follows the plan must reach the claimed result against every reply. The check
//! uses only the rules.

use std::collections::HashMap;

use thiserror::Error;

use crate::game::{Color, Exhausted, Memo, Notation, Outcome, PositionError, Reading, Rules, SmallPositions, Style};
use crate::solve::certificate::MOST_SEARCHED;
use crate::solve::{Certificate, Claim, Plan};

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
pub type StopAfter<'a> = &'a dyn Fn(u64) -> bool;

/// Checks a certificate of the game, from the position that the certificate names, and returns the number of positions
/// checked.
///
/// ```
/// use papamu::registry::{self, GAMES};
/// use papamu::play::SearchParams;
///
/// let session = registry::find(GAMES, "kanga")?.open("width=3 height=3")?;
/// let certificate = session.certify(0, &SearchParams::default(), None)?;
/// assert_eq!(certificate.claim.to_string(), "black");
/// assert!(session.verify(&certificate, &|_| false)? > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify<G: SmallPositions + Notation>(game: &G, certificate: &Certificate, stop: StopAfter) -> Result<u64, Flaw> {
    let start = read(game, &certificate.position)?;
    let sides: Vec<Color> = certificate.plans.iter().map(|plan| plan.side).collect();
    let right = match certificate.claim {
        Claim::Wins(winner) => sides == [winner],
        Claim::Draw => sides.len() == 2 && sides[0] != sides[1],
    };
    if !right {
        return Err(Flaw::Plans);
    }
    let (mut positions, mut turns) = (0, 0);
    for plan in &certificate.plans {
        positions += Check::new(game, plan, certificate)?.run(start.clone(), &|checked| stop(turns + checked))?;
        turns += plan.turns.len() as u64;
    }
    Ok(positions)
}

fn read<G: Rules + Notation>(game: &G, text: &str) -> Result<G::Position, Flaw> {
    game.read_position(text).map_err(|error| Flaw::Position(text.to_owned(), error))
}

/// The representative of a position: itself, or its standard image if the certificate leaves positions to a search.
fn standard<G: Rules>(game: &G, position: &G::Position, searched: u64) -> G::Position {
    if searched > 0 { game.standard_image(position) } else { position.clone() }
}

/// Whether a position is on the current path or already checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

/// Decides the positions that a plan leaves out.
struct Searcher<'a, G> {
    game: &'a G,
    /// The most positions of a search, from the certificate.
    most: u64,
    memo: Memo,
    /// Positions that the searches have visited.
    nodes: u64,
}

impl<G: SmallPositions> Searcher<'_, G> {
    /// Whether the player to move wins. Remembered results shorten most searches, but they can also lengthen one, because
    /// results below a remembered position may have been dropped. So a search that fails is repeated without remembered
    /// results, as the author of the certificate ran it.
    fn wins(&mut self, position: &G::Position) -> Option<bool> {
        if self.most == 0 {
            return None;
        }
        for memo in [&mut self.memo, &mut Memo::default()] {
            let Exhausted { wins, nodes } = self.game.exhaust(position, self.most, memo)?;
            self.nodes += nodes;
            if wins.is_some() {
                return wins;
            }
        }
        None
    }
}

/// The check of one plan.
struct Check<'a, G: Rules> {
    game: &'a G,
    side: Color,
    claim: Claim,
    /// The plan's positions with their turns, by representative (see [`standard`]).
    turns: HashMap<G::Position, (G::Position, &'a str)>,
    states: HashMap<G::Position, State>,
    /// The number of turns of the plan that have been checked.
    checked: u64,
    searcher: Searcher<'a, G>,
}

impl<'a, G: SmallPositions + Notation> Check<'a, G> {
    fn new(game: &'a G, plan: &'a Plan, certificate: &Certificate) -> Result<Self, Flaw> {
        let most = if G::NORMAL_PLAY { certificate.searched.min(MOST_SEARCHED) } else { 0 };
        let turn = |(position, turn): &'a (String, String)| {
            let position = read(game, position)?;
            Ok((standard(game, &position, most), (position, turn.as_str())))
        };
        let turns = plan.turns.iter().map(turn).collect::<Result<_, Flaw>>()?;
        let searcher = Searcher { game, most, memo: Memo::default(), nodes: 0 };
        Ok(Self {
            game,
            side: plan.side,
            claim: certificate.claim,
            turns,
            states: HashMap::new(),
            checked: 0,
            searcher,
        })
    }

    /// Plays the plan against every reply of the opponent, depth first.
    fn run(mut self, start: G::Position, stop: StopAfter) -> Result<u64, Flaw> {
        let most = self.searcher.most;
        let mut path = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(position) = next {
                let standard = standard(self.game, &position, most);
                match self.states.get(&standard) {
                    Some(State::Done) => {}
                    // In games without points, a cycle is a draw. In games with points, the score would decide.
                    Some(State::Open) if self.claim == Claim::Draw && !G::COUNTS_POINTS => {}
                    Some(State::Open) => return Err(Flaw::Circle(self.game.write_position(&position))),
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
    fn enter(
        &mut self,
        position: &G::Position,
        standard: &G::Position,
        stop: StopAfter,
    ) -> Result<Vec<G::Position>, Flaw> {
        let (game, checked) = (self.game, self.checked);
        let text = || game.write_position(position);
        if stop(checked) {
            return Err(Flaw::Stopped);
        }
        if let Some(outcome) = game.outcome(position) {
            return if self.is_reached(outcome) { Ok(Vec::new()) } else { Err(Flaw::Missed(text(), self.side)) };
        }
        if game.turn(position) != self.side {
            let mut moves = Vec::new();
            let listed = game.legal_moves_until(position, &mut moves, &|| stop(checked));
            listed.ok_or_else(|| if stop(checked) { Flaw::Stopped } else { Flaw::TooMany(text()) })?;
            return Ok(moves.into_iter().map(|mv| game.after(position, mv)).collect());
        }
        let Some((position, turn)) = self.turns.get(standard) else {
            return match self.searcher.wins(standard) {
                Some(true) => Ok(Vec::new()),
                Some(false) => Err(Flaw::Missed(text(), self.side)),
                None => Err(Flaw::Missing(self.side, text())),
            };
        };
        self.checked += 1;
        let illegal = || Flaw::Illegal(game.write_position(position), (*turn).to_owned());
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
