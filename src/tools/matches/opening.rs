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

/// So many random turns. Where they end the game, others are drawn; at last fewer.
pub fn random(turns: u32, seed: u64, open: impl Fn() -> Box<dyn Session>) -> Opening {
    let mut rng = Rng::new(seed);
    for attempt in 0..=100 {
        let mut session = open();
        let mut opening = Opening::default();
        for _ in 0..turns.saturating_sub(attempt / 20) {
            let Some(turn) = random_turn(&mut *session, &mut rng, |token| token == "PASS") else { break };
            opening.moves.push(turn);
        }
        if session.outcome().is_none() {
            return opening;
        }
    }
    Opening::default()
}

/// Plays a random turn, but does not give up, nor play what is `unwanted`; `None` if there is no other.
pub fn random_turn(
    session: &mut dyn Session,
    rng: &mut Rng,
    unwanted: impl Fn(&str) -> bool,
) -> Option<(Color, String)> {
    let color = session.turn();
    let tokens = session.legal_moves(Style::Whole);
    let tokens: Vec<_> = tokens.iter().filter(|token| !token.starts_with("resign") && !unwanted(token)).collect();
    let token = *tokens.get(rng.below(tokens.len().max(1) as u32) as usize)?;
    if session.play(color, token, Style::Whole).is_ok() {
        return Some((color, token.clone()));
    }
    // In Send It a list of drops is one of beginnings, and a turn of the opening needs more of them.
    longer(session, color, token, rng).map(|token| (color, token))
}

/// Plays a turn that begins with a token that alone is none: more of the listed ones are added.
fn longer(session: &mut dyn Session, color: Color, first: &str, rng: &mut Rng) -> Option<String> {
    for _ in 0..50 {
        let tokens = session.legal_moves(Style::Whole);
        let mut token = first.to_owned();
        for _ in 0..3 {
            token = format!("{token},{}", tokens[rng.below(tokens.len() as u32) as usize]);
            if session.play(color, &token, Style::Whole).is_ok() {
                return Some(token);
            }
        }
    }
    None
}
