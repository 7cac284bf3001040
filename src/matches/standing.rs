//! The results of a match so far.

use std::collections::BTreeMap;

use crate::game::Color;

use super::{Decision, Fault, GameRecord, Sprt, Tally};

/// The results of games, between each two engines that met and for each engine.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The engines.
    pub engines: Vec<EngineTotals>,
    /// The results of each pairing, from the side of its first engine.
    pub tallies: BTreeMap<(usize, usize), Tally>,
    /// Half points of the games whose twin, with colours swapped, has not been played.
    halves: BTreeMap<(usize, usize, usize, usize), u32>,
    /// All games, in the order in which they ended.
    pub records: Vec<GameRecord>,
    /// The sequential test of the first two engines, if there is one.
    pub test: Option<Sprt>,
    /// The end of the test. Later games do not change it.
    pub decision: Option<Decision>,
}

/// The totals of an engine. They saturate.
#[derive(Clone, Debug, Default)]
pub struct EngineTotals {
    /// Its name.
    pub name: String,
    /// Games.
    pub games: u64,
    /// Games in which it made a legal move.
    pub games_with_moves: u64,
    /// Games that it forfeited, by fault.
    pub forfeits: BTreeMap<String, u64>,
    /// Number of moves that it was asked for.
    pub asked: u64,
    /// Milliseconds that it used.
    pub millis: u64,
    /// Nodes that it has searched.
    pub nodes: u64,
}

impl EngineTotals {
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Games that it forfeited.
    pub(crate) fn forfeited(&self) -> u64 {
        self.forfeits.values().sum()
    }

    /// Whether it forfeited every game without a legal move.
    pub(crate) fn could_not_play(&self) -> bool {
        self.games > 0 && self.games_with_moves == 0 && self.forfeited() == self.games
    }
}

impl Standing {
    /// The standing before the first game between engines with these names.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>, test: Option<Sprt>) -> Self {
        Self { engines: names.into_iter().map(EngineTotals::named).collect(), test, ..Self::default() }
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
        self.engines.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.engines.push(EngineTotals::named(name));
            self.engines.len() - 1
        })
    }

    /// Counts a game. The games 2n and 2n + 1 of the same `group`, a match, are a pair.
    pub fn add(&mut self, group: usize, record: &GameRecord) {
        let players = [&record.black, &record.white].map(|name| self.engine(name));
        self.add_result(group, record, players);
        self.add_work(record, players);
        self.records.push(record.clone());
    }

    fn add_result(&mut self, group: usize, record: &GameRecord, [black, white]: [usize; 2]) {
        let pairing = (black.min(white), black.max(white));
        let first_has_black = black == pairing.0;
        let half: u32 = match record.result.chars().next() {
            Some('B') => 2,
            Some('W') => 0,
            _ => 1,
        };
        let half = if first_has_black { half } else { 2 - half };
        let tally = self.tallies.entry(pairing).or_default();
        tally.by_color[usize::from(!first_has_black)][2 - half as usize] += 1;
        let twin = (group, pairing.0, pairing.1, record.number / 2);
        match self.halves.remove(&twin) {
            Some(other) => {
                tally.single[other as usize] -= 1;
                tally.pairs[(half + other) as usize] += 1;
                if pairing == (0, 1) {
                    self.decision = self.decision.or_else(|| self.test?.decision(tally));
                }
            }
            None => {
                tally.single[half as usize] += 1;
                self.halves.insert(twin, half);
            }
        }
    }

    fn add_work(&mut self, record: &GameRecord, players: [usize; 2]) {
        let moves = record.colors.get(record.opening..).unwrap_or_default();
        let fault = record.fault().unwrap_or_default();
        for color in Color::BOTH {
            let side = color.index();
            let engine = &mut self.engines[players[side]];
            engine.games = engine.games.saturating_add(1);
            let forfeit = fault.filter(|(loser, _)| *loser == color).map(|(_, fault)| fault);
            if let Some(fault) = forfeit {
                let kind = Fault::kind(fault).to_owned();
                *engine.forfeits.entry(kind).or_default() += 1;
            }
            let made = moves.chars().filter(|&letter| letter == color.letter()).count() as u64;
            let has_moved = made > 0 || forfeit.is_none();
            engine.games_with_moves = engine.games_with_moves.saturating_add(u64::from(has_moved));
            let asked = if record.asked == [0; 2] { made } else { record.asked[side] };
            engine.asked = engine.asked.saturating_add(asked);
            engine.millis = engine.millis.saturating_add(record.millis[side]);
            engine.nodes = engine.nodes.saturating_add(record.nodes[side]);
        }
    }

    /// Points of an engine against all others.
    pub(crate) fn points(&self, engine: usize) -> f64 {
        let points = |(&(first, second), tally): (&(usize, usize), &Tally)| {
            let [won, drawn, lost] = tally.wdl().map(f64::from);
            let mut points = 0.0;
            if first == engine {
                points += won + drawn / 2.0;
            }
            if second == engine {
                points += lost + drawn / 2.0;
            }
            points
        };
        self.tallies.iter().map(points).sum()
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.tallies.values().map(Tally::games).sum()
    }
}
