//! The protocol, line by line: replies, failures, and that failures lose nothing.

use std::collections::HashSet;
use std::time::Duration;

use papamu::game::Style;
use papamu::gtp::commands::{self, Command};
use papamu::gtp::{Failure, Gtp, run};
use papamu::input::{Line, Lines};
use papamu::matches::{Match, Terms, ThinkingLimit};
use papamu::play::Game;
use papamu::registry::{self, Entry, GAMES};
use papamu::system::Cancel;

use crate::common::{self, MORE_GAMES};

/// Sends text to a fresh engine and returns its replies, without the blank lines.
fn talk_in(games: &'static [Entry], style: Style, input: impl Into<Vec<u8>>) -> Vec<String> {
    talk_to(&mut Gtp::new(Game::new(games, games[0].name, "").unwrap(), style), input.into())
}

pub fn talk_to(gtp: &mut Gtp, input: Vec<u8>) -> Vec<String> {
    let mut output = Vec::new();
    let mut lines = Lines::read(std::io::Cursor::new(input)).unwrap();
    run(gtp, &mut lines, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    text.split_terminator("\n\n").map(str::to_owned).collect()
}

fn talk(input: impl Into<Vec<u8>>) -> Vec<String> {
    talk_in(GAMES, Style::Whole, input)
}

/// The last reply.
fn last(input: &str) -> String {
    talk(input).pop().unwrap_or_default()
}

#[test]
fn ids_comments_and_blank_lines_are_as_in_gtp() {
    let replies = talk("1 name\r\n\n   \n# nothing\n\t00023 \tname # why\nname\x01\x02\n 7   \n8 quit\n9 name\n");
    assert_eq!(
        replies,
        ["=1 papamu", "=00023 papamu", "= papamu", "?7 unknown command: the line has only an id", "=8"]
    );
    assert_eq!(talk("99999999999999999999999999 name"), ["=99999999999999999999999999 papamu"]);
    assert_eq!(talk("-1 name"), ["? unknown command: -1; help lists the commands"]);
    assert_eq!(talk("NAME"), ["? unknown command: NAME; help lists the commands"]);
}

#[test]
fn one_list_of_commands_drives_everything() {
    let listed = last("list_commands");
    let names: Vec<_> = commands::all().map(Command::name).collect();
    assert_eq!(listed.trim_start_matches("= ").lines().collect::<Vec<_>>(), names);
    for command in commands::all() {
        let name = command.name();
        assert_eq!(last(&format!("known_command {name}")), "= true");
        assert!(last(&format!("help {name}")).starts_with(&format!("= {}: ", command.usage)));
        // The errors distinguish wrong arguments from a command that does not exist.
        let reply = last(&format!("{name} b w b w b w b w b w"));
        assert!(reply.starts_with("? syntax error: "), "{name}: {reply}");
    }
    assert_eq!(last("known_command frobnicate"), "= false");
    let different: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "no command is listed twice");
}

/// Each example ends with its command, and all its lines are answered without failure.
#[test]
fn the_example_of_each_command_works() {
    let folder = common::folder("protocol").join("examples");
    std::fs::create_dir_all(&folder).unwrap();
    let game = folder.join("game.sgf");
    let game = game.to_str().unwrap();
    for command in commands::all() {
        let (name, example) = (command.name(), command.example);
        let last = example.lines().last().unwrap_or_default();
        assert_eq!(last.split(' ').next(), Some(name));
        let mut gtp = Gtp::new(Game::open("konane", "").unwrap(), Style::Whole);
        gtp.game.set("nodes", "100").unwrap();
        // A line after the command ends an analysis.
        let replies = talk_to(&mut gtp, format!("{}\n\n", example.replace("game.sgf", game)).into_bytes());
        assert_eq!(replies.len(), example.lines().count(), "{name}");
        assert!(replies.iter().all(|reply| reply.starts_with('=')), "{name}: {replies:?}");
    }
}

