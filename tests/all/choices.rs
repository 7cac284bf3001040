//! The engine chooses and evaluates as it did when `data/choices.tsv` was written: a change of the evaluation, the searches
//! or the levels shows here. To accept such a change, write the table again with `UPDATE_CHOICES=1 cargo test --test all
//! choices::`, measure it by a match, and change the signature of `papamu bench`, too.

use std::fmt::Write;
use std::path::Path;

use papamu::play::{Search, SearchParams};
use papamu::rng::Rng;
use papamu::search::Limits;

use crate::common;

/// Boards besides those of [`common::EVERY_GAME`]: those that have networks, and Send It of side 7.
const LARGER: [(&str, &str); 12] = [
    ("konane", ""),
    ("konane", "width=6 height=6"),
    ("konane", "width=10 height=10"),
    ("kanga", ""),
    ("kanga", "width=9 height=9"),
    ("send_it", ""),
    ("send_it", "size=5"),
    ("send_it", "size=6"),
    ("send_it", "size=7"),
    ("send_it", "size=9"),
    ("kangaroo", ""),
    ("kangaroo", "resignation=off"),
];

/// Random turns before each of the positions.
const TURNS: [u32; 6] = [0, 3, 8, 14, 20, 30];

fn choices() -> String {
    let mut table = "game\toptions\tposition\tsearch\tmove\tper mille\n".to_owned();
    for (game, options) in common::EVERY_GAME.into_iter().chain(LARGER) {
        for (seed, turns) in TURNS.into_iter().enumerate() {
            let mut session = common::open(game, options);
            let mut rng = Rng::new(seed as u64);
            for _ in 0..turns {
                session.play_random_turn(&mut rng);
            }
            if session.outcome().is_some() {
                continue;
            }
            let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
            let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
            for (search, params) in [
                ("depth 1", SearchParams::within(depth(1))),
                ("nodes 400", SearchParams::within(nodes(400))),
                ("level 3", SearchParams { level: 3, ..SearchParams::default() }),
            ] {
                let mut fresh = common::open(game, options);
                fresh.set_position(&session.position()).unwrap();
                let choice = fresh.choose(Search::with(params.clone())).unwrap();
                let value = choice.winrate.map_or("-".to_owned(), |winrate| format!("{:.0}", 1000.0 * winrate));
                let position = session.position();
                let _ = writeln!(table, "{game}\t{options}\t{position}\t{search}\t{}\t{value}", choice.token());
            }
        }
    }
    table
}

#[test]
fn the_engine_chooses_as_it_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/choices.tsv");
    let now = choices();
    if std::env::var_os("UPDATE_CHOICES").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let before = std::fs::read_to_string(path).unwrap();
    for (before, now) in before.lines().zip(now.lines()) {
        assert_eq!(before, now);
    }
    assert_eq!(before.lines().count(), now.lines().count());
}
