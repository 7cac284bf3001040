//! What proofs need from a game, behind one object-safe trait, so that everything but the searches is compiled once.

use std::collections::HashMap;
use std::iter;

use crate::game::{Hints, Key, Memo, Moves, Outcome, Position, RulesExt, Status, Stop, Verdict};

use super::proof_number::{Found, ProofSearch};
use super::retrograde::{CHECK_EVERY, Graph, Vertex};
use super::round::Round;

/// The positions of a game, and the searches that prove their results. Implemented for every game.
pub trait Positions: Sync {
    /// Whether a player who cannot move loses, and nothing else decides the game.
    fn is_normal_play(&self) -> bool;
    fn counts_points(&self) -> bool;
    fn can_repeat(&self) -> bool;
    fn size(&self) -> usize;

    fn status(&self, position: &Position) -> Status;
    fn adjudicate(&self, position: &Position) -> Outcome;
    fn key(&self, position: &Position) -> Key;
    /// The images of the position under the symmetries of the game, itself first.
    fn images(&self, position: &Position) -> Vec<Position>;
    /// The canonical image, which is the same for all images of a position: the one with the least hash.
    fn standard_image(&self, position: &Position) -> Position;

    /// All legal moves, each by itself. `None` if `stop` returns true, or if there are too many.
    fn moves(&self, position: &Position, stop: Stop) -> Option<Vec<Moves>>;
    /// The positions after all legal moves, in the same order.
    fn children(&self, position: &Position, stop: Stop) -> Option<Vec<Position>>;
    fn after(&self, position: &Position, moves: &Moves) -> Position;
    fn join(&self, moves: &[Moves]) -> Moves;

    /// One thread's part of a round of proof-number search about a position that is not over.
    fn prove(&self, position: &Position, turns_left: Option<u32>, round: &Round) -> Found;
    /// The move that is nearest to a proof; with `proven`, the fastest of those that are proven to reach the goal.
    fn next_move(&self, position: &Position, left: Option<u32>, round: &Round, proven: bool) -> Option<Moves>;
    /// Searches a position exhaustively, visiting at most `most` positions, if the game has such a search.
    fn exhaust(&self, position: &Position, most: u64, memo: &mut Memo) -> Option<(Option<Verdict>, u64)>;
    /// The graph of all positions that can be reached from here. `None` if it needs more than `bytes`, or `stop` returns
    /// true.
    fn graph(&self, start: &Position, bytes: usize, stop: Stop) -> Option<Graph>;
}

/// The place of a position, or the key under which it is to be entered.
fn find<R: Hints>(
    rules: &R,
    places: &HashMap<(u64, u32), u32>,
    positions: &[R::Position],
    position: &R::Position,
) -> Result<u32, (u64, u32)> {
    let mut key = (rules.hash(position), 0);
    while let Some(&place) = places.get(&key) {
        if positions[place as usize] == *position {
            return Ok(place);
        }
        key.1 += 1;
    }
    Err(key)
}

fn single<R: Hints>(mv: R::Move) -> Moves {
    Moves::new(vec![mv])
}

impl<R: Hints> Positions for R {
    fn is_normal_play(&self) -> bool {
        R::NORMAL_PLAY
    }

    fn counts_points(&self) -> bool {
        RulesExt::counts_points(self)
    }

    fn can_repeat(&self) -> bool {
        R::CAN_REPEAT
    }

    fn size(&self) -> usize {
        size_of::<R::Position>()
    }

    fn status(&self, position: &Position) -> Status {
        let position = position.of();
        let (turn, begins) = (self.turn(position), self.turn_begins(position));
        Status { turn, begins, outcome: self.outcome(position), hash: self.hash(position) }
    }

    fn adjudicate(&self, position: &Position) -> Outcome {
        RulesExt::adjudicate(self, position.of())
    }

    fn key(&self, position: &Position) -> Key {
        self.key(position.of())
    }

    fn images(&self, position: &Position) -> Vec<Position> {
        let others = self.symmetries().iter().skip(1);
        let images = others.map(|symmetry| Position::new(self.image(position.of(), symmetry)));
        iter::once(position.clone()).chain(images).collect()
    }

