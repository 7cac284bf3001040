//! Openings: from a file, or random moves.

use thiserror::Error;

use crate::game::{Color, Outcome, PositionError, Style};
use crate::rng::Rng;
use crate::session::{PlayError, Session};

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position string; `None` is the game's own start.
    pub start: Option<String>,
    /// Moves after it.
    pub moves: Vec<(Color, String)>,
}

/// A line of a file that is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    #[source]
    pub reason: InvalidOpening,
}

/// Why an opening cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidOpening {
    /// The position does not fit the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is not legal.
    #[error("{token}: {error}")]
    Move {
        /// The move.
        token: String,
        /// Why it is not legal.
        error: PlayError,
    },
    /// The game is over at its end.
    #[error("the game is over: {0}")]
    Over(Outcome),
}

/// Reads a file of openings, one on each line: a position string, or moves separated by spaces, or both with `moves` between
/// them. `#` begins a comment.
///
/// # Errors
/// [`OpeningError`]: the first line that cannot be played in a new game of `game`, or whose game is over at its end.
pub fn read(text: &str, game: &dyn Session) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let opening = parse(line, &mut *game.new_game()).map_err(|reason| OpeningError { line: index + 1, reason })?;
        openings.push(opening);
    }
    Ok(openings)
}

fn parse(line: &str, session: &mut dyn Session) -> Result<Opening, InvalidOpening> {
    let (start, moves) = match line.split_once(" moves ") {
        Some((start, moves)) => (Some(start), moves),
        None if line.contains('/') => (Some(line), ""),
        None => (None, line),
    };
    let start = start.map(str::trim).filter(|start| *start != "startpos");
    if let Some(start) = start {
        session.set_position(start)?;
    }
    let mut opening = Opening { start: start.map(str::to_owned), moves: Vec::new() };
    for token in moves.split_whitespace() {
        let color = session.turn();
        let token = token.to_owned();
        if let Err(error) = session.play(color, &token, Style::Whole) {
            return Err(InvalidOpening::Move { token, error });
        }
        opening.moves.push((color, token));
    }
    match session.outcome() {
        Some(outcome) => Err(InvalidOpening::Over(outcome)),
        None => Ok(opening),
    }
}

/// An opening of this many random turns of `game`. If the turns end the game, others are drawn, and in the end fewer turns.
pub fn random(turns: u32, seed: u64, game: &dyn Session) -> Opening {
    let mut rng = Rng::new(seed);
    for attempt in 0..=100 {
        let mut session = game.new_game();
        let mut opening = Opening::default();
        for _ in 0..turns.saturating_sub(attempt / 20) {
            let color = session.turn();
            let Some(token) = session.play_random_turn(&mut rng) else { break };
            opening.moves.push((color, token));
        }
        if session.outcome().is_none() {
            return opening;
        }
    }
    Opening::default()
}
