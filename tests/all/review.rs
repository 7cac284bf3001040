//! `papamu review`: what a turn cost.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use papamu::game::{Color, Style, Verdict};
use papamu::play::{Cancel, Game, Search};
use papamu::review::{Judgement, Review, Reviewer};
use papamu::rng::Rng;
use papamu::search::Limits;
use papamu::sgf;
use serde_json::Value;

use crate::common::{self, folder};

fn reviewer(nodes: u64, workers: usize) -> Reviewer {
    cancelled_by(&Cancel::default(), nodes, workers)
}

fn cancelled_by(cancel: &Cancel, nodes: u64, workers: usize) -> Reviewer {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Reviewer::new(limits, cancel, workers)
}

/// A random game.
fn random_game(game: &str, options: &str, turns: u32, rng: &mut Rng) -> Game {
    let mut session = common::open(game, options);
    for _ in 0..turns {
        session.play_random_turn(rng);
    }
    session
}

fn review(session: &Game, nodes: u64) -> Review {
    reviewer(nodes, 2).review(session, &|_, _| {}).unwrap()
}

/// The result with perfect play for the player to move, if it can be proven.
fn solved(session: &Game) -> Option<Verdict> {
    if let Some(outcome) = session.outcome() {
        return Some(match outcome.winner() {
            Some(winner) if winner == session.turn() => Verdict::Win,
            Some(_) => Verdict::Loss,
            None => Verdict::Draw,
        });
    }
    session.solve(Search::new().nodes(300_000)).unwrap().verdict
}

/// In Kangaroo a player without a jump leaves up to five turns in a row to the other.
#[test]
fn a_win_is_kept_by_a_player_who_moves_again() {
    let mut session = common::open("kangaroo", "size=6 penalty=remove repetition=2");
    session.set_position("5x/6/6/6/6/4oo b -").unwrap();
    for turn in ["F1-D1", "E1-C1"] {
        assert_eq!((session.turn(), solved(&session)), (Color::White, Some(Verdict::Win)));
        session.play(Color::White, turn, Style::Whole).unwrap();
    }
    let review = review(&session, 300);
    let first = &review.turns[0];
    assert_eq!((first.proven_before, first.proven_after), (Some(Verdict::Win), Some(Verdict::Win)), "{first:?}");
    assert_eq!(reviewer(300, 1).review_turn(&session, 1).unwrap().as_ref(), Some(first));
}

/// The proven results of a review are those of a solver with more time, and a result that was given away had been there.
#[test]
fn a_result_given_away_is_proven() {
    let mut rng = Rng::new(7);
    let (mut wins, mut draws) = (0, 0);
    for (game, options) in
        [("konane", "width=4 height=4"), ("kanga", "width=3 height=3"), ("kanga", "width=3 height=4 max_moves=8")]
    {
        for _ in 0..4 {
            let session = random_game(game, options, 12, &mut rng);
            let review = review(&session, 3_000);
            assert!(!review.is_cut && review.turns.len() == session.turns().len());
            let mut replayed = session.fresh();
            for turn in &review.turns {
                let agrees =
                    |told: Option<Verdict>, known: Option<Verdict>| told.is_none() || known.is_none() || told == known;
                let before = solved(&replayed);
                assert!(agrees(turn.proven_before, before), "{game} {}: {before:?} {turn:?}", replayed.position());
                assert_eq!(replayed.turn(), turn.player);
                replayed.play(turn.player, &turn.played, Style::Whole).unwrap();
                let after = solved(&replayed).map(|verdict| !verdict);
                assert!(agrees(turn.proven_after, after), "{game} {}: {after:?} {turn:?}", replayed.position());
                if let Some(result) = turn.gave_away {
                    assert_eq!(
                        (Some(result), true),
                        (before.or(Some(result)), after.is_none_or(|after| after < result))
                    );
                    match result {
                        Verdict::Win => wins += 1,
                        Verdict::Draw => draws += 1,
                        Verdict::Loss => panic!("a loss was given away"),
                    }
                    assert!(turn.verdict == Judgement::Blunder && turn.lost >= 0.5, "{turn:?}");
                }
                if turn.played == turn.best && turn.gave_away.is_none() {
                    assert_eq!((turn.verdict, turn.lost), (Judgement::Best, 0.0));
                }
            }
        }
    }
    assert!(wins > 5 && draws > 0, "{wins} wins, {draws} draws");
}

