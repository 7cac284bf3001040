//! Reviews of games: what each turn cost, and what would have been better.
//!
//! Every position of the game is analysed with its history, and so is the position after the turn that was played, to the
//! depth that the first analysis had reached there. Values of different depths would not be comparable: a player to
//! move often seems better off than the opponent does one ply later.
//!
//! docs/analysis.md has the fields of a review.

mod sgf;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::game::{Color, Style, Verdict};
use crate::play::{Analysis, Error, ErrorKind, Game, Search, SearchParams, TurnData, rounded, tenths};
use crate::search::Limits;
use crate::system::threads::with_helpers;
use crate::system::{Cancel, lock};

/// The time for each position, without other limits.
const TIME: Duration = Duration::from_millis(300);

#[derive(Clone, Debug)]
pub struct Reviewer {
    /// The search of each position; docs/analysis.md says how much more proofs take.
    search: SearchParams,
    /// The number of positions analysed at the same time, at least 1.
    workers: usize,
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Review {
    /// The turns. A forfeit or a loss on time is not a turn.
    pub turns: Vec<TurnReview>,
    /// Whether the review was cancelled before all turns were analysed. `turns` then has the first ones.
    pub is_cut: bool,
}

/// The review of a turn. Values are those of the player who made it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TurnReview {
    pub turn: usize,
    pub player: Color,
    pub played: String,
    pub winrate_before: f64,
    pub winrate_after: f64,
    pub score_before: Option<f64>,
    pub score_after: Option<f64>,
    pub proven_before: Option<Verdict>,
    pub proven_after: Option<Verdict>,
    /// The chance lost: by how much the expected score fell, at least 0; 0 for the engine's own choice. If the result is proven only before the turn, both
    /// scores are estimates of the search.
    pub lost: f64,
    /// The accuracy in per cent, by [`accuracy`]. `None` if the turn does not count: the game was decided, and the turn is no mistake.
    pub accuracy: Option<f64>,
    pub verdict: Judgement,
    pub gave_away: Option<Verdict>,
    pub best: String,
    pub pv: Vec<TurnData>,
}

/// The judgement of a turn by the chance that it lost: by how much the player's win rate fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Judgement {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

