//! Regret: how many proven wins and draws the engine gives away. Where perfect play is known, it measures engines that beat
//! every opponent.

use papamu::game::{Color, Content, Verdict};
use papamu::play::{Game, Search, SearchParams};
use papamu::rng::{Rng, mix};
use papamu::solve::Solution;
use statrs::distribution::{Beta, ContinuousCDF};

/// Random games are cut off after this many turns.
pub const LONGEST: u32 = 600;
/// Positions tried for each sample asked for.
const TRIES: u64 = 1_000;

/// How positions are drawn, and how they are judged.
#[derive(Clone, Debug)]
pub struct Regret {
    /// Proven wins to test.
    pub wins: u64,
    /// The fewest and the most random turns before a position.
    pub turns: (u32, u32),
    /// Random turns go on until at most this many stones are left.
    pub stones: Option<u32>,
    /// The seed of the positions.
    pub seed: u64,
    /// How the engine chooses its move.
    pub engine: SearchParams,
    /// How positions are proven, before and after the move.
    pub proof: SearchParams,
}

/// Counts for one kind of proven result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// Positions whose result was proven before and after the engine's move.
    pub positions: u64,
    /// Those in which the engine's move gave the result away.
    pub given_away: u64,
    /// Positions in which the result after the move could not be proven; they are not in `positions`.
    pub unknown: u64,
}

/// The proven results that an engine kept and gave away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Proven wins.
    pub wins: Count,
    /// Proven draws.
    pub draws: Count,
    /// Positions that were drawn at random, those without a proof included.
    pub drawn: u64,
}

/// A position in which the engine gave something away.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The position.
    pub position: String,
    /// The engine's turn.
    pub played: String,
    /// A turn that keeps the result.
    pub better: String,
}

impl Count {
    /// The share of positions in which the result was given away.
    pub fn rate(&self) -> f64 {
        self.given_away as f64 / self.positions.max(1) as f64
    }

    /// The upper end of the one-sided 95 % interval of [`rate`](Self::rate) (Clopper and Pearson, "The use of confidence or
    /// fiducial limits illustrated in the case of the binomial", 1934).
    pub fn upper_bound(&self) -> f64 {
        let (given_away, kept) = (self.given_away as f64, (self.positions - self.given_away) as f64);
        // Without a position that was kept there is no distribution, and no bound below 1.
        Beta::new(given_away + 1.0, kept).map_or(1.0, |rate| rate.inverse_cdf(0.95))
    }
}

impl Regret {
    /// Tests the engine in random positions of `game`. Calls `found` for each mistake, and `progress` before each position with
    /// the findings so far.
    pub fn run(&self, game: &Game, mut found: impl FnMut(&Mistake), mut progress: impl FnMut(&Findings)) -> Findings {
        let mut findings = Findings::default();
        for number in 0..self.wins.saturating_mul(TRIES) {
            if findings.wins.positions + findings.wins.unknown >= self.wins {
                break;
            }
            progress(&findings);
            let mut rng = Rng::new(mix(self.seed ^ mix(number)));
            let Some(mut session) = self.position(game, &mut rng) else { continue };
            findings.drawn += 1;
            let side = session.turn();
            let Ok(Solution { verdict: Some(known), best: Some(better), .. }) =
                session.solve(Search::with(self.proof.clone()))
            else {
                continue;
            };
            let count = if known == Verdict::Win { &mut findings.wins } else { &mut findings.draws };
            let position = session.position();
            let Ok(choice) = session.choose(Search::with(self.engine.clone()).player(side)) else { continue };
            if session.play_choice(&choice).is_err() {
                continue;
            }
            match self.known(&session, side) {
                None => count.unknown += 1,
                Some(after) => {
                    count.positions += 1;
                    if after < known {
                        count.given_away += 1;
                        found(&Mistake { position, played: choice.token().to_owned(), better });
                    }
                }
            }
        }
        findings
    }

    /// A random position, unless the game ended before.
    fn position(&self, game: &Game, rng: &mut Rng) -> Option<Game> {
        let mut session = game.fresh();
        let (least, most) = self.turns;
        let turns = least.saturating_add(rng.below(most.saturating_sub(least).saturating_add(1)));
        let stones = |session: &Game| {
            session.rows().iter().flatten().filter(|(_, content)| *content != Content::Empty).count() as u32
        };
        for turn in 0..LONGEST {
            if session.outcome().is_some() {
                return None;
            }
            if turn >= turns && self.stones.is_none_or(|most| stones(&session) <= most) {
                // A game of its own: repetitions of the random turns do not count.
                let position = session.position();
                session.set_position(&position).ok()?;
                return session.outcome().is_none().then_some(session);
            }
            session.play_random_turn(rng)?;
        }
        None
    }

    /// The proven result for a player; `None` if there is no proof.
    fn known(&self, session: &Game, side: Color) -> Option<Verdict> {
        if let Some(outcome) = session.outcome() {
            return Some(Verdict::of(outcome.winner(), side));
        }
        let known = session.solve(Search::with(self.proof.clone())).ok()?.verdict?;
        Some(if session.turn() == side { known } else { !known })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_the_binomial_distribution() {
        let bound = |given_away, positions| Count { positions, given_away, unknown: 0 }.upper_bound();
        // The rule of three, and values of the tables.
        assert!((bound(0, 1_000) - 0.002_991).abs() < 1e-5);
        assert!((bound(1, 10) - 0.394).abs() < 1e-3);
        assert!((bound(5, 100) - 0.1023).abs() < 1e-3);
        assert!((bound(10, 10) - 1.0).abs() < 1e-9);
    }

    /// The probability of no mistake in 3,000 positions at a rate of 0.46 is about 10⁻⁸⁰⁰, less than the smallest number.
    #[test]
    fn bounds_of_many_positions_are_above_their_rate() {
        let bound = |given_away, positions| Count { positions, given_away, unknown: 0 }.upper_bound();
        for (given_away, positions, expected) in [(1_390, 3_000, 0.4784967), (50_000, 100_000, 0.5026057)] {
            let found = bound(given_away, positions);
            assert!((found - expected).abs() < 1e-6, "{given_away} of {positions}: {found}");
        }
    }
}
