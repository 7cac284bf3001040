//! The arguments of the command line, and what they start.

mod matches;
mod solve;
mod suite;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand};
use papamu::endgames::{EndgamesError, MOST_STONES};
use papamu::game::{OptionError, Style};
use papamu::games::{self, Entry, GAMES, UnknownGame};
use papamu::gtp::{self, Engine, Failure, FileAccess};
use papamu::input::{Dialect, Lines};
use papamu::perft;
use papamu::search::{Interrupt, Limits};
use papamu::session::{PlayError, SettingError, Thinking};
use papamu::solve::ValueError;
use papamu::tools::{self, tune};
use papamu::ugi;
use thiserror::Error;

use matches::MatchError;
use solve::ProofError;

/// An engine for the board games Kōnane, Kanga, Send It and Kangaroo.
///
/// Without a subcommand it speaks a line protocol on standard input and output, made after GTP, the Go Text
/// Protocol: type `help` for its commands, `quit` to leave. Nothing but the protocol is written to standard output.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = false)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Game to start with: konane, kanga, send_it or kangaroo [default: konane]
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Play and answer single clicks, as boards that are clicked on (GoGui) want it, and not whole turns
    #[arg(long)]
    steps: bool,
    /// Speak UGI, the Universal Game Interface, from the start; a first line `ugi` does the same
    #[arg(long, conflicts_with = "steps")]
    ugi: bool,
    /// What loadsgf and savesgf may use: none, or only files in this folder [default: all files]
    #[arg(long, value_name = "none|DIR")]
    files: Option<String>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    settings: SettingArgs,
    /// Log to standard error; twice for more (RUST_LOG sets it finely)
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
}

#[derive(Debug, Args)]
struct Start {
    /// Size of the board: a number, or columns x rows as in 16x4 (the side of Send It's hexagon)
    #[arg(long, value_name = "N", global = true, value_parser = size)]
    size: Option<(u32, u32)>,
    /// Option of the game; may be given several times, all before the command or all after it
    #[arg(long = "set", value_name = "KEY=VALUE", global = true)]
    options: Vec<String>,
    /// Position to start from, as the command `position` prints it
    #[arg(long, value_name = "TEXT", global = true)]
    position: Option<String>,
}

/// A game that cannot be started.
#[derive(Debug, Error)]
pub enum UnknownStart {
    /// There is none of that name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It has no such options.
    #[error(transparent)]
    Options(#[from] OptionError),
}

impl Start {
    /// The options of a game as `set_game` takes them.
    fn options(&self, game: &str) -> String {
        let mut options = self.options.join(" ");
        if let Some((columns, rows)) = self.size {
            // Games have one option for the size, or one for each way; a wrong size is refused with the rest.
            let has_size = games::find(GAMES, game).is_ok_and(|entry| entry.has_option("size"));
            options += &match has_size {
                true if columns == rows => format!(" size={columns}"),
                true => format!(" size={columns}x{rows}"),
                false => format!(" width={columns} height={rows}"),
            };
        }
        options
    }

