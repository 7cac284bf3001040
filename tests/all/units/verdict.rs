use papamu::game::{Color, Style};
use papamu::play::{Cancel, Game, Limits};
use papamu::review::*;
use serde_json::Value;

#[test]
fn verdicts_have_thresholds() {
    let lost = [0.0, 0.0049, 0.005, 0.049, 0.05, 0.099, 0.1, 0.199, 0.2, 1.0];
    let words = lost.map(|lost| Judgement::of(lost).word());
    let expected =
        ["best", "best", "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder"];
    assert_eq!(words, expected);
}

/// The curve of lichess.org/page/accuracy.
#[test]
fn accuracy_falls_with_the_chance_lost() {
    let lost = [0.0, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];
    let per_cent = lost.map(|lost| (10.0 * accuracy(lost)).round() / 10.0);
    assert_eq!(per_cent, [100.0, 91.4, 79.8, 63.6, 40.0, 8.5, 0.0]);
}

/// The board counts the same: tests/board/unit/review.test.js.
#[test]
fn the_accuracy_of_turns_is_the_same_everywhere() {
    let games: Value = serde_json::from_str(include_str!("../../data/accuracy.json")).unwrap();
    let mut session = Game::open("kanga", "").unwrap();
    session.play(Color::Black, "D4", Style::Whole).unwrap();
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let reviewer = Reviewer::new(limits, &Cancel::default(), 1);
    let mut review = reviewer.review(&session, &|_, _| ()).unwrap();
    let some_turn = review.turns.remove(0);
    for game in games.as_array().unwrap() {
        let turn = |values: &Value| {
            let mut turn = some_turn.clone();
            turn.winrate_before = values[0].as_f64().unwrap();
            turn.winrate_after = values[1].as_f64().unwrap();
            turn.accuracy = values[2].as_f64();
            turn
        };
        review.turns = game["turns"].as_array().unwrap().iter().map(turn).collect();
        assert_eq!(review.summary(Color::Black).accuracy, game["accuracy"].as_f64(), "{game}");
    }
}
