//! The line protocol for a host with its own event loop and no second thread, such as a web worker. Long commands work
//! in slices, and the host passes new input between slices.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::engine::{Progress, Search, Slices, UNLIMITED};
use crate::input::{Interrupter, Line, PushedLines};
use crate::search::Limits;
use crate::session::{Analysis, Choice, Observer};
use crate::system::Cancel;

use super::reply::Failure;
use super::translator::Gtp;
use super::{Answered, answer};

/// The line protocol on an engine, step by step.
///
/// ```
/// use std::time::Duration;
/// use papamu::engine::Engine;
/// use papamu::game::Style;
/// use papamu::registry::GAMES;
/// use papamu::gtp::{Gtp, Sliced, Step};
///
/// let engine = Engine::new(GAMES, "konane", "")?;
/// let mut session = Sliced::new(Gtp::new(engine, Style::Whole));
/// session.push(b"param move_time_ms 30\ngenmove b\n");
/// let mut output = Vec::new();
/// while session.step(Duration::from_millis(10), &mut output)? != Step::Idle {
///     // Handle other events, and push new input.
/// }
/// assert!(output.starts_with(b"=\n\n= "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sliced {
    gtp: Gtp,
    lines: PushedLines,
    /// The line whose reply is incomplete.
    current: Option<Current>,
}

struct Current {
    line: Line,
    has_begun: bool,
}

/// What to do after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Wait for more input.
    Idle,
    /// Call the next step soon.
    Working,
    /// The session has ended.
    Ended,
}

impl Sliced {
    /// A new session.
    pub fn new(gtp: Gtp) -> Self {
        Self { gtp, lines: PushedLines::default(), current: None }
    }

    /// Adds a piece of the input: lines, or parts of lines.
    pub fn push(&mut self, text: &[u8]) {
        self.lines.push(text);
    }

    /// A handle that interrupts a step, for a host that sees new lines before it can push them.
    pub fn interrupter(&self) -> Interrupter {
        self.lines.interrupter()
    }

    /// Answers a line, or works for about `slice` on its reply. Proofs, perft, levels below full strength, searches limited by
    /// nodes and analyses limited by depth always take one step.
    ///
    /// # Errors
    /// Write errors.
    pub fn step(&mut self, slice: Duration, output: &mut impl Write) -> io::Result<Step> {
        let current = match &mut self.current {
            Some(current) => current,
            None => {
                let Some(line) = self.lines.take() else { return Ok(Step::Idle) };
                // A picture is not sliced, so it cannot be cancelled and must end by itself.
                line.until_next.abandon();
                self.gtp.work = Some(Work::new());
                self.current.insert(Current { line, has_begun: false })
            }
        };
        if let Some(work) = &mut self.gtp.work {
            (work.slice, work.is_unfinished) = (slice, false);
        }
        let answered = answer(&mut self.gtp, &current.line, &mut current.has_begun, output)?;
        output.flush()?;
        Ok(match answered {
            // A finished analysis waits for the next line.
            Answered::Unfinished if self.gtp.work.as_ref().is_some_and(|work| work.is_found) => Step::Idle,
            Answered::Unfinished => Step::Working,
            Answered::Quit => Step::Ended,
            Answered::Whole => {
                self.current = None;
                Step::Working
            }
        })
    }
}

/// A command that works in slices.
pub(super) struct Work {
    slice: Duration,
    begun: Instant,
    /// Whether the command is to be called again.
    is_unfinished: bool,
    choice: Option<Slices>,
    /// Nodes searched in earlier slices.
    nodes: u64,
    /// The time of the last report.
    reported: Option<Instant>,
    /// Whether the analysis is finished.
    is_found: bool,
}

impl Work {
    fn new() -> Self {
        let (slice, begun) = (Duration::ZERO, Instant::now());
        Self { slice, begun, is_unfinished: false, choice: None, nodes: 0, reported: None, is_found: false }
    }

    /// Whether the command has worked for a slice and is to be called again.
    pub fn is_unfinished(&self) -> bool {
        self.is_unfinished
    }
}

/// Passes on the reports of a slice's searches, at most at the requested rate.
struct Throttle<'a> {
    observer: Observer<'a>,
    nodes: u64,
    reported: Option<Instant>,
    last: Option<Analysis>,
    is_told: bool,
}

impl<'a> Throttle<'a> {
    fn new(work: &Work, observer: Observer<'a>) -> Self {
        Self { observer, nodes: work.nodes, reported: work.reported, last: None, is_told: false }
    }

