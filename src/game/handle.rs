//! Positions and moves of any game, behind one type each.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Color, Outcome};

/// A position of some game. It is never changed, and cheap to copy.
#[derive(Clone, Debug)]
pub struct Position(Arc<dyn AnyPosition>);

/// What a position of a game must be, to be behind one type with those of other games.
trait AnyPosition: Any + Debug + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<P: Eq + Hash + Debug + Send + Sync + 'static> AnyPosition for P {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

impl Position {
    pub fn new<P: Eq + Hash + Debug + Send + Sync + 'static>(position: P) -> Self {
        Self(Arc::new(position))
    }

    /// The position of a certain game.
    ///
    /// # Panics
    /// If it is a position of another type. Positions are made and read by the same game, behind one trait object.
    pub(crate) fn of<P: 'static>(&self) -> &P {
        let position: &dyn Any = &*self.0;
        position.downcast_ref().expect("a position belongs to the game that made it")
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

/// Successive moves of some game, all of one turn.
#[derive(Clone, Debug)]
pub struct Moves(Arc<dyn Any + Send + Sync>);

impl Moves {
    pub fn new<M: Send + Sync + 'static>(moves: Vec<M>) -> Self {
        Self(Arc::new(moves))
    }

    /// The moves of a certain game.
    ///
    /// # Panics
    /// As `Position::of`.
    pub fn of<M: 'static>(&self) -> &[M] {
        self.0.downcast_ref::<Vec<M>>().expect("a move belongs to the game that made it")
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Status {
    pub turn: Color,
    pub begins: bool,
    /// The result by the game's own rules.
    pub outcome: Option<Outcome>,
    pub hash: u64,
}
