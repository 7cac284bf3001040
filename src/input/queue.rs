//! The queue of lines, and the interrupts that have arrived after each of them.
//!
//! A line gets its cancellation tokens when it is taken. Until then, interrupts are marked on the queued line. So the
//! cost of a line does not depend on the length of the queue.

use std::collections::VecDeque;

use crate::system::Cancel;

use super::Line;

/// How the work of a line is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It ends with the best answer so far.
    Interrupt,
    /// Its result is discarded.
    Discard,
}

impl Ending {
    fn of(self, cancel: &Cancel) {
        match self {
            Self::Interrupt => cancel.cancel(),
            Self::Discard => cancel.discard(),
        }
    }
}

/// A queued line.
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
pub(crate) struct Queue {
    waiting: VecDeque<Waiting>,
    /// The memory of the queued lines, in bytes.
    bytes: usize,
    /// Tokens of taken lines that have not been interrupted.
    taken: Vec<Cancel>,
    /// The token that the next line cancels, if all lines have been taken.
    latest: Option<Cancel>,
    /// No more interrupts can arrive.
    abandoned: bool,
    /// The reader of the output has gone.
    closed: bool,
    /// The input has ended.
    ended: bool,
    /// The consumer of the lines has gone.
    left: bool,
}

impl Queue {
    /// Adds a line. Call [`next_line`](Self::next_line) first.
    pub(super) fn add(&mut self, text: String, too_long: bool) {
        let line = Waiting { text, too_long, is_followed: false, ending: None };
        self.bytes += line.bytes();
        self.waiting.push_back(line);
    }

    /// Takes the next line.
    pub(super) fn take(&mut self) -> Option<Line> {
        let line = self.waiting.pop_front()?;
        self.bytes -= line.bytes();
        let (cancel, until_next) = (Cancel::default(), Cancel::default());
        let ending = line.ending.or(self.closed.then_some(Ending::Interrupt));
        match ending {
            Some(ending) => ending.of(&cancel),
            None => {
                self.taken.retain(Cancel::is_in_use);
                self.taken.push(cancel.clone());
            }
        }
        if self.abandoned {
            cancel.abandon();
        }
        if line.is_followed || ending.is_some() || self.abandoned {
            until_next.cancel();
        } else {
            self.latest = Some(until_next.clone());
        }
        Some(Line { text: line.text, too_long: line.too_long, cancel, until_next })
    }

    /// The text of the next line.
    pub(crate) fn next_text(&self) -> Option<&str> {
        self.waiting.front().map(|line| line.text.as_str())
    }

    /// Notes that a line, perhaps a blank one, has arrived.
    pub(super) fn next_line(&mut self) {
        match self.waiting.back_mut() {
            Some(line) => line.is_followed = true,
            None => self.latest.take().iter().for_each(Cancel::cancel),
        }
    }

    /// Cancels the work of all lines so far.
    pub(super) fn interrupt(&mut self, ending: Ending) {
        self.next_line();
        self.taken.drain(..).for_each(|cancel| ending.of(&cancel));
        // All lines before a marked one are marked already.
        for line in self.waiting.iter_mut().rev().take_while(|line| line.ending.is_none()) {
            line.ending = Some(ending);
        }
    }

    /// Cancels all work, including that of later lines.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.interrupt(Ending::Interrupt);
    }

    /// No more interrupts can arrive.
    pub(super) fn abandon(&mut self) {
        self.abandoned = true;
        self.next_line();
        self.taken.iter().for_each(Cancel::abandon);
    }

    /// The input has ended.
    pub(super) fn end(&mut self) {
        self.ended = true;
        self.abandon();
    }

    /// Whether the input has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The consumer of the lines has gone.
    pub(super) fn leave(&mut self) {
        self.left = true;
        self.waiting.clear();
        self.bytes = 0;
    }

    /// Whether the consumer of the lines has gone.
    pub(crate) fn is_left(&self) -> bool {
        self.left
    }

    /// Whether the queue is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The number of tokens that an interrupt would cancel.
    #[cfg(test)]
    pub(crate) fn tokens(&self) -> usize {
        self.taken.len()
    }

    /// The memory of the queued lines, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
