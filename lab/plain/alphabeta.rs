//! Iterative alpha-beta with a table, killers, and nothing left out.

use papamu::game::RulesExt;
use papamu::game::{Outcome, Stop};

use crate::Budget;
use crate::judge::Judge;

/// More than any evaluation; a win in so many plies is worth this less the plies.
const WIN: i32 = 1_000_000;
const DECIDED: i32 = WIN - 10_000;
const DEEPEST: usize = 200;
const ENTRIES: usize = 1 << 19;

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Lower,
    Exact,
    Upper,
}

#[derive(Clone, Copy)]
struct Entry<M> {
    hash: u64,
    depth: usize,
    value: i32,
    bound: Bound,
    best: M,
}

struct Search<'a, G: Judge> {
    game: &'a G,
    budget: Budget,
    nodes: u64,
    table: Vec<Option<Entry<G::Move>>>,
    killers: Vec<[Option<G::Move>; 2]>,
}

/// The best move and the nodes that it took; `None` if the game is over.
pub fn choose<G: Judge>(game: &G, position: &G::Position, budget: Budget) -> Option<(G::Move, u64)> {
    let mut search =
        Search { game, budget, nodes: 0, table: vec![None; ENTRIES], killers: vec![[None; 2]; DEEPEST + 1] };
    let mut moves = search.moves(position);
    let mut best = *moves.first()?;
    if moves.len() == 1 {
        return Some((best, 0));
    }
    for depth in 1..=DEEPEST {
        let (mut alpha, mut found) = (-WIN, None);
        for &mv in &moves {
            let Some(value) = search.child(position, mv, depth, 0, alpha, WIN) else { break };
            if value > alpha || found.is_none() {
                (alpha, found) = (value, Some(mv));
            }
        }
        // What a broken-off iteration found is at least as good as what the one before did, since that is looked at first.
        best = found.unwrap_or(best);
        if search.nodes >= budget.nodes || budget.is_late() || alpha.abs() > DECIDED {
            break;
        }
        if let Some(place) = moves.iter().position(|&mv| mv == best) {
            moves[..=place].rotate_right(1);
        }
    }
    Some((best, search.nodes))
}

impl<G: Judge> Search<'_, G> {
    fn over(&self) -> bool {
        self.nodes >= self.budget.nodes || self.nodes.is_multiple_of(64) && self.budget.is_late()
    }

    /// All moves, or as many as there was time to list.
    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let stop: Stop = &|| self.budget.is_late();
        let _ = self.game.legal_moves_until(position, &mut moves, stop);
        moves
    }

    /// The value of a move for the player to move.
    fn child(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        depth: usize,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        if self.game.turn(&next) == self.game.turn(position) {
            self.value(&next, depth - 1, ply + 1, alpha, beta)
        } else {
            self.value(&next, depth - 1, ply + 1, -beta, -alpha).map(|value| -value)
        }
    }

    /// The value for the player to move; `None` once the budget is spent.
    fn value(&mut self, position: &G::Position, depth: usize, ply: usize, mut alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        if self.over() {
            return None;
        }
        if let Some(outcome) = self.game.outcome(position) {
            return Some(match outcome.winner() {
                None => 0,
                // By more points is better, and sooner is.
                Some(winner) => {
                    let points = if let Outcome::Win { by, .. } = outcome { by.to_f64() as i32 } else { 0 };
                    let value = WIN - DEEPEST as i32 - ply as i32 + points.min(DEEPEST as i32);
                    if winner == self.game.turn(position) { value } else { -value }
                }
            });
        }
        if depth == 0 || ply == DEEPEST {
            return Some(self.game.judge(position));
        }
        let hash = self.game.hash(position);
        let slot = (hash % ENTRIES as u64) as usize;
        let known = self.table[slot].filter(|entry| entry.hash == hash);
        if let Some(entry) = known.filter(|entry| entry.depth == depth) {
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if decides {
                return Some(entry.value);
            }
        }
        let mut moves = self.moves(position);
        let first = [known.map(|entry| entry.best), self.killers[ply][0], self.killers[ply][1]];
        let mut front = 0;
        for mv in first.into_iter().flatten() {
            if let Some(place) = moves[front..].iter().position(|&other| other == mv) {
                moves[front..=front + place].rotate_right(1);
                front += 1;
            }
        }
        let (mut best, mut best_value) = (*moves.first()?, -WIN);
        let open = alpha;
        for mv in moves {
            let value = self.child(position, mv, depth, ply, alpha, beta)?;
            if value > best_value {
                (best, best_value) = (mv, value);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                let killers = &mut self.killers[ply];
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
        }
        let bound = match best_value {
            value if value >= beta => Bound::Lower,
            value if value > open => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table[slot] = Some(Entry { hash, depth, value: best_value, bound, best });
        Some(best_value)
    }
}
