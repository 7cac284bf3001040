//! Input lines: cleaned up as in GTP, bounded in length, and scanned for interrupts while the engine works on earlier
//! lines.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::system::Cancel;

/// The longest line in bytes, not counting comments, and counting a run of spaces as one.
pub(crate) const MAX_LENGTH: usize = 1 << 20;

/// The most bytes of lines that [`Lines::read`] queues while the engine is busy. Beyond that, it stops reading, so
/// interrupts are delayed, too.
const MOST_WAITING: usize = 256 << 20;

/// Lines of an input, read by a separate thread.
pub struct Lines(Shared);

impl Lines {
    pub fn read(input: impl Read + Send + 'static) -> io::Result<Self> {
        Self::read_within(input, MOST_WAITING)
    }

    /// Starts reading, with at most `bytes` of queued lines (but at least one line).
    pub(crate) fn read_within(input: impl Read + Send + 'static, bytes: usize) -> io::Result<Self> {
        let shared = Shared::default();
        let reader = shared.clone();
        // The thread is not joined, because a read that never ends must not keep a session alive.
        thread::Builder::new().spawn(move || read(input, reader, bytes))?;
        Ok(Self(shared))
    }

    /// Cancels all work, including that of later lines, when `closed` returns. `closed` waits until the reader of the
    /// output has gone. Without this, the process would complete the work of all lines for nobody.
    pub fn cancel_once(&self, closed: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let shared = self.0.clone();
        let wait = move || {
            closed();
            let mut queue = shared.lock();
            queue.closed = true;
            queue.interrupt(Cancel::cancel);
        };
        thread::Builder::new().spawn(wait).map(drop)
    }

    /// Whether the next line, which is not taken, has this text. Waits for it.
    pub fn next_is(&self, text: &str) -> bool {
        self.0.wait_while(Queue::is_silent).waiting.front().is_some_and(|line| line.text == text)
    }
}

impl Iterator for Lines {
    type Item = Line;

    /// The next line, as soon as it arrives; `None` at the end of the input.
    fn next(&mut self) -> Option<Line> {
        let line = self.0.wait_while(Queue::is_silent).take();
        self.0.notify();
        line
    }
}

impl Drop for Lines {
    /// Wakes the reader thread, which may be waiting for space in the queue.
    fn drop(&mut self) {
        self.0.lock().leave();
        self.0.notify();
    }
}

/// A non-blank line, with the cancellation tokens of its work.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text, without control characters and comment, and with tabs as spaces.
    pub text: String,
    /// Whether the line was longer than `MAX_LENGTH`. `text` is then cut off.
    pub too_long: bool,
    /// Cancelled by an interrupt that arrives after the line; abandoned at the end of the input.
    pub cancel: Cancel,
    /// Cancelled by an interrupt, by the next line and at the end of the input. It is for open-ended work such as an
    /// analysis.
    pub until_next: Cancel,
}

impl Line {
    /// A line that is answered alone, and cancelled by this token.
    pub fn new(text: &str, cancel: &Cancel) -> Self {
        Self { text: text.to_owned(), too_long: false, cancel: cancel.clone(), until_next: cancel.clone() }
    }
}

/// The queue shared by the reader thread, the consumer of the lines, and the watcher of the output. The condition signals
/// that a line was added or taken, or that the input has ended.
#[derive(Clone, Default)]
struct Shared(Arc<(Mutex<Queue>, Condvar)>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, condition: impl Fn(&Queue) -> bool) -> MutexGuard<'_, Queue> {
        self.0.1.wait_while(self.lock(), |queue| condition(queue)).unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        self.0.1.notify_all();
    }
}

/// Reads lines to the end of the input, or until the consumer has gone. The last line needs no line feed.
fn read(input: impl Read, shared: Shared, most_waiting: usize) {
    let mut lines = PushedLines { raw: Raw::default(), shared: shared.clone() };
    for byte in BufReader::with_capacity(64 << 10, input).bytes() {
        match byte {
            Ok(b'\n') => lines.end_line(false),
            Ok(byte) => {
                lines.raw.push(byte);
                continue;
            }
            Err(error) => {
                log::error!("reading input: {error}");
                break;
            }
        }
        shared.notify();
        if shared.wait_while(|queue| queue.bytes > most_waiting && !queue.left).left {
            return;
        }
    }
    lines.end_line(true);
    shared.lock().end();
    shared.notify();
}

/// Lines of an input that arrives in pieces, for a program without a reader thread.
#[derive(Default)]
pub struct PushedLines {
    raw: Raw,
    shared: Shared,
}

