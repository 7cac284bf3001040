//! Tables of endgames: who wins every position with few stones, worked out backwards once and kept in a file.

mod build;
mod file;

pub use build::build;
pub use file::{Endgames, EndgamesError, MOST_STONES};

/// What a table says of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// He wins within so many moves, those of both counted.
    Win(u32),
    /// The other does.
    Loss(u32),
    /// Neither can be kept from a draw.
    Draw,
}

impl Known {
    /// The same for the other player.
    fn turned(self) -> Self {
        match self {
            Self::Win(moves) => Self::Loss(moves),
            Self::Loss(moves) => Self::Win(moves),
            Self::Draw => Self::Draw,
        }
    }
}

/// The longest win that is kept.
const LONGEST: u32 = 120;

/// An entry of a table, which is a byte in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Nothing is known: whoever tries for more goes round in circles, or it takes too long.
    Open,
    /// It is known how the game ends.
    Known(Known),
    /// The player to move can be sure of a draw at least.
    Safe,
    /// The other can.
    OtherSafe,
    /// No position has this number.
    Nothing,
}

impl Entry {
    fn byte(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Known(Known::Win(moves)) => moves as u8,
            Self::Known(Known::Loss(moves)) => (LONGEST + moves) as u8,
            Self::Known(Known::Draw) => 255,
            Self::Safe => 254,
            Self::OtherSafe => 253,
            Self::Nothing => 252,
        }
    }

    fn of(byte: u8) -> Self {
        let moves = u32::from(byte);
        match byte {
            255 => Self::Known(Known::Draw),
            254 => Self::Safe,
            253 => Self::OtherSafe,
            252 => Self::Nothing,
            _ if (1..=LONGEST).contains(&moves) => Self::Known(Known::Win(moves)),
            _ if (LONGEST + 1..=2 * LONGEST).contains(&moves) => Self::Known(Known::Loss(moves - LONGEST)),
            _ => Self::Open,
        }
    }

    /// The same for the other player.
    fn turned(self) -> Self {
        match self {
            Self::Known(known) => Self::Known(known.turned()),
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
        let won = (1..=LONGEST).flat_map(|moves| [Known::Win(moves), Known::Loss(moves)].map(Entry::Known));
        let others = [Entry::Open, Entry::Safe, Entry::OtherSafe, Entry::Nothing, Entry::Known(Known::Draw)];
        for entry in won.chain(others) {
            assert_eq!(Entry::of(entry.byte()), entry);
            assert_eq!(entry.turned().turned(), entry);
        }
    }
}
