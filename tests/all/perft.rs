//! Perft: every row of `data/perft.tsv`, counted by an independent implementation.

use papamu::registry::{self, GAMES};

use crate::common;
use crate::common::open;

/// Sequences of a row that is counted without `LONG_TESTS=1`, at most.
const SHORT: u64 = 3_000_000;

#[test]
fn every_row_of_the_table_holds() {
    let mut rows = 0;
    for row in include_str!("../data/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [game, options, position, depth, count] = fields[..] else { panic!("a row has five fields: {row}") };
        rows += 1;
        if count.parse::<u64>().unwrap() > SHORT && !common::long_tests() {
            continue;
        }
        let mut session = open(game, options);
        session.set_position(position).unwrap_or_else(|error| panic!("{row}: {error}"));
        let found = session.perft(depth.parse().unwrap(), &|| false).unwrap();
        assert_eq!(found.to_string(), count, "{row}");
    }
    assert!(rows > 100, "only {rows} rows were read");
}

#[test]
fn the_parts_of_a_divided_count_add_up() {
    for (game, options) in common::EVERY_GAME {
        let session = open(game, options);
        let parts = session.perft_divide(3, &|| false).unwrap();
        let total: u64 = parts.iter().map(|(_, count)| count).sum();
        assert_eq!(session.perft(3, &|| false), Some(total), "{game} {options}");
        let names: Vec<_> = parts.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(names, session.legal_moves(papamu::game::Style::Whole), "{game} {options}");
    }
}

#[test]
fn depth_zero_is_one_and_a_finished_game_has_no_moves() {
    for (game, options) in common::EVERY_GAME {
        assert_eq!(open(game, options).perft(0, &|| false), Some(1));
    }
    let mut session = open("kanga", "width=3 height=3");
    session.set_position("3/xxx/3 w").unwrap();
    assert_eq!([0, 1, 2].map(|depth| session.perft(depth, &|| false)), [Some(1), Some(0), Some(0)]);
}

/// Perft and searches count the same on every machine. A change that is meant to alter the engine's choices
/// changes the number here.
#[test]
fn the_benchmark_keeps_its_signature() {
    // A game that is new changes the number that the program prints, but not the counts of these games.
    let counted = ["konane", "kanga", "send_it", "kangaroo"].map(|name| *registry::find(GAMES, name).unwrap());
    let mut output = Vec::new();
    papamu::bench::run(&counted, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("\nsignature 245830480 "), "{output}");
}

#[test]
fn counting_can_be_stopped() {
    assert_eq!(open("kanga", "").perft(1000, &|| true), None);
}
