//! Why a game is over.

use serde::{Serialize, Serializer};

use super::Color;

/// Why a game is over: a word for programs and a sentence for people. A game defines its own endings; the endings that
/// all games share are here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndReason {
    word: &'static str,
    sentence: &'static str,
}

impl EndReason {
    /// The player to move has no legal move, and loses.
    pub const NO_MOVE: Self = Self::new("no_move", "{loser} cannot move");
    /// A player ended the game by a resignation that belongs to its rules.
    pub const RESIGNATION: Self = Self::new("resignation", "a player gave a stone and the stones were counted");
    pub(crate) const FORFEIT: Self = Self::new("forfeit", "{loser} has resigned");
    pub(crate) const TIME: Self = Self::new("time", "{loser} has run out of time");
    /// A position occurred as often as the option `repetition` allows.
    pub(crate) const REPETITION: Self = Self::new("repetition", "the position was repeated");
    pub(crate) const MOVE_LIMIT: Self = Self::new("move_limit", "the move limit was reached");

    /// An ending with a word such as `no_move`, and a clause in which `{winner}` and `{loser}` stand for the players.
    pub const fn new(word: &'static str, sentence: &'static str) -> Self {
        Self { word, sentence }
    }

    /// The reason as an English clause: `Black cannot move`.
    pub fn sentence(self, winner: Option<Color>) -> String {
        let name = |color: Option<Color>| color.map_or("a player".to_owned(), |color| color.to_string());
        self.sentence.replace("{winner}", &name(winner)).replace("{loser}", &name(winner.map(|winner| !winner)))
    }
}

impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word)
    }
}
