//! `papamu play`: a game in the terminal.

mod command;
mod reader;

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anstyle::{AnsiColor, Style as Ansi};
use clap::{Args, ValueEnum};
use papamu::game::{Color, Style};
use papamu::play::{Game, LEVELS_IN_WORDS, Search, Snapshot};
use papamu::registry::GAMES;
use papamu::system::Cancel;
use serde::Deserialize;

use super::Error;
use super::options::{MachineArgs, PositionArgs};
use super::shared::{GameText, SizeArgs};
use command::{COMMANDS, Command};
use reader::Reader;

/// The default level of the engine.
const LEVEL: u64 = 5;

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
    #[arg(long, value_name = "N", default_value_t = LEVEL)]
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
        match self {
            Self::Black => color == Color::Black,
            Self::White => color == Color::White,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// An end of the game by its own rules, among what a game tells besides what all have.
#[derive(Deserialize)]
struct Resignation {
    token: String,
    result: String,
}

/// The search that an interrupt stops; without one, an interrupt ends the program.
type Running = Arc<Mutex<Option<Cancel>>>;

impl PlayArgs {
    pub(super) fn run(&self) -> Result<(), Error> {
        let (entry, options) = self.size.game(&self.game)?;
        let mut game = Game::new(GAMES, entry.name, &options)?;
        self.position.apply(&mut game)?;
        self.machine.apply(&mut game)?;
        game.set("level", &self.level.to_string())?;
        if let Some(time) = self.move_time_ms {
            game.set("move_time_ms", &time.to_string())?;
        }
        let search = Running::default();
        let running = search.clone();
        let handler = ctrlc::set_handler(move || match running.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(search) => search.cancel(),
            None => std::process::exit(130),
        });
        handler.unwrap_or_else(|error| log::warn!("an interrupt will not stop a search: {error}"));
        let mut game = TerminalGame { game, side: self.side, search, output: anstream::stdout() };
        match game.play(&mut Reader::new()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()), // the reader has closed the output
            result => Ok(result?),
        }
    }
}