#[test]
fn failures_have_the_wording_of_gtp() {
    for (input, reply) in [
        ("frobnicate", "? unknown command: frobnicate; help lists the commands"),
        ("play", "? syntax error: usage: play COLOR MOVE"),
        ("play b", "? syntax error: usage: play COLOR MOVE"),
        ("play b D5 E5", "? syntax error: usage: play COLOR MOVE"),
        ("play green D5", "? syntax error: usage: play COLOR MOVE"),
        ("play bw D5", "? syntax error: usage: play COLOR MOVE"),
        ("play w C5", "? illegal move: it is Black's turn"),
        ("genmove w", "? illegal move: it is Black's turn"),
        ("play b D5\nplay b E4", "? illegal move: it is White's turn"),
        ("play b E5", "? illegal move: that stone may not be removed; allowed: H1 E4 D5 A8"),
        ("play b Z99", "? illegal move: the board has no such cell"),
        ("play b A99999999999999999999", "? illegal move: the board has no such cell"),
        ("play b I5", "? syntax error: 'I5' is not a move; moves look like D5, C3-E3 or C3-E3-G3"),
        ("undo", "? cannot undo: no move to take back"),
        ("play b D5\ngg-undo 2", "? cannot undo: only 1 move to take back"),
        ("gg-undo 99999999999999999999", "? syntax error: usage: gg-undo COUNT"),
        ("boardsize 3", "? unacceptable size: '3' is not a value of width; allowed: 4 to 16"),
        (
            "boardsize 4294967295",
            "? unacceptable size: the number of columns or rows is out of range; allowed: width 4 to 16",
        ),
        ("boardsize 0", "? unacceptable size: the number of columns or rows is out of range; allowed: width 4 to 16"),
        (
            "set_game kangaroo\nboardsize 0",
            "? unacceptable size: kangaroo has no such board; allowed: 6×6 7×7 8×8 9×9 10×10",
        ),
        ("boardsize -1", "? unacceptable size: the number of columns or rows is out of range; allowed: width 4 to 16"),
        (
            "rectangular_boardsize 8 1000",
            "? unacceptable size: the number of columns or rows is out of range; allowed: height 4 to 16",
        ),
        ("boardsize 17", "? unacceptable size: '17' is not a value of width; allowed: 4 to 16"),
        (
            "set_game send_it\nboardsize 14",
            "? unacceptable size: send_it has no such board; allowed: 3×3 5×5 7×7 9×9 11×11 13×13 15×15 17×17 19×19",
        ),
        ("set_game kanga suicide=maybe", "? syntax error: 'maybe' is not a value of suicide; allowed: illegal allowed"),
        ("set_game send_it push=true", "? syntax error: push=true needs board=square"),
        (
            "set_game send_it size=1",
            "? syntax error: '1' is not a value of size; allowed: 2 to 10 on the hexagon, 3 to 19 on the square board",
        ),
        (
            "set_game send_it size=11",
            "? syntax error: '11' is not a value of size; allowed: 2 to 10 on the hexagon, 3 to 19 on the square board",
        ),
        (
            "set_game send_it size=19",
            "? syntax error: '19' is not a value of size; allowed: 2 to 10 on the hexagon, 3 to 19 on the square board",
        ),
        (
            "set_game send_it board=square size=2",
            "? syntax error: '2' is not a value of size; allowed: 2 to 10 on the hexagon, 3 to 19 on the square board",
        ),
        ("play b PASS", "? illegal move: no move passes here"),
        ("set_game kanga\nplay b pass", "? illegal move: no move passes here"),
        (
            "boardsize 99999999999999999999",
            "? unacceptable size: the number of columns or rows is out of range; allowed: width 4 to 16",
        ),
        ("boardsize eight", "? syntax error: usage: boardsize COLUMNS [ROWS]"),
        ("komi nan", "? syntax error: komi is a number between -1000000 and 1000000"),
        ("komi 1e300", "? syntax error: komi is a number between -1000000 and 1000000"),
        ("komi many", "? syntax error: usage: komi POINTS"),
        ("time_settings 1 2", "? syntax error: usage: time_settings MAIN PERIOD STONES"),
        ("time_settings 1e99 2 3", "? syntax error: usage: time_settings MAIN PERIOD STONES"),
        ("time_settings 1 -2 3", "? syntax error: usage: time_settings MAIN PERIOD STONES"),
        (
            "kgs-time_settings fischer 10 1",
            "? syntax error: usage: kgs-time_settings none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        ),
        (
            "kata-time_settings fischer 10",
            "? syntax error: usage: kata-time_settings none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES | fischer MAIN INCREMENT",
        ),
        (
            "param move_overhead_ms 60001",
            "? syntax error: '60001' is not a value of move_overhead_ms; allowed: 0 to 60000",
        ),
        ("param threads 0", "? syntax error: '0' is not a value of threads; allowed: 1 to 256"),
        (
            "param nodes 99999999999999999999",
            "? syntax error: '99999999999999999999' is not a value of nodes; allowed: 0 to 18446744073709551615",
        ),
        (
            "param colour red",
            "? syntax error: unknown parameter 'colour'; parameters: threads hash_mb seed move_time_ms move_overhead_ms nodes level resign_threshold contempt live_gfx",
        ),
        ("set_game kanga\nplay b C3-C4", "? illegal move: a turn is one stone"),
        ("perft", "? syntax error: usage: perft DEPTH"),
        ("perft_divide 0", "? syntax error: usage: perft_divide DEPTH"),
        ("set_position", "? syntax error: usage: set_position POSITION"),
        ("set_position 8/8 b", "? syntax error: 2 rows where the board has 8"),
    ] {
        assert_eq!(last(input), reply, "{input}");
    }
    let games: Vec<_> = GAMES.iter().map(|game| game.name).collect();
    let expected = format!("? syntax error: unknown game 'chess'; games: {}", games.join(" "));
    assert_eq!(last("set_game chess"), expected);
}

#[test]
fn failures_lose_nothing() {
    let set_up = "set_game kangaroo size=7 obligatory=3\nkomi 2\nplay b B7-B5\n";
    let state = "position\nget_game\nside_to_move\nresult\nlegal_moves\nshowboard\nparam\n";
    let expected = talk(format!("{set_up}{state}"))[3..].to_vec();
    for wrong in [
        "undo 1",
        "gg-undo 2",
        "play b A6-A4",
        "play w A2",
        "play w resign@G7",
        "genmove b",
        "set_game chess",
        "set_game konane width=1",
        "boardsize 5",
        "boardsize 6 7",
        "set_position 7 b",
        "set_position 7/7/7/7/7/7/7 b 4",
        "param threads 1000",
        "komi x",
        "clear_board now",
        "time_left w -1 0",
        "kgs-time_settings byoyomi 1 1 0",
        "perft -1",
        "\u{0}\u{7f}",
        "play w \u{fffd}",
        "play w a1-b2-c3-d4-e5-f6-g7",
        "4 5 6",
    ] {
        let replies = talk(format!("{set_up}{wrong}\n{state}"));
        assert_eq!(&replies[replies.len() - expected.len()..], &expected[..], "{wrong}");
    }
}

#[test]
fn random_bytes_get_one_reply_per_line() {
    let long = "x".repeat(2_000_000);
    let replies = talk(format!("3 {long}\n4 play b {long}\n5 set_position {long}\nname {long}\nname\n"));
    assert_eq!(replies.len(), 5);
    assert_eq!(replies[0], "?3 syntax error: the line has more than 1048576 bytes");
    assert_eq!(replies[1], "?4 syntax error: the line has more than 1048576 bytes");
    assert_eq!(replies[2], "?5 syntax error: the line has more than 1048576 bytes");
    assert_eq!(replies[3], "? syntax error: the line has more than 1048576 bytes");
    assert_eq!(replies[4], "= papamu");
    // Runs of spaces count as one, and comments do not count.
    let (blank, comment) = (" ".repeat(2_000_000), "#".repeat(2_000_000));
    assert_eq!(talk(format!("{blank}8{blank}name{blank}#{blank}{comment}\n{blank}\n")), ["=8 papamu"]);
    // A no-break space does not make a line blank: its sender waits for a reply.
    assert_eq!(talk("\u{a0}\nname").len(), 2);
    assert!(last(&"x".repeat(60_000)).len() < 700, "a long line is not sent back whole");
    assert_eq!(talk(&b"na\x00me\n\xff\xfe\xfd\nplay b \xc3\x28\nname"[..]).len(), 4);
    // Nothing at all, and no line feed at the end.
    assert_eq!(talk(""), [""; 0]);
    assert_eq!(talk("name"), ["= papamu"]);
}

#[test]
fn the_game_and_its_options_read_back() {
    for (options, shown) in [
        ("konane", "konane width=8 height=8 a1=auto opening=choose repetition=3 max_moves=0"),
        ("kanga height=9", "kanga width=7 height=9 suicide=illegal repetition=3 max_moves=0"),
        ("send_it", "send_it board=hex size=8 setup=empty push=false repetition=3 max_moves=0"),
        ("send_it board=square", "send_it board=square size=13 setup=empty push=false repetition=3 max_moves=0"),
        (
            "kangaroo max_moves=9",
            "kangaroo size=8 penalty=give resignation=count obligatory=5 handicap=0 repetition=3 max_moves=9",
        ),
    ] {
        assert_eq!(last(&format!("set_game {options}\nget_game")), format!("= {shown}"));
        assert_eq!(last(&format!("set_game {shown}\nget_game")), format!("= {shown}"));
    }
    assert_eq!(last("set_game send_it\nboardsize 9\nget_game").split(' ').nth(3), Some("size=5"));
    assert_eq!(last("boardsize 5 9\nposition").split('/').count(), 9);
    assert_eq!(last("rectangular_boardsize 9 5\nposition").split('/').count(), 5);
}

/// A handicap with which Black would win by resigning at once is refused.
#[test]
fn kangaroo_has_handicaps() {
    for (options, position) in [
        ("handicap=1", "xxxxxxxx/xxxxxxxx/8/8/8/8/oooooooo/1ooooooo b -"),
        ("handicap=2", "xxxxxxxx/xxxxxxxx/8/8/8/8/oooooooo/1oooooo1 b -"),
        ("size=6 resignation=off handicap=5", "xxxxxx/xxxxxx/6/6/oooooo/3o2 b -"),
    ] {
        assert_eq!(last(&format!("set_game kangaroo {options}\nposition")), format!("= {position}"));
    }
    for refused in ["handicap=3", "penalty=remove handicap=2", "resignation=off handicap=7"] {
        let reply = last(&format!("set_game kangaroo {refused}"));
        assert!(reply.contains("allowed: 0 to 2; with penalty=remove 0 or 1; with resignation=off 0 to 6"), "{reply}");
    }
    // The largest handicap is not yet a win.
    for allowed in ["handicap=2", "penalty=remove handicap=1"] {
        let replies = talk(format!("set_game kangaroo {allowed}\nplay b resign@A8\nresult"));
        assert_eq!(replies.last().map(String::as_str), Some("= 0"));
    }
}

#[test]
fn komi_counts_in_send_it_and_lasts_until_set_game() {
    assert_eq!(last("komi 2.5\nfinal_score"), "= none");
    assert_eq!(last("set_game send_it\nkomi 2.5\nfinal_score"), "= W+2.5");
    assert_eq!(last("set_game send_it\nkomi -0.1\nboardsize 5\nclear_board\nfinal_score"), "= B+0.1");
    assert_eq!(last("set_game send_it\nkomi 2.5\nset_game send_it\nfinal_score"), "= 0");
    // Also where the game is over already.
    let over = "set_game send_it size=3\nset_position 1x1/2o1/5/4/3 b 3 2 -\n";
    assert_eq!(last(&format!("{over}result")), "= W+4");
    assert_eq!(last(&format!("{over}komi 1\nresult\nfinal_score")), "= W+5");
    // And where it is over again.
    let ended = "set_game send_it size=2\nset_position 1x/3/2 b 3 2 -\nplay b PASS\nkomi 50\nundo\n";
    let replies = talk_in(GAMES, Style::Steps, format!("{ended}result\nfinal_score"));
    assert_eq!(replies[5..], ["= W+45", "= W+45"], "{replies:?}");
}

#[test]
fn forfeits_end_the_game_for_either_colour() {
    assert_eq!(last("play w resign\nresult"), "= B+R");
    assert_eq!(last("play b RESIGN\nplay b D5"), "? illegal move: the game is over: W+R");
    assert_eq!(last("play b resign\nplay w resign"), "? illegal move: the game is over: W+R");
    assert_eq!(last("play b resign\nlegal_moves"), "=");
    assert_eq!(last("play b resign\ngenmove b"), "= resign");
    assert_eq!(last("play b resign\ngenmove w"), "= PASS");
    assert_eq!(last("play b resign\ngenmove w\nundo\nresult"), "= none");
    assert_eq!(last("set_game kangaroo\nplay b resign\ngenmove b"), "= PASS");
    assert_eq!(last("play b resign\nperft 1"), "= 0");
    assert_eq!(last("play b resign\nperft_divide 2"), "=");
    assert_eq!(last("play b resign\nposition").split(' ').next_back(), Some("b"));
}

#[test]
fn commands_after_the_end_of_a_game_answer_as_documented() {
    let stuck = "set_game konane width=4 height=4\nset_position 2x1/4/1o2/4 w\n";
    assert_eq!(last(&format!("{stuck}result")), "= B+1");
    assert_eq!(last(&format!("{stuck}final_score")), "= B+1");
    assert_eq!(last(&format!("{stuck}genmove w")), "= resign");
    assert_eq!(last(&format!("{stuck}genmove b")), "= PASS");
    assert_eq!(last(&format!("{stuck}undo")), "? cannot undo: no move to take back");
    assert_eq!(last(&format!("{stuck}play w B2-B4")), "? illegal move: the game is over: B+1");
    let limited = "set_game kanga max_moves=1\nplay b D4\n";
    assert_eq!(last(&format!("{limited}result")), "= 0");
    assert_eq!(last(&format!("{limited}position\nset_position 7/7/7/3x3/7/7/7 w\nresult")), "= none");
    let resigned = "set_game kangaroo\nplay b resign@A8\n";
    assert_eq!(last(&format!("{resigned}result")), "= W+2");
    assert_eq!(last(&format!("{resigned}side_to_move")), "= w");
    let removed = "set_game kangaroo penalty=remove\nplay b resign@A8\nresult";
    assert_eq!(last(removed), "= W+1");
}

#[test]
fn the_last_obligatory_move_shows_as_0_even_if_it_takes_the_last_stone() {
    let last_stone = "set_game kangaroo size=6\nset_position 6/6/x5/1x4/2o3/6 b 1\nplay b B3-D1\n";
    assert_eq!(last(&format!("{last_stone}position")), "= 6/6/x5/6/6/3x2 w 0");
    assert_eq!(last(&format!("{last_stone}result")), "= B+3");
    let before_last = last_stone.replace("b 1", "b 2");
    assert_eq!(last(&format!("{before_last}position")), "= 6/6/x5/6/6/3x2 w -");
}

/// A first repetition does not end the game, and a cycle is not a proof.
#[test]
fn one_repetition_proves_nothing() {
    let once = "set_position 8/4xx2/4x3/3x4/3o2xx/oo6/8/2o5 w -\nplay w A3-C3\nplay b H4-F4\nplay w C3-A3\n";
    let think =
        |position: &str| last(&format!("set_game kangaroo\nparam nodes 50000\n{position}lz-genmove_analyze b 1000"));
    let found = think(once);
    assert!(found.ends_with("\nplay G4-E4-C4-A2"), "the move that takes time to win: {found}");
    for circles in ["8/3o4/3o4/8/8/8/8/5xx1 b -", "8/8/8/2o5/3o4/8/8/4xx2 b -"] {
        let found = think(&format!("set_position {circles}\n"));
        assert!(found.contains("\nplay ") && !found.contains("proven win"), "{found}");
        assert!(!found.contains("winrate 10000"), "only a proven result is certain: {found}");
    }
}

/// Without time to search, the engine still does not resign, and an empty report is not a blank line.
#[test]
fn an_interrupted_search_does_not_resign() {
    let interrupted = "set_game kangaroo\nlz-genmove_analyze b 1\n# interrupt";
    let found = last(interrupted);
    // On a busy machine there is something to report before the interrupt comes.
    let lines: Vec<&str> = found.lines().collect();
    let [first, reports @ .., choice] = &lines[..] else { panic!("{found}") };
    assert!(*first == "=" && choice.starts_with("play ") && !choice.contains("resign"), "{found}");
    assert!(reports.iter().all(|report| report.starts_with("info ")), "{found}");
    for nodes in 1..5 {
        let won = "set_position x6x/4o1o1/3o4/2xx4/8/oo6/4x3/x2o2x1 b -";
        assert_eq!(last(&format!("set_game kangaroo\nparam nodes {nodes}\n{won}\ngenmove b\nresult")), "= B+1");
        let even = format!("set_game kangaroo\nparam nodes {nodes}\ngenmove b\nresult");
        assert_eq!(last(&even), "= none");
    }
}

#[test]
fn impossible_numbers_of_obligatory_moves_are_refused() {
    for position in ["8/8/8/8/o7/8/8/8 w 3", "8/8/8/2x5/8/1x6/6o1/8 w 5", "8/8/8/2x5/8/1x6/6o1/8 b 1"] {
        let found = last(&format!("set_game kangaroo\nset_position {position}"));
        assert!(found.starts_with("? syntax error: "), "{position}: {found}");
    }
}

#[test]
fn the_engine_does_not_resign_at_a_forced_move() {
    let only = "set_game kanga\nset_position 7/7/7/xxxxxx1/7/7/o6 b\nparam nodes 1000\nparam resign_threshold 60\n";
    assert_eq!(last(&format!("{only}reg_genmove b")), "= G4");
}

/// White would connect, but the game is stopped before.
#[test]
fn a_move_limit_saves_a_lost_game() {
    let threat = "set_game kanga max_moves=1\nset_position 2o4/2o4/2o4/oooooo1/2o4/2o4/x6 b\nparam nodes 500\n";
    assert_eq!(last(&format!("{threat}param resign_threshold 10\ngenmove b\nresult")), "= 0");
}

#[test]
fn the_node_limit_covers_all_threads() {
    for game in ["konane", "kanga", "kangaroo"] {
        let found = last(&format!("set_game {game}\nparam threads 4\nparam nodes 40000\ngenmove b\nnodes"));
        let nodes: u64 = found[2..].parse().unwrap();
        assert!((40_000..41_000).contains(&nodes), "{game}: {nodes}");
    }
}

#[test]
fn a_stone_with_millions_of_moves_blocks_no_command() {
    let monster = "set_game kangaroo\nset_position ox1x1x1x/xxxxxxxx/1x1x1x1x/xxxxxxx1/1x1x1x2/xxxxx3/1x6/8 w -\n";
    for (command, reply) in [
        ("genmove w", "= "),
        ("play w A8\ngenmove w", "= "),
        ("play w A8\nlegal_moves", "? interrupted: "),
        ("legal_moves", "? interrupted: "),
        ("perft 1", "? interrupted: "),
        ("perft_divide 1", "? interrupted: "),
        ("play w A8-C8-E8\nposition", "= "),
    ] {
        let found = last(&format!("{monster}param move_time_ms 10\n{command}"));
        assert!(found.starts_with(reply), "{command}: {found}");
    }
    assert_eq!(
        last("set_game kangaroo\nset_position ox1x1x1x/xxxxxxxx/1x1x1x1x/xxxxxxx1/1x1x1x2/8/8/8 w -\nperft 1"),
        "= 484574"
    );
}

#[test]
fn the_rest_of_a_turn_begun_by_clicks_can_be_played_back() {
    let begun = "set_game kangaroo resignation=off\nparam nodes 30\nplay b B8\n";
    let replies = talk(format!("{begun}genmove b\nposition"));
    let [.., rest, position] = &replies[..] else { panic!("{replies:?}") };
    assert_eq!(&last(&format!("{begun}play b {}\nposition", &rest[2..])), position);
    for rest in last(&format!("{begun}legal_moves"))[2..].split(' ') {
        assert!(last(&format!("{begun}play b {rest}\nposition")).ends_with(" w -"), "{rest}");
    }
    assert!(last("set_game kangaroo\nplay b B8-B8").starts_with("? illegal move: "));
}

#[test]
fn whole_turns_and_clicks_are_both_taken_at_any_time() {
    // Kōnane: a jump named whole, by every landing, or clicked.
    let opening = "play b D5\nplay w C5\n";
    assert_eq!(
        last(&format!("{opening}play b D3-D5\nposition")),
        last(&format!("{opening}play b d3\nplay b d5\nposition"))
    );
    assert_eq!(last(&format!("{opening}play b D3\nlegal_moves")), "= D5");
    assert_eq!(last(&format!("{opening}play b D3\nundo\nlegal_moves")), last(&format!("{opening}legal_moves")));
    for path in ["D3-D3", "D3-D5-D3-D5", "D3-D5-D5", "D3-D4-D5", "D3-D7"] {
        assert!(last(&format!("{opening}play b {path}")).starts_with("? illegal move: "), "{path}");
    }
    assert!(last("play b D5-D5").starts_with("? illegal move: "));
    // Kangaroo: a stone that could go on waits for its landing to be clicked again.
    let kangaroo = "set_game kangaroo\nplay b B8\nplay b B6\n";
    assert_eq!(last(&format!("{kangaroo}side_to_move")), "= b");
    assert_eq!(last(&format!("{kangaroo}play b B6\nposition")), last("set_game kangaroo\nplay b B8-B6\nposition"));
    assert_eq!(last(&format!("{kangaroo}play b PASS\nposition")), last("set_game kangaroo\nplay b B8-B6\nposition"));
    assert_eq!(last(&format!("{kangaroo}play w A1-A3")), "? illegal move: it is Black's turn");
    // Send It: the rest of a turn.
    let send_it = "set_game send_it\nplay b H8\nplay w G8,N11,L6\n";
    let clicked = "set_game send_it\nplay b H8\nplay w G8\n";
    assert_eq!(last(clicked), "? illegal move: an opening turn needs all its drops: Black's one, White's three");
    let turn = last(&format!("{send_it}play b H9,L8\nposition"));
    assert!(turn.ends_with(" w 3 0 -"), "{turn}");
    assert_eq!(last(&format!("{send_it}play b h9,h9")), "? illegal move: the cell is not empty");
}

#[test]
fn in_steps_style_every_token_is_a_click() {
    let talk = |input: &str| talk_in(GAMES, Style::Steps, input).pop().unwrap();
    assert_eq!(talk("play b D5\nplay w C5\nlegal_moves"), "= D3 D7 F5");
    assert_eq!(talk("play b D5\nplay w C5\nplay b D3\nlegal_moves"), "= D5");
    // Managers that alternate pass for the player who waits; `undo` takes that back too.
    assert_eq!(talk("play w PASS"), "=");
    assert_eq!(talk("genmove w"), "= PASS");
    assert_eq!(talk("play w PASS\ngenmove w\nundo\nundo\nundo"), "? cannot undo: no move to take back");
    assert_eq!(talk("play w D5"), "? illegal move: it is Black's turn");
    // Send It: drops are single, the last one again ends the turn, PASS only where none was made.
    let turn = "set_game send_it size=3\nset_position 1x1/4/2o2/4/3 b 3 0 -\n";
    assert!(talk(&format!("{turn}legal_moves")).ends_with(" PASS"));
    let dropped = talk(&format!("{turn}play b A3\nlegal_moves"));
    assert!(dropped.contains("A3") && !dropped.contains("PASS"), "{dropped}");
    assert!(talk(&format!("{turn}play b A3\nplay b A3\nposition")).ends_with(" w 3 0 -"));
    assert!(talk(&format!("{turn}play b A3\nposition")).ends_with(" b 3 0 A3"));
    // Kangaroo: PASS at the start of a turn gives the least valuable stone, the first by row and column.
    assert!(talk("set_game kangaroo\nlegal_moves").ends_with(" PASS"));
    assert_eq!(talk("set_game kangaroo\nplay b PASS\nposition"), "= xxxxxxxx/1xxxxxxx/8/8/8/8/oooooooo/oooooooo w -");
    assert!(talk("set_game kangaroo resignation=off\nplay b PASS").starts_with("? illegal move: "));
}

#[test]
fn the_engine_clicks_whole_games_by_itself() {
    for game in ["konane width=6 height=6", "kanga width=4 height=4", "send_it size=3", "kangaroo size=6 max_moves=60"]
    {
        let mut gtp = Gtp::new(Game::open("konane", "").unwrap(), Style::Steps);
        let mut input = format!("set_game {game}\nparam nodes 50\n");
        input += &"genmove b\ngenmove w\n".repeat(250);
        input += "result\n";
        let mut output = Vec::new();
        let mut lines = Lines::read(std::io::Cursor::new(input.into_bytes())).unwrap();
        run(&mut gtp, &mut lines, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(!text.contains('?'), "{game}: {text}");
        assert_ne!(text.trim_end().lines().last(), Some("= none"), "{game}");
    }
}

#[test]
fn a_seed_and_a_node_limit_make_play_reproducible() {
    for game in GAMES.iter().map(|game| game.name) {
        let game = format!("set_game {game}\nparam nodes 300\nparam seed 5\n{}", "genmove b\ngenmove w\n".repeat(5));
        // Within one process, in another, and after taking back.
        let twice = talk(format!("{game}{game}"));
        let half = twice.len() / 2;
        assert_eq!(twice[..half], twice[half..]);
        assert_eq!(talk(&*game), twice[..half]);
        let again = talk(format!("{game}undo\ngenmove w"));
        assert_eq!(again[half + 1], twice[half - 1]);
    }
}

#[test]
fn levels_have_words() {
    let reply = last("games");
    let games: serde_json::Value = serde_json::from_str(reply.trim_start_matches("= ")).unwrap();
    let levels: Vec<&str> = games["levels"].as_array().unwrap().iter().map(|words| words.as_str().unwrap()).collect();
    assert_eq!(levels.len(), 10);
    for (index, words) in levels.iter().enumerate() {
        assert!(words.len() > 20 && words.ends_with('.') && !levels[..index].contains(words), "{words}");
    }
    let list = games["games"].as_array().unwrap();
    let komi = |name: &str| list.iter().find(|game| game["name"] == name).unwrap()["has_komi"].as_bool();
    let has_komi = ["konane", "kanga", "send_it", "kangaroo"].map(komi);
    assert_eq!(has_komi, [Some(false), Some(false), Some(true), Some(false)]);
}

#[test]
fn a_level_bounds_the_nodes_and_can_be_told_from_another() {
    for game in GAMES.iter().map(|game| game.name) {
        let at = |level| talk(format!("set_game {game}\nparam level {level}\ngenmove b\nnodes"));
        let nodes = |level: u32| at(level)[3].trim_start_matches("= ").parse::<u64>().unwrap();
        assert!((1..=1_000).contains(&nodes(1)), "{game}: {}", nodes(1));
        assert!(nodes(1) < nodes(7), "{game}");
    }
    assert!(last("param level 11").contains("allowed: 1 to 10"));
    assert!(last("param level 0").contains("allowed: 1 to 10"));
}

#[test]
fn the_engine_resigns_below_the_resign_threshold() {
    // Black is to move, and loses with every move.
    let lost = "set_game kanga\nset_position 1oxxo2/1oox3/2xx3/2xoo2/1oxo3/1xxo3/x2o1o1 w";
    let lines = talk(format!("{lost}\nparam nodes 2000\nreg_genmove w\nparam resign_threshold 5\ngenmove w\nresult"));
    assert!(lines[3] != "= resign" && lines[3].starts_with("= "), "{}", lines[3]);
    assert_eq!(lines[5..], ["= resign", "= B+R"]);
    let even = "set_game kanga\nparam nodes 2000\nparam resign_threshold 5\ngenmove b";
    assert_ne!(last(even), "= resign");
}

#[test]
fn interrupts_and_clocks_end_a_search() {
    for game in GAMES.iter().map(|game| game.name) {
        let begun = std::time::Instant::now();
        let replies = talk(format!(
            "set_game {game}\nparam move_time_ms 1000000\ngenmove b\n# interrupt\nkgs-time_settings absolute 10\n\
             time_left w 0 0\nreg_genmove w\ntime_settings 0 1 0\nparam move_time_ms 5\nparam nodes 0\ngenmove w\n"
        ));
        assert!(replies.iter().all(|reply| reply.starts_with('=')), "{replies:?}");
        assert!(begun.elapsed().as_secs() < 100, "{game}");
    }
}

/// Each form of a clock, with what Black has left then, in milliseconds, and the moves or periods in it.
#[test]
fn clocks_are_set_in_the_words_of_gtp_kgs_and_katago() {
    for (line, expected) in [
        ("time_settings 60 0 0", Some((60_000, 0))),
        ("time_settings 0 0 0", Some((0, 0))),
        ("time_settings -3 0 0", Some((0, 0))),
        ("time_settings -0.5 10 5", Some((10_000, 5))),
        ("time_settings 0 1 0", None),
        ("kgs-time_settings absolute -1", Some((0, 0))),
        ("kgs-time_settings byoyomi -1 10 3", Some((10_000, 3))),
        ("kata-time_settings none", None),
        ("kata-time_settings absolute 60.5", Some((60_500, 0))),
        ("kata-time_settings byoyomi 60 10 3", Some((60_000, 0))),
        ("kata-time_settings canadian 0 10 3", Some((10_000, 3))),
        ("kata-time_settings fischer 10 0.1", Some((10_000, 0))),
        ("kata-time_settings fischer -1 2", Some((0, 0))),
        ("time_settings 9 0 0\ntime_left b -0.01 0", Some((0, 0))),
        ("time_left b 8 0", Some((8_000, 0))),
    ] {
        let state = last(&format!("{line}\nstate"));
        let state: serde_json::Value = serde_json::from_str(&state[2..]).unwrap();
        let black = &state["clocks"]["black"];
        let found = black["ms"].as_u64().zip(black["stones"].as_u64());
        assert_eq!(found, expected, "{line}");
    }
    // A clock that has run out still gives a move.
    assert!(last("time_settings 0 0 0\ngenmove b").starts_with("= "));
}

/// The increment is added after a move. The move takes a node.
#[test]
fn an_increment_is_added_after_each_move() {
    let clock = "kata-time_settings fischer 1 3600\nparam nodes 1\ngenmove b\nstate";
    let state: serde_json::Value = serde_json::from_str(&last(clock)[2..]).unwrap();
    assert!(state["clocks"]["black"]["ms"].as_u64() >= Some(3_600_000), "{}", state["clocks"]);
    assert_eq!(state["clocks"]["white"]["ms"].as_u64(), Some(1_000));
}

/// However many lines wait, the reader sees an interrupt. Without it the first command would never end.
#[test]
fn an_interrupt_is_seen_behind_many_lines() {
    let (told, reply) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let waiting = "name\n".repeat(20_000);
        let replies =
            talk(format!("set_game kanga width=19 height=19\nparam move_time_ms 0\ngenmove b\n{waiting}# interrupt"));
        told.send(replies).unwrap();
    });
    let replies = reply.recv_timeout(Duration::from_secs(300)).expect("the interrupt is not seen");
    assert!(replies[2].starts_with("= "));
    assert!(replies.len() == 20_003 && replies[3..].iter().all(|reply| reply == "= papamu"));
}

