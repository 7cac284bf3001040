//! The analysis engine: many positions at once, for front ends and scripts. Queries are lines of JSON, and so are the
//! answers, in the order in which they are found (the model is KataGo's parallel analysis engine).

mod job;
mod query;
mod queue;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use serde::Serialize;

use crate::play::Versioned;
use crate::registry::Entry;
use crate::system::threads::help;
use crate::system::{Cancel, lock};

use job::Job;
use query::{AnswerError, Request};
use queue::Queue;

const MAX_LENGTH: usize = 1 << 24;
/// The bytes of waiting positions at which reading pauses, so that memory stays bounded. Actions are then read late.
const MOST_WAITING: usize = 32 << 20;
/// The time for a position if neither the query nor the program limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The defaults of queries, and the settings of all workers.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The number of positions analysed at the same time, at least 1.
    pub workers: usize,
    pub search_threads: u64,
    pub hash_mb: u64,
    /// The time for a position; by default one second, if there is no node limit.
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
}

pub struct Batch {
    pub games: &'static [Entry],
    pub defaults: Defaults,
    /// If it is cancelled, all work ends: running searches answer with their results so far, and waiting positions are
    /// answered as terminated.
    pub cancel: Cancel,
}

impl Batch {
    /// Answers queries until the input ends and all are answered. The answers to a query with a node limit do not depend
    /// on the other queries.
    pub fn run(&self, input: impl Read + Send + 'static, output: impl Write + Send) -> io::Result<()> {
        let queue = &Queue::new(MOST_WAITING);
        let output = &Output { writer: Mutex::new(output), failed: Mutex::new(None), cancel: &self.cancel };
        let (sender, lines) = mpsc::sync_channel(1);
        let (reader, watcher) = (sender.clone(), sender);
        // The thread is not joined, because a read that never ends must not keep the program alive.
        thread::Builder::new().spawn(move || read_lines(input, &reader))?;
        let work = || {
            let done = catch_unwind(AssertUnwindSafe(|| {
                while let Some(job) = queue.take() {
                    job.run(self.games, &self.defaults, &mut |answer| {
                        // Before the last answer, so that it is not terminated afterwards.
                        if !answer.as_ref().is_ok_and(|answer| !answer.report.is_final) {
                            queue.done(&job);
                        }
                        match &answer {
                            Ok(answer) => output.line(answer),
                            Err(error) => output.line(error),
                        }
                    });
                }
            }));
            // A panic ends the work of all threads.
            done.inspect_err(|_| {
                self.cancel.cancel();
                queue.close();
            })
        };
        let watch = move || {
            self.cancel.wait();
            if self.cancel.is_cancelled() {
                queue.stop();
            }
            let _ = watcher.send(Ok(Vec::new()));
        };
        let result = thread::scope(|scope| {
            let mut workers = Vec::new();
            let started = thread::Builder::new().spawn_scoped(scope, watch).and_then(|_| {
                workers.push(thread::Builder::new().spawn_scoped(scope, work)?);
                workers.extend((1..self.defaults.workers).map_while(|_| help(scope, work)));
                Ok(())
            });
            let read = started.and_then(|()| self.take_lines(&lines, queue, output));
            drop(lines); // the threads that send must not wait
            queue.close();
            let ends: Vec<_> = workers.into_iter().map(ScopedJoinHandle::join).collect();
            self.cancel.abandon(); // ends the thread that watches the token
            if let Some(panic) = ends.into_iter().find_map(|end| end.flatten().err()) {
                resume_unwind(panic);
            }
            read
        });
        lock(&output.failed).take().map_or(result, Err)
    }

    /// Takes lines until the input ends, the work is cancelled, or the output fails.
    fn take_lines(&self, lines: &Receiver<Input>, queue: &Queue, output: &Output<impl Write>) -> io::Result<()> {
        for input in lines.iter().take_while(|_| !self.cancel.is_cancelled()) {
            match input? {
                line if line.is_empty() => break,
                line => self.take(&line, queue, output),
            }
        }
        Ok(())
    }

    fn take(&self, line: &[u8], queue: &Queue, output: &Output<impl Write>) {
        if line.strip_suffix(b"\n").unwrap_or(line).len() > MAX_LENGTH {
            let error = format!("the line has more than {MAX_LENGTH} bytes");
            return output.line(&AnswerError::new(None, None, error));
        }
        let text = String::from_utf8_lossy(line);
        if text.trim().is_empty() {
            return;
        }
        match Request::read(&text) {
            Err(error) => output.line(&error),
            Ok(Request::Action(action)) => output.line(&action.answer(|id| queue.terminate(id))),
            Ok(Request::Query(query)) => match Job::all(*query, line.len(), self.games) {
                Err(error) => output.line(&error),
                Ok(jobs) => queue.put(jobs),
            },
        }
    }
}

/// A line with its line feed; empty at the end of the input.
type Input = io::Result<Vec<u8>>;

/// Sends the lines of the input, until it ends or nobody receives them. One that is too long is cut.
fn read_lines(input: impl Read, lines: &SyncSender<Input>) {
    let mut input = BufReader::new(input);
    loop {
        let mut line = Vec::new();
        let mut read = input.by_ref().take(MAX_LENGTH as u64 + 1).read_until(b'\n', &mut line);
        if line.len() > MAX_LENGTH && !line.ends_with(b"\n") {
            read = input.skip_until(b'\n');
        }
        let ends = read.is_err() || line.is_empty();
        if lines.send(read.map(|_| line)).is_err() || ends {
            return;
        }
    }
}

/// The output, which takes whole lines from all workers.
struct Output<'a, W> {
    writer: Mutex<W>,
    failed: Mutex<Option<io::Error>>,
    cancel: &'a Cancel,
}

impl<W: Write> Output<'_, W> {
    /// Writes an answer. If that fails, all work ends.
    fn line(&self, answer: &impl Serialize) {
        let mut writer = lock(&self.writer);
        let text = serde_json::to_string(&Versioned::new(answer));
        let written =
            text.map_err(io::Error::from).and_then(|text| writeln!(writer, "{text}")).and_then(|()| writer.flush());
        if let Err(error) = written {
            lock(&self.failed).get_or_insert(error);
            self.cancel.cancel();
        }
    }
}
