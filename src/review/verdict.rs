//! What a turn cost the player.

use serde::Serialize;

use crate::solve::MoveResult;

/// The judgement of a turn by the chance that it lost: by how much the player's win rate fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The engine's choice, or a turn as good.
    Best,
    /// Less than 5 percentage points lost.
    Good,
    /// Less than 10.
    Inaccuracy,
    /// Less than 20.
    Mistake,
    /// 20 or more.
    Blunder,
}

/// All verdicts, best first.
pub const VERDICTS: [Verdict; 5] =
    [Verdict::Best, Verdict::Good, Verdict::Inaccuracy, Verdict::Mistake, Verdict::Blunder];

/// Win rates that differ by less than this are equal for a reader.
const EQUAL: f64 = 0.005;

impl Verdict {
    /// The verdict on a turn that lowered the player's win rate by `lost`.
    pub fn of(lost: f64) -> Self {
        match lost {
            _ if lost < EQUAL => Self::Best,
            _ if lost < 0.05 => Self::Good,
            _ if lost < 0.1 => Self::Inaccuracy,
            _ if lost < 0.2 => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// A result with perfect play, for one player; a greater one is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Proven {
    /// The player loses.
    Loss,
    /// Neither wins.
    Draw,
    /// The player wins.
    Win,
}

impl Proven {
    /// A result; `None` if it is unknown.
    pub fn of(result: MoveResult) -> Option<Self> {
        match result {
            MoveResult::Win => Some(Self::Win),
            MoveResult::Draw => Some(Self::Draw),
            MoveResult::Loss => Some(Self::Loss),
            MoveResult::Unknown => None,
        }
    }

    /// The same result for the opponent.
    pub fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The player's win rate.
    pub fn winrate(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}