/// A game between the engine and the person at the terminal.
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
            let Some(line) = reader.read(&self.prompt(), self.words())? else { return Ok(()) };
            match command::parse(&line) {
                None => {}
                Some(Command::Quit) => return Ok(()),
                Some(command) => self.obey(command, reader)?,
            }
        }
    }

    fn prompt(&self) -> String {
        let game = &self.game;
        match game.outcome() {
            Some(_) => "new, undo, save or quit> ".to_owned(),
            None => format!("{} to move> ", game.turn()),
        }
    }

    /// What can be completed: the legal moves, as far as they can be listed at once, and the commands.
    fn words(&self) -> Vec<String> {
        let begun = std::time::Instant::now();
        let late = || begun.elapsed().as_millis() > 50;
        let moves = self.game.legal_moves_until(Style::Whole, &late).unwrap_or_default();
        moves.into_iter().chain(COMMANDS.iter().map(|command| command.name.to_owned())).collect()
    }

    fn tell_level(&mut self) -> io::Result<()> {
        let level = self.game.settings().level;
        let words = LEVELS_IN_WORDS.get(level as usize - 1).unwrap_or(&"");
        writeln!(self.output, "level {level}. {words}")
    }

    fn obey(&mut self, command: Command, reader: &mut Reader) -> io::Result<()> {
        match command {
            Command::Quit => Ok(()),
            Command::Board => self.draw(),
            Command::Help => self.help(),
            Command::Hint => self.hint(),
            Command::Undo => self.undo(),
            Command::Resign => self.resign(reader),
            Command::Level(None) => self.tell_level(),
            Command::Level(Some(level)) => match self.game.set("level", level) {
                Ok(()) => self.tell_level(),
                Err(error) => writeln!(self.output, "{error}"),
            },
            Command::New(None) => {
                self.game.clear();
                self.draw()
            }
            Command::New(Some(text)) => {
                let (name, options) = text.split_once([',', ' ']).unwrap_or((text, ""));
                match self.game.open(name, &options.replace(',', " ")) {
                    Ok(()) => self.draw(),
                    Err(error) => writeln!(self.output, "{error}"),
                }
            }
            Command::Save(None) => writeln!(self.output, "save FILE"),
            Command::Save(Some(file)) => match self.game.save(Path::new(file)) {
                Ok(()) => writeln!(self.output, "saved as SGF in {file}"),
                Err(error) => writeln!(self.output, "{file}: {error}"),
            },
            Command::Move(token) => self.play_typed(token, reader),
        }
    }

    /// Plays what was typed. Asks first where a word that is not a move on the board ends the game: it may be mistyped, or mean
    /// less in other games.
    fn play_typed(&mut self, token: &str, reader: &mut Reader) -> io::Result<()> {
        let turn = self.game.turn();
        let is_word = ["pass", "timeout"].iter().any(|word| token.eq_ignore_ascii_case(word));
        if !is_word || self.game.outcome().is_some() {
            return self.play_move(token);
        }
        if let Err(error) = self.game.play(turn, token, Style::Whole) {
            return self.refuse(&error);
        }
        if self.game.outcome().is_some() {
            writeln!(self.output, "'{token}' ends the game: {}", self.game.result_in_words())?;
            let answer = reader.read("yes to end it, or nothing to play on> ", vec!["yes".to_owned()])?;
            if !answer.is_some_and(|answer| answer.trim().eq_ignore_ascii_case("yes")) {
                // What was just played can be taken back.
                let _ = self.game.undo(1);
                return Ok(());
            }
        }
        self.draw()
    }

    fn refuse(&mut self, error: &papamu::play::Error) -> io::Result<()> {
        writeln!(self.output, "{error}. Type help for what you can type.")
    }

    fn play_move(&mut self, token: &str) -> io::Result<()> {
        let turn = self.game.turn();
        match self.game.play(turn, token, Style::Whole) {
            Ok(()) => self.draw(),
            Err(error) => self.refuse(&error),
        }
    }

    /// Runs a search that an interrupt stops. If nobody plays but the engine, the interrupt ends the program.
    fn search<T>(&mut self, work: impl FnOnce(&mut Game, &Cancel) -> T) -> T {
        let cancel = Cancel::default();
        let stopped = Some(cancel.clone()).filter(|_| self.side != Side::None);
        *self.search.lock().unwrap_or_else(PoisonError::into_inner) = stopped;
        let result = work(&mut self.game, &cancel);
        self.search.lock().unwrap_or_else(PoisonError::into_inner).take();
        result
    }

    /// The engine's turn.
    fn answer(&mut self) -> io::Result<()> {
        let choice = self.search(|game, cancel| {
            let choice = game.choose(Search::new().cancel(cancel))?;
            game.play_choice(&choice).map(|()| choice)
        });
        match choice {
            Ok(choice) => writeln!(self.output, "{} plays {}", choice.player, choice.token())?,
            Err(error) => return Err(io::Error::other(error)),
        }
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
            return writeln!(self.output, "nothing to take back: {error}");
        }
        while !self.side.has(self.game.turn()) && self.game.undo_turn().is_ok() {}
        self.draw()
    }

    /// Gives the game up. Where the game has a resignation of its own, asks which is meant.
    fn resign(&mut self, reader: &mut Reader) -> io::Result<()> {
        let Snapshot { mut extras, to_move, .. } = self.game.state().game;
        let resignations = extras.remove("resignations").unwrap_or_default();
        let resignations: Vec<Resignation> = serde_json::from_value(resignations).unwrap_or_default();
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
                reader.read("forfeit, resign@…, or nothing to play on> ", words.collect())?.unwrap_or_default();
            return match answer.trim() {
                "" => Ok(()),
                "forfeit" => self.play_as(to_move, "resign"),
                token => self.play_move(token),
            };
        }
        self.play_as(to_move, "resign")
    }

    fn play_as(&mut self, color: Color, token: &str) -> io::Result<()> {
        match self.game.play(color, token, Style::Whole) {
            Ok(()) => Ok(()),
            Err(error) => writeln!(self.output, "{error}"),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        let state = self.game.state().game;
        for command in COMMANDS {
            writeln!(self.output, "  {:<14} {}", command.usage, command.help)?;
        }
        writeln!(self.output, "  {:<14} a move such as {}", "MOVE", self.examples())?;
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

    /// Some legal moves.
    fn examples(&self) -> String {
        let words = self.words();
        let moves: Vec<_> = words.iter().take(words.len() - COMMANDS.len()).map(String::as_str).take(3).collect();
        if moves.is_empty() { "none: the game is over".to_owned() } else { moves.join(", ") }
    }

    /// The board, with colour where the terminal has it.
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
