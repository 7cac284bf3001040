//! The JSON schemas in `docs/schemas` are those of the types of the data: `UPDATE_DOCS=1 cargo test -p papamu-lab --test schemas`
//! writes them. `clients/python/tests/test_schemas.py` compares them with what the program prints.

use std::fs;
use std::path::Path;

use papamu::batch::{Action, ActionAnswer, Answer, AnswerError, Query};
use papamu::board::Vertex;
use papamu::game::Color;
use papamu::gtp::commands::{ChoiceJson, GamesReply, HistoryReply, MovesJson, SettingsReply, StateReply};
use papamu::matches::check::CheckReport;
use papamu::matches::{GameRecord, MatchReport};
use papamu::play::{LessonData, PuzzleData, ReportData, Versioned};
use papamu::review::{Summaries, TurnReview};
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The fields of `state` that only some games have.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Extras {
    /// Send It only: how many stones may still be dropped in this turn; `null` after the end.
    #[schemars(skip_serializing_if = "Option::is_none")]
    drops_left: Option<Option<u32>>,
    /// Kangaroo only: how many obligatory moves the player to move has left; `null` if there are none.
    #[schemars(skip_serializing_if = "Option::is_none")]
    obligatory_moves_left: Option<Option<u32>>,
    /// Kangaroo only: the resignations that the rules allow, with the result of each.
    #[schemars(skip_serializing_if = "Option::is_none")]
    resignations: Option<Vec<Resignation>>,
    /// Kanga only: the stones that connect two opposite edges; empty while the game goes on.
    #[schemars(skip_serializing_if = "Option::is_none")]
    winning_stones: Option<Vec<Vertex>>,
}

/// A resignation.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Resignation {
    /// The token for `play`.
    token: String,
    /// The result as the command `result` prints it.
    result: String,
    /// The winner; `null` for a draw.
    winner: Option<Color>,
}

/// A line of the answers of `papamu analyze`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum BatchAnswer {
    /// The analysis of a position.
    Answer(Answer),
    /// Why a query is not answered.
    Error(AnswerError),
    /// The answer to an action.
    Action(ActionAnswer),
}

/// A line of `papamu review --json`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum ReviewLine {
    /// The review of a turn.
    Turn(TurnReview),
    /// The last line.
    Last(Summaries),
}

/// The reply of the command `state`, with the fields of all games.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct State {
    #[serde(flatten)]
    state: StateReply,
    #[serde(flatten)]
    extras: Extras,
}

/// The reply of the command `lesson`, with the fields of all games.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Lesson {
    #[serde(flatten)]
    lesson: LessonData,
    #[serde(flatten)]
    extras: Extras,
}

/// The reply of the command `puzzle`, with the fields of all games.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Puzzle {
    #[serde(flatten)]
    puzzle: PuzzleData,
    #[serde(flatten)]
    extras: Extras,
}

/// A line of the input of `papamu analyze`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum BatchQuery {
    /// Positions to analyse.
    Query(Box<Query>),
    /// An action.
    Action(Action),
}

/// The schema of data that papamu writes.
fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// The schema of data that papamu reads.
fn read<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}

/// The name, title and schema of each file.
fn schemas() -> Vec<(&'static str, &'static str, Schema)> {
    vec![
        ("state", "The reply of the command `state`", written::<Versioned<State>>()),
        ("history", "The reply of the command `history`", written::<Versioned<HistoryReply>>()),
        ("lesson", "The reply of the command `lesson`", written::<Versioned<Lesson>>()),
        ("puzzle", "The reply of the command `puzzle`", written::<Versioned<Puzzle>>()),
        ("games", "The reply of the command `games`", written::<Versioned<GamesReply>>()),
        ("settings", "The reply of the command `settings`", written::<Versioned<SettingsReply>>()),
        ("report", "A report of an analysis", written::<Versioned<ReportData>>()),
        ("choice", "The reply of `genmove … json`", written::<Versioned<ChoiceJson>>()),
        ("moves", "The reply of `solve moves … json`", written::<Versioned<MovesJson>>()),
        ("query", "A line of the input of `papamu analyze`", read::<BatchQuery>()),
        ("answer", "A line of the output of `papamu analyze`", written::<Versioned<BatchAnswer>>()),
        ("review", "A line of `papamu review --json`", written::<Versioned<ReviewLine>>()),
        ("results", "The output of `papamu results --json`", written::<MatchReport>()),
        ("check", "The output of `papamu check --json`", written::<CheckReport>()),
        ("record", "A line of the records of a match", written::<GameRecord>()),
    ]
}

/// Joins the lines of a description that comes from documentation, without its examples in Rust.
fn join_lines(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let english = text.split("\n\n```").next().unwrap_or_default();
        *text = english.replace("\n\n", "\0").replace('\n', " ").replace('\0', "\n\n");
    }
}

#[test]
fn the_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas");
    for (name, title, mut schema) in schemas() {
        schema.remove("description");
        schema.insert("title".to_owned(), title.into());
        RecursiveTransform(join_lines).transform(&mut schema);
        let file = folder.join(format!("{name}.json"));
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&file, &text).unwrap();
        }
        let found = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            found == text,
            "docs/schemas/{name}.json is old: UPDATE_DOCS=1 cargo test -p papamu-lab --test schemas"
        );
    }
}
