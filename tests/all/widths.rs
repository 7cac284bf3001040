//! A board on more words than it needs plays as on fewer: bitboards of every width agree.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use papamu::game::{Playable, RulesExt, Style, Values};
use papamu::registry::GAMES;
use papamu::rng::Rng;

use crate::common;

/// Everything that a search asks of a game, in each position of random games: a line a position. Moves are told by their
/// clicks, in the order in which they are listed.
fn asked<G: Playable>(options: &str) -> Vec<String> {
    let game = G::new(&Values::parse(G::OPTIONS, options).unwrap()).unwrap();
    let mut lines = Vec::new();
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        for _ in 0..60 {
            let clicks = |&mv: &G::Move| game.write(&position, &[], &[mv], Style::Steps).concat();
            let list = |find: &dyn Fn(&mut Vec<G::Move>)| {
                let mut moves = Vec::new();
                find(&mut moves);
                moves
            };
            let legal = list(&|moves| game.legal_moves(&position, moves));
            let about = |mv: &G::Move| {
                let score = game.ordering_score(&position, *mv);
                (clicks(mv), score, game.history_index(*mv), game.is_tactical(&position, *mv))
            };
            let names = |moves: Vec<G::Move>| moves.iter().map(clicks).collect::<Vec<_>>();
            lines.push(format!(
                "{:?}",
                (
                    (
                        game.write_position(&position),
                        game.turn(&position),
                        game.outcome(&position),
                        game.stone_counts(&position)
                    ),
                    legal.iter().map(about).collect::<Vec<_>>(),
                    names(list(&|moves| _ = game.search_moves(&position, moves))),
                    (game.wins_at_once(&position), game.futility_margin(&position)),
                    (game.evaluate(&position), game.progress(&position), game.features(&position)),
                    (game.initial_pn(&position), game.decisions_left(&position)),
                )
            ));
            let Some(mv) = game.random_move(&position, &mut rng) else { break };
            game.play(&mut position, mv);
        }
    }
    lines
}

// The widths of `registry::GAMES`, of which a build with debug assertions leaves some out.
macro_rules! agree {
    ($($test:ident: $game:ident $($words:literal)+, $($options:literal)+;)*) => {$(
        #[test]
        fn $test() {
            for options in [$($options),+] {
                let widths = [$(($words, asked::<papamu::games::$game<$words>>(options))),+];
                for pair in widths.windows(2) {
                    let [(fewer, expected), (more, found)] = pair else { unreachable!() };
                    for (expected, found) in expected.iter().zip(found) {
                        assert_eq!(expected, found, "{options}: on {fewer} and on {more} words");
                    }
                    assert_eq!(expected.len(), found.len(), "{options}: on {fewer} and on {more} words");
                }
            }
        }
    )*};
}

agree! {
    konane: Konane 1 2 4, "" "width=4 height=7";
    kanga: Kanga 1 2 6, "" "width=4 height=5 suicide=allowed";
    send_it: SendIt 1 2 4 6, "size=4" "board=square size=5 push=true";
    kangaroo: Kangaroo 1 2, "" "size=6 resignation=off obligatory=2";
}

/// A program's replies to these lines.
fn replies(program: &Path, lines: &str) -> String {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The program that users have holds more widths than one that tests have. On boards of every size, and so of every width,
/// it searches as this one does, which plays the same board on more words.
#[test]
fn the_released_program_searches_as_this_one_on_boards_of_every_size() {
    if !common::long_tests() {
        println!("skipped: set LONG_TESTS");
        return;
    }
    let released = common::released();
    for game in GAMES {
        let usual = game.open("").unwrap();
        let board = |size| usual.fresh().resize(size, size).is_ok();
        let sizes: Vec<u32> = (1..=20).filter(|&size| board(size)).collect();
        let mut lines = format!("set_game {}\nparam nodes 500\n", game.name);
        for size in sizes {
            lines += &format!("boardsize {size}\n{}", "genmove b\nnodes\ngenmove w\nnodes\nshowboard\n".repeat(3));
        }
        let [expected, found] =
            [Path::new(env!("CARGO_BIN_EXE_papamu")), &released].map(|program| replies(program, &lines));
        assert!(!expected.contains("\n? "), "{expected}");
        for ((line, expected), found) in lines.lines().zip(expected.split("\n\n")).zip(found.split("\n\n")) {
            assert_eq!(expected, found, "{}: {line}", game.name);
        }
        assert_eq!(expected, found);
    }
}
