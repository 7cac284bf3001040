//! Test suites: tactical positions with proven fastest wins, and balanced openings.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::Serialize;
use thiserror::Error;

use papamu::game::Style;
use papamu::matches::random_opening;
use papamu::play::{Game, Search, SearchParams};
use papamu::registry::{self, Entry};
use papamu::rng::{Rng, mix};
use papamu::search::Limits;

use crate::game::{Subject, subject};

/// The most positions of an exhaustive proof.
const PROOF: u64 = 200_000;
/// Depths of the wins in tactical positions: shorter ones are obvious, longer ones are beyond exhaustive search.
const DEPTHS: std::ops::RangeInclusive<u32> = 3..=7;

/// An opening is balanced if its win rate is at most this far from a half.
const UNBALANCED: f64 = 0.06;

/// A line of a suite that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    #[source]
    pub reason: InvalidTactic,
}

/// Why a line of a suite is not a position with its best moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidTactic {
    /// It does not have three parts.
    #[error("a line is a game with its options, a position, and moves, with | between")]
    Parts,
    /// There is no such game, option or position.
    #[error(transparent)]
    Game(#[from] papamu::play::Error),
    /// A move is not legal there.
    #[error("{0} is not legal")]
    Illegal(String),
    /// No best move is given.
    #[error("no move is given")]
    NoMove,
}

/// A position with its best moves.
pub struct Tactic {
    line: usize,
    session: Game,
    best: Vec<String>,
}

/// A position that was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Miss {
    /// The line of the suite, from 1.
    pub line: usize,
    /// The game and its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// The best moves.
    pub best: Vec<String>,
    /// What the engine plays instead.
    pub played: String,
}

impl Tactic {
    /// The engine's move with this node limit, unless it is one of the best moves.
    pub fn miss(&mut self, nodes: u64) -> Option<Miss> {
        let params = SearchParams::within(Limits { nodes: Some(nodes), ..Limits::default() });
        let side = self.session.turn();
        let choice = self.session.choose(Search::with(params.clone()).player(side));
        let played = choice.map_or_else(|error| error.to_string(), |choice| choice.token().to_owned());
        // The first move of a turn counts.
        let is_solved = self.best.iter().any(|best| played == *best || played.starts_with(&format!("{best},")));
        (!is_solved).then(|| Miss {
            line: self.line,
            game: format!("{} {}", self.session.name(), self.session.values()),
            position: self.session.position(),
            best: self.best.clone(),
            played,
        })
    }

    /// The moves that win fastest, proven by exhaustive search, in any order.
    pub fn proven(&self) -> Option<Vec<String>> {
        subject(&self.session).ok()?.forced_wins(&self.session.position(), *DEPTHS.end(), PROOF)
    }

    /// The moves that the suite says are best.
    pub fn best(&self) -> &[String] {
        &self.best
    }
}

/// Reads a suite: a line each, `GAME [KEY=VALUE ...] | POSITION | MOVE ...`; `#` begins a comment.
///
/// # Errors
/// [`SuiteError`]: the first line that is not of that form, or does not fit the game.
pub fn read(text: &str, games: &[Entry]) -> Result<Vec<Tactic>, SuiteError> {
    let lines =
        text.lines().enumerate().map(|(index, line)| (index, line.split('#').next().unwrap_or_default().trim()));
    let tactic = |(index, text): (usize, &str)| {
        let line = index + 1;
        parse(line, text, games).map_err(|reason| SuiteError { line, reason })
    };
    lines.filter(|(_, line)| !line.is_empty()).map(tactic).collect()
}

fn parse(line: usize, text: &str, games: &[Entry]) -> Result<Tactic, InvalidTactic> {
    let fields: Vec<&str> = text.split('|').map(str::trim).collect();
    let [game, position, moves] = fields[..] else {
        return Err(InvalidTactic::Parts);
    };
    let (name, options) = game.split_once(' ').unwrap_or((game, ""));
    let mut session = registry::find(games, name)?.open(options)?;
    session.set_position(position)?;
    let (best, legal): (Vec<_>, _) =
        (moves.split_whitespace().map(str::to_owned).collect(), session.legal_moves(Style::Whole));
    match best.iter().find(|best| !legal.contains(best)) {
        Some(illegal) => Err(InvalidTactic::Illegal(illegal.clone())),
        None if best.is_empty() => Err(InvalidTactic::NoMove),
        None => Ok(Tactic { line, session, best }),
    }
}

/// Writes up to `count` tactical positions from late in random games, in which few moves win as fast as possible and none
/// wins at once. Returns how many it found.
///
/// # Errors
/// Errors of writing.
pub fn make(game: &Game, subject: &dyn Subject, count: usize, seed: u64, output: &mut impl Write) -> io::Result<usize> {
    let mut seen = HashSet::new();
    for number in 0..200_000u64 {
        if seen.len() >= count {
            break;
        }
        let mut rng = Rng::new(mix(seed ^ mix(number)));
        let mut session = game.fresh();
        // Until a win is near.
        while session.played() < 400 && session.play_random_turn(&mut rng).is_some() {
            let legal = session.legal_moves(Style::Whole).len();
            let position = session.position();
            let soon = subject.forced_wins(&position, DEPTHS.start() - 1, PROOF);
            if legal < 4 || soon.is_none_or(|wins| !wins.is_empty()) {
                continue;
            }
            let wins = subject.forced_wins(&position, *DEPTHS.end(), PROOF).unwrap_or_default();
            if wins.is_empty() || wins.len() * 4 > legal {
                continue;
            }
            if seen.insert(session.canonical_position()) {
                let options = session.values().to_string();
                writeln!(output, "{} {options} | {position} | {}", session.name(), wins.join(" "))?;
            }
            break;
        }
    }
    Ok(seen.len())
}

/// Writes up to `count` openings of `turns` random turns that the engine, with `nodes` nodes, judges to be balanced. Openings
/// that are images of each other are written once. Returns how many it found.
///
/// # Errors
/// Errors of writing.
pub fn make_openings(
    game: &Game,
    turns: u32,
    count: usize,
    nodes: u64,
    seed: u64,
    output: &mut impl Write,
) -> io::Result<usize> {
    let mut seen = HashSet::new();
    for number in 0..100 * count as u64 {
        if seen.len() >= count {
            break;
        }
        let opening = random_opening(turns, mix(seed ^ mix(number)), game);
        let mut session = game.fresh();
        let played = opening.moves.iter().all(|(color, token)| session.play(*color, token, Style::Whole).is_ok());
        if !played
            || opening.moves.len() < turns as usize
            || session.outcome().is_some()
            || seen.contains(&session.canonical_position())
        {
            continue;
        }
        let params = SearchParams::within(Limits { nodes: Some(nodes), ..Limits::default() });
        let winrate = session.analyze(Search::with(params.clone())).ok().and_then(|analysis| analysis.winrate());
        if winrate.is_none_or(|winrate| (winrate - 0.5).abs() > UNBALANCED) {
            continue;
        }
        seen.insert(session.canonical_position());
        let moves: Vec<_> = opening.moves.iter().map(|(_, token)| token.as_str()).collect();
        writeln!(output, "{}", moves.join(" "))?;
    }
    Ok(seen.len())
}
