//! An engine as a process that is sent lines and prints lines. Every request has a timeout, the length of a line is limited,
//! and no process is left behind.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::system::Cancel;

use super::descendants::{Group, Mark};
use super::fault::Fault;
use super::transcript::{Log, Transcript, shortened};

/// The most bytes of a line, and of a reply.
pub(super) const LONGEST_REPLY: usize = 1 << 20;
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Timeout of reading the rest of an engine's output after its exit.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);
/// How long the output of an engine that is to be ended is read, and the pause after which there is no more.
const PRINTED_TIMEOUT: Duration = Duration::from_millis(200);
const PRINTED_PAUSE: Duration = Duration::from_millis(10);
/// How long an engine whose output has ended may take to exit before it counts as running.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);
/// How many lines of its output are read to explain a fault.
const LAST_LINES: usize = 8;
/// How often a waiting request checks whether the match has been stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(50);
/// After a longer step, the match itself had been stopped. A busy machine delays a step by a few hundred milliseconds at most.
const LONGEST_STEP: Duration = Duration::from_secs(1);

/// A running engine. Dropping it ends the engine and all processes that it started.
#[derive(Debug)]
pub(super) struct Process {
    group: Group,
    mark: Mark,
    /// Lines for the thread that writes them; `None` once the engine's input is closed.
    lines: Option<Sender<String>>,
    written: Receiver<io::Result<()>>,
    received: Receiver<Result<Line, Fault>>,
    /// Disconnected when standard error has been read to its end.
    errors: Receiver<()>,
    is_ended: bool,
    pub transcript: Arc<Transcript>,
    /// How the process ended, if it had done so by itself before it was to be ended.
    exit: Option<ExitStatus>,
    /// Whether it had closed its output and went on running.
    has_closed_output: bool,
    /// How long requests have waited for the engine since [`take_spent`](Self::take_spent).
    spent: Duration,
    stop: Cancel,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub text: String,
    /// The beginning of what had been printed after it when it was read.
    pub rest: Option<String>,
}

/// The time within which an engine must answer a request.
#[derive(Debug)]
pub(super) struct Deadline {
    timeout: Duration,
    waited: Duration,
    seen: Instant,
}

impl Deadline {
    fn new(timeout: Duration) -> Self {
        Self { timeout, waited: Duration::ZERO, seen: Instant::now() }
    }

    /// Counts the time since the last call. The match looks every [`STOP_INTERVAL`]. If it was stopped itself meanwhile (by
    /// Ctrl-Z, or with the machine), the engine is not charged for that.
    fn count(&mut self, now: Instant) {
        let step = now.saturating_duration_since(self.seen);
        self.seen = now;
        self.waited += if step > LONGEST_STEP { STOP_INTERVAL } else { step };
    }

    /// Waits for a message from one of the threads. `has_failed` says whether the engine has exited with an error. Then
    /// nothing more is expected, even if a process that it started keeps its output open.
    fn wait<T>(
        &mut self,
        from: &Receiver<T>,
        stop: &Cancel,
        late: Fault,
        mut has_failed: impl FnMut() -> bool,
    ) -> Result<T, Fault> {
        let mut is_last = false;
        loop {
            if stop.is_cancelled() {
                return Err(Fault::Stopped);
            }
            // An engine that keeps printing has no more time than this either.
            let left = self.timeout.saturating_sub(self.waited);
            if left.is_zero() {
                return Err(late);
            }
            let found = from.recv_timeout(left.min(STOP_INTERVAL));
            self.count(Instant::now());
            match found {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crashed),
                Err(RecvTimeoutError::Timeout) if is_last => return Err(Fault::Crashed),
                Err(RecvTimeoutError::Timeout) => is_last = has_failed(),
            }
        }
    }
}

fn has_failed(group: &mut Group) -> bool {
    group.try_wait().is_some_and(|status| !status.success())
}

