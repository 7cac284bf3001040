use papamu::game::{Color, Points};
use papamu::sgf::*;

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

/// The most moves that are allowed in a file.
const MOST_MOVES: usize = 100_000;

#[test]
fn the_main_line_of_files_by_other_programs_is_read() {
    let text = "\u{feff} (;FF[4]CA[UTF-8]AP[GoGui:1.6]SZ[7]\nKM[6.5]C[a \\] bracket (;B[aa\\])]\n;B[dd]C[x];W[]\n;B[ab](;W[ba];B[cc])(;W[bb]))(;SZ[9])";
    let game = read(text).unwrap();
    assert_eq!((game.columns, game.rows, game.komi), (7, None, Points::from_f64(6.5)));
    let moves: Vec<_> = game.moves.iter().map(|mv| (mv.color.letter(), mv.point)).collect();
    let expected = [('b', Some((3, 3))), ('w', None), ('b', Some((0, 1))), ('w', Some((1, 0))), ('b', Some((2, 2)))];
    assert_eq!(moves, expected);
}

#[test]
fn older_files_and_rectangles_of_stones_are_read() {
    let game = read("(;GaMe[1]SiZe[9]AddBlack[aa:cb][ii]PL[W];White[tt])").unwrap();
    assert_eq!(game.columns, 9);
    assert_eq!((game.stones.len(), game.turn), (7, Color::White));
    assert_eq!(game.moves, [SgfMove { color: Color::White, point: None, token: None }]);
}

#[test]
fn malformed_sgf_is_reported_with_its_place() {
    for (text, place) in [
        ("", 1),
        ("hello", 1),
        ("(;B[aa]", 8),
        ("(;B[aa", 4),
        ("(B[aa])", 2),
        ("(;B[aa]x)", 9),
        ("(;B[aa][bb", 8),
        ("((((", 5),
        (" (;", 4),
    ] {
        assert_eq!(error(text), format!("the file is not SGF: unexpected text at byte {place}"), "{text}");
    }
    for (text, wrong) in [
        ("(;SZ[big])", "the size in SZ is not a number, or two numbers separated by ':'"),
        ("(;SZ[99999999999])", "the size in SZ is not a number, or two numbers separated by ':'"),
        ("(;KM[a])", "the komi in KM is not a number"),
        ("(;B[abc])", "a point is not two letters on the board"),
        ("(;B[é])", "a point is not two letters on the board"),
        ("(;B[aa];AB[bb])", "stones are set up after the first node"),
        (format!("(;AB{})", "[aa:ZZ]".repeat(100_000)).as_str(), "more stones than any board has points"),
    ] {
        assert_eq!(error(text), wrong);
    }
    assert_eq!(read("(;AE[aa]AB[bb])").map(|game| game.stones.len()), Ok(1));
}

#[test]
fn a_later_stone_replaces_an_earlier_one() {
    let stones = |text: &str| {
        let stones = read(text).unwrap().stones.into_iter();
        stones.map(|((column, row), color)| (column, row, color.letter())).collect::<Vec<_>>()
    };
    assert_eq!(stones("(;AB[aa][bb]AW[aa])"), [(0, 0, 'w'), (1, 1, 'b')]);
    assert_eq!(stones("(;AW[aa]AB[aa])"), [(0, 0, 'b')]);
    assert_eq!(stones("(;AB[aa:bb]AE[ab:bb])"), [(0, 0, 'b'), (1, 0, 'b')]);
    assert!(error(&format!("(;AE{})", "[aa:ZZ]".repeat(100_000))).starts_with("more stones than "));
}

#[test]
fn a_token_belongs_to_one_move_of_its_node() {
    let tokens = |text: &str| read(text).unwrap().moves.into_iter().map(|mv| mv.token).collect::<Vec<_>>();
    let token = || Some("A1-A3".to_owned());
    assert_eq!(tokens("(;B[aa]PT[A1-A3];W[bb])"), [token(), None]);
    assert_eq!(tokens("(;PT[A1-A3]B[aa]W[bb];PT[lost];W[cc])"), [token(), None, None]);
}

#[test]
fn as_many_moves_as_allowed_are_read_and_no_more() {
    let game = |moves: usize| format!("({})", ";B[aa]".repeat(moves));
    assert_eq!(read(&game(MOST_MOVES)).unwrap().moves.len(), MOST_MOVES);
    assert!(error(&game(MOST_MOVES + 1)).starts_with("more than 100000 moves"));
    let deep = format!("{}{}", "(;B[aa]".repeat(MOST_MOVES), ")".repeat(MOST_MOVES));
    assert_eq!(read(&deep).unwrap().moves.len(), MOST_MOVES);
}

/// The tests of `web/game/sgf.js` use the same table.
#[test]
fn texts_are_read_as_the_page_reads_them() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("../../data/sgf.json")).unwrap();
    for case in cases["values"].as_array().unwrap() {
        let (written, expected) = (case["written"].as_str().unwrap(), case["read"].as_str());
        let read = read(&format!("(;B[aa]PT[{written}])")).ok().and_then(|game| game.moves[0].token.clone());
        assert_eq!(read.as_deref(), expected, "{written:?}");
    }
    for case in cases["files"].as_array().unwrap() {
        let (text, expected) = (case["text"].as_str().unwrap(), case["moves"].as_u64());
        let read = read(text).ok().map(|game| game.moves.len() as u64);
        assert_eq!(read, expected, "{text:?}");
    }
}