    fn see(&mut self, begun: Instant, analysis: &Analysis) {
        self.last = Some(Analysis { nodes: self.nodes + analysis.nodes, ..analysis.clone() });
        self.is_told = false;
        if self.reported.unwrap_or(begun).elapsed() >= self.observer.every {
            self.tell();
        }
    }

    fn tell(&mut self) {
        if let (Some(last), false) = (&self.last, self.is_told) {
            (self.observer.see)(last);
            (self.is_told, self.reported) = (true, Some(Instant::now()));
        }
    }

    /// Saves the state for the next slice.
    fn keep(&self, work: &mut Work) {
        work.reported = self.reported;
        work.nodes = self.last.as_ref().map_or(work.nodes, |last| last.nodes);
    }
}

impl Gtp {
    /// The time at which the work on the request began.
    pub(super) fn begun(&self) -> Instant {
        self.work.as_ref().map_or_else(Instant::now, |work| work.begun)
    }

    /// Chooses a move, at once or in slices. `None` if the choice goes on in the next slice.
    pub(super) fn choose(&mut self, search: Search, observer: Option<Observer>) -> Result<Option<Choice>, Failure> {
        let Some(work) = &mut self.work else {
            return Ok(Some(match observer {
                None => self.engine.choose(search),
                Some(observer) => self.engine.choose(search.observe(observer)),
            }?));
        };
        let mut slices = work.choice.take().unwrap_or_else(|| self.engine.begin_choice(&search));
        let (slice, begun) = (work.slice, work.begun);
        let mut throttle = observer.map(|observer| Throttle::new(work, observer));
        let progress = match &mut throttle {
            None => self.engine.continue_choice(&mut slices, slice, search),
            Some(throttle) => {
                let (every, moves) = (throttle.observer.every, throttle.observer.moves);
                let mut see = |analysis: &Analysis| throttle.see(begun, analysis);
                let observer = Observer { every, moves, see: &mut see };
                self.engine.continue_choice(&mut slices, slice, search.observe(observer))
            }
        }?;
        match progress {
            Progress::Chosen(choice) => {
                throttle.iter_mut().for_each(Throttle::tell);
                Ok(Some(choice))
            }
            Progress::Searching(_) => {
                throttle.iter().for_each(|throttle| throttle.keep(work));
                (work.choice, work.is_unfinished) = (Some(slices), true);
                Ok(None)
            }
        }
    }

    /// Analyses until the limits are reached or `cancel` is cancelled: at once or in slices. `None` if the analysis goes
    /// on in the next slice. The observer has received all reports of an analysis in slices, so the result is empty.
    pub(super) fn analyze(
        &mut self,
        search: Search,
        cancel: &Cancel,
        observer: Observer,
    ) -> Result<Option<Analysis>, Failure> {
        let search = search.style(self.style).cancel(cancel);
        let Some(work) = &mut self.work else { return Ok(Some(self.engine.analyze(search.observe(observer))?)) };
        work.is_unfinished = !cancel.is_cancelled();
        if work.is_found {
            return Ok((!work.is_unfinished).then(Analysis::default));
        }
        let limits = search.limits();
        let (slice, begun, slice_begun) = (work.slice, work.begun, Instant::now());
        let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        // A search with a node limit takes one step, so that it is reproducible; one with a depth limit might not get
        // there in a slice.
        let is_last = limits.nodes.is_some() || limits.depth.is_some() || left.is_some_and(|left| left <= slice);
        let mut throttle = Throttle::new(work, observer);
        let (every, moves) = (throttle.observer.every, throttle.observer.moves);
        let mut see = |analysis: &Analysis| throttle.see(begun, analysis);
        let observer = Observer { every, moves, see: &mut see };
        let time = if is_last { left } else { Some(slice) };
        let whole = Some(limits.time.unwrap_or(UNLIMITED));
        let analysis = self.engine.analyze(search.within(Limits { time, whole, ..limits }).observe(observer))?;
        if analysis.variations.is_empty() {
            work.is_unfinished = false;
            return Ok(Some(analysis));
        }
        // The search for the best move takes at least half of a slice, unless it is complete.
        let is_found = is_last || slice_begun.elapsed() < slice / 4;
        let is_final = is_found || cancel.is_cancelled();
        throttle.see(begun, &Analysis { is_final, ..analysis });
        if is_final {
            throttle.tell();
        }
        throttle.keep(work);
        // Without limits, a search that is complete waits for the next line.
        work.is_found = is_found && limits.is_none();
        work.is_unfinished = !cancel.is_cancelled() && (work.is_found || !is_found);
        Ok((!work.is_unfinished).then(Analysis::default))
    }
}
