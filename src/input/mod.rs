//! Input lines: cleaned up as in GTP, bounded in length, and scanned for interrupts while the engine works on earlier
//! lines.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::system::Cancel;

mod queue;

use queue::{Ending, Queue};

/// The longest line in bytes, not counting comments, and counting a run of spaces as one.
pub(crate) const MAX_LENGTH: usize = 1 << 20;

/// The most bytes of lines that [`Lines::read`] queues while the engine is busy. Beyond that, it stops reading, so
/// interrupts are delayed, too.
const MOST_WAITING: usize = 256 << 20;

/// Lines of an input, read by a separate thread.
pub struct Lines {
    shared: Shared,
}

impl Lines {
    /// Starts reading.
    ///
    /// # Errors
    /// The reader thread cannot be started.
    pub fn read(input: impl Read + Send + 'static) -> io::Result<Self> {
        Self::read_within(input, MOST_WAITING)
    }

    /// Starts reading, with at most `bytes` of queued lines (but at least one line).
    pub(crate) fn read_within(input: impl Read + Send + 'static, bytes: usize) -> io::Result<Self> {
        let shared = Shared::default();
        let reader = shared.clone();
        // The thread is not joined, because a read that never ends must not keep a session alive.
        thread::Builder::new().spawn(move || read(input, &reader, bytes))?;
        Ok(Self { shared })
    }

    /// Cancels all work, including that of later lines, when `closed` returns. `closed` waits until the reader of the
    /// output has gone. Without this, the process would complete the work of all lines for nobody.
    ///
    /// # Errors
    /// The waiting thread cannot be started.
    pub fn cancel_once(&self, closed: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let shared = self.shared.clone();
        let wait = move || {
            closed();
            shared.lock().close();
        };
        thread::Builder::new().spawn(wait).map(drop)
    }

    /// The next line; `None` at the end of the input. Calls `before_waiting` if no line has arrived yet.
    pub fn next(&mut self, before_waiting: impl FnOnce() -> io::Result<()>) -> io::Result<Option<Line>> {
        let mut queue = self.shared.lock();
        if queue.is_empty() && !queue.has_ended() {
            drop(queue);
            before_waiting()?;
            queue = self.shared.wait_while(|queue| queue.is_empty() && !queue.has_ended());
        }
        let line = queue.take();
        drop(queue);
        self.shared.0.changed.notify_all();
        Ok(line)
    }

    /// Whether the next line, which is not taken, has this text. Waits for it.
    pub fn next_is(&self, text: &str) -> bool {
        let queue = self.shared.wait_while(|queue| queue.is_empty() && !queue.has_ended());
        queue.next_text() == Some(text)
    }
}