impl PushedLines {
    /// Adds a piece of the input, which may end in the middle of a line.
    pub fn push(&mut self, text: &[u8]) {
        for &byte in text {
            if byte == b'\n' { self.end_line(false) } else { self.raw.push(byte) }
        }
    }

    pub fn take(&mut self) -> Option<Line> {
        self.shared.lock().take()
    }

    /// A handle that cancels the work of the current line before the next one is taken.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.shared.clone())
    }

    /// Handles a line feed or the end of the input (`ended`), and cancels work as the line demands.
    fn end_line(&mut self, ended: bool) {
        let raw = std::mem::take(&mut self.raw);
        let mut queue = self.shared.lock();
        let text = raw.text.trim_ascii();
        // As with a command, an id may precede the comment. There is no reply in either case.
        let is_alone = text.iter().all(u8::is_ascii_digit);
        match raw.comment.trim_ascii() {
            b"interrupt" if is_alone => return queue.interrupt(Cancel::cancel),
            b"cancel" if is_alone => return queue.interrupt(Cancel::discard),
            _ => {}
        }
        if !ended || !raw.text.is_empty() || raw.in_comment {
            queue.next_line();
        }
        if !text.is_empty() {
            let (text, too_long) = (String::from_utf8_lossy(text).into_owned(), raw.too_long);
            let line = Waiting { text, too_long, is_followed: false, ending: None };
            queue.bytes += line.bytes();
            queue.waiting.push_back(line);
        }
    }
}

/// Cancels the work of the lines taken so far, as later lines would.
#[derive(Clone)]
pub struct Interrupter(Shared);

impl Interrupter {
    /// Acts like any next line: analyses end.
    pub fn next_line(&self) {
        self.0.lock().next_line();
    }

    /// Acts like `# interrupt`: searches end with the best move found so far.
    pub fn interrupt(&self) {
        self.0.lock().interrupt(Cancel::cancel);
    }

    /// Acts like `# cancel`: searches end, and no move is played.
    pub fn cancel(&self) {
        self.0.lock().interrupt(Cancel::discard);
    }

    /// Acts like the end of the input: analyses and searches without a limit end.
    pub fn end_input(&self) {
        self.0.lock().end();
    }
}

/// An incomplete line. Only a bounded part of it is stored, however long it is.
#[derive(Default)]
struct Raw {
    text: Vec<u8>,
    /// The beginning of the text after the first `#`.
    comment: Vec<u8>,
    in_comment: bool,
    too_long: bool,
}

impl Raw {
    fn push(&mut self, byte: u8) {
        let byte = match byte {
            b'#' if !self.in_comment => {
                self.in_comment = true;
                return;
            }
            b'\t' => b' ',
            _ if byte.is_ascii_control() => return,
            _ => byte,
        };
        let (kept, limit) = if self.in_comment { (&mut self.comment, 32) } else { (&mut self.text, MAX_LENGTH) };
        // Runs of spaces count as one, and leading spaces are dropped.
        if byte != b' ' || kept.last().is_some_and(|&last| last != b' ') {
            if kept.len() < limit {
                kept.push(byte);
            } else {
                self.too_long |= !self.in_comment && byte != b' ';
            }
        }
    }
}

/// How the work of a line is cancelled: [`Cancel::cancel`] or [`Cancel::discard`].
type Ending = fn(&Cancel);

/// A queued line. It gets its cancellation tokens when it is taken; until then, interrupts are marked on it. So the cost of
/// a line does not depend on the length of the queue.
struct Waiting {
    text: String,
    too_long: bool,
    /// Whether another line, perhaps a blank one, has arrived after it.
    is_followed: bool,
    /// The first interrupt that has arrived after it, if any.
    ending: Option<Ending>,
}

impl Waiting {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len()
    }
}

/// The lines read so far: the queued ones, and the tokens of those taken whose work may still be running.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// The memory of the queued lines, in bytes.
    bytes: usize,
    /// Tokens of taken lines that have not been interrupted.
    taken: Vec<Cancel>,
    /// The token that the next line cancels, if all lines have been taken.
    latest: Option<Cancel>,
    /// The input has ended: no more lines and interrupts can arrive.
    ended: bool,
    /// The reader of the output has gone.
    closed: bool,
    /// The consumer of the lines has gone.
    left: bool,
}

impl Queue {
    fn take(&mut self) -> Option<Line> {
        let line = self.waiting.pop_front()?;
        self.bytes -= line.bytes();
        let (cancel, until_next) = (Cancel::default(), Cancel::default());
        let ending = line.ending.or(self.closed.then_some(Cancel::cancel as Ending));
        match ending {
            Some(end) => end(&cancel),
            None => {
                self.taken.retain(Cancel::is_in_use);
                self.taken.push(cancel.clone());
            }
        }
        if self.ended {
            cancel.abandon();
        }
        if line.is_followed || ending.is_some() || self.ended {
            until_next.cancel();
        } else {
            self.latest = Some(until_next.clone());
        }
        Some(Line { text: line.text, too_long: line.too_long, cancel, until_next })
    }

