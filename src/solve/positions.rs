//! What proofs need from a game, behind one object-safe trait, so that everything but the searches is compiled once.

use std::collections::HashMap;

use crate::game::{Exhausted, Key, Memo, Moves, Outcome, Position, Searchable, Status, Stop};

use super::proof_number::{Found, ProofSearch};
use super::retrograde::{CHECK_EVERY, Graph, Vertex};
use super::round::Round;

/// The positions of a game, and the searches that prove their results. Implemented for every game.
pub trait Positions: Sync {
    /// Whether a player who cannot move loses, and nothing else decides the game.
    fn is_normal_play(&self) -> bool;
    /// Whether the game counts points.
    fn counts_points(&self) -> bool;
    /// The size of a position in memory, in bytes.
    fn size(&self) -> usize;

    /// What is true of a position.
    fn status(&self, position: &Position) -> Status;
    /// The outcome if the game were stopped here.
    fn adjudicate(&self, position: &Position) -> Outcome;
    /// The key of the position in the solver's table.
    fn key(&self, position: &Position) -> Key;
    /// The images of the position under the symmetries of the game, itself first.
    fn images(&self, position: &Position) -> Vec<Position>;
    /// The canonical image.
    fn standard_image(&self, position: &Position) -> Position;

    /// All legal moves, each by itself. `None` if `stop` returns true, or if there are too many.
    fn moves(&self, position: &Position, stop: Stop) -> Option<Vec<Moves>>;
    /// The positions after all legal moves, in the same order.
    fn children(&self, position: &Position, stop: Stop) -> Option<Vec<Position>>;
    /// The position after these moves.
    fn after(&self, position: &Position, moves: &Moves) -> Position;
    /// Moves one after the other.
    fn join(&self, moves: &[Moves]) -> Moves;

    /// One thread's part of a round of proof-number search about a position that is not over.
    fn prove(&self, position: &Position, turns_left: Option<u32>, round: &Round) -> Found;
    /// The fastest of the moves that are proven to reach the goal.
    fn known_move(&self, position: &Position, round: &Round) -> Option<Moves>;
    /// The move that proof-number search tries next.
    fn next_move(&self, position: &Position, turns_left: Option<u32>, round: &Round) -> Option<Moves>;
    /// Searches a position exhaustively, visiting at most `most` positions, if the game has such a search.
    fn exhaust(&self, position: &Position, most: u64, memo: &mut Memo) -> Option<Exhausted>;
    /// The graph of all positions that can be reached from here. `None` if it needs more than `bytes`, or `stop` returns
    /// true.
    fn graph(&self, start: &Position, bytes: usize, stop: Stop) -> Option<Graph>;
}

/// A move by itself.
fn single<R: Searchable>(mv: R::Move) -> Moves {
    Moves::new(vec![mv])
}

impl<R: Searchable> Positions for R {
    fn is_normal_play(&self) -> bool {
        R::NORMAL_PLAY
    }

    fn counts_points(&self) -> bool {
        R::COUNTS_POINTS
    }

    fn size(&self) -> usize {
        size_of::<R::Position>()
    }

    fn status(&self, position: &Position) -> Status {
        Status::of(self, position.of())
    }

    fn adjudicate(&self, position: &Position) -> Outcome {
        self.adjudicate(position.of())
    }

    fn key(&self, position: &Position) -> Key {
        self.key(position.of())
    }

    fn images(&self, position: &Position) -> Vec<Position> {
        self.images(position.of()).map(Position::new).collect()
    }

    fn standard_image(&self, position: &Position) -> Position {
        Position::new(self.standard_image(position.of()))
    }

    fn moves(&self, position: &Position, stop: Stop) -> Option<Vec<Moves>> {
        let mut moves = Vec::new();
        self.legal_moves_until(position.of(), &mut moves, stop)?;
        Some(moves.into_iter().map(single::<R>).collect())
    }

    fn children(&self, position: &Position, stop: Stop) -> Option<Vec<Position>> {
        let (position, mut moves) = (position.of(), Vec::new());
        self.legal_moves_until(position, &mut moves, stop)?;
        Some(moves.into_iter().map(|mv| Position::new(Self::after(self, position, mv))).collect())
    }

    fn after(&self, position: &Position, moves: &Moves) -> Position {
        let mut after = position.of::<R::Position>().clone();
        moves.of().iter().for_each(|&mv| self.play(&mut after, mv));
        Position::new(after)
    }

    fn join(&self, moves: &[Moves]) -> Moves {
        let mut all: Vec<R::Move> = Vec::new();
        moves.iter().for_each(|moves| all.extend_from_slice(moves.of()));
        Moves::new(all)
    }

    fn prove(&self, position: &Position, turns_left: Option<u32>, round: &Round) -> Found {
        let Found { numbers, best, nodes, given_up } = ProofSearch::new(self, round).solve(position.of(), turns_left);
        Found { numbers, best: best.map(single::<R>), nodes, given_up }
    }

    fn known_move(&self, position: &Position, round: &Round) -> Option<Moves> {
        ProofSearch::new(self, round).known_move(position.of()).map(single::<R>)
    }

    fn next_move(&self, position: &Position, turns_left: Option<u32>, round: &Round) -> Option<Moves> {
        ProofSearch::new(self, round).next_move(position.of(), turns_left).map(single::<R>)
    }

    fn exhaust(&self, position: &Position, most: u64, memo: &mut Memo) -> Option<Exhausted> {
        self.exhaust(position.of(), most, memo)
    }

    fn graph(&self, start: &Position, bytes: usize, stop: Stop) -> Option<Graph> {
        let start: &R::Position = start.of();
        let mut places = HashMap::from([(start.clone(), 0u32)]);
        let mut positions = vec![start.clone()];
        let mut graph = Graph::default();
        let mut moves = Vec::new();
        // Each position takes its entry in both containers and its vertex. Growing containers take up to three times the
        // size of their contents.
        let each = 2 * size_of::<R::Position>() + size_of::<u32>() + size_of::<Vertex>();
        while graph.vertices.len() < positions.len() {
            let place = graph.vertices.len();
            let held = 3 * (positions.len() * each + size_of_val(&graph.children[..]));
            if held > bytes || place.is_multiple_of(CHECK_EVERY) && stop() {
                return None;
            }
            let position = positions[place].clone();
            let begin = u32::try_from(graph.children.len()).ok()?;
            moves.clear();
            self.legal_moves_until(&position, &mut moves, stop)?;
            for &mv in &moves {
                let mut after = position.clone();
                self.play(&mut after, mv);
                let new = positions.len() as u32;
                let place = *places.entry(after.clone()).or_insert(new);
                if place == new {
                    positions.push(after);
                }
                graph.children.push(place);
            }
            let outcome = self.outcome(&position);
            graph.vertices.push(Vertex {
                begin,
                turn: self.turn(&position),
                begins: self.turn_begins(&position),
                end: outcome.map(|outcome| outcome.winner()),
            });
        }
        u32::try_from(graph.children.len()).ok()?;
        graph.place = Box::new(move |position| places.get(position.of::<R::Position>()).copied());
        Some(graph)
    }
}
