//! In games that allow it, the solver tries to prove late positions before the search starts: it sees the end several
//! plies before a search does, and plays perfectly from there. An unfinished proof still ranks the moves, and may
//! overrule the move that the search finds.

use std::time::Duration;

use crate::game::{Playable, Position, Repetition, RulesExt};
use crate::play::SearchParams;
use crate::search::{Bound, Control, Line, Report};
use crate::solve::{Problem, Solution};

use super::decide::{Decision, level};
use super::{Core, Moment};

/// The share of a move's time for a proof, in fifths (measured in docs/lab/strength.md).
const FIFTHS: u32 = 4;
/// The same for an analysis that ranks moves by search scores, for which an unfinished proof is of no use.
const FIFTHS_OF_RANKING: u32 = 1;
/// The time for a proof if a move has no time limit.
const LONGEST: Duration = Duration::from_millis(500);
/// An unfinished proof overrules the search if another move has a proof ratio more than this many times that of the
/// search's move. Factors from 4.5 to 7.4 did equally well, 2.7 and 20 did worse (docs/lab/strength.md).
const OVERRULES: f64 = 8.0;

impl<G: Playable> Core<G> {
    /// Tries to prove who wins a late position, if there is a choice and the engine plays at full strength. The proof,
    /// which may be unfinished, takes part of the move time; a smaller part if the search `ranks` several moves. Returns
    /// `None` if the position is not late, or if other limits apply, because such a search must be reproducible.
    pub(super) fn prove(
        &mut self,
        moment: &Moment,
        decision: &Decision<G>,
        control: &Control,
        params: &SearchParams,
        ranks: bool,
    ) -> Option<Solution<G::Move>> {
        let Decision { position, moves, .. } = decision;
        let late = G::LATE.is_some_and(|stones| self.game.stone_counts(position).iter().sum::<u32>() <= stones);
        let limited = control.limits.nodes.is_some() || control.limits.depth.is_some() || moment.turns_left.is_some();
        if !late || limited || moves.len() < 2 || level(params).is_some() {
            return None;
        }
        let fifths = if ranks { FIFTHS_OF_RANKING } else { FIFTHS };
        let usual_time = [control.limits.soft, control.limits.time].into_iter().flatten().min();
        let control = control.part(usual_time.map_or(LONGEST, |time| time / 5 * fifths));
        let problem = Problem {
            rules: &self.game,
            position: Position::new(position.clone()),
            repetition: Repetition::off(),
            turns_left: None,
            bytes: table_bytes::<G>(params),
            threads: params.threads,
        };
        let Solution { verdict, best, nodes } = problem.solve_next(&control, &mut self.proofs);
        log::debug!("late proof: {verdict:?}");
        let best = best.and_then(|best| best.of::<G::Move>().first().copied());
        // The clicks so far may exclude the winning move.
        let is_excluded = best.is_some_and(|mv| !moves.contains(&mv));
        (!is_excluded).then_some(Solution { verdict, best, nodes })
    }

    /// Replaces the best move of a report by another that the unfinished proof finds much harder to refute, unless the
    /// search has proven that it loses. The report keeps the search's value, because proof numbers do not give one.
    pub(super) fn reconsider(&self, position: &G::Position, moves: &[G::Move], report: &mut Report<G::Move>) {
        let hardness = |mv| self.proofs.proof_ratio(&self.game, &self.game.after(position, mv));
        let others = moves.iter().filter(|mv| !report.lost.contains(mv));
        let others: Vec<_> = others.map(|&mv| (mv, hardness(mv))).collect();
        let is_watched = !report.lines.is_empty();
        if let Some(better) = much_harder(hardness(report.best), &others) {
            log::debug!("the unfinished proof prefers {better:?} to {:?}", report.best);
            report.best = better;
            // The order of the search's lines no longer holds.
            report.lines.retain(|line| line.moves.first() == Some(&better));
            if report.lines.is_empty() && is_watched {
                report.lines.push(Line { value: report.value, bound: Bound::Upper, ..Line::unsearched(better) });
            }
        }
    }
}

