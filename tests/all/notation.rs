//! Moves as text.

use papamu::game::Style;
use papamu::play::Game;

#[test]
fn joined_paths_are_read() {
    for (game, begun, joined) in [
        ("konane", &["d5", "c5"][..], "a5c5"),
        ("konane", &["d5", "c5"], "A5C5"),
        ("konane", &["d5", "c5"], "d7d5"),
        ("kangaroo", &[], "b8b6d4"),
        ("kangaroo", &[], "B8B6"),
    ] {
        let mut engine = Game::open(game, "").unwrap();
        for token in begun {
            engine.play(engine.turn(), token, Style::Whole).unwrap();
        }
        let vertices: Vec<_> = joined.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair)).collect();
        let token = vertices.join("-").to_uppercase();
        let is_legal = engine.legal_moves(Style::Whole).contains(&token);
        assert_eq!(engine.play(engine.turn(), joined, Style::Whole).is_ok(), is_legal, "{joined}");
    }
}
