//! The engine as a library, without a protocol.

use std::time::{Duration, Instant};

use papamu::game::{Color, Points, Style, Verdict};
use papamu::play::{Analysis, Choice, ErrorKind, Game, Observer, Search, SearchParams, TimeControl};
use papamu::registry::GAMES;
use papamu::search::Limits;
use papamu::sgf;
use papamu::system::Cancel;

use crate::common;
use crate::common::EVERY_GAME;

fn engine(game: &str, options: &str) -> Game {
    Game::open(game, options).unwrap()
}

/// Chooses a move and plays it.
fn genmove(engine: &mut Game, color: Color, style: Style) -> Choice {
    let choice = engine.choose(Search::new().player(color).style(style)).unwrap();
    engine.play_choice(&choice).unwrap();
    choice
}

#[test]
fn a_choice_plays_a_whole_turn_in_every_game() {
    for game in GAMES {
        let mut engine = engine(game.name, "");
        engine.set("move_time_ms", "60").unwrap();
        for turn in 1..=3 {
            let before = engine.position();
            let side = engine.turn();
            let choice = genmove(&mut engine, side, Style::Whole);
            assert_eq!(engine.played(), turn, "{}", game.name);
            let after = engine.position();
            engine.undo(1).unwrap();
            assert_eq!(engine.position(), before);
            engine.play(side, choice.token(), Style::Whole).unwrap();
            assert_eq!(engine.position(), after, "{}: {}", game.name, choice.token());
        }
    }
}

/// Positions on boards of two sizes can be equal, but not their legal moves.
#[test]
fn a_choice_is_checked_in_another_game() {
    let (mut large, mut small) = (engine("kanga", "width=6 height=6"), engine("kanga", "width=5 height=5"));
    let choice = large.choose(Search::new().among(&["F6".to_owned()])).unwrap();
    assert_eq!(small.play_choice(&choice).unwrap_err(), small.play(choice.player, "F6", Style::Whole).unwrap_err());
    assert_eq!(small.played(), 0);
    large.play_choice(&choice).unwrap();
}

/// A search uses the tables of those before, so several short searches find as much as a long one: here the win of Kōnane 6 x 6,
/// which none of them can prove alone.
#[test]
fn short_searches_continue_each_other() {
    let mut engine = engine("konane", "width=6 height=6");
    engine.play(Color::Black, "D3", Style::Whole).unwrap();
    let begun = Instant::now();
    for searches in 1.. {
        let choice = engine.choose(Search::new().time(Duration::from_millis(20))).unwrap();
        if choice.proven == Some(Verdict::Win) {
            assert!(searches > 1, "one search was enough, so this shows nothing");
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "no proof after {searches} searches");
    }
}

#[test]
fn a_cancelled_choice_plays_the_best_move_so_far() {
    let mut engine = engine("kanga", "");
    engine.set("move_time_ms", "0").unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    let choice = engine.choose(Search::new().cancel(&cancel)).unwrap();
    engine.play_choice(&choice).unwrap();
    assert_eq!(engine.played(), 1);
}

#[test]
fn a_choice_for_a_finished_game_changes_nothing() {
    let mut engine = engine("konane", "width=6 height=6");
    engine.play(Color::Black, "D3", Style::Whole).unwrap();
    engine.play(Color::White, "resign", Style::Whole).unwrap();
    let played = engine.played();
    assert_eq!(genmove(&mut engine, Color::White, Style::Whole).token(), "resign");
    assert_eq!(engine.played(), played);
}

