//! Random games over all options: the engine agrees at every ply with a slow, obvious reference, written from
//! the rules and sharing no code with it. A failure shrinks to a short list of choices. The games are the same each time;
//! `PROPTEST_RNG_SEED` and `PROPTEST_CASES` play others, and more.

use std::collections::HashSet;

use papamu::board::write_row;
use papamu::game::{Hints, Notation, Reading, Rules, RulesExt, Style, Values};
use papamu::games::{Kanga, Kangaroo};
use papamu::rng::Rng;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use crate::common;
use crate::reference::reference;

/// Plays a game in which each choice picks one of the legal moves, and compares everything after each.
fn agree(game: &str, options: &str, choices: &[u16]) -> Result<(), TestCaseError> {
    let mut slow = reference(game, options);
    let mut fast = common::open(game, options);
    let mut line = Vec::new();
    let mut captured = 0;
    for choice in choices {
        let legal = fast.legal_moves(Style::Whole);
        prop_assert_eq!(&legal, &slow.legal(), "{} {}: legal moves after {:?}", game, options, line);
        prop_assert_eq!(fast.position(), slow.position(), "{} {}: position after {:?}", game, options, line);
        prop_assert_eq!(fast.turn().letter(), slow.side(), "{} {}: side after {:?}", game, options, line);
        let text = |outcome: Option<papamu::game::Outcome>| outcome.map_or("none".to_owned(), |o| o.to_string());
        prop_assert_eq!(text(fast.outcome()), slow.result(), "{} {}: result after {:?}", game, options, line);
        prop_assert_eq!(text(fast.score()), slow.final_score(), "{} {}: score after {:?}", game, options, line);
        let Some(token) = pick(&legal, *choice) else { break };
        // The reference plays single drops of Send It, which steps style reads.
        let click = if token == "PASS" { Style::Whole } else { Style::Steps };
        let style = if game == "send_it" { click } else { Style::Whole };
        let color = fast.turn();
        let played = fast.play(color, &token, style);
        prop_assert!(played.is_ok(), "{} {}: {} after {:?}: {:?}", game, options, token, line, played);
        slow.play(&token);
        line.push(token);
        captured += slow.captured().len() as u32;
        // A stone that dies by its own player's move is removed, and nobody has captured it.
        if !options.contains("suicide=allowed") {
            let counted: u32 = fast.captures().iter().sum();
            prop_assert_eq!(counted, captured, "{} {}: captures after {:?}", game, options, line);
        }
    }
    Ok(())
}

/// The move that a choice picks. Resignations would end most games of Kangaroo soon, so they are rarely picked.
fn pick(legal: &[String], choice: u16) -> Option<String> {
    let plain: Vec<_> = legal.iter().filter(|token| !token.contains('@')).collect();
    let from: Vec<_> = if plain.is_empty() || choice.is_multiple_of(64) { legal.iter().collect() } else { plain };
    from.get(usize::from(choice) % from.len().max(1)).map(|token| token.to_string())
}

fn cases() -> ProptestConfig {
    let given = |name| std::env::var_os(name).is_some();
    let default = ProptestConfig { failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() };
    ProptestConfig {
        cases: match given("PROPTEST_CASES") {
            true => default.cases,
            false if common::long_tests() => 250,
            false => 25,
        },
        rng_seed: if given("PROPTEST_RNG_SEED") { default.rng_seed } else { RngSeed::Fixed(1) },
        ..default
    }
}

fn common_options() -> impl Strategy<Value = String> {
    let repetition = select(vec!["", " repetition=2", " repetition=0", " repetition=4"]);
    let limit = prop_oneof![4 => Just(String::new()), 1 => (1..40u32).prop_map(|n| format!(" max_moves={n}"))];
    (repetition, limit).prop_map(|(repetition, limit)| format!("{repetition}{limit}"))
}

