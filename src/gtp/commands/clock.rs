//! Clocks, and the nodes that the engine has searched.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, map_opt};
use nom::sequence::preceded;

use crate::play::TimeControl;

use super::super::arguments::{Parsed, clock_seconds, color, integer, keyword, seconds};
use super::{Command, done};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "time_settings",
        arguments: "MAIN PERIOD STONES",
        help: "sets the clocks, in seconds",
        example: "time_settings 60 10 5",
        run: |call| {
            let (main, period, stones) = call.parse((clock_seconds, seconds, integer))?;
            call.gtp.game.set_clock(canadian(main, period, stones));
            done()
        },
    },
    Command {
        name: "kgs-time_settings",
        arguments: "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        help: "sets the clocks, in seconds",
        example: "kgs-time_settings byoyomi 60 10 3",
        run: |call| {
            let control = call.parse(kgs)?;
            call.gtp.game.set_clock(control);
            done()
        },
    },
    Command {
        name: "kata-time_settings",
        arguments: "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES | fischer MAIN INCREMENT",
        help: "sets the clocks, in seconds, as KataGo does",
        example: "kata-time_settings fischer 60 2",
        run: |call| {
            let fischer = preceded(keyword("fischer"), (clock_seconds, seconds));
            let fischer = map(fischer, |(main, increment)| TimeControl::Increment { main, increment });
            let control = call.parse(alt((kgs, fischer)))?;
            call.gtp.game.set_clock(control);
            done()
        },
    },
    Command {
        name: "time_left",
        arguments: "COLOR SECONDS STONES",
        help: "sets the time left on a clock",
        example: "time_settings 60 0 0\ntime_left b 42.5 0",
        run: |call| {
            let (color, left, stones) = call.parse((color, clock_seconds, integer))?;
            call.gtp.game.set_time_left(color, left, stones);
            done()
        },
    },
    Command {
        name: "nodes",
        arguments: "",
        help: "nodes that the last genmove searched",
        example: "genmove b\nnodes",
        run: |call| {
            call.parse_nothing()?;
            Ok(call.gtp.game.nodes().to_string())
        },
    },
];

/// GTP's time settings: a period without stones means no clock.
fn canadian(main: Duration, period: Duration, stones: u32) -> TimeControl {
    if stones == 0 && !period.is_zero() {
        return TimeControl::None;
    }
    TimeControl::Canadian { main, period, stones }
}

fn kgs(input: &str) -> Parsed<'_, TimeControl> {
    alt((
        map(keyword("none"), |()| TimeControl::None),
        map(preceded(keyword("absolute"), clock_seconds), |main| canadian(main, Duration::ZERO, 0)),
        map_opt(preceded(keyword("byoyomi"), (clock_seconds, seconds, integer)), |(main, period, periods)| {
            (periods > 0).then_some(TimeControl::Byoyomi { main, period, periods })
        }),
        map(preceded(keyword("canadian"), (clock_seconds, seconds, integer)), |(main, period, stones)| {
            canadian(main, period, stones)
        }),
    ))
    .parse(input)
}
