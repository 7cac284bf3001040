//! Proven results: who wins, certificates, values.

use std::time::Instant;

use crate::game::{Playable, Repetition, Style, Values};
use crate::play::{SearchParams, SolveError};
use crate::search::{Control, Limits};
use crate::solve::verify::verify;
use crate::solve::{
    Answer, Certificate, Claim, Journal, MovesWatch, Plan, Problem, ProofProgress, Solution, SolvedMove, SolvedMoves,
    Strategy,
};

use super::{Core, Moment};

impl<G: Playable> Core<G> {
    pub(super) fn solve(
        &self,
        moment: &Moment,
        params: &SearchParams,
        mut journal: Option<&mut Journal>,
    ) -> Result<Answer<String>, SolveError> {
        let start = moment.position.of::<G::Position>();
        let side = self.game.turn(start);
        let (mut position, mut turn) = (start.clone(), Vec::new());
        let begun = Instant::now();
        loop {
            let time = params.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            let control = Control::new(Limits { time, ..params.limits }, &params.cancel);
            let problem = self.problem(&position, moment.repetition.clone(), moment.turns_left, params);
            let Solution { answer, nodes } = match &mut journal {
                Some(journal) => {
                    let text = |mv| self.game.write(start, &[], &[&turn[..], &[mv]].concat(), Style::Whole).concat();
                    self.with_text(journal, &text, |journal| problem.solve_long(&control, journal))?
                }
                None => problem.solve(&control),
            };
            log::info!("{answer:?} after {nodes} nodes, {:.1?}", begun.elapsed());
            let (Answer::Win(mv) | Answer::Draw(mv)) = answer else {
                return Ok(if matches!(answer, Answer::Loss) { Answer::Loss } else { Answer::Unknown });
            };
            self.game.play(&mut position, mv);
            turn.push(mv);
            if self.game.is_turn_over(&position, side) {
                let text = self.game.write(start, &[], &turn, Style::Whole).concat();
                return Ok(if matches!(answer, Answer::Win(_)) { Answer::Win(text) } else { Answer::Draw(text) });
            }
        }
    }

    /// The results of all legal moves, each written as in the list of legal moves.
    pub(super) fn solve_moves(
        &self,
        moment: &Moment,
        params: &SearchParams,
        watch: Option<MovesWatch>,
    ) -> Result<SolvedMoves, SolveError> {
        let control = Control::new(params.limits, &params.cancel);
        let start = moment.position.of::<G::Position>();
        let is_stopped = || control.should_stop(0);
        let named = self.game.named_moves(start, &is_stopped);
        let mut named =
            named.ok_or_else(|| if is_stopped() { SolveError::Stopped } else { SolveError::TooManyMoves })?;
        named.retain(|&(mv, _)| !(moment.refuses_losing_pass && self.is_losing_resignation(start, mv)));
        let problem = self.problem(start, moment.repetition.clone(), moment.turns_left, params);
        if !problem.has_room_for(named.len()) {
            return Err(SolveError::TooManyMoves);
        }
        let (moves, names): (Vec<G::Move>, Vec<String>) = named.into_iter().unzip();
        let name = |mv: G::Move| {
            let place = moves.iter().position(|&other| other == mv);
            place.map_or_else(String::new, |place| names[place].clone())
        };
        let written = |solved: &SolvedMoves<G::Move>| {
            let one = |(solved, name): (&SolvedMove<G::Move>, &String)| SolvedMove {
                mv: name.clone(),
                result: solved.result,
                distance: solved.distance,
            };
            let mut written = SolvedMoves {
                moves: solved.moves.iter().zip(&names).map(one).collect(),
                nodes: solved.nodes,
                progress: solved.progress.map(|progress| progress.map(name)),
            };
            written.sort();
            written
        };
        let begun = Instant::now();
        let solved = match watch {
            None => problem.solve_moves(&moves, &control, None),
            Some(MovesWatch { every, see }) => {
                let mut see = |solved: &SolvedMoves<G::Move>| see(&written(solved));
                problem.solve_moves(&moves, &control, Some(MovesWatch { every, see: &mut see }))
            }
        };
        log::info!("{} of {} moves after {} nodes, {:.1?}", solved.known(), moves.len(), solved.nodes, begun.elapsed());
        Ok(written(&solved))
    }

    /// Calls a solver with a journal that receives moves, whose reports go to one that receives text.
    fn with_text<T>(
        &self,
        journal: &mut Journal,
        text: &dyn Fn(G::Move) -> String,
        solve: impl FnOnce(&mut Journal<G::Move>) -> T,
    ) -> T {
        let Journal { save, tell_every, see } = journal;
        let mut see = |progress: &ProofProgress<G::Move>| see(&progress.map(text));
        solve(&mut Journal { save: save.clone(), tell_every: *tell_every, see: &mut see })
    }

    pub(super) fn certify(
        &self,
        position: &G::Position,
        options: &Values,
        searched: u64,
        params: &SearchParams,
        journal: Option<&mut Journal>,
    ) -> Result<Certificate, SolveError> {
        // In other games an exhaustive search may never end.
        let searched = if G::NORMAL_PLAY { searched } else { 0 };
        let side = self.game.turn(position);
        let control = Control::new(params.limits, &params.cancel);
        let problem = self.problem(position, Repetition::off(), None, params);
        let text = |mv| self.game.write(position, &[], &[mv], Style::Whole).concat();
        let (Solution { answer, .. }, strategies) = match journal {
            None => problem.strategies(searched, &control, None),
            Some(journal) => {
                self.with_text(journal, &text, |journal| problem.strategies(searched, &control, Some(journal)))
            }
        }?;
        let claim = match answer {
            Answer::Win(_) => Claim::Wins(side),
            Answer::Loss => Claim::Wins(!side),
            Answer::Draw(_) => Claim::Draw,
            Answer::Unknown => return Err(SolveError::Unproven),
        };
        if strategies.is_empty() {
            return Err(SolveError::TooLong);
        }
        let turn = |(position, moves): (G::Position, Vec<G::Move>)| {
            let turn = self.game.write(&position, &[], &moves, Style::Whole).concat();
            (self.game.write_position(&position), turn)
        };
        let plan = |Strategy { side, turns }: Strategy<G>| Plan { side, turns: turns.into_iter().map(turn).collect() };
        let certificate = Certificate {
            game: G::NAME.to_owned(),
            options: options.to_string(),
            position: self.game.write_position(position),
            claim,
            searched,
            plans: strategies.into_iter().map(plan).collect(),
        };
        // If the table lost a position and the solver proved it again in another way, the plan may contain a cycle.
        verify(&self.game, &certificate, &|_| control.should_stop(0)).map_err(|flaw| {
            log::info!("the plan found is not a proof: {flaw}");
            SolveError::TooLong
        })?;
        Ok(certificate)
    }
}

impl<G: Playable> Core<G> {
    fn problem<'a>(
        &'a self,
        position: &'a G::Position,
        repetition: Repetition,
        turns_left: Option<u32>,
        params: &SearchParams,
    ) -> Problem<'a, G> {
        let (bytes, threads) = (params.bytes(), params.threads);
        Problem { rules: &self.game, position, repetition, turns_left, bytes, threads }
    }
}
