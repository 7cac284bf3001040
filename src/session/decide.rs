//! One decision of the engine: what is proven of it, or else what a search finds.

use crate::board::Vertex;
use crate::endgames::Known;
use crate::game::{Algorithm, Color, Game, Level};
use crate::rng::mix;
use crate::search::{self, Control, Report, Resources, Task, Watch, moves_to_search};
use crate::solve::{Answer, Solution};

use super::late_proof::{table_bytes, with_proof};
use super::state::Match;
use super::{MAX_CONTEMPT, SearchParams};

/// A decision between moves.
#[derive(Clone)]
pub(super) struct Decision<G: Game> {
    /// The player whom the engine plays.
    pub engine: Color,
    pub position: G::Position,
    /// The moves that lead from the position of the match to that one.
    pub chosen: Vec<G::Move>,
    /// The moves to choose from.
    pub moves: Vec<G::Move>,
    /// Whether the position is lost if they all lose.
    pub complete: bool,
    /// Whether a search reads what is proven of late positions.
    pub reads_proofs: bool,
}

impl<G: Game> Decision<G> {
    /// The decision of the player to move.
    pub fn here(session: &Match<G>, control: &Control) -> Self {
        Self::new(session, session.now.position.clone(), &session.now.clicks, Vec::new(), control)
    }

    /// The decision in a position that is `chosen` moves after that of the match, after these clicks.
    pub fn new(
        session: &Match<G>,
        position: G::Position,
        clicks: &[Vertex],
        chosen: Vec<G::Move>,
        control: &Control,
    ) -> Self {
        let game = &session.game;
        let (mut moves, complete) = if clicks.is_empty() {
            let mut moves = Vec::new();
            let complete = moves_to_search(game, &position, &session.repetition(), session.turns_left(), &mut moves);
            (moves, complete)
        } else {
            game.moves_after(&position, clicks, &|| control.should_stop(0))
        };
        if session.refuses_losing_pass {
            moves.retain(|&mv| !session.loses_by_resigning(&position, mv));
        }
        Self { engine: game.turn(&position), position, chosen, moves, complete, reads_proofs: false }
    }

    /// The same decision between the moves that go on with one of these turns, if there are any.
    pub fn among(mut self, turns: &[Vec<G::Move>]) -> Self {
        let (moves, chosen) = (&mut self.moves, &self.chosen);
        if !turns.is_empty() {
            moves.clear();
            self.complete = false;
        }
        for mv in turns.iter().filter(|turn| turn.starts_with(chosen)).filter_map(|turn| turn.get(chosen.len())) {
            if !moves.contains(mv) {
                moves.push(*mv);
            }
        }
        self
    }
}

impl<G: Game> Match<G> {
    /// The engine's move: by an endgame table, by a proof, or by a search.
    pub(super) fn decide(
        &mut self,
        decision: &Decision<G>,
        control: &Control,
        params: &SearchParams,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        let Decision { position, moves, .. } = decision;
        let table = self.endgame_table(params).filter(|_| level::<G>(params).is_none());
        if let Some((known, best)) = table.and_then(|table| table.best(&self.game, position, moves)) {
            log::debug!("endgame table: {known:?}");
            // A cycle may be scored instead of drawn: the search decides. Other moves win nothing.
            if known == Known::Draw {
                return self.search(&Decision { moves: best, ..decision.clone() }, control, params, watch);
            }
            if watch.is_none() {
                let value = f64::from(u8::from(matches!(known, Known::Win(_))));
                return best.first().map(|&best| Report { value, proven: true, ..Report::of(best) });
            }
        }
        // An analysis ranks the moves by their scores.
        let ranks = watch.as_ref().is_some_and(|watch| watch.exact > 1);
        let strongest = level::<G>(params).is_none() && algorithm::<G>(params) == Algorithm::AlphaBeta;
        let proof = match moves[..] {
            [_, _, ..] if strongest => self.prove_late(position, control, params, ranks),
            _ => None,
        };
        let control = &control.rest();
        // Clicks may have excluded the winning move.
        let proof = proof.filter(|proof| !matches!(proof.answer, Answer::Win(mv) if !moves.contains(&mv)));
        let Some(Solution { answer, nodes }) = proof else {
            return self.search(decision, control, params, watch);
        };
        if matches!(answer, Answer::Unknown) {
            let wanted = watch.as_ref().map_or(0, |watch| watch.lines);
            let reading = Decision { reads_proofs: true, ..decision.clone() };
            let mut report = self.search(&reading, control, params, watch)?;
            if !report.proven && !ranks {
                self.reconsider(position, moves, &mut report);
                report.lines.truncate(wanted);
            }
            return Some(report);
        }
        log::debug!("solved: {answer:?}");
        let mut report = match (watch, answer) {
            (watch, Answer::Win(best)) if watch.as_ref().is_none_or(|watch| watch.exact == 1) => {
                Report { nodes, positions: nodes, ..Report::of(best) }
            }
            (None, _) => self.search(decision, control, params, None)?,
            (Some(mut watch), _) => {
                let (lines, exact, every) = (watch.lines, watch.exact, watch.every());
                let mut see = |report: &Report<_>| {
                    let mut report = report.clone();
                    with_proof(&mut report, &answer);
                    watch.show(&report);
                };
                let watch = Watch::new(lines, exact, every, &mut see);
                self.search(decision, control, params, Some(watch))?
            }
        };
        with_proof(&mut report, &answer);
        Some(report)
    }

    /// The move that a search finds.
    pub(super) fn search(
        &mut self,
        decision: &Decision<G>,
        control: &Control,
        params: &SearchParams,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        let Decision { engine, position, chosen, moves, complete, reads_proofs } = decision;
        let has_table = self.endgame_table(params).is_some() && level::<G>(params).is_none();
        let repetition = self.repetition();
        let recent = self.recent(chosen);
        let task = Task {
            rules: &self.game,
            position,
            moves,
            complete: *complete,
            repetition: &repetition,
            turn_start: self.game.hash(self.turn_positions.last().unwrap_or(position)),
            recent: &recent,
            turns_left: self.turns_left(),
            engine: *engine,
            contempt: params.contempt.min(MAX_CONTEMPT) as i32,
            noise: level::<G>(params).map_or(0, |level| level.noise),
            by_points: params.by_points,
            endgames: self.endgames.opened().filter(|_| has_table),
            proofs: if *reads_proofs { Some(&self.proofs) } else { None },
        };
        let mut resources = Resources {
            algorithm: algorithm::<G>(params),
            threads: params.threads.max(1),
            bytes: table_bytes::<G>(params),
            seed: mix(params.seed ^ self.game.hash(position)),
            table: &mut self.table,
            tree: &mut self.tree,
        };
        let report = search::choose(&task, &mut resources, control, watch)?;
        log::debug!("{:?} after {} nodes, proven: {}", report.best, report.nodes, report.proven);
        Some(report)
    }
}

/// The search to use: Monte Carlo where it is asked for, else the game's own.
pub(super) fn algorithm<G: Game>(params: &SearchParams) -> Algorithm {
    if params.monte_carlo { Algorithm::MonteCarlo } else { G::ALGORITHM }
}

/// The level to play at, where it is below full strength.
pub(super) fn level<G: Game>(params: &SearchParams) -> Option<Level> {
    let index = params.level.max(1) as usize - 1;
    G::LEVELS.get(index).copied()
}
