//! When a search must stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A request to stop what is under way. Requests are numbered by the line of input that asked for the work:
/// an interrupt stops everything up to the last line read, and is never taken back, so that none is lost,
/// and none stops work that was asked for later.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stopped_up_to: Arc<AtomicU64>,
    streams_stopped_up_to: Arc<AtomicU64>,
    closed: Arc<AtomicBool>,
}

impl Interrupt {
    /// Stops all work asked for by lines up to this one. Lines count from 1.
    pub fn stop_up_to(&self, line: u64) {
        self.stopped_up_to.fetch_max(line, Ordering::Relaxed);
    }

    /// Whether work asked for by this line is to stop.
    pub fn is_stopped(&self, line: u64) -> bool {
        self.stopped_up_to.load(Ordering::Relaxed) >= line
    }

    /// Stops what goes on until the next line comes, where lines up to this one asked for it.
    pub fn stop_streams_up_to(&self, line: u64) {
        self.streams_stopped_up_to.fetch_max(line, Ordering::Relaxed);
    }

    /// Whether what goes on until the next line comes, asked for by this line, is to stop: as well by an interrupt, and
    /// once no more line can come.
    pub fn is_stream_stopped(&self, line: u64) -> bool {
        self.streams_stopped_up_to.load(Ordering::Relaxed) >= line || self.is_stopped(line) || self.is_closed()
    }

    /// Tells that no more input comes, so that nothing can interrupt.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether no more input comes.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

/// How much a search may spend. No limit at all is allowed: such a search goes on until it is interrupted, it
/// has proven its result, or there is no more input that could interrupt it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time.
    pub time: Option<Duration>,
    /// Time after which nothing new is begun, unless the best move has just changed.
    pub soft: Option<Duration>,
    /// Positions, or playouts of a Monte Carlo search.
    pub nodes: Option<u64>,
    /// Plies of an alpha-beta search.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether there is no limit at all.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }

    /// An equal share of the limits.
    pub fn shared(self, shares: u32) -> Self {
        let shares = shares.max(1);
        Self {
            time: self.time.map(|time| time / shares),
            soft: self.soft.map(|time| time / shares),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(shares)).max(1)),
            depth: self.depth,
        }
    }
}

/// Tells the threads of a search when to stop.
#[derive(Debug)]
pub struct Control {
    deadline: Option<Instant>,
    /// Positions, or playouts, allowed.
    pub nodes: Option<u64>,
    /// Plies allowed.
    pub depth: Option<u32>,
    /// Time allowed.
    pub time: Option<Duration>,
    begun: Instant,
    soft: Option<Duration>,
    interrupt: Interrupt,
    line: u64,
    /// Whether the search goes on until the next line comes.
    stream: bool,
    stop: AtomicBool,
}

impl Control {
    /// A search asked for by `line`, its time running from now.
    pub fn new(limits: Limits, interrupt: &Interrupt, line: u64) -> Self {
        Self {
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            nodes: limits.nodes,
            depth: limits.depth,
            time: limits.time,
            begun: Instant::now(),
            soft: limits.soft,
            interrupt: interrupt.clone(),
            line,
            stream: false,
            stop: AtomicBool::new(false),
        }
    }

    /// A search that goes on until the next line of input comes, `line` being the one that asked for it.
    pub fn until_next_line(interrupt: &Interrupt, line: u64) -> Self {
        Self { stream: true, ..Self::new(Limits::default(), interrupt, line) }
    }

    /// A part of the work, that takes so long at most, and is interrupted with the whole.
    pub fn part(&self, time: Duration) -> Self {
        let limits = Limits { time: Some(time), ..Limits::default() };
        Self { stream: self.stream, ..Self::new(limits, &self.interrupt, self.line) }
    }

    /// The time that a move usually takes, if there is a limit.
    pub fn usual_time(&self) -> Option<Duration> {
        self.soft.or(self.time)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether it is time to come to an end, where the search can. `stability` iterations have found the same move: the
    /// more, the sooner.
    pub fn should_finish(&self, stability: u32) -> bool {
        let tenths = [18, 13, 10, 8, 7, 6][stability.min(5) as usize];
        self.soft.is_some_and(|soft| self.begun.elapsed() >= soft * tenths / 10)
    }

    /// Stops all threads.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether to stop now. Reads the clock: to be asked every few dozen nodes.
    pub fn should_stop(&self, nodes: u64) -> bool {
        let unlimited = self.deadline.is_none() && self.nodes.is_none() && self.depth.is_none();
        let due = self.stop.load(Ordering::Relaxed)
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.interrupt.is_stopped(self.line)
            || self.stream && self.interrupt.is_stream_stopped(self.line)
            || unlimited && self.interrupt.is_closed();
        if due {
            self.stop();
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_what_was_asked_for_before_it_and_nothing_later() {
        let interrupt = Interrupt::default();
        let control = |line| Control::new(Limits { nodes: Some(10), ..Limits::default() }, &interrupt, line);
        let (first, second) = (control(1), control(2));
        assert!(!first.should_stop(0));
        interrupt.stop_up_to(1);
        assert!(first.should_stop(0));
        assert!(!second.should_stop(9));
        assert!(second.should_stop(10));
    }

    #[test]
    fn only_an_unlimited_search_ends_with_the_input() {
        let interrupt = Interrupt::default();
        interrupt.close();
        let limited = Limits { nodes: Some(10), ..Limits::default() };
        assert!(!Control::new(limited, &interrupt, 1).should_stop(0));
        assert!(Control::new(Limits::default(), &interrupt, 1).should_stop(0));
    }
}
