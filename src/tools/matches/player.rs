//! An engine as a process. Every request has a timeout, every reply a maximal length, and no process is left behind.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};
use thiserror::Error;

use crate::cancel::Cancel;

/// The most bytes of a reply.
const LONGEST_REPLY: u64 = 1 << 20;
/// How long an engine may take to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);
/// How soon a request notices that the match has been stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It has exited, or closed its output.
    #[error("crashed")]
    Crashed,
    /// It did not answer in time.
    #[error("silent for {0} ms")]
    Silent(u128),
    /// It did not read its input in time.
    #[error("did not read its input for {0} ms")]
    Deaf(u128),
    /// It printed something that is not a reply of the protocol.
    #[error("malformed reply: {0}")]
    Malformed(String),
    /// It printed a reply before it was asked for one.
    #[error("unexpected reply: {0}")]
    Unexpected(String),
    /// It answered with a failure.
    #[error("refused '{0}': {1}")]
    Refused(String, String),
    /// It took more time than it had.
    #[error("late by {0} ms")]
    Late(u128),
    /// Its move is not legal.
    #[error("illegal move {0}: {1}")]
    Illegal(String, String),
    /// The match was stopped. This is no fault of the engine, and the game does not count.
    #[error("stopped")]
    Stopped,
}

impl Fault {
    /// How the texts of faults begin, including those of older records.
    pub const KINDS: [&str; 9] = [
        "cannot be started",
        "crashed",
        "silent",
        "did not read",
        "malformed reply",
        "unexpected reply",
        "refused",
        "late",
        "illegal move",
    ];
}

/// A running engine. Dropping it ends the engine and all processes that it started.
#[derive(Debug)]
pub struct Player {
    child: Box<dyn ChildWrapper>,
    /// Lines for the thread that writes them; `None` once the engine has been told to quit.
    lines: Option<Sender<String>>,
    written: Receiver<io::Result<()>>,
    replies: Receiver<Result<String, Fault>>,
    stop: Cancel,
}

