//! One decision of the engine, based on a proof or a search.

use crate::board::Vertex;
use crate::game::{Color, Game, Level};
use crate::rng::{Rng, mix};
use crate::search::{Control, ProvenResult, Report, Resources, Task, Watch, moves_to_search, search};
use crate::solve::{Answer, Solution};

use super::late_proof::table_bytes;
use super::state::GameSession;
use super::{MAX_CONTEMPT, SearchParams};

/// A choice between moves.
#[derive(Clone)]
pub(super) struct Decision<G: Game> {
    /// The side that the engine plays.
    pub engine: Color,
    pub position: G::Position,
    /// The moves to choose from.
    pub moves: Vec<G::Move>,
    /// Whether the position is lost if all of these moves lose.
    pub complete: bool,
    /// The result, if it is proven.
    pub known_result: Option<ProvenResult<G::Move>>,
    /// Whether the search uses the results of an unfinished proof for later positions.
    pub uses_proofs: bool,
}

/// What restricts the first move of a turn.
pub(super) struct Restriction<M> {
    /// If not empty, the turn must begin with one of these.
    pub only: Vec<M>,
    /// The turn must not begin with one of these.
    pub avoid: Vec<M>,
}

impl<M> Restriction<M> {
    /// No restriction.
    pub const NONE: Self = Self { only: Vec::new(), avoid: Vec::new() };
}

impl<G: Game> Decision<G> {
    /// The decision in the current position.
    pub fn here(session: &GameSession<G>, control: &Control) -> Self {
        let (position, clicks) = (session.now.position.clone(), &session.now.clicks);
        Self::new(session, position, clicks, &Restriction::NONE, control)
    }

    /// The decision in a position of the current turn, after these clicks.
    pub fn new(
        session: &GameSession<G>,
        position: G::Position,
        clicks: &[Vertex],
        restriction: &Restriction<G::Move>,
        control: &Control,
    ) -> Self {
        let game = &session.game;
        let Restriction { only, avoid } = restriction;
        let (mut moves, mut complete) = if !only.is_empty() {
            (only.clone(), false)
        } else if clicks.is_empty() && avoid.is_empty() {
            let mut moves = Vec::new();
            let complete = moves_to_search(game, &position, &session.repetition(), session.turns_left(), &mut moves);
            (moves, complete)
        } else {
            game.moves_after(&position, clicks, &|| control.should_stop(0))
        };
        if session.refuses_losing_pass {
            moves.retain(|&mv| !session.loses_by_resigning(&position, mv));
        }
        if !avoid.is_empty() {
            complete = false; // a move that is avoided may save the game
            moves.retain(|mv| !avoid.contains(mv));
        }
        Self { engine: game.turn(&position), position, moves, complete, known_result: None, uses_proofs: false }
    }

    /// Removes this percentage of the moves, but not all. Which ones depends only on the seed.
    fn overlook(&mut self, percentage: u32, seed: u64) {
        let mut rng = Rng::new(seed);
        let spared = self.moves.get(rng.below(self.moves.len() as u32) as usize).copied();
        let before = self.moves.len();
        self.moves.retain(|&mv| rng.below(100) >= percentage || Some(mv) == spared);
        self.complete &= self.moves.len() == before; // an overlooked move may save the game
    }
}

impl<G: Game> GameSession<G> {
    /// Decides by a proof or a search.
    pub(super) fn decide(
        &mut self,
        mut decision: Decision<G>,
        control: &Control,
        params: &SearchParams,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        if let Some(Level { overlooked: percentage @ 1.., .. }) = level::<G>(params) {
            decision.overlook(percentage, mix(params.seed ^ mix(self.game.hash(&decision.position))));
        }
        // An analysis ranks all moves by their scores.
        let ranks = watch.as_ref().is_some_and(|watch| watch.ranked() > 1);
        let proof = self.prove(&decision, control, params, ranks);
        let control = &control.rest();
        match proof {
            None => self.search(&decision, control, params, watch),
            Some(Solution { answer: Answer::Unknown, .. }) => {
                self.search_with_proofs(decision, control, params, watch, ranks)
            }
            Some(Solution { answer: Answer::Win(best), nodes }) if !ranks => {
                let mut report = Report { nodes, ..Report::of(best) };
                report.add(ProvenResult::Win(best));
                Some(report)
            }
            Some(Solution { answer, .. }) => {
                decision.known_result = match answer {
                    Answer::Win(best) => Some(ProvenResult::Win(best)),
                    Answer::Loss => Some(ProvenResult::Loss),
                    Answer::Draw(_) | Answer::Unknown => None,
                };
                self.search(&decision, control, params, watch)
            }
        }
    }

    /// Tries to prove the result of a late position, if there is a choice and the engine plays at full strength. The
    /// proof may be unfinished.
    fn prove(
        &mut self,
        decision: &Decision<G>,
        control: &Control,
        params: &SearchParams,
        ranks: bool,
    ) -> Option<Solution<G::Move>> {
        if decision.moves.len() < 2 || level::<G>(params).is_some() {
            return None;
        }
        let proof = self.prove_late(&decision.position, control, params, ranks)?;
        log::debug!("late proof: {:?}", proof.answer);
        // The clicks so far may exclude the winning move.
        let is_excluded = matches!(proof.answer, Answer::Win(mv) if !decision.moves.contains(&mv));
        (!is_excluded).then_some(proof)
    }

    /// Searches with the results of an unfinished proof.
    fn search_with_proofs(
        &mut self,
        decision: Decision<G>,
        control: &Control,
        params: &SearchParams,
        watch: Option<Watch<G::Move>>,
        ranks: bool,
    ) -> Option<Report<G::Move>> {
        let decision = Decision { uses_proofs: true, ..decision };
        let mut report = self.search(&decision, control, params, watch)?;
        if !report.proven && !ranks {
            self.reconsider(&decision.position, &decision.moves, &mut report);
        }
        Some(report)
    }

    /// Searches for the best move.
    pub(super) fn search(
        &mut self,
        decision: &Decision<G>,
        control: &Control,
        params: &SearchParams,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        let Decision { engine, position, moves, complete, known_result, uses_proofs } = decision;
        let repetition = self.repetition();
        let task = Task {
            rules: &self.game,
            position,
            moves,
            complete: *complete,
            known_result: *known_result,
            repetition: &repetition,
            turn_start: self.game.hash(self.turn_positions.last().unwrap_or(position)),
            turns_left: self.turns_left(),
            engine: *engine,
            contempt: params.contempt.min(MAX_CONTEMPT) as i32,
            noise: level::<G>(params).map_or(0, |level| level.noise),
            by_points: params.by_points,
            proofs: if *uses_proofs { Some(&self.proofs) } else { None },
        };
        let mut resources = Resources {
            threads: params.threads.max(1),
            bytes: table_bytes::<G>(params),
            seed: mix(params.seed ^ self.game.hash(position)),
            table: &mut self.table,
        };
        let report = search(&task, &mut resources, control, watch)?;
        log::debug!("{:?} after {} nodes, proven: {}", report.best, report.nodes, report.proven);
        Some(report)
    }
}

/// The level to play at; `None` at full strength.
pub(super) fn level<G: Game>(params: &SearchParams) -> Option<Level> {
    let index = params.level.max(1) as usize - 1;
    G::LEVELS.get(index).copied()
}
