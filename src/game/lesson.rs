//! Lessons: a position, a task for one turn, and a goal that the engine checks.
//!
//! Each game ships some in a text file, [`About::lessons`](super::About::lessons): the fields of a [`Lesson`] in their order, a line
//! each, with an empty line between lessons. `options: -` are the default ones, and a goal is a word such as `moves_again` or
//! `captures 2`.

use serde::Serialize;

/// A lesson. `tests/all/lessons.rs` checks that the solution reaches the goal, and that some other legal turn does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lesson {
    pub title: &'static str,
    /// What it teaches, in a few sentences of plain text.
    pub text: &'static str,
    /// What the player to move should do, in one sentence.
    pub task: &'static str,
    /// The options of the game, as for `set_game`.
    pub options: &'static str,
    pub position: &'static str,
    /// A turn that reaches the goal, in whole style.
    pub solution: &'static str,
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
    /// It leads to the same position as one of these turns, in whole style, with spaces between them.
    Turns(&'static str),
    /// The player has a stone on each of these cells after it, with spaces between them.
    Reaches(&'static str),
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
    Mobility { own: usize, other: usize },
    /// The player leads by at least this many points.
    Leads(u32),
    /// The opponent cannot move, so that the same player moves again.
    MovesAgain,
}

/// The lessons of a text. Text before the first one is a comment.
pub fn lessons(text: &'static str) -> Vec<Lesson> {
    text.split("title: ").filter_map(Lesson::read).collect()
}

impl Lesson {
    /// A lesson from its title on.
    fn read(text: &'static str) -> Option<Self> {
        let mut lines = text.lines();
        let title = lines.next()?;
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(": ");
        Some(Self {
            title,
            text: field("text")?,
            task: field("task")?,
            options: field("options").map(|options| if options == "-" { "" } else { options })?,
            position: field("position")?,
            solution: field("solution")?,
            goal: LessonGoal::read(field("goal")?)?,
            praise: field("praise")?,
            hint: field("hint")?,
        })
    }
}

impl LessonGoal {
    fn read(text: &'static str) -> Option<Self> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = || rest.parse::<u32>().ok();
        Some(match word {
            "turns" => Self::Turns(rest),
            "reaches" => Self::Reaches(rest),
            "captures" => Self::Captures(number()?),
            "places" => Self::Places(number()?),
            "wins" => Self::Wins,
            "wins_by_force" => Self::WinsByForce,
            "defends" => Self::Defends,
            "mobility" => {
                let (own, other) = rest.split_once(' ')?;
                Self::Mobility { own: own.parse().ok()?, other: other.parse().ok()? }
            }
            "leads" => Self::Leads(number()?),
            "moves_again" => Self::MovesAgain,
            _ => return None,
        })
    }
}
