//! What evaluating a position, and learning to, asks of a game.

use crate::evaluation::{Features, UNITS};

use super::Rules;

/// The evaluation of a game. The default knows nothing.
pub trait Evaluation: Rules {
    /// Static evaluation for the player to move, in points: 300 means an expected score of 75 %, about 1,000 a decided
    /// game. Always between -20,000 and 20,000.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// How many steps the player to move is ahead of the opponent on the way to the end of the game, in games that may never
    /// end if both players wait; 0 in other games. A search with much contempt for draws prefers to be ahead.
    fn progress(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// What [`evaluate`](Self::evaluate) weighs, for learning its weights; nothing where it weighs nothing.
    fn features(&self, _position: &Self::Position) -> Features {
        Features::default()
    }

    /// How many hidden units the networks of the evaluation have.
    const UNITS: usize = UNITS;

    /// Discount factor for training: in a position `n` turns before the end, the result counts `DISCOUNT^n`.
    /// Less than 1 where a player can delay the end: a position is then better the sooner it is won, and the evaluation
    /// leads there.
    const DISCOUNT: f64 = 1.0;

    /// For each of the game's [`symmetries`](Rules::symmetries), where it takes each input of the network; for learning.
    /// The inputs of the [`image`](Rules::image) of a position are the images of its inputs.
    fn input_symmetries(&self) -> Vec<Vec<u16>> {
        Vec::new()
    }
}
