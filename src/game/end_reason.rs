//! Why a game is over.

use serde::Serialize;

use super::Color;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The player to move has no legal move.
    NoMove,
    /// A group connects two opposite edges.
    ConnectedEdges,
    /// Both players passed in succession.
    TwoPasses,
    /// A player ended the game by the resignation that belongs to its rules.
    Resignation,
    /// A player could not jump until the opponent's obligatory moves were made, or neither could.
    Stranded,
    /// A player has no stones.
    NoStones,
    /// A player gave the game up.
    Forfeit,
    /// A player's time ran out.
    Time,
    /// A position came for the last time that the options allow.
    Repetition,
    /// The number of moves that the options allow has been made.
    MoveLimit,
}

impl EndReason {
    /// The reason as the end of a sentence about the result, `Black cannot move`.
    ///
    /// ```
    /// use papamu::game::{Color, EndReason};
    ///
    /// assert_eq!(EndReason::NoMove.sentence(Some(Color::White)), "Black cannot move");
    /// ```
    pub fn sentence(self, winner: Option<Color>) -> String {
        let (winner, loser) = match winner {
            Some(winner) => (winner.to_string(), (!winner).to_string()),
            None => ("a player".to_owned(), "a player".to_owned()),
        };
        match self {
            Self::NoMove => format!("{loser} cannot move"),
            Self::ConnectedEdges => format!("{winner} connects two opposite edges"),
            Self::TwoPasses => "both players passed".to_owned(),
            Self::Resignation => "a player resigned and the stones were counted".to_owned(),
            Self::Stranded => "the player to move is stranded".to_owned(),
            Self::NoStones => "a player has no stones left".to_owned(),
            Self::Forfeit => format!("{loser} has resigned"),
            Self::Time => format!("{loser} has no time left"),
            Self::Repetition => "the position was repeated".to_owned(),
            Self::MoveLimit => "the move limit was reached".to_owned(),
        }
    }
}
