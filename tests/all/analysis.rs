//! Analysis: what the lines of a report say, and what ends it.

use std::time::Duration;

use papamu::game::{Points, Style, Verdict};
use papamu::play::{Analysis, Game, Observer, Search};
use papamu::registry::GAMES;
use papamu::rng::Rng;
use papamu::search::{Bound, Limits};

use crate::common::{self, EVERY_GAME, MORE_GAMES};

const NOTHING_LEFT: &str = "the restrictions of the search leave no move";

/// An engine after some random turns, in a game that goes on.
fn after_random_turns(game: &str, options: &str, turns: u32, rng: &mut Rng) -> Game {
    loop {
        let mut engine = Game::new(&MORE_GAMES, game, options.trim_matches('-')).unwrap();
        let mut trial = common::open(game, options);
        for _ in 0..turns {
            let player = trial.turn();
            if let Some(turn) = trial.play_random_turn(rng) {
                engine.play(player, &turn, Style::Whole).unwrap();
            }
        }
        if engine.outcome().is_none() {
            return engine;
        }
    }
}

/// All reports of an analysis of up to `moves` moves; the last one is the result.
fn reports(engine: &mut Game, search: Search, every: Duration, moves: usize) -> Vec<Analysis> {
    let mut reports = Vec::new();
    let mut see = |analysis: &Analysis| reports.push(analysis.clone());
    let last = engine.analyze(search.observe(Observer { every, moves, see: &mut see })).unwrap();
    reports.push(last);
    reports
}

/// The result of an analysis of up to `moves` moves.
fn analysis(engine: &mut Game, search: Search, moves: usize) -> Analysis {
    reports(engine, search, Duration::MAX, moves).pop().unwrap()
}

/// The first line of an analysis is the turn that the engine would play after a search of the same length.
#[test]
fn the_first_line_is_what_the_engine_plays() {
    let mut rng = Rng::new(48);
    let boards = [("konane", "-"), ("kanga", "-"), ("send_it", "size=5"), ("kangaroo", "-")];
    for (game, options) in boards {
        for index in 0..50 {
            let mut engine = after_random_turns(game, options, 1 + index % 20, &mut rng);
            let nodes = [200, 1_000, 3_000][index as usize % 3];
            let choice = engine.choose(Search::new().nodes(nodes)).unwrap();
            let analysis = analysis(&mut engine, Search::new().nodes(nodes), 1);
            let position = engine.position();
            assert_eq!(analysis.variations[0].token(), choice.token(), "{game} {options}: {position} {analysis:#?}");
        }
    }
}

/// On the boards that the page offers, the first moves have different values. On larger boards of Kanga they do not.
#[test]
fn the_first_moves_on_kangas_presets_have_different_values() {
    let entry = GAMES.iter().find(|entry| entry.name == "kanga").unwrap();
    for preset in entry.about.presets {
        let mut engine = Game::open("kanga", preset.options).unwrap();
        let lines = analysis(&mut engine, Search::new().nodes(20_000), 6).variations;
        assert!(lines[0].winrate > lines[5].winrate, "{}: {lines:#?}", preset.name);
    }
}

/// Lines are ordered by win rate, and each is a legal turn. At the end, all are exact and from the same depth.
#[test]
fn the_lines_of_a_report_are_ordered_and_of_one_depth() {
    let mut rng = Rng::new(49);
    let (mut lines, mut exact, mut several) = (0, 0, 0);
    for (game, options) in EVERY_GAME {
        for turns in 0..12 {
            let mut engine = after_random_turns(game, options, turns, &mut rng);
            let limits = Limits { depth: Some(1 + turns % 5), ..Limits::default() };
            let found = reports(&mut engine, Search::new().within(limits), Duration::from_millis(3), 6);
            for report in &found {
                let rates: Vec<_> = report.variations.iter().map(|line| line.winrate).collect();
                assert!(rates.is_sorted_by(|one, other| one >= other), "{game} {options}: {report:#?}");
                for line in &report.variations {
                    let whole = line.turns[0].tokens.concat();
                    engine.check_turn(&whole).unwrap_or_else(|error| panic!("{game} {whole}: {error}"));
                }
            }
            let last = found.last().unwrap();
            assert!(last.is_final && found[..found.len() - 1].iter().all(|report| !report.is_final));
            several += usize::from(last.variations.len() > 1);
            for line in &last.variations {
                assert_eq!(line.depth, last.variations[0].depth, "{game} {options}: {last:#?}");
                lines += 1;
                exact += usize::from(line.bound == Bound::Exact);
            }
        }
    }
    assert_eq!(exact, lines);
    assert!(several > 60, "{several}");
}

