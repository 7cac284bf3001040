//! Late positions are proven before they are searched, in games that allow it: the solver sees the end several plies
//! before a search does, and plays it perfectly from there. A proof that does not end in time still has an opinion of each
//! move, by which the move that the search finds is judged.

use std::time::Duration;

use crate::game::Game;
use crate::search::{Control, Line, Report};
use crate::solve::{Answer, Problem, Solution};

use super::SearchParams;
use super::state::Match;

/// The part of a move's time that goes to a proof, in fifths (measured: docs/lab/strength.md).
const FIFTHS: u32 = 4;
/// Time for a proof where a move has no limit.
const LONGEST: Duration = Duration::from_millis(500);
/// An unfinished proof overrules the search if it finds another move so many times harder to refute (measured:
/// docs/lab/strength.md).
const OVERRULES: f64 = 8.0;

impl<G: Game> Match<G> {
    /// Proves who wins a late position, within part of the move time. Returns `None` if the position is not late, or if other
    /// limits apply, because such a search must be reproducible.
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
        let control = control.part(control.usual_time().map_or(LONGEST, |time| time / 5 * FIFTHS));
        let problem = Problem {
            rules: &self.game,
            position,
            final_repetitions: Vec::new(),
            turns_left: None,
            bytes: table_bytes::<G>(params),
            endgames: None,
            threads: params.threads,
        };
        Some(problem.solve_next(&control, &mut self.proofs))
    }

    /// Puts another of the moves first in a report if the unfinished proof finds it much harder to refute.
    pub(super) fn reconsider(&self, position: &G::Position, moves: &[G::Move], report: &mut Report<G::Move>) {
        let hardness = |mv| self.proofs.hardness(&self.game, &self.game.after(position, mv));
        if let Some(better) = much_harder(report.best, moves, hardness) {
            log::debug!("the unfinished proof prefers {better:?} to {:?}", report.best);
            put_first(report, better);
        }
    }
}

/// The move that is hardest to refute, if it is so many times harder than `chosen`.
fn much_harder<M: Copy>(chosen: M, moves: &[M], hardness: impl Fn(M) -> f64) -> Option<M> {
    let all = moves.iter().map(|&mv| (hardness(mv), mv));
    let (hardest, mv) = all.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (hardest > OVERRULES * hardness(chosen)).then_some(mv)
}

