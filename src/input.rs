//! Lines of input: cleaned as GTP says, bounded in length, numbered, and looked at for interrupts while the engine
//! is busy with earlier ones.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use crate::search::Interrupt;

/// The most bytes of a line, comments not counted, and runs of spaces counted as one.
pub const MAX_LENGTH: usize = 1 << 20;

/// Lines that wait while the engine is busy; a client that sends more is held up, so memory stays bounded.
const QUEUE: usize = 256;

/// What the lines are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// GTP, unless the first line is `ugi`.
    Either,
    /// UGI: `stop` ends a search, besides the comment `# interrupt`.
    Ugi,
}

/// Lines as they come in, read by a thread of its own.
pub struct Lines {
    waiting: VecDeque<Line>,
    receiver: Receiver<Line>,
    interrupt: Interrupt,
}

impl Lines {
    /// Begins to read.
    pub fn read(input: impl Read + Send + 'static, dialect: Dialect) -> Self {
        let interrupt = Interrupt::default();
        let (sender, receiver) = sync_channel(QUEUE);
        let reader = interrupt.clone();
        // Not joined: a read that never ends must not keep a session from ending.
        thread::spawn(move || {
            read(input, dialect, &reader, |line| sender.send(line).is_ok());
            reader.close();
        });
        Self { waiting: VecDeque::new(), receiver, interrupt }
    }

    /// The interrupt that the lines may ask for.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The next line; `None` at the end of the input. `before_waiting` is called if there is none yet.
    ///
    /// # Errors
    /// Those of `before_waiting`.
    pub fn next(&mut self, before_waiting: impl FnOnce() -> io::Result<()>) -> io::Result<Option<Line>> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        match self.receiver.try_recv() {
            Ok(line) => Ok(Some(line)),
            Err(TryRecvError::Disconnected) => Ok(None),
            Err(TryRecvError::Empty) => {
                before_waiting()?;
                Ok(self.receiver.recv().ok())
            }
        }
    }

    /// Puts a line back: it is the next one again.
    pub fn put_back(&mut self, line: Line) {
        self.waiting.push_front(line);
    }
}

/// A line that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number among the lines that are not blank, from 1.
    pub number: u64,
    /// Its text: control characters and comment gone, tabs turned to spaces.
    pub text: String,
    /// Whether it was longer than [`MAX_LENGTH`]; the text is then its beginning.
    pub too_long: bool,
}

/// Reads lines to the end of the input, or until `take` returns false. The last one needs no line feed.
fn read(input: impl Read, mut dialect: Dialect, interrupt: &Interrupt, mut take: impl FnMut(Line) -> bool) {
    let mut input = BufReader::with_capacity(64 << 10, input);
    let mut number = 0;
    let mut raw = Raw::default();
    loop {
        let ended = match raw.fill(&mut input) {
            Ok(ended) => ended,
            Err(error) => {
                log::error!("reading input: {error}");
                true
            }
        };
        if raw.comment.trim_ascii() == b"interrupt" && raw.text.trim_ascii().is_empty() {
            interrupt.stop_up_to(number);
        }
        if !ended || !raw.is_empty() {
            // Any line ends a stream, a blank one too.
            interrupt.stop_streams_up_to(number);
        }
        if let Some((text, too_long)) = raw.take() {
            if number == 0 && text == "ugi" {
                dialect = Dialect::Ugi;
            }
            match text.as_str() {
                "stop" if dialect == Dialect::Ugi => interrupt.stop_up_to(number),
                // Nothing can stop a search without end any more; one with limits comes to its end.
                "quit" if dialect == Dialect::Ugi => interrupt.close(),
                _ => {}
            }
            number += 1;
            if !take(Line { number, text, too_long }) {
                return;
            }
        }
        if ended {
            return;
        }
    }
}

/// A line under way. However long it is, no more than a bounded part of it is kept.
#[derive(Default)]
struct Raw {
    text: Vec<u8>,
    /// The beginning of what follows the first `#`.
    comment: Vec<u8>,
    in_comment: bool,
    too_long: bool,
}

impl Raw {
    /// Reads up to a line feed; `true` at the end of the input.
    fn fill(&mut self, input: &mut impl BufRead) -> io::Result<bool> {
        loop {
            let bytes = match input.fill_buf() {
                Ok([]) => return Ok(true),
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            part.iter().for_each(|&byte| self.push(byte));
            let used = part.len() + usize::from(end.is_some());
            input.consume(used);
            if end.is_some() {
                return Ok(false);
            }
        }
    }

    fn push(&mut self, byte: u8) {
        match byte {
            b'#' if !self.in_comment => self.in_comment = true,
            b'\t' => self.keep(b' '),
            _ if byte.is_ascii_control() => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        let (kept, limit) = if self.in_comment { (&mut self.comment, 32) } else { (&mut self.text, MAX_LENGTH) };
        if byte == b' ' && kept.last().is_none_or(|&last| last == b' ') {
            return; // several spaces are one, and those at the beginning none
        }
        if kept.len() < limit {
            kept.push(byte);
        } else if !self.in_comment {
            self.too_long |= byte != b' ';
        } else if byte != b' ' {
            kept.push(byte); // one too many tells a long comment from a short one
            kept.truncate(limit + 1);
        }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && !self.in_comment
    }

    /// The text, unless it is blank; what follows is a new line.
    fn take(&mut self) -> Option<(String, bool)> {
        let Self { text, too_long, .. } = std::mem::take(self);
        let text = String::from_utf8_lossy(&text).trim_ascii().to_owned();
        (!text.is_empty()).then_some((text, too_long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read(input, Dialect::Either, &Interrupt::default(), |line| {
            lines.push(line.text);
            true
        });
        lines
    }

    #[test]
    fn control_characters_comments_and_blank_lines_go() {
        assert_eq!(lines(b"na\x00me\r\n\n  \t\n# all comment\nplay\tb D4 # why\x07\n"), ["name", "play b D4"]);
        assert_eq!(lines(b"no line feed"), ["no line feed"]);
        assert_eq!(lines(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}"]);
        // A no-break space is no blank: whoever sends it waits for a reply.
        assert_eq!(lines("\u{a0}\n".as_bytes()), ["\u{a0}"]);
        assert_eq!(lines(b""), [""; 0]);
    }

    #[test]
    fn long_lines_are_cut_and_long_comments_do_not_count() {
        let mut input = vec![b'a'; MAX_LENGTH + 1];
        input.extend_from_slice(b"\nshort #");
        input.extend(vec![b'#'; 3 * MAX_LENGTH]);
        input.push(b'\n');
        input.extend(vec![b' '; 3 * MAX_LENGTH]);
        input.extend_from_slice(b"\n7");
        input.extend(vec![b' '; 3 * MAX_LENGTH]);
        input.extend_from_slice(b"last");
        let mut found = Vec::new();
        read(&input[..], Dialect::Either, &Interrupt::default(), |line| {
            found.push((line.text.len(), line.too_long));
            true
        });
        assert_eq!(found, [(MAX_LENGTH, true), (5, false), (6, false)]);
    }

    #[test]
    fn an_interrupt_stops_the_lines_before_it() {
        let stops = |input: &[u8]| {
            let interrupt = Interrupt::default();
            read(input, Dialect::Either, &interrupt, |_| true);
            [1, 2, 3].map(|line| interrupt.is_stopped(line))
        };
        assert_eq!(stops(b"a\nb\n  #  interrupt \r\nc\n"), [true, true, false]);
        assert_eq!(stops(b"a\n# interrupted\nb # interrupt\n# interrupt now\n"), [false; 3]);
    }
}