    /// Whether a line may still come, and none is there.
    fn is_silent(&self) -> bool {
        self.waiting.is_empty() && !self.ended
    }

    /// Notes that a line, perhaps a blank one, has arrived.
    fn next_line(&mut self) {
        match self.waiting.back_mut() {
            Some(line) => line.is_followed = true,
            None => self.latest.take().iter().for_each(Cancel::cancel),
        }
    }

    fn interrupt(&mut self, ending: Ending) {
        self.next_line();
        self.taken.drain(..).for_each(|cancel| ending(&cancel));
        // All lines before a marked one are marked already.
        for line in self.waiting.iter_mut().rev().take_while(|line| line.ending.is_none()) {
            line.ending = Some(ending);
        }
    }

    fn end(&mut self) {
        self.ended = true;
        self.next_line();
        self.taken.iter().for_each(Cancel::abandon);
    }

    fn leave(&mut self) {
        self.left = true;
        self.waiting.clear();
        self.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of an input, taken after all of it has been read.
    fn read_all(input: &[u8]) -> Vec<Line> {
        let shared = Shared::default();
        read(input, shared.clone(), usize::MAX);
        std::iter::from_fn(|| shared.lock().take()).collect()
    }

    /// Lines and cancellations do not depend on how the input is cut into pieces, or on when lines are taken.
    #[test]
    fn pushed_lines_equal_lines_that_are_read() {
        let input = b"1 name # why\r\n\n  #  interrupt \r\nplay b\tD4\n7 # cancel\n\
                      name # interrupt\n# interrupt now\n# interrupted\nlast\nno line feed";
        let seen = |lines: &[Line]| {
            let seen = |line: &Line| (line.text.clone(), line.cancel.is_cancelled(), line.cancel.is_discarded());
            lines.iter().map(seen).collect::<Vec<_>>()
        };
        let whole = seen(&read_all(&input[..input.len() - 12]));
        let expected =
            [("1 name", true, false), ("play b D4", true, true), ("name", false, false), ("last", false, false)];
        assert_eq!(whole, expected.map(|(text, cancelled, discarded)| (text.to_owned(), cancelled, discarded)));
        for size in 1..input.len() {
            for at_once in [true, false] {
                let (mut lines, mut pushed) = (PushedLines::default(), Vec::new());
                for piece in input.chunks(size) {
                    lines.push(piece);
                    if at_once {
                        pushed.extend(std::iter::from_fn(|| lines.take()));
                    }
                }
                pushed.extend(std::iter::from_fn(|| lines.take()));
                assert_eq!(seen(&pushed), whole, "pieces of {size}");
                assert!(!pushed[3].until_next.is_cancelled());
                lines.interrupter().next_line();
                assert!(pushed[3].until_next.is_cancelled() && !pushed[3].cancel.is_cancelled());
                lines.interrupter().cancel();
                assert!(pushed[3].cancel.is_discarded());
            }
        }
    }

    /// Queued lines and lines whose work is over cost nothing more.
    #[test]
    fn a_line_costs_the_same_however_many_wait() {
        let mut lines = PushedLines::default();
        let mut kept = Vec::new();
        for number in 0..3_000 {
            lines.push(b"name\n");
            assert_eq!(lines.shared.lock().taken.len(), 0, "a line that waits has no token yet");
            if number % 1_000 == 0 {
                lines.push(b"# interrupt\n");
            }
        }
        while let Some(line) = lines.take() {
            assert!(lines.shared.lock().taken.len() <= 2 + kept.len(), "tokens of lines that are over are kept");
            kept.extend(Some(line).filter(|_| kept.len() < 5));
        }
    }

    #[test]
    fn a_reader_waits_for_room_and_ends_with_its_user() {
        let input = "name\n".repeat(1_000);
        let mut lines = Lines::read_within(io::Cursor::new(input.clone()), 1).unwrap();
        let mut count = 0;
        while let Some(line) = lines.next() {
            assert_eq!(line.text, "name");
            assert!(lines.0.lock().bytes < 1_000, "lines wait beyond the limit");
            count += 1;
        }
        assert_eq!(count, 1_000);
        let shared = Shared::default();
        shared.lock().leave();
        read(input.as_bytes(), shared, 1); // does not wait for ever
    }
}
