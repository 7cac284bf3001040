//! The data for front ends: `state` in random games of every game, against its schema and against the text protocol; taking
//! back and playing again; reports and choices as JSON.

use std::collections::HashMap;
use std::io::Write;
use std::time::{Duration, Instant};

use papamu::game::Style;
use papamu::gtp::{Answered, Gtp, answer};
use papamu::input::{Line, PushedLines};
use papamu::play::Game;
use papamu::registry::GAMES;
use papamu::rng::Rng;
use papamu::system::Cancel;
use serde_json::{Value, json};

/// An engine behind the protocol.
struct Talk(Gtp);

impl Talk {
    fn new(style: Style) -> Self {
        Self(Gtp::new(Game::open("konane", "").unwrap(), style))
    }

    /// The lines of the reply; an error with its text.
    fn try_ask(&mut self, line: &str) -> Result<String, String> {
        let cancel = Cancel::default();
        cancel.abandon();
        let mut told = String::new();
        let mut tell = |text: &str| told += &format!("{text}\n");
        let reply = self.0.answer(&Line::new(line, &cancel), &mut tell);
        reply.map(|text| told + &text).map_err(|failure| failure.to_string())
    }

    fn ask(&mut self, line: &str) -> String {
        self.try_ask(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn json(&mut self, line: &str) -> Value {
        let text = self.ask(line);
        assert!(!text.trim().contains('\n'), "{line}: {text}");
        serde_json::from_str(&text).unwrap()
    }
}

const BOARDS: [&str; 9] = [
    "konane width=6 height=5",
    "kanga width=5 height=5",
    "kanga width=4 height=4 suicide=allowed",
    "send_it size=3",
    "send_it board=square size=5 push=true",
    "kangaroo size=6 max_moves=30",
    "kangaroo size=6 resignation=off max_moves=20",
    "kangaroo size=6 obligatory=2 penalty=remove max_moves=40",
    "kanga width=6 height=6 max_moves=7",
];

fn names(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn states_of_random_games_agree_with_the_protocol() {
    let mut rng = Rng::new(5);
    for board in BOARDS {
        for _ in 0..6 {
            let mut talk = Talk::new(Style::Steps);
            talk.ask(&format!("set_game {board}"));
            let mut finished = false;
            for _ in 0..400 {
                let state = talk.json("state");
                agrees_with_the_protocol(&mut talk, &state);
                finished = !state["result"].is_null();
                let tokens = talk.ask("legal_moves");
                let tokens: Vec<&str> = tokens.split_whitespace().collect();
                if tokens.is_empty() {
                    break;
                }
                // Passes end games early.
                let token = tokens[rng.below(tokens.len() as u32) as usize];
                let token = if token == "PASS" && rng.below(4) > 0 { tokens[0] } else { token };
                talk.ask(&format!("play {} {token}", state["to_move"].as_str().unwrap()));
            }
            assert!(finished, "{board}: the game did not end");
        }
    }
}

/// Commands with a text reply answer the same.
fn agrees_with_the_protocol(talk: &mut Talk, state: &Value) {
    let text = talk.ask("get_game");
    let (name, options) = text.split_once(' ').unwrap();
    assert_eq!(state["game"], name);
    for option in options.split(' ') {
        let (key, value) = option.split_once('=').unwrap();
        assert_eq!(state["options"][key].to_string().trim_matches('"'), value, "{key}");
    }
    assert_eq!(state["position"].as_str().unwrap(), talk.ask("position"));
    assert_eq!(&state["to_move"].as_str().unwrap()[..1], talk.ask("side_to_move"));
    let mut moves = [names(&state["legal_clicks"]), names(&state["legal_ends"])].concat();
    moves.sort_unstable();
    assert_eq!(moves.join(" "), talk.ask("legal_moves"), "{state}");
    assert_eq!(state["can_end"], !names(&state["legal_ends"]).is_empty());
    let [black, white] = ["black", "white"].map(|color| state["captured"][color].as_u64().unwrap());
    assert_eq!(talk.ask("gogui-rules_captured_count"), format!("{black} {white}"));
    match &state["result"] {
        Value::Null => assert_eq!(talk.ask("result"), "none"),
        result => {
            assert_eq!(result["text"].as_str().unwrap(), talk.ask("result"));
            let words = talk.ask("gogui-rules_final_result");
            assert!(words.contains(result["sentence"].as_str().unwrap()), "{words}: {result}");
        }
    }
    if let Some(score) = state["score"].as_object() {
        let expected = talk.ask("final_score");
        assert!(score["result"] == expected || state["result"].is_object() || expected == "0", "{score:?} {expected}");
    }
    // The stones on the board are those of the position string, as far as the turn has been played.
    let shown = |stones: &Value| names(&stones["black"]).len() + names(&stones["white"]).len();
    let rows = talk.ask("position");
    let count = rows.split(' ').next().unwrap().matches(['x', 'o']).count();
    if names(&state["clicks"]).is_empty() {
        assert_eq!((shown(&state["stones"]), shown(&state["stones_now"])), (count, count), "{state}");
        assert_eq!(state["taken"], json!([]));
    }
    let (clicks, unfinished) = (names(&state["clicks"]), names(&state["unfinished"]));
    assert!(clicks.ends_with(&unfinished), "{state}");
    assert_eq!((&state["blocked"], rows.matches('*').count()), (&json!([]), 0), "{state}");
    let is_left = ["left_in_turn", "turns_in_a_row"].map(|field| !state[field].is_null());
    assert!(state["result"].is_null() || is_left == [false; 2], "{state}");
    assert!(state["result"].is_object() || state["winning"] == json!([]), "{state}");
    for resignation in state["resignations"].as_array().unwrap() {
        assert!(resignation["token"].as_str().unwrap().starts_with("resign@"));
    }
}

#[test]
fn the_stones_that_connect_two_edges_are_named() {
    let mut talk = Talk::new(Style::Whole);
    talk.ask("set_game kanga width=5 height=5");
    talk.ask("set_position x4/5/xxxx1/5/5 b");
    assert_eq!(talk.json("state")["winning"], json!([]));
    talk.ask("play b E3");
    let state = talk.json("state");
    let mut stones = names(&state["winning"]);
    stones.sort_unstable();
    assert_eq!(stones, ["A3", "B3", "C3", "D3", "E3"]);
    talk.ask("set_game konane");
    assert_eq!(talk.json("state")["winning"], json!([]));
}

/// Each resignation of Kangaroo leads to the result that the state announces.
#[test]
fn resignations_lead_to_their_announced_results() {
    let mut talk = Talk::new(Style::Whole);
    for position in ["xxxxxx/xxxxxx/6/6/oooooo/oooooo b -", "xx4/6/2x3/6/4oo/3xoo b -", "x5/6/2x3/6/4oo/3xoo w -"] {
        talk.ask("set_game kangaroo size=6");
        talk.ask(&format!("set_position {position}"));
        let state = talk.json("state");
        let resignations = state["resignations"].as_array().unwrap();
        assert_eq!(resignations.len(), names(&state["stones"][state["to_move"].as_str().unwrap()]).len());
        for resignation in resignations {
            talk.ask(&format!(
                "play {} {}",
                state["to_move"].as_str().unwrap(),
                resignation["token"].as_str().unwrap()
            ));
            assert_eq!(talk.ask("result"), resignation["result"].as_str().unwrap());
            assert_eq!(talk.json("state")["result"]["reason"], "resignation");
            talk.ask("undo");
        }
    }
}

#[test]
fn an_unfinished_turn_is_shown_click_by_click() {
    let mut talk = Talk::new(Style::Steps);
    talk.ask("set_game kangaroo");
    talk.ask("set_position xx1o4/x2o4/o7/o1oo4/8/8/8/8 b -");
    for click in ["A8", "C8", "E8"] {
        talk.ask(&format!("play b {click}"));
    }
    let state = talk.json("state");
    assert_eq!(names(&state["clicks"]), ["A8", "C8", "E8"]);
    assert_eq!((&state["unfinished"], &state["left_in_turn"]), (&state["clicks"], &Value::Null), "the jump can go on");
    assert_eq!(names(&state["taken"]), ["D8"]);
    assert_eq!(names(&state["legal_ends"]), ["E8"]);
    let stands = |stones: &str, color: &str, cell: &str| names(&state[stones][color]).contains(&cell);
    assert!(stands("stones", "black", "A8") && stands("stones", "white", "D8"));
    assert!(stands("stones_now", "black", "E8") && !stands("stones_now", "white", "D8"));
    assert!(!stands("stones_now", "black", "A8"));
    talk.ask("play b E8");
    let turn = &talk.json("state")["last_turns"]["black"];
    assert_eq!((&turn["from"], &turn["to"], &turn["text"]), (&json!("A8"), &json!("E8"), &json!("A8-C8-E8")));
    assert_eq!(names(&turn["clicks"]), ["A8", "C8", "E8"], "the click that ends the turn is no part of the way");
    assert_eq!(names(&turn["captured"]), ["D8"]);

    talk.ask("set_game send_it size=3");
    for play in ["b C3", "w A1", "w E5"] {
        talk.ask(&format!("play {play}"));
    }
    let state = talk.json("state");
    assert_eq!((names(&state["clicks"]), &state["left_in_turn"]), (vec!["A1", "E5"], &json!(1)));
    assert_eq!(state["unfinished"], json!([]), "each drop is a complete move");
    assert_eq!((names(&state["stones"]["white"]).len(), names(&state["stones_now"]["white"]).len()), (0, 2));
    assert_eq!(state["last_turns"]["black"]["dropped"], json!(["C3"]));

    talk.ask("set_game konane");
    talk.ask("play b D5");
    let turn = &talk.json("state")["last_turns"]["black"];
    assert_eq!((&turn["from"], &turn["to"]), (&json!("D5"), &Value::Null));
    talk.ask("play w D4");
    talk.ask("play b d7d5");
    let turn = &talk.json("state")["last_turns"]["black"];
    assert_eq!((names(&turn["clicks"]), &turn["to"]), (vec!["D7", "D5"], &json!("D5")));
}

/// Neighbours are 1 apart, other cells farther, and the order of the rows is that of the position string.
#[test]
fn cells_lie_where_they_are_drawn() {
    for (game, neighbours) in [("konane", 4), ("send_it size=4", 6)] {
        let mut talk = Talk::new(Style::Steps);
        talk.ask(&format!("set_game {game}"));
        let state = talk.json("state");
        let cells = state["cells"].as_array().unwrap();
        let at = |cell: &Value| (cell["x"].as_f64().unwrap(), cell["y"].as_f64().unwrap());
        let apart = |a: &Value, b: &Value| ((at(a).0 - at(b).0).powi(2) + (at(a).1 - at(b).1).powi(2)).sqrt();
        let most = cells.iter().map(|cell| {
            assert!(cells.iter().all(|other| cell["name"] == other["name"] || apart(cell, other) > 0.999));
            cells.iter().filter(|other| (apart(cell, other) - 1.0).abs() < 1e-3).count()
        });
        assert_eq!(most.max(), Some(neighbours), "{game}");
        let least = |of: fn((f64, f64)) -> f64| cells.iter().map(|cell| of(at(cell))).fold(f64::INFINITY, f64::min);
        assert_eq!((least(|at| at.0), least(|at| at.1)), (0.0, 0.0));
        // The position string lists the rows from the top, each from the left.
        let order: Vec<_> = cells.iter().map(|cell| (-at(cell).1, at(cell).0)).collect();
        assert!(order.is_sorted_by(|a, b| (a.0, a.1) <= (b.0, b.1)), "{game}");
    }
}

#[test]
fn reasons_are_words() {
    let mut talk = Talk::new(Style::Whole);
    for (script, reason, winner, margin) in [
        ("set_game konane width=4 height=4\nset_position x3/4/4/4 w", "no_move", json!("black"), Value::Null),
        ("set_game kanga width=3 height=3\nset_position xxx/o1o/3 w", "connected_edges", json!("black"), Value::Null),
        ("set_game send_it size=2\nset_position x1/3/2 b 3 2 -", "two_passes", json!("black"), json!(5.0)),
        ("set_game kangaroo size=6\nplay b resign@A6", "resignation", json!("white"), json!(2.0)),
        ("set_game kangaroo size=6\nset_position xx4/6/6/6/6/6 w -", "no_stones", json!("black"), json!(2.0)),
        ("set_game kangaroo size=6\nset_position x5/6/6/6/6/o4o b 0", "stranded", json!("white"), json!(1.0)),
        ("set_game kanga max_moves=1\nplay b A1", "move_limit", Value::Null, Value::Null),
        ("set_game konane\nplay w resign", "forfeit", json!("black"), Value::Null),
        ("set_game konane\nplay b timeout", "time", json!("white"), Value::Null),
    ] {
        script.lines().for_each(|line| drop(talk.ask(line)));
        let result = &talk.json("state")["result"];
        assert_eq!(
            (&result["reason"], &result["winner"], &result["margin"]),
            (&json!(reason), &winner, &margin),
            "{script}"
        );
    }
    // A repetition: two stones jump to and fro.
    talk.ask("set_game kangaroo size=6 repetition=2 resignation=off");
    talk.ask("set_position xx4/6/6/6/6/oo4 b -");
    for play in ["b A6-C6", "w A1-C1", "b C6-A6", "w C1-A1"] {
        talk.ask(&format!("play {play}"));
    }
    let state = talk.json("state");
    assert_eq!((&state["result"]["reason"], &state["repetition"]), (&json!("repetition"), &json!(2)), "{state}");
}

/// A loss on time is kept in SGF, and comes back.
#[test]
fn time_runs_out_in_every_game() {
    for game in GAMES.iter().map(|game| game.name) {
        let mut talk = Talk::new(Style::Whole);
        talk.ask(&format!("set_game {game}"));
        talk.ask("play w timeout");
        assert_eq!((talk.ask("result"), talk.ask("final_score")), ("B+T".to_owned(), "B+T".to_owned()));
        let sgf = talk.ask("printsgf");
        assert!(sgf.contains("RE[B+T]"), "{sgf}");
        talk.ask("clear_board");
        talk.ask(&format!("loadsgf_inline {}", serde_json::to_string(sgf.trim()).unwrap()));
        assert_eq!(talk.ask("result"), "B+T");
        assert!(talk.try_ask("play b timeout").unwrap_err().starts_with("illegal move: the game is over"));
        talk.ask("undo");
        assert_eq!(talk.ask("result"), "none");
    }
}

#[test]
fn an_inline_game_is_loaded_whole_or_not_at_all() {
    let mut talk = Talk::new(Style::Whole);
    talk.ask("set_game kanga width=5 height=5");
    talk.ask("play b C3");
    let before = talk.json("state");
    for wrong in ["", "(;B[aa])", "\"(;B[aa]\"", "\"(;SZ[5];B[zz])\"", "7", "\"x\" y"] {
        let error = talk.try_ask(&format!("loadsgf_inline {wrong}")).unwrap_err();
        assert!(["syntax error", "cannot load file"].iter().any(|head| error.starts_with(head)), "{wrong}: {error}");
        assert_eq!(talk.json("state"), before);
    }
    talk.ask(r#"loadsgf_inline "(;SZ[5]C[\u0023 a comment]\n;B[aa];W[bb])""#);
    assert_eq!(talk.json("state")["turns_played"], 2);
}

/// Random clicks, taken back and played again in all ways: every state is met again.
#[test]
fn moves_taken_back_can_be_replayed() {
    let mut rng = Rng::new(11);
    for board in BOARDS {
        let mut talk = Talk::new(Style::Steps);
        talk.ask(&format!("set_game {board}"));
        let stripped = |talk: &mut Talk| {
            let mut state = talk.json("state");
            let [undoable, redoable] = ["undoable", "redoable"].map(|key| state[key].as_u64().unwrap());
            state["redoable"] = Value::Null;
            (state, undoable, redoable)
        };
        let mut states = vec![stripped(&mut talk).0];
        for _ in 0..30 {
            let tokens = talk.ask("legal_moves");
            let tokens: Vec<&str> = tokens.split_whitespace().filter(|token| *token != "PASS").collect();
            if tokens.is_empty() {
                break;
            }
            let side = talk.ask("side_to_move");
            talk.ask(&format!("play {side} {}", tokens[rng.below(tokens.len() as u32) as usize]));
            states.push(stripped(&mut talk).0);
        }
        let last = states.len() - 1;
        let mut now = last;
        // Where `undo_turn` began: `redo_turn` goes back there, in the middle of a turn too.
        let mut left = Vec::new();
        for _ in 0..60 {
            let command = ["undo", "redo", "undo_turn", "redo_turn"][rng.below(4) as usize];
            if command == "undo_turn" {
                left.push(now);
            }
            let done = talk.try_ask(command).is_ok();
            let (state, undoable, redoable) = stripped(&mut talk);
            assert_eq!(done, if command.starts_with("undo") { now > 0 } else { now < last }, "{board} {command} {now}");
            now = undoable as usize;
            assert_eq!((undoable + redoable) as usize, last);
            assert_eq!(state, states[now], "{board}: {command}");
            if done && command.ends_with("turn") {
                let is_whole = state["clicks"] == json!([]) || command == "redo_turn" && left.contains(&now);
                assert!(is_whole || redoable == 0, "{board}: {command} ends in the middle of a turn: {state}");
            }
        }
        // Any move ends that; a failed command does not.
        while talk.try_ask("undo").is_ok() {}
        assert!(talk.try_ask("play b Z99").is_err() && talk.try_ask("gogui-play_sequence b Z99").is_err());
        assert_eq!(stripped(&mut talk).2 as usize, last);
        let first = talk.ask("legal_moves").split(' ').next().unwrap().to_owned();
        assert!(talk.try_ask(&format!("gogui-play_sequence b {first} b Z99")).is_err());
        assert_eq!(stripped(&mut talk).2 as usize, last);
        talk.ask(&format!("play b {first}"));
        assert!(talk.try_ask("redo").unwrap_err().starts_with("cannot redo: no move to replay"));
    }
}

#[test]
fn the_history_lists_the_turns() {
    let mut talk = Talk::new(Style::Steps);
    talk.ask("set_game send_it size=3");
    for play in ["b C3", "w A1", "w E5", "w C5", "b PASS", "w A3", "w A3"] {
        talk.ask(&format!("play {play}"));
    }
    let history = talk.json("history");
    let turns = history["turns"].as_array().unwrap();
    let texts: Vec<_> = turns.iter().map(|turn| turn["text"].as_str().unwrap_or("?")).collect();
    assert_eq!(texts, ["C3", "A1,E5,C5", "PASS", "A3"]);
    let players: Vec<_> = turns.iter().map(|turn| turn["player"].as_str().unwrap()).collect();
    assert_eq!(players, ["black", "white", "black", "white"]);
    assert_eq!(turns[1]["dropped"], json!(["A1", "C5", "E5"]));
    talk.ask("play w resign");
    assert_eq!(talk.json("history")["turns"].as_array().unwrap().last().unwrap()["text"], "resign");
}

/// A stone may make many jumps. Finding the shortest path takes seconds, so no reply waits for it.
#[test]
fn a_long_jump_is_reported_quickly() {
    let path =
        "A10-C8-E8-G8-G10-E8-C6-C4-E6-G8-J6-G4-G6-E4-E6-C6-A6-A8-C8-C6-A8-A10-C10-E8-E10-G10-J10-J8-G8-G6-J6-J8-G10";
    for style in [Style::Whole, Style::Steps] {
        let mut talk = Talk::new(style);
        talk.ask("set_game kangaroo size=10");
        talk.ask("set_position ox1x1x1x2/xxxxxxxxx1/1x1x1x1x2/xxxxxxxxx1/1x1x1x1x2/xxxxxxxxx1/1x1x1x1x2/10/10/10 w -");
        match style {
            Style::Whole => drop(talk.ask(&format!("play w {path}"))),
            Style::Steps => path.split('-').for_each(|click| drop(talk.ask(&format!("play w {click}")))),
        }
        let mut read = || {
            let begun = Instant::now();
            (talk.json("state"), talk.json("history"), begun.elapsed())
        };
        // A busy machine may interrupt some of them.
        let is_soon = (0..9).any(|_| read().2 < Duration::from_millis(500));
        assert!(is_soon, "the shortest way alone takes a second");
        let (state, history, _) = read();
        let turn = &history["turns"][0];
        assert_eq!(turn["clicks"].as_array().unwrap().len(), path.split('-').count());
        let text = if style == Style::Whole { &state["last_turns"]["white"]["text"] } else { &json!(null) };
        assert!(style == Style::Steps || *text == path, "{text}");
    }
}

#[test]
fn a_turn_that_was_set_up_half_way_can_be_ended() {
    let mut talk = Talk::new(Style::Steps);
    talk.ask("set_game send_it size=3");
    talk.ask("set_position 3/4/x1x1o/4/o1o b 3 0 A1");
    let state = talk.json("state");
    assert_eq!((&state["clicks"], &state["legal_ends"]), (&json!(["A1"]), &json!(["A1"])), "{state}");
    talk.ask("play b A1");
    let turn = &talk.json("state")["last_turns"]["black"];
    assert_eq!((&turn["from"], &turn["dropped"]), (&Value::Null, &json!([])), "{turn}");
}

#[test]
fn obligatory_moves_are_counted() {
    let mut talk = Talk::new(Style::Whole);
    talk.ask("set_game kangaroo");
    for (last, left) in [("2", json!(2)), ("1", json!(1)), ("-", Value::Null)] {
        talk.ask(&format!("set_position xo6/8/8/8/8/8/8/8 b {last}"));
        assert_eq!(talk.json("state")["turns_in_a_row"], left, "{last}");
    }
}

/// A jump is no resignation: it is played even if it ends the game and loses, where losing passes are refused.
#[test]
fn the_last_obligatory_move_is_counted() {
    let game = papamu::registry::find(GAMES, "kangaroo").unwrap();
    let mut session = game.open("").unwrap();
    session.refuse_losing_pass(true);
    session.set_position("xo6/8/8/8/8/8/8/o2o3o b 1").unwrap();
    assert_eq!(session.legal_moves(Style::Whole), ["A8-C8"]);
    session.play(session.turn(), "A8-C8", Style::Whole).unwrap();
    let snapshot = session.snapshot();
    let points = snapshot.score.unwrap().points;
    assert_eq!((points.black, points.white), (1, 3));
    assert_eq!(snapshot.result.unwrap().text, "W+2");
}

/// A vertex stands twice only where the stone could jump on: a single one would then be a click.
#[test]
fn the_rest_of_a_jump_ends_where_the_stone_cannot_go_on() {
    let mut talk = Talk::new(Style::Whole);
    talk.ask("set_game kangaroo");
    for (rows, rests) in [("xo6", "C8"), ("xo1o4", "C8-C8 C8-E8")] {
        talk.ask(&format!("set_position {rows}/8/8/8/8/8/8/o2o3o b -"));
        talk.ask("play b A8");
        assert_eq!(talk.ask("legal_moves").trim(), rests, "{rows}");
    }
}

#[test]
fn errors_distinguish_an_illegal_jump_from_a_stone_without_jumps() {
    let mut talk = Talk::new(Style::Whole);
    for line in ["set_game konane", "play b D5", "play w D4"] {
        talk.ask(line);
    }
    for (turn, reason) in
        [("D7-D4", "that stone cannot jump there"), ("B1-D4", "you have no stone there that can jump")]
    {
        assert_eq!(talk.try_ask(&format!("play b {turn}")), Err(format!("illegal move: {reason}")));
    }
}

/// Each player is expected to own the cells of the stones that stand there, but not in every playout.
#[test]
fn ownership_is_a_share_of_playouts() {
    let mut talk = Talk::new(Style::Whole);
    talk.ask("set_game send_it size=3");
    talk.ask("play b C3");
    talk.ask("play w A1,C1,E5");
    let (state, report) = (talk.json("state"), talk.json("analyze nodes 10 ownership json"));
    let numbers: Vec<f64> = serde_json::from_value(report["ownership"].clone()).unwrap();
    let cells = state["cells"].as_array().unwrap().iter().map(|cell| cell["name"].as_str().unwrap());
    let owners: HashMap<&str, f64> = cells.zip(numbers).collect();
    assert_eq!(owners.len(), 19);
    assert!(owners["C3"] > 0.2 && ["A1", "C1", "E5"].iter().all(|&cell| owners[cell] < -0.2), "{owners:?}");
    assert!(owners.values().all(|number| number.abs() <= 1.0), "{owners:?}");
    assert!(owners.values().any(|number| number.fract() != 0.0), "{owners:?}");
}

/// A forfeit is in the history, and does not hide the last move.
#[test]
fn a_forfeit_is_not_a_move() {
    let mut talk = Talk::new(Style::Steps);
    talk.ask("set_game send_it size=3");
    for play in ["b C3", "w A1", "w timeout"] {
        talk.ask(&format!("play {play}"));
    }
    let state = talk.json("state");
    assert_eq!((&state["last_turns"]["white"], &state["last_turns"]["black"]["text"]), (&Value::Null, &json!("C3")));
    let turns = talk.json("history")["turns"].clone();
    let texts: Vec<_> = turns.as_array().unwrap().iter().map(|turn| turn["text"].clone()).collect();
    assert_eq!(texts, [json!("C3"), Value::Null, json!("timeout")]);
}

/// A pass of the player who waits, as gogui-twogtp makes it, is no turn of the game.
#[test]
fn a_pass_of_the_waiting_player_is_not_a_turn() {
    let mut talk = Talk::new(Style::Steps);
    talk.ask("set_game konane");
    talk.ask("play w PASS");
    talk.ask("genmove w");
    assert_eq!(
        (&talk.json("history")["turns"], &talk.json("state")["last_turns"]["white"]),
        (&json!([]), &Value::Null)
    );
    for play in ["b D5", "b PASS", "w C5"] {
        talk.ask(&format!("play {play}"));
    }
    let texts: Vec<_> =
        talk.json("history")["turns"].as_array().unwrap().iter().map(|turn| turn["text"].clone()).collect();
    assert_eq!(texts, [json!("D5"), json!("C5")]);
}

/// A stone that is pushed stands elsewhere afterwards.
#[test]
fn a_pushed_stone_is_not_captured() {
    let mut talk = Talk::new(Style::Steps);
    talk.ask("set_game send_it board=square size=4 push=true");
    // White's D1 has one liberty, C1: Black pushes it there.
    talk.ask("set_position 4/4/3x/x2o b 3 0 -");
    talk.ask("play b D1");
    let state = talk.json("state");
    assert_eq!((&state["taken"], &state["stones_now"]["white"]), (&json!([]), &json!(["C1"])), "{state}");
    talk.ask("play b D1");
    let state = talk.json("state");
    assert_eq!((&state["last_turns"]["black"]["captured"], &state["captured"]["black"]), (&json!([]), &json!(0)));
}

#[test]
fn a_draw_on_points_has_a_margin_of_zero() {
    let mut talk = Talk::new(Style::Whole);
    talk.ask("set_game kangaroo size=6 max_moves=1");
    talk.ask("play b A6-C4");
    let result = &talk.json("state")["result"];
    assert_eq!((&result["text"], &result["margin"], &result["winner"]), (&json!("0"), &json!(0.0), &Value::Null));
}

#[test]
fn choices_and_reports_can_be_json() {
    for (game, style) in [("konane", Style::Whole), ("kangaroo size=6", Style::Steps), ("send_it size=3", Style::Steps)]
    {
        let mut talk = Talk::new(style);
        talk.ask(&format!("set_game {game}"));
        talk.ask("param nodes 300");
        let before = talk.json("state");
        let chosen = talk.json("reg_genmove b json");
        assert_eq!(talk.json("state"), before, "reg_genmove plays nothing");
        assert!(chosen["move"].is_string() && chosen["turn"].is_null(), "{chosen}");
        let played = talk.json("genmove b json");
        let turn = &talk.json("state")["last_turns"]["black"];
        assert_eq!((&played["turn"], &played["clicks"]), (turn, &turn["clicks"]), "{game}");
        assert_eq!(played["move"], turn["text"], "a whole turn, whatever the style");
        let winrate = played["winrate"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&winrate) && played["nodes"].as_u64().unwrap() > 0, "{played}");
        assert_eq!(played["pv"][0]["player"], "black", "{played}");
        let report = talk.ask("genmove_analyze w 1 json");
        let lines: Vec<Value> = report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.len() >= 2, "{report}");
        let (last, reports) = lines.split_last().unwrap();
        assert!(last["move"].is_string() && last["player"] == "white", "{last}");
        for report in reports {
            let best = &report["moves"][0];
            assert!(best["visits"].is_u64() && best["pv"][0]["clicks"].is_array(), "{report}");
            assert!(report["nodes"].is_u64() && report["elapsed_ms"].is_u64() && report["nodes_per_second"].is_u64());
        }
    }
    let mut talk = Talk::new(Style::Whole);
    talk.ask("param move_time_ms 100");
    let report = talk.ask("genmove_analyze b 5 json");
    let mut rates = 0;
    for report in report.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let elapsed = report["elapsed_ms"].as_f64().filter(|&elapsed| elapsed >= 20.0 && report["moves"].is_array());
        let Some(elapsed) = elapsed else { continue }; // the choice, or too short to measure
        let [nodes, rate] = ["nodes", "nodes_per_second"].map(|name| report[name].as_f64().unwrap());
        assert!((rate * elapsed / 1e3 / nodes - 1.0).abs() < 0.1, "{report}");
        let winrate = report["moves"][0]["winrate"].as_f64().unwrap();
        assert!((0.1..0.9).contains(&winrate), "the game has just begun: {report}");
        rates += 1;
    }
    assert!(rates > 0, "{report}");
    talk.ask("set_game konane width=4 height=4");
    let report = talk.ask("analyze b 1 json");
    let last: Value = serde_json::from_str(report.lines().last().unwrap()).unwrap();
    assert!(last["moves"].as_array().unwrap().iter().all(|best| best["proven"].is_string()), "{last}");
    // After the end there is nothing to choose.
    talk.ask("play b resign");
    assert_eq!(talk.json("genmove b json")["move"], "resign");
}

#[test]
fn menus_can_be_built_from_data() {
    let mut talk = Talk::new(Style::Whole);
    let games = talk.json("games");
    let listed = talk.ask("list_games");
    let known: Vec<_> = games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(known, listed.lines().collect::<Vec<_>>());
    for game in games["games"].as_array().unwrap() {
        talk.ask(&format!("set_game {}", game["name"].as_str().unwrap()));
        let values = talk.ask("get_game");
        for option in game["options"].as_array().unwrap() {
            let key = option["key"].as_str().unwrap();
            let default = option["default"].to_string().replace('"', "");
            assert!(values.contains(&format!(" {key}={default}")), "{key}: {default}");
            assert!(!option["help"].as_str().unwrap().is_empty());
            for word in option["words"].as_array().unwrap() {
                let set = format!("set_game {} {key}={}", game["name"].as_str().unwrap(), word.as_str().unwrap());
                // A word may need other options, which the failure then names.
                let failure = talk.try_ask(&set).err().unwrap_or_default();
                assert!(!failure.contains("is not a value of"), "{set}: {failure}");
            }
        }
    }
    let settings = talk.json("settings");
    let listed = talk.ask("param");
    for setting in settings["settings"].as_array().unwrap() {
        let name = setting["name"].as_str().unwrap();
        assert!(listed.contains(&format!("] {name} {}", setting["value"])), "{name}");
        assert_eq!(setting["value"], setting["default"], "{name}");
        for end in ["min", "max"] {
            talk.ask(&format!("param {name} {}", setting[end]));
        }
    }
    assert_eq!(listed.lines().count(), settings["settings"].as_array().unwrap().len());
}

#[test]
fn the_style_can_be_asked_and_set() {
    let mut talk = Talk::new(Style::Whole);
    assert_eq!(talk.ask("style"), "whole");
    talk.ask("style STEPS");
    assert_eq!((talk.ask("style"), &talk.json("state")["style"]), ("steps".to_owned(), &json!("steps")));
    assert!(talk.try_ask("style clicks").unwrap_err().starts_with("syntax error: usage: style"));
}

/// A search that was cancelled has played nothing; one that was interrupted has.
#[test]
fn a_cancelled_choice_plays_nothing() {
    for (discard, command) in [(true, "genmove b"), (true, "genmove b json"), (false, "genmove b")] {
        for style in [Style::Whole, Style::Steps] {
            let mut talk = Talk::new(style);
            talk.ask("set_game kanga width=9 height=9");
            talk.ask("param move_time_ms 600000");
            let before = talk.json("state");
            let cancel = Cancel::default();
            let other = cancel.clone();
            let canceller = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                if discard { other.discard() } else { other.cancel() }
            });
            let reply = talk.0.answer(&Line::new(command, &cancel), &mut |_| {});
            canceller.join().unwrap();
            assert_eq!(talk.json("state") == before, discard);
            match reply {
                Ok(_) => assert!(!discard),
                Err(failure) => assert!(discard && failure.to_string().starts_with("interrupted"), "{failure}"),
            }
        }
    }
}

