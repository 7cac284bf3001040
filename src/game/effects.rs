//! What a move does to the board.

use crate::board::Vertex;

use super::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Empty,
    Stone(Color),
    /// Neither empty nor a stone, such as a burnt cell.
    Blocked,
}

impl From<Color> for Content {
    fn from(color: Color) -> Self {
        Self::Stone(color)
    }
}

/// What a move has done to the board. Replaying it on the contents before the move gives those after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effects {
    /// Where the player's stone moved from and to; `to` is `None` if it has left the board.
    pub moved: Option<(Vertex, Option<Vertex>)>,
    pub placed: Vec<Vertex>,
    /// Where enemy stones were captured.
    pub captured: Vec<Vertex>,
    /// Where other stones of the player left the board.
    pub lost: Vec<Vertex>,
    /// Where enemy stones were pushed away from, and where they stand now.
    pub pushed: [Vec<Vertex>; 2],
    /// Where enemy stones became stones of the player.
    pub recoloured: Vec<Vertex>,
    pub blocked: Vec<Vertex>,
}

impl Effects {
    /// What a move of `player` has done that consists of these clicks and changed these cells: their contents before and
    /// after it. An enemy stone that now stands on another cell was pushed there from a cell that was clicked. A stone that
    /// changes colour was recoloured, unless its cell was clicked: then the player's stone has replaced it.
    pub(crate) fn of(player: Color, clicks: &[Vertex], changes: &[(Vertex, Content, Content)]) -> Self {
        let (own, enemy) = (Content::Stone(player), Content::Stone(!player));
        let mut effects = Self::default();
        effects.pushed[1].extend(changes.iter().filter(|change| change.2 == enemy).map(|change| change.0));
        for &(vertex, before, after) in changes {
            let is_clicked = clicks.contains(&vertex);
            if before == own {
                effects.lost.push(vertex);
            } else if before == enemy && after == own && !is_clicked {
                effects.recoloured.push(vertex);
            } else if before == enemy && is_clicked && effects.pushed[0].len() < effects.pushed[1].len() {
                effects.pushed[0].push(vertex);
            } else if before == enemy {
                effects.captured.push(vertex);
            }
            if after == own && !effects.recoloured.contains(&vertex) {
                effects.placed.push(vertex);
            } else if after == Content::Blocked {
                effects.blocked.push(vertex);
            }
        }
        // A stone that has captured may stand where it began.
        let has_moved = match *clicks {
            [from, .., to] if from == to => !effects.captured.is_empty(),
            [from, ..] => effects.lost.contains(&from),
            [] => false,
        };
        if has_moved {
            let (from, last) = (clicks[0], clicks[clicks.len() - 1]);
            let to = Some(last).filter(|to| clicks.len() > 1 && (effects.placed.contains(to) || *to == from));
            effects.lost.retain(|lost| *lost != from);
            effects.placed.retain(|placed| Some(*placed) != to);
            effects.moved = Some((from, to));
        }
        effects
    }
}