impl Drop for Lines {
    /// Wakes the reader thread, which may be waiting for space in the queue.
    fn drop(&mut self) {
        self.shared.lock().leave();
        self.shared.0.changed.notify_all();
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

/// The queue shared by the reader thread, the consumer of the lines, and the watcher of the output.
#[derive(Clone, Default)]
struct Shared(Arc<State>);

#[derive(Default)]
struct State {
    queue: Mutex<Queue>,
    /// Signals that a line was added or taken, or that the input has ended.
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, mut condition: impl FnMut(&Queue) -> bool) -> MutexGuard<'_, Queue> {
        let waited = self.0.changed.wait_while(self.lock(), |queue| condition(queue));
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads lines to the end of the input, or until the consumer has gone. The last line needs no line feed.
fn read(input: impl Read, shared: &Shared, most_waiting: usize) {
    let mut input = BufReader::with_capacity(64 << 10, input);
    let mut cutter = Cutter { raw: Raw::default(), shared: shared.clone() };
    let mut ended = false;
    while !ended && !shared.lock().is_left() {
        ended = cutter.raw.fill(&mut input).unwrap_or_else(|error| {
            log::error!("reading input: {error}");
            true
        });
        if cutter.end_line(ended) {
            shared.0.changed.notify_all();
        }
        drop(shared.wait_while(|queue| queue.bytes() > most_waiting && !queue.is_left()));
    }
    shared.lock().end();
    shared.0.changed.notify_all();
}

/// Splits bytes into lines, and cancels work as the lines demand.
#[derive(Default)]
struct Cutter {
    raw: Raw,
    shared: Shared,
}

impl Cutter {
    /// Handles a line feed or the end of the input (`ended`). Returns whether a non-blank line was added.
    fn end_line(&mut self, ended: bool) -> bool {
        let Self { raw, .. } = self;
        let mut queue = self.shared.lock();
        // As with a command, an id may precede the comment. There is no reply in either case.
        let is_alone = raw.text.trim_ascii().iter().all(u8::is_ascii_digit);
        let ending = match raw.comment.trim_ascii() {
            b"interrupt" if is_alone => Some(Ending::Interrupt),
            b"cancel" if is_alone => Some(Ending::Discard),
            _ => None,
        };
        if let Some(ending) = ending {
            queue.interrupt(ending);
            raw.text.clear();
        }
        if !ended || !raw.is_empty() {
            queue.next_line();
        }
        let Some((text, too_long)) = raw.take() else { return false };
        queue.add(text, too_long);
        true
    }
}

/// Lines of an input that arrives in pieces, for a program without a reader thread.
#[derive(Default)]
pub struct PushedLines {
    cutter: Cutter,
}

impl PushedLines {
    /// Adds a piece of the input, which may end in the middle of a line.
    pub fn push(&mut self, text: &[u8]) {
        for &byte in text {
            if byte == b'\n' {
                self.cutter.end_line(false);
            } else {
                self.cutter.raw.push(byte);
            }
        }
    }

    /// Takes the next complete line, if there is one.
    pub fn take(&mut self) -> Option<Line> {
        self.cutter.shared.lock().take()
    }

    /// A handle that cancels the work of the current line before the next one is taken.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.cutter.shared.clone())
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
        self.0.lock().interrupt(Ending::Interrupt);
    }

    /// Acts like `# cancel`: searches end, and no move is played.
    pub fn cancel(&self) {
        self.0.lock().interrupt(Ending::Discard);
    }

    /// Acts like the end of the input: analyses and searches without a limit end.
    pub fn end_input(&self) {
        self.0.lock().abandon();
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
            return; // runs of spaces count as one, and leading spaces are dropped
        }
        if kept.len() < limit {
            kept.push(byte);
        } else if !self.in_comment {
            self.too_long |= byte != b' ';
        } else if byte != b' ' {
            kept.push(byte); // one byte beyond the limit marks the comment as too long
            kept.truncate(limit + 1);
        }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && !self.in_comment
    }

