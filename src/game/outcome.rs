//! Results of games.

use std::fmt;

use super::Color;

/// Points, exact to a millionth, so that a komi of 0.1 does not show as 0.09999.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(i64);

impl Points {
    const ONE: i64 = 1_000_000;
    /// The largest absolute value.
    pub(crate) const MAX: f64 = 1e6;

    pub const fn whole(points: i32) -> Self {
        Self(points as i64 * Self::ONE)
    }

    /// The nearest millionth; `None` beyond ±`MAX`, and for NaN.
    pub fn from_f64(points: f64) -> Option<Self> {
        (points.abs() <= Self::MAX).then(|| Self((points * Self::ONE as f64).round() as i64))
    }

    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::ONE as f64
    }

    /// The outcome if Black leads by this much, or trails if the number is negative.
    pub fn lead_of_black(self) -> Outcome {
        match self.0 {
            0 => Outcome::Draw,
            1.. => Outcome::Win { winner: Color::Black, by: self },
            _ => Outcome::Win { winner: Color::White, by: Self(-self.0) },
        }
    }
}

impl std::ops::Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl fmt::Display for Points {
    /// The shortest decimal form: `3`, `2.5`, `-0.75`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.abs() / Self::ONE, self.0.abs() % Self::ONE);
        f.write_str(format!("{sign}{whole}.{fraction:06}").trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The result of a finished game, printed as in GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A draw: `0`.
    Draw,
    /// Won on the board by a margin of more than 0: `B+2.5`. In games without points it is 1.
    Win { winner: Color, by: Points },
    /// The loser forfeited: `W+R`.
    Forfeit { winner: Color },
    /// The loser ran out of time: `W+T`.
    Time { winner: Color },
}

impl Outcome {
    /// A win in a game without points.
    pub const fn win(winner: Color) -> Self {
        Self::Win { winner, by: Points::whole(1) }
    }

    /// The points by which a player has won, negative if that player has lost; 0 without points.
    pub(crate) fn lead_of(self, player: Color) -> f64 {
        match self {
            Self::Win { winner, by } if winner == player => by.to_f64(),
            Self::Win { by, .. } => 0.0 - by.to_f64(),
            _ => 0.0,
        }
    }

    /// The winner; `None` for a draw.
    #[inline]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Draw => None,
            Self::Win { winner, .. } | Self::Forfeit { winner } | Self::Time { winner } => Some(winner),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let side = |winner: &Color| winner.letter().to_ascii_uppercase();
        match self {
            Self::Draw => f.write_str("0"),
            Self::Win { winner, by } => write!(f, "{}+{by}", side(winner)),
            Self::Forfeit { winner } => write!(f, "{}+R", side(winner)),
            Self::Time { winner } => write!(f, "{}+T", side(winner)),
        }
    }
}
