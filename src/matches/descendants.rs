//! Processes that an engine has started and left behind.
//!
//! They usually end with the process group of the engine, or with its job object on Windows. One that has left the group (`setsid`)
//! keeps the environment that it was started with, and a variable there says to which engine it belongs. Linux shows the
//! environments of processes.

use std::io;
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(unix)]
type Child = process::Child;
#[cfg(windows)]
type Child = Box<dyn process_wrap::std::ChildWrapper>;

/// A process and those that it starts. A group of its own also means that a Ctrl-C reaches the match alone.
#[derive(Debug)]
pub(super) struct Group(Child);

impl Group {
    #[cfg(unix)]
    pub(super) fn spawn(mut command: Command) -> io::Result<Self> {
        use std::os::unix::process::CommandExt;

        command.process_group(0).spawn().map(Self)
    }

    #[cfg(windows)]
    pub(crate) fn spawn(command: Command) -> io::Result<Self> {
        let mut wrapped = process_wrap::std::CommandWrap::from(command);
        wrapped.wrap(process_wrap::std::JobObject).spawn().map(Self)
    }

    pub(super) fn id(&self) -> u32 {
        self.0.id()
    }

    /// The pipes to and from the first process, which can be taken once.
    pub(crate) fn take_pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        let child = &mut self.0;
        #[cfg(unix)]
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        #[cfg(windows)]
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        pipes
    }

    pub(super) fn try_wait(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }

    /// Ends all processes, and waits for the first one.
    pub(super) fn end(&mut self) {
        #[cfg(unix)]
        if let Ok(Some(leader)) = i32::try_from(self.0.id()).map(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
        let _ = self.0.kill(); // on Windows the whole job
        let _ = self.0.wait();
    }
}

/// The mark of an engine and of all that it starts.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// A mark that no other process on this machine has.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(format!("PAPAMU_MATCH_{}_{number}", process::id()))
    }

    /// Marks a process that is about to be started. Its own name makes the mark that of a match within a match too.
    pub(super) fn put(&self, command: &mut Command) {
        command.env(&self.0, "engine");
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn end_all(&self) {
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
    pub(crate) fn end_all(&self) {}

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
