//! Matches between engines that speak the protocol, this one or others. papamu is the referee: managers made for Go do not
//! know these games.
//!
//! An engine that makes an illegal move, is late, silent, prints what is no reply or ends loses that game, and is
//! started again for the next.

mod game;
mod opening;
mod player;
mod record;
mod report;
mod stats;

pub use game::{Terms, TimeControl};
pub use opening::{Opening, OpeningError, random as random_opening, read as read_openings};
pub use player::Fault;
pub use record::{GameRecord, RecordFile, ReplayError, read_records};
pub use report::{Table, pgn, svg};
pub use stats::{Estimate, Sprt, Tally, Verdict};

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::game::Color;
use crate::games::{self, Entry};
use crate::rng::mix;
use crate::session::Session;

use game::Played;
use player::Player;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against all others.
    Gauntlet,
}

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines: a name and a command line each.
    pub engines: Vec<(String, String)>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Games between two engines.
    pub games: usize,
    /// The game's name.
    pub game: String,
    /// Its options, as for `set_game`.
    pub options: String,
    /// Time and patience.
    pub terms: Terms,
    /// Openings, each played twice with colours swapped; where there are none, games begin with random turns.
    pub openings: Vec<Opening>,
    /// Random turns.
    pub random_turns: u32,
    /// Seed of the random turns and of the engines.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// The test that may stop the match, between the first two engines.
    pub sprt: Option<Sprt>,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    /// Number in the match.
    number: usize,
    /// Which pair of games between its engines it belongs to.
    round: usize,
    /// The engines that have Black and White.
    players: [usize; 2],
}

/// What games have come to, between each two engines that met.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The names of the engines.
    pub engines: Vec<String>,
    /// From the side of the first of two engines.
    pub tallies: BTreeMap<(usize, usize), Tally>,
    /// Half points of the games whose twins, with colours swapped, have not been played.
    halves: BTreeMap<(usize, usize, usize, usize), u32>,
    /// For each engine, the faults that have cost it games.
    pub faults: BTreeMap<(usize, String), u32>,
    /// For each engine, milliseconds, nodes and moves.
    pub work: BTreeMap<usize, [u64; 3]>,
    /// The score of the first engine against the second after each game between them, for the picture.
    pub course: Vec<Estimate>,
    /// All games, in the order in which they ended.
    pub records: Vec<GameRecord>,
}

impl Match {
    /// The games, in the order in which they are begun: all pairings in turn, so that a match that is broken off is even.
    fn jobs(&self) -> Vec<Job> {
        let engines = self.engines.len();
        let pairings: Vec<(usize, usize)> = match self.schedule {
            Schedule::RoundRobin => (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect(),
            Schedule::Gauntlet => (1..engines).map(|b| (0, b)).collect(),
        };
        let mut jobs = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            for &(a, b) in &pairings {
                for players in [[a, b], [b, a]].into_iter().take(self.games - 2 * round) {
                    jobs.push(Job { number: jobs.len(), round, players });
                }
            }
        }
        jobs
    }

    /// Games of the whole match.
    pub fn number_of_games(&self) -> usize {
        self.jobs().len()
    }

    /// The opening of a game, the same for both games of a pair.
    fn opening(&self, job: &Job, open: impl Fn() -> Box<dyn Session>) -> Opening {
        match self.openings.len() {
            0 => opening::random(self.random_turns, mix(self.seed ^ mix(job.round as u64)), open),
            count => self.openings[job.round % count].clone(),
        }
    }

