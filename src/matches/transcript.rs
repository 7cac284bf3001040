//! The conversation between the match and an engine: written to a log, and its last lines kept to explain a fault.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::system::files::open_regular;
use crate::system::{lock, printable};

/// Lines of the conversation, and of standard error, that are kept.
const KEPT: usize = 12;
/// How many of them explain a fault in a match.
const SHOWN: usize = 4;
/// How many bytes of an engine's output and standard error are logged after each line that it is sent.
const LOGGED: usize = 1 << 18;
/// The usual bytes of a time and the end of a line in a log.
const TIME_LENGTH: usize = 8;
/// What the log says once that is reached.
const LEFT_OUT: &str = "has printed more than 256 KiB; what it prints until it is sent the next line is left out";

/// A file with the conversations of all engines of a match. Clones write to the same file.
#[derive(Clone, Debug)]
pub struct Log(Arc<Mutex<Option<File>>>, Instant);

impl Log {
    /// Opens a file and appends to it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = open_regular(path, OpenOptions::new().create(true).append(true))?;
        Ok(Self(Arc::new(Mutex::new(Some(file))), Instant::now()))
    }

    /// Writes a line. A match goes on if its log cannot be written.
    fn line(&self, text: &str) {
        let mut file = lock(&self.0);
        let Some(open) = &mut *file else { return };
        let line = format!("{:.3} {text}\n", self.1.elapsed().as_secs_f64());
        if let Err(error) = open.write_all(line.as_bytes()) {
            log::warn!("the log of the match ends here: {error}");
            *file = None;
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The name and the process number of the engine.
    pub engine: String,
    log: Option<Log>,
    /// The bytes that the engine has printed since the last line that it was sent.
    printed: AtomicUsize,
    is_closed: AtomicBool,
    conversation: Mutex<VecDeque<String>>,
    errors: Mutex<VecDeque<String>>,
}

impl Transcript {
    pub(super) fn new(engine: String, log: Option<Log>) -> Self {
        Self { engine, log, ..Self::default() }
    }

    /// Ends the conversation: what the engine says to the `quit` of the match explains no fault.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Relaxed);
    }

    /// Writes a line to the log, unless the engine has already printed too much.
    fn log(&self, sign: char, text: &str) {
        let Some(log) = &self.log else { return };
        if sign == '>' {
            self.printed.store(0, Relaxed);
            return log.line(text);
        }
        let length = text.len() + TIME_LENGTH;
        let before = self.printed.fetch_add(length, Relaxed);
        if before < LOGGED {
            log.line(text);
            if before + length >= LOGGED {
                log.line(&format!("{} {LEFT_OUT}", self.engine));
            }
        }
    }

    /// Records a line by its sign: `>` was sent to the engine, `<` is its standard output, `!` its standard error.
    pub(super) fn record(&self, sign: char, line: &str) {
        let line = printable(line);
        let text = format!("{} {sign} {line}", self.engine);
        log::debug!("{text}");
        self.log(sign, &text);
        if line.is_empty() && sign != '>' {
            return; // the end of a reply explains nothing
        }
        if sign != '!' && self.is_closed.load(Relaxed) {
            return;
        }
        let (kept, line) = match sign {
            '!' => (&self.errors, shortened(&line)),
            _ => (&self.conversation, format!("{sign} {}", shortened(&line)).trim_end().to_owned()),
        };
        let mut kept = lock(kept);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(line);
    }

    /// The last lines, to be appended to the text of a fault; empty if there were none.
    pub(crate) fn last_lines(&self) -> String {
        let mut text = String::new();
        for (title, kept) in [("standard error", &self.errors), ("conversation", &self.conversation)] {
            let kept = lock(kept);
            if !kept.is_empty() {
                let last = kept.iter().skip(kept.len().saturating_sub(SHOWN));
                text += &format!("; {title}: {}", Vec::from_iter(last.map(String::as_str)).join(" | "));
            }
        }
        text
    }

    pub(super) fn conversation(&self) -> Vec<String> {
        lock(&self.conversation).iter().cloned().collect()
    }

    /// The last lines of standard error, with their sign.
    pub(super) fn errors(&self) -> Vec<String> {
        lock(&self.errors).iter().map(|line| format!("! {line}")).collect()
    }
}

/// The first line of what an engine has printed, safe to print and short enough for people.
pub(super) fn shortened(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    printable(&line.chars().take(120).collect::<String>()).into_owned()
}
