//! The games of a match, and the order in which they begin.

use super::Match;

/// Which engines play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every engine plays every other.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

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
        let pairings = match described.schedule {
            Schedule::RoundRobin => (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect(),
            Schedule::Gauntlet => (1..engines).map(|b| (0, b)).collect(),
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_pairs_with_colours_swapped() {
        let jobs = Jobs { pairings: vec![(0, 1), (0, 2), (1, 2)], rounds: 2 };
        let games: Vec<_> = (0..).map_while(|number| jobs.get(number)).map(|job| (job.round, job.players)).collect();
        let round = |round| [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]].map(|players| (round, players));
        assert_eq!(games, [round(0), round(1)].concat());
        assert_eq!(jobs.len(), 12);
    }

    #[test]
    fn a_match_may_have_more_games_than_fit_in_memory() {
        let jobs = Jobs { pairings: vec![(0, 1)], rounds: usize::MAX };
        assert_eq!(jobs.len(), usize::MAX);
        assert_eq!(jobs.get(usize::MAX - 1).unwrap().players, [0, 1]);
    }
}