/// A turn that keeps a win is no blunder, although the win is proven only before it. In a lost position no turn costs anything.
#[test]
fn a_turn_that_keeps_a_proven_win_is_not_a_blunder() {
    let mut rng = Rng::new(8);
    let mut kept = 0;
    for (game, options, turns) in [("konane", "width=6 height=5", 14), ("kanga", "width=4 height=4", 8)] {
        for _ in 0..4 {
            let session = random_game(game, options, turns, &mut rng);
            let mut replayed = session.fresh();
            for turn in review(&session, 150).turns {
                replayed.play(turn.player, &turn.played, Style::Whole).unwrap();
                if turn.proven_before == Some(Verdict::Loss) {
                    assert_eq!((turn.verdict, turn.lost), (Judgement::Best, 0.0), "{game}: {turn:?}");
                }
                let is_open = turn.proven_before == Some(Verdict::Win) && turn.proven_after.is_none();
                if is_open && solved(&replayed).map(|verdict| !verdict) == Some(Verdict::Win) {
                    assert!(turn.verdict < Judgement::Blunder && turn.gave_away.is_none(), "{game}: {turn:?}");
                    kept += 1;
                }
            }
        }
    }
    assert!(kept > 3, "{kept}");
}

/// A player to move may seem better off than after every turn, also the best. That is no turn's fault.
#[test]
fn a_turn_costs_no_more_than_it_is_worse_than_the_best() {
    let mut rng = Rng::new(5);
    for (game, options) in [("send_it", "size=5"), ("kangaroo", ""), ("kanga", ""), ("konane", "")] {
        let start = random_game(game, options, 4, &mut rng);
        let first_turn = |played: &str| {
            let mut session = start.fresh();
            session.set_position(&start.position()).unwrap();
            session.play(start.turn(), played, Style::Whole).unwrap();
            reviewer(300, 1).review_turn(&session, 1).unwrap().unwrap()
        };
        let random = || {
            let mut after = start.fork();
            after.play_random_turn(&mut rng);
            after.turns().pop().unwrap().text.unwrap()
        };
        for turn in std::iter::repeat_with(random).take(4).map(|played| first_turn(&played)) {
            let best = first_turn(&turn.best);
            assert!(best.lost == 0.0 && best.best == turn.best, "{game}: {best:?}");
            if turn.played != turn.best && turn.proven_before.or(turn.proven_after).or(best.proven_after).is_none() {
                let worse = (best.winrate_after - turn.winrate_after).max(0.0);
                assert!(turn.lost <= worse + 1e-3, "{game}: {turn:?} {best:?}");
                assert!((turn.winrate_before - turn.winrate_after).max(0.0) <= turn.lost + 1e-3, "{game}: {turn:?}");
            }
        }
    }
}

/// The review does not depend on the number of workers, and the summary adds the turns up.
#[test]
fn a_review_is_reproducible() {
    let session = random_game("send_it", "size=3", 6, &mut Rng::new(3));
    let [one, two] = [1, 3].map(|workers| reviewer(400, workers).review(&session, &|_, _| {}).unwrap());
    assert_eq!(one, two);
    for player in Color::BOTH {
        let summary = one.summary(player);
        let own: Vec<_> = one.turns.iter().filter(|turn| turn.player == player).collect();
        assert_eq!(summary.turns, own.len());
        assert_eq!(summary.verdicts.iter().map(|(_, count)| count).sum::<usize>(), own.len());
        let most = own.iter().map(|turn| turn.lost).fold(0.0, f64::max);
        assert!(summary.worst.first().is_none_or(|&worst| one.turns[worst - 1].lost == most));
    }
    assert!(one.turns.iter().all(|turn| turn.score_before.is_some() && turn.score_after.is_some()));
}

/// Turn by turn, the review is the same; so is the command of the protocol.
#[test]
fn a_turn_can_be_reviewed_alone() {
    for (game, options) in [("send_it", "size=3"), ("konane", "width=4 height=4"), ("kangaroo", "size=6")] {
        let session = random_game(game, options, 6, &mut Rng::new(9));
        let whole = review(&session, 300);
        let alone = |number| reviewer(300, 1).review_turn(&session, number).unwrap();
        for turn in &whole.turns {
            assert_eq!(alone(turn.turn).as_ref(), Some(turn), "{game}");
        }
        assert_eq!((alone(0), alone(whole.turns.len() + 1)), (None, None));
    }
    let play = "set_game send_it size=3\nparam threads 2\nparam hash_mb 8\nplay b C3\nplay w B2,D4,B4\nplay b resign\n";
    let commands = format!("{play}review 2 nodes 200\nreview 3\nreview 0\nreview 1 nodes 0\n");
    let text = String::from_utf8(program(&["--level", "1"], &commands).stdout).unwrap();
    let replies: Vec<_> = text.split_terminator("\n\n").skip(6).collect();
    let sgf = "(;SZ[5]RU[send_it size=3];B[cc];W[bd];W[db];W[bb])";
    let shell = String::from_utf8(run(&["-", "--nodes", "200", "--json"], sgf).stdout).unwrap();
    assert_eq!(replies[0].strip_prefix("= "), shell.lines().nth(1), "the settings of the engine change nothing");
    let reply: Value = serde_json::from_str(replies[0].trim_start_matches("= ")).unwrap();
    assert_eq!((&reply["turn"], &reply["played"]), (&2.into(), &"B2,D4,B4".into()));
    assert!(replies[1..3].iter().all(|reply| reply.starts_with("? cannot review: ")), "{replies:?}");
    assert!(replies[3].starts_with("? syntax error: usage: review"), "{replies:?}");
}

