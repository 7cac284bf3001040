use papamu::review::*;

#[test]
fn verdicts_have_thresholds() {
    let lost = [0.0, 0.0049, 0.005, 0.049, 0.05, 0.099, 0.1, 0.199, 0.2, 1.0];
    let words = lost.map(|lost| Judgement::of(lost).word());
    let expected =
        ["best", "best", "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder"];
    assert_eq!(words, expected);
}
