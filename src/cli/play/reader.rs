//! Lines that a player types: with editing, history and completion on a terminal, plain elsewhere.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

pub(super) enum Reader {
    Terminal(Box<Editor<Words, MemHistory>>),
    Plain,
}

#[derive(Default)]
pub(super) struct Words(Vec<String>);

impl Reader {
    pub fn new() -> Self {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Self::Plain;
        }
        let editor = Editor::with_history(Config::builder().auto_add_history(true).build(), MemHistory::new());
        editor.map_or(Self::Plain, |editor| Self::Terminal(Box::new(editor)))
    }

    /// The next line; `None` at the end of the input, and when the player leaves by Ctrl-C or Ctrl-D.
    pub fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Option<String>> {
        match self {
            Self::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => Err(io::Error::other(error)),
                }
            }
            Self::Plain => {
                let mut output = io::stdout();
                write!(output, "{prompt}")?;
                output.flush()?;
                let mut line = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut line)?;
                writeln!(output)?;
                Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        let fits = |word: &&String| word.get(..typed.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(typed));
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
