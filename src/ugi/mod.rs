//! UGI, the Universal Game Interface, as cutegames uses it: UCI for any two-player game. The engine is also the
//! referee: it tells whose turn it is, whether the game is over, and who has won.
//!
//! Bad input is answered with `info string error: …` and changes nothing; every `go` is answered with a `bestmove`,
//! even if it has errors, because the manager waits for it. Any line except `isready` ends a search, so that later
//! lines are answered at once.

mod error;
mod request;
mod translator;

pub use error::UgiError;
pub use translator::Ugi;

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::input::{self, Line, Lines};

use request::{Request, parse};

/// The output of all threads, which write whole lines one at a time.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Writes a line.
    fn line(&self, text: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{text}").and_then(|()| output.flush())
    }
}

/// Answers lines until `quit`, the end of the input, or the closing of the output.
///
/// # Errors
/// Write errors, except a closed output, which is a normal end.
pub fn run(ugi: &mut Ugi, lines: &mut Lines, output: impl Write + Send + 'static) -> io::Result<()> {
    let output = Output(Arc::new(Mutex::new(output)));
    match answer_all(ugi, lines, &output) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(ugi: &mut Ugi, lines: &mut Lines, output: &Output) -> io::Result<()> {
    while let Some(line) = lines.next(|| Ok(()))? {
        let Line { text, too_long, cancel, .. } = line;
        let request = match parse(&text) {
            _ if too_long => Err(UgiError::TooLong(input::MAX_LENGTH)),
            request => request,
        };
        match request {
            Ok(Request::Quit) => {
                ugi.stop();
                break;
            }
            // Answered during a search as well: it shows that the engine is alive.
            Ok(Request::IsReady) => output.line("readyok")?,
            Ok(Request::Stop) => {} // the reader of the lines has seen it
            Ok(request) => ugi.answer(request, &cancel, output)?,
            Err(error) => output.line(&format!("info string error: {error}"))?,
        }
    }
    ugi.finish()
}
