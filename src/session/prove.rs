//! How a session solves its position.

use std::time::Instant;

use crate::game::{Game, Style};
use crate::search::{Control, Limits};
use crate::solve::{Answer, Problem};

use super::Thinking;
use super::play::Match;

impl<G: Game> Match<G> {
    /// Who wins, with the whole turn that keeps it; nothing is known of a turn whose later decisions cannot be proven.
    pub(super) fn prove(&self, thinking: &Thinking) -> Answer<String> {
        let start = &self.now.position;
        let side = self.game.turn(start);
        let (mut position, mut turn) = (start.clone(), Vec::new());
        let begun = Instant::now();
        loop {
            let time = thinking.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            let control = Control::new(Limits { time, ..thinking.limits }, thinking.interrupt, thinking.line);
            let solution = self.problem(&position, thinking).solve(&control);
            log::info!("{:?} after {} nodes, {:.1?}", solution.answer, solution.nodes, begun.elapsed());
            let (Answer::Win(mv) | Answer::Draw(mv)) = solution.answer else {
                return if matches!(solution.answer, Answer::Loss) { Answer::Loss } else { Answer::Unknown };
            };
            self.game.play(&mut position, mv);
            turn.push(mv);
            if self.game.turn(&position) != side || self.game.turn_begins(&position) {
                let text = self.game.write(start, &[], &turn, Style::Whole).concat();
                return if matches!(solution.answer, Answer::Win(_)) { Answer::Win(text) } else { Answer::Draw(text) };
            }
        }
    }

    fn problem<'a>(&'a self, position: &'a G::Position, thinking: &Thinking) -> Problem<'a, G> {
        let limit = self.values.number("max_moves");
        Problem {
            rules: &self.game,
            position,
            worn: self.worn(),
            turns_left: (limit > 0).then(|| limit.saturating_sub(self.now.turns)),
            bytes: (thinking.settings.hash_mb as usize) << 20,
            threads: thinking.settings.threads as usize,
        }
    }

    /// Keys of the positions that have stood so often that the game ends when they come again.
    fn worn(&self) -> Vec<u64> {
        let limit = self.values.number("repetition") as usize;
        if !G::CAN_REPEAT || limit == 0 {
            return Vec::new();
        }
        let stood = |position: &G::Position| self.stood.iter().filter(|&other| other == position).count();
        let worn = self.stood.iter().filter(|&position| stood(position) + 1 >= limit);
        worn.map(|position| self.game.hash(position)).collect()
    }
}
