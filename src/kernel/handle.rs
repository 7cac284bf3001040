//! Positions and moves of any game, behind one type each.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of some game. It is never changed, and cheap to copy.
#[derive(Clone)]
pub(crate) struct Position(Arc<dyn AnyPosition>);

/// What a position of a game must be, to be behind one type with those of other games.
trait AnyPosition: Debug + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<P: Eq + Hash + Debug + Send + Sync + 'static> AnyPosition for P {
    fn any(&self) -> &dyn Any {
        self
    }

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
    /// If it is a position of another game, or of another width. A [`Kernel`](super::Kernel) makes its positions
    /// itself, and no caller has two.
    pub fn of<P: 'static>(&self) -> &P {
        (*self.0).any().downcast_ref().expect("a position belongs to the kernel that made it")
    }
}

impl Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals((*other.0).any())
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

/// Successive moves of some game, all of one turn.
#[derive(Clone)]
pub(crate) struct Moves(Arc<dyn Any + Send + Sync>);

impl Moves {
    pub fn new<M: Send + Sync + 'static>(moves: Vec<M>) -> Self {
        Self(Arc::new(moves))
    }

    /// The moves of a certain game.
    ///
    /// # Panics
    /// As [`Position::of`].
    pub fn of<M: 'static>(&self) -> &[M] {
        self.0.downcast_ref::<Vec<M>>().expect("a move belongs to the kernel that made it")
    }
}

impl Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Moves")
    }
}