    /// Checks that a game was one of this match, which tells its results by `options`, and returns it.
    fn job_of(
        &self,
        record: &GameRecord,
        jobs: &[Job],
        options: &str,
        open: impl Fn() -> Box<dyn Session>,
    ) -> Result<Job, String> {
        let number = record.number + 1;
        let other = |what: &str| Err(format!("game {number} is of another match: {what}"));
        let Some(job) = jobs.get(record.number) else {
            return Err(format!("there is a game {number}, and the match has {}", jobs.len()));
        };
        let names = job.players.map(|player| &self.engines[player].0);
        if names != [&record.black, &record.white] {
            return other(&format!("{} against {}", record.black, record.white));
        }
        if record.game != self.game || record.options != options {
            return other(&format!("{} {}", record.game, record.options));
        }
        let time = self.terms.time.to_string();
        if record.time.as_ref().is_some_and(|played| *played != time) {
            return other(&format!("{}, not {time}", record.time.as_deref().unwrap_or_default()));
        }
        let opening = self.opening(job, open);
        let moves = opening.moves.iter().map(|(_, token)| token);
        if record.start != opening.start || !record.moves.iter().take(record.opening).eq(moves) {
            return other("the opening, or the seed");
        }
        Ok(*job)
    }

    /// Plays the match; `known` are records of games that need not be played again. Each game that ends is given to
    /// `ended` with the standing; that says whether to go on.
    ///
    /// # Errors
    /// Those of `ended`; a game that does not exist, or a record that is not of this match.
    pub fn run(
        &self,
        games: &'static [Entry],
        known: &[GameRecord],
        mut ended: impl FnMut(&GameRecord, &Standing) -> io::Result<bool>,
    ) -> io::Result<Standing> {
        let other = |text: String| io::Error::other(text);
        let entry = games::find(games, &self.game).map_err(|error| other(error.to_string()))?;
        let first = entry.open(&self.options).map_err(|error| other(error.to_string()))?;
        let options = first.values().to_string();
        let open = || entry.open(&options).unwrap_or_else(|_| unreachable!("it has been opened before"));
        let jobs = self.jobs();
        let mut standing = Standing::of(self.engines.iter().map(|(name, _)| name.clone()).collect());
        let mut waiting: Vec<Job> = jobs.clone();
        for record in known {
            let job = self.job_of(record, &jobs, &options, open).map_err(other)?;
            let open_before = waiting.len();
            waiting.retain(|waiting| *waiting != job);
            if waiting.len() == open_before {
                return Err(other(format!("game {} is there twice", job.number + 1)));
            }
            standing.add(0, record);
        }
        // An engine that is not there is no game lost: nothing is played.
        for (name, command) in &self.engines {
            Player::start(command).map_err(|fault| other(format!("{name} {fault}")))?;
        }
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (sender, waiting, next, stop, open, options) =
                    (sender.clone(), &waiting, &next, &stop, &open, &options);
                scope.spawn(move || {
                    let mut running: BTreeMap<usize, Player> = BTreeMap::new();
                    while !stop.load(Ordering::Relaxed) {
                        let Some(job) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                        let opening = self.opening(job, open);
                        let record = self.play(job, &opening, open(), options, &mut running);
                        if sender.send(record).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            for record in receiver {
                standing.add(0, &record);
                match ended(&record, &standing) {
                    Ok(true) => {}
                    Ok(false) => stop.store(true, Ordering::Relaxed),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        result = Err(error);
                    }
                }
            }
            result
        })?;
        Ok(standing)
    }

    /// Plays one game. Engines that have done nothing wrong are kept for the next.
    fn play(
        &self,
        job: &Job,
        opening: &Opening,
        mut session: Box<dyn Session>,
        options: &str,
        running: &mut BTreeMap<usize, Player>,
    ) -> GameRecord {
        if let Some(start) = &opening.start {
            let _ = session.set_position(start); // it was when it was read
        }
        for (color, token) in &opening.moves {
            let _ = session.play(*color, token, crate::game::Style::Whole);
        }
        let played = self.play_between(job, opening, &mut *session, running);
        let reason = played.fault.as_ref().map(|(color, fault)| {
            running.remove(&job.players[color.index()]);
            format!("{color} {fault}")
        });
        let mut moves: Vec<_> = opening.moves.iter().map(|(_, token)| token.clone()).collect();
        moves.extend(played.moves);
        let name = |side: Color| self.engines[job.players[side.index()]].0.clone();
        GameRecord {
            game: self.game.clone(),
            options: options.to_owned(),
            start: opening.start.clone(),
            opening: opening.moves.len(),
            moves,
            black: name(Color::Black),
            white: name(Color::White),
            result: played.result,
            reason,
            number: job.number,
            time: Some(self.terms.time.to_string()),
            asked: played.asked,
            millis: played.millis,
            nodes: played.nodes,
        }
    }