const JUDGEMENTS: [Judgement; 5] =
    [Judgement::Best, Judgement::Good, Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

/// Win rates that differ by less than this are equal for a reader.
const EQUAL: f64 = 0.005;

/// The win rates of positions that are not decided.
const OPEN: RangeInclusive<f64> = 0.05..=0.95;

/// The accuracy of a turn, in per cent, that lowered the player's win rate by `lost`: the curve of lichess.org/page/accuracy.
pub fn accuracy(lost: f64) -> f64 {
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

impl Judgement {
    /// The judgement of a turn that lowered the player's win rate by `lost`.
    pub fn of(lost: f64) -> Self {
        match lost {
            _ if lost < EQUAL => Self::Best,
            _ if lost < 0.05 => Self::Good,
            _ if lost < 0.1 => Self::Inaccuracy,
            _ if lost < 0.2 => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    pub fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    pub player: Color,
    pub turns: usize,
    pub accuracy: Option<f64>,
    pub verdicts: Vec<(Judgement, usize)>,
    pub wins_given_away: usize,
    pub draws_given_away: usize,
    pub worst: Vec<usize>,
}

/// The summaries of both players, which follow the turns in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summaries {
    pub complete: bool,
    pub summaries: [Summary; 2],
}

/// What is known of a position, for the player to move.
#[derive(Clone, Debug)]
struct Known {
    /// The player to move, who may have made the turn before, too.
    side: Color,
    value: Value,
    /// The win rate without the proof, not above that after the best turn.
    estimate: f64,
    best: Option<(String, Vec<TurnData>)>,
    /// What is known of the position after the turn that was played, for the same player.
    played: Option<Value>,
}

#[derive(Clone, Copy, Debug)]
struct Value {
    winrate: f64,
    score: Option<f64>,
    proven: Option<Verdict>,
}

impl Value {
    fn for_opponent(self) -> Self {
        let Self { winrate, score, proven } = self;
        Self { winrate: 1.0 - winrate, score: score.map(|score| 0.0 - score), proven: proven.map(|proven| !proven) }
    }

    fn with(self, proven: Verdict) -> Self {
        Self { winrate: proven.score(), proven: Some(proven), ..self }
    }
}

impl Reviewer {
    /// The limits are for each position; by default 300 ms.
    pub fn new(limits: Limits, cancel: &Cancel, workers: usize) -> Self {
        let time = limits.time.or(limits.nodes.is_none().then_some(TIME));
        let limits = Limits { time, ..limits };
        Self { search: SearchParams { cancel: cancel.clone(), ..SearchParams::within(limits) }, workers }
    }

    /// Reviews the game of a session. Calls `progress` with the number of positions done and the number of all; it may be
    /// called by several threads.
    pub fn review(&self, game: &Game, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Review, Error> {
        let turns = turns(game);
        let reviewed = self.review_from(0, game, &turns, progress)?;
        Ok(Review { is_cut: reviewed.len() < turns.len(), turns: reviewed })
    }

    /// Reviews one turn of the game of a session, by its number from 1: the same as that of [`review`](Self::review). `None` if
    /// the game has no such turn.
    pub fn review_turn(&self, game: &Game, number: usize) -> Result<Option<TurnReview>, Error> {
        let turns = turns(game);
        let (Some(index), Some(turns)) = (number.checked_sub(1), turns.get(..number)) else { return Ok(None) };
        let reviewed = self.review_from(index, game, turns, &|_, _| {})?.pop();
        reviewed.map(Some).ok_or_else(|| Error::new(ErrorKind::Interrupted, "on request"))
    }

    /// Reviews the turns of a game from an index on; the first of them, if it is cancelled.
    fn review_from(
        &self,
        first: usize,
        game: &Game,
        turns: &[(Color, String)],
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<TurnReview>, Error> {
        let all = turns.len() + 1 - first;
        let mut start = game.restarted();
        turns.iter().try_for_each(|(player, turn)| start.play(*player, turn, Style::Whole))?;
        let known: Mutex<Vec<Option<Known>>> = Mutex::new(vec![None; all]);
        let (next, done) = (AtomicUsize::new(first), AtomicUsize::new(0));
        let work = || {
            // Each worker plays the game again, because copies of all positions with their history would need too much
            // memory in long games.
            let (mut session, mut played) = (game.restarted(), 0);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(left) = turns.get(played..index) else { return };
                for (player, turn) in left {
                    let replayed = session.play(*player, turn, Style::Whole);
                    debug_assert!(replayed.is_ok(), "{replayed:?}"); // it was played above
                }
                played = index;
                let found = self.look_at(&session, turns.get(index).map(|(_, turn)| turn.as_str()));
                if self.search.cancel.is_cancelled() {
                    return;
                }
                lock(&known)[index - first] = Some(found);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
            }
        };
        with_helpers(self.workers.min(all).saturating_sub(1), &|_| work(), &mut || work(), &|| ());
        let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let pairs = known.windows(2).zip((first..).zip(&turns[first..]));
        let reviewed = pairs.map_while(|(pair, (index, (player, played)))| {
            let [Some(before), Some(after)] = pair else { return None };
            Some(TurnReview::new(index + 1, *player, played, before, after))
        });
        Ok(reviewed.collect())
    }

    fn look_at(&self, session: &Game, played: Option<&str>) -> Known {
        if let Some(outcome) = session.outcome() {
            let side = session.turn();
            let (proven, lead) = (Verdict::of(outcome.winner(), side), outcome.lead_of(side));
            let score = session.counts_points().then_some(lead);
            let value = Value { winrate: proven.score(), score, proven: Some(proven) };
            return Known { side, value, estimate: value.winrate, best: None, played: None };
        }
        // In a copy, so that the tables of one search do not help the next: with more workers it would be another one.
        let analysis = self.analyze(&mut session.fork(), self.search.limits);
        let solved = if analysis.proven.is_none() { self.solve(session, 3) } else { None };
        let mut known = Known::new(session.turn(), &analysis, solved);
        if let Some(turn) = played
            && let Ok(plies) = session.check_turn(turn)
        {
            let depth = Some(analysis.depth.saturating_sub(plies as u32).max(1));
            let limits = Limits { depth, ..self.search.limits };
            known.played = self.after(session, turn, limits, known.value.proven);
            // A player to move often seems better off than after the best turn, too: then every other turn would seem to lose.
            if let Some((best, _)) = known.best.as_ref().filter(|(best, _)| best != turn)
                && let Some(after) = self.after(session, best, limits, None)
            {
                known.estimate = known.estimate.min(after.winrate);
                if known.value.proven.is_none() {
                    known.value.winrate = known.estimate;
                }
            }
        }
        known
    }

    /// What is known of the position after a turn, for the player who makes it; `None` if the game is then over. `before`
    /// is the proven result before the turn.
    fn after(&self, session: &Game, turn: &str, limits: Limits, before: Option<Verdict>) -> Option<Value> {
        let mut after = session.fork();
        after.play(session.turn(), turn, Style::Whole).ok()?;
        if after.outcome().is_some() {
            return None;
        }
        let reply = Known::new(after.turn(), &self.analyze(&mut after.fork(), limits), None);
        // Where the result before the turn is proven, this one deserves a longer proof.
        let is_unclear = reply.value.proven.is_none() && before.is_some_and(|before| before != Verdict::Loss);
        let solved = if is_unclear { self.solve(&after, 1) } else { None };
        let value = solved.map_or(reply.value, |(proven, _)| reply.value.with(proven));
        Some(Known { value, ..reply }.value_for(session.turn()))
    }

    fn analyze(&self, session: &mut Game, limits: Limits) -> Analysis {
        session.analyze(Search::with(SearchParams { limits, ..self.search.clone() })).unwrap_or_default()
    }

    /// The proven result, within a part of the limits, and a turn that keeps it.
    fn solve(&self, session: &Game, part: u32) -> Option<(Verdict, Option<String>)> {
        let Limits { time, nodes, .. } = self.search.limits;
        let (time, nodes) = (time.map(|time| time / part), nodes.map(|nodes| nodes / u64::from(part) + 1));
        let limits = Limits { time, nodes, ..Limits::default() };
        let solution = session.solve(Search::with(SearchParams { limits, ..self.search.clone() })).ok()?;
        Some((solution.verdict?, solution.best))
    }
}

/// The players and texts of the turns of a game, without a forfeit.
fn turns(game: &Game) -> Vec<(Color, String)> {
    let text = |text: Option<String>| text.filter(|text| text != "resign" && text != "timeout");
    game.turns().into_iter().map_while(|turn| Some((turn.player, text(turn.text)?))).collect()
}

impl Known {
    fn new(side: Color, analysis: &Analysis, solved: Option<(Verdict, Option<String>)>) -> Self {
        let first = analysis.variations.first();
        let by_search = analysis.proven;
        let line = |turn: &str| first.filter(|line| line.turns[0].tokens.concat() == turn);
        let turns = |line: &crate::play::Variation| line.turns.clone();
        let best = match &solved {
            // The turn that keeps the result, if the search prefers another whose result is unknown.
            Some((proven, Some(turn))) if by_search != Some(*proven) => {
                Some((turn.clone(), line(turn).map(turns).unwrap_or_default()))
            }
            _ => first.map(|line| (line.turns[0].tokens.concat(), turns(line))),
        };
        let (winrate, score) = (analysis.winrate().unwrap_or(0.5), first.and_then(|line| line.score));
        let estimate = Value { winrate, score, proven: None };
        let proven = by_search.or(solved.map(|(proven, _)| proven));
        let value = proven.map_or(estimate, |proven| estimate.with(proven));
        Self { side, value, estimate: winrate, best, played: None }
    }

    /// The value for either player: after a turn, the same player may be to move again.
    fn value_for(&self, player: Color) -> Value {
        if player == self.side { self.value } else { self.value.for_opponent() }
    }
}

impl TurnReview {
    fn new(turn: usize, player: Color, played: &str, before: &Known, after: &Known) -> Self {
        let (best, pv) = before.best.clone().unwrap_or_default();
        let (value, next) = (before.value, after.value_for(player));
        // The search after the turn went to the same depth as the one before it.
        let after = before.played.filter(|played| next.proven.is_none() || played.proven.is_some()).unwrap_or(next);
        let worse = value.proven.zip(after.proven).is_some_and(|(before, after)| after < before);
        // Estimates are compared only with estimates, and a player cannot lose more than the whole chance.
        let from = if after.proven.is_some() { value.winrate } else { before.estimate.min(value.winrate) };
        let lost = if best == played && !worse { 0.0 } else { (from - after.winrate).max(0.0) };
        let verdict = Judgement::of(lost);
        let is_open = value.proven.is_none() && OPEN.contains(&value.winrate);
        let counts = is_open || verdict >= Judgement::Mistake;
        Self {
            turn,
            player,
            played: played.to_owned(),
            winrate_before: rounded(value.winrate),
            winrate_after: rounded(after.winrate),
            score_before: value.score.map(tenths),
            score_after: after.score.map(tenths),
            proven_before: value.proven,
            proven_after: after.proven,
            lost: rounded(lost),
            accuracy: counts.then(|| tenths(accuracy(lost))),
            verdict,
            gave_away: value.proven.filter(|_| worse),
            best,
            pv,
        }
    }
}

impl Review {
    pub fn summaries(&self) -> Summaries {
        Summaries { complete: !self.is_cut, summaries: Color::BOTH.map(|player| self.summary(player)) }
    }

    pub fn summary(&self, player: Color) -> Summary {
        let mut own: Vec<_> = self.turns.iter().filter(|turn| turn.player == player).collect();
        let accuracy = mean_accuracy(&own);
        let count = |verdict| (verdict, own.iter().filter(|turn| turn.verdict == verdict).count());
        let verdicts = JUDGEMENTS.map(count).to_vec();
        let given_away = |result| own.iter().filter(|turn| turn.gave_away == Some(result)).count();
        let (wins_given_away, draws_given_away) = (given_away(Verdict::Win), given_away(Verdict::Draw));
        let turns = own.len();
        own.sort_by(|one, other| other.lost.total_cmp(&one.lost));
        let worst = own.iter().filter(|turn| turn.verdict != Judgement::Best).take(3).map(|turn| turn.turn).collect();
        Summary { player, turns, accuracy, verdicts, wins_given_away, draws_given_away, worst }
    }
}

/// The accuracy of the turns that count, between the arithmetic and the harmonic mean: their geometric mean, where
/// lichess.org/page/accuracy has their arithmetic mean. The harmonic mean falls with the worst turns. The more open the
/// game was halfway between the chances before and after a turn, the more the turn weighs.
fn mean_accuracy(turns: &[&TurnReview]) -> Option<f64> {
    let (mut sum, mut inverse) = (0.0, 0.0);
    for turn in turns {
        let Some(accuracy) = turn.accuracy else { continue };
        let chance = (turn.winrate_before + turn.winrate_after) / 2.0;
        let weight = chance * (1.0 - chance);
        sum += weight * accuracy;
        inverse += weight / accuracy.max(1.0);
    }
    (inverse > 0.0).then(|| tenths((sum / inverse).sqrt()))
}
