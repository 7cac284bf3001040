//! The lines that wait, and what has come after each of them.
//!
//! A line gets its tokens when it is taken; what has come meanwhile is marked at the line. So each line costs the same,
//! however many wait.

use std::collections::VecDeque;

use crate::system::Cancel;

use super::Line;

/// How the work that a line asks for is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the best answer so far.
    Interrupt,
    /// Its result is not wanted.
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

/// A line that waits.
struct Waiting {
    text: String,
    too_long: bool,
    /// Whether another line has come after it, perhaps a blank one.
    is_followed: bool,
    /// Where one has come after it, the first.
    ending: Option<Ending>,
}

impl Waiting {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len()
    }
}

/// The lines read so far: those that wait, and the tokens of those taken, as far as work may still depend on them.
#[derive(Default)]
pub struct Queue {
    waiting: VecDeque<Waiting>,
    /// Of the lines that wait.
    bytes: usize,
    /// Tokens of lines taken that no interrupt has ended.
    taken: Vec<Cancel>,
    /// What the next line cancels, if the last line is taken.
    latest: Option<Cancel>,
    /// Nobody can interrupt any more.
    abandoned: bool,
    /// Nobody reads the output any more.
    closed: bool,
    /// No more lines come.
    ended: bool,
    /// Nobody takes the lines any more.
    left: bool,
}

impl Queue {
    /// Adds a line, for which [`next_line`](Self::next_line) has been called.
    pub fn add(&mut self, text: String, too_long: bool) {
        let line = Waiting { text, too_long, is_followed: false, ending: None };
        self.bytes += line.bytes();
        self.waiting.push_back(line);
    }

    /// Takes the next line.
    pub fn take(&mut self) -> Option<Line> {
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

    /// A line has come, perhaps a blank one.
    pub fn next_line(&mut self) {
        match self.waiting.back_mut() {
            Some(line) => line.is_followed = true,
            None => self.latest.take().iter().for_each(Cancel::cancel),
        }
    }

    /// All work asked for so far is to end.
    pub fn interrupt(&mut self, ending: Ending) {
        self.next_line();
        self.taken.drain(..).for_each(|cancel| ending.of(&cancel));
        // Before a line that has been marked all are.
        for line in self.waiting.iter_mut().rev().take_while(|line| line.ending.is_none()) {
            line.ending = Some(ending);
        }
    }

    /// All work is to end, now and later.
    pub fn close(&mut self) {
        self.closed = true;
        self.interrupt(Ending::Interrupt);
    }

    /// Nobody can interrupt any more.
    pub fn abandon(&mut self) {
        self.abandoned = true;
        self.next_line();
        self.taken.iter().for_each(Cancel::abandon);
    }

    /// The input has ended.
    pub fn end(&mut self) {
        self.ended = true;
        self.abandon();
    }

    /// Whether no more lines come.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Nobody takes the lines any more.
    pub fn leave(&mut self) {
        self.left = true;
        self.waiting.clear();
        self.bytes = 0;
    }

    /// Whether nobody takes the lines any more.
    pub fn is_left(&self) -> bool {
        self.left
    }

    /// Whether no line waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// How many tokens an interrupt would cancel.
    #[cfg(test)]
    pub fn tokens(&self) -> usize {
        self.taken.len()
    }

    /// Bytes that the lines that wait take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
