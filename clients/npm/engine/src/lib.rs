//! papamu for a web worker. The worker (`papamu.js`) calls [`step`] repeatedly, which reads lines of the protocol from
//! stdin and writes replies to stdout. The worker provides both. Reading never blocks.

#![deny(unsafe_code)] // except for the names of the exports, which the compiler treats as unsafe

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::sync::OnceLock;

use papamu::game::Style;
use papamu::gtp::{self, Answered, Gtp};
use papamu::input::{Interrupter, Line, PushedLines};
use papamu::play::Game;
use papamu::registry::GAMES;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Cancels work from within a step: see [`interrupt`].
static INTERRUPTER: OnceLock<Interrupter> = OnceLock::new();

struct Session {
    /// Set by the first step.
    gtp: Option<Gtp>,
    lines: PushedLines,
    /// The line whose reply ends with the next line.
    open: Option<Line>,
}

/// What follows a step.
const IDLE: u32 = 0;
const WORKING: u32 = 1;
const ENDED: u32 = 2;

/// Reads new input, and answers a line. Returns 0 if there is nothing to do until more input arrives, 1 if another line may
/// be waiting, and 2 if the session has ended.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn step() -> u32 {
    SESSION.with_borrow_mut(|session| session.get_or_insert_with(Session::new).advance().unwrap_or(ENDED))
}

impl Session {
    fn new() -> Self {
        let lines = PushedLines::default();
        INTERRUPTER.get_or_init(|| lines.interrupter());
        Self { gtp: None, lines, open: None }
    }

    fn advance(&mut self) -> io::Result<u32> {
        let mut buffer = [0; 4096];
        // When it has no more input, the worker reports that the read would block.
        while let Ok(read @ 1..) = io::stdin().read(&mut buffer) {
            self.lines.push(&buffer[..read]);
        }
        // After the first input: this reads the clock, and what interrupts that input arrives then, once.
        let gtp = match &mut self.gtp {
            Some(gtp) => gtp,
            none => none.insert(protocol()?),
        };
        let mut output = io::stdout();
        if self.open.take_if(|line| line.until_next.is_cancelled()).is_some() {
            writeln!(output)?;
        }
        let Some(line) = self.lines.take() else { return Ok(IDLE) };
        Ok(match gtp::answer(gtp, &line, &mut output)? {
            Answered::Whole => WORKING,
            Answered::Open => {
                self.open = Some(line);
                WORKING
            }
            Answered::Quit => ENDED,
        })
    }
}

/// The protocol on the first game, without files.
fn protocol() -> io::Result<Gtp> {
    let name = GAMES.first().map_or("", |game| game.name);
    let mut gtp = Gtp::new(Game::open(name, "").map_err(io::Error::other)?, Style::Whole);
    gtp.allows_files = false;
    Ok(gtp)
}

/// Called by the worker, also from within a step, when the engine reads the clock and a line waits: 1 for any line, 2 for
/// `# interrupt`, 3 for `# cancel`, 4 at the end of the input.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn interrupt(what: u32) {
    let Some(interrupter) = INTERRUPTER.get() else { return };
    match what {
        1 => interrupter.next_line(),
        2 => interrupter.interrupt(),
        3 => interrupter.cancel(),
        _ => interrupter.end_input(),
    }
}

/// Prints the speed of the engine: see `papamu bench`.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn bench() {
    // A failure of stdout cannot be reported.
    let _ = papamu::bench::run(GAMES, &mut io::stdout());
}