/// The annotated game is read back as the same game, and its variations are legal.
#[test]
fn an_annotated_game_keeps_the_game() {
    for (game, options) in [("kanga", "width=5 height=4"), ("send_it", "size=3"), ("kangaroo", "size=6")] {
        let session = random_game(game, options, 10, &mut Rng::new(5));
        let plain = session.sgf_with(None, &[], &[]);
        let text = review(&session, 300).sgf(&session).unwrap();
        let moves = |text: &str| sgf::read(text).unwrap().moves;
        assert_eq!(moves(&text), moves(&plain), "{text}");
        assert!(
            text.contains("C[") && text.contains(")\n(;") && (text.contains("BM[") || text.contains("DO[]")),
            "{text}"
        );
        let [opened, closed] = ["(;", ")"].map(|mark| text.matches(mark).count());
        assert!(opened > 1 && closed >= opened, "{text}");
    }
}

/// A review that is cancelled has the first turns, or none.
#[test]
fn a_cancelled_review_is_cut() {
    let session = random_game("kanga", "-", 8, &mut Rng::new(6));
    let cancel = Cancel::default();
    let review = cancelled_by(&cancel, 500, 1)
        .review(&session, &|done, _| {
            if done == 3 {
                cancel.cancel()
            }
        })
        .unwrap();
    assert!(review.is_cut);
    assert_eq!(review.turns.len(), 2, "three positions are before and after two turns");
}

fn run(arguments: &[&str], input: &str) -> Output {
    program(&[&["review"], arguments].concat(), input)
}

fn program(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papamu"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn games_are_read_from_sgf_and_from_records() {
    let record = r#"{"game":"konane","options":"width=4 height=4","moves":["B3","B2"],"black":"a","white":"b","result":"W+R","reason":"Black crashed"}"#;
    let sgf = "(;SZ[4]RU[konane width=4 height=4];B[bb];W[bc])";
    for input in [sgf, record] {
        let output = run(&["-", "--nodes", "500", "--json"], input);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert_eq!((&lines[0]["played"], &lines[1]["player"]), (&Value::from("B3"), &Value::from("white")));
        assert_eq!((&lines[2]["complete"], lines[2]["summaries"].as_array().unwrap().len()), (&Value::from(true), 2));
    }
    let decided = run(&["-", "--nodes", "500"], "(;SZ[3]RU[send_it size=2];B[ac];W[bb];W[bb])");
    let table = String::from_utf8(decided.stdout).unwrap();
    assert!(
        table.contains("Black: accuracy 0.0 %") && table.contains("White: accuracy n/a (no turn to judge)"),
        "{table}"
    );
    let several = format!("{record}\n\n{record}\n");
    assert!(run(&["-", "--nodes", "50", "--number", "2"], &several).status.success());
    let path = folder("review").join("annotated.sgf");
    let output = run(&["-", "--nodes", "50", "--sgf", path.to_str().unwrap()], sgf);
    assert!(output.status.success());
    assert!(std::fs::read_to_string(path).unwrap().contains("C[Black plays B3"));
}

#[test]
fn games_without_a_review_are_reported() {
    let record =
        r#"{"game":"konane","options":"width=4 height=4","moves":["B3","Z3"],"black":"a","white":"b","result":"0"}"#;
    let two = format!("{record}\n{record}\n");
    for (arguments, input, message) in [
        (&["-"][..], "(;SZ[4]RU[konane width=4 height=4];B[bb];W[dd])", "move 2, White D1"),
        (&["-"], "no game", "not SGF"),
        (&["-"], record, "line 1: move 2"),
        (&["-", "--number", "2"], "(;SZ[4];B[bb])", "this is an SGF file"),
        (&["-"], &two, "2 games; choose one with --number 1 to 2"),
        (&["-", "--number", "3"], &two, "2 games"),
        (&["nowhere.sgf"], "", "nowhere.sgf: "),
        (&["-"], "(;GM[1]SZ[19];B[pd])", "-: it does not name its game; read as konane width=8"),
        (
            &["-", "--sgf", "/proc/none.sgf"],
            "(;SZ[4];B[bb])",
            "/proc/none.sgf: No such file or directory (os error 2)\n",
        ),
        (&["-", "--game", "chess"], "(;SZ[4];B[bc])", "chess"),
    ] {
        let output = run(arguments, input);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && errors.contains(message), "{arguments:?} {input}: {errors}");
        assert!(output.stdout.is_empty());
    }
}