#[test]
fn a_fifth_game_needs_one_line_in_the_registry() {
    let talk = |input: &str| talk_in(&MORE_GAMES, Style::Whole, input);
    let replies = talk(
        "list_games\nset_game clobber width=3 height=2\nlegal_moves\nplay b A1\nplay b B1\nplay w C1-B1\nposition\n\
         perft 2\ngenmove b\nundo\nboardsize 4\nget_game\nset_game clobber width=17\nplay b A1-C1\nsolve\nplay b A1-B1\nprintsgf",
    );
    let names: Vec<&str> = MORE_GAMES.iter().map(|game| game.name).collect();
    assert_eq!(replies[0], format!("= {}", names.join("\n")));
    assert_eq!(replies[2], "= A1-A2 A1-B1 B2-A2 B2-B1 B2-C2 C1-B1 C1-C2");
    // A click on a stone, then on its victim; White has no stone on C1.
    assert_eq!(replies[3..6], ["=", "=", "? illegal move: not a legal move"]);
    assert_eq!(replies[6], "= oxo/1xx w");
    assert_eq!(replies[11], "= clobber width=4 height=4 repetition=3 max_moves=0");
    assert_eq!(replies[12], "? syntax error: '17' is not a value of width; allowed: 1 to 16");
    assert!(replies[13].starts_with("? illegal move") && replies[14].starts_with("= win "), "{replies:?}");
    assert!(replies[16].contains("RU[clobber width=4 height=4"), "{}", replies[16]);
    // The engine, which knows only the rules, plays a game to its end.
    let game = format!("set_game clobber\nparam nodes 500\n{}result", "genmove b\ngenmove w\n".repeat(10));
    assert!(talk(&game).last().is_some_and(|result| result == "= B+1" || result == "= W+1"));
}