fn konane() -> impl Strategy<Value = String> {
    let corner = select(vec!["auto", "black", "white"]);
    (4..=16u32, 4..=16u32, corner, any::<bool>(), common_options()).prop_map(|(width, height, a1, off, more)| {
        // Only these boards have two vertices in the middle.
        let opening = if off && (width + height) % 2 == 1 { " opening=middle_off" } else { "" };
        format!("width={width} height={height} a1={a1}{opening}{more}")
    })
}

fn kanga() -> impl Strategy<Value = String> {
    let side = || prop_oneof![6 => 3..=7u32, 1 => 8..=19u32];
    (side(), side(), select(vec!["illegal", "allowed"]), common_options())
        .prop_map(|(width, height, suicide, more)| format!("width={width} height={height} suicide={suicide}{more}"))
}

fn send_it() -> impl Strategy<Value = String> {
    let board = prop_oneof![
        6 => (2..=5u32).prop_map(|size| format!("size={size}")),
        1 => (6..=10u32).prop_map(|size| format!("size={size}")),
        2 => Just("setup=six".to_owned()),
        8 => (3..=7u32, any::<bool>()).prop_map(|(size, push)| format!("board=square size={size} push={push}")),
        1 => (8..=19u32, any::<bool>()).prop_map(|(size, push)| format!("board=square size={size} push={push}")),
    ];
    (board, common_options()).prop_map(|(board, more)| format!("{board}{more}"))
}

fn kangaroo() -> impl Strategy<Value = String> {
    let size = prop_oneof![4 => Just(6u32), 2 => Just(7), 2 => Just(8), 1 => Just(9), 1 => Just(10)];
    let (penalty, resignation) = (select(vec!["give", "remove"]), select(vec!["count", "off"]));
    (size, penalty, resignation, select(vec![0, 1, 2, 5, 7]), 0..=6u32, common_options()).prop_map(
        |(size, penalty, resignation, obligatory, handicap, more)| {
            let most = if resignation == "off" { 6 } else { 1 + u32::from(penalty == "give") };
            let rules = format!("penalty={penalty} resignation={resignation} obligatory={obligatory}");
            format!("size={size} {rules} handicap={}{more}", handicap.min(most))
        },
    )
}

fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..most)
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn konane_agrees(options in konane(), choices in choices(80)) {
        agree("konane", &options, &choices)?;
    }

    #[test]
    fn kanga_agrees(options in kanga(), choices in choices(90)) {
        agree("kanga", &options, &choices)?;
    }

    #[test]
    fn send_it_agrees(options in send_it(), choices in choices(90)) {
        // The reference is slow on large boards: there, the opening and a few turns must do.
        let most = if common::open("send_it", &options).position().len() > 30 { 20 } else { 90 };
        agree("send_it", &options, &choices[..choices.len().min(most)])?;
    }

    #[test]
    fn kangaroo_agrees(options in kangaroo(), choices in choices(60)) {
        agree("kangaroo", &options, &choices)?;
    }
}

#[test]
fn the_longest_list_of_moves_is_the_same() {
    let position = "ox1x1x4/xxxxxxx3/1x1x1x4/xxxxxxx3/10/10/10/10/10/10 w -";
    let mut slow = reference("kangaroo", "size=10");
    let mut fast = common::open("kangaroo", "size=10");
    slow.set_position(position);
    fast.set_position(position).unwrap();
    let moves = fast.legal_moves(Style::Whole);
    assert_eq!(moves.len(), 61_810);
    assert!(moves == slow.legal());
}

