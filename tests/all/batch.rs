//! `papamu analyze`: queries as lines of JSON.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use papamu::batch::{Batch, Defaults};
use papamu::registry::GAMES;
use papamu::system::Cancel;
use serde_json::{Value, json};

/// The answers to queries, in the order in which they come.
fn answers(workers: usize, queries: &[Value]) -> Vec<Value> {
    let lines: Vec<_> = queries.iter().map(Value::to_string).collect();
    answers_to_text(workers, &lines.join("\n"))
}

fn answers_to_text(workers: usize, text: &str) -> Vec<Value> {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(text.as_bytes().to_vec());
    let defaults = Defaults { workers, search_threads: 1, hash_mb: 64, time: None, nodes: None };
    Batch { games: GAMES, defaults, cancel: Cancel::default() }.run(input, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The final answers by id and turn, without times.
fn by_turn(answers: Vec<Value>) -> BTreeMap<(String, u64), Value> {
    let without_times = |mut answer: Value| {
        answer["elapsed_ms"].take();
        answer["nodes_per_second"].take();
        answer
    };
    let key = |answer: &Value| (answer["id"].as_str().unwrap().to_owned(), answer["turn"].as_u64().unwrap());
    let last = answers.into_iter().filter(|answer| answer["final"] == true);
    last.map(|answer| (key(&answer), without_times(answer))).collect()
}

#[test]
fn every_wanted_position_is_answered_once() {
    let moves = ["D4", "E5", "C3", "B2"];
    let query =
        |id: &str, turns: Value| json!({ "id": id, "game": "kanga", "moves": moves, "turns": turns, "nodes": 200 });
    let queries = [
        query("all", json!("all")),
        query("some", json!([1, 3])),
        json!({ "id": "last", "game": "kanga", "moves": moves, "nodes": 200 }),
        json!({ "id": "steps", "game": "kangaroo", "moves": ["A8"], "style": "steps", "nodes": 200 }),
        json!({ "id": "start", "game": "konane,width=4,height=4", "nodes": 200, "maxmoves": 2, "solve_ms": 2000 }),
        json!({ "id": "over", "game": "konane,width=4,height=4", "position": "x3/4/4/3o b", "nodes": 200 }),
    ];
    let found = answers(2, &queries);
    let found = by_turn(found);
    let turns = |id: &str| -> Vec<u64> { found.keys().filter(|(name, _)| name == id).map(|&(_, turn)| turn).collect() };
    assert_eq!(turns("all"), [0, 1, 2, 3, 4]);
    assert_eq!(turns("some"), [1, 3]);
    assert_eq!(turns("last"), [4]);
    assert_eq!(turns("steps"), [0], "the first turn is not complete");
    let start = &found[&("start".to_owned(), 0)];
    assert_eq!(start["moves"].as_array().unwrap().len(), 2);
    assert!(start["solved"]["result"] == "win" || start["solved"]["result"] == "loss", "{start}");
    assert_eq!(found[&("all".to_owned(), 1)]["to_move"], "white");
    let over = &found[&("over".to_owned(), 0)];
    assert_eq!((&over["moves"], &over["result"]), (&json!([]), &json!("W+1")), "{over}");
}

/// With a node limit, an answer does not depend on the other queries, nor on the workers.
#[test]
fn answers_do_not_depend_on_other_queries() {
    let query = |id: &str, game: &str| json!({ "id": id, "game": game, "turns": "all", "moves": [], "nodes": 3_000, "maxmoves": 4 });
    let games = ["konane", "kanga,width=5,height=5", "send_it,size=4", "kangaroo"];
    let queries: Vec<_> = (0..12).map(|index| query(&index.to_string(), games[index % 4])).collect();
    let together = by_turn(answers(3, &queries));
    for (index, query) in queries.iter().take(4).enumerate() {
        let alone = by_turn(answers(1, std::slice::from_ref(query)));
        for same in (index..12).step_by(4) {
            let mut other = together[&(same.to_string(), 0)].clone();
            other["id"] = alone[&(index.to_string(), 0)]["id"].clone();
            assert_eq!(alone[&(index.to_string(), 0)], other);
        }
    }
}

/// Each error names the query and the field, and disturbs nothing else.
#[test]
fn wrong_queries_are_answered_with_the_field() {
    let good = json!({ "id": "good", "game": "konane", "nodes": 100 });
    let wrong = [
        (json!({ "game": "konane" }), "id"),
        (json!({ "id": 7, "game": "konane" }), "id"),
        (json!({ "id": "x" }), "game"),
        (json!({ "id": "x", "game": "chess" }), "game"),
        (json!({ "id": "x", "game": "konane,width=1" }), "game"),
        (json!({ "id": "x", "game": "konane", "nods": 5 }), "nods"),
        (json!({ "id": "x", "game": "konane", "nodes": "many" }), "nodes"),
        (json!({ "id": "x", "game": "konane", "nodes": -1 }), "nodes"),
        (json!({ "id": "x", "game": "konane", "nodes": 0 }), "nodes"),
        (json!({ "id": "x", "game": "konane", "nodes": 1.5 }), "nodes"),
        (json!({ "id": "x", "game": "konane", "nodes": -1.0 }), "nodes"),
        (json!({ "id": "x", "game": "konane", "nodes": 1e300 }), "nodes"),
        (json!({ "id": "x", "game": "konane", "moves": ["E4", "Z9"] }), "moves[1]"),
        (json!({ "id": "x", "game": "konane", "moves": ["E4", 5] }), "moves[1]"),
        (json!({ "id": "x", "game": "konane", "turns": "some" }), "turns"),
        (json!({ "id": "x", "game": "konane", "turns": [1] }), "turns[0]"),
        (json!({ "id": "x", "game": "konane", "position": "nowhere" }), "position"),
        (json!({ "id": "x", "game": "konane", "komi": 1e9 }), "komi"),
        (json!({ "id": "x", "game": "konane", "nodes": 10, "allow": ["A9"] }), "allow"),
        (json!({ "id": "x", "action": "sing" }), "action"),
        (json!({ "id": "x", "action": "terminate" }), "terminate_id"),
        (json!({ "id": "x", "action": "query_version", "terminate_id": "y" }), "terminate_id"),
    ];
    for (query, field) in wrong {
        let found = answers(1, &[query.clone(), good.clone()]);
        let error = found.iter().find(|answer| answer.get("error").is_some()).unwrap_or_else(|| panic!("{query}"));
        assert_eq!(error["field"], field, "{query} {error}");
        assert_eq!(error["id"], query["id"].as_str().map_or(Value::Null, Value::from));
        assert!(found.iter().any(|answer| answer["id"] == "good" && answer["final"] == true), "{query}");
    }
    for line in ["{", "7", "[]", "\u{feff}", "\"\\ud800\""] {
        let found = answers_to_text(1, &format!("{line}\n\n{good}"));
        assert_eq!((&found[0]["id"], found[0]["error"].is_string(), found.len()), (&Value::Null, true, 2), "{line}");
    }
}

/// In JSON Schema, a number without a fraction is an integer.
#[test]
fn integers_may_be_written_with_a_point() {
    let query = json!({
        "id": "1", "game": "konane", "moves": ["E4", "E3"], "turns": [1.0], "nodes": 100.0, "time_ms": 1e6, "depth": 3.0,
        "maxmoves": 1.0, "solve_ms": 1.0, "report_ms": 1e5, "komi": -2.0,
    });
    let found = answers(1, &[query]);
    assert_eq!((&found[0]["turn"], &found[0]["final"], found.len()), (&json!(1), &json!(true), 1), "{found:?}");
}

#[test]
fn a_query_reports_while_it_is_searched() {
    let query = json!({ "id": "1", "game": "kangaroo", "time_ms": 300, "report_ms": 20 });
    let found = answers(1, &[query]);
    assert!(found.len() > 2, "{}", found.len());
    assert!(found[..found.len() - 1].iter().all(|answer| answer["final"] == false));
    assert_eq!(found[found.len() - 1]["final"], true);
}

/// The program with open pipes.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(threads: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_papamu"))
            .args(["analyze", "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn send(&mut self, query: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{query}").unwrap();
    }

    /// The next answer that is not a report of a search that goes on.
    fn next(&mut self) -> Value {
        loop {
            let answer = self.next_report();
            if answer["final"] != false {
                return answer;
            }
        }
    }

    fn next_report(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(answer.get("error").is_none(), "{answer}");
        answer
    }

    fn end(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

/// The time of a search that the test terminates.
const HOURS: u64 = 10_000_000;

#[test]
fn positions_are_answered_in_order_and_actions_at_once() {
    let mut program = Program::start("1");
    program.send(&json!({ "id": "long", "game": "kanga", "time_ms": HOURS, "report_ms": 5 }));
    // Once the only worker is busy, the others wait.
    assert_eq!(program.next_report()["id"], "long");
    for id in ["first", "second", "third"] {
        program.send(&json!({ "id": id, "game": "kanga", "nodes": 500 }));
    }
    program.send(&json!({ "id": "v", "action": "query_version" }));
    let version = program.next();
    assert_eq!((&version["id"], &version["version"]), (&json!("v"), &json!(env!("CARGO_PKG_VERSION"))));
    program.send(&json!({ "id": "stop", "action": "terminate", "terminate_id": "long" }));
    let mut ids: Vec<_> = (0..5).map(|_| program.next()["id"].as_str().unwrap().to_owned()).collect();
    ids.retain(|id| id != "stop"); // it may come before or after the first answer
    assert_eq!(ids, ["long", "first", "second", "third"]);
    program.end();
}

/// A terminated query is answered at once, with what was found.
#[test]
fn a_query_can_be_terminated() {
    let query = |id: &str, turns: Value| json!({ "id": id, "game": "konane", "moves": ["E4", "E3"], "turns": turns, "time_ms": HOURS });
    let mut program = Program::start("2");
    program.send(&query("all", json!("all")));
    program.send(&query("other", json!([0])));
    program.send(&json!({ "id": "stop", "action": "terminate", "terminate_id": "all" }));
    let mut ids = BTreeMap::<String, Vec<Value>>::new();
    for _ in 0..4 {
        let answer = program.next();
        ids.entry(answer["id"].as_str().unwrap().to_owned()).or_default().push(answer);
    }
    assert_eq!((ids["stop"][0]["terminated"].clone(), ids["all"].len()), (json!(3), 3), "{ids:?}");
    assert!(ids["all"].iter().all(|answer| answer["terminated"] == true && answer["final"] == true));
    program.send(&json!({ "id": "stop", "action": "terminate_all" }));
    let mut rest = [program.next(), program.next()];
    rest.sort_by_key(|answer| answer["id"].to_string());
    assert_eq!((&rest[0]["id"], &rest[1]["terminated"]), (&json!("other"), &json!(1)));
    program.end();
}

#[test]
fn an_action_is_read_while_many_positions_wait() {
    let positions = 10_500;
    let mut program = Program::start("1");
    let turns = vec![0; positions];
    program
        .send(&json!({ "id": "1", "game": "kanga", "turns": turns, "time_ms": HOURS, "report_ms": 5, "maxmoves": 1 }));
    assert_eq!(program.next_report()["final"], false);
    program.send(&json!({ "id": "stop", "action": "terminate_all" }));
    let found: Vec<_> = (0..=positions).map(|_| program.next()).collect();
    let (actions, answers): (Vec<_>, Vec<_>) = found.iter().partition(|answer| answer["id"] == "stop");
    assert_eq!((actions.len(), &actions[0]["terminated"]), (1, &json!(positions)));
    assert!(answers.iter().all(|answer| answer["terminated"] == true));
    program.end();
}

/// An interrupt terminates the search that is running and the positions that no worker has taken yet.
#[cfg(unix)]
#[test]
fn an_interrupt_terminates_waiting_positions() {
    let turns = 50;
    let mut program = Program::start("1");
    program.send(
        &json!({ "id": "1", "game": "kanga", "turns": vec![0; turns], "time_ms": HOURS, "report_ms": 5, "maxmoves": 1 }),
    );
    assert_eq!(program.next_report()["final"], false);
    let interrupt = Command::new("kill").args(["-INT", &program.child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    for _ in 0..turns {
        assert_eq!(program.next()["terminated"], true);
    }
    assert!(program.child.wait().unwrap().success());
    let mut rest = String::new();
    program.output.read_line(&mut rest).unwrap();
    assert_eq!(rest, "");
}

/// If the system starts only some of the threads, these do the work.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_than_wanted_do_the_work() {
    let papamu = env!("CARGO_BIN_EXE_papamu");
    let query = json!({ "id": "1", "game": "kanga", "nodes": 50 });
    let script = format!("ulimit -v 600000; echo '{query}' | {papamu} analyze --hash 1 --threads 1000");
    // With stacks of 64 MiB, a thread that cannot start leaves memory for those that work.
    let memory = [("RUST_MIN_STACK", "67108864"), ("MALLOC_ARENA_MAX", "1")];
    let output = Command::new("sh").args(["-c", &script]).envs(memory).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("one thread less"), "{errors}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["id"], &answer["final"]), (&json!("1"), &json!(true)));
}
