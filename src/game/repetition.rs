//! Which positions end the game when they occur again.

use std::collections::HashMap;

use crate::rng::mix;

/// How often positions have occurred at the beginning of a turn, and how often one must occur to end the game.
///
/// ```
/// use papamu::game::Repetition;
///
/// let (seen, once) = (7, 8);
/// let repetition = Repetition::new(3, [seen, once, seen]);
/// assert_eq!(repetition.final_keys(), [seen]);
/// assert!(repetition.ends_with(seen) && !repetition.ends_with(once));
/// assert!(!Repetition::off().is_on());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    limit: u32,
    occurrences: HashMap<u64, u32>,
    /// The keys of the positions whose next occurrence ends the game.
    last: Vec<u64>,
}

impl Repetition {
    /// Repetition does not end the game.
    pub fn off() -> Self {
        Self::default()
    }

    /// The game ends when a position occurs for the `limit`th time; 0 is [`off`](Self::off). `keys` are the keys of the
    /// positions so far, including the current one.
    pub fn new(limit: u32, keys: impl IntoIterator<Item = u64>) -> Self {
        if limit == 0 {
            return Self::off();
        }
        let mut occurrences: HashMap<u64, u32> = HashMap::new();
        keys.into_iter().for_each(|key| *occurrences.entry(key).or_default() += 1);
        let last = occurrences.iter().filter(|&(_, times)| times + 1 >= limit).map(|(&key, _)| key).collect();
        Self { limit, occurrences, last }
    }

    /// Whether repetition ends the game at all.
    pub fn is_on(&self) -> bool {
        self.limit > 0
    }

    /// Whether the next occurrence of a position ends the game.
    #[inline]
    pub fn ends_with(&self, key: u64) -> bool {
        self.is_on() && self.occurrences.get(&key).copied().unwrap_or(0) + 1 >= self.limit
    }

    /// The keys of the positions whose next occurrence ends the game.
    pub fn final_keys(&self) -> &[u64] {
        &self.last
    }

    /// The positions so far with one more occurrence of this one.
    #[must_use]
    pub fn with(&self, key: u64) -> Self {
        let mut after = self.clone();
        if self.is_on() {
            let times = after.occurrences.entry(key).or_default();
            *times += 1;
            if *times + 1 == self.limit {
                after.last.push(key);
            }
        }
        after
    }

    /// Without the positions whose next occurrence does not end the game.
    #[must_use]
    pub fn final_only(mut self) -> Self {
        self.occurrences.retain(|_, times| *times + 1 >= self.limit);
        self.occurrences.shrink_to_fit();
        self
    }

    /// A number that is the same for all games whose [`final_keys`](Self::final_keys) are the same, and 0 if there are
    /// none.
    pub fn final_hash(&self) -> u64 {
        self.last.iter().fold(0, |sum: u64, &key| sum.wrapping_add(mix(key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_add_up_to_the_limit() {
        let repetition = Repetition::new(3, [1, 2, 1]);
        assert_eq!([1, 2, 3].map(|key| repetition.ends_with(key)), [true, false, false]);
        assert_eq!([2, 3].map(|key| repetition.with(key).ends_with(key)), [true, false]);
        assert_eq!(repetition.final_keys(), [1]);
        assert!(!Repetition::new(0, [1, 1, 1]).ends_with(1));
        assert_eq!(Repetition::new(2, [5]).final_keys(), [5]);
    }

    #[test]
    fn one_more_occurrence_counts_as_if_it_had_been_there() {
        for limit in 0..5 {
            let mut grown = Repetition::new(limit, []);
            for length in 0..6 {
                let keys = [1, 2, 1, 1, 2, 1];
                let whole = Repetition::new(limit, keys[..length].iter().copied());
                let sorted = |repetition: &Repetition| {
                    let mut keys = repetition.final_keys().to_vec();
                    keys.sort_unstable();
                    keys
                };
                // A limit of 1 ends the game at once, so nothing follows.
                if limit != 1 {
                    assert_eq!(sorted(&grown), sorted(&whole), "{limit} {length}");
                    assert_eq!(grown.final_hash(), whole.final_hash());
                }
                grown = grown.with(keys[length]);
            }
        }
        assert_ne!(Repetition::new(3, [1, 1]).final_hash(), Repetition::new(3, [2, 2]).final_hash());
        assert_eq!(Repetition::new(3, [1, 2]).final_hash(), 0);
        let few = Repetition::new(3, [1, 2, 1]).final_only();
        assert_eq!((few.final_keys(), few.ends_with(1), few.with(2).ends_with(2)), (&[1][..], true, false));
    }
}
