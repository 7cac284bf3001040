//! Processes that an engine has started and left behind.
//!
//! They usually end with the process group of the engine. One that has left the group (`setsid`) keeps the environment that it was
//! started with, and a variable there says to which engine it belongs. Linux shows the environments of processes.

use std::process::{self, Command};
use std::sync::atomic::{AtomicU64, Ordering};

/// The mark of an engine and of all that it starts.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// A mark that no other process on this machine has.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(format!("PAPAMU_MATCH_{}_{number}", process::id()))
    }

    /// Marks a process that is about to be started. Its own name makes the mark that of a match within a match too.
    pub fn put(&self, command: &mut Command) {
        command.env(&self.0, "engine");
    }

    /// Ends all processes with the mark.
    #[cfg(target_os = "linux")]
    pub fn end_all(&self) {
        use rustix::process::{Signal, kill_process};
        use std::{thread, time::Duration};

        // They may start others meanwhile, and take a moment to go.
        for _ in 0..50 {
            let found = self.processes();
            if found.is_empty() {
                break;
            }
            for process in found {
                let _ = kill_process(process, Signal::KILL);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Elsewhere they survive, which docs/matches.md says.
    #[cfg(not(target_os = "linux"))]
    pub fn end_all(&self) {}

    /// The processes with the mark. One that has ended and waits for its parent has no environment any more.
    #[cfg(target_os = "linux")]
    fn processes(&self) -> Vec<rustix::process::Pid> {
        use std::fs;

        let mark = format!("{}=engine", self.0);
        let marked = |entry: fs::DirEntry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let environment = fs::read(entry.path().join("environ")).ok()?;
            environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes()).then_some(number)
        };
        let numbers = fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(marked);
        numbers.filter_map(rustix::process::Pid::from_raw).collect()
    }
}