/// Breakthrough names an ending of its own.
#[test]
fn a_game_defines_its_own_endings() {
    let talk = |input: &str| talk_in(&MORE_GAMES, Style::Whole, input);
    let replies = talk(
        "set_game breakthrough\nperft 1\nperft 3\nboardsize 5\nset_position 5/x4/3o1/4o/5 b\ngenmove b\nstate\n\
         gogui-rules_final_result\nset_position x4/5/3o1/4o/5 b",
    );
    assert_eq!(replies[1..3], ["= 22", "= 11132"]);
    assert_eq!(replies[5], "= A4-A5");
    assert!(replies[6].contains(r#""reason":"breakthrough","sentence":"Black has broken through""#), "{}", replies[6]);
    assert_eq!(replies[7], "= Black wins: Black has broken through.");
    assert!(replies[8].starts_with("? syntax error: "), "{}", replies[8]);
}

/// The engine of the match below: started as a program of its own, it speaks the protocol with five games. Its replies go to
/// stderr, because the test runner writes to stdout.
#[test]
#[ignore = "a program that another test starts"]
fn engine_with_clobber() {
    let mut gtp = Gtp::new(Game::new(&MORE_GAMES, "clobber", "").unwrap(), Style::Whole);
    run(&mut gtp, &mut Lines::read(std::io::stdin()).unwrap(), &mut std::io::stderr()).unwrap();
}

#[test]
#[cfg(unix)]
fn a_fifth_game_is_played_by_the_match_runner() {
    let program = std::env::current_exe().unwrap();
    let engine = format!(
        "sh -c 'exec \"{}\" --exact protocol::engine_with_clobber --ignored --nocapture 2>&1 >/dev/null'",
        program.display()
    );
    let time = ThinkingLimit::Nodes(300);
    let second = Duration::from_secs(60);
    let terms = Terms {
        game: "clobber width=4 height=3".to_owned(),
        time,
        params: Vec::new(),
        margin: second,
        timeout: second,
        startup: second,
        prove: None,
    };
    let played = Match {
        engines: vec![("one".to_owned(), engine.clone()), ("other".to_owned(), engine)],
        gauntlet: false,
        games: 4,
        entry: registry::find(&MORE_GAMES, "clobber").unwrap(),
        options: "width=4 height=3".to_owned(),
        terms,
        own_terms: std::collections::BTreeMap::new(),
        openings: Vec::new(),
        random_turns: 2,
        seed: 1,
        concurrency: 2,
        sprt: None,
        log: None,
    };
    let mut records = Vec::new();
    let (standing, result) = played.run(&[], &Cancel::default(), |record, _| {
        records.push(record.clone());
        Ok(())
    });
    result.unwrap();
    assert_eq!((records.len(), standing.games()), (4, 4));
    for record in &records {
        assert_eq!(record.reason, None);
        record.clone().checked(&MORE_GAMES).unwrap();
    }
}

#[test]
fn nodes_are_those_of_the_last_genmove_of_this_game() {
    let nodes = |input: &str| last(&format!("param nodes 50\ngenmove b\n{input}nodes"));
    assert_ne!(nodes(""), "= 0");
    for input in ["genmove b\n", "set_game kanga\n", "boardsize 6\n"] {
        assert_eq!(nodes(input), "= 0", "{input}");
    }
}

/// Without limits, a search for a picture ends with the next line; with limits, it ends by itself.
#[test]
fn a_picture_without_limits_ends_with_the_next_line() {
    for command in ["gogui-best_moves", "gogui-win_rates", "gogui-principal_variation"] {
        let mut engine = Game::open("kanga", "").unwrap();
        engine.set("move_time_ms", "0").unwrap();
        let mut gtp = Gtp::new(engine, Style::Whole);
        let (cancel, until_next) = (Cancel::default(), Cancel::default());
        let token = until_next.clone();
        let next_line = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            token.cancel();
        });
        let line = Line { until_next, ..Line::new(command, &cancel) };
        let reply = gtp.answer(&line, &mut |_| ()).unwrap();
        assert!(!reply.is_empty());
        next_line.join().unwrap();
    }
}

