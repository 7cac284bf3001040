//! Lines of input: cleaned as GTP says, bounded in length, and watched for interrupts while the engine is busy with
//! earlier ones.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::system::Cancel;

mod queue;

use queue::{Ending, Queue};

/// The most bytes of a line, comments not counted, and runs of spaces counted as one.
pub const MAX_LENGTH: usize = 1 << 20;

/// Bytes of lines that may wait while the engine is busy, for [`Lines::read`]. A client that sends more is held up, and so
/// are its interrupts.
const MOST_WAITING: usize = 256 << 20;

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
    put_back: Option<Line>,
    shared: Shared,
}

impl Lines {
    /// Begins to read.
    ///
    /// # Errors
    /// There is no thread to read.
    pub fn read(input: impl Read + Send + 'static, dialect: Dialect) -> io::Result<Self> {
        Self::read_within(input, dialect, MOST_WAITING)
    }

    /// Begins to read, and lets no more lines wait than are kept in so many bytes, but at least one.
    ///
    /// # Errors
    /// There is no thread to read.
    pub fn read_within(input: impl Read + Send + 'static, dialect: Dialect, bytes: usize) -> io::Result<Self> {
        let shared = Shared::default();
        let reader = shared.clone();
        // Not joined: a read that never ends must not keep a session from ending.
        thread::Builder::new().spawn(move || read(input, dialect, &reader, bytes))?;
        Ok(Self { put_back: None, shared })
    }

    /// Cancels all work, that of lines to come too, as soon as `closed` returns: it waits until nobody reads the output any
    /// more. Without this, a process whose user has gone would work to the end of the last line.
    ///
    /// # Errors
    /// There is no thread to wait.
    pub fn cancel_once(&self, closed: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let shared = self.shared.clone();
        let wait = move || {
            closed();
            shared.lock().close();
        };
        thread::Builder::new().spawn(wait).map(drop)
    }

