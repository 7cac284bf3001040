//! An engine as a process: asked line by line, never waited for longer than it may take, and never left behind.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

/// A reply may not be longer than this: what is, is no reply.
const LONGEST_REPLY: u64 = 1 << 20;
/// How long an engine may take to leave when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// What an engine has done wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It has ended, or closed its output.
    #[error("crashed")]
    Crashed,
    /// It did not answer in time.
    #[error("silent for {0} ms")]
    Silent(u128),
    /// What it printed is no reply of the protocol.
    #[error("malformed reply: {0}")]
    Malformed(String),
    /// It answered with a failure.
    #[error("refused '{0}': {1}")]
    Refused(String, String),
    /// It took more time than it had.
    #[error("late by {0} ms")]
    Late(u128),
    /// Its move is not legal.
    #[error("illegal move {0}: {1}")]
    Illegal(String, String),
}

impl Fault {
    /// What all texts of faults begin with.
    pub const KINDS: [&str; 7] =
        ["cannot be started", "crashed", "silent", "malformed reply", "refused", "late", "illegal move"];
}

/// A running engine. It is ended when this is dropped.
#[derive(Debug)]
pub struct Player {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<Result<String, Fault>>,
}

impl Player {
    /// Starts an engine: a command line, quoted as for a shell.
    ///
    /// # Errors
    /// [`Fault::Start`].
    pub fn start(command: &str) -> Result<Self, Fault> {
        let words = shlex::split(command).unwrap_or_default();
        let (program, arguments) = words.split_first().ok_or_else(|| Fault::Start("no command".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::Start(format!("{program}: {error}")))?;
        let (sender, replies) = channel();
        let (input, output) = (child.stdin.take(), child.stdout.take());
        if let Some(output) = output {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                // Ends with the output, with the first thing that is no reply, or when nobody listens any more.
                loop {
                    let reply = read_reply(&mut output);
                    let last = reply.is_err();
                    if sender.send(reply).is_err() || last {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, input, replies })
    }

    /// Sends a line and waits for the reply, the text after `=`, and how long it took.
    ///
    /// # Errors
    /// [`Fault`]; after anything but [`Fault::Refused`] the engine is of no more use.
    pub fn ask(&mut self, line: &str, most: Duration) -> Result<(String, Duration), Fault> {
        let begun = Instant::now();
        let input = self.input.as_mut().ok_or(Fault::Crashed)?;
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|_| Fault::Crashed)?;
        let reply = match self.replies.recv_timeout(most) {
            Ok(reply) => reply?,
            Err(RecvTimeoutError::Timeout) => return Err(Fault::Silent(most.as_millis())),
            Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crashed),
        };
        let taken = begun.elapsed();
        match reply.split_at_checked(1) {
            Some(("=", text)) => Ok((text.trim().to_owned(), taken)),
            Some((_, text)) => Err(Fault::Refused(line.to_owned(), shortened(text.trim()))),
            None => Err(Fault::Malformed(String::new())),
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit"); // and the input is closed
        }
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads to the blank line after a reply.
fn read_reply(output: &mut BufReader<ChildStdout>) -> Result<String, Fault> {
    let mut reply = String::new();
    loop {
        let left = LONGEST_REPLY.saturating_sub(reply.len() as u64);
        let mut line = Vec::new();
        let read = output.by_ref().take(left).read_until(b'\n', &mut line).map_err(|_| Fault::Crashed)?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']);
        match (read, reply.is_empty(), line.is_empty()) {
            (0, ..) if left > 0 => return Err(Fault::Crashed),
            (0, ..) => return Err(Fault::Malformed("it does not end".to_owned())),
            (_, true, true) => {} // blank lines before a reply
            (_, true, false) if !line.starts_with(['=', '?']) => return Err(Fault::Malformed(shortened(line))),
            (_, false, true) => return Ok(reply),
            (_, first, false) => {
                reply += if first { "" } else { "\n" };
                reply += line;
            }
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}
