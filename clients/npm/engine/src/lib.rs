//! papamu for a web worker. The worker (`papamu.js`) calls [`step`] repeatedly, which reads lines of the protocol from
//! stdin and writes replies to stdout. The worker provides both. Nothing here blocks.

#![deny(unsafe_code)] // except for the names of the exports, which the compiler treats as unsafe

use std::cell::RefCell;
use std::io::{self, Read};
use std::sync::OnceLock;
use std::time::Duration;

use papamu::engine::Engine;
use papamu::game::Style;
use papamu::gtp::{Gtp, Sliced, Step};
use papamu::input::Interrupter;
use papamu::registry::GAMES;

thread_local! {
    static SESSION: RefCell<Option<Sliced>> = const { RefCell::new(None) };
}

/// Cancels work from within a step: see [`interrupt`].
static INTERRUPTER: OnceLock<Interrupter> = OnceLock::new();

/// Reads new input and works for about this many milliseconds. Returns 0 if there is nothing to do until more input
/// arrives, 1 if the next step should follow soon, and 2 if the session has ended.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn step(milliseconds: u32) -> u32 {
    SESSION.with_borrow_mut(|session| {
        if session.is_none() {
            *session = open();
        }
        session.as_mut().map_or(2, |session| advance(session, milliseconds))
    })
}

fn open() -> Option<Sliced> {
    let engine = Engine::new(GAMES, GAMES.first()?.name, "").ok()?;
    let mut gtp = Gtp::new(engine, Style::Whole);
    gtp.allows_files = false;
    let session = Sliced::new(gtp);
    INTERRUPTER.get_or_init(|| session.interrupter());
    Some(session)
}

fn advance(session: &mut Sliced, milliseconds: u32) -> u32 {
    let mut buffer = [0; 4096];
    // When it has no more input, the worker reports that the read would block.
    while let Ok(read @ 1..) = io::stdin().read(&mut buffer) {
        session.push(&buffer[..read]);
    }
    match session.step(Duration::from_millis(milliseconds.into()), &mut io::stdout()) {
        Ok(Step::Idle) => 0,
        Ok(Step::Working) => 1,
        Ok(Step::Ended) | Err(_) => 2,
    }
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