#[test]
fn a_call_that_fails_changes_nothing() {
    let mut engine = engine("send_it", "size=3");
    engine.set_komi(Points::from_f64(2.5).unwrap());
    engine.play(Color::Black, "C3", Style::Whole).unwrap();
    let before = (engine.state(), engine.komi(), engine.settings().clone());
    assert!(engine.set_game("chess", "").is_err() && engine.set_game("kanga", "width=99").is_err());
    for (columns, rows, wrong) in [
        (0, 4, "send_it has no such board; allowed: "),
        (u32::MAX, u32::MAX, "send_it has no such board; allowed: "),
        (6, 6, "send_it has no such board; allowed: "),
    ] {
        let error = engine.resize(columns, rows).unwrap_err();
        assert!(error.kind() == ErrorKind::Size && error.to_string().starts_with(wrong), "{columns} {rows}: {error}");
    }
    assert!(engine.set_position("nonsense").is_err());
    let played = engine.set_up_turn(Color::Black).unwrap_err();
    assert!(played.kind() == ErrorKind::SetUp && played.to_string().starts_with("moves have been played"), "{played}");
    assert!(engine.play(Color::Black, "A1", Style::Whole).is_err());
    let all = engine.play_all(&[(Color::White, "A1,A3,E5"), (Color::White, "C5")], Style::Whole).unwrap_err();
    assert_eq!(all.0, 1);
    assert!(engine.undo(2).is_err());
    for (name, value, wrong) in [
        ("colour", "red", "unknown parameter 'colour'; parameters: threads "),
        ("threads", "0", "'0' is not a value of threads; allowed: 1 to 256"),
        ("hash_mb", "0", "'0' is not a value of hash_mb; allowed: 1 to 1048576"),
    ] {
        let error = engine.set(name, value).unwrap_err();
        assert!(error.kind() == ErrorKind::Syntax && error.to_string().starts_with(wrong), "{error}");
    }
    let record = sgf::read("(;GM[1]RU[send_it size=3]SZ[5];B[aa])").unwrap();
    let error = engine.load(&record, None, "", &|| false).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("read as send_it ") && text.contains(" size=3 "), "{text}");
    assert!(error.kind() == ErrorKind::Load && text.contains(": move 1, Black A5: "), "{text}");
    assert_eq!((engine.state(), engine.komi(), engine.settings().clone()), before);
}

#[test]
fn a_game_is_not_longer_than_allowed() {
    let mut engine = engine("kanga", "width=5 height=5");
    let record = sgf::read("(;SZ[5];B[aa];W[bb];B[cc])").unwrap();
    engine.load(&record, None, "", &|| false).unwrap();
    engine.configure(|settings| settings.user_limits.moves = 2).unwrap();
    let limit = "the game has reached the limit of 2 moves; take moves back, or start a new game";
    let loaded = engine.load(&record, None, " here", &|| false).unwrap_err().to_string();
    assert!(loaded.starts_with("read as kanga ") && loaded.contains(" here: move 3, Black C3: "), "{loaded}");
    assert!(loaded.ends_with(limit), "{loaded}");
    engine.clear();
    let moves = [(Color::Black, "A1"), (Color::White, "B2"), (Color::Black, "C3")];
    let (index, too_long) = engine.play_all(&moves, Style::Whole).unwrap_err();
    assert_eq!((index, too_long.to_string().as_str(), engine.played()), (2, limit, 0));
    engine.play_all(&moves[..2], Style::Whole).unwrap();
    assert_eq!(engine.play(Color::Black, "C3", Style::Whole), Err(too_long.clone()));
    assert_eq!(engine.play(Color::Black, "resign", Style::Whole), Err(too_long.clone()));
    assert_eq!(engine.check_room(), Err(too_long.clone()));
    let choice = engine.choose(Search::new().nodes(50)).expect("advice is still given");
    assert_eq!(engine.play_choice(&choice), Err(too_long));
    engine.undo(1).unwrap();
    engine.redo(1).unwrap();
    assert_eq!(engine.played(), 2);
}

/// In Kangaroo a stone may jump to and fro, and every click of a turn is kept.
#[test]
fn a_turn_is_not_longer_than_allowed() {
    let mut engine = engine("kangaroo", "");
    engine.configure(|settings| settings.user_limits.clicks = 6).unwrap();
    let black = |token| (Color::Black, token);
    let path = "B8-B6-B8-B6-B8";
    let too_long = engine.play(Color::Black, path, Style::Whole).unwrap_err();
    assert_eq!(too_long.to_string(), "a turn has at most 6 clicks here");
    let clicks: Vec<_> = ["B8", "B6", "B8", "B6", "B8", "B6", "B8"].map(black).to_vec();
    assert_eq!(engine.play_all(&clicks, Style::Steps), Err((6, too_long.clone())));
    assert_eq!(engine.played(), 0);
    engine.play_all(&clicks[..6], Style::Steps).unwrap();
    assert_eq!(engine.play(Color::Black, "B8", Style::Steps), Err(too_long));
    // Turns are counted one by one.
    engine.undo(6).unwrap();
    let turns = [(Color::Black, "B8-B6"), (Color::White, "B1-B3"), (Color::Black, "A8-A6")];
    engine.play_all(&turns, Style::Whole).unwrap();
}

