//! The line protocol, an extension of GTP version 2. `protocol.md` describes it for users.
//!
//! A line becomes a [`Request`], [`Gtp`] looks its command up in the [list of commands](commands) and runs it on the
//! [`Game`](crate::play::Game), and the driver in this module writes the reply, the reports of long commands, and
//! graphics for GoGui.

mod arguments;
pub mod commands;
mod graphics;
mod reply;
mod request;
mod translator;

pub use reply::Failure;

pub use request::Request;
pub use translator::{Gtp, Output, Tokens};

use std::io::{self, BufWriter, ErrorKind, Write};

use crate::input::{self, Line, Lines};

use commands::Call;
use reply::Reply;

/// Answers lines until `quit`, the end of the input, or the closing of the output.
///
/// # Errors
/// Write errors, except a closed output, which is a normal end.
pub fn run(gtp: &mut Gtp, lines: &mut Lines, output: impl Write) -> io::Result<()> {
    match answer_all(gtp, lines, BufWriter::new(output)) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(gtp: &mut Gtp, lines: &mut Lines, mut output: impl Write) -> io::Result<()> {
    let mut last: Option<Line> = None;
    loop {
        let wait = || {
            if let Some(line) = &last {
                gtp.ponder(&line.until_next);
            }
            Ok(())
        };
        let Some(line) = lines.next(wait)? else { return Ok(()) };
        match answer(gtp, &line, &mut output)? {
            Answered::Whole => {}
            Answered::Open => {
                line.until_next.wait();
                writeln!(output)?;
                output.flush()?;
            }
            Answered::Quit => return Ok(()),
        }
        last = Some(line);
    }
}

impl Gtp {
    /// Answers a request. A request that fails changes nothing. `tell` receives the output before the reply is complete.
    ///
    /// ```
    /// use papamu::system::Cancel;
    /// use papamu::play::Game;
    /// use papamu::game::Style;
    /// use papamu::registry::GAMES;
    /// use papamu::gtp::{Gtp, Request, Tokens};
    ///
    /// let mut gtp = Gtp::new(Game::new(GAMES, "konane", "")?, Style::Whole);
    /// let cancel = Cancel::default();
    /// let tokens = Tokens { cancel: &cancel, until_next: &cancel };
    /// assert_eq!(gtp.answer(&Request::parse("side_to_move"), tokens, &mut |_| {}).unwrap(), "b");
    /// # Ok::<(), papamu::play::Error>(())
    /// ```
    pub fn answer(&mut self, request: &Request, tokens: Tokens, tell: &mut dyn FnMut(Output)) -> Reply {
        self.game.stop_pondering();
        self.stays_open = false;
        match commands::find(request.name) {
            Some(command) => {
                (command.run)(&mut Call { gtp: self, command, arguments: request.arguments, tokens, tell })
            }
            None if request.name.is_empty() => Err(Failure("unknown command: the line has only an id".to_owned())),
            None => Err(Failure::unknown(request.name)),
        }
    }
}

/// What is left to do after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Nothing: the reply is complete.
    Whole,
    /// Only the blank line at the end of the reply, which is written when the next line arrives. An analysis that has
    /// nothing left to search for answers so.
    Open,
    /// Nothing: the reply is complete, and the session ends with it.
    Quit,
}

/// Answers a line, for a host that reads its input itself.
pub fn answer(gtp: &mut Gtp, line: &Line, output: &mut impl Write) -> io::Result<Answered> {
    let request = Request::parse(&line.text);
    let (id, mut has_begun, mut broken) = (request.id, false, Ok(()));
    let mut tell = |told: Output| match told {
        Output::Line("") => {} // a blank line would end the reply
        Output::Line(text) if broken.is_ok() => {
            let head = if has_begun { String::new() } else { format!("={id}\n") };
            has_begun = true;
            broken = writeln!(output, "{head}{text}").and_then(|()| output.flush());
        }
        Output::Line(_) => {}
        // Graphics are optional, so a write error is ignored.
        Output::Graphics(text) => drop(write!(io::stderr(), "gogui-gfx:\n{text}\n\n")),
    };
    let tokens = Tokens { cancel: &line.cancel, until_next: &line.until_next };
    let reply = match line.too_long {
        true => Err(Failure(format!("syntax error: the line has more than {} bytes", input::MAX_LENGTH))),
        false => gtp.answer(&request, tokens, &mut tell),
    };
    broken?;
    if let Err(failure) = &reply {
        log::info!("'{}': {failure}", line.text.chars().take(200).collect::<String>());
    }
    if gtp.stays_open && reply.is_ok() {
        return Ok(Answered::Open);
    }
    match reply {
        // Part of the reply has been written; its last line is still missing.
        Ok(text) if has_begun && text.is_empty() => writeln!(output)?,
        Ok(text) if has_begun => write!(output, "{text}\n\n")?,
        Err(_) if has_begun => writeln!(output)?,
        reply => output.write_all(reply::render(id, &reply).as_bytes())?,
    }
    // After every reply, even if more lines are waiting: the next one may take long.
    output.flush()?;
    Ok(if gtp.has_quit() { Answered::Quit } else { Answered::Whole })
}
