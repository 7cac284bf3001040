//! The results of a match so far.

use std::collections::BTreeMap;

use super::{Decision, GameRecord, Sprt, SprtState, Tally};

/// The results of games, between each two engines that met.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub engines: Vec<String>,
    /// The results of each pairing, from the side of its first engine.
    pub tallies: BTreeMap<(usize, usize), Tally>,
    /// Half points of the games whose twin, with colours swapped, has not been played.
    halves: BTreeMap<(usize, usize, usize, usize), u32>,
    /// All games, in the order in which they ended.
    pub records: Vec<GameRecord>,
    pub test: Option<Sprt>,
    /// The end of the test. Later games do not change it.
    pub decision: Option<Decision>,
}

impl Standing {
    /// The standing before the first game between engines with these names.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>, test: Option<Sprt>) -> Self {
        Self { engines: names.into_iter().map(str::to_owned).collect(), test, ..Self::default() }
    }

    /// The standing after the games of these records. Each group holds the records of one match. Without a test, a decision
    /// that the records of a single match hold is taken over.
    pub fn of_records(groups: &[Vec<GameRecord>], test: Option<Sprt>) -> Self {
        // The first game of a match names its first two engines, but may not have been the first to end.
        let mut records: Vec<_> = groups.iter().flatten().collect();
        records.sort_by_key(|record| record.number);
        let mut standing = Self { test, ..Self::default() };
        for record in records {
            standing.engine(&record.black);
            standing.engine(&record.white);
        }
        for (group, records) in groups.iter().enumerate() {
            records.iter().for_each(|record| standing.add(group, record));
        }
        if let ([records], None) = (groups, test) {
            standing.decision = records.iter().find_map(|record| record.sprt);
        }
        standing
    }

    /// The index of the engine with this name. A new name adds an engine.
    fn engine(&mut self, name: &str) -> usize {
        self.engines.iter().position(|known| known == name).unwrap_or_else(|| {
            self.engines.push(name.to_owned());
            self.engines.len() - 1
        })
    }

    /// Counts a game. The games 2n and 2n + 1 of the same `group`, a match, are a pair.
    pub fn add(&mut self, group: usize, record: &GameRecord) {
        self.records.push(record.clone());
        let [black, white] = [&record.black, &record.white].map(|name| self.engine(name));
        let pairing = (black.min(white), black.max(white));
        let first_has_black = black == pairing.0;
        let half = if first_has_black { record.half_points() } else { 2 - record.half_points() };
        let tally = self.tallies.entry(pairing).or_default();
        tally.by_color[usize::from(!first_has_black)][2 - half as usize] += 1;
        let twin = (group, pairing.0, pairing.1, record.number / 2);
        match self.halves.remove(&twin) {
            Some(other) => {
                tally.pairs[(half + other) as usize] += 1;
                if pairing == (0, 1) {
                    self.decision = self.decision.or_else(|| self.test?.decision(tally));
                }
            }
            None => drop(self.halves.insert(twin, half)),
        }
    }

    /// The state of the test: its decision, or else that after the results so far.
    pub fn sprt(&self) -> Option<SprtState> {
        let tally = self.tallies.get(&(0, 1)).copied().unwrap_or_default();
        self.decision.map(|end| end.verdict()).or(self.test.map(|test| test.verdict(&tally)))
    }

    pub fn games(&self) -> u32 {
        self.tallies.values().map(Tally::games).sum()
    }
}