    /// The text, unless it is blank. A new line begins after that.
    fn take(&mut self) -> Option<(String, bool)> {
        let Self { text, too_long, .. } = std::mem::take(self);
        let text = String::from_utf8_lossy(&text).trim_ascii().to_owned();
        (!text.is_empty()).then_some((text, too_long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of an input, taken after all of it has been read.
    fn read_all(input: &[u8]) -> Vec<Line> {
        let shared = Shared::default();
        read(input, &shared, usize::MAX);
        std::iter::from_fn(|| shared.lock().take()).collect()
    }

    fn lines(input: &[u8]) -> Vec<String> {
        read_all(input).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn control_characters_comments_and_blank_lines_go() {
        assert_eq!(lines(b"na\x00me\r\n\n  \t\n# all comment\nplay\tb D4 # why\x07\n"), ["name", "play b D4"]);
        assert_eq!(lines(b"no line feed"), ["no line feed"]);
        assert_eq!(lines(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}"]);
        // A no-break space does not make a line blank: its sender waits for a reply.
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
        let lines = read_all(&input);
        let found: Vec<_> = lines.iter().map(|line| (line.text.len(), line.too_long)).collect();
        assert_eq!(found, [(MAX_LENGTH, true), (5, false), (6, false)]);
    }

    /// Lines and cancellations do not depend on how the input is cut into pieces, or on when lines are taken.
    #[test]
    fn pushed_lines_are_those_that_are_read() {
        let input = b"1 name # why\r\n\n# interrupt\nplay b\tD4\n7 # cancel\nlast\nno line feed";
        let seen = |lines: &[Line]| {
            let seen = |line: &Line| (line.text.clone(), line.cancel.is_cancelled(), line.cancel.is_discarded());
            lines.iter().map(seen).collect::<Vec<_>>()
        };
        let whole = read_all(&input[..input.len() - 12]);
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
                assert_eq!(seen(&pushed), seen(&whole), "pieces of {size}");
                assert!(!pushed[2].until_next.is_cancelled());
                lines.interrupter().next_line();
                assert!(pushed[2].until_next.is_cancelled() && !pushed[2].cancel.is_cancelled());
                lines.interrupter().cancel();
                assert!(pushed[2].cancel.is_discarded());
            }
        }
    }

    #[test]
    fn an_interrupt_stops_the_lines_before_it() {
        let cancelled = |input: &[u8]| {
            let lines = read_all(input);
            lines.iter().map(|line| line.cancel.is_cancelled()).collect::<Vec<_>>()
        };
        assert_eq!(cancelled(b"a\nb\n  #  interrupt \r\nc\n"), [true, true, false]);
        assert_eq!(cancelled(b"a\n# interrupted\nb # interrupt\n# interrupt now\n"), [false; 2]);
        assert_eq!(cancelled(b"a\n 7 # interrupt\nb\n"), [true, false]);
        assert_eq!(cancelled(b"a\n# cancel\nb\n"), [true, false]);
        let discarded: Vec<_> =
            read_all(b"a\n# interrupt\nb\n7 # cancel\nc\n").iter().map(|line| line.cancel.is_discarded()).collect();
        assert_eq!(discarded, [false, true, false]);
    }

    #[test]
    fn once_nobody_reads_all_work_is_cancelled() {
        let mut lines = PushedLines::default();
        lines.push(b"a\nb\nc\n");
        let before = [lines.take(), lines.take()].map(Option::unwrap);
        assert!(before.iter().all(|line| !line.cancel.is_cancelled()));
        lines.cutter.shared.lock().close();
        lines.push(b"d\n");
        let after = [lines.take(), lines.take()].map(Option::unwrap);
        assert!(before.iter().chain(&after).all(|line| line.cancel.is_cancelled() && line.until_next.is_cancelled()));
    }

    #[test]
    fn the_next_line_ends_what_goes_on_until_then() {
        let mut lines = PushedLines::default();
        for next in [&b"b\n"[..], b"\n", b"# comment\n"] {
            lines.push(b"a\n");
            let line = lines.take().unwrap();
            assert!(!line.until_next.is_cancelled());
            lines.push(next);
            assert!(line.until_next.is_cancelled() && !line.cancel.is_cancelled());
            lines.take();
        }
        // This also holds if the next line has arrived before this one is taken, and at the end of the input.
        let tokens: Vec<_> = read_all(b"a\nb\n\nc")
            .iter()
            .map(|line| (line.until_next.is_cancelled(), line.cancel.is_cancelled(), line.cancel.is_abandoned()))
            .collect();
        assert_eq!(tokens, [(true, false, true); 3]);
    }

    #[test]
    fn a_line_that_is_looked_at_is_not_taken() {
        let mut lines = Lines::read(io::Cursor::new("\n# comment\nugi\nname\n")).unwrap();
        assert!(lines.next_is("ugi") && !lines.next_is("name"));
        let found = std::iter::from_fn(|| lines.next(|| Ok(())).unwrap()).map(|line| line.text).collect::<Vec<_>>();
        assert_eq!(found, ["ugi", "name"]);
        assert!(!lines.next_is("name"), "the input has ended");
    }

    /// Queued lines and lines whose work is over cost nothing more.
    #[test]
    fn a_line_costs_the_same_however_many_wait() {
        let mut lines = PushedLines::default();
        let mut kept = Vec::new();
        for number in 0..3_000 {
            lines.push(b"name\n");
            assert_eq!(lines.cutter.shared.lock().tokens(), 0, "a line that waits has no token yet");
            if number % 1_000 == 0 {
                lines.push(b"# interrupt\n");
            }
        }
        while let Some(line) = lines.take() {
            assert!(lines.cutter.shared.lock().tokens() <= 2 + kept.len(), "tokens of lines that are over are kept");
            kept.extend(Some(line).filter(|_| kept.len() < 5));
        }
    }

    #[test]
    fn a_reader_waits_for_room_and_ends_with_its_user() {
        let input = "name\n".repeat(1_000);
        let mut lines = Lines::read_within(io::Cursor::new(input.clone()), 1).unwrap();
        let mut count = 0;
        while let Some(line) = lines.next(|| Ok(())).unwrap() {
            assert_eq!(line.text, "name");
            assert!(lines.shared.lock().bytes() < 1_000, "lines wait beyond the limit");
            count += 1;
        }
        assert_eq!(count, 1_000);
        let shared = Shared::default();
        shared.lock().leave();
        read(input.as_bytes(), &shared, 1); // does not wait for ever
    }
}