/// What is searched of a stone with very many moves is legal and can be written, and the largest captures are nearly as
/// large as any.
#[test]
fn some_of_very_many_moves_are_searched() {
    let mut crowded = 0;
    let mut short = 0;
    for seed in 0..if common::long_tests() { 60 } else { 20 } {
        let mut rng = Rng::new(seed);
        let game = Kangaroo::<1>::new(&Values::parse(Kangaroo::<1>::OPTIONS, "size=8").unwrap()).unwrap();
        // Stones to be jumped over around empty vertices to land on, and a stone that jumps.
        let mut vertex = |row, column| match (row, column) {
            (4, 4) => 'o',
            _ if row > 5 || row % 2 == 0 && column % 2 == 0 || rng.below(3) == 0 => '.',
            _ => 'x',
        };
        let rows: Vec<_> = (0..8).map(|row| write_row((0..8).map(|column| vertex(row, column)))).collect();
        let position = game.read_position(&format!("{} w -", rows.join("/"))).unwrap();
        let (mut all, mut searched) = (Vec::new(), Vec::new());
        game.legal_moves_until(&position, &mut all, &|| false).unwrap();
        let complete = game.search_moves(&position, &mut searched);
        let text = |moves: &[_]| moves.iter().map(|mv| format!("{mv:?}")).collect::<HashSet<_>>();
        let (legal, found) = (text(&all), text(&searched));
        assert!(found.is_subset(&legal) && found.len() == searched.len(), "{}", game.write_position(&position));
        assert!(!complete || found == legal, "{}", game.write_position(&position));
        if !complete {
            crowded += 1;
            let most = |moves: &[_]| moves.iter().map(|&mv| game.ordering_score(&position, mv)).max();
            short += (most(&all).unwrap() - most(&searched).unwrap()) / 10_000;
            for &mv in searched
                .iter()
                .step_by(101)
                .chain(searched.iter().max_by_key(|&&mv| game.ordering_score(&position, mv)))
            {
                let written = game.write(&position, &[], &[mv], Style::Whole).concat();
                let read = game.read(&position, &[], &written, Style::Whole);
                assert_eq!(read, Ok(Reading::Moves(vec![mv])), "{written} in {}", game.write_position(&position));
            }
        }
    }
    assert!(crowded > 3 && short <= crowded, "{crowded} positions, {short} points less");
}

/// Of crowded positions of Kanga, where a threat may be legal only because it captures, every defence is searched.
#[test]
fn no_defence_of_kanga_is_left_out() {
    let mut left_out = 0;
    let mut rng = Rng::new(1);
    let game = Kanga::<1>::new(&Values::parse(Kanga::<1>::OPTIONS, "width=5 height=5").unwrap()).unwrap();
    for _ in 0..100_000 {
        let rows: Vec<_> = (0..5)
            .map(|_| write_row((0..5).map(|_| ['x', 'x', 'x', 'o', 'o', 'o', '.'][rng.below(7) as usize])))
            .collect();
        let Ok(position) = game.read_position(&format!("{} b", rows.join("/"))) else { continue };
        if game.outcome(&position).is_some() || game.wins_at_once(&position) {
            continue;
        }
        let (mut all, mut searched) = (Vec::new(), Vec::new());
        game.legal_moves(&position, &mut all);
        game.search_moves(&position, &mut searched);
        for mv in all.into_iter().filter(|mv| !searched.contains(mv)) {
            let mut after = position;
            game.play(&mut after, mv);
            let lost = game.outcome(&after).is_some() || game.wins_at_once(&after);
            assert!(lost, "{}: {mv} is left out", game.write_position(&position));
            left_out += 1;
        }
    }
    assert!(left_out > 1_000, "{left_out}");
}

