//! How a session solves its position.

use std::collections::HashMap;
use std::time::Instant;

use crate::game::{Game, Style};
use crate::search::{Control, Limits};
use crate::solve::{Answer, Certificate, Claim, Journal, Plan, Problem, Solution, Strategy};
use crate::verify::verify;

use super::play::Match;
use super::{SolveError, Thinking};

impl<G: Game> Match<G> {
    /// Who wins, with the whole turn that keeps it; nothing is known of a turn whose later decisions cannot be proven.
    pub(super) fn prove(
        &self,
        thinking: &Thinking,
        mut journal: Option<&mut Journal>,
    ) -> Result<Answer<String>, SolveError> {
        let start = &self.now.position;
        let side = self.game.turn(start);
        let (mut position, mut turn) = (start.clone(), Vec::new());
        let worn = self.worn();
        let begun = Instant::now();
        loop {
            let time = thinking.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            let control = Control::new(Limits { time, ..thinking.limits }, thinking.interrupt, thinking.line);
            let endgames = self.table_of_endgames(thinking.settings);
            let problem = Problem { endgames, ..self.problem(&position, &worn, thinking) };
            let Solution { answer, nodes } = match &mut journal {
                Some(journal) => problem.solve_long(&control, journal)?,
                None => problem.solve(&control),
            };
            log::info!("{answer:?} after {nodes} nodes, {:.1?}", begun.elapsed());
            let (Answer::Win(mv) | Answer::Draw(mv)) = answer else {
                return Ok(if matches!(answer, Answer::Loss) { Answer::Loss } else { Answer::Unknown });
            };
            self.game.play(&mut position, mv);
            turn.push(mv);
            if self.game.turn(&position) != side || self.game.turn_begins(&position) {
                let text = self.game.write(start, &[], &turn, Style::Whole).concat();
                return Ok(if matches!(answer, Answer::Win(_)) { Answer::Win(text) } else { Answer::Draw(text) });
            }
        }
    }

    /// The proof of the position's result, as if the game began here.
    pub(super) fn prove_on_paper(&self, thinking: &Thinking) -> Result<Certificate, SolveError> {
        let position = &self.now.position;
        if self.values.number("max_moves") > 0 {
            return Err(SolveError::Limited);
        }
        let side = self.game.turn(position);
        let control = Control::new(thinking.limits, thinking.interrupt, thinking.line);
        let (Solution { answer, .. }, strategies) = self.problem(position, &[], thinking).strategies(&control);
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
            options: self.values.to_string(),
            position: self.game.write_position(position),
            claim,
            plans: strategies.into_iter().map(plan).collect(),
        };
        // Where the table forgot a position and proved it once more in another way, the plan may go round in circles.
        verify(&self.game, &certificate, &|| control.should_stop(0)).map_err(|flaw| {
            log::info!("the plan that was found is none: {flaw}");
            SolveError::TooLong
        })?;
        Ok(certificate)
    }

    fn problem<'a>(&'a self, position: &'a G::Position, worn: &[u64], thinking: &Thinking) -> Problem<'a, G> {
        let limit = self.values.number("max_moves");
        Problem {
            rules: &self.game,
            position,
            worn: worn.to_vec(),
            turns_left: (limit > 0).then(|| limit.saturating_sub(self.now.turns)),
            bytes: (thinking.settings.hash_mb as usize) << 20,
            endgames: None,
            threads: thinking.settings.threads as usize,
        }
    }

    /// Keys of the positions that have stood so often that the game ends when they come again.
    pub(super) fn worn(&self) -> Vec<u64> {
        let limit = self.values.number("repetition") as usize;
        if !G::CAN_REPEAT || limit == 0 {
            return Vec::new();
        }
        let mut times: HashMap<&G::Position, usize> = HashMap::new();
        self.stood.iter().for_each(|position| *times.entry(position).or_default() += 1);
        let worn = times.into_iter().filter(|&(_, times)| times + 1 >= limit);
        worn.map(|(position, _)| self.game.hash(position)).collect()
    }
}
