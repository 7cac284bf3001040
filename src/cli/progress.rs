//! The progress line of long work, on a terminal only, and what an interrupt does.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use papamu::system::{Cancel, printable};

/// Work that takes less time shows no progress.
const SHORT: Duration = Duration::from_secs(1);
/// The interval at which the line is drawn again, so that its clock runs.
const TICK: Duration = Duration::from_millis(500);
/// The interval between reports of a search.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(500);
/// The exit status of a process that an interrupt ended.
const INTERRUPTED: i32 = 130;

/// Whether progress is shown.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct QuietArgs {
    /// Show no progress on the terminal
    #[arg(short, long, help_heading = "Output")]
    pub(super) quiet: bool,
}

impl QuietArgs {
    /// Whether there is a terminal to show progress on.
    pub(super) fn is_shown(self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// The progress of work whose end is not known: `template` is that of a spinner.
    pub(super) fn of_search(self) -> ProgressLine {
        self.line(ProgressBar::hidden(), "{spinner} {elapsed} {wide_msg}")
    }

    /// The progress of work in parts of about the same size, with the time left.
    pub(super) fn of_parts(self, all: u64) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::hidden());
        self.line(bar, "{bar:20} {pos}/{len} [{elapsed}] {wide_msg}")
    }

    fn line(self, bar: ProgressBar, template: &str) -> ProgressLine {
        bar.set_style(style(template));
        let line = ProgressLine { bar, is_over: Arc::default() };
        if self.is_shown() {
            line.show_later();
        }
        line
    }
}

/// The style of a template.
pub(super) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A progress line, which vanishes when it is dropped.
pub(super) struct ProgressLine {
    bar: ProgressBar,
    is_over: Arc<Mutex<bool>>,
}

impl ProgressLine {
    /// Shows the line once the work has taken longer than a moment.
    fn show_later(&self) {
        let (bar, is_over) = (self.bar.clone(), Arc::clone(&self.is_over));
        let show = move || {
            thread::sleep(SHORT);
            let is_over = is_over.lock().unwrap_or_else(PoisonError::into_inner);
            if !*is_over {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(TICK);
            }
        };
        // Without the thread there is no line.
        let _ = thread::Builder::new().spawn(show);
    }

    /// Says what is being done.
    pub(super) fn say(&self, text: String) {
        self.bar.set_message(printable(&text).to_string());
    }

    /// Sets how many of all parts are done.
    pub(super) fn set(&self, done: usize, all: usize) {
        if self.bar.position() == 0 && done > 0 {
            // Before the first part is done, nothing is known of the time left.
            self.bar.set_style(style("{bar:20} {pos}/{len} [{elapsed}, {eta} left] {wide_msg}"));
        }
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }

    /// Does something that writes to the terminal.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.bar.finish_and_clear();
    }
}

/// A token that the first interrupt cancels; the second ends the process.
pub(super) fn until_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let interrupt = cancel.clone();
    let handler = ctrlc::set_handler(move || {
        if interrupt.is_cancelled() {
            process::exit(INTERRUPTED);
        }
        interrupt.cancel();
    });
    handler.unwrap_or_else(|error| log::warn!("an interrupt will end the work without a result: {error}"));
    cancel
}

/// Prints a notice.
pub(super) fn notice(text: &str) {
    // The work goes on even if nobody reads this.
    let _ = writeln!(io::stderr(), "papamu: {}", printable(text));
}
