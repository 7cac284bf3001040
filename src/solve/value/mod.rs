//! The value of a position in combinatorial game theory, for games in which a player who cannot move loses: Left is Black.

mod forms;
mod name;

use std::collections::HashMap;

use thiserror::Error;

use crate::game::{Color, Game, Stop};

use forms::{Forms, Id, Options};

/// A position with more reachable positions than this is too large.
const MOST_POSITIONS: usize = 1 << 18;

/// Why a position has no value, or why it cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The theory applies only to games that the last player to move wins.
    #[error("only positions of games in which a player who cannot move loses have a value")]
    NotNormalPlay,
    /// The stones alone do not determine both players' moves.
    #[error("the position has no value: it belongs to the opening")]
    Opening,
    /// Too many positions are reachable.
    #[error("the position is too large")]
    TooLarge,
    /// The computation was stopped.
    #[error("interrupted")]
    Stopped,
}

/// The value of the stones on the board, whoever is to move, in the usual notation: a number, ups (`^`), a nimber
/// (`*`), a switch (`+-1`), or the options of both, as in `{2|*}`.
///
/// # Errors
/// [`ValueError`].
pub fn value<G: Game>(game: &G, position: &G::Position, stop: Stop) -> Result<String, ValueError> {
    if !G::NORMAL_PLAY {
        return Err(ValueError::NotNormalPlay);
    }
    let mut valuer = Valuer { game, forms: Forms::new(), known: HashMap::new(), stop };
    let id = valuer.value(position)?;
    let name = valuer.forms.name(id);
    if valuer.forms.is_exhausted() { Err(ValueError::TooLarge) } else { Ok(name) }
}

struct Valuer<'a, G: Game> {
    game: &'a G,
    forms: Forms,
    /// Values by position with Black to move.
    known: HashMap<G::Position, Id>,
    stop: Stop<'a>,
}

impl<G: Game> Valuer<'_, G> {
    fn value(&mut self, position: &G::Position) -> Result<Id, ValueError> {
        let to_move = |side| self.game.with_stones(self.game.occupied(position), side).map_err(|_| ValueError::Opening);
        let [black, white] = [to_move(Color::Black)?, to_move(Color::White)?];
        if !self.game.has_value(&black) || !self.game.has_value(&white) {
            return Err(ValueError::Opening);
        }
        if let Some(&id) = self.known.get(&black) {
            return Ok(id);
        }
        if (self.stop)() {
            return Err(ValueError::Stopped);
        }
        let options = Options { left: self.values_after(&black)?, right: self.values_after(&white)? };
        let id = self.forms.canonical(options);
        self.known.insert(black, id);
        if self.known.len() > MOST_POSITIONS || self.forms.is_exhausted() {
            return Err(ValueError::TooLarge);
        }
        Ok(id)
    }

    fn values_after(&mut self, position: &G::Position) -> Result<Vec<Id>, ValueError> {
        let mut moves = Vec::new();
        self.game.legal_moves(position, &mut moves);
        let mut values = Vec::new();
        for mv in moves {
            values.push(self.value(&self.game.after(position, mv))?);
        }
        Ok(values)
    }
}