#[test]
fn a_record_restores_the_game_with_its_komi() {
    let mut engine = engine("send_it", "size=3");
    engine.set_komi(Points::from_f64(-1.5).unwrap());
    for token in ["C3", "A1,A3,E5", "PASS"] {
        engine.play(engine.turn(), token, Style::Whole).unwrap();
    }
    let (state, record) = (engine.state(), sgf::read(&engine.sgf()).unwrap());
    engine.set_game("konane", "").unwrap();
    assert_eq!(engine.komi(), Points::default(), "komi lasts until a game is opened by name");
    engine.load(&record, None, "", &|| false).unwrap();
    assert_eq!((engine.position(), engine.turn()), (state.game.position, state.game.to_move));
    assert_eq!(engine.komi(), Points::from_f64(-1.5).unwrap());
    engine.load(&record, Some(2), "", &|| false).unwrap();
    assert_eq!(engine.turn(), Color::White, "the moves before the second");
}

#[test]
fn clocks_limit_a_turn_and_start_again_with_the_game() {
    let mut engine = engine("kanga", "");
    let seconds = Duration::from_secs;
    assert!(engine.turn_limits(Color::Black).time.is_some_and(|time| time < seconds(1)));
    engine.set_clock(TimeControl::Canadian { main: seconds(100), period: seconds(0), stones: 0 });
    let fresh = engine.turn_limits(Color::Black);
    assert!(fresh.soft.unwrap() < fresh.time.unwrap() && fresh.time.unwrap() < seconds(100));
    engine.set_time_left(Color::Black, seconds(1), 0);
    assert!(engine.turn_limits(Color::Black).time < Some(seconds(1)));
    assert_eq!(engine.turn_limits(Color::White), fresh);
    engine.clear();
    assert_eq!(engine.turn_limits(Color::Black), fresh);
    engine.set_time_left(Color::Black, seconds(1), 0);
    engine.set_position(&engine.position()).unwrap();
    assert_eq!(engine.turn_limits(Color::Black), fresh);
    // A choice takes its time off the clock.
    engine.set_time_left(Color::Black, Duration::from_millis(40), 0);
    let before = engine.turn_limits(Color::Black);
    genmove(&mut engine, Color::Black, Style::Whole);
    assert!(engine.turn_limits(Color::Black).time < before.time);
}

/// A player who waits, or whose game is over, uses no time.
#[test]
fn only_a_turn_takes_time_off_a_clock() {
    for game in GAMES {
        let mut engine = engine(game.name, "");
        let minute = Duration::from_secs(60);
        engine.set_clock(TimeControl::Increment { main: minute, increment: Duration::from_secs(1) });
        let clocks = engine.state().clocks;
        let ask = |engine: &mut Game, color: Color| {
            genmove(engine, color, Style::Steps);
        };
        ask(&mut engine, Color::White);
        assert_eq!(engine.state().clocks, clocks, "{}: White waits", game.name);
        assert_eq!(engine.played(), 1, "the pass can be taken back");
        engine.play(Color::Black, "resign", Style::Steps).unwrap();
        Color::BOTH.into_iter().for_each(|color| ask(&mut engine, color));
        assert_eq!(engine.state().clocks, clocks, "{}: the game is over", game.name);
        engine.undo(engine.played()).unwrap();
        engine.set("nodes", "10").unwrap();
        ask(&mut engine, Color::Black);
        assert_ne!(engine.state().clocks, clocks, "{}", game.name);
    }
}

#[test]
fn an_analysis_ends_with_its_token() {
    let mut engine = engine("kangaroo", "");
    let cancel = Cancel::default();
    let token = cancel.clone();
    let mut reports = 0;
    let mut see = |analysis: &Analysis| {
        assert!(!analysis.variations.is_empty());
        reports += 1;
        token.cancel();
    };
    let observer = Observer { every: Duration::from_millis(5), moves: 3, see: &mut see };
    let analysis = engine.analyze(Search::new().cancel(&cancel).observe(observer)).unwrap();
    assert!(analysis.variations.len() <= 3 && analysis.nodes > 0);
    assert!(analysis.variations[0].turns.iter().all(|turn| !turn.tokens.is_empty() && !turn.clicks.is_empty()));
    assert!(reports >= 1);
    assert_eq!(engine.played(), 0, "nothing is played");
}