    /// The game that a text with options after commas names, and all of its options as `set_game` takes them.
    fn game(&self, text: &str) -> Result<(&'static Entry, String), UnknownStart> {
        let (name, options) = text.split_once(',').unwrap_or((text, ""));
        let options = format!("{} {}", options.replace(',', " "), self.options(name)).trim().to_owned();
        let entry = games::find(GAMES, name)?;
        entry.open(&options)?;
        Ok((entry, options))
    }
}

#[derive(Debug, Args)]
struct SettingArgs {
    /// Milliseconds a move, or for a proof [default: 1000 a move; a proof has no limit]
    #[arg(long = "time", value_name = "MS", global = true)]
    move_time_ms: Option<u64>,
    /// Nodes, or playouts, a move; with this the time does not count
    #[arg(long, value_name = "N", global = true)]
    nodes: Option<u64>,
    /// Threads of a search [default: 1; of tune 2]
    #[arg(long, value_name = "N", global = true)]
    threads: Option<u64>,
    /// Mebibytes of memory for a search [default: 64]
    #[arg(long = "hash", value_name = "MB", global = true)]
    hash_mb: Option<u64>,
    /// Strength, from 1 to 10 [default: 10]
    #[arg(long, value_name = "N", global = true)]
    level: Option<u64>,
    /// Seed of whatever is random [default: 1]
    #[arg(long, value_name = "N", global = true)]
    seed: Option<u64>,
    /// Folder of the tables of endgames, which `papamu endgames` makes and the engine uses if they are there [default:
    /// papamu in the user's data folder, ~/.local/share]
    #[arg(long, value_name = "DIR", global = true)]
    endgames: Option<PathBuf>,
}

impl SettingArgs {
    /// The folder with tables of endgames: the one given, or `$XDG_DATA_HOME/papamu`, which is `~/.local/share/papamu` where
    /// nothing else is said.
    fn endgames(&self) -> Option<PathBuf> {
        let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let data = || folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
        self.endgames.clone().or_else(|| Some(data()?.join(env!("CARGO_PKG_NAME"))))
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the move that the engine plays after the moves given
    Genmove {
        /// Game
        game: String,
        /// Moves from the start, alternating, a turn each: D5 C5 A5-C5
        moves: Vec<String>,
    },
    /// Print who wins with perfect play after the moves given, proven: win MOVE, loss, draw MOVE or unknown
    Solve(#[command(flatten)] solve::SolveArgs),
    /// Check a certificate that `solve` wrote, with nothing but the rules
    Verify(#[command(flatten)] solve::VerifyArgs),
    /// Print the value of a position in combinatorial game theory (Left is Black): 0, 1/2, *, ^ for up, {2|*} … (Kōnane)
    Value {
        /// Game; the position is given by --position and --size, or moves
        game: String,
        /// Moves from the start, alternating, a turn each
        moves: Vec<String>,
    },
    /// Work out who wins every endgame with few stones, and keep the table for play and proofs (Kangaroo). It is about the
    /// game's own options (--size, --set), and takes a byte of memory and disk for each position; -v tells how it gets on
    Endgames {
        /// Game
        game: String,
        /// The most stones on the board, of both players together [default: as many as fit in a gibibyte]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_STONES)))]
        stones: Option<u32>,
    },
    /// Count the sequences of that many moves
    Perft {
        /// Game
        game: String,
        /// Length of the sequences
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(perft::DEEPEST)))]
        depth: u32,
        /// A line for each first move
        #[arg(long)]
        divide: bool,
    },
    /// Play a match between engines that speak the protocol, and print the result
    Match(#[command(flatten)] matches::MatchArgs),
    /// Add up the records of matches, and print the result
    Results(#[command(flatten)] matches::ResultsArgs),
    /// Check the records of games
    Replay(#[command(flatten)] matches::ReplayArgs),
    /// Count the tactical positions of files that the engine solves
    Suite(#[command(flatten)] suite::SuiteArgs),
    /// Print tactical positions of a game with moves that are proven to win soonest
    Tactics(#[command(flatten)] suite::MakeArgs),
    /// Print balanced openings of a game
    Openings(#[command(flatten)] suite::OpeningArgs),
    /// Learn the weights of a game's evaluation from games of the engine against itself, and print them
    Tune {
        /// Games to play
        #[arg(short = 'n', long, default_value_t = 2000)]
        games: u64,
        /// Random turns at the beginning of a game, at most
        #[arg(long, default_value_t = 12)]
        random: u32,
        /// Learn the network that corrects the weights on a board of this size
        #[arg(long)]
        net: bool,
    },
    /// Print what a shell needs to complete the program's arguments
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or of a command, for `man`
    Man {
        /// Command
        command: Option<String>,
    },
    /// Measure the speed of every game, and print the signature: a node count that is the same on every machine
    Bench,
}

/// What can go wrong at the command line.
#[derive(Debug, Error)]
pub enum Error {
    /// The game or an option of it.
    #[error(transparent)]
    Start(#[from] Failure),
    /// A setting out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A move.
    #[error("{0}: {1}")]
    Move(String, PlayError),
    /// A proof.
    #[error(transparent)]
    Solve(#[from] ProofError),
    /// A value.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A table of endgames.
    #[error(transparent)]
    Endgames(#[from] EndgamesError),
    /// The folder of such tables is not there.
    #[error("--endgames {}: there is no such folder", .0.display())]
    EndgamesFolder(PathBuf),
    /// A general argument that the command would not obey.
    #[error("'{0}' does not take {1}")]
    Ignored(&'static str, &'static str),
    /// No first moves to tell of.
    #[error("--divide is for a depth of at least 1")]
    Depth,
    /// A manual page of what is not there.
    #[error("there is no command '{0}'")]
    NoCommand(String),
    /// Nowhere to put such a table.
    #[error("the user has no data folder: --endgames DIR")]
    NoFolder,
    /// The folder for files.
    #[error("--files {0}: {1}")]
    Files(String, #[source] io::Error),
    /// A match.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Writing.
    #[error("writing the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// Whether it is only that the reader of the output has gone.
    pub fn is_closed_output(&self) -> bool {
        let (Self::Output(error) | Self::Solve(ProofError::Output(error)) | Self::Match(MatchError::Output(error))) =
            self
        else {
            return false;
        };
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

fn size(text: &str) -> Result<(u32, u32), &'static str> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_| "a number, or columns x rows as in 16x4");
    Ok((number(columns)?, number(rows)?))
}

impl Cli {
    /// Runs the subcommand, or the protocol.
    ///
    /// # Errors
    /// [`Error`]: what the arguments ask for cannot be done, or nothing can be written.
    pub fn run(self) -> Result<(), Error> {
        self.check_arguments()?;
        let output = &mut io::stdout();
        match &self.command {
            None => self.serve(),
            Some(Command::Genmove { game, moves }) => self.genmove(game, moves, output),
            Some(Command::Solve(arguments)) => self.solve(arguments, output),
            Some(Command::Verify(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Value { game, moves }) => {
                let value = self.engine_after(game, moves)?.session().value(&|| false)?;
                Ok(writeln!(output, "{value}")?)
            }
            Some(Command::Endgames { game, stones }) => self.endgames(game, *stones, output),
            Some(Command::Perft { game, depth, divide }) => self.perft(game, *depth, *divide, output),
            Some(Command::Match(arguments)) => {
                let SettingArgs { move_time_ms, nodes, seed, .. } = self.settings;
                let general = matches::General { game: self.game(), start: &self.start, move_time_ms, nodes, seed };
                Ok(arguments.run(general, output)?)
            }
            Some(Command::Results(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Replay(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Suite(arguments)) => Ok(arguments.run(output)?),
            Some(Command::Tactics(arguments)) => {
                Ok(arguments.run(&self.start, self.settings.seed.unwrap_or(1), output)?)
            }
            Some(Command::Openings(arguments)) => {
                let SettingArgs { nodes, seed, .. } = self.settings;
                Ok(arguments.run(&self.start, nodes.unwrap_or(5_000), seed.unwrap_or(1), output)?)
            }
            Some(Command::Tune { games, random, net }) => self.tune(*games, *random, *net, output),
            Some(Command::Completions { shell }) => Ok(Self::completions(*shell, output)?),
            Some(Command::Man { command }) => Self::manual(command.as_deref(), output),
            Some(Command::Bench) => Ok(tools::bench(GAMES, output)?),
        }
    }

    /// The game to start with.
    fn game(&self) -> &str {
        self.game.as_deref().unwrap_or(GAMES[0].name)
    }

    /// The command's name, and the general arguments that it obeys; nothing for the protocol, which obeys all.
    fn obeyed(&self) -> Option<(&'static str, &'static [&'static str])> {
        Some(match self.command.as_ref()? {
            Command::Genmove { .. } => (
                "genmove",
                &[
                    "--steps",
                    "--size",
                    "--set",
                    "--position",
                    "--time",
                    "--nodes",
                    "--threads",
                    "--hash",
                    "--level",
                    "--seed",
                    "--endgames",
                ],
            ),
            Command::Solve(_) => (
                "solve",
                &["--steps", "--size", "--set", "--position", "--time", "--nodes", "--threads", "--hash", "--endgames"],
            ),
            Command::Verify(_) => ("verify", &[]),
            Command::Value { .. } => ("value", &["--steps", "--size", "--set", "--position"]),
            Command::Endgames { .. } => ("endgames", &["--size", "--set", "--threads", "--endgames"]),
            Command::Perft { .. } => ("perft", &["--size", "--set", "--position"]),
            Command::Match(_) => ("match", &["--game", "--size", "--set", "--time", "--nodes", "--seed"]),
            Command::Results(_) => ("results", &[]),
            Command::Replay(_) => ("replay", &[]),
            Command::Suite(_) => ("suite", &[]),
            Command::Tactics(_) => ("tactics", &["--size", "--set", "--seed"]),
            Command::Openings(_) => ("openings", &["--size", "--set", "--nodes", "--seed"]),
            Command::Tune { .. } => ("tune", &["--game", "--size", "--set", "--nodes", "--threads", "--seed"]),
            Command::Completions { .. } => ("completions", &[]),
            Command::Man { .. } => ("man", &[]),
            Command::Bench => ("bench", &[]),
        })
    }

    /// Refuses what would be ignored.
    fn check_arguments(&self) -> Result<(), Error> {
        let Some((command, obeyed)) = self.obeyed() else { return Ok(()) };
        let Self { start, settings, .. } = self;
        let given = [
            ("--game", self.game.is_some()),
            ("--steps", self.steps),
            ("--ugi", self.ugi),
            ("--files", self.files.is_some()),
            ("--size", start.size.is_some()),
            ("--set", !start.options.is_empty()),
            ("--position", start.position.is_some()),
            ("--time", settings.move_time_ms.is_some()),
            ("--nodes", settings.nodes.is_some()),
            ("--threads", settings.threads.is_some()),
            ("--hash", settings.hash_mb.is_some()),
            ("--level", settings.level.is_some()),
            ("--seed", settings.seed.is_some()),
            ("--endgames", settings.endgames.is_some()),
        ];
        match given.into_iter().find(|(name, given)| *given && !obeyed.contains(name)) {
            Some((name, _)) => Err(Error::Ignored(command, name)),
            None => Ok(()),
        }
    }

    fn completions(shell: clap_complete::Shell, output: &mut impl Write) -> io::Result<()> {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Self::command(), env!("CARGO_PKG_NAME"), &mut text);
        output.write_all(&text)
    }

    fn manual(command: Option<&str>, output: &mut impl Write) -> Result<(), Error> {
        let mut program = Self::command();
        program.build();
        let page = match command {
            None => program,
            Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| Error::NoCommand(name.to_owned()))?,
        };
        Ok(clap_mangen::Man::new(page).render(output)?)
    }

    /// Speaks the protocol that is asked for, or that the first line asks for.
    fn serve(&self) -> Result<(), Error> {
        let mut engine = self.engine(self.game())?;
        engine.files = self.file_access()?;
        let mut lines = Lines::read(io::stdin(), if self.ugi { Dialect::Ugi } else { Dialect::Either });
        let first = lines.next(|| Ok(()))?;
        let ugi = self.ugi || first.as_ref().is_some_and(|line| line.text == "ugi");
        if let Some(line) = first {
            lines.put_back(line);
        }
        if !ugi {
            return Ok(gtp::run(&mut engine, &mut lines, io::stdout().lock())?);
        }
        let (session, settings) = engine.into_parts();
        let mut engine = ugi::Engine::new(GAMES, session, settings);
        Ok(ugi::run(&mut engine, &mut lines, io::stdout())?)
    }

    fn file_access(&self) -> Result<FileAccess, Error> {
        match self.files.as_deref() {
            None => Ok(FileAccess::All),
            Some("none") => Ok(FileAccess::None),
            Some(folder) => FileAccess::within(folder.as_ref()).map_err(|error| Error::Files(folder.to_owned(), error)),
        }
    }

    /// An engine that has been told all that the arguments say.
    fn engine(&self, game: &str) -> Result<Engine, Error> {
        let style = if self.steps { Style::Steps } else { Style::Whole };
        let mut engine = Engine::new(GAMES, game, &self.start.options(game), style)?;
        if let Some(position) = &self.start.position {
            engine.session().set_position(position).map_err(Failure::from)?;
        }
        let makes_folder = matches!(self.command, Some(Command::Endgames { .. }));
        if let Some(folder) = self.settings.endgames.as_ref().filter(|folder| !makes_folder && !folder.is_dir()) {
            return Err(Error::EndgamesFolder(folder.clone()));
        }
        engine.settings.endgames = self.settings.endgames();
        let SettingArgs { move_time_ms, nodes, threads, hash_mb, level, seed, .. } = self.settings;
        let given = [
            ("move_time_ms", move_time_ms),
            ("nodes", nodes),
            ("threads", threads),
            ("hash_mb", hash_mb),
            ("level", level),
            ("seed", seed),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                engine.settings.set(name, &value.to_string())?;
            }
        }
        Ok(engine)
    }

    /// The engine after the moves.
    fn engine_after(&self, game: &str, moves: &[String]) -> Result<Engine, Error> {
        let mut engine = self.engine(game)?;
        let style = if self.steps { Style::Steps } else { Style::Whole };
        let session = engine.session();
        for token in moves {
            session.play(session.turn(), token, style).map_err(|error| Error::Move(token.clone(), error))?;
        }
        Ok(engine)
    }

    fn solve(&self, arguments: &solve::SolveArgs, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine_after(&arguments.game, &arguments.moves)?;
        let settings = engine.settings.clone();
        let SettingArgs { move_time_ms, nodes, .. } = self.settings;
        let time = move_time_ms.filter(|&time| time > 0).map(Duration::from_millis);
        let limits = Limits { time, nodes: nodes.filter(|&nodes| nodes > 0), ..Limits::default() };
        Ok(arguments.run(engine.session(), &settings, limits, output)?)
    }

    fn endgames(&self, game: &str, stones: Option<u32>, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine(game)?;
        let threads = engine.settings.threads as usize;
        let folder = self.settings.endgames().ok_or(Error::NoFolder)?;
        let (path, tally) = engine.session().write_endgames(stones, threads, &folder)?;
        Ok(writeln!(output, "{}: {tally}", path.display())?)
    }

    fn genmove(&self, game: &str, moves: &[String], output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine_after(game, moves)?;
        let settings = engine.settings.clone();
        let style = if self.steps { Style::Steps } else { Style::Whole };
        let session = engine.session();
        let illegal = |token: &str, error| Error::Move(token.to_owned(), error);
        let interrupt = &Interrupt::default();
        let thinking = Thinking { style, settings: &settings, limits: settings.limits(None), interrupt, line: 1 };
        let reply =
            session.genmove(session.turn(), false, thinking, None).map_err(|error| illegal("genmove", error))?;
        Ok(writeln!(output, "{reply}")?)
    }

    fn tune(&self, games: u64, random: u32, net: bool, output: &mut impl Write) -> Result<(), Error> {
        let options = self.engine(self.game())?.session().values().to_string();
        let open = || games::find(GAMES, self.game()).ok()?.open(&options).ok();
        let SettingArgs { nodes, threads, seed, .. } = self.settings;
        let tuning = tune::Tuning {
            games,
            nodes: nodes.unwrap_or(1_000),
            random,
            threads: threads.unwrap_or(2),
            seed: seed.unwrap_or(1),
        };
        let samples = tune::play(&tuning, open);
        if net {
            let symmetries = open().map_or_else(Vec::new, |session| session.symmetries());
            let net = tune::fit_net(&samples, &symmetries, tuning.seed);
            return Ok(write!(output, "{}", net.map_or_else(String::new, |net| net.write()))?);
        }
        let weights = tune::fit_linear(&samples);
        let (early, late) = weights.split_at(weights.len() / 2);
        Ok(writeln!(output, "[{early:?}, {late:?}]")?)
    }

    fn perft(&self, game: &str, depth: u32, divide: bool, output: &mut impl Write) -> Result<(), Error> {
        let mut engine = self.engine(game)?;
        if divide && depth == 0 {
            return Err(Error::Depth);
        }
        if divide {
            let counts = engine.session().perft_divide(depth, &|| false).ok_or(Failure::Interrupted)?;
            return Ok(counts.into_iter().try_for_each(|(name, count)| writeln!(output, "{name} {count}"))?);
        }
        let count = engine.session().perft(depth, &|| false).ok_or(Failure::Interrupted)?;
        Ok(writeln!(output, "{count}")?)
    }
}
