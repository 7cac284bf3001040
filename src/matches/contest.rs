//! A match: its engines, its games, and who plays when.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Mutex;
use std::thread;

use crate::game::Outcome;
use crate::play::{Error, ErrorKind};
use crate::registry::Entry;
use crate::rng::mix;
use crate::system::{Cancel, lock, printable};

use super::failed;
use super::opening::RandomOpenings;
use super::player::Player;
use super::record::{Identity, PROVEN};
use super::{Fault, GameRecord, Log, Opening, Sprt, Standing, Terms};

#[derive(Clone)]
pub struct Match {
    /// The engines: a name and a command line each.
    pub engines: Vec<(String, String)>,
    /// Whether only the first engine plays all others; if not, everybody plays everybody.
    pub gauntlet: bool,
    /// Games between two engines; an odd number is rounded up, because each opening is played twice.
    pub games: usize,
    pub entry: &'static Entry,
    /// The options of the game, as for `set_game`.
    pub options: String,
    pub terms: Terms,
    /// The terms of engines that have their own, by the index of the engine.
    pub own_terms: BTreeMap<usize, Terms>,
    /// Openings, each played twice with colours swapped. Without openings, games begin with random turns.
    pub openings: Vec<Opening>,
    pub random_turns: u32,
    pub seed: u64,
    pub concurrency: usize,
    /// A sequential test between the first two engines, which may end the match.
    pub sprt: Option<Sprt>,
    pub log: Option<Log>,
}

struct Job {
    number: usize,
    /// The number of its opening: the two games of a pair share it.
    round: usize,
    players: [usize; 2],
}

/// An engine cannot be started. If the machine is the reason, there may be a remedy.
pub(super) fn cannot_start(name: &str, error: &io::Error) -> Error {
    let kind = if error.kind() == io::ErrorKind::InvalidInput { ErrorKind::Syntax } else { ErrorKind::Match };
    Error::new(kind, format!("{name} cannot be started: {error}{}", hint(error)))
}

fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput => "",
        _ => " (fewer games at a time, --concurrency, need fewer files, processes and less memory)",
    }
}

struct Running<'a> {
    described: &'a Match,
    /// All options with their values.
    options: String,
    /// The numbers of the games that were played before.
    known: BTreeSet<usize>,
    /// The random openings, if there are no others.
    draw: Mutex<RandomOpenings>,
    stop: &'a Cancel,
}

impl Match {
    pub fn number_of_games(&self) -> usize {
        self.games.div_ceil(2).saturating_mul(2 * self.pairings().len())
    }

    fn pairings(&self) -> Vec<(usize, usize)> {
        let engines = self.engines.len();
        let firsts = if self.gauntlet { 1 } else { engines };
        (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect()
    }

    /// The game with this number. The pairings alternate, so a match that is stopped is balanced. Games are computed on demand,
    /// because a match may have more of them than fit in memory.
    fn job(&self, number: usize) -> Option<Job> {
        let pairings = self.pairings();
        if number >= self.number_of_games() {
            return None;
        }
        let (round, place) = (number / (2 * pairings.len()), number % (2 * pairings.len()));
        let (a, b) = pairings[place / 2];
        let players = if place.is_multiple_of(2) { [a, b] } else { [b, a] };
        Some(Job { number, round, players })
    }

    /// What is known of an engine before it is asked.
    fn identity(&self, player: usize) -> Identity {
        let command = printable(&self.engines[player].1).into_owned();
        let limits = self.own_terms.get(&player).map(Terms::limits).unwrap_or_default();
        Identity { command, limits, ..Identity::default() }
    }

    /// Plays the match, except the games of `known`, which were played before. Calls `ended` after each game with its record
    /// and the standing. When `stop` is cancelled, or the sequential test has decided, the games in progress do not count. A
    /// match that `known` has decided is over.
    ///
    /// Returns the standing, and the error that ended the match, if there was one.
    pub fn run(
        &self,
        known: &[GameRecord],
        stop: &Cancel,
        mut ended: impl FnMut(&GameRecord, &Standing) -> Result<(), Error> + Send,
    ) -> (Standing, Result<(), Error>) {
        let mut standing = Standing::of(self.engines.iter().map(|(name, _)| name.as_str()), self.sprt);
        let result = self.begin(known, stop).and_then(|running| {
            known.iter().for_each(|record| standing.add(0, record));
            // A decision that is on record holds without the test, too.
            standing.decision = known.iter().find_map(|record| record.sprt).or(standing.decision);
            if standing.decision.is_some() {
                return Ok(());
            }
            running.try_engines(known)?;
            running.play_all(&mut standing, &mut ended)
        });
        (standing, result)
    }

    /// Checks everything that can be checked before the first game.
    fn begin<'a>(&'a self, known: &[GameRecord], stop: &'a Cancel) -> Result<Running<'a>, Error> {
        let options = self.entry.open(&self.options)?.values().to_string();
        let draw = Mutex::new(RandomOpenings::new(self.random_turns, self.seed));
        let mut running = Running { described: self, options, known: BTreeSet::new(), draw, stop };
        for record in known {
            running.check(record)?;
            if !running.known.insert(record.number) {
                return Err(failed(format!("game {} is recorded twice", record.number + 1)));
            }
        }
        Ok(running)
    }
}

impl Running<'_> {
    /// The opening of a game, the same for both games of a pair.
    fn opening(&self, job: &Job) -> Result<Opening, Error> {
        let (round, Match { openings, entry, .. }) = (job.round, self.described);
        Ok(match openings.len() {
            0 => lock(&self.draw).opening(round, &entry.open(&self.options)?),
            count => openings[round % count].clone(),
        })
    }

