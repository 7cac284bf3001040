//! The line protocol, an extension of GTP version 2. `protocol.md` describes it for users.
//!
//! [`Gtp`] looks the command of a line up in the [list of commands](commands) and runs it on the
//! [`Game`]; the driver in this module writes the reply and the reports of long commands.

mod arguments;
pub mod commands;
mod graphics;

use std::io::{self, BufWriter, Write};

use crate::game::Style;
use crate::input::{self, Line, Lines};
use crate::play::{Error, ErrorKind, Game};

use commands::Call;

/// The engine behind the line protocol.
pub struct Gtp {
    pub game: Game,
    /// How moves are written, and how a single vertex is read.
    pub style: Style,
    /// Whether commands may read and write files. An engine behind a network should not.
    pub allows_files: bool,
    left: Answered,
}

/// What is left to do after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Whole,
    /// Only the blank line at the end of the reply, which is written when the next line arrives. An analysis that has
    /// nothing left to search for answers so.
    Open,
    /// Nothing: the reply is complete, and the session ends with it.
    Quit,
}

/// Why a command failed. The message begins with GTP's wording if there is one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failure(pub String);

/// The reply of a command: text of one or more lines, which may be empty.
type Reply = Result<String, Failure>;

/// Answers lines until `quit`, the end of the input, or the closing of the output.
///
/// # Errors
/// Write errors, except a closed output, which is a normal end.
pub fn run(gtp: &mut Gtp, lines: &mut Lines, output: impl Write) -> io::Result<()> {
    match answer_all(gtp, lines, BufWriter::new(output)) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(gtp: &mut Gtp, lines: &mut Lines, mut output: impl Write) -> io::Result<()> {
    for line in lines {
        match answer(gtp, &line, &mut output)? {
            Answered::Whole => {}
            Answered::Open => {
                line.until_next.wait();
                writeln!(output)?;
                output.flush()?;
            }
            Answered::Quit => break,
        }
    }
    Ok(())
}

/// Answers a line, for a host that reads its input itself.
pub fn answer(gtp: &mut Gtp, line: &Line, output: &mut impl Write) -> io::Result<Answered> {
    let [id, ..] = split(&line.text);
    let (mut has_begun, mut written) = (false, Ok(()));
    let mut tell = |text: &str| {
        // A blank line would end the reply.
        if !text.is_empty() && written.is_ok() {
            let head = if has_begun { String::new() } else { format!("={id}\n") };
            has_begun = true;
            written = writeln!(output, "{head}{text}").and_then(|()| output.flush());
        }
    };
    let reply = gtp.answer(line, &mut tell);
    written?;
    if let Err(failure) = &reply {
        log::info!("'{}': {failure}", line.text.chars().take(200).collect::<String>());
    }
    if gtp.left == Answered::Open {
        return Ok(Answered::Open);
    }
    match reply {
        // Part of the reply has been written; its last line is still missing.
        Ok(text) if has_begun && text.is_empty() => writeln!(output)?,
        Err(_) if has_begun => writeln!(output)?,
        Ok(text) if has_begun => write!(output, "{text}\n\n")?,
        Ok(text) if text.is_empty() || text.starts_with('\n') => write!(output, "={id}{text}\n\n")?,
        Ok(text) => write!(output, "={id} {text}\n\n")?,
        Err(Failure(text)) => write!(output, "?{id} {}\n\n", shortened(&text))?,
    }
    // After every reply, even if more lines are waiting: the next one may take long.
    output.flush()?;
    Ok(gtp.left)
}

/// The id of a line, the name of its command, and the arguments with the space before them; empty if it has none.
fn split(line: &str) -> [&str; 3] {
    let line = line.trim_ascii();
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let has_id = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
    let (id, command) = if has_id { (first, rest.trim_ascii_start()) } else { ("", line) };
    let (name, arguments) = command.split_at(command.find(' ').unwrap_or(command.len()));
    [id, name, arguments]
}

/// Shortens a message, because it may quote a long line.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(500) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl Gtp {
    /// The protocol on this engine, with moves in this style and access to all files.
    pub fn new(game: Game, style: Style) -> Self {
        Self { game, style, allows_files: true, left: Answered::Whole }
    }

    /// Answers a line. One that fails changes nothing. `tell` receives lines of the reply before it is complete.
    ///
    /// ```
    /// use papamu::game::Style;
    /// use papamu::gtp::Gtp;
    /// use papamu::input::Line;
    /// use papamu::play::Game;
    /// use papamu::system::Cancel;
    ///
    /// let mut gtp = Gtp::new(Game::open("konane", "")?, Style::Whole);
    /// let line = Line::new("side_to_move", &Cancel::default());
    /// assert_eq!(gtp.answer(&line, &mut |_| {}).unwrap(), "b");
    /// # Ok::<(), papamu::play::Error>(())
    /// ```
    pub fn answer(&mut self, line: &Line, tell: &mut dyn FnMut(&str)) -> Result<String, Failure> {
        self.left = Answered::Whole;
        if line.too_long {
            return Err(Failure(format!("syntax error: the line has more than {} bytes", input::MAX_LENGTH)));
        }
        let [_, name, arguments] = split(&line.text);
        match commands::find(name) {
            Some(command) => Call { gtp: self, command, arguments, line, tell }.run(),
            None if name.is_empty() => Err(Failure("unknown command: the line has only an id".to_owned())),
            None => Err(Failure::unknown(name)),
        }
    }
}

impl Failure {
    fn usage(usage: &str) -> Self {
        Self(format!("syntax error: usage: {usage}"))
    }

    fn unknown(command: &str) -> Self {
        Self(format!("unknown command: {command}; help lists the commands"))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let wording = match error.kind() {
            ErrorKind::Syntax => "syntax error",
            ErrorKind::Size => "unacceptable size",
            ErrorKind::Move => "illegal move",
            ErrorKind::SetUp => "cannot set up",
            ErrorKind::Undo => "cannot undo",
            ErrorKind::Redo => "cannot redo",
            ErrorKind::Solve => "cannot solve",
            ErrorKind::Load => "cannot load file",
            ErrorKind::Match => "cannot play a match",
            ErrorKind::Interrupted => "interrupted",
        };
        Self(format!("{wording}: {error}"))
    }
}
