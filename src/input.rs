//! Lines of input: cleaned as GTP says, bounded in length, and watched for interrupts while the engine is busy with
//! earlier ones.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::cancel::Cancel;

/// The most bytes of a line, comments not counted, and runs of spaces counted as one.
pub const MAX_LENGTH: usize = 1 << 20;

/// Lines that wait while the engine is busy; a client that sends more is held up, so memory stays bounded.
const QUEUE: usize = 256;

/// What the lines are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// GTP.
    Gtp,
    /// GTP, unless the first line is `ugi`.
    Either,
    /// UGI: `stop` ends a search, besides the comment `# interrupt`.
    Ugi,
}

/// Lines as they come in, read by a thread of its own.
pub struct Lines {
    waiting: VecDeque<Line>,
    receiver: Receiver<Line>,
    tokens: SharedTokens,
}

impl Lines {
    /// Begins to read.
    ///
    /// # Errors
    /// There is no thread to read.
    pub fn read(input: impl Read + Send + 'static, dialect: Dialect) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(QUEUE);
        // Not joined: a read that never ends must not keep a session from ending.
        let tokens = SharedTokens::default();
        let issued = tokens.clone();
        thread::Builder::new().spawn(move || read(input, dialect, &issued, |line| sender.send(line).is_ok()))?;
        Ok(Self { waiting: VecDeque::new(), receiver, tokens })
    }

    /// Cancels all work, that of lines to come too, as soon as `closed` returns: it waits until nobody reads the output any
    /// more. Without this, a process whose user has gone would work to the end of the last line.
    ///
    /// # Errors
    /// There is no thread to wait.
    pub fn cancel_once(&self, closed: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let tokens = self.tokens.clone();
        let wait = move || {
            closed();
            tokens.lock().close();
        };
        thread::Builder::new().spawn(wait).map(drop)
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

/// A line that is not blank, with the tokens that end the work it asks for.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its text: control characters and comment gone, tabs turned to spaces.
    pub text: String,
    /// Whether it was longer than [`MAX_LENGTH`]; the text is then its beginning.
    pub too_long: bool,
    /// Cancelled by an interrupt that comes after the line; abandoned at the end of the input.
    pub cancel: Cancel,
    /// Cancelled by an interrupt, by whatever line comes next, and at the end of the input: for work that goes on until
    /// then, such as an analysis.
    pub until_next: Cancel,
}

/// The tokens, which the reader of the input issues and the watcher of the output cancels.
#[derive(Clone, Default)]
struct SharedTokens(Arc<Mutex<Tokens>>);

impl SharedTokens {
    fn lock(&self) -> MutexGuard<'_, Tokens> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tokens of the lines read so far, as far as work may still depend on them.
#[derive(Default)]
struct Tokens {
    requests: Vec<Cancel>,
    latest: Option<Cancel>,
    /// Nobody reads the output any more.
    closed: bool,
}

impl Tokens {
    /// Those of a new line.
    fn issue(&mut self) -> (Cancel, Cancel) {
        self.requests.retain(Cancel::is_in_use);
        let (cancel, until_next) = (Cancel::default(), Cancel::default());
        self.requests.push(cancel.clone());
        self.latest = Some(until_next.clone());
        if self.closed {
            self.interrupt();
        }
        (cancel, until_next)
    }

    /// All work is to end, now and later.
    fn close(&mut self) {
        self.closed = true;
        self.interrupt();
    }

    /// A line has come, perhaps a blank one.
    fn next_line(&mut self) {
        self.latest.take().iter().for_each(Cancel::cancel);
    }

    /// All work asked for so far is to end.
    fn interrupt(&mut self) {
        self.next_line();
        self.requests.drain(..).for_each(|cancel| cancel.cancel());
    }

    /// All work asked for so far is to end, and its results are not wanted.
    fn discard(&mut self) {
        self.next_line();
        self.requests.drain(..).for_each(|cancel| cancel.discard());
    }