    fn check(&self, record: &GameRecord) -> Result<(), Error> {
        let number = record.number.saturating_add(1);
        let other = |difference: &str| Err(failed(format!("game {number} is of another match: {difference}")));
        let Some(job) = self.described.job(record.number) else {
            let all = self.described.number_of_games();
            return Err(failed(format!("game {number} is recorded, but the match has {all} games")));
        };
        if job.players.map(|player| &self.described.engines[player].0) != [&record.black, &record.white] {
            return other(&format!("{} against {}", record.black, record.white));
        }
        if record.game != self.described.entry.name || record.options != self.options {
            return other(&format!("{} {}", record.game, record.options));
        }
        let time = self.described.terms.time.to_string();
        if let Some(played) = record.time.as_ref().filter(|played| **played != time) {
            return other(&format!("{played}, not {time}"));
        }
        let proves = self.described.terms.prove.is_some();
        if let Some(rule) = record.adjudication.as_ref().filter(|rule| !proves || *rule != PROVEN) {
            return other(&format!("ended early by the rule '{rule}'"));
        }
        for (engine, player) in record.engines.iter().flatten().zip(job.players) {
            let (was, is) = (engine.setup(), self.described.identity(player).setup());
            if was != is {
                return other(&format!("{} was '{was}', not '{is}'", self.described.engines[player].0));
            }
        }
        if let (Some(decision), Some(test)) = (record.sprt, self.described.sprt)
            && !decision.test.is_like(&test)
        {
            return other(&format!("it was decided by {}, not {test}", decision.test));
        }
        let opening = self.opening(&job)?;
        let moves = opening.moves.iter().map(|(_, token)| token);
        if record.start != opening.start || !record.moves.iter().take(record.opening).eq(moves) {
            return other("the opening, or the seed");
        }
        Ok(())
    }

    fn start(&self, player: usize) -> Result<Player, Error> {
        let (name, command) = &self.described.engines[player];
        let log = self.described.log.as_ref();
        Player::launch(name, command, log, self.stop).map_err(|error| cannot_start(name, &error))
    }