    /// The next line; `None` at the end of the input. `before_waiting` is called if there is none yet.
    ///
    /// # Errors
    /// Those of `before_waiting`.
    pub fn next(&mut self, before_waiting: impl FnOnce() -> io::Result<()>) -> io::Result<Option<Line>> {
        if let Some(line) = self.put_back.take() {
            return Ok(Some(line));
        }
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

    /// Puts the last line back: it is the next one again.
    pub fn put_back(&mut self, line: Line) {
        self.put_back = Some(line);
    }
}

impl Drop for Lines {
    /// The reader may be waiting for lines to be taken.
    fn drop(&mut self) {
        self.shared.lock().leave();
        self.shared.0.changed.notify_all();
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

/// The lines, for the reader of the input, those who take them, and the watcher of the output.
#[derive(Clone, Default)]
struct Shared(Arc<State>);

#[derive(Default)]
struct State {
    queue: Mutex<Queue>,
    /// A line has come or has been taken, or no more do.
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

/// Reads lines to the end of the input, or until nobody takes them any more. The last one needs no line feed.
fn read(input: impl Read, dialect: Dialect, shared: &Shared, most_waiting: usize) {
    let mut input = BufReader::with_capacity(64 << 10, input);
    let mut cutter = Cutter::new(dialect, shared.clone());
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

/// Makes lines of bytes, and ends the work that they say is to end.
struct Cutter {
    raw: Raw,
    dialect: Dialect,
    shared: Shared,
    is_first: bool,
}

impl Cutter {
    fn new(dialect: Dialect, shared: Shared) -> Self {
        Self { raw: Raw::default(), dialect, shared, is_first: true }
    }

    /// A line feed has come, or the input has `ended`. Returns whether there is a line, which is not blank.
    fn end_line(&mut self, ended: bool) -> bool {
        let Self { raw, .. } = self;
        let mut queue = self.shared.lock();
        // An id may stand before it, as before a command. It gets no reply, with or without one.
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
        if self.is_first && self.dialect == Dialect::Either && text == "ugi" {
            self.dialect = Dialect::Ugi;
        }
        self.is_first = false;
        match text.as_str() {
            "stop" if self.dialect == Dialect::Ugi => queue.interrupt(Ending::Interrupt),
            // Whatever follows is not answered: a search without limits would never end.
            "quit" if self.dialect == Dialect::Ugi => queue.abandon(),
            _ => {}
        }
        queue.add(text, too_long);
        true
    }
}

/// Lines for a program that is given its input piece by piece, and has no thread to wait for it.
pub struct PushedLines {
    cutter: Cutter,
}

impl PushedLines {
    /// No lines yet.
    pub fn new(dialect: Dialect) -> Self {
        Self { cutter: Cutter::new(dialect, Shared::default()) }
    }

    /// Takes a piece of the input, which need not end with a line.
    pub fn push(&mut self, text: &[u8]) {
        for &byte in text {
            if byte == b'\n' {
                self.cutter.end_line(false);
            } else {
                self.cutter.raw.push(byte);
            }
        }
    }

    /// Takes the next line, if it has come whole.
    pub fn take(&mut self) -> Option<Line> {
        self.cutter.shared.lock().take()
    }

    /// What ends the work that lines ask for before their successors are taken.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.cutter.shared.clone())
    }
}

/// Ends the work that the lines taken so far ask for, as lines to come would.
#[derive(Clone)]
pub struct Interrupter(Shared);

impl Interrupter {
    /// As any line does: analyses end.
    pub fn next_line(&self) {
        self.0.lock().next_line();
    }

    /// As `# interrupt`: searches end with the best move that they have.
    pub fn interrupt(&self) {
        self.0.lock().interrupt(Ending::Interrupt);
    }

    /// As `# cancel`: searches end, and nothing is played.
    pub fn cancel(&self) {
        self.0.lock().interrupt(Ending::Discard);
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

    /// The lines of an input, taken after all of it has been read.
    fn read_all(input: &[u8], dialect: Dialect) -> Vec<Line> {
        let shared = Shared::default();
        read(input, dialect, &shared, usize::MAX);
        std::iter::from_fn(|| shared.lock().take()).collect()
    }

    fn lines(input: &[u8]) -> Vec<String> {
        read_all(input, Dialect::Either).into_iter().map(|line| line.text).collect()
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
        let lines = read_all(&input, Dialect::Either);
        let found: Vec<_> = lines.iter().map(|line| (line.text.len(), line.too_long)).collect();
        assert_eq!(found, [(MAX_LENGTH, true), (5, false), (6, false)]);
    }

    /// However the input is cut into pieces, and whenever its lines are taken, they and what they cancel are the same.
    #[test]
    fn pushed_lines_are_those_that_are_read() {
        let input = b"1 name # why\r\n\n# interrupt\nplay b\tD4\n7 # cancel\nlast\nno line feed";
        let seen = |lines: &[Line]| {
            let seen = |line: &Line| (line.text.clone(), line.cancel.is_cancelled(), line.cancel.is_discarded());
            lines.iter().map(seen).collect::<Vec<_>>()
        };
        let whole = read_all(&input[..input.len() - 12], Dialect::Either);
        for size in 1..input.len() {
            for at_once in [true, false] {
                let (mut lines, mut pushed) = (PushedLines::new(Dialect::Either), Vec::new());
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
        let mut lines = PushedLines::new(Dialect::Either);
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
        let mut lines = PushedLines::new(Dialect::Either);
        for next in [&b"b\n"[..], b"\n", b"# comment\n"] {
            lines.push(b"a\n");
            let line = lines.take().unwrap();
            assert!(!line.until_next.is_cancelled());
            lines.push(next);
            assert!(line.until_next.is_cancelled() && !line.cancel.is_cancelled());
            lines.take();
        }
        // Also where it has come before the line is taken, and at the end of the input.
        let tokens: Vec<_> = read_all(b"a\nb\n\nc", Dialect::Either)
            .iter()
            .map(|line| (line.until_next.is_cancelled(), line.cancel.is_cancelled(), line.cancel.is_abandoned()))
            .collect();
        assert_eq!(tokens, [(true, false, true); 3]);
    }

    #[test]
    fn ugi_stops_searches_by_a_command_and_leaves_by_another() {
        let lines = read_all(b"ugi\ngo\nstop\ngo\nquit\ngo\n", Dialect::Either);
        let cancelled: Vec<_> = lines.iter().map(|line| line.cancel.is_cancelled()).collect();
        assert_eq!(cancelled, [true, true, false, false, false, false]);
        assert!(lines[3..].iter().all(|line| line.cancel.is_abandoned()));
    }

    /// Nothing is done again for a line that waits, or whose work is over.
    #[test]
    fn a_line_costs_the_same_however_many_wait() {
        let mut lines = PushedLines::new(Dialect::Gtp);
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
        let mut lines = Lines::read_within(io::Cursor::new(input.clone()), Dialect::Gtp, 1).unwrap();
        let mut count = 0;
        while let Some(line) = lines.next(|| Ok(())).unwrap() {
            assert_eq!(line.text, "name");
            assert!(lines.shared.lock().bytes() < 1_000, "lines wait beyond the limit");
            count += 1;
        }
        assert_eq!(count, 1_000);
        let shared = Shared::default();
        shared.lock().leave();
        read(input.as_bytes(), Dialect::Gtp, &shared, 1); // does not wait for ever
    }
}
