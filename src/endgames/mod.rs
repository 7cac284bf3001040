//! Endgame tables: the result of every position with few stones, computed once by retrograde analysis and stored in a
//! file.

mod build;
mod file;

use std::fmt;

use crate::game::{Color, Outcome};

pub use build::{BuildProgress, Built, build};
pub use file::{Endgames, EndgamesError, MOST_STONES};

/// The result of a position in a table, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameValue {
    /// The player to move wins in this many plies.
    Win(u32),
    /// The opponent wins in this many plies.
    Loss(u32),
    /// Both players can force a draw.
    Draw,
}

impl EndgameValue {
    /// The result of a finished game, for a player.
    fn of_end(outcome: Outcome, side: Color) -> Self {
        match outcome.winner() {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win(0),
            Some(_) => Self::Loss(0),
        }
    }

    /// The same from the view of the other player.
    fn turned(self) -> Self {
        match self {
            Self::Win(moves) => Self::Loss(moves),
            Self::Loss(moves) => Self::Win(moves),
            Self::Draw => Self::Draw,
        }
    }
}

/// The totals of a table, for the player to move in each position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions won.
    pub won: u64,
    /// Positions lost.
    pub lost: u64,
    /// Positions in which both players can force a draw.
    pub drawn: u64,
    /// Undecided positions.
    pub open: u64,
    /// The number of moves of the longest win.
    pub longest: u32,
}

impl Tally {
    /// Counts the entries of a table.
    pub fn of(bytes: &[u8]) -> Self {
        let mut tally = Self::default();
        for &byte in bytes {
            match EndgameEntry::of(byte) {
                EndgameEntry::Decided(EndgameValue::Win(moves)) => {
                    tally.won += 1;
                    tally.longest = tally.longest.max(moves);
                }
                EndgameEntry::Decided(EndgameValue::Loss(moves)) => {
                    tally.lost += 1;
                    tally.longest = tally.longest.max(moves);
                }
                EndgameEntry::Decided(EndgameValue::Draw) => tally.drawn += 1,
                EndgameEntry::Open | EndgameEntry::Safe | EndgameEntry::OtherSafe => tally.open += 1,
                EndgameEntry::Nothing => {}
            }
        }
        tally
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { won, lost, drawn, open, longest } = self;
        write!(f, "{won} won, {lost} lost, {drawn} drawn, {open} undecided; the longest win takes {longest} moves")
    }
}

/// The longest win that an entry can hold, in moves.
const LONGEST: u32 = 120;

/// An entry of a table, which is a byte in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndgameEntry {
    /// Undecided: neither player can force a better result without repetition, or the win takes too long.
    Open,
    /// The result is known.
    Decided(EndgameValue),
    /// The player to move can force at least a draw.
    Safe,
    /// The opponent can force at least a draw.
    OtherSafe,
    /// No position has this number.
    Nothing,
}

impl EndgameEntry {
    fn byte(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Decided(EndgameValue::Win(moves)) => moves as u8,
            Self::Decided(EndgameValue::Loss(moves)) => (LONGEST + moves) as u8,
            Self::Decided(EndgameValue::Draw) => 255,
            Self::Safe => 254,
            Self::OtherSafe => 253,
            Self::Nothing => 252,
        }
    }

    fn of(byte: u8) -> Self {
        let moves = u32::from(byte);
        match byte {
            255 => Self::Decided(EndgameValue::Draw),
            254 => Self::Safe,
            253 => Self::OtherSafe,
            252 => Self::Nothing,
            _ if (1..=LONGEST).contains(&moves) => Self::Decided(EndgameValue::Win(moves)),
            _ if (LONGEST + 1..=2 * LONGEST).contains(&moves) => Self::Decided(EndgameValue::Loss(moves - LONGEST)),
            _ => Self::Open,
        }
    }

    /// The same from the view of the other player.
    fn turned(self) -> Self {
        match self {
            Self::Decided(known) => Self::Decided(known.turned()),
            Self::Safe => Self::OtherSafe,
            Self::OtherSafe => Self::Safe,
            Self::Open | Self::Nothing => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_a_byte_of_its_own() {
        let won = (1..=LONGEST)
            .flat_map(|moves| [EndgameValue::Win(moves), EndgameValue::Loss(moves)].map(EndgameEntry::Decided));
        let others = [
            EndgameEntry::Open,
            EndgameEntry::Safe,
            EndgameEntry::OtherSafe,
            EndgameEntry::Nothing,
            EndgameEntry::Decided(EndgameValue::Draw),
        ];
        let bytes: Vec<u8> = won.clone().chain(others).map(EndgameEntry::byte).collect();
        assert_eq!(Tally::of(&bytes), Tally { won: 120, lost: 120, drawn: 1, open: 3, longest: LONGEST });
        for entry in won.chain(others) {
            assert_eq!(EndgameEntry::of(entry.byte()), entry);
            assert_eq!(entry.turned().turned(), entry);
        }
    }
}
