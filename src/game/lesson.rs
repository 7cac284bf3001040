//! Lessons: a position, a task for one turn, and a goal that the engine checks.

use serde::Serialize;

/// A lesson. `tests/all/lessons.rs` checks that the solution reaches the goal, and that some other legal turn does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// The title.
    pub title: &'static str,
    /// What it teaches, in a few sentences of plain text.
    pub text: &'static str,
    /// What the player to move should do, in one sentence.
    pub task: &'static str,
    /// The options of the game, as for `set_game`.
    pub options: &'static str,
    /// The position string.
    pub position: &'static str,
    /// A turn that reaches the goal, in whole style.
    pub solution: &'static str,
    /// What the turn must achieve.
    #[serde(skip)]
    pub goal: LessonGoal,
    /// What to say after a turn that reaches the goal.
    #[serde(skip)]
    pub praise: &'static str,
    /// What to say after any other turn.
    #[serde(skip)]
    pub hint: &'static str,
}

/// What a turn must achieve. The engine can check each of these in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonGoal {
    /// It leads to the same position as one of these turns, in whole style.
    Turns(&'static [&'static str]),
    /// The player has a stone on each of these cells after it.
    Reaches(&'static [&'static str]),
    /// It captures at least this many stones.
    Captures(u32),
    /// It places at least this many stones.
    Places(u32),
    /// It ends the game, and the player wins.
    Wins,
    /// With perfect play, the player wins after it.
    WinsByForce,
    /// The opponent cannot win in the next turn.
    Defends,
    /// It leaves the player at least `own` moves, if it were their turn again, and the opponent at most `other`.
    Mobility {
        /// The least number of moves of the player.
        own: usize,
        /// The largest number of moves of the opponent.
        other: usize,
    },
    /// The player leads by at least this many points.
    Leads(u32),
    /// The opponent cannot move, so that the same player moves again.
    MovesAgain,
}
