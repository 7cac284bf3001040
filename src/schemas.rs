//! The JSON schemas of types that write themselves as text or as an object, so that none can be derived.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::board::Vertex;
use crate::game::{EndReason, OptionValue, Values};

macro_rules! schema {
    ($type:ty, $name:literal, |$generator:ident| $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

schema!(Vertex, "Vertex", |_generator| json_schema!({
    "description": "A cell: a column letter, of which `I` is none, and a row from 1.",
    "type": "string",
    "pattern": "^[A-HJ-Z][1-9][0-9]?$",
}));
schema!(EndReason, "EndReason", |_generator| json_schema!({
    "description": "Why the game is over, as a word. A new game may have words of its own.",
    "type": "string",
}));
schema!(Values, "Options", |generator| json_schema!({
    "description": "Options of the game with their values.",
    "type": "object",
    "additionalProperties": generator.subschema_for::<OptionValue>(),
}));