/// A reply that has begun with reports cannot become a failure: only its last line is missing.
#[test]
fn a_choice_that_is_cancelled_after_a_report_ends_without_a_move() {
    /// Discards the search once a report is written.
    struct Output(Vec<u8>, Cancel);
    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.1.discard();
            self.0.write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut talk = Talk::new(Style::Whole);
    talk.ask("param move_time_ms 600000");
    let before = talk.json("state");
    let mut output = Output(Vec::new(), Cancel::default());
    let line = Line::new("7 genmove_analyze b 1", &output.1);
    assert_eq!(answer(&mut talk.0, &line, &mut output).unwrap(), Answered::Whole);
    let reply = String::from_utf8(output.0).unwrap();
    assert!(reply.starts_with("=7\ninfo move ") && reply.ends_with("\n\n") && !reply.contains("play "), "{reply}");
    assert_eq!(talk.json("state"), before);
}

/// The reply of an analysis without limits stays open until the next line comes, although the result is proven. With a limit
/// and after the end of the game it ends by itself.
#[test]
fn an_analysis_without_limits_waits_for_the_next_line() {
    let won = "set_position x3/4/4/2xo w";
    let over = "set_position x3/4/4/3o b";
    for (position, command, left) in [
        (won, "analyze", Answered::Open),
        (won, "analyze 1 json maxmoves 1", Answered::Open),
        (won, "analyze nodes 100", Answered::Whole),
        (over, "analyze", Answered::Whole),
    ] {
        let mut talk = Talk::new(Style::Whole);
        talk.ask("set_game konane width=4 height=4");
        talk.ask(position);
        let mut lines = PushedLines::default();
        lines.push(format!("{command}\n").as_bytes());
        let mut output = Vec::new();
        assert_eq!(answer(&mut talk.0, &lines.take().unwrap(), &mut output).unwrap(), left, "{command}");
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output.contains("winrate"), position == won, "{command}: {output}");
        assert_eq!(output.ends_with("\n\n"), left == Answered::Whole, "{command}: {output}");
    }
}

/// Not a measurement, but a bound that only a list of all moves would break: one stone here has 61,810.
#[test]
fn the_state_is_answered_quickly_whatever_the_number_of_moves() {
    let mut talk = Talk::new(Style::Steps);
    talk.ask("set_game kangaroo size=10");
    talk.ask("set_position ox1x1x4/xxxxxxx3/1x1x1x4/xxxxxxx3/10/10/10/10/10/10 w -");
    talk.ask("play w A10");
    let begun = Instant::now();
    let state = talk.json("state");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(names(&state["legal_clicks"]).len() < 8, "{state}");
}