/// The move that is hardest to refute by its proof ratio, if it is much harder than the chosen one.
fn much_harder<M: Copy>(chosen: f64, moves: &[(M, f64)]) -> Option<M> {
    let hardest = moves.iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
    hardest.filter(|&&(_, hardness)| hardness > OVERRULES * chosen).map(|&(mv, _)| mv)
}

/// Bytes of the transposition table. Games with late proofs need half of the memory for the proofs.
pub(super) fn table_bytes<G: Playable>(params: &SearchParams) -> usize {
    let all = params.bytes();
    if G::LATE.is_some() { all / 2 } else { all }
}

#[cfg(test)]
mod tests {
    use crate::game::{Rules, Verdict};
    use crate::games::Konane;
    use crate::registry::Entry;
    use crate::rng::Rng;
    use crate::search::{Limits, Watch};
    use crate::solve::Memory;
    use crate::system::Cancel;

    use super::super::Kernel;
    use super::*;

    type Move = <Konane<1> as Rules>::Move;

    fn solve(
        rules: &Konane<1>,
        position: Position,
        bytes: usize,
        nodes: Option<u64>,
        proofs: &mut Memory,
    ) -> Option<Verdict> {
        let problem = Problem { rules, position, repetition: Repetition::off(), turns_left: None, bytes, threads: 1 };
        let limits = Limits { nodes, ..Limits::default() };
        problem.solve_next(&Control::new(limits, &Cancel::default()), proofs).verdict
    }

    /// Proofs are kept from one position to the next, and so is their table, which grows with what is allowed.
    #[test]
    fn proofs_use_memory_that_is_allowed_later() {
        let game = random_match("8", 4, &mut Rng::new(3));
        let (rules, mut memory) = (&game.core.game, Memory::default());
        let mut table_after = |bytes| {
            solve(rules, game.moment.position.clone(), bytes, Some(200_000), &mut memory);
            memory.bytes()
        };
        assert!(table_after(1 << 20) <= 1 << 20);
        assert!(table_after(1 << 24) > 1 << 20);
    }

    #[test]
    fn a_move_is_overruled_by_one_that_is_much_harder_to_refute() {
        assert_eq!(much_harder(3.0, &[('a', 3.0), ('b', 24.0), ('c', 0.0)]), None);
        assert_eq!(much_harder(3.0, &[('a', 3.0), ('b', 24.0), ('c', 0.0), ('d', 24.5)]), Some('d'));
        assert_eq!(much_harder(0.0, &[('c', 0.0), ('a', 3.0)]), Some('a'), "c is refuted");
        assert_eq!(much_harder(0.0, &[('c', 0.0)]), None, "all are refuted");
    }

    /// A game of Kōnane, and where it stands.
    struct Match {
        core: Core<Konane<1>>,
        moment: Moment,
    }

    impl Match {
        fn position(&self) -> <Konane<1> as Rules>::Position {
            *self.moment.position.of()
        }
    }

    /// A match of Kōnane on a square board after some random turns, not over, with at least two moves.
    fn random_match(size: &str, turns: u32, rng: &mut Rng) -> Match {
        loop {
            let mut game = Entry::of::<Konane<1>>().open(&format!("width={size} height={size}")).unwrap();
            for _ in 0..turns {
                game.play_random_turn(rng);
            }
            let core = Core::new(Konane::<1>::new(game.values()).unwrap());
            let found = Match { core, moment: game.moment() };
            if moves_of(&found).len() > 1 {
                return found;
            }
        }
    }

    fn moves_of(game: &Match) -> Vec<Move> {
        let mut moves = Vec::new();
        game.core.game.legal_moves(&game.position(), &mut moves);
        moves
    }