/// A fork has the whole history, and moves played in it stay there.
#[test]
fn a_fork_is_independent_of_its_game() {
    for game in GAMES {
        let mut engine = engine(game.name, "");
        engine.set("nodes", "60").unwrap();
        for _ in 0..3 {
            let turn = engine.turn();
            genmove(&mut engine, turn, Style::Whole);
        }
        let before = (engine.state(), engine.sgf());
        let mut fork = engine.fork();
        assert_eq!((fork.state(), fork.sgf()), before, "{}", game.name);
        let turn = fork.turn();
        let choice = genmove(&mut fork, turn, Style::Whole);
        fork.undo(4).unwrap();
        fork.redo(4).unwrap();
        assert_eq!((engine.state(), engine.sgf()), before, "{}", game.name);
        assert_eq!(genmove(&mut engine, turn, Style::Whole).token(), choice.token(), "{}", game.name);
        assert_eq!(engine.sgf(), fork.sgf(), "{}", game.name);
        assert_eq!(engine.outcome(), engine.outcome());
        assert_eq!(engine.legal_moves(Style::Whole), engine.legal_moves(Style::Whole));
    }
}

/// A pass that was chosen while the opponent was to move would be a move of its own later: in Kangaroo a resignation.
#[test]
fn an_outdated_wait_is_not_played() {
    let mut engine = engine("kangaroo", "");
    let choice = engine.choose(Search::new().player(Color::White).style(Style::Steps)).unwrap();
    assert_eq!(choice.token(), "PASS");
    genmove(&mut engine, Color::Black, Style::Whole);
    assert_eq!(engine.play_choice(&choice).unwrap_err().to_string(), "it is White's turn");
    assert_eq!((engine.played(), engine.outcome()), (1, None));
}

#[test]
fn settings_that_are_out_of_range_change_nothing() {
    let mut engine = engine("konane", "");
    let before = engine.settings().clone();
    let refused = engine.configure(|settings| (settings.seed, settings.level) = (7, 0));
    assert_eq!(refused, engine.set("level", "0"));
    assert!(refused.is_err());
    engine.configure(|settings| settings.user_limits.threads = 1).unwrap();
    let limited = engine.configure(|settings| settings.threads = 2).unwrap_err();
    assert_eq!(limited.to_string(), "2 exceeds the limit of 1 for threads on this server");
    engine.configure(|settings| settings.user_limits = before.user_limits).unwrap();
    assert_eq!(*engine.settings(), before);
}

#[test]
fn search_params_are_full_strength_by_default() {
    let params = SearchParams::default();
    assert_eq!((params.threads, params.hash_mb, params.seed, params.level), (1, 64, 1, 10));
    assert!(params.limits.is_none() && !params.cancel.is_cancelled() && params.resign_below == 0.0);
}

#[test]
fn captures_are_counted_for_each_player_and_taken_back() {
    let mut engine = engine("konane", "");
    for (token, captures) in [("D5", [0, 0]), ("C5", [0, 0]), ("D3-D5", [1, 0]), ("E5-C5", [1, 1])] {
        engine.play(engine.turn(), token, Style::Whole).unwrap();
        assert_eq!(engine.captures(), captures, "{token}");
    }
    while engine.outcome().is_none() {
        let side = engine.turn();
        let token = engine.legal_moves(Style::Whole).remove(0);
        let before = engine.captures();
        engine.play(side, &token, Style::Whole).unwrap();
        let after = engine.captures();
        assert!(after[side.index()] > before[side.index()], "each jump takes a stone: {token}");
        assert_eq!(after[(!side).index()], before[(!side).index()]);
    }
    engine.undo(engine.played()).unwrap();
    assert_eq!(engine.captures(), [0, 0]);
}

