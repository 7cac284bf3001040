//! Proofs.

use std::time::Duration;

use nom::combinator::opt;

use crate::search::Limits;

use super::super::arguments::seconds;
use super::Command;

/// The default time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub const COMMANDS: &[Command] = &[Command {
    name: "solve",
    arguments: "[SECONDS]",
    help: "proves who wins with perfect play, within a time limit (default 10): win MOVE, loss, draw MOVE or unknown",
    example: "boardsize 4\nsolve 5",
    run: |call| {
        let time = call.parse(opt(seconds))?.unwrap_or(DEFAULT_TIME);
        let limits = Limits { time: Some(time), ..Limits::default() };
        Ok(call.gtp.engine.solve(limits, call.tokens.cancel, None)?.to_string())
    },
}];
