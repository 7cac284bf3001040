//! The line protocol: GTP version 2, extended; `protocol.md` describes it for its users.
//!
//! Each line is parsed into a typed [`Request`] by way of the one table of [`commands`]; the [`Engine`] answers it
//! without writing anything itself, and only the driver here writes: replies, what a long command tells while it
//! goes on, and graphics for GoGui.

mod analysis;
pub mod commands;
mod engine;
mod files;
mod gogui;
mod reply;
mod request;

pub use engine::{Asked, Engine, Tell};
pub use files::FileAccess;
pub use reply::{Failure, Reply};
pub use request::{Arguments, Picture, ReportArgs, Request, Syntax, parse};

use std::io::{self, BufWriter, ErrorKind, Write};

use crate::input::{self, Line, Lines};

/// Answers lines until `quit`, the end of the input, or the closing of the output.
///
/// # Errors
/// Any error of writing but that nobody reads any more, which is a normal end.
pub fn run(engine: &mut Engine, lines: &mut Lines, output: impl Write) -> io::Result<()> {
    match answer_all(engine, lines, BufWriter::new(output)) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(engine: &mut Engine, lines: &mut Lines, mut output: impl Write) -> io::Result<()> {
    // Replies are flushed when the client has nothing more under way.
    let (interrupt, mut last) = (lines.interrupt().clone(), 0);
    loop {
        let wait = || {
            output.flush()?;
            engine.ponder(&interrupt, last);
            Ok(())
        };
        let Some(line) = lines.next(wait)? else { break };
        last = line.number;
        let quit = answer(engine, &line, lines, &mut output)?;
        if quit {
            break;
        }
    }
    output.flush()
}

/// Answers a line; whether the session ends with it.
fn answer(engine: &mut Engine, line: &Line, lines: &Lines, output: &mut impl Write) -> io::Result<bool> {
    let Syntax { id, mut request } = parse(&line.text);
    if line.too_long {
        request = Err(Failure::TooLong(input::MAX_LENGTH));
    }
    let quit = request == Ok(Request::Quit);
    let (mut begun, mut broken) = (false, Ok(()));
    let mut tell = |told: Tell| match told {
        Tell::Line("") => {} // a blank line would end the reply
        Tell::Line(text) if broken.is_ok() => {
            let head = if begun { String::new() } else { format!("={id}\n") };
            begun = true;
            broken = writeln!(output, "{head}{text}").and_then(|()| output.flush());
        }
        Tell::Line(_) => {}
        // Nobody need look at them.
        Tell::Graphics(text) => drop(write!(io::stderr(), "gogui-gfx:\n{text}\n\n")),
    };
    let mut asked = Asked { interrupt: lines.interrupt(), line: line.number, tell: &mut tell };
    let reply = request.and_then(|request| engine.answer(request, &mut asked));
    broken?;
    if let Err(failure) = &reply {
        log::info!("'{}': {failure}", line.text.chars().take(200).collect::<String>());
    }
    match reply {
        // The reply has begun; what is left is its last line.
        Ok(text) if begun && text.is_empty() => writeln!(output)?,
        Ok(text) if begun => write!(output, "{text}\n\n")?,
        Err(_) if begun => writeln!(output)?,
        reply => output.write_all(reply::render(&id, &reply).as_bytes())?,
    }
    Ok(quit)
}