#[test]
fn passes_after_the_end_are_taken_in_steps_style_and_change_nothing() {
    let text = "set_game kanga width=3 height=3\nplay b A1\nplay w B1\nplay b A2\nplay w B2\nplay b A3\n";
    let over = format!("{text}play w PASS\nplay b pass\nposition\nresult\nundo\nundo\nresult\nundo\nresult");
    let replies = talk_in(GAMES, Style::Steps, over);
    assert_eq!(replies[6..], ["=", "=", "= x2/xo1/xo1 w", "= B+1", "=", "=", "= B+1", "=", "= none"]);
    assert_eq!(last(&format!("{text}play w PASS")), "? illegal move: the game is over: B+1");
}

#[test]
fn an_analysis_ends_with_the_next_line_and_reports() {
    for line in ["", "# a comment", "name"] {
        let replies = talk(format!("1 analyze b 10\n{line}\n2 name"));
        assert!(replies[0].starts_with("=1\ninfo move "), "{replies:?}");
        assert!(replies[0].contains(" winrate ") && replies[0].contains(" pv "), "{replies:?}");
        assert_eq!(replies.last().unwrap(), "=2 papamu");
    }
    for (game, style) in [("kanga", Style::Whole), ("send_it size=3", Style::Steps), ("kangaroo", Style::Steps)] {
        let replies = talk_in(GAMES, style, format!("set_game {game}\nlz-analyze interval 10 maxmoves 2\nlegal_moves"));
        let (told, legal) = (&replies[1], &replies[2]);
        assert!((1..=2).contains(&told.lines().last().unwrap().matches("info move ").count()), "{told}");
        let moves: Vec<&str> = told.split("info move ").skip(1).map(|text| text.split(' ').next().unwrap()).collect();
        assert!(moves.iter().all(|mv| legal.split(' ').any(|token| token == *mv)), "{moves:?} of {legal}");
    }
    // After the end there is nothing to tell; out of turn, and with other words, it is an error.
    assert_eq!(last("play b resign\nanalyze"), "=");
    assert_eq!(last("analyze w"), "? illegal move: it is Black's turn");
    assert!(last("analyze b quickly").starts_with("? syntax error"));
    // The limits of a choice are those of the settings.
    for line in ["analyze nodes 0", "analyze depth 0 once", "genmove_analyze b nodes 5", "genmove_analyze b once"] {
        assert!(last(line).starts_with("? syntax error: usage: "), "{line}");
    }
    // The chances are those of the player to move, and a proven result is reported.
    let won = last("set_position 8/2x2oxo/2o5/1o2x3/3x1x2/6x1/4o3/5o2 b\nparam nodes 5000\nlz-genmove_analyze b 1");
    assert!(won.contains("info move C7-C5 visits ") && won.contains(" winrate 10000 order 0 proven win "), "{won}");
    assert!(won.ends_with("\nplay C7-C5"), "{won}");
}

