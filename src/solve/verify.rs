//! Checking a certificate: a player who follows the plan reaches what is claimed, whatever the opponent does. The plan is
//! followed with nothing but the rules.

use std::collections::HashMap;

use thiserror::Error;

use crate::game::{Color, Exhausted, Memo, Notation, Outcome, PositionError, Reading, Rules, Solving, Stop, Style};
use crate::solve::exhaustive::Winners;
use crate::solve::{Certificate, Claim, MOST_SEARCHED, Plan};

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

/// How the positions are searched that a plan leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// With the game's own search, if it has one ([`Solving::exhaust`]).
    Quick,
    /// With the rules alone, about fourteen times slower.
    ByRules,
}

/// Checks a certificate of the game, whose own position it begins from, and returns how many positions that took.
///
/// ```
/// use papamu::games::{self, GAMES};
/// use papamu::session::SearchParams;
/// use papamu::solve::verify::Leaves;
///
/// let session = games::find(GAMES, "kanga")?.open("width=3 height=3")?;
/// let certificate = session.certify(0, &SearchParams::default(), None)?;
/// assert_eq!(certificate.claim.to_string(), "black");
/// assert!(session.verify(&certificate, Leaves::ByRules, &|| false)? > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Flaw`]: why it proves nothing.
pub fn verify<G: Solving + Notation>(
    game: &G,
    certificate: &Certificate,
    leaves: Leaves,
    stop: Stop,
) -> Result<u64, Flaw> {
    let start = read(game, &certificate.position)?;
    let sides: Vec<Color> = certificate.plans.iter().map(|plan| plan.side).collect();
    let right = match certificate.claim {
        Claim::Wins(winner) => sides == [winner],
        Claim::Draw => sides.len() == 2 && sides[0] != sides[1],
    };
    if !right {
        return Err(Flaw::Plans);
    }
    certificate.plans.iter().map(|plan| Check::new(game, plan, certificate, leaves)?.run(start.clone(), stop)).sum()
}

fn read<G: Rules + Notation>(game: &G, text: &str) -> Result<G::Position, Flaw> {
    game.read_position(text).map_err(|error| Flaw::Position(text.to_owned(), error))
}

/// What stands for the position: itself, or one of its images where positions are searched.
fn standard<G: Rules>(game: &G, position: &G::Position, searched: u64) -> G::Position {
    if searched > 0 { game.standard_image(position) } else { position.clone() }
}

/// Whether a position is on the path, or checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

/// Who wins in the positions that a plan leaves out.
struct Searcher<'a, G: Rules> {
    game: &'a G,
    leaves: Leaves,
    /// The most positions of a search, as the certificate has it.
    most: u64,
    memo: Memo,
    winners: Winners<'a, G>,
    /// Positions that the game's own search searched.
    nodes: u64,
}

impl<G: Solving> Searcher<'_, G> {
    /// Whether the player to move wins. Earlier versions wrote certificates with the search by the rules, which may need fewer
    /// positions than the game's own. What is remembered saves most of a search. It may also mislead one: of a position that is
    /// remembered, those that follow may be forgotten. Then the search is that of the author, who remembers nothing.
    fn wins(&mut self, position: &G::Position) -> Option<bool> {
        let (game, mut most) = (self.game, self.most);
        match self.leaves {
            Leaves::Quick if most > 0 => {
                for memo in [&mut self.memo, &mut Memo::default()] {
                    let Some(Exhausted { wins, nodes }) = game.exhaust(position, most, memo) else { break };
                    self.nodes += nodes;
                    if wins.is_some() {
                        return wins;
                    }
                }
            }
            // The author's search may have tried better moves first.
            Leaves::ByRules if most > 0 => most = MOST_SEARCHED,
            _ => {}
        }
        self.winners.wins(position, most).or_else(|| Winners::new(game).wins(position, most))
    }
}

/// The check of one plan.
struct Check<'a, G: Rules> {
    game: &'a G,
    side: Color,
    claim: Claim,
    /// The position that the plan has, and its turn, by the position itself, or by its standard image if images stand for
    /// each other.
    turns: HashMap<G::Position, (G::Position, &'a str)>,
    states: HashMap<G::Position, State>,
    searcher: Searcher<'a, G>,
}

impl<'a, G: Solving + Notation> Check<'a, G> {
    fn new(game: &'a G, plan: &'a Plan, certificate: &Certificate, leaves: Leaves) -> Result<Self, Flaw> {
        let most = if G::NORMAL_PLAY { certificate.searched.min(MOST_SEARCHED) } else { 0 };
        let turn = |(position, turn): &'a (String, String)| {
            let position = read(game, position)?;
            Ok((standard(game, &position, most), (position, turn.as_str())))
        };
        let turns = plan.turns.iter().map(turn).collect::<Result<_, Flaw>>()?;
        let (memo, winners) = (Memo::default(), Winners::new(game));
        let searcher = Searcher { game, leaves, most, memo, winners, nodes: 0 };
        Ok(Self { game, side: plan.side, claim: certificate.claim, turns, states: HashMap::new(), searcher })
    }

    /// Plays the plan against everything that the other may do, depth first.
    fn run(mut self, start: G::Position, stop: Stop) -> Result<u64, Flaw> {
        let most = self.searcher.most;
        let mut path = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(position) = next {
                let standard = standard(self.game, &position, most);
                match self.states.get(&standard) {
                    Some(State::Done) => {}
                    // Where points are counted the score would decide, else going round in circles is a draw.
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
        Ok(self.states.len() as u64 + self.searcher.nodes + self.searcher.winners.nodes)
    }

    /// The positions that may follow upon one that is new, and has this standard image.
    fn enter(&mut self, position: &G::Position, standard: &G::Position, stop: Stop) -> Result<Vec<G::Position>, Flaw> {
        let game = self.game;
        let text = || game.write_position(position);
        if stop() {
            return Err(Flaw::Stopped);
        }
        if let Some(outcome) = game.outcome(position) {
            return if self.is_reached(outcome) { Ok(Vec::new()) } else { Err(Flaw::Missed(text(), self.side)) };
        }
        if game.turn(position) != self.side {
            let mut moves = Vec::new();
            let listed = game.legal_moves_until(position, &mut moves, stop);
            listed.ok_or_else(|| Flaw::TooMany(text()))?;
            return Ok(moves.into_iter().map(|mv| game.after(position, mv)).collect());
        }
        let Some((position, turn)) = self.turns.get(standard) else {
            return match self.searcher.wins(standard) {
                Some(true) => Ok(Vec::new()),
                Some(false) => Err(Flaw::Missed(text(), self.side)),
                None => Err(Flaw::Missing(self.side, text())),
            };
        };
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
