//! The progress line of long work, on a terminal only, and what an interrupt does.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use papamu::system::{Cancel, lock, printable};

/// Work that takes less time shows no progress.
const SHORT: Duration = Duration::from_secs(1);
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(500);
/// The exit status of a process that an interrupt ended.
pub(super) const INTERRUPTED: i32 = 130;

/// Whether progress is shown.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct QuietArgs {
    /// Show no progress
    #[arg(short, long, help_heading = "Output")]
    pub(super) quiet: bool,
}

impl QuietArgs {
    /// Whether there is a terminal to show progress on.
    pub(super) fn is_shown(self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// A progress line, which a thread draws once the work has taken longer than a moment.
    pub(super) fn line(self) -> ProgressLine {
        let (begun, message, parts) = (Instant::now(), String::new(), None);
        let progress = Progress { begun, message, parts, is_drawn: false, is_over: false };
        let line = ProgressLine(Arc::new(Mutex::new(progress)));
        if self.is_shown() {
            let progress = Arc::clone(&line.0);
            let draw = move || {
                thread::sleep(SHORT);
                while lock(&progress).draw() {
                    thread::sleep(REPORT_EVERY);
                }
            };
            // Without the thread there is no line.
            let _ = thread::Builder::new().spawn(draw);
        }
        line
    }
}

/// A progress line, which vanishes when it is dropped.
pub(super) struct ProgressLine(Arc<Mutex<Progress>>);

struct Progress {
    begun: Instant,
    message: String,
    /// How many parts were done at the beginning, how many are done now, and how many there are.
    parts: Option<[usize; 3]>,
    is_drawn: bool,
    is_over: bool,
}

impl ProgressLine {
    pub(super) fn say(&self, text: &str) {
        lock(&self.0).message = printable(text).to_string();
    }

    /// Sets how many of all parts are done. The time left is estimated from the parts that are done after the first call.
    pub(super) fn set(&self, done: usize, all: usize) {
        let mut progress = lock(&self.0);
        let before = progress.parts.map_or(done, |[before, ..]| before);
        progress.parts = Some([before, done, all]);
    }

    /// Does something that writes to the terminal.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut progress = lock(&self.0);
        progress.clear();
        write()
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        let mut progress = lock(&self.0);
        progress.is_over = true;
        progress.clear();
    }
}

impl Progress {
    fn clear(&mut self) {
        if self.is_drawn {
            self.is_drawn = false;
            let _ = write!(anstream::stderr(), "\r\x1b[2K");
        }
    }

    /// Draws the line, unless the work is over. A line that is wider than the terminal is cut, not wrapped.
    fn draw(&mut self) -> bool {
        if !self.is_over {
            self.is_drawn = true;
            let _ = write!(anstream::stderr(), "\r\x1b[2K\x1b[?7l{}\x1b[?7h", self.text());
        }
        !self.is_over
    }

    fn text(&self) -> String {
        let elapsed = self.begun.elapsed();
        let Some([before, done, all]) = self.parts else { return format!("[{}] {}", clock(elapsed), self.message) };
        let left = match done - before.min(done) {
            0 => String::new(),
            new => {
                let left = elapsed.as_secs_f64() * (all - done.min(all)) as f64 / new as f64;
                format!(", {} left", clock(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX)))
            }
        };
        format!("{done}/{all} [{}{left}] {}", clock(elapsed), self.message)
    }
}

/// A duration as minutes and seconds, or hours, minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// A token that the first interrupt cancels. With `twice`, a second one ends the process.
pub(super) fn until_interrupt(twice: bool) -> Cancel {
    let cancel = Cancel::default();
    let interrupt = cancel.clone();
    let handler = ctrlc::set_handler(move || {
        if twice && interrupt.is_cancelled() {
            process::exit(INTERRUPTED);
        }
        interrupt.cancel();
    });
    handler.unwrap_or_else(|error| log::warn!("an interrupt will end the work without a result: {error}"));
    cancel
}

pub(super) fn notice(text: &str) {
    // The work goes on even if nobody reads this.
    let _ = writeln!(io::stderr(), "papamu: {}", printable(text));
}
