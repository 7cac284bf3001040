//! Results with perfect play.

use std::fmt;

use serde::Serialize;

use super::Color;

/// The result with perfect play, for one player. Without a proof there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Loss,
    Draw,
    Win,
}

impl Verdict {
    /// The result for a player of a game with this winner.
    pub fn of(winner: Option<Color>, player: Color) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The expected score: 1, 0.5 or 0.
    pub(crate) fn score(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl std::ops::Not for Verdict {
    type Output = Self;

    /// The result for the opponent.
    fn not(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}
