//! Openings: from a file, or random moves.

use thiserror::Error;

use crate::game::{Color, Style};
use crate::rng::Rng;
use crate::session::Session;

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position string; `None` is the game's own start.
    pub start: Option<String>,
    /// Moves after it.
    pub moves: Vec<(Color, String)>,
}

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct OpeningError {
    /// Line of the file.
    pub line: usize,
    /// What is wrong.
    pub error: String,
}

/// Reads a file of openings: a line each, a position string, or moves with spaces between, or both with `moves` between.
/// What follows `#` is a comment.
///
/// # Errors
/// [`OpeningError`] for the first that cannot be played in a game that `open` opens, or is over at its end.
pub fn read(text: &str, open: impl Fn() -> Box<dyn Session>) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let opening = parse(line, &mut *open()).map_err(|error| OpeningError { line: index + 1, error })?;
        openings.push(opening);
    }
    Ok(openings)
}

fn parse(line: &str, session: &mut dyn Session) -> Result<Opening, String> {
    let (start, moves) = match line.split_once(" moves ") {
        Some((start, moves)) => (Some(start), moves),
        None if line.contains('/') => (Some(line), ""),
        None => (None, line),
    };
    let start = start.map(str::trim).filter(|start| *start != "startpos");
    if let Some(start) = start {
        session.set_position(start).map_err(|error| error.to_string())?;
    }
    let mut opening = Opening { start: start.map(str::to_owned), moves: Vec::new() };
    for token in moves.split_whitespace() {
        let color = session.turn();
        session.play(color, token, Style::Whole).map_err(|error| format!("{token}: {error}"))?;
        opening.moves.push((color, token.to_owned()));
    }
    match session.outcome() {
        Some(outcome) => Err(format!("the game is over: {outcome}")),
        None => Ok(opening),
    }
}

/// This many random turns. Where they end the game, others are drawn; at last fewer.
pub fn random(turns: u32, seed: u64, open: impl Fn() -> Box<dyn Session>) -> Opening {
    let mut rng = Rng::new(seed);
    for attempt in 0..=100 {
        let mut session = open();
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
