//! Lessons: the position after the learner's clicks, and whether the turn reaches the goal.

use serde::Serialize;

use super::{Error, Game, LineTurn, Snapshot};
use crate::game::{Color, Lesson, LessonGoal, Outcome, Points, Style, Verdict, counted, lessons};
use crate::system::Cancel;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LessonData {
    pub reached: Option<bool>,
    pub sentence: String,
    #[serde(flatten)]
    pub game: Snapshot,
}

impl Game {
    /// The lesson of the present game with that number, from 1, after these tokens, which [`play`](Self::play) reads in this
    /// style. The game being played stays as it is.
    pub fn lesson(&self, number: u32, tokens: &[&str], style: Style, cancel: &Cancel) -> Result<LessonData, Error> {
        let (game, lessons) = (self.name(), lessons(self.entry.about.lessons));
        let Some(lesson) = number.checked_sub(1).and_then(|index| lessons.get(index as usize)) else {
            return Err(Error::syntax(match lessons.len() {
                0 => format!("{game} has no lessons; `games` lists the lessons of each game"),
                count => format!("{game} has lessons 1 to {count}"),
            }));
        };
        let mut before = self.entry.open(lesson.options)?;
        before.set_position(lesson.position)?;

        let (player, mut after) = (before.turn(), before.fork());
        for &token in tokens {
            if is_turn_over(&after) {
                let reason = format!("a lesson is a single turn, which ends before {token}; leave the rest out");
                return Err(Error::syntax(reason));
            }
            after.play(player, token, style)?;
        }
        let (reached, sentence) = if is_turn_over(&after) {
            let (reached, fact) = judge(lesson, player, &before, &after, cancel);
            let advice = if reached { lesson.praise } else { lesson.hint };
            (Some(reached), format!("{fact} {advice}").trim().to_owned())
        } else {
            (None, String::new())
        };
        Ok(LessonData { reached, sentence, game: after.snapshot() })
    }
}

/// Whether a turn has been played, and is complete.
pub(super) fn is_turn_over(session: &Game) -> bool {
    session.played() > 0 && session.is_between_turns()
}

/// Whether the turn of `player` between two positions reaches the goal, with a fact about the turn, which may be empty.
fn judge(lesson: &Lesson, player: Color, before: &Game, after: &Game, cancel: &Cancel) -> (bool, String) {
    let (opponent, winner) = (!player, after.outcome().and_then(Outcome::winner));
    if winner == Some(opponent) {
        return (false, format!("{opponent} has won."));
    }
    match lesson.goal {
        LessonGoal::Turns(turns) => {
            let is_same = |turn| {
                let mut other = before.fork();
                other.play(player, turn, Style::Whole).is_ok() && other.position() == after.position()
            };
            (turns.split(' ').any(is_same), String::new())
        }
        LessonGoal::Reaches(cells) => {
            let own = |cell: &str| {
                after.contents().iter().any(|(content, at)| *content == player.into() && at.to_string() == cell)
            };
            let missing = cells.split(' ').find(|cell| !own(cell));
            (missing.is_none(), missing.map_or(String::new(), |cell| format!("You have no stone on {cell}.")))
        }
        LessonGoal::Captures(least) => {
            let captured = after.captures()[player.index()];
            let fact = if captured == 0 { "no stone".to_owned() } else { counted(captured, "stone") };
            (captured >= least, format!("This turn captures {fact}."))
        }
        LessonGoal::Places(least) => {
            let count =
                |game: &Game| game.contents().iter().filter(|(content, _)| *content == player.into()).count() as u32;
            let placed = count(after).saturating_sub(count(before));
            (placed >= least, format!("You have placed {}.", counted(placed, "stone")))
        }
        LessonGoal::Wins if winner == Some(player) => (true, after.result_in_words()),
        LessonGoal::Wins if after.outcome().is_some() => (false, "The game is a draw.".to_owned()),
        LessonGoal::Wins => (false, "The game goes on.".to_owned()),
        LessonGoal::WinsByForce => {
            let (verdict, line) = after.best_line(1, cancel);
            wins_by_force(player, after, verdict, line.first())
        }
        LessonGoal::Defends => match winning_turn(after) {
            Some(turn) => (false, format!("{opponent} wins at once with {turn}.")),
            None => (true, format!("{opponent} cannot win in the next turn.")),
        },
        LessonGoal::Mobility { own, other } => {
            let [yours, theirs] = [player, opponent].map(|side| moves_of(after, side));
            let count = |moves: usize| counted(moves as u32, "move");
            let fact = format!("Now {opponent} has {}, and {player} would have {}.", count(theirs), count(yours));
            (yours >= own && theirs <= other, fact)
        }
        LessonGoal::Leads(least) => {
            let lead = after.score().map_or(0.0, |score| score.lead_of(player));
            let fact = match after.score() {
                Some(Outcome::Win { winner, by }) => {
                    let leader = if winner == player { "You lead" } else { "Your opponent leads" };
                    format!("{leader} by {by} {}.", if by == Points::whole(1) { "point" } else { "points" })
                }
                _ => "The score is even.".to_owned(),
            };
            (lead >= f64::from(least), fact)
        }
        LessonGoal::MovesAgain if after.turn() == player => (true, format!("{opponent} cannot move.")),
        LessonGoal::MovesAgain => (false, format!("{opponent} can still move.")),
    }
}

/// Whether a player wins from here with perfect play, and what is known of it, given the proven result for the player to move
/// and the best turn.
pub(super) fn wins_by_force(
    player: Color,
    after: &Game,
    verdict: Option<Verdict>,
    best: Option<&LineTurn>,
) -> (bool, String) {
    let opponent = !player;
    if let Some(outcome) = after.outcome() {
        return (outcome.winner() == Some(player), after.result_in_words());
    }
    let is_own_turn = after.turn() == player;
    match (verdict.map(|verdict| if is_own_turn { verdict } else { !verdict }), best) {
        (Some(Verdict::Win), _) if is_own_turn => (true, format!("{player} wins.")),
        (Some(Verdict::Win), _) => (true, format!("Whatever {opponent} plays, {player} wins.")),
        (Some(Verdict::Loss), Some(LineTurn { turn, .. })) if !is_own_turn => {
            (false, format!("{opponent} wins with {turn}."))
        }
        (Some(Verdict::Loss), _) => (false, format!("{opponent} wins.")),
        (Some(Verdict::Draw), _) => (false, "With perfect play, this is a draw.".to_owned()),
        (None, _) => (false, "papamu finds no proof that this turn wins.".to_owned()),
    }
}

fn winning_turn(session: &Game) -> Option<String> {
    let player = session.turn();
    session.legal_moves(Style::Whole).into_iter().find(|turn| {
        let mut next = session.fork();
        next.play(player, turn, Style::Whole).is_ok() && next.outcome().and_then(Outcome::winner) == Some(player)
    })
}

/// The number of moves that a player has in a position, whoever is to move.
fn moves_of(session: &Game, player: Color) -> usize {
    if session.turn() == player {
        return session.legal_moves(Style::Whole).len();
    }
    let mut turned = session.fresh();
    turned.set_up(&session.contents(), player).map_or(0, |()| turned.legal_moves(Style::Whole).len())
}
