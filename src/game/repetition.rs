//! Which positions end the game when they occur again.

use std::collections::HashMap;

use crate::rng::mix;

/// How often positions have occurred at the beginning of a turn, and how often one must occur to end the game.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    limit: u32,
    occurrences: HashMap<u64, u32>,
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