#[test]
fn games_can_be_read_back_from_their_text() {
    let folder = common::folder("protocol");
    let games = [
        "konane width=6 height=5",
        "kanga width=4 height=7",
        "send_it size=3",
        "send_it board=square size=4 push=true",
        "kangaroo size=6 max_moves=30",
    ];
    for (number, game) in games.into_iter().enumerate() {
        for style in [Style::Whole, Style::Steps] {
            let file = folder.join(format!("{number} {style:?}.sgf")).display().to_string();
            let moves = "genmove b\ngenmove w\n".repeat(if style == Style::Whole { 7 } else { 20 });
            let script = format!(
                "set_game {game}\nkomi 1.5\nparam nodes 30\n{moves}position\nfinal_score\nprintsgf\nsavesgf \"{file}\"\n\
                 set_game konane\nloadsgf \"{file}\"\nposition\nfinal_score\nprintsgf\n\
                 loadsgf \"{file}\" 1\nget_game\nundo"
            );
            let replies = talk_in(GAMES, style, script);
            let from = replies.len() - 12;
            assert_eq!(replies[from..from + 3], replies[from + 6..from + 9], "{game}, {style:?}");
            assert!(replies[from + 10].starts_with(&format!("= {}", game.split(' ').next().unwrap())));
            assert!(replies[from + 11].starts_with("? cannot undo: no move"), "{game}: up to move 1 is nothing played");
        }
    }
    // A resignation that gives another stone away than clicks would, and a position that was set up.
    let file = folder.join("start.sgf").display().to_string();
    let script = format!(
        "set_game kangaroo\nset_position 8/8/1xx5/3x4/5x2/8/2o5/8 b -\nplay b resign@F4\nresult\nposition\nsavesgf {file}\n\
         set_game kanga\nloadsgf {file}\nresult\nposition"
    );
    let replies = talk(script);
    assert_eq!(replies[3..5], replies[8..10]);
    assert_eq!(replies[4], "= 8/8/1xx5/3x4/8/8/2o5/8 w -");
}