impl Process {
    /// Starts an engine from a command line, quoted as for a shell. Once `stop` is cancelled, requests end with
    /// [`Fault::Stopped`]. If the program cannot be started, the machine may be the reason: this is not a fault of the engine.
    pub(super) fn start(name: &str, command: &str, log: Option<&Log>, stop: &Cancel) -> io::Result<Self> {
        // A shell's backslash escapes; that of a path on Windows does not.
        let command = if cfg!(windows) { &command.replace('\\', "/") } else { command };
        let invalid = |reason| io::Error::new(io::ErrorKind::InvalidInput, reason);
        let words = shlex::split(command)
            .ok_or_else(|| invalid("a quote in the command is not closed, or a backslash ends it"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| invalid("the command is empty"))?;
        let mark = Mark::new();
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        mark.put(&mut command);
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{program}: {error}"));
        let mut group = Group::spawn(command).map_err(named)?;
        let pipes = group.take_pipes();
        let transcript = Arc::new(Transcript::new(format!("{name}({})", group.id()), log.cloned()));
        let (lines, to_write) = channel();
        let (acknowledge, written) = sync_channel(1);
        // At most one line waits, so an engine that floods its output is blocked.
        let (found, received) = sync_channel(1);
        let (errors_open, errors) = sync_channel(1);
        let process = Self {
            group,
            mark,
            lines: Some(lines),
            written,
            received,
            errors,
            is_ended: false,
            transcript,
            exit: None,
            has_closed_output: false,
            spent: Duration::ZERO,
            stop: stop.clone(),
        };
        if let (Some(input), Some(output), Some(errors)) = pipes {
            let [heard, complained] = [process.transcript.clone(), process.transcript.clone()];
            thread::Builder::new().spawn(move || write_lines(input, &to_write, &acknowledge))?;
            thread::Builder::new().spawn(move || read_output(output, &found, &heard))?;
            thread::Builder::new().spawn(move || read_errors(errors, &errors_open, &complained))?;
        }
        Ok(process)
    }

    /// Sends a line, or several, to be answered within `timeout`.
    pub(super) fn send(&mut self, line: &str, timeout: Duration) -> Result<Deadline, Fault> {
        line.split('\n').for_each(|line| self.transcript.record('>', line));
        let mut deadline = Deadline::new(timeout);
        self.lines.as_ref().ok_or(Fault::Crashed)?.send(format!("{line}\n")).map_err(|_| Fault::Crashed)?;
        let Self { written, stop, group, .. } = self;
        let written = deadline.wait(written, stop, Fault::NotReading(timeout.as_millis()), || has_failed(group));
        self.spent += deadline.waited;
        if written?.is_err() {
            // It no longer reads. What it has printed instead may be the reason.
            return Err(self.receive(&mut deadline).map_or_else(|fault| fault, |line| unexpected(&line)));
        }
        Ok(deadline)
    }

    /// The next line that the engine prints, within what is left of the request's time.
    pub(crate) fn receive(&mut self, deadline: &mut Deadline) -> Result<Line, Fault> {
        let before = deadline.waited;
        let Self { received, stop, group, .. } = self;
        let line = deadline.wait(received, stop, Fault::Silent(deadline.timeout.as_millis()), || has_failed(group));
        self.spent += deadline.waited - before;
        line?
    }

    /// What the engine has printed without being asked.
    pub(super) fn early(&mut self) -> Result<Option<Line>, Fault> {
        self.received.try_recv().ok().transpose()
    }

    /// How long requests have waited for the engine since the last call.
    pub(crate) fn take_spent(&mut self) -> Duration {
        std::mem::take(&mut self.spent)
    }

    pub(crate) fn close_input(&mut self) {
        self.lines = None;
    }

    /// Waits until the engine ends by itself. Returns how it ended and the first lines that it has printed meanwhile; `None` if
    /// it does not end in time.
    pub(crate) fn wait_for_end(&mut self, timeout: Duration) -> Result<Option<(ExitStatus, Vec<String>)>, Fault> {
        let mut deadline = Deadline::new(timeout);
        let mut lines = Vec::new();
        let Self { received, stop, group, .. } = self;
        let mut has_ended = || group.try_wait().is_some();
        while deadline.waited < timeout {
            // A process that it started may keep its output open.
            match deadline.wait(received, stop, Fault::Silent(timeout.as_millis()), &mut has_ended) {
                Ok(line) if lines.len() < LAST_LINES => lines.push(line?.text),
                Ok(_) => {}
                // Its output has ended; the process may take a moment longer.
                Err(Fault::Crashed) => {
                    if has_ended() {
                        break;
                    }
                    thread::sleep(Duration::from_millis(2));
                    deadline.count(Instant::now());
                }
                Err(Fault::Silent(_)) => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(self.group.try_wait().map(|status| (status, lines)))
    }

    /// Ends the engine. Returns its exit status, unless that is 0, and the last lines of its standard error and of the
    /// conversation, to be appended to the text of a fault.
    pub(crate) fn explain_end(mut self) -> String {
        self.end_and_read();
        self.how_it_ended().map(|end| format!("; {end}")).unwrap_or_default() + &self.transcript.last_lines()
    }

    /// Ends the engine. Returns the last lines of the conversation and of its standard error, a sign before each, and its
    /// exit status, unless that is 0.
    pub(crate) fn end_with_lines(mut self) -> Vec<String> {
        self.end_and_read();
        let mut lines = self.transcript.conversation();
        lines.extend(self.transcript.errors());
        lines.extend(self.how_it_ended().map(|end| format!("({end})")));
        lines
    }

    /// Its exit status, unless that is 0, or what it did instead of exiting.
    fn how_it_ended(&self) -> Option<String> {
        if self.has_closed_output {
            return Some("it closed its output but did not exit".to_owned());
        }
        self.exit.filter(|status| !status.success()).map(|status| status.to_string())
    }

    /// Ends the engine, and lets the threads record what it has printed.
    fn end_and_read(&mut self) {
        self.end();
        let _ = (0..LAST_LINES).try_for_each(|_| self.received.recv_timeout(DRAIN_TIMEOUT).map(drop));
        let _ = self.errors.recv_timeout(DRAIN_TIMEOUT);
    }

    /// Ends the engine and all processes that it started.
    fn end(&mut self) {
        if std::mem::replace(&mut self.is_ended, true) {
            return;
        }
        if self.take_printed() {
            self.exit = self.wait_for_exit(EXIT_TIMEOUT);
            self.has_closed_output = self.exit.is_none();
        }
        self.exit = self.exit.or(self.group.try_wait());
        if let Some(lines) = self.lines.take().filter(|_| self.exit.is_none()) {
            self.transcript.close();
            self.transcript.record('>', "quit");
            let _ = lines.send("quit\n".to_owned()); // dropping the sender closes the input
        }
        if self.exit.is_none() {
            let _ = self.wait_for_exit(QUIT_TIMEOUT);
        }
        // Processes that the engine has left behind are still in its group.
        self.group.end();
        self.mark.end_all();
    }

    /// Takes what the engine has printed so far, so that all of it is recorded. Returns whether its output has ended.
    pub(crate) fn take_printed(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < PRINTED_TIMEOUT {
            if let Err(end) = self.received.recv_timeout(PRINTED_PAUSE) {
                return end == RecvTimeoutError::Disconnected;
            }
        }
        false
    }

    fn wait_for_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < timeout {
            if let Some(status) = self.group.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

pub(super) fn unexpected(line: &Line) -> Fault {
    Fault::Unexpected(shortened(&line.text))
}

/// Writes lines to an engine until there are no more, in a thread of its own: the engine may not read.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>, written: &SyncSender<io::Result<()>>) {
    for line in lines {
        if written.send(input.write_all(line.as_bytes()).and_then(|()| input.flush())).is_err() {
            break;
        }
    }
}

/// Reads lines until the output ends, a line is too long, or nobody receives them any more.
fn read_output(output: ChildStdout, lines: &SyncSender<Result<Line, Fault>>, transcript: &Transcript) {
    let mut output = BufReader::new(output);
    while let Some(text) = read_line(&mut output) {
        transcript.record('<', &text);
        if text.len() >= LONGEST_REPLY {
            let _ = lines.send(Err(Fault::endless()));
            break;
        }
        let rest = output.buffer().trim_ascii();
        let rest = (!rest.is_empty()).then(|| shortened(&String::from_utf8_lossy(rest)));
        if lines.send(Ok(Line { text, rest })).is_err() {
            break;
        }
    }
}

fn read_errors(errors: ChildStderr, _open: &SyncSender<()>, transcript: &Transcript) {
    let mut errors = BufReader::new(errors);
    while let Some(text) = read_line(&mut errors) {
        transcript.record('!', &text);
    }
}

/// A line without its end, or the beginning of one that is too long; `None` at the end.
fn read_line(from: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = from.by_ref().take(LONGEST_REPLY as u64).read_until(b'\n', &mut line);
    read.ok().filter(|&read| read > 0)?;
    Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(command: &str) -> Process {
        Process::start("engine", command, None, &Cancel::default()).unwrap()
    }

    /// A busy machine gives no engine time: only a stop of the match does not count.
    #[test]
    fn a_late_look_at_the_clock_is_charged() {
        let mut deadline = Deadline::new(Duration::from_secs(60));
        for (step, waited) in [(30, 30), (400, 430), (1000, 1430), (3_600_000, 1480), (20, 1500)] {
            deadline.count(deadline.seen + Duration::from_millis(step));
            assert_eq!(deadline.waited, Duration::from_millis(waited), "after a step of {step} ms");
        }
    }

    /// A pipe holds some of what is written, and then a write waits for the reader.
    #[test]
    fn an_engine_that_does_not_read_is_not_waited_for() {
        let mut engine = start("sleep 600");
        let short = Duration::from_millis(100);
        let mut deadline = engine.send("name", short).unwrap();
        assert_eq!(engine.receive(&mut deadline), Err(Fault::Silent(100)));
        assert_eq!(engine.send(&"x".repeat(1 << 20), short).unwrap_err(), Fault::NotReading(100));
    }

    /// An engine that fails to read may have said why.
    #[test]
    fn an_engine_that_stops_reading_is_quoted() {
        let command = r#"sh -c 'exec 0<&-; echo closed; sleep 0.3; printf "no licence\n\n"'"#;
        let mut engine = start(command);
        assert_eq!(engine.receive(&mut Deadline::new(Duration::from_secs(60))).unwrap().text, "closed");
        let fault = engine.send("name", Duration::from_secs(60)).unwrap_err();
        assert_eq!(fault, Fault::Unexpected("no licence".to_owned()));
    }

    /// What it answers to `quit` says nothing about an earlier fault.
    #[test]
    fn what_came_before_the_end_explains_a_fault() {
        let command = r#"sh -c 'read line; printf "= one\n\n"; printf "why %s\n" 1 2 3 4 5 6; for i in 1 2 3 4 5 6; do read line; echo "bye $i"; done; sleep 600'"#;
        for explains in [true, false] {
            let mut engine = start(command);
            let mut deadline = engine.send("name", Duration::from_secs(60)).unwrap();
            assert_eq!(engine.receive(&mut deadline).unwrap().text, "= one");
            let told = if explains { engine.explain_end() } else { engine.end_with_lines().join(" | ") };
            assert!(told.ends_with("< why 3 | < why 4 | < why 5 | < why 6"), "{told}");
        }
    }
}
