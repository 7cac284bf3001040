//! Late positions are proven before they are searched, in games that allow it: the solver sees the end several plies
//! before a search does, and plays it perfectly from there.

use std::time::Duration;

use crate::game::Game;
use crate::search::{Control, Line, Report};
use crate::solve::{Answer, Problem, Solution};

use super::SearchParams;
use super::state::Match;

/// The part of a move's time that goes to a proof.
const SHARE: u32 = 6;
/// Time for a proof where a move has no limit.
const LONGEST: Duration = Duration::from_millis(500);

impl<G: Game> Match<G> {
    /// Proves who wins a late position, within part of the move time. Returns `None` if other limits apply, because
    /// such a search must be reproducible.
    pub(super) fn prove_late(
        &mut self,
        position: &G::Position,
        control: &Control,
        params: &SearchParams,
    ) -> Option<Solution<G::Move>> {
        let late = G::LATE.is_some_and(|stones| self.game.stones(position).iter().sum::<u32>() <= stones);
        let limited = control.nodes.is_some() || control.depth.is_some() || self.values.number("max_moves") > 0;
        if !late || limited {
            return None;
        }
        let control = control.part(control.usual_time().map_or(LONGEST, |time| time / SHARE));
        let problem = Problem {
            rules: &self.game,
            position,
            final_repetitions: Vec::new(),
            turns_left: None,
            bytes: table_bytes::<G>(params),
            endgames: None,
            threads: params.threads,
        };
        let solution = problem.solve_next(&control, &mut self.proofs);
        Some(solution).filter(|solution| !matches!(solution.answer, Answer::Unknown))
    }
}

/// Bytes of the search's table: games with late proofs need half of the memory for these.
pub(super) fn table_bytes<G: Game>(params: &SearchParams) -> usize {
    let all = params.bytes();
    if G::LATE.is_some() { all / 2 } else { all }
}

/// Puts what is proven into the report of a search.
pub(super) fn with_proof<M: Copy + PartialEq>(report: &mut Report<M>, answer: &Answer<M>) {
    match *answer {
        Answer::Win(mv) => {
            (report.best, report.value, report.proven) = (mv, 1.0, true);
            let place = report.lines.iter().position(|line| line.moves.first() == Some(&mv));
            let line = place.map(|place| report.lines.remove(place));
            let moves = line.map_or_else(|| vec![mv], |line| line.moves);
            report.lines.insert(0, Line { moves, visits: report.nodes, value: 1.0, proven: Some(true) });
        }
        Answer::Loss => {
            (report.value, report.proven) = (0.0, true);
            for line in &mut report.lines {
                (line.value, line.proven) = (0.0, Some(false));
            }
        }
        Answer::Draw(_) | Answer::Unknown => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report<char> {
        let line = |mv, value| Line { moves: vec![mv, 'z'], visits: 5, value, proven: None };
        Report { nodes: 20, lines: vec![line('a', 0.6), line('b', 0.4)], ..Report::of('a') }
    }

    #[test]
    fn a_proven_win_stands_first_with_what_the_search_knows_of_it() {
        let mut known = report();
        with_proof(&mut known, &Answer::Win('b'));
        assert_eq!((known.best, known.value, known.proven), ('b', 1.0, true));
        let moves: Vec<_> = known.lines.iter().map(|line| (&line.moves[..], line.proven)).collect();
        assert_eq!(moves, [(&['b', 'z'][..], Some(true)), (&['a', 'z'][..], None)]);

        let mut unknown = report();
        with_proof(&mut unknown, &Answer::Win('c'));
        assert_eq!((unknown.lines[0].moves[0], unknown.lines.len()), ('c', 3));
    }

    #[test]
    fn of_a_proven_loss_all_moves_lose_and_the_searched_one_stays() {
        let mut lost = report();
        with_proof(&mut lost, &Answer::Loss);
        assert_eq!((lost.best, lost.value, lost.proven), ('a', 0.0, true));
        assert!(lost.lines.iter().all(|line| line.proven == Some(false) && line.value == 0.0));
    }
}