/// The inputs of Kanga's network that the engine finds for four sets at a time, found one cell at a time: the cells at which a
/// player would bracket a line, and the distances between the edges.
fn plain_inputs(rows: &[Vec<char>], mover: char) -> Vec<u16> {
    let (width, height) = (rows[0].len() as i32, rows.len() as i32);
    let cells = (width * height) as usize;
    let at = |column: i32, row: i32| {
        let inside = (0..width).contains(&column) && (0..height).contains(&row);
        inside.then(|| rows[(height - 1 - row) as usize][column as usize])
    };
    let vertices = || (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let cell = |(column, row): (i32, i32)| (row * width + column) as usize;
    let players = if mover == 'x' { ['x', 'o'] } else { ['o', 'x'] };
    let mut inputs = Vec::new();
    for (plane, own) in (2..).zip(players) {
        let brackets = |&(column, row): &(i32, i32)| {
            let directions = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|&step| step != (0, 0));
            directions.into_iter().any(|(x, y)| {
                let line = (1..).map(|n| at(column + n * x, row + n * y));
                let is_enemy = |found: &Option<char>| found.is_some_and(|sign| sign != own && sign != '.');
                let length = line.clone().take_while(is_enemy).count();
                [3, 5, 7].contains(&length) && line.clone().nth(length).unwrap() != Some('.')
            })
        };
        let empty = vertices().filter(|&(column, row)| at(column, row) == Some('.'));
        inputs.extend(empty.filter(brackets).map(|vertex| (plane * cells + cell(vertex)) as u16));
    }
    for (player, own) in players.into_iter().enumerate() {
        let cost = |(column, row)| {
            at(column, row).and_then(|sign| (sign == own || sign == '.').then(|| i32::from(sign == '.')))
        };
        let mut distances = [0, 1].map(|axis| {
            let place = |(column, row): (i32, i32)| if axis == 0 { (column, width) } else { (row, height) };
            let mut least = vec![99; cells];
            for _ in 0..cells {
                for (column, row) in vertices() {
                    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| (column + x, row + y));
                    let before =
                        beside.into_iter().filter(|&(x, y)| at(x, y).is_some()).map(|vertex| least[cell(vertex)]);
                    let before = before.min().unwrap().min(if place((column, row)).0 == 0 { 0 } else { 99 });
                    least[cell((column, row))] = cost((column, row)).map_or(99, |cost| before + cost);
                }
            }
            let far = vertices().filter(|&vertex| place(vertex).0 + 1 == place(vertex).1);
            far.map(|vertex| least[cell(vertex)]).min().unwrap()
        });
        distances.sort_unstable();
        let near =
            (0..).zip(distances).map(|(way, distance)| 8 * (2 * player + way) + distance.clamp(1, 8) as usize - 1);
        inputs.extend(near.map(|index| (6 * cells + index) as u16));
    }
    inputs
}

fn has_plain_inputs<const N: usize>(width: usize, height: usize) {
    let options = format!("width={width} height={height}");
    let game = Kanga::<N>::new(&Values::parse(Kanga::<N>::OPTIONS, &options).unwrap()).unwrap();
    let (mut rng, mut brackets) = (Rng::new(7), 0);
    let cells = (width * height) as u16;
    for _ in 0..300 {
        let signs = if rng.below(2) == 0 { ['x', 'o', '.', '.'] } else { ['x', 'o', 'o', '.'] };
        let rows: Vec<Vec<_>> =
            (0..height).map(|_| (0..width).map(|_| signs[rng.below(4) as usize]).collect()).collect();
        let written: Vec<_> = rows.iter().map(|row| write_row(row.iter().copied())).collect();
        let mover = ['b', 'w'][rng.below(2) as usize];
        let Ok(position) = game.read_position(&format!("{} {mover}", written.join("/"))) else { continue };
        let is_compared = |input: &u16| (2 * cells..4 * cells).contains(input) || *input >= 6 * cells;
        let found: Vec<_> = game.features(&position).inputs.into_iter().filter(is_compared).collect();
        assert_eq!(
            found,
            plain_inputs(&rows, if mover == 'b' { 'x' } else { 'o' }),
            "{}",
            game.write_position(&position)
        );
        brackets += found.len() - 4;
    }
    assert!(brackets > 100, "{brackets}");
}

#[test]
fn the_inputs_of_kanga_are_those_of_a_plain_search() {
    has_plain_inputs::<1>(7, 7);
    has_plain_inputs::<1>(4, 16);
    has_plain_inputs::<2>(12, 9);
    has_plain_inputs::<3>(13, 13);
    has_plain_inputs::<6>(19, 19);
}