/// Makes a move the best of a report. Its line keeps what the search knows of it, and the report the search's value.
fn put_first<M: Copy + PartialEq>(report: &mut Report<M>, best: M) {
    let place = report.lines.iter().position(|line| line.moves.first() == Some(&best));
    match place {
        Some(place) => report.lines[..=place].rotate_right(1),
        None if report.lines.is_empty() => {}
        None => {
            report.lines.insert(0, Line { moves: vec![best], visits: 0, value: report.value, proven: None });
        }
    }
    report.best = best;
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
    use crate::cancel::Cancel;
    use crate::game::{Rules, Values};
    use crate::games::Konane;
    use crate::rng::Rng;
    use crate::search::Limits;
    use crate::solve::Memory;

    use super::super::decide::Decision;
    use super::super::play::Play;
    use super::*;

    fn report() -> Report<char> {
        let line = |mv, value| Line { moves: vec![mv, 'z'], visits: 5, value, proven: None };
        Report { nodes: 20, lines: vec![line('a', 0.6), line('b', 0.4)], ..Report::of('a') }
    }

    /// Who wins, without a limit.
    fn solve<G: Game>(rules: &G, position: &G::Position, proofs: &mut Memory) -> Answer<G::Move> {
        let (final_repetitions, turns_left, endgames) = (Vec::new(), None, None);
        let (bytes, threads) = (1 << 24, 1);
        let problem = Problem { rules, position, final_repetitions, turns_left, endgames, bytes, threads };
        problem.solve_next(&Control::new(Limits::default(), &Cancel::default()), proofs).answer
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

    #[test]
    fn a_move_is_overruled_by_one_that_is_much_harder_to_refute() {
        let hardness = |mv: char| match mv {
            'a' => 3.0,
            'b' => 24.0,
            'c' => 0.0,
            _ => 24.5,
        };
        assert_eq!(much_harder('a', &['a', 'b', 'c'], hardness), None);
        assert_eq!(much_harder('a', &['a', 'b', 'c', 'd'], hardness), Some('d'));
        assert_eq!(much_harder('c', &['c', 'a'], hardness), Some('a'), "it is refuted");
        assert_eq!(much_harder('c', &['c'], hardness), None, "all are");
    }

    #[test]
    fn the_better_move_stands_first_with_what_the_search_knows_of_it() {
        let mut report = report();
        put_first(&mut report, 'b');
        let values =
            |report: &Report<char>| -> Vec<_> { report.lines.iter().map(|line| (line.moves[0], line.value)).collect() };
        assert_eq!((report.best, values(&report)), ('b', vec![('b', 0.4), ('a', 0.6)]));
        put_first(&mut report, 'c');
        assert_eq!((report.best, report.lines[0].moves.as_slice(), report.lines.len()), ('c', &['c'][..], 3));
        let mut unwatched = Report::of('a');
        put_first(&mut unwatched, 'b');
        assert_eq!((unwatched.best, unwatched.lines.len()), ('b', 0));
    }

    /// The solver knows of one move only whether it wins: the move is not played if it loses, and played if it wins.
    #[test]
    fn what_an_unfinished_proof_has_found_out_decides() {
        let values = || Values::parse(Konane::<1>::OPTIONS, "width=5 height=5").unwrap();
        let mut session = Match::new(Konane::<1>::new(&values()).unwrap(), values());
        let (mut rng, mut found) = (Rng::new(4), [0; 2]);
        for _ in 0..20 {
            let game = session.game.clone();
            let mut position = game.start();
            for _ in 0..6 {
                let mv = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, mv);
            }
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            let [first, second, ..] = moves[..] else { continue };
            let after = &game.after(&position, first);
            session.proofs = Memory::default();
            let loses = matches!(solve(&game, after, &mut session.proofs), Answer::Win(_));
            let mut report = Report::of(if loses { first } else { second });
            session.reconsider(&position, &moves, &mut report);
            assert_eq!(report.best == first, !loses);
            found[usize::from(loses)] += 1;
        }
        assert!(found[0] > 2 && found[1] > 2, "{found:?}");
    }

    /// With no time at all, the search and the proof still take a few nodes. The move that the search finds is put to the
    /// solver beforehand, and is not played where it loses.
    #[test]
    fn the_search_does_not_play_what_an_unfinished_proof_has_refuted() {
        let values = || Values::parse(Konane::<1>::OPTIONS, "width=6 height=6").unwrap();
        let params = SearchParams {
            limits: Limits { time: Some(Duration::ZERO), ..Limits::default() },
            ..SearchParams::default()
        };
        let (mut rng, mut refuted) = (Rng::new(1), 0);
        for _ in 0..100 {
            let mut session = Match::new(Konane::<1>::new(&values()).unwrap(), values());
            for _ in 0..8 {
                session.play_random_turn(&mut rng).unwrap();
            }
            let position = session.position();
            let play = |proofs| {
                let mut session = Match::new(Konane::<1>::new(&values()).unwrap(), values());
                session.set_position(&position).unwrap();
                session.proofs = proofs;
                let control = Control::new(params.limits, &params.cancel);
                session.decide(&Decision::here(&session, &control), &control, &params, None).unwrap()
            };
            let first = play(Memory::default());
            let (game, before) = (&session.game, &session.now.position);
            let after = game.after(before, first.best);
            let is_won = matches!(solve(game, before, &mut Memory::default()), Answer::Win(_));
            if !is_won || game.outcome(&after).is_some() {
                continue;
            }
            let mut proofs = Memory::default();
            if matches!(solve(game, &after, &mut proofs), Answer::Win(_)) {
                assert_ne!(play(proofs).best, first.best, "{position}");
                refuted += 1;
            }
        }
        assert!(refuted > 3, "{refuted}");
    }
}
