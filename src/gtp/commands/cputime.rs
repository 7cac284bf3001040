//! Processor time.

use cpu_time::ProcessTime;

use super::super::reply::Failure;
use super::Command;

pub const COMMANDS: &[Command] = &[Command {
    name: "cputime",
    arguments: "",
    help: "seconds of processor time that the engine has used",
    example: "cputime",
    run: |call| {
        call.parse_nothing()?;
        match ProcessTime::try_now() {
            Ok(time) => Ok(format!("{:.3}", time.as_duration().as_secs_f64())),
            Err(error) => Err(Failure::CpuTime(error.to_string())),
        }
    },
}];
