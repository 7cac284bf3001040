//! Openings: from a file, or random moves.

use std::collections::HashSet;

use crate::game::{Color, Style};
use crate::play::Game;
use crate::rng::{Rng, mix};

/// Consecutive draws without a new opening after which all openings are assumed to have been drawn.
const FRUITLESS_DRAWS: u64 = 200;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position string; `None` is the game's own start.
    pub start: Option<String>,
    pub moves: Vec<(Color, String)>,
}

/// Reads a file of openings, one on each line: a position string, or moves separated by spaces, or both with `moves` between
/// them. `#` begins a comment, and a byte order mark is skipped. A line that cannot be played in a new game of `game`, or that
/// ends the game, is an error.
pub fn read(text: &str, game: &Game) -> Result<Vec<Opening>, String> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()));
    let opening = |(number, line): (u32, &str)| {
        parse(line, &mut game.fresh()).map_err(|reason| format!("line {number}: {reason}"))
    };
    let openings: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).map(opening).collect::<Result<_, _>>()?;
    if openings.is_empty() { Err("holds no openings".to_owned()) } else { Ok(openings) }
}

fn parse(line: &str, session: &mut Game) -> Result<Opening, String> {
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

/// An opening of this many random turns of `game`. If the turns end the game, others are drawn, and in the end fewer turns.
pub fn random(turns: u32, seed: u64, game: &Game) -> Opening {
    let mut rng = Rng::new(seed);
    for attempt in 0..=100 {
        let mut session = game.fresh();
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

impl Opening {
    /// A game of the kind of `game` after the opening.
    pub(crate) fn play(&self, game: &Game) -> Game {
        let mut session = game.fresh();
        if let Some(start) = &self.start {
            let _ = session.set_position(start); // it was when it was read
        }
        for (color, token) in &self.moves {
            let _ = session.play(*color, token, Style::Whole);
        }
        session
    }
}

/// Random openings, drawn without repetition. When no new one is found, they are used again in the same order.
#[derive(Debug)]
pub(crate) struct RandomOpenings {
    turns: u32,
    seed: u64,
    openings: Vec<Opening>,
    /// The positions after the openings: first one for all images under the symmetries of the game, then each as it is.
    seen: [HashSet<String>; 2],
    /// Which of these must not have a new opening's position; 2 once there is no new opening.
    stage: usize,
}

impl RandomOpenings {
    pub(super) fn new(turns: u32, seed: u64) -> Self {
        Self { turns, seed, openings: Vec::new(), seen: Default::default(), stage: 0 }
    }

    pub(super) fn opening(&mut self, round: usize, game: &Game) -> Opening {
        while self.openings.len() <= round && self.stage < 2 {
            match self.draw(game) {
                Some(opening) => self.openings.push(opening),
                None => self.stage += 1,
            }
        }
        self.openings.get(round % self.openings.len().max(1)).cloned().unwrap_or_default()
    }

    /// An opening whose position has not been seen, if one is found.
    fn draw(&mut self, game: &Game) -> Option<Opening> {
        let seed = mix(self.seed ^ mix(self.openings.len() as u64));
        for attempt in 0..FRUITLESS_DRAWS {
            let opening = random(self.turns, mix(seed ^ attempt), game);
            let session = opening.play(game);
            let positions = [session.canonical_position(), session.position()];
            if !self.seen[self.stage].contains(&positions[self.stage]) {
                for (seen, position) in self.seen.iter_mut().zip(positions) {
                    seen.insert(position);
                }
                return Some(opening);
            }
        }
        None
    }
}
