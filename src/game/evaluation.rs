//! What evaluating positions, and training the evaluation, need from a game.

use crate::evaluation::{Features, UNITS};

use super::Rules;

/// The evaluation of a game. By default, every position is even.
pub trait Evaluation: Rules {
    /// Static evaluation for the player to move, in points: 300 means an expected score of 75 %, about 1,000 a decided
    /// game. Always between -20,000 and 20,000.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// By how many of the game's points, with komi, the player to move is expected to lead at the end of the game, if
    /// that player's expected score is `winrate`, from 0 to 1; `None` in games without points.
    fn expected_lead(&self, _position: &Self::Position, _winrate: f64) -> Option<f64> {
        None
    }

    /// How many steps the player to move is ahead of the opponent towards the end of the game, in games that may never
    /// end if both players wait; 0 in other games. A search with high contempt prefers to be ahead.
    fn progress(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// The inputs of [`evaluate`](Self::evaluate), for training its weights; empty if it has no weights.
    fn features(&self, _position: &Self::Position) -> Features {
        Features::default()
    }

    /// The number of hidden units in the networks of the evaluation.
    const UNITS: usize = UNITS;

    /// Discount factor for training: in a position `n` turns before the end, the result counts `DISCOUNT^n`. It is less
    /// than 1 in games in which a player can delay the end: an earlier win then counts more, so the evaluation prefers
    /// moves that bring the win nearer.
    const DISCOUNT: f64 = 1.0;

    /// For each of the game's [`symmetries`](Rules::symmetries), the image of each input of the network; for training.
    /// The inputs of the [`image`](Rules::image) of a position are the images of its inputs.
    fn input_symmetries(&self) -> Vec<Vec<u16>> {
        Vec::new()
    }
}
