//! Counts of move sequences.

use nom::combinator::verify;

use crate::game::perft::DEEPEST;

use super::super::arguments::integer;
use super::super::reply::Failure;
use super::{Command, lines};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "perft",
        arguments: "DEPTH",
        help: "the number of move sequences of that length, at most 1,000",
        example: "perft 3",
        run: |call| {
            let depth = call.parse(verify(integer, |&depth| depth <= DEEPEST))?;
            let count = call.gtp.game.perft(depth, &|| call.is_cancelled());
            count.map(|count| count.to_string()).ok_or_else(Failure::interrupted)
        },
    },
    Command {
        name: "perft_divide",
        arguments: "DEPTH",
        help: "the same for each first move, one line per move",
        example: "perft_divide 2",
        run: |call| {
            let depth = call.parse(verify(integer, |depth| (1..=DEEPEST).contains(depth)))?;
            let counts = call.gtp.game.perft_divide(depth, &|| call.is_cancelled());
            lines(counts.ok_or_else(Failure::interrupted)?.into_iter().map(|(name, count)| format!("{name} {count}")))
        },
    },
];