    /// Nobody can interrupt any more.
    fn abandon(&mut self) {
        self.next_line();
        self.requests.iter().for_each(Cancel::abandon);
    }
}

/// Reads lines to the end of the input, or until `take` returns false. The last one needs no line feed.
fn read(input: impl Read, dialect: Dialect, tokens: &SharedTokens, take: impl FnMut(Line) -> bool) {
    read_lines(input, dialect, tokens, take);
    tokens.lock().abandon();
}

fn read_lines(input: impl Read, dialect: Dialect, tokens: &SharedTokens, mut take: impl FnMut(Line) -> bool) {
    let mut input = BufReader::with_capacity(64 << 10, input);
    let mut cutter = Cutter::new(dialect, tokens.clone());
    loop {
        let ended = match cutter.raw.fill(&mut input) {
            Ok(ended) => ended,
            Err(error) => {
                log::error!("reading input: {error}");
                true
            }
        };
        if let Some(line) = cutter.end_line(ended)
            && !take(line)
        {
            return;
        }
        if ended {
            return;
        }
    }
}

/// Makes lines of bytes, and ends the work that they say is to end.
struct Cutter {
    raw: Raw,
    dialect: Dialect,
    tokens: SharedTokens,
    is_first: bool,
    has_left: bool,
}

impl Cutter {
    fn new(dialect: Dialect, tokens: SharedTokens) -> Self {
        Self { raw: Raw::default(), dialect, tokens, is_first: true, has_left: false }
    }

    /// A line feed has come, or the input has `ended`: the line, unless it is blank.
    fn end_line(&mut self, ended: bool) -> Option<Line> {
        let Self { raw, tokens, .. } = self;
        // An id may stand before it, as before a command. It gets no reply, with or without one.
        let is_alone = raw.text.trim_ascii().iter().all(u8::is_ascii_digit);
        match raw.comment.trim_ascii() {
            b"interrupt" if is_alone => {
                tokens.lock().interrupt();
                raw.text.clear();
            }
            b"cancel" if is_alone => {
                tokens.lock().discard();
                raw.text.clear();
            }
            _ => {}
        }
        if !ended || !raw.is_empty() {
            tokens.lock().next_line();
        }
        let (text, too_long) = raw.take()?;
        if self.is_first && self.dialect == Dialect::Either && text == "ugi" {
            self.dialect = Dialect::Ugi;
        }
        self.is_first = false;
        match text.as_str() {
            "stop" if self.dialect == Dialect::Ugi => tokens.lock().interrupt(),
            // Whatever follows is not read: a search without limits would never end.
            "quit" if self.dialect == Dialect::Ugi => self.has_left = true,
            _ => {}
        }
        let (cancel, until_next) = tokens.lock().issue();
        if self.has_left {
            tokens.lock().abandon();
        }
        Some(Line { text, too_long, cancel, until_next })
    }
}

/// Lines for a program that is given its input piece by piece, and has no thread to wait for it.
pub struct PushedLines {
    cutter: Cutter,
    waiting: VecDeque<Line>,
}

impl PushedLines {
    /// No lines yet.
    pub fn new(dialect: Dialect) -> Self {
        Self { cutter: Cutter::new(dialect, SharedTokens::default()), waiting: VecDeque::new() }
    }

    /// Takes a piece of the input, which need not end with a line.
    pub fn push(&mut self, text: &[u8]) {
        for &byte in text {
            if byte == b'\n' {
                self.waiting.extend(self.cutter.end_line(false));
            } else {
                self.cutter.raw.push(byte);
            }
        }
    }

    /// Takes the next line, if it has come whole.
    pub fn take(&mut self) -> Option<Line> {
        self.waiting.pop_front()
    }

    /// What ends the work that lines ask for before their successors are taken.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.cutter.tokens.clone())
    }
}

/// Ends the work that the lines taken so far ask for, as lines to come would.
#[derive(Clone)]
pub struct Interrupter(SharedTokens);

impl Interrupter {
    /// As any line does: analyses end.
    pub fn next_line(&self) {
        self.0.lock().next_line();
    }

    /// As `# interrupt`: searches end with the best move that they have.
    pub fn interrupt(&self) {
        self.0.lock().interrupt();
    }

    /// As `# cancel`: searches end, and nothing is played.
    pub fn cancel(&self) {
        self.0.lock().discard();
    }

