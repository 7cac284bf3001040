//! Reviews of games: what each turn cost, and what would have been better.
//!
//! Every position of the game is analysed with its history, and so is the position after the turn that was played, to the
//! depth that the first analysis had reached there. Values of different depths would not be comparable: a player to
//! move often seems better off than the opponent does one ply later.

mod sgf;
mod verdict;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::engine::{TurnData, rounded, tenths};
use crate::game::{Color, Outcome, Style};
use crate::search::Limits;
use crate::session::{Analysis, Observer, PlayError, SearchParams, Session};
use crate::solve;

pub use verdict::{Proven, VERDICTS, Verdict};

/// How a game is reviewed.
#[derive(Clone, Debug)]
pub struct Reviewer {
    /// The search of each position. A proof of the result takes up to a third as much, and the analysis of the turn
    /// that was played up to as much again.
    pub search: SearchParams,
    /// The number of positions analysed at the same time, at least 1.
    pub workers: usize,
}

/// A game with the review of each of its turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The turns. A forfeit or a loss on time is not a turn.
    pub turns: Vec<TurnReview>,
    /// Whether the review was cancelled before all turns were analysed. `turns` then has the first ones.
    pub is_cut: bool,
}

/// The review of a turn. Values are those of the player who made it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnReview {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The player.
    pub player: Color,
    /// The turn as played.
    pub played: String,
    /// The expected score before the turn, from 0 (a loss) to 1 (a win).
    pub winrate_before: f64,
    /// The expected score after the turn.
    pub winrate_after: f64,
    /// The expected lead in points before the turn; `null` in games without points.
    pub score_before: Option<f64>,
    /// The expected lead after the turn.
    pub score_after: Option<f64>,
    /// The proven result before the turn, if there is one.
    pub proven_before: Option<Proven>,
    /// The proven result after the turn, if there is one.
    pub proven_after: Option<Proven>,
    /// The chance lost: by how much the expected score fell, at least 0.
    pub lost: f64,
    /// The judgement.
    pub verdict: Verdict,
    /// `win` or `draw` if the turn gave away a proven win or draw: the result before it is proven, and so is a worse one
    /// after it.
    pub gave_away: Option<Proven>,
    /// The best turn.
    pub best: String,
    /// The principal variation that begins with the best turn.
    pub pv: Vec<TurnData>,
}

/// A summary of the turns of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The player.
    pub player: Color,
    /// The number of turns.
    pub turns: usize,
    /// 100 minus the mean chance lost, in per cent; `null` without turns.
    pub accuracy: Option<f64>,
    /// The number of turns with each verdict.
    pub verdicts: Vec<(Verdict, usize)>,
    /// The number of proven wins given away.
    pub wins_given_away: usize,
    /// The number of proven draws given away.
    pub draws_given_away: usize,
    /// The numbers of the turns that lost the most, at most three, the worst first.
    pub worst: Vec<usize>,
}

/// What is known of a position, for the player to move.
#[derive(Clone, Debug)]
struct Known {
    winrate: f64,
    score: Option<f64>,
    proven: Option<Proven>,
    best: Option<(String, Vec<TurnData>)>,
    /// The win rate and the expected lead after the turn that was played, for the same player.
    played: Option<(f64, Option<f64>)>,
}

