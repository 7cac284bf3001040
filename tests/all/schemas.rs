//! What the program writes and reads as JSON, against the schemas in docs/schemas.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::common::folder;

/// A schema in docs/schemas.
pub struct Schema {
    name: &'static str,
    text: Value,
    validator: Validator,
}

impl Schema {
    /// Reads a schema.
    pub fn read(name: &'static str) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schemas/{name}.json"));
        let text: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let validator = jsonschema::validator_for(&text).unwrap();
        assert!(!validator.is_valid(&json!({ "schema_version": 2 })), "{name}: an object without data would pass");
        Self { name, text, validator }
    }

    /// Checks a value, and that the schema describes all its fields: a validator accepts fields that it does not know.
    pub fn check(&self, value: &Value) {
        if let Err(error) = self.validator.validate(value) {
            panic!("{}: {error}: {value}", self.name);
        }
        self.describes(&[&self.text], value, self.name);
    }

    /// The names of the fields that all games together have.
    pub fn fields(&self) -> impl Iterator<Item = &String> {
        self.text["properties"].as_object().unwrap().keys()
    }

    /// The schemas that apply to a value, which are these and those to which they refer.
    fn all<'a>(&'a self, of: &[&'a Value], value: &Value) -> Vec<&'a Value> {
        let mut all = of.to_vec();
        let mut next = 0;
        while let Some(&schema) = all.get(next) {
            next += 1;
            let named = schema["$ref"].as_str().and_then(|name| self.text.pointer(name.trim_start_matches('#')));
            let cases: Vec<_> =
                schema["anyOf"].as_array().into_iter().flatten().filter(|case| case["type"] != "null").collect();
            let is_one = cases.len() == 1;
            all.extend(named.into_iter().chain(cases.into_iter().filter(|case| is_one || self.fits(case, value))));
        }
        all
    }

    /// Whether a value fits a part of the schema.
    fn fits(&self, part: &Value, value: &Value) -> bool {
        let mut part = part.clone();
        part["$defs"] = self.text["$defs"].clone();
        jsonschema::is_valid(&part, value)
    }

    fn describes(&self, of: &[&Value], value: &Value, place: &str) {
        if !value.is_array() && !value.is_object() {
            return;
        }
        let all = self.all(of, value);
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            let items: Vec<_> =
                all.iter().flat_map(|schema| [&schema["items"], &schema["prefixItems"][index]]).collect();
            self.describes(&items, item, place);
        }
        for (name, value) in value.as_object().into_iter().flatten() {
            let fields = all.iter().flat_map(|schema| [&schema["properties"][name], &schema["additionalProperties"]]);
            let fields: Vec<_> = fields.filter(|field| field.is_object()).collect();
            assert!(!fields.is_empty(), "docs/schemas/{}.json does not describe {place}.{name}", self.name);
            self.describes(&fields, value, &format!("{place}.{name}"));
        }
    }
}

/// The lines of JSON that the program writes.
fn printed(arguments: &[&str], input: &str) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papamu"));
    let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| line.trim_start_matches("= "));
    let found: Vec<_> =
        lines.filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!found.is_empty(), "{arguments:?}: {text}");
    found
}

const GAMES: [&str; 4] = ["konane width=4 height=4", "kanga width=4 height=4", "send_it size=3", "kangaroo size=6"];

/// The replies of a command that prints JSON, after some turns.
fn replies(command: &str) -> Vec<Value> {
    let play = "genmove b\ngenmove w\n";
    let talk: String = GAMES.iter().map(|game| format!("set_game {game}\n{play}{command}\n")).collect();
    printed(&["--nodes", "300"], &talk)
}

#[test]
fn replies_of_commands_fit_their_schemas() {
    for (name, command) in [
        ("state", "state"),
        ("history", "history"),
        ("games", "games"),
        ("lesson", "lesson 2"),
        ("puzzle", "puzzle 1 1 solution"),
        ("settings", "settings"),
        ("report", "analyze 1 nodes 2000 ownership json"),
        ("choice", "genmove b json\nreg_genmove w json"),
        ("moves", "solve moves 0.2 json"),
    ] {
        let schema = Schema::read(name);
        let replies = replies(command);
        assert!(replies.len() >= GAMES.len(), "{command}: {replies:?}");
        replies.iter().for_each(|reply| schema.check(reply));
    }
}

#[test]
fn queries_and_answers_of_the_analysis_engine_fit_their_schemas() {
    let game = |id: &str, game: &str, more: Value| {
        let mut query = json!({ "id": id, "game": game, "nodes": 300 });
        query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        query
    };
    let queries = [
        game("a", "send_it,size=3", json!({ "turns": "all", "moves": ["C3"], "ownership": true, "komi": 0.5 })),
        game(
            "b",
            "konane,width=4,height=4",
            json!({ "solve_ms": 1000, "avoid": ["A4"], "maxmoves": 2, "report_ms": 1 }),
        ),
        game("c", "kanga,width=4,height=4", json!({ "turns": [0], "depth": 2, "style": "whole" })),
        game("d", "konane,width=4,height=4", json!({ "position": "x3/4/4/3o b", "time_ms": 10 })),
        game("e", "kangaroo,size=6", json!({ "solve_ms": 10 })),
        json!({ "id": "v", "action": "query_version" }),
        json!({ "id": "f", "action": "terminate", "terminate_id": "a" }),
    ];
    let (query, answer) = (Schema::read("query"), Schema::read("answer"));
    queries.iter().for_each(|line| query.check(line));
    for wrong in [
        json!({ "id": "a" }),
        json!({ "id": "a", "game": "kanga", "colour": 1 }),
        json!({ "id": "a", "action": "stop" }),
    ] {
        assert!(!query.validator.is_valid(&wrong), "{wrong}");
    }
    let lines: Vec<_> = queries.iter().map(Value::to_string).collect();
    let answers = printed(&["analyze"], &(lines.join("\n") + "\n{\"id\": 1}\n"));
    assert!(answers.len() > queries.len(), "{answers:?}");
    answers.iter().for_each(|line| answer.check(line));
}

#[test]
fn matches_and_reviews_fit_their_schemas() {
    let records = folder("schemas").join("records.jsonl");
    let _ = fs::remove_file(&records);
    let (records, engine) = (records.to_str().unwrap(), env!("CARGO_BIN_EXE_papamu"));
    // The fault and the sequential test are in the records, too.
    let players = ["match", "--nodes", "20", "-n", "4", "-e", engine, "-e", engine, "-e", "echo ="];
    let mut command = Command::new(engine);
    command.args(players).args(["--records", records, "send_it", "--size", "3"]);
    let output = command.output().unwrap();
    let played = fs::read_to_string(records).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    let record = Schema::read("record");
    let games: Vec<Value> = played.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(games.iter().any(|game| game["reason"].is_string()) && games.iter().any(|game| game["reason"].is_null()));
    games.iter().for_each(|game| record.check(game));

    let results = Command::new(engine).args(["results", "--json", records]).output().unwrap();
    Schema::read("results").check(&serde_json::from_slice(&results.stdout).unwrap());

    let review = Schema::read("review");
    let whole = games.iter().position(|game| game["reason"].is_null()).unwrap() + 1;
    let lines = printed(&["review", "--json", "--nodes", "50", "--number", &whole.to_string(), records], "");
    assert!(lines.len() > 3, "{lines:?}");
    lines.iter().for_each(|line| review.check(line));
}