impl Player {
    /// Starts an engine from a command line, quoted as for a shell. Once `stop` is cancelled, requests end with
    /// [`Fault::Stopped`].
    ///
    /// # Errors
    /// The program or a thread cannot be started. The machine may be the reason, so this is not a fault of the engine.
    pub fn start(command: &str, stop: &Cancel) -> io::Result<Self> {
        // A shell's backslash escapes; that of a path on Windows does not.
        let command = if cfg!(windows) { &command.replace('\\', "/") } else { command };
        let words = shlex::split(command).unwrap_or_default();
        let (program, arguments) =
            words.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command"))?;
        let mut wrapped = CommandWrap::with_new(program, |command| {
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        });
        // Processes that the engine starts belong to it, and end with it. A group of its own also means that a Ctrl-C
        // reaches the match alone.
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::std::JobObject);
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{program}: {error}"));
        let child = wrapped.spawn().map_err(named)?;
        let (lines, to_write) = channel();
        let (acknowledge, written) = sync_channel(1);
        // At most one reply waits, so an engine that floods its output is blocked.
        let (found, replies) = sync_channel(1);
        let mut player = Self { child, lines: Some(lines), written, replies, stop: stop.clone() };
        let (input, output) = (player.child.stdin().take(), player.child.stdout().take());
        if let (Some(input), Some(output)) = (input, output) {
            thread::Builder::new().spawn(move || write_lines(input, &to_write, &acknowledge))?;
            thread::Builder::new().spawn(move || read_replies(output, &found))?;
        }
        Ok(player)
    }

    /// Sends a line and waits for the reply, at most for the time `most`. Returns the text after `=` and the time it took.
    ///
    /// # Errors
    /// [`Fault`]. After a fault other than [`Fault::Refused`] the engine cannot be used any more.
    pub fn ask(&mut self, line: &str, most: Duration) -> Result<(String, Duration), Fault> {
        if let Ok(early) = self.replies.try_recv() {
            return Err(early.map_or_else(|fault| fault, |reply| Fault::Unexpected(shortened(&reply))));
        }
        let begun = Instant::now();
        let lines = self.lines.as_ref().ok_or(Fault::Crashed)?;
        lines.send(format!("{line}\n")).map_err(|_| Fault::Crashed)?;
        let deaf = Fault::Deaf(most.as_millis());
        if self.wait(&self.written, begun, most, deaf)?.is_err() {
            // It no longer reads. If the reader has stopped it for something that it printed, that is the reason.
            let printed = self.wait(&self.replies, begun, most, Fault::Crashed)?;
            return Err(printed.map_or_else(|fault| fault, |reply| Fault::Unexpected(shortened(&reply))));
        }
        let reply = self.wait(&self.replies, begun, most, Fault::Silent(most.as_millis()))??;
        let taken = begun.elapsed();
        match reply.split_at_checked(1) {
            Some(("=", text)) => Ok((text.trim().to_owned(), taken)),
            Some((_, text)) => Err(Fault::Refused(line.to_owned(), shortened(text.trim()))),
            None => Err(Fault::Malformed(String::new())),
        }
    }

    /// Waits for a message from one of the threads.
    fn wait<T>(&self, from: &Receiver<T>, begun: Instant, most: Duration, late: Fault) -> Result<T, Fault> {
        loop {
            if self.stop.is_cancelled() {
                return Err(Fault::Stopped);
            }
            let left = most.saturating_sub(begun.elapsed());
            match from.recv_timeout(left.min(STOP_INTERVAL)) {
                Ok(sent) => return Ok(sent),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crashed),
                Err(RecvTimeoutError::Timeout) if left <= STOP_INTERVAL => return Err(late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some(lines) = self.lines.take() {
            let _ = lines.send("quit\n".to_owned()); // and then the input is closed
        }
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
        // Processes that the engine has left behind are still in its group.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

/// Writes lines to an engine until there are no more, in a thread of its own: the engine may not read.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>, written: &SyncSender<io::Result<()>>) {
    for line in lines {
        let done = input.write_all(line.as_bytes()).and_then(|()| input.flush());
        if written.send(done).is_err() {
            break;
        }
    }
}

/// Reads replies until the output ends, something is not a reply, or nobody receives them any more.
fn read_replies(output: ChildStdout, replies: &SyncSender<Result<String, Fault>>) {
    let mut output = BufReader::new(output);
    loop {
        let reply = read_reply(&mut output).and_then(|reply| {
            // One request is made at a time, so nothing may follow its reply.
            let rest = String::from_utf8_lossy(output.buffer());
            if rest.trim().is_empty() { Ok(reply) } else { Err(Fault::Unexpected(shortened(rest.trim()))) }
        });
        let is_last = reply.is_err();
        if replies.send(reply).is_err() || is_last {
            break;
        }
    }
}

/// Reads to the blank line after a reply.
fn read_reply(output: &mut impl BufRead) -> Result<String, Fault> {
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

/// The first line of what an engine has printed, shortened for people.
fn shortened(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(120).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A pipe holds some of what is written, and then a write waits for the reader.
    #[test]
    fn an_engine_that_does_not_read_is_not_waited_for() {
        let mut player = Player::start("sleep 600", &Cancel::default()).unwrap();
        let short = Duration::from_millis(100);
        assert_eq!(player.ask("name", short), Err(Fault::Silent(100)));
        assert_eq!(player.ask(&"x".repeat(1 << 20), short), Err(Fault::Deaf(100)));
    }

    /// The reader stops an engine that prints too much, which then fails to read: the reason is what it printed.
    #[test]
    fn an_engine_that_was_stopped_is_not_said_to_have_crashed() {
        let command = r#"sh -c 'exec 0<&-; sleep 0.3; printf "= a\n\n= b\n\n"'"#;
        let mut player = Player::start(command, &Cancel::default()).unwrap();
        thread::sleep(Duration::from_millis(100)); // until it has closed its input
        assert_eq!(player.ask("name", Duration::from_secs(60)), Err(Fault::Unexpected("= b".to_owned())));
    }

    #[test]
    fn a_stopped_match_waits_for_nobody() {
        let stop = Cancel::default();
        let mut player = Player::start("sleep 600", &stop).unwrap();
        stop.cancel();
        assert_eq!(player.ask("name", Duration::from_secs(600)), Err(Fault::Stopped));
    }
}