impl Reviewer {
    /// Reviews the game of a session. Calls `progress` with the number of positions done and the number of all; it may be
    /// called by several threads.
    ///
    /// # Errors
    /// [`PlayError`] if the game cannot be played again from its start.
    pub fn review(&self, game: &dyn Session, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Review, PlayError> {
        let (turns, positions) = positions(game)?;
        let all = positions.len();
        let known: Mutex<Vec<Option<Known>>> = Mutex::new(vec![None; all]);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let positions: Vec<_> = positions.into_iter().map(Mutex::new).collect();
        thread::scope(|scope| {
            for _ in 0..self.workers.max(1) {
                scope.spawn(|| {
                    while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut position = position.lock().unwrap_or_else(PoisonError::into_inner);
                        let index = position.0;
                        let found = self.look_at(&mut *position.1, turns.get(index).map(|(_, turn)| turn.as_str()));
                        if self.search.cancel.is_cancelled() {
                            return;
                        }
                        known.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(found);
                        progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                    }
                });
            }
        });
        let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let pairs = known.windows(2).zip(&turns).enumerate();
        let reviewed = pairs.map_while(|(index, (pair, (player, played)))| {
            let [Some(before), Some(after)] = pair else { return None };
            Some(TurnReview::new(index + 1, *player, played, before, after))
        });
        let reviewed: Vec<_> = reviewed.collect();
        Ok(Review { is_cut: reviewed.len() < turns.len(), turns: reviewed })
    }

    /// Analyses a position and the turn that was played there.
    fn look_at(&self, session: &mut dyn Session, played: Option<&str>) -> Known {
        if let Some(outcome) = session.outcome() {
            return Known::at_the_end(session, outcome);
        }
        let analysis = self.analyze(session, self.search.limits);
        let mut known = Known::new(&analysis, self.solve(session, 3));
        if let Some(turn) = played
            && let Ok(plies) = session.check_turn(turn)
        {
            let depth = Some(analysis.depth.saturating_sub(plies as u32).max(1));
            known.played = self.after(session, turn, Limits { depth, ..self.search.limits });
        }
        known
    }

    /// The win rate and the expected lead after a turn, for the player who makes it; `None` if the game is then over.
    fn after(&self, session: &dyn Session, turn: &str, limits: Limits) -> Option<(f64, Option<f64>)> {
        let mut after = session.fork();
        after.play(session.turn(), turn, Style::Whole).ok()?;
        let is_over = after.outcome().is_some();
        let reply = (!is_over).then(|| self.analyze(&mut *after, limits))?;
        let score = reply.variations.first().and_then(|line| line.score);
        Some((1.0 - reply.winrate()?, score.map(|score| 0.0 - score)))
    }

    fn analyze(&self, session: &mut dyn Session, limits: Limits) -> Analysis {
        let observer = Observer { every: Duration::MAX, moves: 1, see: &mut |_| {} };
        let params = SearchParams { limits, ..self.search.clone() };
        session.analyze(session.turn(), &params, Some(observer)).unwrap_or_default()
    }

    /// The proven result, within a part of the limits, and a turn that keeps it.
    fn solve(&self, session: &dyn Session, part: u32) -> Option<(Proven, Option<String>)> {
        let Limits { time, nodes, .. } = self.search.limits;
        let (time, nodes) = (time.map(|time| time / part), nodes.map(|nodes| nodes / u64::from(part) + 1));
        let limits = Limits { time, nodes, ..Limits::default() };
        match session.solve(&SearchParams { limits, ..self.search.clone() }, None) {
            Ok(solve::Answer::Win(turn)) => Some((Proven::Win, Some(turn))),
            Ok(solve::Answer::Draw(turn)) => Some((Proven::Draw, Some(turn))),
            Ok(solve::Answer::Loss) => Some((Proven::Loss, None)),
            Ok(solve::Answer::Unknown) | Err(_) => None,
        }
    }
}

/// A turn and its player.
type PlayedTurn = (Color, String);
/// A position, with the number of turns played before it.
type Place = (usize, Box<dyn Session>);

/// The turns of a game, and its positions at the beginnings of turns, numbered, including the last.
fn positions(game: &dyn Session) -> Result<(Vec<PlayedTurn>, Vec<Place>), PlayError> {
    let mut session = game.new_game();
    if let Some(start) = &game.record().start {
        // It was the position of a game, so it can arise.
        let placed = session.set_position(start);
        debug_assert!(placed.is_ok(), "{placed:?}");
    }
    let mut turns = Vec::new();
    let mut positions = vec![(0, session.fork())];
    for turn in game.turns() {
        let Some(text) = turn.text.filter(|text| text != "resign" && text != "timeout") else { break };
        session.play(turn.player, &text, Style::Whole)?;
        turns.push((turn.player, text));
        positions.push((turns.len(), session.fork()));
    }
    Ok((turns, positions))
}

