//! A reviewed game as SGF, with comments and the better turns as variations.

use crate::game::{Color, Style};
use crate::play::{Error, Game};
use crate::sgf::Note;

use super::{Judgement, Review, TurnReview};

/// A win rate from which SGF's `GB` and `GW` call a position good for a player.
const GOOD: f64 = 0.75;

impl Review {
    /// The game as SGF with the review: a comment for each turn, the better turn as a variation, the marks of moves
    /// (`TE`, `IT`, `DO`, `BM`) and of positions (`GB`, `GW`), and the value (`V`) in games with points.
    pub fn sgf(&self, game: &Game) -> Result<String, Error> {
        let mut session = game.restarted();
        let clicks = |session: &Game| session.record().clicks;
        let mut notes = Vec::new();
        for review in &self.turns {
            let begin = clicks(&session).len();
            let mut better = session.fork();
            if review.verdict > Judgement::Good || review.gave_away.is_some() {
                let mut line: Vec<_> = review.pv.iter().map(|turn| (turn.player, turn.tokens.concat())).collect();
                if line.is_empty() {
                    line.push((review.player, review.best.clone()));
                }
                // The line goes on as far as it can be played.
                let _ = line.iter().try_for_each(|(player, turn)| better.play(*player, turn, Style::Whole));
            }
            session.play(review.player, &review.played, Style::Whole)?;
            let end = clicks(&session).len().saturating_sub(1);
            let variation = clicks(&better).split_off(begin);
            notes.push(Note { begin, end, properties: properties(review), variation });
        }
        Ok(game.sgf_with(game.outcome().map(|outcome| outcome.to_string()).as_deref(), &[], &notes))
    }
}

fn properties(review: &TurnReview) -> Vec<(&'static str, String)> {
    let mut properties = Vec::new();
    let per_cent = |winrate: f64| format!("{:.0} %", 100.0 * winrate);
    let (TurnReview { player, played, .. }, verdict) = (review, review.verdict.word());
    let [after, before] = [review.winrate_after, review.winrate_before].map(per_cent);
    let mut comment = format!("{player} plays {played}: {verdict}. Chance {after}, before {before}.");
    if let Some(result) = review.gave_away {
        comment += &format!(" Gave away a proven {result}.");
    }
    if review.verdict != Judgement::Best && !review.best.is_empty() {
        comment += &format!(" Better: {}.", review.best);
    }
    properties.push(("C", comment));
    properties.push(match review.verdict {
        Judgement::Best => ("TE", "1".to_owned()),
        Judgement::Good => ("IT", String::new()),
        Judgement::Inaccuracy => ("DO", String::new()),
        Judgement::Mistake => ("BM", "1".to_owned()),
        Judgement::Blunder => ("BM", "2".to_owned()),
    });
    let black = if review.player == Color::Black { review.winrate_after } else { 1.0 - review.winrate_after };
    let degree = if review.proven_after.is_some() { "2" } else { "1" };
    if black >= GOOD {
        properties.push(("GB", degree.to_owned()));
    } else if black <= 1.0 - GOOD {
        properties.push(("GW", degree.to_owned()));
    }
    if let Some(score) = review.score_after {
        let score = if review.player == Color::Black { score } else { 0.0 - score };
        properties.push(("V", format!("{score}")));
    }
    properties
}
