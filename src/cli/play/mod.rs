//! `papamu play`: a game in the terminal.

mod reader;

use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::sync::{Arc, Mutex};

use anstyle::{AnsiColor, Style as Ansi};
use clap::{Args, ValueEnum};
use papamu::game::{Color, Extras, Style};
use papamu::play::{Game, LEVELS_IN_WORDS, Search, Snapshot};
use papamu::registry::GAMES;
use papamu::system::{Cancel, lock};

use super::Error;
use super::options::{MachineArgs, PositionArgs, set};
use super::progress::INTERRUPTED;
use super::shared::{GameText, SizeArgs};
use reader::Reader;

/// What can be typed besides moves, for `help` and for completion.
const COMMANDS: &[(&str, &str)] = &[
    ("hint", "print the move that the engine would play"),
    ("undo", "take back your last turn"),
    ("resign", "resign the game"),
    ("level [N]", "the engine's strength, 1 to 10"),
    ("new [GAME]", "start a new game: new kanga,width=9"),
    ("save FILE", "write the game as SGF"),
    ("board", "draw the board again"),
    ("help", "this list"),
    ("quit", "end the program"),
];

#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// Game, with options after commas: kanga,width=9,height=9
    #[arg(value_name = "GAME[,KEY=VALUE...]", value_parser = GameText, hide_possible_values = true, default_value = GAMES[0].name)]
    game: String,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Side::Black)]
    side: Side,
    /// Strength of the engine, from 1 to 10
    #[arg(long, value_name = "N", default_value_t = 5)]
    level: u64,
    /// Milliseconds that the engine thinks about a move [default: 1000]
    #[arg(long = "time", value_name = "MS")]
    move_time_ms: Option<u64>,
    #[command(flatten)]
    machine: MachineArgs,
}

/// The sides that a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
    None,
}

impl Side {
    fn has(self, color: Color) -> bool {
        matches!((self, color), (Self::Both, _) | (Self::Black, Color::Black) | (Self::White, Color::White))
    }
}

/// The search that an interrupt stops; without one, an interrupt ends the program.
type Running = Arc<Mutex<Option<Cancel>>>;

impl PlayArgs {
    pub(super) fn run(&self) -> Result<(), Error> {
        let mut game = self.size.open(&self.game)?;
        self.position.apply(&mut game)?;
        self.machine.apply(&mut game)?;
        set(&mut game, "level", Some(self.level))?;
        set(&mut game, "move_time_ms", self.move_time_ms)?;
        let search = Running::default();
        let running = search.clone();
        #[cfg(unix)]
        let modes = rustix::termios::tcgetattr(io::stdin()).ok();
        let handler = ctrlc::set_handler(move || match lock(&running).take() {
            Some(search) => search.cancel(),
            None => {
                #[cfg(unix)]
                modes.iter().for_each(end_at_prompt);
                process::exit(INTERRUPTED)
            }
        });
        handler.unwrap_or_else(|error| log::warn!("an interrupt will not stop a search: {error}"));
        let mut game = TerminalGame { game, side: self.side, search, output: anstream::stdout() };
        Ok(game.play(&mut Reader::new())?)
    }
}

/// Ends the program if it waits at the prompt of a terminal, which gets these modes back. Ctrl-C is only a key there, so the signal
/// is a request to terminate.
#[cfg(unix)]
fn end_at_prompt(modes: &rustix::termios::Termios) {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

    /// The exit status of a process that SIGTERM ended.
    const TERMINATED: i32 = 143;
    if tcgetattr(io::stdin()).is_ok_and(|now| !now.local_modes.contains(LocalModes::ISIG)) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        // rustyline has also switched bracketed paste on.
        let _ = writeln!(io::stdout(), "\x1b[?2004l");
        process::exit(TERMINATED);
    }
}

struct TerminalGame {
    game: Game,
    side: Side,
    search: Running,
    output: anstream::Stdout,
}

