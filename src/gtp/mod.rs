//! The line protocol: GTP version 2, extended; `protocol.md` describes it for its users.
//!
//! A thread reads lines ([`lines`]), so that an interrupt is seen while the engine thinks. Each line is parsed
//! into a typed [`Request`] by way of the one table of [`commands`]; the [`Engine`] answers it without any
//! input or output of its own, and only the driver here writes.

pub mod commands;
mod engine;
pub mod lines;
mod reply;
mod request;

pub use engine::Engine;
pub use reply::{Failure, Reply};
pub use request::{Arguments, Request, Syntax, parse};

use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use crate::search::Interrupt;

use lines::Line;

/// Lines that wait while the engine is busy; a client that sends more is held up, so memory stays bounded.
const QUEUE: usize = 4096;

/// Runs the protocol until `quit`, the end of the input, or the closing of the output.
///
/// # Errors
/// Any error of writing but that nobody reads any more, which is a normal end.
pub fn run(engine: &mut Engine, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let interrupt = Interrupt::default();
    let (sender, receiver) = sync_channel(QUEUE);
    let reader = interrupt.clone();
    // Not joined: a read that never ends must not keep a session from ending.
    thread::spawn(move || {
        lines::read(input, &reader, |line| sender.send(line).is_ok());
        reader.close();
    });
    match answer_all(engine, &receiver, &interrupt, BufWriter::new(output)) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(
    engine: &mut Engine,
    lines: &Receiver<Line>,
    interrupt: &Interrupt,
    mut output: impl Write,
) -> io::Result<()> {
    loop {
        // Replies are flushed when the client has nothing more under way.
        let line = match lines.try_recv() {
            Ok(line) => line,
            Err(TryRecvError::Empty) => {
                output.flush()?;
                match lines.recv() {
                    Ok(line) => line,
                    Err(_) => break,
                }
            }
            Err(TryRecvError::Disconnected) => break,
        };
        let (reply, quit) = engine.answer_line(&line, interrupt);
        output.write_all(reply.as_bytes())?;
        if quit {
            break;
        }
    }
    output.flush()
}