    /// Starts each engine once, so that a program that does not exist ends the match before the first game. An engine that has
    /// played before must be the same program.
    fn try_engines(&self, known: &[GameRecord]) -> Result<(), Error> {
        for (index, (name, _)) in self.described.engines.iter().enumerate() {
            let mut player = self.start(index)?;
            // A setting that the user asks for must be accepted.
            if let Some(terms) = self.described.own_terms.get(&index)
                && let Err(fault @ Fault::Refused(..)) = player.start(terms, &Opening::default(), 0)
            {
                return Err(failed(format!("{name} {fault}")));
            }
            let played = known.iter().find_map(|record| {
                let side = [&record.black, &record.white].iter().position(|known| *known == name)?;
                let engine = &record.engines.as_ref()?[side];
                (!engine.name.is_empty() || !engine.version.is_empty()).then_some((record.number + 1, engine))
            });
            // An engine that does not answer forfeits its games.
            let mut now = Identity::default();
            if let Some((number, before)) = played
                && player.identify(&mut now).is_ok()
                && (&before.name, &before.version) != (&now.name, &now.version)
            {
                let program = |of: &Identity| format!("'{} {}'", of.name, of.version);
                let difference = format!("{name} was {}, not {}", program(before), program(&now));
                return Err(failed(format!("game {number} is of another match: {difference}")));
            }
        }
        Ok(())
    }

    /// Plays the remaining games, several at a time. A game is handed out only after the results so far have been counted, so
    /// that none begins after the decision.
    fn play_all(
        &self,
        standing: &mut Standing,
        ended: &mut (dyn FnMut(&GameRecord, &Standing) -> Result<(), Error> + Send),
    ) -> Result<(), Error> {
        let total = self.described.number_of_games();
        let threads = self.described.concurrency.max(1).min(total - self.known.len());
        let mut numbers = (0..total).filter(|number| !self.known.contains(number));
        let mut failure = None;
        // Counts a game that was played, and hands out the next one.
        let next = Mutex::new(|played: Result<Option<GameRecord>, Error>| {
            let counted = match played {
                // Games that end after the decision do not count.
                Ok(Some(mut record)) if standing.decision.is_none() => {
                    standing.add(0, &record);
                    record.sprt = standing.decision;
                    ended(&record, standing)
                }
                played => played.map(drop),
            };
            if counted.is_err() || standing.decision.is_some() {
                self.stop.cancel();
            }
            failure = failure.take().or(counted.err());
            numbers.next().filter(|_| !self.stop.is_cancelled()).and_then(|number| self.described.job(number))
        });
        let after = |played| (*lock(&next))(played);
        let work = || {
            let (mut players, mut played) = (BTreeMap::new(), Ok(None));
            while let Some(job) = after(played) {
                played = self.play(&job, &mut players);
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    let _ = after(Err(failed(format!("no thread for another game: {error}{}", hint(&error)))));
                    break;
                }
            }
        });
        failure.map_or(Ok(()), Err)
    }

    /// Plays one game; `None` if the match was stopped. Engines without a fault are kept for the next game.
    fn play(&self, job: &Job, players: &mut BTreeMap<usize, Player>) -> Result<Option<GameRecord>, Error> {
        let Match { engines, entry, terms, own_terms, seed, .. } = self.described;
        let opening = self.opening(job)?;
        let mut session = opening.play(&entry.open(&self.options)?);
        let [black, white] = job.players.map(|player| engines[player].0.clone());
        let mut record = GameRecord {
            game: entry.name.to_owned(),
            options: self.options.clone(),
            start: opening.start.clone(),
            opening: opening.moves.len(),
            moves: opening.moves.iter().map(|(_, token)| token.clone()).collect(),
            colors: opening.moves.iter().map(|(color, _)| color.letter()).collect(),
            black,
            white,
            engines: Some(job.players.map(|player| self.described.identity(player))),
            number: job.number,
            time: Some(terms.time.to_string()),
            ..GameRecord::default()
        };
        let mut running = |player| players.remove(&player).map_or_else(|| self.start(player), Ok);
        let mut pair = [running(job.players[0])?, running(job.players[1])?];
        let seed = mix(seed ^ job.number as u64) >> 16;
        let terms = job.players.map(|player| own_terms.get(&player).unwrap_or(terms));
        let played = super::game::play(&mut pair, &opening, seed, &mut session, terms, &mut record, self.stop);
        players.extend(job.players.into_iter().zip(pair));
        if let Err((color, fault)) = played {
            let engine = players.remove(&job.players[color.index()]);
            let end = engine.map(|player| player.process.explain_end()).unwrap_or_default();
            record.result = Outcome::Forfeit { winner: !color }.to_string();
            record.reason = Some(format!("{color} {fault}{end}"));
        }
        // What the engines did while they were being stopped does not count.
        Ok((!self.stop.is_cancelled()).then_some(record))
    }
}
