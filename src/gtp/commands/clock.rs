//! Clocks, and what the engine has spent: nodes and processor time.

use std::time::Duration;

use nom::branch::alt;
use nom::combinator::{map, verify};
use nom::sequence::preceded;

use crate::gtp::Reply;
use crate::gtp::arguments::{clock_seconds, color, integer, keyword, seconds};
use crate::play::TimeControl;

use super::{Call, Command};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("time_settings MAIN PERIOD STONES", "sets the clocks, in seconds", "time_settings 60 10 5", |call| {
        call.gtp.game.set_clock(canadian(call.parse((clock_seconds, seconds, integer))?));
        Ok(String::new())
    }),
    Command::new(
        "kgs-time_settings none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        "sets the clocks, in seconds",
        "kgs-time_settings byoyomi 60 10 3",
        set_clock,
    ),
    Command::new(
        "kata-time_settings none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES | fischer MAIN INCREMENT",
        "sets the clocks, in seconds, as KataGo does",
        "kata-time_settings fischer 60 2",
        set_clock,
    ),
    Command::new(
        "time_left COLOR SECONDS STONES",
        "sets the time left on a clock",
        "time_settings 60 0 0\ntime_left b 42.5 0",
        |call| {
            let (color, left, stones) = call.parse((color, clock_seconds, integer))?;
            call.gtp.game.set_time_left(color, left, stones);
            Ok(String::new())
        },
    ),
    Command::new("nodes", "nodes that the last genmove searched", "genmove b\nnodes", |call| {
        Ok(call.gtp.game.nodes().to_string())
    }),
    // A web page has no processor time.
    #[cfg(unix)]
    Command::alone("cputime", "seconds of processor time that the engine has used", |_| {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Ok(format!("{}.{:03}", time.tv_sec, time.tv_nsec / 1_000_000))
    }),
];

/// GTP's time settings: a period without stones means no clock.
fn canadian((main, period, stones): (Duration, Duration, u32)) -> TimeControl {
    if stones == 0 && !period.is_zero() {
        return TimeControl::None;
    }
    TimeControl::Canadian { main, period, stones }
}

/// KGS's and KataGo's time settings; KGS has no increments.
fn set_clock(call: &mut Call) -> Reply {
    let is_kgs = call.command.name().starts_with("kgs");
    let fischer = verify(preceded(keyword("fischer"), (clock_seconds, seconds)), |_| !is_kgs);
    let byoyomi = preceded(keyword("byoyomi"), (clock_seconds, seconds, verify(integer, |&periods: &u32| periods > 0)));
    let control = call.parse(alt((
        map(keyword("none"), |()| TimeControl::None),
        map(preceded(keyword("absolute"), clock_seconds), |main| canadian((main, Duration::ZERO, 0))),
        map(byoyomi, |(main, period, periods)| TimeControl::Byoyomi { main, period, periods }),
        map(preceded(keyword("canadian"), (clock_seconds, seconds, integer)), canadian),
        map(fischer, |(main, increment)| TimeControl::Increment { main, increment }),
    )))?;
    call.gtp.game.set_clock(control);
    Ok(String::new())
}