    fn play_between(
        &self,
        job: &Job,
        opening: &Opening,
        session: &mut dyn Session,
        running: &mut BTreeMap<usize, Player>,
    ) -> Played {
        let lost = |color: Color, fault| Played {
            result: format!("{}+R", if color == Color::Black { 'W' } else { 'B' }),
            winner: Some(!color),
            fault: Some((color, fault)),
            ..Played::default()
        };
        // An engine that plays itself is two processes.
        let mut both = Vec::new();
        for color in Color::BOTH {
            let player = job.players[color.index()];
            let player = match running.remove(&player) {
                Some(player) => Ok(player),
                None => Player::start(&self.engines[player].1),
            };
            match player {
                Ok(player) => both.push(player),
                Err(fault) => return lost(color, fault),
            }
        }
        let [black, white] = &mut both[..] else { unreachable!("one for each colour") };
        let mut pair = [black, white];
        let seed = mix(self.seed ^ job.number as u64) >> 16;
        let played = match game::prepare(&mut pair, &self.terms, opening.start.as_deref(), &opening.moves, seed) {
            Err((color, fault)) => lost(color, fault),
            Ok(()) => game::play(&mut pair, session, &self.terms),
        };
        for (player, &number) in both.into_iter().zip(&job.players) {
            running.insert(number, player);
        }
        played
    }
}

impl Standing {
    /// Before the first game between engines of these names.
    pub fn of(engines: Vec<String>) -> Self {
        Self { engines, ..Self::default() }
    }

    /// The place of a name; one not seen before is a new engine.
    fn engine(&mut self, name: &str) -> usize {
        self.engines.iter().position(|known| known == name).unwrap_or_else(|| {
            self.engines.push(name.to_owned());
            self.engines.len() - 1
        })
    }

    /// Counts a game. Games of the same `group`, a match, are pairs where their numbers are 2n and 2n + 1.
    pub fn add(&mut self, group: usize, record: &GameRecord) {
        let [black, white] = [&record.black, &record.white].map(|name| self.engine(name));
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
            }
            None => {
                tally.single[half as usize] += 1;
                self.halves.insert(twin, half);
            }
        }
        if pairing == (0, 1)
            && let Some(estimate) = tally.estimate()
        {
            self.course.push(estimate);
        }
        if let Some((side, fault)) = record.reason.as_deref().and_then(|reason| reason.split_once(' ')) {
            let loser = if side == "Black" { black } else { white };
            let kind = Fault::KINDS.into_iter().find(|kind| fault.starts_with(kind)).unwrap_or(fault).to_owned();
            *self.faults.entry((loser, kind)).or_default() += 1;
        }
        self.records.push(record.clone());
        let made = record.moves.len().saturating_sub(record.opening) as u64;
        for (player, side) in [(black, 0), (white, 1)] {
            let asked = if record.asked == [0; 2] { made.div_ceil(2) } else { record.asked[side] };
            let new = [record.millis[side], record.nodes[side], asked];
            let work = self.work.entry(player).or_default();
            *work = std::array::from_fn(|index| work[index] + new[index]);
        }
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.tallies.values().map(Tally::games).sum()
    }
}

/// What the records of games have come to; those of one match are a group.
pub fn standing(groups: &[Vec<GameRecord>]) -> Standing {
    let mut standing = Standing::default();
    for (group, records) in groups.iter().enumerate() {
        records.iter().for_each(|record| standing.add(group, record));
    }
    standing
}

/// Time for a move that no clock bounds.
pub const PATIENCE: Duration = Duration::from_secs(60);