    /// As the end of the input: analyses end, and searches without a limit.
    pub fn end_input(&self) {
        self.0.lock().abandon();
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
        read(input, Dialect::Either, &SharedTokens::default(), |line| {
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
        // A no-break space is not blank: its sender waits for a reply.
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
        read(&input[..], Dialect::Either, &SharedTokens::default(), |line| {
            found.push((line.text.len(), line.too_long));
            true
        });
        assert_eq!(found, [(MAX_LENGTH, true), (5, false), (6, false)]);
    }

    /// However the input is cut into pieces, the lines and what they cancel are the same.
    #[test]
    fn pushed_lines_are_those_that_are_read() {
        let input = b"1 name # why\r\n\n# interrupt\nplay b\tD4\n7 # cancel\nlast\nno line feed";
        let whole = read_all(&input[..input.len() - 12], Dialect::Either);
        for size in 1..input.len() {
            let mut lines = PushedLines::new(Dialect::Either);
            input.chunks(size).for_each(|piece| lines.push(piece));
            let pushed: Vec<_> = std::iter::from_fn(|| lines.take()).collect();
            let seen = |lines: &[Line]| {
                let seen = |line: &Line| (line.text.clone(), line.cancel.is_cancelled(), line.cancel.is_discarded());
                lines.iter().map(seen).collect::<Vec<_>>()
            };
            assert_eq!(seen(&pushed), seen(&whole), "pieces of {size}");
            assert!(!pushed[2].until_next.is_cancelled());
            lines.interrupter().next_line();
            assert!(pushed[2].until_next.is_cancelled() && !pushed[2].cancel.is_cancelled());
            lines.interrupter().cancel();
            assert!(pushed[2].cancel.is_discarded());
        }
    }

    /// The lines of an input, after all of it has been read.
    fn read_all(input: &[u8], dialect: Dialect) -> Vec<Line> {
        let mut lines = Vec::new();
        read(input, dialect, &SharedTokens::default(), |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn an_interrupt_stops_the_lines_before_it() {
        let cancelled = |input: &[u8]| {
            let lines = read_all(input, Dialect::Either);
            lines.iter().map(|line| line.cancel.is_cancelled()).collect::<Vec<_>>()
        };
        assert_eq!(cancelled(b"a\nb\n  #  interrupt \r\nc\n"), [true, true, false]);
        assert_eq!(cancelled(b"a\n# interrupted\nb # interrupt\n# interrupt now\n"), [false; 2]);
        assert_eq!(cancelled(b"a\n 7 # interrupt\nb\n"), [true, false]);
        assert_eq!(cancelled(b"a\n# cancel\nb\n"), [true, false]);
        let discarded: Vec<_> = read_all(b"a\n# interrupt\nb\n7 # cancel\nc\n", Dialect::Either)
            .iter()
            .map(|line| line.cancel.is_discarded())
            .collect();
        assert_eq!(discarded, [false, true, false]);
    }

    #[test]
    fn once_nobody_reads_all_work_is_cancelled() {
        let tokens = SharedTokens::default();
        let mut before = Vec::new();
        let take = |line: Line| {
            before.push(line);
            true
        };
        read(&b"a\nb\n"[..], Dialect::Either, &tokens, take);
        assert!(before.iter().all(|line| !line.cancel.is_cancelled()));
        tokens.lock().close();
        assert!(before.iter().all(|line| line.cancel.is_cancelled()));
        read(&b"c\n"[..], Dialect::Either, &tokens, |line| {
            line.cancel.is_cancelled() && line.until_next.is_cancelled()
        });
        assert!(tokens.lock().requests.is_empty());
    }

    #[test]
    fn the_next_line_ends_what_goes_on_until_then() {
        let tokens = |input: &[u8], dialect| {
            let mut seen = Vec::new();
            let mut before: Option<Line> = None;
            read(input, dialect, &SharedTokens::default(), |line| {
                seen.extend(before.replace(line).map(|before| before.until_next.is_cancelled()));
                true
            });
            (seen, before.map(|last| (last.until_next.is_cancelled(), last.cancel.is_abandoned())))
        };
        assert_eq!(tokens(b"a\nb\nc", Dialect::Either), (vec![true, true], Some((true, true))));
        assert_eq!(tokens(b"", Dialect::Either), (vec![], None));
    }

    #[test]
    fn ugi_stops_searches_by_a_command_and_leaves_by_another() {
        let lines = read_all(b"ugi\ngo\nstop\ngo\nquit\ngo\n", Dialect::Either);
        let cancelled: Vec<_> = lines.iter().map(|line| line.cancel.is_cancelled()).collect();
        assert_eq!(cancelled, [true, true, false, false, false, false]);
        assert!(lines[3..].iter().all(|line| line.cancel.is_abandoned()));
    }
}
