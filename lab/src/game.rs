//! What the tools need from a game and a session does not offer.

use std::collections::HashMap;

use papamu::evaluation::{Features, UNITS};
use papamu::game::{Color, Hints, Playable, Rules, RulesExt, Style, Values};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};
use papamu::play::{self, Game};

/// A game with its options, for any position of it.
pub trait Subject: Send + Sync {
    /// The moves that force the fastest win within `depth` moves, by exhaustive search of at most `most` positions;
    /// `None` if that is not enough, or it is not a position.
    fn forced_wins(&self, position: &str, depth: u32, most: u64) -> Option<Vec<String>>;
    /// The inputs of the evaluation in a position, and those of the network in each of its images, itself first; none if it is
    /// not one.
    fn features(&self, position: &str) -> (Features, Vec<Vec<u16>>);
    /// Whether the game has tactical moves, so that the search uses quiescence search.
    fn has_tactics(&self) -> bool;
}

impl<G: Playable> Subject for G {
    fn forced_wins(&self, position: &str, depth: u32, most: u64) -> Option<Vec<String>> {
        let position = &self.read_position(position).ok()?;
        let wins = forced_wins(self, position, depth, most)?;
        Some(wins.into_iter().map(|mv| self.write(position, &[], &[mv], Style::Whole).concat()).collect())
    }

    fn features(&self, position: &str) -> (Features, Vec<Vec<u16>>) {
        let Ok(position) = self.read_position(position) else { return <_>::default() };
        let features = Hints::features(self, &position);
        let mut images = vec![features.inputs.clone()];
        for map in self.symmetries().get(1..).unwrap_or_default() {
            images.push(Hints::features(self, &self.image(&position, map)).inputs);
        }
        (features, images)
    }

    fn has_tactics(&self) -> bool {
        G::HAS_TACTICS
    }
}

/// The numbers of inputs and of hidden units that the networks of a game have on its board: a plane of cells for each kind of
/// input, then others. `eval.rs` of the game lists them.
pub fn net_sizes(game: &Game) -> [usize; 2] {
    let (planes, others, units) = match game.name() {
        "konane" => (9, 0, 96),
        "kanga" => (6, 32, 48),
        "send_it" => (12, 5, UNITS),
        _ => (8, 17, UNITS),
    };
    [planes * game.shape().bits() + others, units]
}

/// Discount factor for training: in a position `n` turns before the end, the result counts this to the power of `n`. It is less
/// than 1 in games in which a player can delay the end: an earlier win then counts more, so the evaluation prefers moves that
/// bring the win nearer. In Kangaroo, keeping the stones at home costs nothing for a long time; without the discount, the
/// evaluation leaves them there.
pub fn discount(game: &Game) -> f64 {
    if game.name() == Kangaroo::<1>::NAME { 0.97 } else { 1.0 }
}

/// The game of a session, on the narrowest or the widest bitboards.
///
/// # Errors
/// [`play::Error`]: it is not one of the games that papamu plays.
pub fn subject(session: &Game) -> Result<Box<dyn Subject>, play::Error> {
    fn boxed<G: Playable>(values: &Values) -> Result<Box<dyn Subject>, play::Error> {
        Ok(Box::new(G::new(values)?))
    }
    let values = session.values();
    macro_rules! on_bitboards {
        ($game:ident, $widest:literal) => {
            if session.name() == <$game<1>>::NAME {
                return match session.shape().bits() {
                    ..=64 => boxed::<$game<1>>(values),
                    _ => boxed::<$game<$widest>>(values),
                };
            }
        };
    }
    on_bitboards!(Konane, 4);
    on_bitboards!(Kanga, 6);
    on_bitboards!(SendIt, 6);
    on_bitboards!(Kangaroo, 2);
    Err(play::Error::syntax(format!("unknown game '{}'", session.name())))
}

/// The results so far, and the number of positions that may still be searched.
struct Proof<'a, R: Rules> {
    rules: &'a R,
    winner: Color,
    known: HashMap<(u64, u32), bool>,
    left: u64,
}

/// The moves with which the player to move forces the fastest win, if there is one within `depth` plies; otherwise
/// none. Repetition is ignored, because the shortest win repeats no position. Returns `None` if that needs more than
/// `most` positions. Positions are identified by [`RulesExt::hash`].
fn forced_wins<R: Rules>(rules: &R, position: &R::Position, depth: u32, most: u64) -> Option<Vec<R::Move>> {
    let winner = rules.turn(position);
    let mut proof = Proof { rules, winner, known: HashMap::new(), left: most };
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    for depth in 1..=depth {
        let mut winning = Vec::new();
        for &mv in &moves {
            if proof.is_won(&rules.after(position, mv), depth - 1)? {
                winning.push(mv);
            }
        }
        if !winning.is_empty() {
            return Some(winning);
        }
    }
    Some(Vec::new())
}

impl<R: Rules> Proof<'_, R> {
    /// Whether `winner` can force a win within `depth` moves.
    fn is_won(&mut self, position: &R::Position, depth: u32) -> Option<bool> {
        if let Some(outcome) = self.rules.outcome(position) {
            return Some(outcome.winner() == Some(self.winner));
        }
        if depth == 0 {
            return Some(false);
        }
        let key = (self.rules.hash(position), depth);
        if let Some(&won) = self.known.get(&key) {
            return Some(won);
        }
        self.left = self.left.checked_sub(1)?;
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        let any = self.rules.turn(position) == self.winner;
        // The winner needs one winning move; the opponent needs one move that avoids the loss.
        let mut won = !any;
        for mv in moves {
            if self.is_won(&self.rules.after(position, mv), depth - 1)? == any {
                won = any;
                break;
            }
        }
        self.known.insert(key, won);
        Some(won)
    }
}
