//! Wins that can be forced within a number of moves, by exhaustive search: slow, and simple enough to judge the searches by.

use std::collections::HashMap;

use crate::game::{Color, Rules};

/// Results so far, and how many positions may still be searched.
struct Proof<'a, R: Rules> {
    rules: &'a R,
    winner: Color,
    known: HashMap<(u64, u32), bool>,
    left: u64,
}

/// The moves by which the player to move forces the fastest win, if there is one within `depth` moves of both; otherwise none.
/// Repetition is ignored: the shortest way to a win repeats no position. `None` if more than `most` positions would have to
/// be searched. Positions are identified by [`Rules::hash`].
pub fn forced_wins<R: Rules>(rules: &R, position: &R::Position, depth: u32, most: u64) -> Option<Vec<R::Move>> {
    let winner = rules.turn(position);
    let mut proof = Proof { rules, winner, known: HashMap::new(), left: most };
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    for depth in 1..=depth {
        let mut winning = Vec::new();
        for &mv in &moves {
            if proof.is_won(&rules.after(position, mv), depth - 1)? {
                winning.push(mv);
            }
        }
        if !winning.is_empty() {
            return Some(winning);
        }
    }
    Some(Vec::new())
}

impl<R: Rules> Proof<'_, R> {
    /// Whether `winner` can force a win within `depth` moves.
    fn is_won(&mut self, position: &R::Position, depth: u32) -> Option<bool> {
        if let Some(outcome) = self.rules.outcome(position) {
            return Some(outcome.winner() == Some(self.winner));
        }
        if depth == 0 {
            return Some(false);
        }
        let key = (self.rules.hash(position), depth);
        if let Some(&won) = self.known.get(&key) {
            return Some(won);
        }
        self.left = self.left.checked_sub(1)?;
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        let any = self.rules.turn(position) == self.winner;
        // One move that wins is enough, or one that does not.
        let mut won = !any;
        for mv in moves {
            if self.is_won(&self.rules.after(position, mv), depth - 1)? == any {
                won = any;
                break;
            }
        }
        self.known.insert(key, won);
        Some(won)
    }
}
