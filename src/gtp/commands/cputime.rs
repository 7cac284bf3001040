//! Processor time.

use rustix::time::{ClockId, clock_gettime};

use super::Command;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "cputime",
    arguments: "",
    help: "seconds of processor time that the engine has used",
    example: "cputime",
    run: |call| {
        call.parse_nothing()?;
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Ok(format!("{}.{:03}", time.tv_sec, time.tv_nsec / 1_000_000))
    },
}];
