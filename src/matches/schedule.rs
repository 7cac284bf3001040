//! The games of a match, and the order in which they begin.

use super::Match;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The number of its opening: the two games of a pair share it.
    pub round: usize,
    /// The engines that play Black and White.
    pub players: [usize; 2],
}

/// The games of a match by number. The pairings alternate, so a match that is stopped is balanced. Games are computed on demand,
/// because a match may have more of them than fit in memory.
pub(super) struct Jobs {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
}

impl Jobs {
    pub(super) fn of(described: &Match) -> Self {
        let engines = described.engines.len();
        let firsts = if described.gauntlet { 1 } else { engines };
        let pairings = (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect();
        Self { pairings, rounds: described.games.div_ceil(2) }
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.rounds.saturating_mul(2 * self.pairings.len())
    }

    /// The game with this number.
    pub(super) fn get(&self, number: usize) -> Option<Job> {
        if number >= self.len() {
            return None;
        }
        let (round, place) = (number / (2 * self.pairings.len()), number % (2 * self.pairings.len()));
        let (a, b) = self.pairings[place / 2];
        Some(Job { number, round, players: if place.is_multiple_of(2) { [a, b] } else { [b, a] } })
    }
}