    fn standard_image(&self, position: &Position) -> Position {
        let images = self.images(position).into_iter();
        images.min_by_key(|image| self.hash(image.of())).unwrap_or_else(|| position.clone())
    }

    fn moves(&self, position: &Position, stop: Stop) -> Option<Vec<Moves>> {
        let mut moves = Vec::new();
        self.legal_moves_until(position.of(), &mut moves, stop)?;
        let mut singles = Vec::with_capacity(moves.len());
        for mv in moves {
            singles.push(single::<R>(mv));
        }
        Some(singles)
    }

    fn children(&self, position: &Position, stop: Stop) -> Option<Vec<Position>> {
        let (position, mut moves) = (position.of(), Vec::new());
        self.legal_moves_until(position, &mut moves, stop)?;
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            children.push(Position::new(RulesExt::after(self, position, mv)));
        }
        Some(children)
    }

    fn after(&self, position: &Position, moves: &Moves) -> Position {
        let mut after = position.of::<R::Position>().clone();
        for &mv in moves.of() {
            self.play(&mut after, mv);
        }
        Position::new(after)
    }

    fn join(&self, moves: &[Moves]) -> Moves {
        let mut all: Vec<R::Move> = Vec::new();
        for moves in moves {
            all.extend_from_slice(moves.of());
        }
        Moves::new(all)
    }

    fn prove(&self, position: &Position, turns_left: Option<u32>, round: &Round) -> Found {
        let Found { numbers, best, nodes, given_up } = ProofSearch::new(self, round).solve(position.of(), turns_left);
        Found { numbers, best: best.map(single::<R>), nodes, given_up }
    }

    fn next_move(&self, position: &Position, left: Option<u32>, round: &Round, proven: bool) -> Option<Moves> {
        ProofSearch::new(self, round).next_move(position.of(), left, proven).map(single::<R>)
    }

    fn exhaust(&self, position: &Position, most: u64, memo: &mut Memo) -> Option<(Option<Verdict>, u64)> {
        self.exhaust(position.of(), most, memo)
    }

    fn graph(&self, start: &Position, bytes: usize, stop: Stop) -> Option<Graph> {
        let start: &R::Position = start.of();
        // Positions with one hash are told apart by a number, so that the table is compiled once for all games.
        let mut places: HashMap<(u64, u32), u32> = HashMap::from([((self.hash(start), 0), 0)]);
        let mut positions = vec![start.clone()];
        let (mut vertices, mut children): (Vec<Vertex>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        // Each position takes its entry in both containers and its vertex. Growing containers take up to three times the
        // size of their contents.
        let each = size_of::<R::Position>() + size_of::<((u64, u32), u32)>() + size_of::<Vertex>();
        while vertices.len() < positions.len() {
            let place = vertices.len();
            let held = 3 * (positions.len() * each + size_of_val(&children[..]));
            if held > bytes || place.is_multiple_of(CHECK_EVERY) && stop() {
                return None;
            }
            let position = positions[place].clone();
            let begin = u32::try_from(children.len()).ok()?;
            moves.clear();
            self.legal_moves_until(&position, &mut moves, stop)?;
            for &mv in &moves {
                let mut after = position.clone();
                self.play(&mut after, mv);
                let place = match find(self, &places, &positions, &after) {
                    Ok(place) => place,
                    Err(key) => {
                        let new = positions.len() as u32;
                        places.insert(key, new);
                        positions.push(after);
                        new
                    }
                };
                children.push(place);
            }
            let (turn, begins) = (self.turn(&position), self.turn_begins(&position));
            let end = self.outcome(&position).map(|outcome| outcome.winner());
            vertices.push(Vertex { begin, turn, begins, end });
        }
        u32::try_from(children.len()).ok()?;
        let rules = self.clone();
        let place = Box::new(move |position: &Position| find(&rules, &places, &positions, position.of()).ok());
        Some(Graph { vertices, children, place })
    }
}
