//! Which positions end the game when they occur again.

use std::collections::HashMap;

/// How often positions have occurred at the beginning of a turn, and how often one must occur to end the game.
///
/// ```
/// use papamu::game::Repetition;
///
/// let (seen, once) = (7, 8);
/// let repetition = Repetition::new(3, [seen, once, seen]);
/// assert_eq!(repetition.final_keys(), [seen]);
/// assert!(repetition.ends_with(once, 1));
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

    /// Whether the next occurrence of a position ends the game, if it has occurred `more` times since the last of the
    /// `keys`.
    #[inline]
    pub fn ends_with(&self, key: u64, more: u32) -> bool {
        self.is_on() && self.occurrences.get(&key).copied().unwrap_or(0) + more + 1 >= self.limit
    }

    /// The keys of the positions whose next occurrence ends the game.
    pub fn final_keys(&self) -> &[u64] {
        &self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_add_up_to_the_limit() {
        let repetition = Repetition::new(3, [1, 2, 1]);
        let ends = [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)];
        let ends = ends.map(|(key, more)| repetition.ends_with(key, more));
        assert_eq!(ends, [true, true, false, true, false, false, true]);
        assert_eq!(repetition.final_keys(), [1]);
        assert!(!Repetition::new(0, [1, 1, 1]).ends_with(1, 5));
        assert_eq!(Repetition::new(2, [5]).final_keys(), [5]);
    }
}