impl TerminalGame {
    fn play(&mut self, reader: &mut Reader) -> io::Result<()> {
        let title = self.game.title();
        let level = self.game.settings().level;
        writeln!(self.output, "{title}. The engine plays at level {level} of 10. Type a move, or help.")?;
        self.draw()?;
        let mut told = false;
        loop {
            let game = &self.game;
            let is_over = game.outcome().is_some();
            if is_over && !told {
                writeln!(self.output, "{}", game.result_in_words())?;
            }
            told = is_over;
            if !is_over && !self.side.has(game.turn()) {
                self.answer()?;
                continue;
            }
            if is_over && self.side == Side::None {
                return Ok(());
            }
            let going_on = format!("{} to move> ", game.turn());
            let prompt = if is_over { "new, undo, save or quit> " } else { &going_on };
            let Some(line) = reader.read(prompt, self.words())? else { return Ok(()) };
            let (word, argument) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            let word = word.to_ascii_lowercase();
            match word.as_str() {
                "" => {}
                "quit" => return Ok(()),
                word => self.obey(word, argument.trim(), line.trim(), reader)?,
            }
        }
    }

    /// What can be completed: the legal moves, as far as they can be listed at once, and the commands.
    fn words(&self) -> Vec<String> {
        let begun = std::time::Instant::now();
        let moves = self.game.legal_moves_until(Style::Whole, &|| begun.elapsed().as_millis() > 50).unwrap_or_default();
        let commands = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
        moves.into_iter().chain(commands.map(str::to_owned)).collect()
    }

    fn tell_level(&mut self) -> io::Result<()> {
        let level = self.game.settings().level;
        let words = LEVELS_IN_WORDS.get(level as usize - 1).unwrap_or(&"");
        writeln!(self.output, "level {level}. {words}")
    }

    fn obey(&mut self, word: &str, argument: &str, line: &str, reader: &mut Reader) -> io::Result<()> {
        match (word, argument) {
            ("board", _) => self.draw(),
            ("help", _) => self.help(),
            ("hint", _) => self.hint(),
            ("undo", _) => self.undo(),
            ("resign", _) => self.resign(reader),
            ("level", "") => self.tell_level(),
            ("level", level) => match self.game.set("level", level) {
                Ok(()) => self.tell_level(),
                Err(error) => writeln!(self.output, "{error}"),
            },
            ("new", "") => {
                self.game.clear();
                self.draw()
            }
            ("new", text) => {
                let (name, options) = text.split_once([',', ' ']).unwrap_or((text, ""));
                match self.game.set_game(name, &options.replace(',', " ")) {
                    Ok(()) => self.draw(),
                    Err(error) => writeln!(self.output, "{error}"),
                }
            }
            ("save", "") => writeln!(self.output, "save FILE"),
            ("save", file) => match self.game.save(Path::new(file)) {
                Ok(()) => writeln!(self.output, "saved as SGF in {file}"),
                Err(error) => writeln!(self.output, "{file}: {error}"),
            },
            _ => self.play_typed(line, reader),
        }
    }

    /// Plays what was typed. Asks first where a word that is not a move on the board ends the game: it may be mistyped, or mean
    /// less in other games.
    fn play_typed(&mut self, token: &str, reader: &mut Reader) -> io::Result<()> {
        let (turn, mut after) = (self.game.turn(), self.game.fork());
        let is_word = ["pass", "timeout"].iter().any(|word| token.eq_ignore_ascii_case(word));
        if is_word && after.play(turn, token, Style::Whole).is_ok() && after.outcome().is_some() {
            writeln!(self.output, "'{token}' ends the game: {}", after.result_in_words())?;
            let answer = reader.read("yes to end it, or nothing to play on> ", vec!["yes".to_owned()])?;
            if !answer.is_some_and(|answer| answer.trim().eq_ignore_ascii_case("yes")) {
                return Ok(());
            }
        }
        self.play_move(turn, token)
    }

    fn play_move(&mut self, color: Color, token: &str) -> io::Result<()> {
        match self.game.play(color, token, Style::Whole) {
            Ok(()) => self.draw(),
            Err(error) => writeln!(self.output, "{error}. Type help for what you can type."),
        }
    }

    /// Runs a search that an interrupt stops. If nobody plays but the engine, the interrupt ends the program.
    fn search<T>(&mut self, work: impl FnOnce(&mut Game, &Cancel) -> T) -> T {
        let cancel = Cancel::default();
        let stopped = Some(cancel.clone()).filter(|_| self.side != Side::None);
        *lock(&self.search) = stopped;
        let result = work(&mut self.game, &cancel);
        lock(&self.search).take();
        result
    }

