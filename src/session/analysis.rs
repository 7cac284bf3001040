//! A search report with moves as text.

use std::time::Duration;

use crate::board::Vertex;
use crate::game::{Color, Game, Style};
use crate::search::{LEAST_WINRATE, Line, Report};

use super::state::single_vertex;

/// The best moves of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The best moves, best first.
    pub variations: Vec<Variation>,
    /// Positions visited.
    pub nodes: u64,
    /// Completed search depth in plies.
    pub depth: u32,
}

/// A move and its principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The turns of the principal variation, at least one.
    pub turns: Vec<VariationTurn>,
    /// Nodes spent on the move.
    pub visits: u64,
    /// The expected score of the player to move, from 0 (a loss) to 1 (a win).
    pub winrate: f64,
    /// `Some(true)` if the move is proven to win, `Some(false)` if it is proven to lose.
    pub proven: Option<bool>,
}

/// A turn of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariationTurn {
    /// The player.
    pub color: Color,
    /// Its tokens, at least one: one in whole style, one per click in steps style.
    pub tokens: Vec<String>,
    /// The vertices to click; empty for a pass.
    pub clicks: Vec<Vertex>,
}

impl Variation {
    /// The token to play first.
    pub fn token(&self) -> &str {
        self.tokens().next().map_or("", |(_, token)| token)
    }

    /// The first vertex of the move; `None` for a pass.
    pub fn first_click(&self) -> Option<Vertex> {
        self.turns.first()?.clicks.first().copied()
    }

    /// All tokens in order, with their players.
    pub fn tokens(&self) -> impl Iterator<Item = (Color, &str)> {
        self.turns.iter().flat_map(|turn| turn.tokens.iter().map(|token| (turn.color, token.as_str())))
    }
}

/// An observer, which receives the analysis while the engine searches.
pub struct Observer<'a> {
    /// The approximate interval between reports.
    pub every: Duration,
    /// The number of moves to report.
    pub moves: usize,
    /// Receives each report.
    pub see: &'a mut dyn FnMut(&Analysis),
}

impl Analysis {
    /// The expected score of the best move; `None` after the end of the game.
    pub fn winrate(&self) -> Option<f64> {
        Some(self.variations.first()?.winrate)
    }

    /// Converts a report to text. The searched position follows `start` by the moves `chosen`; `clicks` have been made
    /// at `start`.
    pub(super) fn of<G: Game>(
        game: &G,
        start: &G::Position,
        clicks: &[Vertex],
        chosen: &[G::Move],
        report: &Report<G::Move>,
        style: Style,
    ) -> Self {
        // After earlier moves of the same turn, a loss proves only that these were wrong, not that the turn is lost.
        let is_proven = |wins: &bool| *wins || chosen.is_empty();
        let variation = |line: &Line<G::Move>| {
            let proven = line.proven.filter(is_proven);
            Variation {
                turns: turns(game, start, clicks, &[chosen, &line.moves].concat(), style),
                visits: line.visits,
                winrate: if proven == line.proven { line.value } else { LEAST_WINRATE },
                proven,
            }
        };
        let variations = report.lines.iter().map(variation).filter(|variation| !variation.token().is_empty()).collect();
        Self { variations, nodes: report.nodes, depth: report.depth }.merged()
    }

    /// Merges variations that begin with the same token, because in steps style several moves begin with a click on the
    /// same stone. Keeps the best variation.
    fn merged(mut self) -> Self {
        let mut merged: Vec<Variation> = Vec::new();
        for variation in self.variations {
            match merged.iter_mut().find(|other| other.token() == variation.token()) {
                Some(better) => better.visits += variation.visits,
                None => merged.push(variation),
            }
        }
        self.variations = merged;
        self
    }
}

/// Groups successive moves by turn.
fn turns<G: Game>(
    game: &G,
    start: &G::Position,
    clicks: &[Vertex],
    moves: &[G::Move],
    style: Style,
) -> Vec<VariationTurn> {
    let mut turns = Vec::new();
    let (mut position, mut clicks, mut moves) = (start.clone(), clicks, moves);
    while !moves.is_empty() {
        let (begun, side) = (position.clone(), game.turn(&position));
        let mut length = 0;
        for &mv in moves {
            game.play(&mut position, mv);
            length += 1;
            if game.is_turn_over(&position, side) {
                break;
            }
        }
        let tokens = game.write(&begun, clicks, &moves[..length], style);
        let steps = game.write(&begun, clicks, &moves[..length], Style::Steps);
        let clicked = steps.iter().filter_map(|token| single_vertex(token)).collect();
        turns.push(VariationTurn { color: side, tokens, clicks: clicked });
        (clicks, moves) = (&[], &moves[length..]);
    }
    turns
}
