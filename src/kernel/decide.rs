//! One decision of the engine, based on a proof or a search.

use crate::game::{Color, Moves, Playable, RulesExt, Verdict};
use crate::play::{MAX_CONTEMPT, MAX_LEVEL, SearchParams};
use crate::rng::{Rng, mix};
use crate::search::{Control, Report, Resources, Task, Watch, moves_to_search, search};
use crate::solve::{Positions, Solution};

use super::late_proof::table_bytes;
use super::{Core, Moment};

#[derive(Clone)]
pub(super) struct Decision<G: Playable> {
    pub engine: Color,
    pub position: G::Position,
    pub moves: Vec<G::Move>,
    pub complete: bool,
    /// The result, if it is proven, and the move that keeps it, if not all do.
    pub known_result: Option<(Verdict, Option<G::Move>)>,
    /// Whether the search uses the results of a proof for later positions.
    pub uses_proofs: bool,
}

impl<G: Playable> Decision<G> {
    /// The next decision of the turn, in this position. The clicks and restrictions of the moment apply only if it `begins`
    /// the rest of the turn.
    pub(super) fn new(core: &Core<G>, moment: &Moment, position: G::Position, begins: bool, control: &Control) -> Self {
        let game = &core.game;
        let listed = |moves: &[Moves]| if begins { game.join(moves).of::<G::Move>().to_vec() } else { Vec::new() };
        let (only, avoid) = (listed(&moment.only), listed(&moment.avoid));
        let (mut moves, mut complete) = if !only.is_empty() {
            (only, false)
        } else if !begins || moment.clicks.is_empty() && avoid.is_empty() {
            let mut moves = Vec::new();
            let complete = moves_to_search(game, &position, &moment.repetition, moment.turns_left, &mut moves);
            (moves, complete)
        } else {
            game.moves_after(&position, &moment.clicks, &|| control.should_stop(0))
        };
        moves.retain(|mv| !avoid.contains(mv));
        complete &= avoid.is_empty(); // a move that is avoided may save the game
        if moment.refuses_losing_pass {
            moves.retain(|&mv| !core.is_losing_resignation(&position, mv));
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

impl<G: Playable> Core<G> {
    pub(super) fn decide(
        &mut self,
        moment: &Moment,
        mut decision: Decision<G>,
        control: &Control,
        params: &SearchParams,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        if let Some(percentage @ 1..) = level(params).map(|level| G::LEVELS.overlooked[level]) {
            decision.overlook(percentage, mix(params.seed ^ mix(self.game.hash(&decision.position))));
        }
        // An analysis ranks all moves by their scores.
        let ranks = watch.as_ref().is_some_and(|watch| watch.ranked() > 1);
        let proof = self.prove(moment, &decision, control, params, ranks);
        let control = &control.rest();
        match proof {
            None => self.search(moment, &decision, control, params, watch),
            Some(Solution { verdict: None, .. }) => {
                decision.uses_proofs = true;
                let mut report = self.search(moment, &decision, control, params, watch)?;
                if report.proven.is_none() && !ranks {
                    self.reconsider(&decision.position, &decision.moves, &mut report);
                }
                Some(report)
            }
            Some(Solution { verdict: Some(verdict), best: Some(best), nodes }) if !ranks => {
                let mut report = Report { nodes, ..Report::of(best) };
                report.add((verdict, Some(best)));
                Some(report)
            }
            Some(Solution { verdict, best, .. }) => {
                decision.known_result = verdict.map(|verdict| (verdict, best));
                decision.uses_proofs = true;
                self.search(moment, &decision, control, params, watch)
            }
        }
    }

    pub(super) fn search(
        &mut self,
        moment: &Moment,
        decision: &Decision<G>,
        control: &Control,
        params: &SearchParams,
        watch: Option<Watch<G::Move>>,
    ) -> Option<Report<G::Move>> {
        let Decision { engine, position, moves, complete, known_result, uses_proofs } = decision;
        let task = Task {
            rules: &self.game,
            position,
            moves,
            complete: *complete,
            known_result: *known_result,
            repetition: &moment.repetition,
            turn_start: moment.turn_start,
            turns_left: moment.turns_left,
            engine: *engine,
            contempt: params.contempt.min(MAX_CONTEMPT) as i32,
            noise: level(params).map_or(0, |level| G::LEVELS.noise[level]),
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
        log::debug!("{:?} after {} nodes, proven: {:?}", report.best, report.nodes, report.proven);
        Some(report)
    }
}

/// The index of the level to play at; `None` at full strength.
pub(super) fn level(params: &SearchParams) -> Option<usize> {
    (params.level < MAX_LEVEL).then(|| params.level.max(1) as usize - 1)
}
