//! What a turn cost the player.

use serde::Serialize;

/// The judgement of a turn by the chance that it lost: by how much the player's win rate fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
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

/// All judgements, best first.
pub(crate) const JUDGEMENTS: [Judgement; 5] =
    [Judgement::Best, Judgement::Good, Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

/// Win rates that differ by less than this are equal for a reader.
const EQUAL: f64 = 0.005;

impl Judgement {
    /// The judgement of a turn that lowered the player's win rate by `lost`.
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