/// The move limit and repetition end a game, too.
#[test]
fn lines_end_with_the_game() {
    let (mut rng, mut lines) = (Rng::new(4), 0);
    for (game, options) in [
        ("kanga", "width=4 height=3 repetition=2"),
        ("kanga", "width=4 height=3 repetition=2 max_moves=14"),
        ("kangaroo", "size=6 repetition=0 max_moves=8"),
        ("send_it", "size=2 repetition=0 max_moves=8"),
    ] {
        for turns in 0..24 {
            let mut engine = after_random_turns(game, options, turns % 8, &mut rng);
            let limits = Limits { nodes: Some(100 + 40 * u64::from(turns)), ..Limits::default() };
            for line in analysis(&mut engine, Search::new().within(limits), 5).variations {
                let mut after = engine.fork();
                for turn in &line.turns {
                    let played = after.play(turn.player, &turn.tokens.concat(), Style::Whole);
                    played.unwrap_or_else(|error| panic!("{game} {options}: {line:#?}: {error}"));
                }
                lines += 1;
            }
        }
    }
    assert!(lines > 200, "{lines}");
}

/// The same with two threads and a time limit.
#[test]
fn two_threads_report_the_same_way() {
    for (game, options) in EVERY_GAME {
        let mut engine = Game::new(&MORE_GAMES, game, options).unwrap();
        engine.set("threads", "2").unwrap();
        let search = Search::new().time(Duration::from_millis(60));
        for report in reports(&mut engine, search, Duration::from_millis(5), 4) {
            let rates: Vec<_> = report.variations.iter().map(|line| line.winrate).collect();
            assert!(!rates.is_empty() && rates.is_sorted_by(|one, other| one >= other), "{game}: {report:#?}");
        }
    }
}

