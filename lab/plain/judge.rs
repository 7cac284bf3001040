//! What the plain players know of the games.

use papamu::game::{Outcome, Playable, Rules, RulesExt};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};

/// A game with a simple evaluation.
pub trait Judge: Playable {
    /// How good the position looks for the player to move, in steps of any size: the points by which he would win if the game were
    /// stopped here.
    fn judge(&self, position: &Self::Position) -> i32 {
        match self.adjudicate(position) {
            Outcome::Win { winner, by } if winner == self.turn(position) => by.to_f64() as i32,
            Outcome::Win { by, .. } => -by.to_f64() as i32,
            _ => 0,
        }
    }
}

/// Jumps more than the other has.
impl<const N: usize> Judge for Konane<N> {
    fn judge(&self, position: &Self::Position) -> i32 {
        let turn = self.turn(position);
        self.count_jumps(position, turn) as i32 - self.count_jumps(position, !turn) as i32
    }
}

/// Stones fewer to join two edges than the other needs.
impl<const N: usize> Judge for Kanga<N> {
    fn judge(&self, position: &Self::Position) -> i32 {
        let turn = self.turn(position);
        let distances = self.distances(position).map(|[a, b]| a.min(b));
        distances[(!turn).index()] - distances[turn.index()]
    }
}

/// Points.
impl<const N: usize> Judge for SendIt<N> {}

/// Points.
impl<const N: usize> Judge for Kangaroo<N> {}
