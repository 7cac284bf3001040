//! What a move does to the stones.

use crate::board::Vertex;

/// What a move has done to the stones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Where the player's stone moved from and to; `to` is `None` if it has left the board.
    pub moved: Option<(Vertex, Option<Vertex>)>,
    /// Where stones of the player were placed.
    pub placed: Vec<Vertex>,
    /// Where enemy stones were captured.
    pub captured: Vec<Vertex>,
}

/// The cells of `before` that are not in `after`.
pub(crate) fn gone(before: &[Vertex], after: &[Vertex]) -> Vec<Vertex> {
    before.iter().filter(|vertex| !after.contains(vertex)).copied().collect()
}

impl Effects {
    /// The difference that a move has made to the stones of the player and of the enemy. An enemy stone that now stands
    /// on another cell was pushed there, by a stone of the player that stands in its place; it was not captured.
    pub(crate) fn difference([own, enemy]: [&[Vertex]; 2], [own_after, enemy_after]: [&[Vertex]; 2]) -> Self {
        let (left, placed) = (gone(own, own_after), gone(own_after, own));
        let mut pushed = gone(enemy_after, enemy).len();
        let mut captured = gone(enemy, enemy_after);
        captured.retain(|cell| {
            let was_pushed = pushed > 0 && own_after.contains(cell);
            pushed -= usize::from(was_pushed);
            !was_pushed
        });
        match left.first() {
            Some(&from) => Self { moved: Some((from, placed.first().copied())), placed: Vec::new(), captured },
            None => Self { moved: None, placed, captured },
        }
    }
}
