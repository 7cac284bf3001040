//! A match: its engines, its games, and who plays when.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::game::Color;
use crate::play;
use crate::play::Game;
use crate::registry::{self, Entry};
use crate::rng::mix;
use crate::system::Cancel;
use crate::system::printable;

use super::game::{Pair, Played};
use super::opening::RandomOpenings;
use super::player::{Player, Start};
use super::record::PROVEN;
use super::schedule::{Job, Jobs};
use super::{Fault, GameRecord, Identity, Log, Opening, RecordError, Schedule, Sprt, Standing, Terms};

/// How often the log has a line of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines: a name and a command line each.
    pub engines: Vec<(String, String)>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Games between two engines; an odd number is rounded up, because each opening is played twice.
    pub games: usize,
    /// The game's name.
    pub game: String,
    /// Its options, as for `set_game`.
    pub options: String,
    /// Time limits.
    pub terms: Terms,
    /// Openings, each played twice with colours swapped. Without openings, games begin with random turns.
    pub openings: Vec<Opening>,
    /// The number of random turns at the start.
    pub random_turns: u32,
    /// Seed of the random turns and of the engines.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
    /// A sequential test between the first two engines, which may end the match.
    pub sprt: Option<Sprt>,
    /// The log of the conversations with the engines.
    pub log: Option<Log>,
}

/// Why a match cannot begin, or ends before its last game.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The game or its options.
    #[error(transparent)]
    Open(#[from] play::Error),
    /// The match cannot go on from these records.
    #[error("{0}")]
    Resume(String),
    /// An engine cannot be started.
    #[error("{name} cannot be started: {error}{}", hint(.error))]
    Start {
        /// The engine's name.
        name: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// No thread can be started that plays games.
    #[error("no thread for another game: {error}{}", hint(.error))]
    Thread {
        /// The error of the operating system.
        error: io::Error,
    },
    /// A game could not be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Advice on an error of the operating system, if there is any.
fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput => "",
        _ => " (fewer games at a time, --concurrency, need fewer files, processes and less memory)",
    }
}

/// The state that all games of a running match share.
struct Running<'a> {
    described: &'a Match,
    jobs: &'a Jobs,
    entry: &'static Entry,
    /// All options with their values.
    options: String,
    /// The numbers of the games that were played before.
    known: BTreeSet<usize>,
    /// The random openings, if there are no others.
    draw: Mutex<RandomOpenings>,
    /// Cancels the games in progress.
    stop: &'a Cancel,
}

impl Match {
    /// Number of games of the whole match.
    pub fn number_of_games(&self) -> usize {
        Jobs::of(self).len()
    }

    /// Plays the match, except the games of `known`, which were played before. Calls `ended` after each game with its record
    /// and the standing. When `stop` is cancelled, or the sequential test has decided, the games in progress do not count. A
    /// match that `known` has decided is over.
    ///
    /// Returns the standing, and the error that ended the match, if there was one.
    pub fn run(
        &self,
        games: &'static [Entry],
        known: &[GameRecord],
        stop: &Cancel,
        mut ended: impl FnMut(&GameRecord, &Standing) -> Result<(), RecordError>,
    ) -> (Standing, Result<(), MatchError>) {
        let mut standing = Standing::of(self.engines.iter().map(|(name, _)| name.as_str()), self.sprt);
        let jobs = Jobs::of(self);
        let result = self.begin(games, known, &jobs, stop).and_then(|running| {
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
    fn begin<'a>(
        &'a self,
        games: &'static [Entry],
        known: &[GameRecord],
        jobs: &'a Jobs,
        stop: &'a Cancel,
    ) -> Result<Running<'a>, MatchError> {
        let entry = registry::find(games, &self.game).map_err(play::Error::from)?;
        let options = entry.open(&self.options)?.values().to_string();
        let draw = Mutex::new(RandomOpenings::new(self.random_turns, self.seed));
        let mut running = Running { described: self, jobs, entry, options, known: BTreeSet::new(), draw, stop };
        for record in known {
            running.check(record)?;
            if !running.known.insert(record.number) {
                return Err(MatchError::Resume(format!("game {} is recorded twice", record.number + 1)));
            }
        }
        Ok(running)
    }
}

impl Running<'_> {
    /// A new game of the match.
    fn open(&self) -> Result<Game, MatchError> {
        Ok(self.entry.open(&self.options)?)
    }