    fn answer(&mut self) -> io::Result<()> {
        let choice = self.search(|game, cancel| {
            let choice = game.choose(Search::new().cancel(cancel))?;
            game.play_choice(&choice).map(|()| choice)
        });
        let choice = choice.map_err(io::Error::other)?;
        writeln!(self.output, "{} plays {}", choice.player, choice.token())?;
        self.draw()
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return writeln!(self.output, "the game is over; there is no move");
        }
        match self.search(|game, cancel| game.choose(Search::new().cancel(cancel))) {
            Ok(choice) => {
                let chances = choice.winrate.map_or(String::new(), |winrate| format!(", {:.0} %", 100.0 * winrate));
                writeln!(self.output, "hint: {}{chances}", choice.token())
            }
            Err(error) => writeln!(self.output, "{error}"),
        }
    }

    /// Takes turns back until the person is to move.
    fn undo(&mut self) -> io::Result<()> {
        if let Err(error) = self.game.undo_turn() {
            return writeln!(self.output, "{error}");
        }
        while !self.side.has(self.game.turn()) && self.game.undo_turn().is_ok() {}
        self.draw()
    }

    /// Gives the game up. Where the game has a resignation of its own, asks which is meant.
    fn resign(&mut self, reader: &mut Reader) -> io::Result<()> {
        let Snapshot { extras: Extras { resignations, .. }, to_move, .. } = self.game.state().game;
        if !resignations.is_empty() {
            writeln!(self.output, "'forfeit' gives the game up. Or end it by the rules and count the stones:")?;
            let mut by_result: Vec<(&str, Vec<&str>)> = Vec::new();
            for resignation in &resignations {
                match by_result.iter_mut().find(|(result, _)| *result == resignation.result) {
                    Some((_, tokens)) => tokens.push(&resignation.token),
                    None => by_result.push((&resignation.result, vec![&resignation.token])),
                }
            }
            for (result, tokens) in by_result {
                writeln!(self.output, "  {result}: {}", tokens.join(" "))?;
            }
            let words = resignations.into_iter().map(|resignation| resignation.token).chain(["forfeit".to_owned()]);
            let answer =
                reader.read("forfeit, one of these, or nothing to play on> ", words.collect())?.unwrap_or_default();
            match answer.trim() {
                "" => return Ok(()),
                "forfeit" => {}
                token => return self.play_move(to_move, token),
            }
        }
        self.play_move(to_move, "resign")
    }

    fn help(&mut self) -> io::Result<()> {
        let state = self.game.state().game;
        for (usage, help) in COMMANDS {
            writeln!(self.output, "  {usage:<14} {help}")?;
        }
        let words = self.words();
        let moves = words[..words.len() - COMMANDS.len()].iter().take(3).map(String::as_str).collect::<Vec<_>>();
        let examples = if moves.is_empty() { "none: the game is over".to_owned() } else { moves.join(", ") };
        writeln!(self.output, "  {:<14} a move such as {examples}", "MOVE")?;
        writeln!(
            self.output,
            "Tab completes moves. Ctrl-C stops the engine's thinking, and otherwise ends the program."
        )?;
        if !state.instruction.is_empty() {
            let wanted = state.instruction.trim_start_matches("click ");
            writeln!(self.output, "{} to move: {wanted}.", self.game.turn())?;
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let drawn = self.game.draw();
        let (board, state) = drawn.rsplit_once('\n').unwrap_or(("", &drawn));
        let black = Ansi::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let white = Ansi::new().bold().fg_color(Some(AnsiColor::BrightBlue.into()));
        for line in board.lines() {
            for sign in line.chars() {
                match sign {
                    'x' => write!(self.output, "{black}x{black:#}")?,
                    'o' => write!(self.output, "{white}o{white:#}")?,
                    _ => write!(self.output, "{sign}")?,
                }
            }
            writeln!(self.output)?;
        }
        writeln!(self.output, "{state}")?;
        self.output.flush()
    }
}