/// A position that was taken back does not count as an occurrence, and earlier ones still do.
#[test]
fn repetition_is_counted_after_taking_back() {
    let mut engine = engine("kangaroo", "size=6");
    engine.set_position("o1o1xx/o4o/5o/xoox2/4xx/o1xx2 b -").unwrap();
    let cycle = ["C1-E1", "A6-A4", "E1-C1", "A4-A6"];
    for (index, token) in cycle.into_iter().cycle().take(8).enumerate() {
        // Each move is taken back once before it stands.
        for again in [true, false] {
            engine.play(engine.turn(), token, Style::Whole).unwrap();
            assert_eq!(engine.outcome().is_some(), index == 7, "move {index}");
            if again {
                engine.undo(1).unwrap();
            }
        }
    }
}

/// The turns of a game of Kangaroo that the engine plays against itself, at most 200.
fn turns_of_kangaroo(contempt: u64) -> u32 {
    let mut engine = engine("kangaroo", "");
    engine.set("nodes", "300").unwrap();
    engine.set("contempt", &contempt.to_string()).unwrap();
    while engine.outcome().is_none() && engine.played() < 200 {
        let turn = engine.turn();
        genmove(&mut engine, turn, Style::Whole);
    }
    engine.played() as u32
}

/// Both players wait for each other unless they have more contempt than by default.
#[test]
fn high_contempt_ends_games_of_kangaroo() {
    let [patient, hasty] = [20, 400].map(turns_of_kangaroo);
    assert!(2 * hasty < patient, "{hasty} turns, {patient} by default");
}

/// However a turn is written, it takes the nodes of one turn, and is the same turn.
#[test]
fn a_turn_costs_the_same_in_both_styles() {
    for (game, options) in EVERY_GAME.into_iter().chain([("send_it", "size=5")]) {
        for (name, value) in [("nodes", "4000"), ("level", "5")] {
            let mut engines = [Style::Whole, Style::Steps].map(|style| (engine(game, options), style));
            let mut played = Vec::new();
            for (engine, style) in &mut engines {
                engine.set(name, value).unwrap();
                let mut turns = Vec::new();
                while turns.len() < 6 && engine.outcome().is_none() {
                    let mut nodes = 0;
                    loop {
                        let side = engine.turn();
                        let choice = genmove(engine, side, *style);
                        nodes += engine.nodes();
                        if choice.rest.is_empty() {
                            break;
                        }
                    }
                    turns.push((engine.position(), nodes));
                }
                played.push(turns);
            }
            assert_eq!(played[0], played[1], "{game} {options}: {name} {value}");
            let most = played[0].iter().map(|&(_, nodes)| nodes).max().unwrap();
            assert!(most > 100 && most < 4_064, "{game} {options}: {most} nodes");
        }
    }
}

/// The values of parameters that no protocol sends.
#[test]
fn no_parameter_value_panics() {
    let limits =
        Limits { time: Some(Duration::MAX), soft: Some(Duration::MAX), nodes: Some(50), depth: Some(u32::MAX) };
    for (game, options) in EVERY_GAME {
        for (threads, extreme) in [(0, 0), (1, u64::MAX)] {
            let params = SearchParams {
                threads,
                hash_mb: extreme,
                seed: extreme,
                level: extreme,
                contempt: extreme,
                resign_below: f64::NAN,
                ..SearchParams::within(limits)
            };
            let mut session = common::open(game, options);
            let side = session.turn();
            let every = Duration::MAX;
            let observer = Observer { every, moves: usize::MAX, see: &mut |_| {} };
            session.analyze(Search::with(params.clone()).player(side).observe(observer)).unwrap();
            session.solve(Search::with(params.clone())).unwrap();
            let observer = Observer { every, moves: 0, see: &mut |_| {} };
            let choice = session.choose(Search::with(params.clone()).player(side).observe(observer)).unwrap();
            session.play_choice(&choice).unwrap();
        }
    }
}

/// Without a network, all first moves are equal there, and the first of the list is played, on the edge.
#[test]
fn large_boards_of_kanga_are_judged_by_a_stretched_network() {
    for size in [11, 13, 19] {
        let mut game = Game::open("kanga", &format!("width={size} height={size}")).unwrap();
        let choice = game.choose(Search::new().nodes(2_000)).unwrap();
        let (column, row) = choice.token().split_at(1);
        let is_inner = !["A", "T"].contains(&column) && row != "1" && row != size.to_string();
        assert!(is_inner, "{size}: {}", choice.token());
    }
}