    /// The opening of a game, the same for both games of a pair.
    fn opening(&self, job: &Job) -> Result<Opening, MatchError> {
        let openings = &self.described.openings;
        Ok(match openings.len() {
            0 => self.draw.lock().unwrap_or_else(PoisonError::into_inner).opening(job.round, &self.open()?),
            count => openings[job.round % count].clone(),
        })
    }

    /// Checks that a record is of a game of this match.
    fn check(&self, record: &GameRecord) -> Result<(), MatchError> {
        let number = record.number.saturating_add(1);
        let other =
            |difference: &str| Err(MatchError::Resume(format!("game {number} is of another match: {difference}")));
        let Some(job) = self.jobs.get(record.number) else {
            let all = self.jobs.len();
            return Err(MatchError::Resume(format!("game {number} is recorded, but the match has {all} games")));
        };
        let names = job.players.map(|player| &self.described.engines[player].0);
        if names != [&record.black, &record.white] {
            return other(&format!("{} against {}", record.black, record.white));
        }
        if record.game != self.described.game || record.options != self.options {
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
        for (side, player) in job.players.into_iter().enumerate() {
            let (name, command) = &self.described.engines[player];
            match record.engines.as_ref().map(|engines| &engines[side].command) {
                Some(played) if *played != printable(command) => {
                    return other(&format!("{name} was '{played}', not '{command}'"));
                }
                _ => {}
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

    fn start(&self, player: usize) -> Result<Player, MatchError> {
        let (name, command) = &self.described.engines[player];
        let log = self.described.log.as_ref();
        Player::launch(name, command, log, self.stop).map_err(|error| MatchError::Start { name: name.clone(), error })
    }

    /// Starts each engine once, so that a program that does not exist ends the match before the first game. An engine that has
    /// played before must be the same program.
    fn try_engines(&self, known: &[GameRecord]) -> Result<(), MatchError> {
        for (index, (name, command)) in self.described.engines.iter().enumerate() {
            let mut player = self.start(index)?;
            let played = known.iter().find_map(|record| {
                let side = [&record.black, &record.white].iter().position(|known| *known == name)?;
                let engine = &record.engines.as_ref()?[side];
                (!engine.name.is_empty() || !engine.version.is_empty()).then_some((record.number + 1, engine))
            });
            // An engine that does not answer forfeits its games.
            if let Some((number, before)) = played
                && let Ok(now) = player.identify(command)
                && (&before.name, &before.version) != (&now.name, &now.version)
            {
                let program = |of: &Identity| format!("'{} {}'", of.name, of.version);
                let difference = format!("{name} was {}, not {}", program(before), program(&now));
                return Err(MatchError::Resume(format!("game {number} is of another match: {difference}")));
            }
        }
        Ok(())
    }

    /// Plays the remaining games, several at a time. A game is handed out only after the results so far have been counted, so
    /// that none begins after the decision.
    fn play_all(
        &self,
        standing: &mut Standing,
        ended: &mut dyn FnMut(&GameRecord, &Standing) -> Result<(), RecordError>,
    ) -> Result<(), MatchError> {
        let total = self.jobs.len();
        let threads = self.described.concurrency.max(1).min(total - self.known.len());
        let mut numbers = (0..total).filter(|number| !self.known.contains(number));
        let (hand_out, handed_out) = channel();
        let (mut hand_out, handed_out) = (Some(hand_out), Mutex::new(handed_out));
        let mut failure = None;
        let mut fail = |error: MatchError| {
            self.stop.cancel();
            failure.get_or_insert(error);
        };
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for number in numbers.by_ref().take(threads) {
                let (sender, handed_out) = (sender.clone(), &handed_out);
                let started = thread::Builder::new().spawn_scoped(scope, move || self.play_games(handed_out, &sender));
                if let Err(error) = started {
                    fail(MatchError::Thread { error });
                    hand_out = None;
                    break;
                }
                if let Some(hand_out) = &hand_out {
                    let _ = hand_out.send(number); // its receiver outlives the threads
                }
            }
            drop(sender);
            let mut reported = Instant::now();
            loop {
                match receiver.recv_timeout(PROGRESS_INTERVAL.saturating_sub(reported.elapsed())) {
                    // Games that end after the decision do not count.
                    Ok(Ok(_)) if standing.decision.is_some() => {}
                    Ok(Ok(mut record)) => {
                        standing.add(0, &record);
                        record.sprt = standing.decision;
                        if let Err(error) = ended(&record, standing) {
                            fail(error.into());
                        }
                        if standing.decision.is_some() {
                            self.stop.cancel();
                        }
                        match (&hand_out, numbers.next()) {
                            (Some(hand_out), Some(number)) if !self.stop.is_cancelled() => {
                                let _ = hand_out.send(number);
                            }
                            _ => hand_out = None,
                        }
                    }
                    Ok(Err(error)) => {
                        fail(error);
                        hand_out = None;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if reported.elapsed() >= PROGRESS_INTERVAL {
                    log::info!("{}", super::report::progress(standing, total));
                    reported = Instant::now();
                }
            }
        });
        failure.map_or(Ok(()), Err)
    }

    /// Plays the games that are handed out until there are no more, and sends their records.
    fn play_games(&self, numbers: &Mutex<Receiver<usize>>, sender: &Sender<Result<GameRecord, MatchError>>) {
        let mut players = BTreeMap::new();
        let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        while let Some(job) = next().and_then(|number| self.jobs.get(number)) {
            let sent = match self.play(&job, &mut players) {
                Ok(Some(record)) => sender.send(Ok(record)),
                Ok(None) => break,
                Err(error) => sender.send(Err(error)),
            };
            if sent.is_err() {
                break;
            }
        }
    }

    /// Plays one game; `None` if the match was stopped. Engines without a fault are kept for the next game.
    fn play(&self, job: &Job, players: &mut BTreeMap<usize, Player>) -> Result<Option<GameRecord>, MatchError> {
        let opening = self.opening(job)?;
        let mut session = opening.play(&self.open()?);
        let command = |player: usize| &self.described.engines[player].1;
        let mut engines = job.players.map(|player| Identity::of(command(player)));
        let played = self.play_between(job, &opening, &mut session, players, &mut engines)?;
        let reason = played.fault.as_ref().map(|(color, fault)| {
            let end = players
                .remove(&job.players[color.index()])
                .map(|player| player.process.explain_end())
                .unwrap_or_default();
            format!("{color} {fault}{end}")
        });
        // What the engines did while they were being stopped does not count.
        if self.stop.is_cancelled() {
            return Ok(None);
        }
        let mut moves: Vec<_> = opening.moves.iter().map(|(_, token)| token.clone()).collect();
        moves.extend(played.moves);
        let colors: String = opening.moves.iter().map(|(color, _)| color.letter()).collect();
        let name = |side: Color| self.described.engines[job.players[side.index()]].0.clone();
        Ok(Some(GameRecord {
            game: self.described.game.clone(),
            options: self.options.clone(),
            start: opening.start,
            opening: opening.moves.len(),
            moves,
            colors: colors + &played.colors,
            engines: Some(engines),
            black: name(Color::Black),
            white: name(Color::White),
            result: played.result,
            reason,
            adjudication: played.is_proven.then(|| PROVEN.to_owned()),
            number: job.number,
            time: Some(self.described.terms.time.to_string()),
            asked: played.asked,
            millis: played.millis,
            nodes: played.nodes,
            sprt: None,
        }))
    }

    fn play_between(
        &self,
        job: &Job,
        opening: &Opening,
        session: &mut Game,
        players: &mut BTreeMap<usize, Player>,
        engines: &mut [Identity; 2],
    ) -> Result<Played, MatchError> {
        // An engine that plays itself is two processes.
        let mut running = |player| players.remove(&player).map_or_else(|| self.start(player), Ok);
        let (mut black, mut white) = (running(job.players[0])?, running(job.players[1])?);
        let mut pair = [&mut black, &mut white];
        let terms = &self.described.terms;
        let seed = mix(self.described.seed ^ job.number as u64) >> 16;
        let start = Start { terms, position: opening.start.as_deref(), opening: &opening.moves, seed };
        let prepared = super::game::prepare(&mut pair, &start);
        let played = match prepared.and_then(|()| identify(&mut pair, engines)) {
            Err((color, fault)) => Played::forfeit(color, fault),
            Ok(()) => super::game::play(&mut pair, session, terms, self.stop),
        };
        players.extend(job.players.into_iter().zip([black, white]));
        Ok(played)
    }
}

/// Asks both engines who they are and how they are set.
fn identify(players: &mut Pair, engines: &mut [Identity; 2]) -> Result<(), (Color, Fault)> {
    for color in Color::BOTH {
        let engine = &mut engines[color.index()];
        *engine = players[color.index()].identify(&engine.command).map_err(|fault| (color, fault))?;
    }
    Ok(())
}