/// The value of each line is that of a search of its move alone.
#[test]
fn the_value_of_a_line_is_that_of_its_move() {
    let mut rng = Rng::new(50);
    let mut compared = 0;
    for (game, options) in [("konane", "width=6 height=5"), ("kanga", "width=4 height=4"), ("clobber", "-")] {
        for turns in 2..12 {
            let mut engine = after_random_turns(game, options, turns, &mut rng);
            // At depth 2 nothing is reduced or pruned but by bounds, so a search of one move finds the same value.
            let limits = Limits { depth: Some(2), ..Limits::default() };
            for line in analysis(&mut engine, Search::new().within(limits), 4).variations {
                let only = [line.token().to_owned()];
                let mut alone = engine.fork();
                let alone = analysis(&mut alone, Search::new().among(&only).within(limits), 1);
                let difference = (alone.variations[0].winrate - line.winrate).abs();
                assert!(difference < 1e-9, "{game}: {line:#?} {alone:#?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

/// With a node limit, an analysis does not depend on how often it reports.
#[test]
fn reports_do_not_change_an_analysis_with_a_node_limit() {
    for (game, options) in [("konane", "-"), ("send_it", "size=4"), ("kangaroo", "-")] {
        let mut engine = Game::new(&MORE_GAMES, game, options.trim_matches('-')).unwrap();
        let search = || Search::new().nodes(20_000);
        let quiet = analysis(&mut engine, search(), 4);
        let watched = reports(&mut engine, search(), Duration::from_micros(200), 4);
        assert!(watched.len() > 3, "{} reports", watched.len());
        assert_eq!(watched.last(), Some(&quiet));
    }
}

/// A search that ends before it has scored a single move has a report, too.
#[test]
fn an_analysis_with_few_nodes_ends() {
    for (game, options) in EVERY_GAME {
        for nodes in 1..60 {
            let mut engine = Game::new(&MORE_GAMES, game, options.trim_matches('-')).unwrap();
            for _ in 0..2 {
                let analysis = analysis(&mut engine, Search::new().nodes(nodes), 3);
                assert!(!analysis.variations.is_empty(), "{game} {options}: {nodes}");
            }
        }
    }
}

#[test]
fn an_analysis_considers_only_allowed_moves() {
    for (game, options) in EVERY_GAME {
        let mut engine = Game::new(&MORE_GAMES, game, options).unwrap();
        let moves = engine.legal_moves(Style::Whole);
        let begins = |line: &papamu::play::Variation, moves: &[String]| {
            moves.iter().any(|mv| line.token() == mv || line.token().starts_with(mv.as_str()))
        };
        let two = [moves[0].clone(), moves[moves.len() - 1].clone()];
        let only = analysis(&mut engine, Search::new().nodes(500).among(&two), 9);
        assert!((1..=2).contains(&only.variations.len()), "{only:#?}");
        assert!(only.variations.iter().all(|line| begins(line, &two)), "{game}: {only:#?}");
        let others = analysis(&mut engine, Search::new().nodes(500).avoid(&two), 9);
        assert!(!others.variations.is_empty() || moves.len() <= 2);
        assert!(others.variations.iter().all(|line| !begins(line, &two)), "{game}: {two:?} {others:#?}");

        let nothing = engine.analyze(Search::new().nodes(500).avoid(&moves));
        assert_eq!(nothing.unwrap_err().to_string(), NOTHING_LEFT, "{game}");
        let wrong = engine.analyze(Search::new().nodes(500).among(&["Z99".to_owned()]));
        let wrong = wrong.unwrap_err().to_string();
        assert!(wrong.starts_with("the search is restricted by Z99: "), "{wrong}");
    }
}

/// Whether the player to move wins with a turn, by an exhaustive proof.
fn wins_with(engine: &Game, turn: &str) -> bool {
    let mut after = engine.fork();
    let player = after.turn();
    after.play(player, turn, Style::Whole).unwrap();
    if let Some(outcome) = after.outcome() {
        return outcome.winner() == Some(player);
    }
    let answer = after.solve(Search::new()).unwrap();
    (answer.verdict == Some(Verdict::Loss)) == (after.turn() != player) && answer.verdict != Some(Verdict::Draw)
}

/// Small boards of the game whose turns have several moves, with the komi.
const SEVERAL_MOVES: [(&str, &str, f64); 3] = [
    ("send_it", "board=hex size=2", 0.0),
    ("send_it", "board=hex size=2", 1.0),
    ("send_it", "board=square size=3", 2.0),
];

/// In turns of several moves, the turn that is shown wins, not only its first move.
#[test]
fn a_proven_win_of_several_moves_wins() {
    let mut rng = Rng::new(53);
    let mut won = [0; 2];
    for (game, options, komi) in SEVERAL_MOVES {
        for index in 0..40 {
            let mut engine = after_random_turns(game, options, 1 + index % 4, &mut rng);
            engine.set_komi(Points::from_f64(komi).unwrap());
            let nodes = [60, 400, 3_000][index as usize % 3];
            let found = reports(&mut engine, Search::new().nodes(nodes), Duration::from_micros(300), 9);
            for report in &found {
                for (order, line) in report.variations.iter().enumerate() {
                    if line.proven == Some(Verdict::Win) {
                        let turn = line.turns[0].tokens.concat();
                        let position = engine.position();
                        assert!(wins_with(&engine, &turn), "{game} {options} {position}: {turn} {report:#?}");
                        won[order.min(1)] += usize::from(report.is_final);
                    }
                }
            }
            let choice = engine.choose(Search::new().nodes(nodes)).unwrap();
            assert!(choice.proven != Some(Verdict::Win) || wins_with(&engine, choice.token()), "{choice:#?}");
        }
    }
    assert!(won[0] > 40 && won[1] > 20, "{won:?}");
}

/// The moves of a line whose result is proven keep that result.
#[test]
fn the_line_of_a_proven_result_keeps_it() {
    let mut rng = Rng::new(55);
    let (mut checked, mut ended) = (0, 0);
    let boards = [("konane", "width=5 height=4"), ("kanga", "width=3 height=3")];
    for (game, options, komi) in boards.map(|(game, options)| (game, options, 0.0)).into_iter().chain(SEVERAL_MOVES) {
        for index in 0..25 {
            let mut engine = after_random_turns(game, options, 1 + index % 4, &mut rng);
            engine.set_komi(Points::from_f64(komi).unwrap());
            let side = engine.turn();
            for line in analysis(&mut engine, Search::new().nodes(2_000), 9).variations {
                let Some(verdict) = line.proven else { continue };
                let mut after = engine.fork();
                for turn in &line.turns {
                    after.play(turn.player, &turn.tokens.concat(), Style::Whole).unwrap();
                    let won = match after.outcome() {
                        Some(outcome) => outcome.winner().map(|winner| winner == side),
                        None => match after.solve(Search::new().nodes(50_000)).map(|solution| solution.verdict) {
                            Ok(Some(Verdict::Win)) => Some(after.turn() == side),
                            Ok(Some(Verdict::Loss)) => Some(after.turn() != side),
                            Ok(Some(Verdict::Draw)) => None,
                            _ => continue,
                        },
                    };
                    assert_eq!(won, Some(verdict == Verdict::Win), "{game} {options} {}: {line:#?}", engine.position());
                    checked += 1;
                    ended += usize::from(after.outcome().is_some());
                }
            }
        }
    }
    assert!(checked > 500 && ended > 50, "{checked} {ended}");
}

/// In turns of several moves, a list holds first moves. The result and the distance are those of the turn
/// that was found, not of one that is not allowed.
#[test]
fn restrictions_hold_in_turns_of_several_moves() {
    let mut rng = Rng::new(54);
    let (mut avoided, mut refused) = (0, 0);
    for (game, options, komi) in SEVERAL_MOVES {
        for index in 0..40 {
            let mut engine = after_random_turns(game, options, index % 5, &mut rng);
            engine.set_komi(Points::from_f64(komi).unwrap());
            let position = engine.position();
            let search = || Search::new().nodes(500);
            let firsts = engine.legal_moves(Style::Whole);
            for first in &firsts {
                let begins = |turn: &str| turn == first || turn.starts_with(&format!("{first},"));
                let list = [first.clone()];
                let only = engine.choose(search().among(&list)).unwrap();
                assert!(begins(only.token()), "{position}: {first} {only:#?}");
                match engine.choose(search().avoid(&list)) {
                    Ok(choice) => {
                        assert!(!begins(choice.token()), "{position}: {first} {choice:#?}");
                        assert!(
                            choice.proven != Some(Verdict::Win) || wins_with(&engine, choice.token()),
                            "{choice:#?}"
                        );
                        avoided += 1;
                    }
                    Err(error) => assert!(error.to_string() == NOTHING_LEFT && firsts.len() == 1, "{error}"),
                }
            }
            let mut turns: Vec<String> = Vec::new();
            for _ in 0..3 {
                let turn = engine.fork().play_random_turn(&mut rng);
                turns.extend(turn.filter(|turn| turn.contains(',') && !turns.contains(turn)));
            }
            if turns.is_empty() {
                continue;
            }
            for restricted in [search().among(&turns), search().avoid(&turns)] {
                let error = engine.choose(restricted);
                let error = error.unwrap_err().to_string();
                assert!(error.starts_with("the search is restricted by "), "{error}");
            }
            refused += 1;
        }
    }
    assert!(avoided > 300 && refused > 15, "{avoided} {refused}");
}

/// A player who wins within some turns by a report does so, by the moves of an exhaustive search.
#[test]
fn distances_are_those_of_an_exhaustive_search() {
    /// The turns after which the player to move has won (positive) or lost (negative), within `depth` turns; 0 if
    /// neither is certain.
    fn turns_to_the_end(session: &mut Game, depth: i32) -> i32 {
        let side = session.turn();
        if let Some(outcome) = session.outcome() {
            return if outcome.winner() == Some(side) { 1_000 } else { -1_000 };
        }
        let (mut win, mut longest, mut all_lose) = (0, 0, true);
        if depth == 0 {
            return 0;
        }
        for mv in session.legal_moves(Style::Whole) {
            session.play(side, &mv, Style::Whole).unwrap();
            let value = match session.outcome() {
                Some(outcome) if outcome.winner() == Some(side) => 1,
                Some(_) => -1,
                None => match turns_to_the_end(session, depth - 1) {
                    0 => 0,
                    value if value < 0 => 1 - value,
                    value => -1 - value,
                },
            };
            session.undo(1).unwrap();
            if value > 0 {
                win = if win == 0 { value } else { win.min(value) };
            }
            all_lose &= value < 0;
            longest = longest.max(-value);
        }
        if win > 0 {
            win
        } else if all_lose {
            -longest
        } else {
            0
        }
    }

    let mut rng = Rng::new(51);
    let mut told = [0; 2];
    for (game, options) in [("konane", "width=5 height=4"), ("kanga", "width=3 height=3"), ("breakthrough", "-")] {
        for turns in 3..40 {
            let mut engine = after_random_turns(game, options, turns % 10, &mut rng);
            let limits = Limits { depth: Some(5), ..Limits::default() };
            for line in analysis(&mut engine, Search::new().within(limits), 4).variations {
                let (Some(verdict), Some(distance)) = (line.proven, line.distance) else { continue };
                let mut after = engine.fork();
                after.play(after.turn(), line.token(), Style::Whole).unwrap();
                let exact = match after.outcome() {
                    Some(_) => 1,
                    None => turns_to_the_end(&mut after, distance as i32).abs() + 1,
                };
                // The search knows a win of this length; there may be a shorter one.
                assert!(exact > 1 || after.outcome().is_some(), "{game}: {line:#?}");
                assert!(exact <= distance as i32, "{game} {}: {exact}, {line:#?}", engine.position());
                told[usize::from(verdict == Verdict::Win)] += 1;
            }
        }
    }
    assert!(told[0] > 5 && told[1] > 20, "{told:?}");
}