impl Known {
    fn new(analysis: &Analysis, solved: Option<(Proven, Option<String>)>) -> Self {
        let first = analysis.variations.first();
        let by_search = analysis.proven.map(|wins| if wins { Proven::Win } else { Proven::Loss });
        let line = |turn: &str| first.filter(|line| line.turns[0].tokens.concat() == turn);
        let turns = |line: &crate::session::Variation| line.turns.iter().map(TurnData::of).collect::<Vec<_>>();
        let best = match &solved {
            // The turn that keeps the result, if the search prefers another whose result is unknown.
            Some((proven, Some(turn))) if by_search != Some(*proven) => {
                Some((turn.clone(), line(turn).map(turns).unwrap_or_default()))
            }
            _ => first.map(|line| (line.turns[0].tokens.concat(), turns(line))),
        };
        let proven = by_search.or(solved.map(|(proven, _)| proven));
        let winrate = proven.map_or_else(|| analysis.winrate().unwrap_or(0.5), Proven::winrate);
        Self { winrate, score: first.and_then(|line| line.score), proven, best, played: None }
    }

    /// The result of a finished game, for the player who would have moved next.
    fn at_the_end(session: &dyn Session, outcome: Outcome) -> Self {
        let side = session.turn();
        let proven = match outcome.winner() {
            Some(winner) if winner == side => Proven::Win,
            Some(_) => Proven::Loss,
            None => Proven::Draw,
        };
        let score = session.counts_points().then(|| outcome.lead_of(side));
        Self { winrate: proven.winrate(), score, proven: Some(proven), best: None, played: None }
    }
}

impl TurnReview {
    fn new(turn: usize, player: Color, played: &str, before: &Known, after: &Known) -> Self {
        let (best, pv) = before.best.clone().unwrap_or_default();
        let proven_after = after.proven.map(Proven::turned);
        let next = (1.0 - after.winrate, after.score.map(|score| 0.0 - score));
        let (winrate_after, score_after) = before.played.filter(|_| proven_after.is_none()).unwrap_or(next);
        let worse = before.proven.zip(proven_after).is_some_and(|(before, after)| after < before);
        let lost = if best == played && !worse { 0.0 } else { (before.winrate - winrate_after).max(0.0) };
        Self {
            turn,
            player,
            played: played.to_owned(),
            winrate_before: rounded(before.winrate),
            winrate_after: rounded(winrate_after),
            score_before: before.score.map(tenths),
            score_after: score_after.map(tenths),
            proven_before: before.proven,
            proven_after,
            lost: rounded(lost),
            verdict: Verdict::of(lost),
            gave_away: before.proven.filter(|_| worse),
            best,
            pv,
        }
    }
}

impl Review {
    /// The summary of a player.
    pub fn summary(&self, player: Color) -> Summary {
        let mut own: Vec<_> = self.turns.iter().filter(|turn| turn.player == player).collect();
        let lost: f64 = own.iter().map(|turn| turn.lost).sum();
        let accuracy = (!own.is_empty()).then(|| (1_000.0 * (1.0 - lost / own.len() as f64)).round() / 10.0);
        let count = |verdict| (verdict, own.iter().filter(|turn| turn.verdict == verdict).count());
        let verdicts = VERDICTS.map(count).to_vec();
        let given_away = |result| own.iter().filter(|turn| turn.gave_away == Some(result)).count();
        let (wins_given_away, draws_given_away) = (given_away(Proven::Win), given_away(Proven::Draw));
        let turns = own.len();
        own.sort_by(|one, other| other.lost.total_cmp(&one.lost));
        let worst = own.iter().filter(|turn| turn.verdict != Verdict::Best).take(3).map(|turn| turn.turn).collect();
        Summary { player, turns, accuracy, verdicts, wins_given_away, draws_given_away, worst }
    }
}
