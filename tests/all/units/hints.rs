//! The hints of single games for the search.

use papamu::game::{Hints, Notation, Rules, Values};
use papamu::games::{Kangaroo, SendIt};

fn send_it() -> SendIt<1> {
    SendIt::new(&Values::parse(SendIt::<1>::OPTIONS, "size=4").unwrap()).unwrap()
}

/// Drops share the time evenly until few cells are empty. Then the first ones take most of it.
#[test]
fn the_first_drops_take_most_of_the_time_where_few_cells_are_empty() {
    let game = send_it();
    assert_eq!(game.decisions_left(&game.start()), (1, [1, 1]));
    let read = |text| game.read_position(text).unwrap();
    let share = |text| game.decisions_left(&read(text)).1;
    assert_eq!(share("4/5/6/7/6/5/3x w 2 0 -"), [1, 3]);
    assert_eq!(share("xxxx/xxxxx/xxxxxx/xx5/6/5/4 b 3 0 -"), [1, 4], "20 cells are empty");
    let mut position = read("xxxx/xxxxx/xxxxxx/xx5/6/5/3o b 3 0 -"); // 19
    for expected in [[3, 4], [3, 4], [3, 4], [1, 1]] {
        assert_eq!(game.decisions_left(&position).1, expected, "{position:?}");
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        game.play(&mut position, moves[0]); // a drop: the end of the turn is listed last
    }
}

#[test]
fn there_is_no_futility_margin_where_few_cells_are_empty() {
    let game = send_it();
    let margin = |text| game.futility_margin(&game.read_position(text).unwrap());
    assert_eq!(margin("xxxx/xxxxx/xxxxxx/xx5/6/5/4 b 3 0 -"), Some(60), "20 cells are empty");
    assert_eq!(margin("xxxx/xxxxx/xxxxxx/xx5/6/5/3o b 3 0 -"), None, "19 cells are empty");
}

#[test]
fn progress_is_counted_in_ranks_from_home() {
    let game = Kangaroo::<1>::new(&Values::parse(Kangaroo::<1>::OPTIONS, "").unwrap()).unwrap();
    let progress = |text: &str| game.progress(&game.read_position(text).unwrap());
    assert_eq!(progress(&game.write_position(&game.start())), 0);
    // White's stones on ranks 5 and 8, Black's on ranks 7 and 4.
    let stones = "o7/x7/8/1o6/1x6/8/8/8";
    assert_eq!(progress(&format!("{stones} w -")), 4 + 7 - (1 + 4));
    assert_eq!(progress(&format!("{stones} b -")), 1 + 4 - (4 + 7));
}
