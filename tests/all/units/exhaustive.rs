use std::collections::HashMap;

use papamu::game::{Hints, Memo, Notation, Rules, RulesExt, Values, Verdict};
use papamu::games::Konane;
use papamu::rng::Rng;

type Position = <Konane<1> as Rules>::Position;

fn game(options: &str) -> Konane<1> {
    Konane::new(&Values::parse(Konane::<1>::OPTIONS, options).unwrap()).unwrap()
}

/// The winner by the rules alone; `None` if that takes too many positions.
fn truth(game: &Konane<1>, position: &Position, known: &mut HashMap<Position, bool>) -> Option<bool> {
    if let Some(&wins) = known.get(position) {
        return Some(wins);
    }
    if known.len() > 3_000 {
        return None;
    }
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut wins = false;
    for mv in moves {
        wins = !truth(game, &game.after(position, mv), known)?;
        if wins {
            break;
        }
    }
    known.insert(*position, wins);
    Some(wins)
}

#[test]
fn positions_are_searched_and_settled_as_the_rules_say() {
    let mut large = 0;
    for options in ["width=4 height=4", "width=5 height=6", "width=7 height=7", "width=16 height=4", ""] {
        let (game, mut rng, mut memo) = (game(options), Rng::new(3), Memo::default());
        let mut counts = [0; 2];
        for _ in 0..100 {
            let mut position = game.start();
            let mut known = HashMap::new();
            while let Some(mv) = game.random_move(&position, &mut rng) {
                game.play(&mut position, mv);
                let settled = game.settle(&position, &mut memo);
                let exhausted = game.exhaust(&position, 2_000, &mut Memo::default());
                let Some((larger, nodes)) = exhausted else { continue };
                assert!(nodes <= 2_000, "{nodes}");
                let Some(larger) = larger else { continue };
                known.clear();
                let Some(truth) = truth(&game, &position, &mut known) else { continue };
                let verdict = if truth { Verdict::Win } else { Verdict::Loss };
                assert_eq!(larger, verdict, "{position:?}");
                let Some((settled, moves)) = settled else {
                    large += 1;
                    continue;
                };
                assert_eq!(settled, verdict, "{position:?}");
                let loser = if truth { !game.turn(&position) } else { game.turn(&position) };
                assert_eq!(moves, game.stone_counts(&position)[loser.index()]);
                counts[usize::from(truth)] += 1;
            }
        }
        assert!(counts[0] > 100 && counts[1] > 100, "{options}: {counts:?}");
    }
    assert!(large > 500, "only the longer search decides {large} positions");
}

/// Positions in the opening, and those with a stone on a vertex of the other colour, are left to the solver.
#[test]
fn only_positions_that_occupied_vertices_determine_are_settled() {
    let game = game("width=4 height=4");
    let settled = |text: &str| game.settle(&game.read_position(text).unwrap(), &mut Memo::default());
    assert_eq!(settled("xo2/4/4/4 b"), Some((Verdict::Win, 1)));
    assert_eq!(settled("ox2/4/4/4 b"), None);
    let exhausted = |text: &str| game.exhaust(&game.read_position(text).unwrap(), 9, &mut Memo::default());
    assert_eq!(exhausted("xo2/4/4/4 b"), Some((Some(Verdict::Win), 1)));
    assert_eq!(exhausted("ox2/4/4/4 b"), None);
    let mut position = game.start();
    for _ in 0..2 {
        assert_eq!(game.settle(&position, &mut Memo::default()), None);
        let mv = game.random_move(&position, &mut Rng::new(1)).unwrap();
        game.play(&mut position, mv);
    }
}