#[test]
fn forfeits_are_kept_in_files() {
    let file = common::folder("protocol").join("forfeit.sgf").display().to_string();
    // With clicks a manager may pass once more for either player.
    for (style, pass) in [(Style::Whole, ""), (Style::Steps, ""), (Style::Steps, "play w PASS\n")] {
        let script = format!(
            "set_game kanga width=5 height=5\nplay b A1\nplay b resign\n{pass}savesgf {file}\nclear_board\nloadsgf {file}\n\
             result\nundo\nresult\nloadsgf {file} 2\nresult"
        );
        let replies = talk_in(GAMES, style, script);
        assert_eq!(replies[replies.len() - 5..], ["= W+R", "=", "= none", "=", "= none"]);
    }
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_touched() {
    for command in ["loadsgf /dev/zero", "savesgf /dev/full", "loadsgf /", "savesgf /"] {
        let reply = last(command);
        assert!(reply.starts_with("? cannot use file ") && reply.ends_with("not a regular file"), "{command}: {reply}");
    }
    // The target of a link is written, and no other file is left beside it.
    let folder = common::folder("protocol").join("links");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("game.sgf"), "old").unwrap();
    std::os::unix::fs::symlink("game.sgf", folder.join("link.sgf")).unwrap();
    assert_eq!(last(&format!("savesgf {}", folder.join("link.sgf").display())), "=");
    assert!(std::fs::read_to_string(folder.join("game.sgf")).unwrap().starts_with("(;FF[4]"));
    assert!(folder.join("link.sgf").is_symlink());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn files_that_cannot_be_used_lose_nothing() {
    let folder = common::folder("protocol");
    let present = format!("read as {}, the current game (set_game chooses another)", &last("get_game")[2..]);
    for (name, text, error) in [
        ("form.sgf", "hello", "cannot load file: the file is not SGF: unexpected text at byte 1"),
        ("move.sgf", "(;SZ[8];B[aa];W[aa])", &format!("cannot load file: {present}: move 2, White A8: ")),
        ("size.sgf", "(;SZ[3];B[aa])", &format!("unacceptable size: {present}: '3' is not a value of width")),
        ("point.sgf", "(;SZ[8];B[zz])", &format!("cannot load file: {present}: a point is not")),
        ("game.sgf", "(;RU[konane width=99];B[aa])", "syntax error: '99' is not a value of width"),
        ("stones.sgf", "(;SZ[8]PS[nonsense])", &format!("syntax error: {present}: ")),
        ("setup.sgf", "(;SZ[8]AB[zz])", &format!("cannot load file: {present}: a point is not")),
        (
            "named.sgf",
            "(;SZ[5]RU[kanga width=5 height=5];B[aa];W[aa])",
            "cannot load file: read as kanga width=5 height=5 suicide=illegal repetition=3 max_moves=0: move 2, White A5: ",
        ),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        let replies = talk(format!("play b D5\nloadsgf {}\nposition\nundo", file.display()));
        assert!(replies[1].starts_with(&format!("? {error}")), "{name}: {}", replies[1]);
        assert_eq!(replies[2], last("play b D5\nposition"));
        assert_eq!(replies[3], "=");
    }
    let nowhere = folder.join("no such folder/game.sgf");
    assert!(last(&format!("savesgf \"{}\"", nowhere.display())).starts_with("? cannot use file "));
    assert!(last(&format!("loadsgf {}", folder.display())).starts_with("? cannot use file "));
    assert!(last("loadsgf").starts_with("? syntax error"));
    assert!(last("loadsgf \"open").starts_with("? syntax error"));
}

#[test]
fn a_later_stone_on_a_vertex_replaces_an_earlier_one() {
    let kanga = "set_game kanga width=3 height=3\n";
    for (command, position) in [
        ("gogui-setup b B2 w B2 b A1", "3/1o1/x2 b"),
        ("gogui-setup w B2 b B2 b B2", "3/1x1/3 b"),
        ("loadsgf_inline \"(;SZ[3]AB[bb][ac]AW[bb])\"", "3/1o1/x2 b"),
        ("loadsgf_inline \"(;SZ[3]AW[aa:cc]AB[bb]AE[aa:ba][ca][ab][cb:cc][bc])\"", "3/1x1/o2 b"),
    ] {
        assert_eq!(last(&format!("{kanga}{command}\nposition")), format!("= {position}"), "{command}");
    }
}

/// A file is loaded entirely or not at all, whenever it is interrupted.
#[test]
fn loading_a_game_can_be_interrupted() {
    let mut gtp = Gtp::new(Game::open("kanga", "width=5 height=5").unwrap(), Style::Whole);
    let mut ask = |line: &str, cancel: &Cancel| gtp.answer(&Line::new(line, cancel), &mut |_| ());
    let (going, stopped) = (Cancel::default(), Cancel::default());
    stopped.cancel();
    ask("play b C3", &going).unwrap();
    let load = "loadsgf_inline \"(;SZ[5];B[aa];W[bb])\"";
    assert_eq!(ask(load, &stopped), Err(Failure("interrupted: on request; nothing was loaded".to_owned())));
    assert_eq!(ask("position", &going).unwrap(), "5/5/2x2/5/5 w");
    ask(load, &going).unwrap();
    assert_eq!(ask("position", &going).unwrap(), "x4/1o3/5/5/5 b");
}

#[test]
fn sequences_are_played_entirely_or_not_at_all() {
    let replies =
        talk("gogui-play_sequence b D5 w D4 b D7-D5\nundo\ngg-undo 2\nposition\ngogui-play_sequence b D5 w A1\nundo");
    assert_eq!(replies[..3], ["=", "=", "="]);
    assert_eq!(replies[3], last("position"));
    assert!(replies[4].starts_with("? illegal move: "), "{}", replies[4]);
    assert_eq!(replies[5], "? cannot undo: no move to take back");
    assert_eq!(last("gogui-play_sequence"), "=");
}

/// At the lowest level the engine errs at random: if it chose the second click of a jump anew, one of so many would differ.
#[test]
fn a_failed_sequence_keeps_the_rest_of_a_planned_move() {
    let colors = ["b", "w"].into_iter().cycle().take(80);
    let game = |between: &dyn Fn(usize, &str) -> String| {
        let turn = |(number, color)| format!("{}param seed {number}\ngenmove {color}\n", between(number, color));
        talk_in(
            GAMES,
            Style::Steps,
            colors.clone().enumerate().map(turn).fold("param level 1\n".to_owned(), |a, b| a + &b),
        )
    };
    let clicks =
        |replies: &[String]| replies.iter().filter(|reply| reply.starts_with("= ")).cloned().collect::<Vec<_>>();
    let planned = clicks(&game(&|_, _| String::new()));
    let sequence =
        |number: usize, color: &str| format!("gogui-play_sequence {color} {} {color} J9\n", &planned[number][2..]);
    let disturbed = game(&sequence);
    assert!(disturbed.iter().filter(|reply| reply.starts_with("? ")).count() == 80);
    assert_eq!(clicks(&disturbed), planned);
    let taken_back = game(&|number, _| if number == 0 { String::new() } else { "undo\nredo\n".to_owned() });
    assert_eq!(clicks(&taken_back), planned);
}

#[test]
fn stones_are_set_up_and_the_turn_given() {
    let set = |game: &str, rest: &str| last(&format!("set_game {game}\n{rest}\nposition"));
    assert_eq!(set("kanga width=3 height=3", "gogui-setup b A1 w C3 b B2"), "= 2o/1x1/x2 b");
    assert_eq!(set("kanga width=3 height=3", "gogui-setup b A1\ngogui-setup_player w"), "= 3/3/x2 w");
    assert_eq!(set("kangaroo size=6", "gogui-setup b A1 b A2 w F6 w F5"), "= 5o/5o/6/6/x5/x5 b -");
    assert_eq!(set("send_it size=2", "gogui-setup b A1 w C3\ngogui-setup_player w"), "= 2/x1o/2 w 3 0 -");
    assert_eq!(set("konane width=4 height=4", "gogui-setup"), "= 4/4/4/4 b");
    for wrong in ["gogui-setup b D9", "gogui-setup b A1 w B1 w A2", "play b A1\ngogui-setup_player w"] {
        let reply = talk(format!("set_game kanga width=3 height=3\n{wrong}")).pop().unwrap();
        assert!(reply.starts_with("? cannot set up: "), "{wrong}: {reply}");
    }
    assert!(last("gogui-setup b").starts_with("? syntax error"));
    assert!(last("gogui-setup b A1-A3").starts_with("? syntax error"));
}

#[test]
fn the_board_for_gogui_shows_clicks_and_what_does_not_exist() {
    let steps = |text: &str| talk_in(GAMES, Style::Steps, text).pop().unwrap();
    assert_eq!(steps("set_game send_it size=2\nplay b A2\ngogui-rules_board"), "= ? . .\nX . .\n. . ?");
    assert_eq!(steps("set_game konane width=16 height=4\ngogui-rules_board_size"), "= 16 4 rect");
    let begun = "set_game kangaroo\nset_position xx1o4/x2o4/o7/o1oo4/8/8/8/8 b -\nplay b A8\nplay b C8\nplay b E8\n";
    let graphics = steps(&format!("{begun}gogui-rules_board_gfx"));
    assert!(graphics.contains("COLOR #7fc4ff A8 C8 E8\nMARK D8\nCIRCLE "), "{graphics}");
    assert!(graphics.contains("\nLABEL A8 1 C8 2 E8 3\n"), "{graphics}");
    let done = steps(&format!("{begun}play b E8\ngogui-rules_board_gfx"));
    assert!(
        done.starts_with(
            "= COLOR #f2d16b A8 C8 E8\nTEXT White to move: click a stone that jumps. Captured: 1 by Black"
        ),
        "{done}"
    );
    // In both styles, a click is a single vertex.
    assert_eq!(last("play b D5\nplay w C5\nplay b D7\ngogui-rules_legal_moves"), "= D5");
    assert_eq!(last("play b resign\ngogui-rules_legal_moves"), "=");
    assert_eq!(last("play b resign\ngogui-rules_final_result"), "= White wins: Black has resigned.");
}

#[test]
fn gogui_shows_the_search_on_the_board() {
    for (style, game) in [(Style::Whole, "send_it size=3"), (Style::Steps, "kangaroo"), (Style::Whole, "kanga")] {
        let think = |command: &str| {
            let script = format!("set_game {game}\nparam nodes 300\ngogui-{command} b\nposition");
            let replies = talk_in(GAMES, style, script);
            assert!(replies[3].contains(" b"), "nothing is played");
            replies[2].clone()
        };
        let is_vertex = |word: &&str| word.len() < 4 && word.starts_with(|c: char| c.is_ascii_uppercase());
        let best = think("best_moves");
        assert!(best.starts_with("= COLOR #") && best.contains("\nLABEL ") && best.contains("\nTEXT "), "{best}");
        let rates = think("win_rates");
        let rates: Vec<&str> = rates[2..].split(' ').collect();
        assert!(rates.len() >= 4 && rates.iter().step_by(2).all(is_vertex), "{rates:?}");
        let places: HashSet<_> = rates.iter().step_by(2).collect();
        assert_eq!(2 * places.len(), rates.len(), "each once: {rates:?}");
        assert!(rates.iter().skip(1).step_by(2).all(|rate| rate.parse::<u32>().unwrap() <= 100), "{rates:?}");
        let line = think("principal_variation");
        let line: Vec<&str> = line[2..].split(' ').collect();
        assert!(line[0] == "b" && line.iter().skip(1).step_by(2).all(is_vertex), "{line:?}");
    }
    assert_eq!(last("play b resign\ngogui-best_moves"), "= TEXT There is no move.");
    assert_eq!(last("gogui-best_moves w"), "? illegal move: it is Black's turn");
}

/// GoGui tells the columns of every board, also of one that is not square.
#[test]
fn in_steps_the_present_columns_keep_the_rows() {
    for (style, size, board) in [
        (Style::Steps, "boardsize 6", "width=6 height=8"),
        (Style::Steps, "boardsize 8", "width=8 height=8"),
        (Style::Steps, "boardsize 6 6", "width=6 height=6"),
        (Style::Whole, "boardsize 6", "width=6 height=6"),
    ] {
        let replies =
            talk_in(GAMES, style, format!("set_game konane width=6 height=8\nplay b A8\n{size}\nget_game\nundo"));
        assert!(replies[3].contains(board), "{style:?} {size}: {}", replies[3]);
        assert!(replies[4].starts_with("? cannot undo"), "the game begins again");
    }
}

/// GoGui has a button for passes, which in Kangaroo are resignations.
#[test]
fn gogui_mode_refuses_a_losing_pass() {
    let game = "set_game kangaroo size=6\n";
    // Black leads by three: giving a stone away wins.
    let winning = "set_position xxxxxx/xxxxxx/6/6/4oo/oooooo b -\n";
    let losing = "set_position xxxxxx/xxxxxx/6/6/oooooo/oooooo b -\n";
    let refused = "? illegal move: this pass would lose the game; to forfeit, play resign";
    for (style, version, position, expected) in [
        (Style::Steps, "gogui-version 1.6\n", losing, refused),
        (Style::Steps, "gogui-version 1.6\n", winning, "="),
        (Style::Whole, "gogui-version 1.6\n", losing, refused),
        (Style::Steps, "", losing, "="),
        (Style::Steps, "", winning, "="),
    ] {
        let talk = |rest: &str| talk_in(GAMES, style, format!("{game}{version}{position}{rest}"));
        assert_eq!(talk("play b PASS").last().unwrap(), expected, "{style:?} {version}{position}");
        let lists = talk("gogui-rules_legal_moves\nlegal_moves");
        let pass_is_legal = expected == "=";
        assert_eq!(lists[lists.len() - 2].ends_with(" PASS"), pass_is_legal, "{lists:?}");
        if style == Style::Steps {
            assert_eq!(lists.last().unwrap().ends_with(" PASS"), pass_is_legal, "{lists:?}");
            let chosen = talk("param nodes 50\ngenmove b").pop().unwrap();
            assert!(pass_is_legal || !chosen.contains("PASS"), "{chosen}");
        }
    }
    // The next game is guarded too, and one can still forfeit.
    let replies =
        talk_in(GAMES, Style::Steps, format!("gogui-version 1.6\n{game}{losing}play b PASS\nplay b resign\nresult"));
    assert_eq!(replies[3..], [refused, "=", "= W+R"]);
    // A pass of Send It is not a resignation, and loses nothing.
    let passes = "gogui-version 1\nset_game send_it size=2\nplay b A1\nplay w C3\nplay w PASS";
    assert!(talk_in(GAMES, Style::Steps, passes).last().unwrap().starts_with("? illegal move"), "two drops are left");
}

/// The result names its reason, and the status line names the next click.
#[test]
fn a_person_is_told_what_to_click_and_why_the_game_is_over() {
    let steps =
        |script: &str, command: &str| talk_in(GAMES, Style::Steps, format!("{script}\n{command}")).pop().unwrap();
    for (script, sentence) in [
        ("set_game konane width=4 height=4\nset_position x3/4/4/4 w", "Black wins: White cannot move."),
        ("set_game kanga width=3 height=3\nset_position xxx/o1o/3 w", "Black wins: Black connects two opposite edges."),
        ("set_game send_it size=2\nset_position x1/3/2 b 3 2 -", "Black wins by 5 points: both players passed."),
        (
            "set_game kangaroo size=6\nplay b resign@A6",
            "White wins by 2 points: a player gave a stone and the stones were counted.",
        ),
        (
            "set_game kangaroo size=6\nset_position xx4/6/6/6/6/6 w -",
            "Black wins by 2 points: a player has no stones left.",
        ),
        ("set_game kanga max_moves=1\nplay b A1", "Draw: the move limit was reached."),
        ("play w resign", "Black wins: White has resigned."),
        ("play b D5", "The game is not over."),
    ] {
        assert_eq!(steps(script, "gogui-rules_final_result"), format!("= {sentence}"), "{script}");
    }
    let kangaroo = "set_game kangaroo\nset_position xx1o4/x2o4/o7/o1oo4/8/8/8/8 b -\nplay b A8";
    for (script, instruction) in [
        ("set_game konane", "Black to move: click a stone to remove."),
        ("set_game konane\nplay b D5\nplay w C5", "Black to move: click a stone that jumps."),
        ("set_game kanga", "Black to move: click a cell."),
        ("set_game send_it size=3", "Black to move: 1 drop left."),
        ("set_game send_it size=3\nplay b C3\nplay w A1", "White to move: 2 drops left."),
        ("set_game send_it size=3\nset_position 3/4/2x2/4/3 b 3 0 -", "Black to move: up to 4 drops, or pass."),
        (
            "set_game send_it size=3\nset_position 3/4/2x2/4/3 b 3 0 -\nplay b C4",
            "Black to move: 3 drops left; click the last",
        ),
        (
            "set_game send_it size=3\nset_position 3/4/2x2/4/3 b 3 1 -",
            "Black to move: up to 4 drops; your opponent has passed, so a pass ends the game and it is counted.",
        ),
        ("set_game kanga max_moves=2\nplay b A1", "White to move: click a cell; this is the last turn."),
        ("set_game kanga max_moves=2", "Black to move: click a cell."),
        (kangaroo, "Black to move: click where the stone lands."),
        (
            &format!("{kangaroo}\nplay b C8"),
            "Black to move: click where the stone lands next, or the last landing again to stop.",
        ),
    ] {
        let text = steps(script, "gogui-rules_board_gfx");
        let status = text.lines().find_map(|line| line.trim_start_matches("= ").strip_prefix("TEXT ")).unwrap();
        assert!(status.starts_with(instruction), "{script}: {status}");
    }
    // Another stone than the one that was clicked is refused with what to do.
    let told = "? illegal move: one of your own stones is there; to move it instead, cancel the turn";
    for (script, other) in [(kangaroo, "B8"), ("play b D5\nplay w C5\nplay b D7", "B5")] {
        assert_eq!(steps(script, &format!("play b {other}")), told, "{script}");
    }
}