    /// Whether a move loses, and everything that the solver has stored.
    fn loses(game: &Match, mv: Move) -> (bool, Memory) {
        let (after, mut proofs) = (game.core.game.after(&game.position(), mv), Memory::default());
        let loses = game.core.game.outcome(&after).is_none()
            && solve(&game.core.game, Position::new(after), 1 << 24, None, &mut proofs) == Some(Verdict::Win);
        (loses, proofs)
    }

    /// The solver knows the result of a single move. If this move loses, it is not played. If it wins, it is played,
    /// unless the search has proven that it loses.
    #[test]
    fn what_an_unfinished_proof_has_found_out_decides() {
        let (mut rng, mut found) = (Rng::new(4), [0; 2]);
        for _ in 0..50 {
            let mut game = random_match("5", 6, &mut rng);
            let (position, moves) = (game.position(), moves_of(&game));
            let (loses, proofs) = loses(&game, moves[0]);
            game.core.proofs = proofs;
            let chosen = if loses { moves[0] } else { moves[1] };
            let best = |lost: &[_]| {
                let mut report = Report { lost: lost.to_vec(), ..Report::of(chosen) };
                game.core.reconsider(&position, &moves, &mut report);
                report.best
            };
            assert_eq!(best(&[]) == moves[0], !loses);
            let others: Vec<_> = moves.iter().copied().filter(|&mv| mv != chosen).collect();
            assert_eq!(best(&others), chosen);
            found[usize::from(loses)] += 1;
        }
        assert!(found[0] > 2 && found[1] > 2, "{found:?}");
    }

    /// Even with no time, the search and the proof visit a few nodes. The solver has searched the search's move
    /// beforehand: if it loses, it is not played, although the proof is unfinished. An analysis that ranks moves keeps
    /// the search's move, because the search itself uses the proof.
    #[test]
    fn the_search_does_not_play_what_an_unfinished_proof_has_refuted() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let params = SearchParams { limits, ..SearchParams::default() };
        let control = || Control::new(limits, &Cancel::default());
        let (mut rng, mut refuted) = (Rng::new(1), [0; 2]);
        for index in 0..200 {
            let ranked = 1 + index % 2;
            let mut game = random_match("6", 8, &mut rng);
            let decision = Decision::new(&game.core, &game.moment, game.position(), true, &control());
            let mut see = |_: &Report<_>| {};
            let watch = Watch::new(ranked, true, Duration::from_secs(3600), &mut see);
            let found = game.core.search(&game.moment, &decision, &control(), &params, Some(watch)).unwrap().best;
            let (found_loses, proofs) = loses(&game, found);
            game.core.proofs = proofs;
            let proof = game.core.prove(&game.moment, &decision, &control(), &params, ranked > 1);
            if !found_loses || proof.is_none_or(|proof| proof.verdict.is_some()) {
                continue;
            }
            game.core.table.clear();
            game.core.proofs = loses(&game, found).1;
            let watch = Watch::new(ranked, true, Duration::from_secs(3600), &mut see);
            let report = game.core.decide(&game.moment, decision.clone(), &control(), &params, Some(watch)).unwrap();
            assert_eq!((report.lines.len(), report.lines[0].moves[0]), (ranked, report.best));
            if ranked > 1 {
                game.core.table.clear();
                let watch = Watch::new(ranked, true, Duration::from_secs(3600), &mut see);
                let reading = Decision { uses_proofs: true, ..decision };
                let search = game.core.search(&game.moment, &reading, &control(), &params, Some(watch)).unwrap();
                assert_eq!(report.best, search.best, "{}", game.core.write_position(&game.moment.position));
            } else {
                assert_ne!(report.best, found, "{}", game.core.write_position(&game.moment.position));
            }
            refuted[ranked - 1] += 1;
        }
        assert!(refuted[0] > 3 && refuted[1] > 3, "{refuted:?}");
    }
}
